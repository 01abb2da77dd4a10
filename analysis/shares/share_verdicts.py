"""Who wins more than the fair share?  Options, seats and strategies, setting by setting."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from analysis.data.design import Cell
from analysis.data.entrants import EntrantKind, Entrants
from analysis.data.frames import Slice, crossed
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Compared, Fair, compared
from analysis.rates.fitted import Fits
from analysis.shares.player_counts import AtPlayers, at_players
from analysis.shares.wishes import Thing, Wanted
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, empirical_bayes, fcr_widening
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, by_error
from analysis.stats.verdicts import Band

ENOUGH = 2_000  # games of a cell, from which a share that was picked is overstated by little
FEWEST_DRAWN = 4  # of fewer shares nobody knows how far such shares lie apart


@dataclass(frozen=True)
class Share:
    """One of a kind in one cell.

    games: how often it was held; share: its mean win share with the interval; over: the
    same, less the fair share.  beyond: how far outside the band it lies at least.  more: games
    to add to the cell for a verdict (0: there is one; None: it stands on the edge).  band: how far
    over may lie from 0.  differs: it is not the fair share for certain, whatever the verdict.
    likelier: the share drawn to the others of its setting by as much of it as is luck; None where
    so many games were played that it is the same.
    """

    label: str
    cell: Cell
    games: int
    share: Estimate
    fair: float
    over: Estimate
    q: float
    verdict: str
    beyond: float
    more: int | None
    band: Band
    differs: bool = False
    likelier: float | None = None


@dataclass(frozen=True)
class Over:
    """One of a kind over all cells: points over the fair share, every cell weighed alike.

    evened: the same with every seat weighed alike; None where a seat is missing.  differs: it is
    not 0 for certain, whatever the verdict.
    """

    label: str
    value: str
    games: int
    effect: Estimate
    evened: float | None
    q: float
    verdict: str
    differs: bool = False


@dataclass(frozen=True)
class Kind:
    """All shares of one kind of thing.

    noun: what they are, a plural ("factions"); role: as of `EntrantKind`.
    section: of the cards, of which they are; else empty.
    sorts: label -> which sort of thing it is, where a seat holds one of each sort (a fighter,
    a wizard); else empty.  sort: what such a sort is called.  savings: of each setting that is
    weighed by seat, how many times as many games would tell as much without it.  sides: they are
    those who win together; folded: noun and value of what is no more than one of these -> the value
    of that.  at_players: options by number of players, where the run crosses these.
    """

    noun: str
    role: str
    shares: tuple[Share, ...]
    overs: tuple[Over, ...]
    sorts: Mapping[str, str] = field(default_factory=dict)
    sort: str = "sort"
    savings: tuple[float, ...] = ()
    section: str = ""
    sides: bool = False
    folded: Mapping[Thing, str] = field(default_factory=dict)
    at_players: tuple[AtPlayers, ...] = ()


class Shares:
    """Sums of one pass: what everything won that seats had, and in which seat."""

    def __init__(self, entrants: Entrants) -> None:
        self.entrants = entrants
        base, sure = entrants.base, entrants.design.confidence
        self.sums = [
            (things, Ratios(base, size, sure), Ratios(base, size * entrants.seats, sure))
            for things in entrants.things
            for size in [len(things.values)]
        ]

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        seats = self.entrants.seats
        for things, ratios, by_seat in self.sums:
            codes = [things.codes(frame) for frame in games.printed]
            seated = [
                [crossed(code, frame.seats, seats) for code in held if not things.sides]
                for frame, held in zip(games.printed, codes, strict=True)
            ]
            ratios.count(games.printed, codes, map(things.won, games.printed))
            if not things.sides:
                by_seat.count(games.printed, seated)

    def result(self, fair: Fair) -> tuple[Kind, ...]:
        """Shares in the printed cells."""
        kinds = (self._kind(*sums, fair) for sums in self.sums)
        return tuple(kind for kind in kinds if kind.shares)

    def _kind(self, things: EntrantKind, ratios: Ratios, by_seat: Ratios, fair: Fair) -> Kind:
        design, counts = self.entrants.design, self.entrants.counts
        ratios = ratios.without(fair.folded(things))
        pooled = ratios.within(things.unswept) if things.unswept else ratios
        even: Sequence[float | None] = [None] * len(things.values)
        if things.role != "seat" and not things.sides and not things.ahead:
            even = evened(by_seat, len(things.values), self.entrants.seats, fair.of(things))
        played = {cell: counts.games(cell) for cell in self.entrants.base}
        shared, folded = fair.of(things), self._folded(fair) if things.sides else {}
        wanted = Wanted(design, things, shared, folded)
        over = overs(pooled, things.values, things.labels, shared, wanted.of_all, even)
        if things.role == "seat":
            over = tuple(sorted(over, key=lambda o: int(o.value)))
        return Kind(
            noun=things.noun,
            role=things.role,
            section=things.section,
            shares=shares(ratios, things.labels, design.base, shared, wanted.of, played),
            overs=over,
            sorts=dict(zip(things.labels, things.sorts, strict=False)),
            sort=things.sort,
            savings=tuple(
                _saving(things.ahead[cell], share)
                for cell, share in zip(ratios.cells, fair.shares, strict=True)
                if cell in things.ahead
            ),
            sides=things.sides,
            folded=folded,
            at_players=at_players(design, things, pooled, shared),
        )

    def _folded(self, fair: Fair) -> dict[Thing, str]:
        """What is no more than one side, in every setting in which it was met."""
        sides, kinds = self.entrants.sides, {things.noun: things for things in self.entrants.things}
        return {
            (noun, value): sides.values[at.pop()]
            for noun, beside in fair.by_side.items()
            for value, side in zip(kinds[noun].values, beside.side.T, strict=True)
            if sides and len(at := {*side.tolist()}) == 1 and -1 not in at
        }


def _saving(ahead: np.ndarray, fair: float) -> float:
    """The variance of a seat's result beside what is left of it within the seats."""
    whole = fair * (1 - fair)
    return float(whole / (whole - np.square(ahead).mean()))


