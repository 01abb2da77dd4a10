"""What do the seats come by in the course of play?  Described, never contrasted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design


@dataclass(frozen=True)
class AcquiredThing:
    """One thing that may be found: how often in a game, over all and by the first factor."""

    label: str
    all: float
    by_level: Mapping[str, float]


@dataclass(frozen=True)
class Finds:
    """A column of things found, the commonest first; those of the pack never found too."""

    column: str
    meaning: str
    family: str
    things: tuple[AcquiredThing, ...]


def finds(design: Design, counts: Counts) -> list[Finds]:
    """Every column of things found, in declared order, over the printed cells."""
    finds = []
    for column in design.columns("seats", "found"):
        table = counts.found.get(column["name"])
        if table is not None:
            finds.append(_finds(design, counts, column, table))
    return finds


def _finds(design: Design, counts: Counts, column: dict[str, Any], table: pl.DataFrame) -> Finds:
    family = column.get("family") or column["name"]
    section = design.section(column)
    pack = design.cards_in(section)
    groups = {"": [c.number for c in design.base]}
    if design.split:
        name = design.split.name
        for level in design.split.levels:
            groups[str(level)] = [c.number for c in design.base if c.levels.get(name) == level]
    games = {level: sum(map(counts.games, cells)) for level, cells in groups.items()}
    counted = {
        level: dict(
            table.filter(pl.col("cell").is_in(cells))
            .group_by("thing")
            .agg(pl.col("games").sum())
            .iter_rows()
        )
        for level, cells in groups.items()
    }
    things = []
    for thing in dict.fromkeys((*pack, *sorted(counted[""]))):
        often = {lv: counted[lv].get(thing, 0) / games[lv] if games[lv] else 0.0 for lv in groups}
        things.append(AcquiredThing(design.name_in(section, thing), often.pop(""), often))
    ordered = sorted(things, key=lambda thing: (-thing.all, thing.label))
    return Finds(column["name"], column.get("meaning", ""), family, tuple(ordered))
