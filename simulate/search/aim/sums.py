"""Effects of a change on all measures, summed game by game on common random numbers.

The game as it is may have been played further than a change was.  Its further games then tell how
lucky those were that both played, and the part of that luck which the change shares is taken off
(a control variate; docs/statistics.md, "Differences on the same luck").
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt

import numpy as np
import polars as pl

from analysis.data.deal import option_family
from analysis.data.design import Design
from analysis.data.entrants import SEATS, EntrantKind, seated_evenly
from analysis.data.frames import Frame
from analysis.data.reading import CellRows
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.meetings import ahead_in_games
from analysis.stats.intervals import Estimate, bonett_price_interval
from analysis.stats.intervals import effect as interval
from simulate.core.game.facts import MATCHUP, SIDE_BEFORE
from simulate.search.aim.measures import GameMeasure, measures_of
from simulate.store.outcome import as_a_whole, results

WON, OPTION, SEAT = "won", "option", "seat"
NAMED = "named"  # an aim: what targets name one by one, and nothing else
FEWEST_BEYOND = 500  # further games of the game as it is, before they are counted
Twin = tuple[int, int]


@dataclass(frozen=True)
class PairedRows:
    """Games of one cell in the order of their numbers, `first` and on, without a gap.

    won: 1, 0, or -1 where seats compete; frame: those seats.  measured: what else targets are of.
    """

    cell: int
    first: int
    won: np.ndarray
    frame: Frame | None
    measured: Mapping[GameMeasure, np.ndarray] = field(default_factory=dict)

    def between(self, first: int, last: int) -> "PairedRows":
        """The games with numbers first .. last-1."""
        frame = self.frame.between_games(first, last) if self.frame else None
        part = slice(first - self.first, last - self.first)
        measured = {measure: each[part] for measure, each in self.measured.items()}
        return PairedRows(self.cell, first, self.won[part], frame, measured)


@dataclass(frozen=True)
class ResultColumns:
    """The columns of results, empty where a game has none, and what else targets are of."""

    won: str
    share: str
    reason: str = ""
    rank: str = ""
    options: tuple[str, ...] = ()
    measures: tuple[GameMeasure, ...] = ()

    @classmethod
    def of(cls, design: Design) -> "ResultColumns":
        """Those of a manifest."""
        roles = ("games", "won"), ("seats", "win_share"), ("games", "end_reason"), ("seats", "rank")
        won, share, reason, rank = (
            next((str(c["name"]) for c in design.columns(*role)), "") for role in roles
        )
        options = tuple(str(column["name"]) for column in design.columns("seats", "option"))
        return cls(won, share, reason, rank, options, measures_of(design))


def rows_of(
    cell: int, games: pl.DataFrame, seats: pl.DataFrame, columns: ResultColumns, rotations: int = 1
) -> PairedRows:
    """Games of a cell, in any order; rotations: in how many games each deal is played."""
    won, share = columns.won, columns.share
    games = games.sort("replicate")
    numbers = games["replicate"].to_numpy().astype(np.int64)
    came = results(games, won)
    frame = None
    if not as_a_whole(came):
        seats = seats.sort("replicate", "seat")
        places = seats["seat"].to_numpy().astype(np.int64).reshape(len(numbers), -1)
        frame = Frame(
            part=CellRows(cell, 0, len(numbers), numbers, rotations),
            deals=numbers // rotations,
            seats=places,
            rows=seats,
            win_share=share,
        )
    measured = {measure: _measured(measure, games, frame, columns) for measure in columns.measures}
    return PairedRows(cell, int(numbers[0]), came, frame, measured)


def _measured(
    measure: GameMeasure, games: pl.DataFrame, frame: Frame | None, columns: ResultColumns
) -> np.ndarray:
    """The number of each game; NaN where it has none."""
    if measure.kind != MATCHUP:
        return measure.of(games, columns.reason)
    if frame is None:
        return np.full(games.height, np.nan)
    return ahead_in_games(frame, columns.options, columns.rank, (measure.key, measure.other))


def competing(
    design: Design, frames: Sequence[Frame], cells: frozenset[int]
) -> dict[str, EntrantKind]:
    """What the seats of some games hold, by kind; nothing where nobody competes."""
    if not frames:
        return {}
    most = max(frame.shape[1] for frame in frames)
    seats = tuple(str(seat) for seat in range(most))
    names = tuple(f"Seat {seat + 1}" for seat in range(most))
    things = {
        SEAT: EntrantKind(
            noun=SEATS, role=SEAT, columns=(), values=seats, labels=names, cells=cells
        )
    }
    columns = design.columns("seats", "option")
    if columns:
        noun = option_family(design, columns[0])
        named = tuple(str(c["name"]) for c in columns)
        read = [*named, SIDE_BEFORE] if design.has_sides else named
        values = sorted({v for f in frames for c in read for v in f.rows[c].drop_nulls()})
        labels = tuple(design.name_in(design.option_section, value) for value in values)
        if len(values) > 1:
            things[OPTION] = EntrantKind(
                noun=noun,
                role=OPTION,
                columns=named,
                values=tuple(values),
                labels=labels,
                cells=cells,
                even=seated_evenly(design, columns) & cells,
                section=design.option_section,
                sides=design.has_sides,
            )
    return things


class PairedSums:
    """A change beside the game without it, in every setting, on the same game numbers.

    twins: (cell without it, cell with it) of each setting; things: what competes, by kind.
    """

    def __init__(self, twins: Sequence[Twin], things: Mapping[str, EntrantKind]) -> None:
        self.twins = tuple(twins)
        self.things = things
        cells = tuple(dict.fromkeys(cell for twin in twins for cell in twin))
        sizes = {WON: 1} | {kind: len(each.values) for kind, each in things.items()}
        self.ratios = {kind: Ratios(cells, size) for kind, size in sizes.items()}
        self.measures: tuple[GameMeasure, ...] = ()
        self.games = 0
        self.alike = True  # no game ended otherwise with the change

    def add(self, rows: Sequence[PairedRows]) -> None:
        """The same game numbers of every cell."""
        self.games += len(rows[0].won)
        by_cell = {each.cell: each for each in rows}
        self.alike &= all(_alike(by_cell[one], by_cell[other]) for one, other in self.twins)
        whole = [each for each in rows if each.frame is None]
        if whole:
            ratios = self.ratios[WON]
            numbers = [each.first + np.arange(len(each.won)) for each in whole]
            cells = [np.full(len(each.won), ratios.index[each.cell]) for each in whole]
            games = np.concatenate(numbers)
            wins = np.concatenate([each.won for each in whole])
            ratios.add(games, np.concatenate(cells), np.zeros(len(games), np.int64), wins)
        self._measure(rows)
        frames = [each.frame for each in rows if each.frame is not None]
        for kind, things in self.things.items() if frames else ():
            won = map(things.won, frames)
            self.ratios[kind].count(frames, [things.codes(frame) for frame in frames], won)

    def _measure(self, rows: Sequence[PairedRows]) -> None:
        """Add up what else targets are of."""
        if not self.measures:
            self.measures = tuple(rows[0].measured)
            sizes = Counter(measure.kind for measure in self.measures)
            cells = self.ratios[WON].cells
            self.ratios |= {kind: Ratios(cells, size) for kind, size in sizes.items()}
        for measure in self.measures:
            values = np.concatenate([each.measured[measure] for each in rows])
            ratios, known = self.ratios[measure.kind], np.isfinite(values)
            games = [_luck_of(each, measure) for each in rows]
            cells_of = [np.full(len(each.won), ratios.index[each.cell]) for each in rows]
            question = np.where(known, self.place_of(measure), -1)
            ratios.add(np.concatenate(games), np.concatenate(cells_of), question,
                       np.where(known, values, 0.0))  # fmt: skip

    def place_of(self, measure: GameMeasure) -> int:
        """Its place among those of its kind."""
        return [each for each in self.measures if each.kind == measure.kind].index(measure)

    def mean(self, kind: str, place: int, cell: int) -> Estimate:
        """A mean in one cell."""
        ratios = self.ratios[kind]
        weights = np.eye(len(ratios.cells))[ratios.index[cell]]
        return interval(ratios.value(place, weights), ratios.variance(place, weights))

    def moved(self, kind: str, place: int, twin: Twin, slopes: tuple[float, float]) -> float:
        """Variance of a difference of two means, each on a scale of its slope (delta method)."""
        ratios = self.ratios[kind]
        weights = np.zeros(len(ratios.cells))
        weights[ratios.index[twin[1]]] += slopes[1]
        weights[ratios.index[twin[0]]] -= slopes[0]
        return ratios.variance(place, weights)

    def counted(self, kind: str, place: int, twins: Sequence[Twin] | None = None) -> list[Twin]:
        """The settings in which a share was counted with the change and without it."""
        ratios = self.ratios[kind]
        return [
            twin
            for twin in (self.twins if twins is None else twins)
            if all(ratios.bottom[ratios.index[cell], place] > 0 for cell in twin)
        ]

    def effect(
        self,
        kind: str,
        place: int,
        twins: Sequence[Twin] | None = None,
        known: "PairedSums | None" = None,
    ) -> Estimate | None:
        """What the change adds to a share, over settings weighed alike; None if it never stood.

        known: the game as it is, as far as it was played; its further games are counted, too.
        """
        met = self.counted(kind, place, twins)
        if not met:
            return None
        ratios, beyond = self.ratios[kind], self._beyond(kind, known)
        errors = {cell: _error(beyond, place, cell) for cell in beyond.cells}
        both, alone = self._weights(ratios, place, met, errors)
        games = int(min(ratios.bottom[ratios.index[cell], place] for twin in met for cell in twin))
        value = ratios.value(place, both) + beyond.value(place, alone)
        variance = ratios.variance(place, both) + beyond.variance(place, alone)
        return bonett_price_interval(value, variance, games, 1.0)

    def spreads(self, kind: str, place: int) -> tuple[float, float]:
        """Variances of one game: of the change, and of the game as it is.

        What both share is taken off.  After n and N games the variance of the effect is about the
        first / n + the second / N, where N is much larger than n.
        """
        ratios, met = self.ratios[kind], self.counted(kind, place)
        both, alone = self._weights(ratios, place, met, dict.fromkeys(self._bases, 0.0))
        first = ratios.variance(place, both)
        second = ratios.only(self._bases).variance(place, alone)
        return first * self.games, second * self.games

    @property
    def _bases(self) -> list[int]:
        return [*dict.fromkeys(without for without, _ in self.twins)]

    def _beyond(self, kind: str, known: "PairedSums | None") -> Ratios:
        """The games of the game as it is that the change has not played."""
        ratios = self.ratios[kind]
        if known is None:
            return Ratios(self._bases, ratios.questions)
        return known.ratios[kind].only(self._bases).less(ratios.only(self._bases))

    def _weights(
        self, ratios: Ratios, place: int, twins: Sequence[Twin], errors: Mapping[int, float]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Weights of the cells in games that both played, and of the first of each twin in others.

        errors: of each such first, as in `_shared`.
        """
        both, alone = np.zeros(len(ratios.cells)), np.zeros(len(self._bases))
        for without, with_it in twins:
            part = _shared(ratios, place, (without, with_it), errors[without])
            both[ratios.index[with_it]] += 1 / len(twins)
            both[ratios.index[without]] -= part / len(twins)
            alone[self._bases.index(without)] -= (1 - part) / len(twins)
        return both, alone

    def correlation(self, kind: str, place: int, cell: int, other: int) -> float:
        """How a share goes together in two cells, on the same game numbers."""
        ratios = self.ratios[kind]
        one, two = np.eye(len(ratios.cells))[[ratios.index[cell], ratios.index[other]]]
        first, second = ratios.variance(place, one), ratios.variance(place, two)
        both = (ratios.variance(place, one + two) - first - second) / 2
        return both / sqrt(first * second) if first * second > 0 else 0.0

    def share(self, kind: str, place: int, cell: int) -> Estimate:
        """A share in one cell, with Wilson's interval."""
        ratios = self.ratios[kind]
        weights = np.zeros(len(ratios.cells))
        weights[ratios.index[cell]] = 1.0
        return ratios.score(place, weights)


