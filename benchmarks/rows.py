"""Rows of the tables in docs/statistics.md: how often a number kept its word."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np


class Row(NamedTuple):
    """A row of the table: percent, standard error in percent, experiments."""

    what: str
    where: str
    percent: float
    error: float
    experiments: int


def row_of(kind: str, where: str, found: Sequence[tuple[int, int]]) -> Row:
    """The row of some experiments: how many numbers of each kept their word, and of how many."""
    held, all_ = np.array(found, dtype=float).T
    share = held.sum() / all_.sum()
    error = sqrt(np.square(held - share * all_).sum()) / all_.sum()
    return Row(kind, where, 100 * share, 100 * error, len(found))


def grid(what: str, rows: Sequence[Row]) -> list[str]:
    """A line for each kind, a column for each pool."""
    pools = list(dict.fromkeys(row.where for row in rows))
    cells = {(row.what, row.where): shown(row) for row in rows}
    lines = [f"| {what} | {' | '.join(pools)} |", f"|---|{'---|' * len(pools)}"]
    for kind in dict.fromkeys(row.what for row in rows):
        lines.append(f"| {kind} | {' | '.join(cells.get((kind, p), '') for p in pools)} |")
    return lines


def shown(row: Row) -> str:
    """96.1 \u00b1 1.1 (60)"""
    return f"{row.percent:.1f} \u00b1 {row.error:.1f} ({row.experiments:,})"
