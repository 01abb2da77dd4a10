"""The base layer: files, signals, errors, places in TOML, random streams, columns.

Importing this package is cheap; `streams` and `functions` bring Numba and are imported only where
games are played.
"""
