"""Counts of one pass over a run, from which every table of the analysis starts.

Results by cell and game number, so that cells can be paired; sums of all else.  Made by `study`,
read by every room above; memory does not grow with games but for a byte each.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from analysis.data.deal import own_side, rows_of_seats
from analysis.data.design import CUT_OFF, Design
from analysis.data.reading import Blocks, RowBlock
from analysis.data.weighed import weighed
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Rate, rate
from analysis.stats.known_chances import rate_of
from analysis.stats.results import (
    ABSENT,
    AsPlayed,
    Result,
    Weighed,
    games_of,
    wins_of,
)
from simulate.store.outcome import as_a_whole

MOST_PARTS = 100  # tables of blocks that are held before they are added up
# Before the name of a column: games that have a value in it; its sum over a whole table.
KNOWN, OF_TABLE = "known ", "of the table "


@dataclass
class Counts:
    """Sums over all blocks of a run.

    won: cell -> what came out: int8 by replicate, or sums of batches (analysis.stats.results).
    weighed: the same of the cells whose deal has known chances (analysis.data.weighed).
    doubled: games that share cell and replicate with another.
    ends: cell, won, end_reason, games.
    values: length or margin column -> cell, won, value, games.
    tallies: keys (cell and seat) and for each tally column its sum; `rows` is how many seats.
    by_option: the same by cell and option; a seat that holds several counts for each.
    texts: text column of `seats` (chosen, held, used) -> cell, value, games (seats, in truth).
    deeds: cell, option and for each family of deeds its sum; `games` is how often it was held.
    places: cell, map, family and value (a space), games; maps: cell, map, games.
    strategies: cell, seat, strategy, rows.
    seat_rows: cell, rows, games that have seats.
    happened: cell and for each tally column of `games` its sum.
    triggers: cell, trigger, games.
    stood: cell, end_reason and for each length or margin its sum and how many games have it.
    found: column of things found -> cell, thing, seats that came by it.
    divided: where all play together, cell, option, seats of the table, and for each tally its
        sum and the sum of the whole table.
    winnable: cells whose games are won or lost; contested: cells where seats share the win.
    """

    won: dict[int, AsPlayed]
    weighed: dict[int, Weighed] = field(default_factory=dict)
    doubled: int = 0
    ends: pl.DataFrame = field(default_factory=pl.DataFrame)
    values: dict[str, pl.DataFrame] = field(default_factory=dict)
    tallies: pl.DataFrame = field(default_factory=pl.DataFrame)
    by_option: pl.DataFrame = field(default_factory=pl.DataFrame)
    texts: dict[str, pl.DataFrame] = field(default_factory=dict)
    deeds: pl.DataFrame = field(default_factory=pl.DataFrame)
    places: pl.DataFrame = field(default_factory=pl.DataFrame)
    maps: pl.DataFrame = field(default_factory=pl.DataFrame)
    strategies: pl.DataFrame = field(default_factory=pl.DataFrame)
    seat_rows: pl.DataFrame = field(default_factory=pl.DataFrame)
    happened: pl.DataFrame = field(default_factory=pl.DataFrame)
    triggers: pl.DataFrame = field(default_factory=pl.DataFrame)
    stood: pl.DataFrame = field(default_factory=pl.DataFrame)
    found: dict[str, pl.DataFrame] = field(default_factory=dict)
    divided: pl.DataFrame = field(default_factory=pl.DataFrame)
    winnable: set[int] = field(default_factory=set)
    contested: set[int] = field(default_factory=set)

    def games(self, cell: int) -> int:
        """Games played in a cell."""
        return games_of(self.won[cell]) if cell in self.won else 0

    @property
    def judged(self) -> dict[int, Result]:
        """What came out of each cell, weighed by its deal where that has known chances."""
        return {**self.won, **self.weighed}

    def rate(self, cell: int, confidence: Confidence) -> Rate:
        """The share of the games of a cell that are won."""
        return (
            rate_of(self.judged[cell], confidence) if cell in self.won else rate(0, 0, confidence)
        )

    def cut_off(self, cells: Collection[int]) -> int:
        """Games of the cells that a limit stopped."""
        if "end_reason" not in self.ends.columns:
            return 0
        is_cut_off = pl.col("cell").is_in(list(cells)) & (pl.col("end_reason") == CUT_OFF)
        return int(self.ends.filter(is_cut_off)["games"].sum())

    def wins(self, cell: int) -> int:
        """Games won in a cell."""
        return wins_of(self.won[cell]) if cell in self.won else 0


def count(blocks: Blocks) -> Counts:
    """One pass over the run."""
    design = blocks.design
    won = {c.number: np.full(blocks.replicates, ABSENT, np.int8) for c in design.cells}
    counts = Counts({**won})
    sums = GroupedCounts(design)
    for block in blocks:
        counts.doubled += _note_results(won, block)
        note_kinds(counts, block, design)
        sums.add(block)
    finish(sums.totals(), counts)
    counts.weighed = weighed(blocks, won, counts.winnable)
    return counts


def _note_results(won: Mapping[int, np.ndarray], block: RowBlock) -> int:
    """Write the results of a block; how many games had the replicate of another."""
    doubled = 0
    for part in block.parts:
        results = block.won[part.start : part.stop]
        # A game without winners still counts as played.
        won[part.cell][part.replicates] = np.where(results < 0, 0, results)
        doubled += len(part.replicates) - len(np.unique(part.replicates))
    return doubled


def note_kinds(counts: Counts, block: RowBlock, design: Design) -> None:
    """Which cells are won or lost as a whole, and in which seats compete."""
    for part in block.parts:
        if as_a_whole(block.won[part.start : part.stop]):
            counts.winnable.add(part.cell)
    share = next((c["name"] for c in design.columns("seats", "win_share")), None)
    if share:
        shared = block.seats.filter(pl.col(share).is_not_null())["cell"].unique()
        counts.contested |= set(shared.to_list()) - counts.winnable


class GroupedCounts:
    """Small grouped tables of each block, added up at the end."""

    def __init__(self, design: Design) -> None:
        self.ends = [c["name"] for c in design.columns("games", "end_reason")]
        self.values = [c["name"] for c in design.columns("games", "length", "margin")]
        self.tallies = [c["name"] for c in design.columns("seats", "tally")]
        self.happened = [c["name"] for c in design.columns("games", "tally")]
        self.triggers = [c["name"] for c in design.columns("games", "trigger")]
        self.options = [c["name"] for c in design.columns("seats", "option")]
        texts = design.columns("seats", "chosen", "held", "used")
        self.texts = [c["name"] for c in texts if c["dtype"] == "str"]
        self.deeds = design.columns("seats", "deed")
        self.places = design.columns("seats", "place")
        self.map = next((str(c["unit"]) for c in self.places), "")
        self.found = [c["name"] for c in design.columns("seats", "found")]
        self.together = bool(design.manifest.get("cooperative")) and bool(self.options)
        self.strategy = next((c["name"] for c in design.columns("seats", "strategy")), None)
        self.tables: dict[str, list[pl.DataFrame]] = {}

    def add(self, block: RowBlock) -> None:
        games = block.games.with_columns(result=pl.Series(block.won, dtype=pl.Int8))
        for name in self.ends:
            self._keep("ends", games, {"cell": "cell", "won": "result", "end_reason": name})
            self._add_stood(games, name)
        for name in self.values:
            keys = {"cell": "cell", "won": "result", "value": name}
            self._keep(f"value {name}", games, keys)
        if self.happened:
            self._keep("happened", games, {"cell": "cell"}, self.happened)
        for name in self.triggers:
            self._keep("triggers", games, {"cell": "cell", "trigger": name})
        self._add_seats(block.seats)
        self._add_players(_played(block))
        self._add_places(block)

    def _add_stood(self, games: pl.DataFrame, end: str) -> None:
        known = [pl.col(name).is_not_null().alias(KNOWN + name) for name in self.values]
        sums = [*self.values, *(KNOWN + name for name in self.values)]
        keys = {"cell": "cell", "end_reason": end}
        self._keep("stood", games.with_columns(known), keys, sums)

    def _add_players(self, seats: pl.DataFrame) -> None:
        """What players did, had and found."""
        self._keep("tallies", seats, {"cell": "cell", "seat": "seat"}, self.tallies)
        for option in self.options:
            self._keep("by_option", seats, {"cell": "cell", "option": option}, self.tallies)
            done = {str(c["family"]): str(c["name"]) for c in self.deeds if c.get("of") == option}
            if done:
                self._keep("deeds", seats, {"cell": "cell", "option": option}, done)
        for name in self.texts:
            self._keep(f"text {name}", seats, {"cell": "cell", "value": name})
        for name in self.found:
            things = seats.select("cell", thing=pl.col(name).str.split("+")).explode("thing")
            things = things.filter(pl.col("thing") != "")
            self._keep(f"found {name}", things, {"cell": "cell", "thing": "thing"})
        if self.together and self.tallies:
            self._add_divided(seats)

    def _add_seats(self, seats: pl.DataFrame) -> None:
        """Who sat where, and how many seats a game had."""
        if self.strategy:
            keys = {"cell": "cell", "seat": "seat", "strategy": self.strategy}
            self._keep("strategies", seats, keys)
        each = seats.group_by("cell", "replicate").agg(pl.len().alias("seats"))
        self._keep("seat_rows", each, {"cell": "cell", "seats": "seats"})

    def _add_divided(self, seats: pl.DataFrame) -> None:
        """Tallies of each option beside those of its whole table."""
        game = ["cell", "replicate"]
        sums = [_total(name).alias(OF_TABLE + name) for name in self.tallies]
        tables = seats.group_by(game).agg(pl.len().alias("seats"), *sums)
        keys = {"cell": "cell", "option": self.options[0], "seats": "seats"}
        names = [*self.tallies, *(OF_TABLE + name for name in self.tallies)]
        self._keep("divided", seats.join(tables, on=game), keys, names)

    def _add_places(self, block: RowBlock) -> None:
        """Where things were, by the map that was played on."""
        if not self.map:
            return
        self._keep("maps", block.games, {"cell": "cell", "map": self.map})
        maps = block.games.select("cell", "replicate", pl.col(self.map).alias("map"))
        seats = block.seats.join(maps, on=["cell", "replicate"], how="left")
        for column in self.places:
            name = str(column["name"])
            placed = seats.filter(pl.col(name).is_not_null())
            placed = placed.with_columns(family=pl.lit(str(column["family"])))
            keys = {"cell": "cell", "map": "map", "family": "family", "value": name}
            self._keep("places", placed, keys)

    def _keep(
        self,
        table: str,
        frame: pl.DataFrame,
        keys: Mapping[str, str],
        sums: Iterable[str] | Mapping[str, str] = (),
    ) -> None:
        """Add a grouped table: rows, and sums of columns, which may get other names."""
        named = sums if isinstance(sums, Mapping) else {name: name for name in sums}
        grouped = frame.group_by([pl.col(old).alias(new) for new, old in keys.items()]).agg(
            pl.len().cast(pl.Int64).alias("games"),
            *[_total(old).alias(new) for new, old in named.items()],
        )
        self.tables.setdefault(table, []).append(grouped)

        if len(self.tables[table]) >= MOST_PARTS:
            self.tables[table] = [added_up(self.tables[table])]

    def totals(self) -> dict[str, pl.DataFrame]:
        """Each table once, in order of its keys."""
        return {name: added_up(parts) for name, parts in self.tables.items()}


def added_up(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """The sums of several tables of the same columns, in order of their keys."""
    keys = [c for c in parts[0].columns if c in KEYS]
    rest = [c for c in parts[0].columns if c not in KEYS]
    return pl.concat(parts).group_by(keys).agg(pl.col(rest).sum()).sort(keys)


def finish(totals: Mapping[str, pl.DataFrame], counts: Counts) -> None:
    """Put every table of sums in its place."""
    places = {"value": counts.values, "text": counts.texts, "found": counts.found}
    for name, total in totals.items():
        kind, _, column = name.partition(" ")
        if kind in places:
            places[kind][column] = total
        else:
            setattr(counts, name, total)


def _played(block: RowBlock) -> pl.DataFrame:
    """Seats of players: where a game is won or lost as a whole, those of the side that wins it."""
    whole = pl.Series(block.won[rows_of_seats(block)] >= 0)
    return block.seats.filter(own_side(block.seats) | ~whole)


KEYS = (
    "cell", "batch", "won", "end_reason", "trigger", "map", "family", "value", "seat", "seats",
    "option", "strategy", "thing",
)  # fmt: skip


def _total(name: str) -> pl.Expr:
    """Sum as an exact integer: float sums would depend on their order."""
    return pl.col(name).cast(pl.Int64).sum()
