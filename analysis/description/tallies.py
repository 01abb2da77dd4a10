"""What did the seats do, and who sat in them?  Described, never contrasted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design


@dataclass(frozen=True)
class Tally:
    """One tally column: mean a seat and game, by cell, by level of the first factor, by option."""

    column: str
    meaning: str
    unit: str
    all: float
    cells: Mapping[int, float]
    by_level: Mapping[str, float]
    by_option: Mapping[str, float]


@dataclass(frozen=True)
class Seated:
    """Strategies in one seat, over the printed cells: name -> games."""

    seat: int
    strategies: Mapping[str, int]


def tallies(design: Design, counts: Counts) -> list[Tally]:
    """Every tally column, in declared order, over the printed cells."""
    if counts.tallies.is_empty():
        return []
    base = pl.col("cell").is_in([c.number for c in design.base])
    seats = counts.tallies.filter(base)
    held = counts.by_option.filter(base) if not counts.by_option.is_empty() else None
    return [_tally(design, c, seats, held) for c in design.columns("seats", "tally")]


def _tally(
    design: Design, column: dict[str, Any], seats: pl.DataFrame, held: pl.DataFrame | None
) -> Tally:
    name = column["name"]
    by_level = {
        level: _mean(seats.filter(pl.col("cell").is_in(cells)), name)
        for level, cells in _by_split(design).items()
    }
    by_option = {}
    if held is not None:
        for key, part in held.partition_by("option", as_dict=True, maintain_order=False).items():
            by_option[design.name_in(design.option_section, str(key[0]))] = _mean(part, name)
    cells = {c.number: _mean(seats.filter(pl.col("cell") == c.number), name) for c in design.base}
    told = name, column.get("meaning", ""), column.get("unit", "")
    return Tally(*told, _mean(seats, name), cells, by_level, dict(sorted(by_option.items())))


def _by_split(design: Design) -> dict[str, list[int]]:
    """Level of the first crossed factor, as text -> numbers of its printed cells."""
    if design.split is None:
        return {}
    name = design.split.name
    return {
        str(level): [c.number for c in design.base if c.levels.get(name) == level]
        for level in design.split.levels
    }


def _mean(table: pl.DataFrame, name: str) -> float:
    rows = int(table["games"].sum())
    return int(table[name].sum()) / rows if rows else 0.0


def seated(design: Design, counts: Counts) -> list[Seated]:
    """Who sat where, over the printed cells."""
    if counts.strategies.is_empty():
        return []
    base = counts.strategies.filter(pl.col("cell").is_in([c.number for c in design.base]))
    table = base.group_by("seat", "strategy").agg(pl.col("games").sum()).sort("seat", "strategy")
    seats: dict[int, dict[str, int]] = {}
    for seat, strategy, games in table.iter_rows():
        seats.setdefault(int(seat), {})[str(strategy)] = int(games)
    return [Seated(seat, names) for seat, names in seats.items()]
