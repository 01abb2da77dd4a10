"""The table on paper, and how it changes."""
