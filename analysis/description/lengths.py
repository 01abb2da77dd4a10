"""How long is a game, how does it end, and how near was the other result?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.data.reading import RowBlock
from analysis.estimators import pooled
from analysis.estimators.pooled import Grouped
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import IMAGINED, Estimate, Rate, effect, quantile, rate
from analysis.stats.results import ABSENT
from analysis.stats.verdicts import FEWEST

# A game is called close when its margin lies in this share of the range that was seen.
CLOSE = 0.2
WON_THERE = 0.9  # of the won games: the margin is one by which games are won


@dataclass(frozen=True)
class Quantiles:
    """Middle and ends of a counted number: the median, and what 5% and 95% stay below."""

    games: int
    median: float
    low: float
    high: float
    least: float
    most: float


@dataclass(frozen=True)
class GameLength:
    """One length column: its spread in every cell and how often each value was seen.

    shares: cell -> value -> share of the cell's games.  means: cell -> the mean.
    """

    column: str
    meaning: str
    unit: str
    cells: Mapping[int, Quantiles]
    shares: Mapping[int, Mapping[float, float]]
    means: Mapping[int, Estimate]


@dataclass(frozen=True)
class End:
    """One end reason: how many games of each cell ended so."""

    name: str
    meaning: str
    cells: Mapping[int, Rate]
    all: Rate


@dataclass(frozen=True)
class Margin:
    """One margin column in lost and in won games.

    close_at: a loss at this value or a better one was close (empty for yes/no columns, and where
    won games do not stand there: such a margin tells of another kind of loss than the one by which
    the game was lost, of one that comes early as if it had been close).
    lost, won: value -> games; yes/no columns count 0 and 1.
    close_lost: losses that were close; close_won: wins that were nearly lost, the worst
    fifth of the range.  None where the value never varied among those games.
    """

    column: str
    meaning: str
    unit: str
    better: str
    yes_no: bool
    close_at: float | None
    worst_at: float | None
    lost: Mapping[float, int]
    won: Mapping[float, int]
    close_lost: Rate | None
    close_won: Rate | None


def spread(values: Sequence[float], counts: Sequence[int]) -> Quantiles:
    """Spread of `values`, in rising order, seen `counts` times each."""
    median, low, high = (quantile(values, counts, part) for part in (0.5, 0.05, 0.95))
    return Quantiles(int(sum(counts)), median, low, high, values[0], values[-1])


def mean(
    values: Sequence[float],
    counts: Sequence[int],
    confidence: Confidence = ONE_LOOK,
    rotations: int = 1,
) -> Estimate:
    """Mean of `values`, seen `counts` times each, with its interval.

    Two imagined games, one a unit longer and one a unit shorter than the mean, keep a width
    where all games are as long as each other.  rotations: games of one deal, which at worst are
    all equally long.
    """
    from scipy.special import stdtrit

    games = sum(counts) / rotations
    spare = max(1, games - 1)
    middle = sum(v * n for v, n in zip(values, counts, strict=True)) / sum(counts)
    squares = sum(n * (v - middle) ** 2 for v, n in zip(values, counts, strict=True))
    # Student's: the spread of a few games is itself hardly known.
    reach = float(stdtrit(spare, confidence.quantile))
    variance = (squares / rotations + IMAGINED) / (games * spare)
    return effect(middle, variance, reach, confidence)


def lengths(design: Design, counts: Counts) -> list[GameLength]:
    """Every length column, in declared order, over the printed cells."""
    lengths = []
    for column in design.columns("games", "length"):
        table = _values(design, counts, column["name"])
        if table is None:
            continue
        by_cell = {c: t.sort("value") for c, t in _each_cell(table.group_by("cell", "value"))}
        known = {c: (t["value"].to_list(), t["games"].to_list()) for c, t in by_cell.items()}
        spreads = {c: spread(*each) for c, each in known.items()}
        shares = {c: _shares(t) for c, t in by_cell.items()}
        sure, rotations = design.confidence, design.rotations
        means = {c: mean(*each, sure, rotations[c]) for c, each in known.items()}
        told = column["name"], column.get("meaning", ""), column.get("unit", "")
        lengths.append(GameLength(*told, spreads, shares, means))
    return lengths


def _values(design: Design, counts: Counts, name: str) -> pl.DataFrame | None:
    table = counts.values.get(name)
    if table is None or table.is_empty():
        return None
    inside = table.filter(pl.col("cell").is_in([c.number for c in design.base]))
    return inside.filter(pl.col("value").is_not_null())


def _each_cell(grouped: Any) -> list[tuple[int, pl.DataFrame]]:
    table = grouped.agg(pl.col("games").sum()).sort("cell", "value")
    parts = table.partition_by("cell", as_dict=True, maintain_order=True)
    return [(int(key[0]), part) for key, part in parts.items()]


def _shares(table: pl.DataFrame) -> dict[float, float]:
    total = table["games"].sum()
    return {v: g / total for v, g in zip(table["value"], table["games"], strict=True)}


def ends(design: Design, counts: Counts, blocks: Iterable[RowBlock] | Grouped) -> list[End]:
    """Every end reason that was met: those that win first, then the most common."""
    if "end_reason" not in counts.ends.columns:
        return []
    base = [c.number for c in design.base if counts.games(c.number)]
    table = counts.ends.filter(pl.col("cell").is_in(base))
    wins = (pl.col("games") * (pl.col("won") == 1)).sum().alias("wins")
    reasons = table.group_by("end_reason").agg(pl.col("games").sum(), wins)
    reasons = reasons.with_columns(lost=pl.col("wins") * 2 < pl.col("games"))
    reasons = reasons.sort("lost", "games", "end_reason", descending=[False, True, False])
    names = reasons["end_reason"].to_list()
    meanings = design.manifest.get("end_reasons", {})
    column = str(design.columns("games", "end_reason")[0]["name"])
    ways = [(pooled.of_text(column, names), len(names) + 1)]
    (all_,) = pooled.split(blocks, base, ways, design.confidence)
    each = partial(_by_cell, base=base, table=table, counts=counts, design=design)
    return [
        End(name, meanings.get(name, ""), each(name), all_.rate(i)) for i, name in enumerate(names)
    ]


def _by_cell(
    name: str, base: list[int], table: pl.DataFrame, counts: Counts, design: Design
) -> dict[int, Rate]:
    ended = table.filter(pl.col("end_reason") == name).group_by("cell").agg(pl.col("games").sum())
    by_cell = dict(ended.iter_rows())
    sure, rotations = design.confidence, design.rotations
    return {c: rate(by_cell.get(c, 0), counts.games(c), sure, rotations[c]) for c in base}


def margins(design: Design, counts: Counts, blocks: Iterable[RowBlock] | Grouped) -> list[Margin]:
    """Every margin column over the printed cells, for a game that can be won or lost."""
    margins = []
    for column in design.columns("games", "margin") if design.won else []:
        table = _values(design, counts, column["name"])
        if table is not None and not table.is_empty():
            margins.append(_margin(column, table))
    return _with_shares(margins, design, blocks)


def _with_shares(
    margins: Sequence[Margin], design: Design, blocks: Iterable[RowBlock] | Grouped
) -> list[Margin]:
    """How many losses were close and wins nearly lost, where that can be told."""
    splits, places = [], []
    for i, margin in enumerate(margins):
        lower = margin.better == "low"
        for result, counted, edge in ((0, margin.lost, margin.close_at),
                                      (1, margin.won, margin.worst_at)):  # fmt: skip
            if edge is not None and len(counted) > 1 and sum(counted.values()) >= FEWEST:
                codes = _inside(margin.column, result, edge, lower != bool(result))
                splits.append((codes, 2))
                places.append((i, "close_won" if result else "close_lost"))
    shared = list(margins)
    cells = [c.number for c in design.base]
    told = pooled.split(blocks, cells, splits, design.confidence)
    for split, (i, name) in zip(told, places, strict=True):
        share: dict[str, Any] = {name: split.rate(1)}
        shared[i] = replace(shared[i], **share)
    return shared


def _inside(column: str, result: int, edge: float, below: bool) -> pooled.Codes:
    """Games with a result: 1 where the column lies on the wanted side of an edge, else 0."""

    def codes(block: RowBlock) -> np.ndarray:
        values = block.games[column].cast(pl.Float64).to_numpy()
        inside = values <= edge if below else values >= edge
        counted = (block.won == result) & ~np.isnan(values)
        return np.where(counted, inside, ABSENT)

    return codes


def _margin(column: Mapping[str, Any], table: pl.DataFrame) -> Margin:
    yes_no = table["value"].dtype == pl.Boolean
    if yes_no:
        table = table.with_columns(pl.col("value").cast(pl.Int8))
    lost, won = _counted(table, 0), _counted(table, 1)
    better = column.get("better", "")
    close, worst = (None, None) if yes_no or not better else _edges(better, table["value"])
    if close is not None and not _is_won_there(won, close, better):
        close = None
    told = column["name"], column.get("meaning", ""), column.get("unit", "")
    return Margin(*told, better, yes_no, close, worst, lost, won, None, None)


def _is_won_there(won: Mapping[float, int], edge: float, better: str) -> bool:
    """Whether won games stand where a loss would be close; true where none was won."""
    inside = sum(
        n for value, n in won.items() if (value <= edge if better == "low" else value >= edge)
    )
    return inside >= WON_THERE * sum(won.values())


def _counted(table: pl.DataFrame, result: int) -> dict[float, int]:
    of_result = table.filter(pl.col("won") == result).group_by("value").agg(pl.col("games").sum())
    return {v: int(g) for v, g in of_result.sort("value").iter_rows()}


def _edges(better: str, values: pl.Series) -> tuple[float, float] | tuple[None, None]:
    """(a loss is close from here on, a win is a near thing from here on).

    None where the values lie so near each other that a part of their range is none of them.
    """
    seen = [float(v) for v in values.unique().sort()]
    least, most = seen[0], seen[-1]
    reach = int((most - least) * CLOSE)
    if not reach:
        return None, None
    low, high = least + reach, most - reach
    return (low, high) if better == "low" else (high, low)
