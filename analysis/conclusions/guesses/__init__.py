"""Sensitivity of findings to guessed card values."""
