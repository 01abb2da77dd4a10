"""The report of a run: its data, whole."""
