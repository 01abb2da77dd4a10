"""Conclusions: expectations, robustness, and the comparison of two runs."""
