"""How often does what happen in a game, and what sets its end in motion?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.data.reading import RowBlock
from analysis.estimators import pooled
from analysis.estimators.pooled import Grouped
from analysis.stats.intervals import Rate, rate


@dataclass(frozen=True)
class Happening:
    """One tally of `games`: mean a game, over all and in every cell."""

    column: str
    meaning: str
    unit: str
    all: float
    cells: Mapping[int, float]


@dataclass(frozen=True)
class Trigger:
    """One cause of the end: how many games of each cell it set in motion."""

    name: str
    cells: Mapping[int, Rate]
    all: Rate


def happenings(design: Design, counts: Counts) -> list[Happening]:
    """Every tally column of `games`, in declared order, over the printed cells.

    Tallies of several things alike have tables of their own (`several.families`).
    """
    if counts.happened.is_empty():
        return []
    table = counts.happened.filter(pl.col("cell").is_in([c.number for c in design.base]))
    alone = [c for c in design.columns("games", "tally") if not c.get("family")]
    return [_happening(c, table) for c in alone]


def _happening(column: Mapping[str, str], table: pl.DataFrame) -> Happening:
    rows = list(table.select("cell", "games", column["name"]).iter_rows())
    games = sum(n for _, n, _ in rows)
    all_ = sum(total for _, _, total in rows) / games if games else 0.0
    told = column["name"], column.get("meaning", ""), column.get("unit", "")
    return Happening(*told, all_, {cell: total / n for cell, n, total in rows})


def triggers(design: Design, counts: Counts, blocks: Iterable[RowBlock] | Grouped) -> list[Trigger]:
    """Every trigger that was met, the most common first."""
    if counts.triggers.is_empty():
        return []
    base = [c.number for c in design.base if counts.games(c.number)]
    table = counts.triggers.filter(pl.col("cell").is_in(base) & pl.col("trigger").is_not_null())
    names = table["trigger"].unique().sort().to_list()
    column = str(design.columns("games", "trigger")[0]["name"])
    ways = [(pooled.of_text(column, names), len(names) + 1)]
    (all_,) = pooled.split(blocks, base, ways, design.confidence)
    triggers = []
    for i, name in enumerate(names):
        met = dict(table.filter(pl.col("trigger") == name).select("cell", "games").iter_rows())
        cells = {
            c: rate(met.get(c, 0), counts.games(c), design.confidence, design.rotations[c])
            for c in base
        }
        triggers.append(Trigger(str(name), cells, all_.rate(i)))
    return sorted(triggers, key=lambda t: (-t.all.won, t.name))
