"""Intervals, tests, corrections and verdicts: statistics that know no run."""
