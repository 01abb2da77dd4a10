"""What is told in the end: expectations, doubts, and the comparison of two runs."""
