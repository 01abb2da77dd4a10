"""Measurements that are stored in `configs/GAME/measured/`, a file for each table."""
