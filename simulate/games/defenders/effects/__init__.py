"""What moves and cards do to the table."""
