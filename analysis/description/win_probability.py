"""The win-probability curve: who is ahead when, and when is it decided?

A chance of winning (`analysis.stats.win_probability`) is fitted to games that were seen turn by
turn, and told of games that the fit did not see.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Cell, Design
from analysis.data.known import held_together, known_of_games, known_of_seats, marks
from analysis.data.run import RunLike
from analysis.stats import suspense, win_probability
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, Rate, effect, rate
from analysis.stats.win_probability import Course

GONE = 0.9  # a game is sure where so much of the doubt at its beginning is gone, and stays gone
SHUT = 0.9  # a setting that is won, or lost, more often than this is decided before it begins
AHEAD = 0.05  # a new leader is ahead by so much of a chance; less is no change of the lead
LOW = 0.5  # who stood below this share of an even chance, and won, came back
PARTS = (0.0, 0.25, 0.5, 0.75)  # of a game's turns
START, HALF_TIME, LAST = 0.0, 0.5, 1.0  # before the first turn; in the last one
TENTHS = 10
QUARTERS = 4
LITTLE = 0.02  # of the doubt at half-time: who takes less away knows nothing
FEWEST = 40  # games of a setting that is told apart
FEWEST_FITTED = 100  # games that have a path of their own
SEATS_APART = 2  # so few seats are told apart where they play together: one may be a dummy
OF_GAME = "game_"


@dataclass(frozen=True)
class CurvePoint:
    """What stood at one part of the games.

    leader: games that whoever was ahead then won, where seats compete; won, lost: the mean chance
    of winning in games that were won and lost later, where they play together.
    """

    part: float
    leader: Rate | None
    won: Estimate | None
    lost: Estimate | None


@dataclass(frozen=True)
class CalibrationBin:
    """How a tenth of the scale came true: chances between its ends, their mean, what came."""

    said: float
    came: Estimate
    moments: int


@dataclass(frozen=True)
class Suspense:
    """How the chances of winning move from round to round (`analysis.stats.suspense`).

    suspense, surprise: of a game, the sums over its rounds.  used: suspense beside the most that
    games of as many rounds could have.  by_part: of a round in each quarter of the game, how far
    the chances are expected to move and how far they do, in chance that goes from one side to
    another.
    """

    suspense: Estimate
    surprise: Estimate
    used: Estimate
    by_part: tuple[tuple[Estimate, Estimate], ...]


@dataclass(frozen=True)
class Arc:
    """The arc of the games of one setting, or of several.

    levels: what is the same in all of its settings and tells them from those of another arc.
    sides: who can win; together: they play together, and the game is the other side.
    before: games that whoever has the best chance before the first turn won, where seats compete.
    decided: share of a game's turns after which its result is sure; early: games that are sure
    before their middle; open: games whose last turn was still open.
    rest, rest_lost: share of turns that come after it was decided: of all games, of lost ones.
    comebacks: of the games that were won, those in which the winner once stood below half an even
    chance (or half the usual chance); changes: of the lead in a game, None where nobody competes.
    """

    cell: Cell | None
    games: int
    sides: int
    together: bool
    before: Rate | None
    points: tuple[CurvePoint, ...]
    decided: Estimate
    early: Rate
    open: Rate
    rest_lost: Estimate | None
    comebacks: Rate
    changes: Estimate | None
    suspense: Suspense
    levels: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Arcs:
    """All arcs of a run.

    all: of the settings together that share a path; cells: of each by itself, but for the few of
    which too few games were seen.  settings: how many there are; shut: those that are won or lost
    nearly always, which are left out of `all`: they are decided by what they are.
    said: how the chances came true, by tenths; knows: share of the doubt at half-time that the
    chances took away (0: none more than an even chance), by the squares of what was missed; knew:
    the same before the first turn, by seats, options and the deal alone; columns: of what is
    counted, all that the chances go by; off: how far they are off beyond what luck explains, in
    shares of a game.
    """

    all: tuple[Arc, ...]
    cells: tuple[Arc, ...]
    said: tuple[CalibrationBin, ...]
    knows: float
    knew: float
    off: float
    columns: int
    shut: int
    settings: int = 0
    few: int = 0

    @property
    def tells(self) -> bool:
        """Whether the chances say anything at half-time of who will win."""
        return self.knows >= LITTLE


NOTHING = Arcs(all=(), cells=(), said=(), knows=0.0, knew=0.0, off=0.0, columns=0, shut=0)


def arcs(design: Design, run: RunLike, counts: Counts) -> Arcs:
    """The arcs of a run, empty where it keeps no games that were seen turn by turn.

    And where nothing is counted in them: then nobody can be said to be ahead.
    """
    turns = run.turns()
    if turns is None or turns.is_empty():
        return NOTHING
    played = {cell.number: cell for cell in design.base}
    seen = [
        _Seen(design, turns, run, cells, won)
        for cells, won in _groups(design, counts, turns)
        if _columns(turns, of_game=False) or (won and _columns(turns, of_game=True))
    ]
    if not seen:
        return NOTHING
    said = _calibrated(seen, design.confidence)
    alone = [
        (one, cell)
        for number, cell in played.items()
        for one in seen
        if number in one.cells and len(one.cells) > 1
    ]
    cells = tuple(arc for one, cell in alone for arc in one.arcs(cell))
    together = [(one.cells, arc) for one in seen for arc in one.arcs(None)]
    return Arcs(
        all=tuple(_told_apart(design, together)),
        cells=cells,
        said=said,
        knows=_knows(seen, HALF_TIME),
        knew=_knows(seen, START),
        off=_off(said),
        columns=max(one.columns for one in seen),
        shut=sum(one.shut for one in seen),
        settings=sum(len(one.cells) for one in seen),
        few=len(alone) - len(cells),
    )


def _told_apart(design: Design, arcs: Sequence[tuple[tuple[int, ...], Arc]]) -> Iterator[Arc]:
    """Arcs of several settings, each with the levels by which it differs from the others."""
    levels = {cell.number: cell.levels for cell in design.base}
    shared = [_shared([levels[cell] for cell in cells]) for cells, _ in arcs]
    everywhere = _shared(shared)
    for (_, arc), common in zip(arcs, shared, strict=True):
        own = {name: level for name, level in common.items() if name not in everywhere}
        yield replace(arc, levels=own) if len(arcs) > 1 else arc


def _shared(all_: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The levels that all have."""
    return {
        name: level
        for name, level in (all_[0] if all_ else {}).items()
        if all(name in each and each[name] == level for each in all_)
    }


