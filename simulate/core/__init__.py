"""What every game stands on: the kernel compiler, random streams, columns, facts and errors.

Importing this package is cheap; `compiler` and `streams` bring Numba and are imported
only where games are played.
"""
