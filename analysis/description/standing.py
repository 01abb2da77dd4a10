"""How did things stand at each end: how long the games were, and how far from the other result?"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analysis.data.counts import KNOWN, Counts
from analysis.data.design import Design


@dataclass(frozen=True)
class Measure:
    """A length or margin column that is told of every end."""

    column: str
    meaning: str
    unit: str
    yes_no: bool


@dataclass(frozen=True)
class Standing:
    """The games of the printed cells that ended in one way.

    means: by column; None where none of them came so far.
    """

    end: str
    meaning: str
    games: int
    means: Mapping[str, float | None]


def measures(design: Design) -> list[Measure]:
    """What is told of every end, in declared order."""
    return [
        Measure(c["name"], c.get("meaning", ""), c.get("unit", ""), c["dtype"] == "bool")
        for c in design.columns("games", "length", "margin")
    ]


def standings(design: Design, counts: Counts) -> list[Standing]:
    """Every end reason that was met, the most common first."""
    if counts.stood.is_empty():
        return []
    base = counts.stood.filter(pl.col("cell").is_in([c.number for c in design.base]))
    reasons = base.drop("cell").group_by("end_reason").sum().sort("games", descending=True)
    meanings = design.manifest.get("end_reasons", {})
    names = [m.column for m in measures(design)]
    return [
        Standing(
            row["end_reason"],
            meanings.get(row["end_reason"], ""),
            row["games"],
            {n: row[n] / row[KNOWN + n] if row[KNOWN + n] else None for n in names},
        )
        for row in reasons.sort("games", "end_reason", descending=[True, False]).to_dicts()
    ]
