"""Who plays better, and what is settled."""
