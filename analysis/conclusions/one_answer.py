"""The family-wise level of one change: 95 of 100 changes without effect show none.

Who wins is the question.  It gets most of the 5% for which luck may be taken for an effect, the
rest is told of at what is left; where the question shows an effect, no part is to be saved any
more, and every other table is a family of its own (the fallback procedure, Wiens 2003).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.comparison import RunComparison, compared
from analysis.data.joined import Joined
from analysis.rates.contrasts import ContributionChange
from analysis.shares.own import NOTHING
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE
from analysis.stats.intervals import p_value
from analysis.stats.verdicts import SHOWN

ASKED = 0.8  # of the 5%, for who wins


def compare(joined: Joined) -> RunComparison:
    """Everything that may be said of two runs that have settings in common."""
    return one_answer(compared(joined))


def one_answer(comparison: RunComparison) -> RunComparison:
    """A comparison whose tables are families of their own, judged as the one answer it is.

    Where both runs hold the same games there is no question.
    """
    if comparison.same_games:
        return _same(comparison)
    alone = comparison.whole is not None and len(comparison.settings) == 1
    first_tables = {"settings": alone, "options": True, "seats": not comparison.options}
    judged: dict[str, Any] = {
        name: _judged(getattr(comparison, name), ASKED)
        for name, first in first_tables.items()
        if first
    }
    verdict = ""
    if comparison.whole is not None:
        verdict = verdicts.of_effect(
            comparison.whole.effect, p_value(comparison.whole.effect) / ASKED
        )
    shown = verdict in SHOWN or any(s.verdict in SHOWN for rows in judged.values() for s in rows)
    tables = ("settings", "own", "brings", "dealt", "seats", "endings", "means")
    others = [name for name in tables if name not in judged and getattr(comparison, name)]
    part = 1.0 if shown else (1 - ASKED) / max(1, len(others))
    judged |= {name: _judged(getattr(comparison, name), part) for name in others}
    return replace(comparison, verdict=verdict, **judged)


def _same(comparison: RunComparison) -> RunComparison:
    """No difference anywhere, not even a small one."""
    tables = ("settings", "own", "brings", "options", "dealt", "seats", "endings")
    same: dict[str, Any] = {
        name: tuple(replace(row, verdict=verdicts.SAME) for row in getattr(comparison, name))
        for name in tables
    }
    same["settings"] = tuple(
        replace(row, paired=replace(row.paired, effect=NOTHING)) for row in same["settings"]
    )
    whole = comparison.whole and replace(comparison.whole, effect=NOTHING)
    return replace(comparison, verdict=verdicts.SAME, whole=whole, **same)


def _judged(rows: Sequence[Any], part: float) -> tuple[Any, ...]:
    """Rows of one family, told at a part of the 5%."""
    return tuple(_row(row, min(1.0, row.q / part)) for row in rows)


def _row(row: Any, q: float) -> Any:
    """A setting, a share, a thing, an ending or a length."""
    if hasattr(row, "sure"):
        return replace(row, q=q, sure=q < FALSE_SHARE)
    if row.verdict == verdicts.SAME:
        return row
    moved = (
        row.change if isinstance(row, ContributionChange) else getattr(row, "paired", row).effect
    )
    return replace(row, q=q, verdict=verdicts.of_effect(moved, q))
