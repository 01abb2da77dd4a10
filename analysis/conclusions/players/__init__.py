"""Robustness of findings to who plays: policies, second players, the panel of players."""
