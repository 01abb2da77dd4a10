"""Means, ratios and differences with their errors, from games that depend on each other."""
