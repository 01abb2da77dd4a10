"""Who wins: what the badge, the findings and the sections say alike."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from analysis.data.design import VARIANT, Cell
from analysis.stats import verdicts
from reports import words

SHOWN = (verdicts.BIG, verdicts.OPEN, verdicts.SMALL)


Row = TypeVar("Row")


def moved_first(rows: Iterable[Row], moved: Callable[[Row], bool]) -> tuple[list[Row], int]:
    """Rows in which something moved before the others, each as they were; how many did not."""
    all_ = list(rows)
    first = [row for row in all_ if moved(row)]
    return first + [row for row in all_ if not moved(row)], len(all_) - len(first)


def named(cell: Cell) -> str:
    """A setting in words; that it is the one before the change goes without saying."""
    return words.setting({name: at for name, at in cell.levels.items() if name != VARIANT})