def shares(
    ratios: Ratios, labels: Sequence[str], cells: Sequence[Cell], fair: np.ndarray,
    near: Callable[[int, int], Band], played: dict[int, int],
) -> tuple[Share, ...]:  # fmt: skip
    """Every thing in every cell where it was met.

    fair: as (cells, things); near: of the number of a cell and the place of a thing, how far from
    the fair share it may lie.
    """
    places = [
        (i, j)
        for j in range(len(labels))
        for i in range(len(ratios.cells))
        if ratios.bottom[i, j] > 0
    ]
    alone = np.eye(len(ratios.cells))
    bands = [near(ratios.cells[i], j) for i, j in places]
    means = [
        compared(ratios, j, alone[i], fair[:, j], band)
        for (i, j), band in zip(places, bands, strict=True)
    ]
    with_q = _with_q(means, bands, ratios.confidence)
    by_number = {cell.number: cell for cell in cells}
    shares = []
    for (i, j), band, (mean, q, differs) in zip(places, bands, with_q, strict=True):
        over, cell = mean.over, by_number[ratios.cells[i]]
        verdict, beyond = verdicts.of_share(over, q, band), verdicts.surely_beyond(over, band)
        needed = verdicts.more_shares(over, band, played[cell.number], len(places))
        found = mean.games, mean.share, mean.fair, over
        more = needed if verdict == verdicts.MORE else 0
        shares.append(Share(labels[j], cell, *found, q, verdict, beyond, more, band, differs))
    few = [number for number in ratios.cells if played[number] < ENOUGH]
    return _with_likelier(shares, few)


