"""Blocks of games and the processes that play them, here or on a cluster."""
