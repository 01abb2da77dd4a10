"""Training a player of a designer's own game by self-play, and its evaluation."""
