"""Intervals, tests, corrections and verdicts, independent of runs."""
