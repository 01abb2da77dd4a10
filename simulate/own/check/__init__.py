"""Check an own game against the laws of every game, by playing it."""
