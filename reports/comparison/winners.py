"""Who wins: what the badge, the findings and the sections say alike."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.stats import verdicts
from reports.tables.parts import Data, judged

Row = TypeVar("Row")


def moved_first(rows: Iterable[Row], moved: Callable[[Row], bool]) -> tuple[list[Row], int]:
    """Rows in which something moved before the others, each as they were; how many did not."""
    all_ = list(rows)
    first = [row for row in all_ if moved(row)]
    return first + [row for row in all_ if not moved(row)], len(all_) - len(first)


def still_so(rows: Sequence[Shift] | Sequence[Own]) -> str:
    """What is said of the rows of a table in which nothing has moved."""
    if any(row.verdict == verdicts.SAME for row in rows):
        return "what did not move by itself"
    return "where no difference is shown"


def of_its_own(one: Shift | Own, number: Any) -> Any:
    """What a change adds to a thing, with q; none of a thing that has moved by nothing of its own.

    Its share may be another all the same, by what others win less or more: so no 0.0 stands there.
    """
    return None if one.verdict == verdicts.SAME else number


def as_judged(one: Shift | Own) -> Data:
    """The verdict in a row."""
    return judged(one.verdict, one.effect)