def _luck_of(rows: PairedRows, measure: GameMeasure) -> np.ndarray:
    """The number whose luck each game has: of its deal, where players change seats."""
    if measure.kind == MATCHUP and rows.frame is not None:
        return rows.frame.deals
    return rows.first + np.arange(len(rows.won))


def _alike(one: PairedRows, other: PairedRows) -> bool:
    """Whether every game ended alike in two cells."""
    if one.frame is None or other.frame is None:
        return one.frame is other.frame and np.array_equal(one.won, other.won)
    return np.array_equal(one.frame.won, other.frame.won)


def _error(beyond: Ratios, place: int, cell: int) -> float:
    """The variance of a share in games of a cell; infinite where there are few."""
    at = beyond.index[cell]
    if beyond.bottom[at, place] < FEWEST_BEYOND:
        return inf
    return beyond.variance(place, np.eye(len(beyond.cells))[at])


def _shared(ratios: Ratios, place: int, twin: Twin, error: float) -> float:
    """The part of the luck of the game without a change that is taken off the game with it.

    The one by which the effect varies least.  1: the game without it counts in the same games
    alone; below, it counts in its further games, too.  error: the variance of its share in those.
    """
    without, with_it = np.eye(len(ratios.cells))[[ratios.index[cell] for cell in twin]]
    before, after = ratios.variance(place, without), ratios.variance(place, with_it)
    if error == inf or before + error <= 0:
        return 1.0
    together = (before + after - ratios.variance(place, with_it - without)) / 2
    return min(max((together + error) / (before + error), 0.0), 1.0)
