"""The Python file of an own game: how it is read, run safely and what is wrong with it."""
