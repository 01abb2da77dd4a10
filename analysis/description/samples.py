"""Which single games are worth looking at?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analysis.data.counts import Counts, count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.data.run import Rows
from analysis.stats.intervals import quantile
from simulate.core.errors import InputError, Problem

KINDS = ("closest", "longest", "shortest", "typical")
SCORE = "how_far"


@dataclass(frozen=True)
class Sample:
    """One game of the run: the reason for the choice, its place, its course.

    lengths: None for a part that the game never came to.
    """

    kind: str
    cell: int
    replicate: int
    won: bool | None
    end_reason: str
    lengths: Mapping[str, float | None]


@dataclass(frozen=True)
class _Ranges:
    """For each column the least and most value seen, and the median in the typical cell."""

    ends: Mapping[str, tuple[float, float]]
    middle: Mapping[str, float]
    cell: int
    result: int


def samples(
    design: Design, blocks: Blocks, counts: Counts, cells: Sequence[int] | None = None
) -> list[Sample]:
    """One game of each kind, among the printed cells or those that are given.

    closest: the loss whose margins came nearest to a win; among players who play against each
    other the game with the narrowest lead at its end.  typical: the game nearest to the
    medians of its setting, with the commoner result, in the setting where the result is the
    least sure.  Ties go to the lowest setting and game number.
    """
    inside = [c.number for c in design.base] if cells is None else list(cells)
    ranges = _ranges(design, counts, inside)
    if ranges is None:
        return []
    best: dict[str, pl.DataFrame] = {}
    for block in blocks:
        games = block.games.with_columns(won_code=pl.Series(block.won, dtype=pl.Int8))
        games = games.filter(pl.col("cell").is_in(inside))
        for kind in KINDS:
            first = _scored(kind, games, design, ranges)
            best[kind] = _first(pl.concat([best[kind], first]) if kind in best else first)
    return [_sample(k, row, design) for k, row in best.items() if not row.is_empty()]


def choose(run: Rows, kind: str, cell: int | None = None) -> tuple[int, int]:
    """(cell, game) of the game of a kind that the report shows, or the one within a cell.

    Raises InputError where the run has none, such as a closest loss when all was won.
    """
    design = Design(run.manifest)
    if cell is not None and cell not in {c.number for c in design.cells}:
        last = len(design.cells) - 1
        raise InputError([Problem(f"--cell {cell}", f"this run has cells 0 to {last}")])
    blocks = Blocks(run, design)
    games = samples(design, blocks, count(blocks), None if cell is None else [cell])
    for sample in games:
        if sample.kind == kind:
            return sample.cell, sample.replicate
    known = ", ".join(s.kind for s in games) or "none"
    raise InputError([Problem(f"--pick {kind}", f"there is no such game here (there is: {known})")])


def _ranges(design: Design, counts: Counts, inside: Sequence[int]) -> _Ranges | None:
    played = [c for c in inside if counts.games(c)]
    if not played or not design.columns("games", "length"):
        return None
    cell = min(played, key=lambda c: abs(counts.wins(c) / counts.games(c) - 0.5))
    ends, middle = {}, {}
    for name, table in counts.values.items():
        table = table.filter(pl.col("value").is_not_null())
        table = table.with_columns(pl.col("value").cast(pl.Float64)).sort("value")
        if table.is_empty():
            continue
        ends[name] = (float(table["value"][0]), float(table["value"][-1]))
        of_cell = table.filter(pl.col("cell") == cell)
        if not of_cell.is_empty():
            middle[name] = quantile(of_cell["value"].to_list(), of_cell["games"].to_list(), 0.5)
    result = int(2 * counts.wins(cell) >= counts.games(cell)) if design.won else -1
    return _Ranges(ends, middle, cell, result)


def _scored(kind: str, games: pl.DataFrame, design: Design, ranges: _Ranges) -> pl.DataFrame:
    """Candidates of a kind with how far they are from what is wanted, 0 the best."""
    lengths = [c["name"] for c in design.columns("games", "length")]
    if kind in ("longest", "shortest"):
        return games.with_columns(_length(lengths, kind == "shortest").alias(SCORE))
    if kind == "typical":
        wanted = (pl.col("cell") == ranges.cell) & (pl.col("won_code") == ranges.result)
        names = [n for n in ranges.middle if n in games.columns]
        far = [_scaled(n, ranges, ranges.middle[n]) for n in names]
    else:
        margins = [c for c in design.columns("games", "margin") if c["name"] in ranges.ends]
        goals = [c for c in margins if c.get("better")]
        wanted = pl.col("won_code") == 0 if goals else pl.lit(True)
        far = [_scaled(c["name"], ranges, _goal(c, ranges)) for c in goals]
        far = far or [_scaled(c["name"], ranges, 0.0) for c in margins]
    if not far:
        return games.clear().with_columns(pl.lit(0.0).alias(SCORE))
    return games.filter(wanted).with_columns(pl.sum_horizontal(far).alias(SCORE))


def _length(names: Sequence[str], short: bool) -> pl.Expr:
    """All lengths as one number, the first the most important; low for what is wanted."""
    total = pl.lit(0.0)
    for name in names:
        total = total * 1e6 + pl.col(name).cast(pl.Float64).fill_null(0.0)
    return total if short else -total


def _scaled(name: str, ranges: _Ranges, goal: float) -> pl.Expr:
    """How far a column is from a value, 1 its whole range; a game without it is as far."""
    least, most = ranges.ends[name]
    far = (pl.col(name).cast(pl.Float64) - goal).abs() / max(most - least, 1)
    return far.fill_null(1.0)


def _goal(column: Mapping[str, str], ranges: _Ranges) -> float:
    return ranges.ends[column["name"]][0 if column["better"] == "low" else 1]


def _first(games: pl.DataFrame) -> pl.DataFrame:
    return games.sort(SCORE, "cell", "replicate").head(1)


def _sample(kind: str, row: pl.DataFrame, design: Design) -> Sample:
    game = row.row(0, named=True)
    reason = next((c["name"] for c in design.columns("games", "end_reason")), None)
    lengths = [c["name"] for c in design.columns("games", "length")]
    return Sample(
        kind=kind,
        cell=int(game["cell"]),
        replicate=int(game["replicate"]),
        won=bool(game["won_code"]) if game["won_code"] >= 0 else None,
        end_reason=str(game[reason]) if reason else "",
        lengths={name: None if game[name] is None else float(game[name]) for name in lengths},
    )
