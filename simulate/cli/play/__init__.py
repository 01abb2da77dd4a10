"""Commands that play: `run`, `ladder`, `compare`, `replay`."""
