"""What lies on the table, and every change of it."""
