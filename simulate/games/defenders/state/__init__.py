"""The table on paper, and the only functions that change it."""
