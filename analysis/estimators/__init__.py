"""Means, ratios and differences with standard errors, from dependent games."""
