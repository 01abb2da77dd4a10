"""What was played: where values come from, and what they look like."""
