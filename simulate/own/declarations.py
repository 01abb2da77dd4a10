"""What is wrong with what a file declares, all at once and with what is allowed."""

from collections.abc import Iterator
from typing import Any

from simulate.core.errors import Problem
from simulate.own.game import Game


def declaration_problems(file: str, kind: type[Game]) -> list[Problem]:
    """Every declaration of a class that could not be played."""
    return [Problem(f"{file}: {where}", what) for where, what in _troubles(kind)]


def _troubles(kind: Any) -> Iterator[tuple[str, str]]:
    if not kind.ENDS:
        yield "ENDS", "is empty: name each way the game can end, and say it in words"
    if kind.HOLDS and kind.HOLDS not in kind.CARDS:
        yield "HOLDS", f"names {kind.HOLDS!r}, which is no kind of CARDS ({', '.join(kind.CARDS)})"
