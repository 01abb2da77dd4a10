"""What a change does to everything that is measured, added up game by game on the same luck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.deal import option_family
from analysis.design import Design
from analysis.entrants import SEATS, Things
from analysis.frames import Frame
from analysis.intervals import Effect, cautious
from analysis.ratios import Ratios
from analysis.reading import Part

WON, OPTION, SEAT = "won", "option", "seat"
Twin = tuple[int, int]


@dataclass(frozen=True)
class Rows:
    """Games of one cell in the order of their numbers, `first` and on, without a gap.

    won: 1, 0, or -1 where seats compete; frame: those seats.
    """

    cell: int
    first: int
    won: np.ndarray
    frame: Frame | None

    def between(self, first: int, last: int) -> "Rows":
        """The games with numbers first .. last-1."""
        frame = self.frame.between(first, last) if self.frame else None
        return Rows(self.cell, first, self.won[first - self.first : last - self.first], frame)


def rows_of(cell: int, games: pl.DataFrame, seats: pl.DataFrame, won: str, share: str) -> Rows:
    """Games of a cell, in any order; won, share: the columns of results, empty if it has none."""
    games = games.sort("replicate")
    numbers = games["replicate"].to_numpy().astype(np.int64)
    results = np.full(len(numbers), -1, np.int8)
    if won:
        results = games[won].cast(pl.Int8).fill_null(-1).to_numpy().astype(np.int8)
    frame = None
    if share and seats[share].null_count() < seats.height:
        seats = seats.sort("replicate", "seat")
        places = seats["seat"].to_numpy().astype(np.int64).reshape(len(numbers), -1)
        frame = Frame(Part(cell, 0, len(numbers), numbers), numbers, places, seats, share)
    return Rows(cell, int(numbers[0]), results, frame)


def competing(design: Design, frames: Sequence[Frame], cells: frozenset[int]) -> dict[str, Things]:
    """What the seats of some games hold, by kind; nothing where nobody competes."""
    if not frames:
        return {}
    most = max(frame.shape[1] for frame in frames)
    seats = tuple(str(seat) for seat in range(most))
    names = tuple(f"Seat {seat + 1}" for seat in range(most))
    things = {SEAT: Things(SEATS, SEAT, (), seats, names, cells)}
    columns = design.columns("seats", "option")
    if columns:
        noun = option_family(design, columns[0])
        named = tuple(str(c["name"]) for c in columns)
        values = sorted({v for f in frames for c in named for v in f.rows[c].drop_nulls()})
        labels = tuple(design.name_in(noun, value) for value in values)
        if len(values) > 1:
            things[OPTION] = Things(noun, OPTION, named, tuple(values), labels, cells)
    return things


class Sums:
    """A change beside the game without it, in every setting, on the same game numbers.

    twins: (cell without it, cell with it) of each setting; things: what competes, by kind.
    """

    def __init__(self, twins: Sequence[Twin], things: Mapping[str, Things]) -> None:
        self.twins = tuple(twins)
        self.things = things
        cells = tuple(dict.fromkeys(cell for twin in twins for cell in twin))
        sizes = {WON: 1} | {kind: len(mine.values) for kind, mine in things.items()}
        self.ratios = {kind: Ratios(cells, size) for kind, size in sizes.items()}
        self.games = 0

    def add(self, rows: Sequence[Rows]) -> None:
        """The same game numbers of every cell."""
        self.games += len(rows[0].won)
        whole = [each for each in rows if each.frame is None]
        if whole:
            ratios = self.ratios[WON]
            numbers = [each.first + np.arange(len(each.won)) for each in whole]
            cells = [np.full(len(each.won), ratios.index[each.cell]) for each in whole]
            games = np.concatenate(numbers)
            wins = np.concatenate([each.won for each in whole])
            ratios.add(games, np.concatenate(cells), np.zeros(len(games), np.int64), wins)
        frames = [each.frame for each in rows if each.frame is not None]
        for kind, things in self.things.items() if frames else ():
            self.ratios[kind].count(frames, [things.codes(frame) for frame in frames])

    def counted(self, kind: str, place: int, twins: Sequence[Twin] | None = None) -> list[Twin]:
        """The settings in which a share was counted with the change and without it."""
        ratios = self.ratios[kind]
        return [
            twin
            for twin in (self.twins if twins is None else twins)
            if all(ratios.bottom[ratios.index[cell], place] > 0 for cell in twin)
        ]

    def effect(self, kind: str, place: int, twins: Sequence[Twin] | None = None) -> Effect | None:
        """What the change adds to a share, over settings weighed alike; None if it never stood."""
        mine = self.counted(kind, place, twins)
        if not mine:
            return None
        ratios = self.ratios[kind]
        weights = np.zeros(len(ratios.cells))
        for without, with_it in mine:
            weights[ratios.index[with_it]] += 1 / len(mine)
            weights[ratios.index[without]] -= 1 / len(mine)
        games = int(min(ratios.bottom[ratios.index[cell], place] for twin in mine for cell in twin))
        value, variance = ratios.value(place, weights), ratios.variance(place, weights)
        return cautious(value, variance, games, 1.0)

    def share(self, kind: str, place: int, cell: int) -> Effect:
        """A share in one cell, with Wilson's interval."""
        ratios = self.ratios[kind]
        weights = np.zeros(len(ratios.cells))
        weights[ratios.index[cell]] = 1.0
        return ratios.score(place, weights)
