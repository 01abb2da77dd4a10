"""A designer's own game in one file."""
