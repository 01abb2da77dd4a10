"""The rows of a run: read, counted, and told apart by cell, seat and deal."""
