"""What the numbers come to: what was expected, what the guesses decide."""
