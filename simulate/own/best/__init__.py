"""Best play of a small own game: where all is seen, and where it is not."""
