"""What may be done: the one source of legality."""