def _groups(
    design: Design, counts: Counts, turns: pl.DataFrame
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Cells that share a path, and whether they are won or lost as a whole.

    Settings in which as many sides sit at another kind of table (a mode, a map) have a path of
    their own, where they have the games for it.
    """
    rows = turns.group_by("cell").agg(
        pl.col("replicate").n_unique().alias("games"), pl.col("seat").n_unique().alias("seats")
    )
    known = {cell: (games, seats) for cell, games, seats in rows.iter_rows()}
    kinds = [f.name for f in design.factors if not (f.ordered or f.swept or f.who_plays)]
    shared: dict[tuple[Any, ...], dict[tuple[Any, ...], list[int]]] = {}
    for cell in design.base:
        if cell.number in known and cell.number in design.unswept:
            won = cell.number in counts.winnable
            table = (won, 0 if won else known[cell.number][1])
            kind = tuple(str(cell.levels.get(name)) for name in kinds)
            shared.setdefault(table, {}).setdefault(kind, []).append(cell.number)
    for (won, _), by_kind in shared.items():
        small: list[int] = []
        for cells in by_kind.values():
            if sum(known[cell][0] for cell in cells) >= FEWEST_FITTED:
                yield tuple(cells), won
            else:
                small += cells
        if sum(known[cell][0] for cell in small) >= FEWEST_FITTED:
            yield tuple(small), won


@dataclass(frozen=True)
class _Rounds:
    """Games round by round: first rows and numbers of rows, the chances at the beginning, the game
    of each row, and how far the chances move after it: expected, and what came.
    """

    starts: np.ndarray
    counts: np.ndarray
    before: np.ndarray
    game: np.ndarray
    moves: tuple[np.ndarray, np.ndarray]


class _Seen:
    """Games of some cells, turn by turn, with the chances of their sides.

    games: a row a game in order: its cell, first row and number of rows; p: float64[rows, sides].
    """

    def __init__(
        self, design: Design, turns: pl.DataFrame, run: RunLike, cells: tuple[int, ...], won: bool
    ) -> None:
        self.cells, self.together, self.confidence = cells, won, design.confidence
        rows = turns.filter(pl.col("cell").is_in(cells)).sort("cell", "replicate", "turn", "seat")
        results = _results(design, run, rows, won)
        self.seats = rows["seat"].n_unique()
        if won:
            course, self.columns = _together(design, rows, results)
            known = _known(design, run, results)
        else:
            course, self.columns = _against(design, rows, results)
            known = _known_of_seats(design, results)
        whole = np.concatenate([course.x, known[course.game]], axis=2)
        course = replace(course, x=whole, steady=known.shape[2])
        self.course, self.p = course, win_probability.chances(course)
        _, self.starts, self.counts = np.unique(course.game, return_index=True, return_counts=True)
        self.cell_of = results["cell"].to_numpy()[:: len(results) // len(self.starts)]
        self.y = course.y[self.starts]
        # What a side wins of the games of a setting, before any of them begins.
        self.usual = np.full(len(self.starts), 1 / self.p.shape[1])
        for cell in cells if won else ():
            of_cell = self.cell_of == cell
            self.usual[of_cell] = self.y[of_cell, 0].mean() if of_cell.any() else 0.0

    @property
    def open(self) -> np.ndarray:
        """Games of settings that are not decided before they begin."""
        return (self.usual > 1 - SHUT) & (self.usual < SHUT)

    @property
    def shut(self) -> int:
        """How many settings are decided before they begin."""
        return len(np.unique(self.cell_of[~self.open]))

    def arcs(self, cell: Cell | None) -> Iterator[Arc]:
        """The arc of one cell, or of all that are open; none where there are too few games."""
        games = np.flatnonzero(self.open)
        if cell is not None:
            games = np.flatnonzero(self.cell_of == cell.number)
        if len(games) >= FEWEST:
            yield self._arc(cell, games)

    def _arc(self, cell: Cell | None, games: np.ndarray) -> Arc:
        courses = [self._one(game) for game in games]
        decided, back, changes = (np.array(column, float) for column in zip(*courses, strict=True))
        lost = self.y[games, 0] == 0
        won = ~lost if self.together else self.y[games].max(axis=1) == 1
        told = self.together and lost.sum() >= FEWEST
        return Arc(
            cell=cell,
            games=len(games),
            sides=self.p.shape[1],
            together=self.together,
            before=None if self.together else self._before(games),
            points=tuple(self._point(part, games) for part in (*PARTS, LAST)),
            decided=self._mean(decided),
            early=self._rate(decided < 0.5),
            open=self._rate(decided == 1),
            rest_lost=self._mean(1 - decided[lost]) if told else None,
            comebacks=self._rate(back[won]),
            changes=None if self.together else self._mean(changes),
            suspense=self._suspense(games),
        )

    @cached_property
    def _rounds(self) -> "_Rounds":
        """The moments at which all seats have had as many turns, and how chances move between.

        Within a round whoever has just moved seems ahead.
        """
        place = np.arange(len(self.p)) - np.repeat(self.starts, self.counts)
        kept = np.flatnonzero(place % self.seats == 0)
        game, p = self.course.game[kept], self.p[kept]
        starts = np.searchsorted(game, np.arange(len(self.starts)))
        ends = np.append(starts[1:], len(game))
        paths = np.insert(p, ends, self.y, axis=0)
        last = ends[:-1] + np.arange(len(ends) - 1)  # from the end of a game to the next
        steps = np.delete(suspense.moved(paths), last)
        expected = suspense.expected(steps, p, self.course.late[kept])
        return _Rounds(starts, ends - starts, p[starts], game, (expected, steps))

    def _suspense(self, games: np.ndarray) -> Suspense:
        """Sums over the rounds of each game, and means over those of each quarter."""
        rounds = self._rounds
        sums = [np.add.reduceat(each, rounds.starts)[games] for each in rounds.moves]
        most = [suspense.most_suspense(rounds.before[g], rounds.counts[g]) for g in games]
        place = np.arange(len(rounds.game)) - np.repeat(rounds.starts, rounds.counts)
        quarter = place * QUARTERS // rounds.counts[rounds.game]
        inside = np.isin(rounds.game, games)
        parts = [inside & (quarter == part) for part in range(QUARTERS)]
        expected, came = rounds.moves
        return Suspense(
            suspense=self._mean(sums[0]),
            surprise=self._mean(sums[1]),
            used=self._mean(sums[0] / np.maximum(most, 1e-9)),
            by_part=tuple(
                (self._mean(expected[part] / sqrt(2)), self._mean(came[part] / sqrt(2)))
                for part in parts
                if part.any()
            ),
        )

    def _one(self, game: int) -> tuple[float, bool, int]:
        """Share of turns before the game is decided, did the winner come back, changes of lead."""
        first, count = self.starts[game], self.counts[game]
        p, y = self.p[first : first + count], self.y[game]
        side = int(y.argmax())
        usual = 1 - self.usual[game] if self.together and side else self.usual[game]
        sure = (1 - p[:, side] <= (1 - GONE) * (1 - usual)) & (y[side] == 1)
        decided = count - int(np.argmin(sure[::-1])) if not sure.all() else 0
        return decided / count, bool((p[:, side] < LOW * usual).any()), _changes(p[:: self.seats])

    def _point(self, part: float, games: np.ndarray) -> CurvePoint:
        last = self.counts[games] - 1
        p = self.p[self.starts[games] + np.minimum((part * (last + 1)).astype(np.int64), last)]
        y = self.y[games]
        if not self.together:
            first, second = np.sort(p, axis=1)[:, -1], np.sort(p, axis=1)[:, -2]
            led = y[np.arange(len(y)), p.argmax(axis=1)][first >= second + AHEAD]
            return CurvePoint(part, self._rate(led), None, None)
        won = y[:, 0] == 1
        means = (self._mean(p[w, 0]) if w.sum() > 1 else None for w in (won, ~won))
        return CurvePoint(part, None, *means)

    def _before(self, games: np.ndarray) -> Rate:
        """Games that the side won which had the best chance before the first turn."""
        best = self.p[self.starts[games]].argmax(axis=1)
        return self._rate(self.y[games, best])

    def _rate(self, shares: np.ndarray) -> Rate:
        """Of games: how many of them were, or how much of them."""
        return rate(float(shares.sum()), len(shares), self.confidence)

    def _mean(self, values: np.ndarray) -> Estimate:
        spread = values.var(ddof=1) / len(values) if len(values) > 1 else 0.0
        return effect(float(values.mean()), float(spread), confidence=self.confidence)


def _results(design: Design, run: RunLike, rows: pl.DataFrame, won: bool) -> pl.DataFrame:
    """How games ended and what was known before: a row a game with `won`, or a seat's share."""
    keys = rows.select("cell", "replicate").unique(maintain_order=True)
    last = int(keys.select(pl.col("replicate").max()).item())
    if won:
        return _joined(keys, run.games(0, last), [str(design.won), *known_of_games(design)])
    kept = [c["name"] for c in design.columns("seats", "win_share")]
    kept += [c["name"] for c in design.columns("seats", "key") if c["name"] in ("seat", "team")]
    return _joined(keys, run.seats(0, last), list(dict.fromkeys([*kept, *known_of_seats(design)])))


def _joined(keys: pl.DataFrame, table: pl.LazyFrame, columns: Sequence[str]) -> pl.DataFrame:
    found = table.select("cell", "replicate", *columns).collect()
    return keys.join(found, on=["cell", "replicate"], how="left", maintain_order="left_right")


def _known(design: Design, run: RunLike, results: pl.DataFrame) -> np.ndarray:
    """float64[games, 2, things]: what is dealt, and what the players have from the beginning."""
    keys = results.select("cell", "replicate")
    team = [c["name"] for c in design.columns("seats", "key") if c["name"] == "team"]
    columns = list(dict.fromkeys(["cell", "replicate", *team, *known_of_seats(design)]))
    seats = run.seats(0, int(str(keys["replicate"].max()))).select(columns).collect()
    dealt = marks(results, known_of_games(design))
    known = np.concatenate([dealt, held_together(design, seats, keys)], axis=1)
    return np.stack([known, np.zeros(known.shape)], axis=1)


def _known_of_seats(design: Design, results: pl.DataFrame) -> np.ndarray:
    """float64[games, sides, things]: where a side sits, and what it has from the beginning."""
    games = results.select("cell", "replicate").n_unique()
    held = marks(results, known_of_seats(design)).reshape(games, len(results) // games, -1)
    places = np.broadcast_to(np.eye(held.shape[1]), (*held.shape[:2], held.shape[1]))
    return _of_sides(np.concatenate([held, places], axis=2), _teams(results, len(places[0])))


def _teams(results: pl.DataFrame, seats: int) -> np.ndarray:
    """The team of each seat, by game."""
    if "team" not in results.columns:
        return np.tile(np.arange(seats), (len(results) // seats, 1))
    return results["team"].to_numpy().reshape(-1, seats)


def _of_sides(of_seats: np.ndarray, teams: np.ndarray) -> np.ndarray:
    """What sides have, which are teams where some seats win together; axis 1 are seats."""
    sides = np.unique(teams)
    if (teams == np.arange(teams.shape[1])).all():
        return of_seats
    wide = (..., *[None] * (of_seats.ndim - 2))
    on = [(teams == side)[wide] for side in sides]
    return np.stack([(of_seats * is_on).sum(axis=1) for is_on in on], axis=1)


def _columns(rows: pl.DataFrame, of_game: bool) -> list[str]:
    """Columns of numbers that say something; keys do not."""
    keys = ("cell", "replicate", "turn", "seat")
    named = [c for c in rows.columns if c not in keys and c.startswith(OF_GAME) == of_game]
    return [c for c in named if rows[c].null_count() < rows.height]


def _numbers(rows: pl.DataFrame, columns: Sequence[str]) -> np.ndarray:
    """float64[rows, columns]; a table without columns has forgotten its rows."""
    if not columns:
        return np.zeros((rows.height, 0))
    return rows.select(pl.col(columns).cast(pl.Float64).fill_null(0.0)).to_numpy()


def _moments(rows: pl.DataFrame, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Number of the game of each moment, and how late it is."""
    first = rows[::seats] if seats > 1 else rows
    keys = first.select("cell", "replicate")
    game = keys.select(pl.struct("cell", "replicate").rle_id()).to_series().to_numpy()
    usual = (
        first.group_by("cell", "replicate")
        .agg(pl.len().alias("turns"))
        .group_by("cell")
        .agg(pl.col("turns").median().alias("usual"))
    )
    lengths = first.select("cell").join(usual, on="cell", how="left", maintain_order="left")
    starts = np.searchsorted(game, game)
    return game.astype(np.int64), (np.arange(len(game)) - starts) / lengths["usual"].to_numpy()


def _against(design: Design, rows: pl.DataFrame, results: pl.DataFrame) -> tuple[Course, int]:
    """Seats, or teams where some seats win together, with what each of them has."""
    seats = rows["seat"].n_unique()
    columns = _columns(rows, of_game=False)
    x = _numbers(rows, columns).reshape(-1, seats, len(columns))
    share = next(c["name"] for c in design.columns("seats", "win_share"))
    y = results[share].to_numpy().astype(float).reshape(-1, seats)
    game, late = _moments(rows, seats)
    teams = _teams(results, seats)
    x, y = _of_sides(x, teams[game]), _of_sides(y, teams)
    return Course(x, y[game], game, late), len(columns)


def _together(design: Design, rows: pl.DataFrame, results: pl.DataFrame) -> tuple[Course, int]:
    """The players on one side, the game on the other: what they have, in all and the least of it.

    What a setting is by itself worth is a column of its own.
    """
    seats = rows["seat"].n_unique()
    own, whole = _columns(rows, of_game=False), _columns(rows, of_game=True)
    each = _numbers(rows, own)
    tables = rows.group_by("cell", "replicate", "turn", maintain_order=True).agg(pl.len())
    rows_of = tables["len"].to_numpy().astype(np.int64)
    at = np.cumsum(rows_of) - rows_of
    parts = [np.add.reduceat(each, at), np.minimum.reduceat(each, at)] if own else []
    if own and seats <= SEATS_APART and (rows_of == seats).all():
        parts = [each.reshape(-1, seats * len(own))]
    parts.append(_numbers(rows[at], whole))
    game, late = _moments(rows[at], 1)
    cell = rows["cell"].to_numpy()[at]
    parts.append((cell[:, None] == np.unique(cell)[None]).astype(float))
    x = np.concatenate(parts, axis=1)
    assert design.won is not None
    won = results[design.won].to_numpy().astype(float)[game]
    both = np.stack([x, np.zeros(x.shape)], axis=1)
    return Course(both, np.stack([won, 1 - won], axis=1), game, late), len(own) + len(whole)


def _changes(p: np.ndarray) -> int:
    """How often somebody else comes to be ahead; who is the first to be takes it from nobody."""
    leaders = p.argmax(axis=1)
    ordered = np.sort(p, axis=1)
    ahead = leaders[ordered[:, -1] >= ordered[:, -2] + AHEAD]
    return int((ahead[1:] != ahead[:-1]).sum())


def _calibrated(seen: Collection[_Seen], confidence: Confidence) -> tuple[CalibrationBin, ...]:
    """Of chances in each tenth: their mean, and how often it came so; games are the samples."""
    p = np.concatenate([one.p.ravel() for one in seen])
    y = np.concatenate([one.course.y.ravel() for one in seen])
    sizes = np.cumsum([0, *(len(one.starts) for one in seen)])
    game = np.concatenate(
        [
            np.repeat(one.course.game + start, one.p.shape[1])
            for one, start in zip(seen, sizes[:-1], strict=True)
        ]
    )
    tenth = np.minimum((p * TENTHS).astype(np.int64), TENTHS - 1)
    return tuple(
        _said(p[tenth == k], y[tenth == k], game[tenth == k], confidence)
        for k in range(TENTHS)
        if len(np.unique(game[tenth == k])) >= FEWEST
    )


def _said(p: np.ndarray, y: np.ndarray, game: np.ndarray, confidence: Confidence) -> CalibrationBin:
    """A ratio of sums over games (Cochran 1977, 6.4)."""
    _, which = np.unique(game, return_inverse=True)
    came, moments = np.bincount(which, y), np.bincount(which)
    value = came.sum() / moments.sum()
    variance = ((came - value * moments) ** 2).sum() / moments.sum() ** 2
    came_so = effect(float(value), float(variance), confidence=confidence)
    return CalibrationBin(float(p.mean()), came_so, len(p))


def _off(said: Sequence[CalibrationBin]) -> float:
    """How far chances are off, on average, beyond what luck explains."""
    moments = sum(s.moments for s in said)
    far = (s.moments * max(0.0, abs(s.said - s.came.value) - s.came.half) for s in said)
    return sum(far) / moments if moments else 0.0


def _knows(seen: Collection[_Seen], part: float) -> float:
    """Share of the doubt that is gone at a part of the game: 1 less the ratio of squares missed."""
    missed, even = 0.0, 0.0
    for one in seen:
        middle = one.starts + (one.counts * part).astype(np.int64)
        y = one.course.y[middle]
        missed += float(((one.p[middle] - y) ** 2).sum())
        usual = np.stack([one.usual, 1 - one.usual], axis=1) if one.together else 1 / y.shape[1]
        even += float(((usual - y) ** 2).sum())
    return 1 - missed / even if even else 0.0
