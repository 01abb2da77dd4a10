"""What every own game is held to."""
