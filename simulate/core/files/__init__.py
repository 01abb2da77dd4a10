"""Files that somebody else may have made: read within a budget, written whole."""
