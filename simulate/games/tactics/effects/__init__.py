"""What a move does to the table."""
