"""The rows of a run: read, counted, grouped by cell, seat and deal."""
