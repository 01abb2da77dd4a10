"""Templates of `simulate new my_game.py`; `$title`, `$name` and `$file` are filled in."""

from pathlib import Path

COMPETITIVE, TOGETHER = "competitive.py.txt", "together.py.txt"


def folder() -> Path:
    """Where they lie."""
    return Path(__file__).parent
