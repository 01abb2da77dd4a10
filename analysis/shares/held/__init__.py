"""Shares by what a seat holds: pairs of options, picks, plans, points, tracks."""