def _with_likelier(shares: Sequence[Share], cells: Collection[int]) -> tuple[Share, ...]:
    """The same; in some cells, where few games tell, each with what is likelier than its share."""
    likelier: dict[tuple[str, int], float] = {}
    for number in cells:
        of_cell = [share for share in shares if share.cell.number == number]
        if len(of_cell) >= FEWEST_DRAWN:
            found = empirical_bayes([s.share.value for s in of_cell], [s.share.se for s in of_cell])
            likelier |= {(s.label, number): v for s, v in zip(of_cell, found, strict=True)}
    return tuple(
        replace(share, likelier=likelier.get((share.label, share.cell.number))) for share in shares
    )


def overs(
    ratios: Ratios, values: Sequence[str], labels: Sequence[str], fair: np.ndarray,
    near: Callable[[int], Band], evened: Sequence[float | None],
) -> tuple[Over, ...]:  # fmt: skip
    """Everything over all cells, the strongest first; near: of the place of a thing."""
    met = [j for j in range(len(labels)) if ratios.bottom[:, j].sum() > 0]
    bands = [near(j) for j in met]
    means = [
        compared(ratios, j, ratios.even(j), fair[:, j], band)
        for j, band in zip(met, bands, strict=True)
    ]
    with_q = _with_q(means, bands, ratios.confidence)
    overs = [
        Over(labels[j], values[j], mean.games, mean.over, evened[j], q, verdict, differs)
        for j, band, (mean, q, differs) in zip(met, bands, with_q, strict=True)
        for verdict in [verdicts.of_share(mean.over, q, band)]
    ]
    return tuple(sorted(overs, key=lambda o: (-o.effect.value, o.label)))


def _with_q(
    means: Sequence[Compared], bands: Sequence[Band], confidence: Confidence
) -> list[tuple[Compared, float, bool]]:
    """Each with its q, and whether it differs from the fair share for certain.

    What is picked by its q, for lying outside its band, has the wider an interval.
    """
    games = [mean.games for mean in means]
    judged = [
        verdicts.outside_band(by_error(mean.over, mean.error), band)
        for mean, band in zip(means, bands, strict=True)
    ]
    qs = verdicts.q_of_enough(judged, games)
    at_all = verdicts.q_of_enough([by_error(m.over, m.fair_error) for m in means], games)
    times = fcr_widening(qs, confidence)
    widened = [m.widened(times) if q < FALSE_SHARE else m for m, q in zip(means, qs, strict=True)]
    return [
        (mean, q, verdicts.differs(mean.over, any_q))
        for mean, q, any_q in zip(widened, qs, at_all, strict=True)
    ]


def evened(by_seat: Ratios, things: int, seats: int, fair: np.ndarray) -> list[float | None]:
    """Points over the fair share if everything sat in each seat equally often.

    by_seat: question thing x seats + seat.  None where something never sat in a seat.
    """
    shape = len(by_seat.cells), things, seats
    share, games = by_seat.shares.reshape(shape), by_seat.bottom.reshape(shape)
    sat = games.sum(axis=1) > 0
    evened: list[float | None] = []
    for j in range(things):
        met = games[:, j].sum(axis=1) > 0
        if not met.any() or (games[met, j] == 0)[sat[met]].any():
            evened.append(None)
            continue
        means = [share[i, j, sat[i]].mean() - fair[i, j] for i in np.flatnonzero(met)]
        evened.append(float(np.mean(means)))
    return evened


def without_fits(fits: Fits, kind: Kind) -> Kind:
    """The shares of one kind; an option that is on target because it was fitted has no verdict."""
    if kind.role != "option":
        return kind
    value_of = {over.label: over.value for over in kind.overs}
    cells = fits.design.base
    return replace(
        kind,
        shares=tuple(
            replace(one, verdict=verdicts.FIT, more=0)
            if one.verdict == verdicts.ON_TARGET
            and fits.option(kind.section, value_of[one.label], [one.cell])
            else one
            for one in kind.shares
        ),
        overs=tuple(
            replace(one, verdict=verdicts.FIT)
            if one.verdict == verdicts.ON_TARGET and fits.option(kind.section, one.value, cells)
            else one
            for one in kind.overs
        ),
    )
