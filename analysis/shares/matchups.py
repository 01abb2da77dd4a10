"""Who finishes ahead of whom, how strong does that make each, and does it go round in a circle?

Pairwise win rates, all judged at once where strategies meet, strengths by Plackett and Luce's
model with errors from a bootstrap over groups of deals, and a test for intransitive cycles.  Made
by `contest`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import log, sqrt

import numpy as np

from analysis.data.entrants import MOST_PAIRED, EntrantKind, Entrants
from analysis.data.frames import Frame, Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, less
from analysis.estimators.interactions import CountedShares, drawn_together, of_pairs
from analysis.estimators.joint import at_once, moves_of_groups, with_errors
from analysis.estimators.meetings import meetings
from analysis.shares.rotated import Rotated
from analysis.stats import verdicts
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Estimate, by_error, within
from analysis.stats.verdicts import FEWEST

# A prime, so that groups of deals do not fall in step with the blocks of balanced deals.
GROUPS = 199
RESAMPLES = 500
# Added to every pair so that one who always wins has a finite strength.
PRIOR = 0.01
LEAST = 0.5  # effective games of a pair, where two seats that always tie tell hardly any
STEPS = 50  # of Newton, at most; five are usual
CLOSE = 1e-8
ROUND = 0.001


@dataclass(frozen=True)
class Matchup:
    """`first` against `second`: how often it finishes ahead, a tie counting half.

    expected: what the strengths of the two say; beyond: the difference.  likely: how often it
    finishes ahead, drawn to what strengths say by as much of the difference as is luck; None of
    strategies, whose intervals hold all at once.
    """

    first: str
    second: str
    games: int
    ahead: Estimate
    expected: float
    beyond: Estimate
    q: float
    verdict: str
    likely: Estimate | None = None

    def turned(self) -> "Matchup":
        """The same, seen from the other side."""
        beyond, likely = self.beyond, self.likely
        beyond = replace(beyond, value=-beyond.value, low=-beyond.high, high=-beyond.low)
        return replace(
            self,
            first=self.second,
            second=self.first,
            ahead=_turned(self.ahead),
            expected=1 - self.expected,
            beyond=beyond,
            likely=None if likely is None else _turned(likely),
        )


def _turned(share: Estimate) -> Estimate:
    """A share seen from the other side."""
    return replace(share, value=1 - share.value, low=1 - share.high, high=1 - share.low)


@dataclass(frozen=True)
class Rating:
    """Strength as how often one finishes ahead of another one on average.

    best, worst: the first and the last of the places that it may hold (95%).
    """

    label: str
    ahead: Estimate
    place: int
    best: int
    worst: int


@dataclass(frozen=True)
class Matchups:
    """All pairs.  cyclic: share of the differences that no order of strength explains, less
    what luck alone gives (None: too few games); circles: whether there surely are any.
    spread: how far pairs lie from what strengths say beyond luck, on the scale of log odds; apart:
    the pairs that never met.

    Of strategies: moves: float[groups, pairs], how luck that pairs share moves how often they
    finish ahead, a column for each of `pairs`; their intervals hold all at once.  same: those
    who played the same in all their games, whoever of them sat where.
    """

    pairs: tuple[Matchup, ...]
    ratings: tuple[Rating, ...]
    cyclic: float | None
    circles: bool
    moves: np.ndarray | None = field(default=None, compare=False, repr=False)
    same: tuple[tuple[str, ...], ...] = ()
    spread: float = 0.0
    apart: tuple[tuple[str, str], ...] = ()

    def pair(self, first: str, second: str) -> Matchup:
        """Two that met, seen from the first of them."""
        sides = (side for pair in self.pairs for side in (pair, pair.turned()))
        return next(side for side in sides if (side.first, side.second) == (first, second))

    def are_same(self, labels: Collection[str]) -> bool:
        """Whether all of these played the same in all their games."""
        return any(set(labels) <= set(group) for group in self.same)


def is_shown(pair: Matchup) -> bool:
    """Whether one of two is shown to finish ahead of the other."""
    return not pair.ahead.low <= 0.5 <= pair.ahead.high


class Meetings:
    """Sums of one pass: every two things that met at a table."""

    def __init__(
        self, entrants: Entrants, option: EntrantKind, rank: str, rotated: Rotated | None = None
    ) -> None:
        self.option, self.rank, self.rotated = option, rank, rotated
        self.confidence = entrants.design.confidence
        self.labels = list(option.labels)
        self.pairs = list(combinations(range(len(self.labels)), 2))
        size = len(self.labels)
        self.place = np.full((size, size), -1)
        for index, (a, b) in enumerate(self.pairs):
            self.place[a, b] = self.place[b, a] = index
        self.ratios = Ratios(entrants.base, len(self.pairs), self.confidence)
        self.wins = np.zeros((GROUPS, size, size))

    @classmethod
    def of(cls, entrants: Entrants) -> "Meetings | None":
        """Where seats hold options and end in an order."""
        return cls._of(entrants, entrants.option)

    @classmethod
    def of_strategies(cls, entrants: Entrants) -> "Meetings | None":
        """Where several strategies meet and end in an order: judged at once."""
        strategy = entrants.strategy
        return cls._of(entrants, strategy, Rotated(entrants.design, strategy) if strategy else None)

    @classmethod
    def _of(
        cls, entrants: Entrants, things: EntrantKind | None, rotated: Rotated | None = None
    ) -> "Meetings | None":
        rank = entrants.column("rank")
        if not things or not rank or len(things.values) > MOST_PAIRED:
            return None
        return cls(entrants, things, rank, rotated)

    def add(self, games: Slice) -> None:
        """Some deals of every cell: every two seats of different teams."""
        if self.rotated is not None:
            for frame in games.printed:
                self.rotated.add(frame)
        parts = [
            (self._groups(frame), frame.deals, self._cell(frame), *meeting)
            for frame in games.printed
            for meeting in meetings(frame, self.option.pooled(frame), self.rank)
        ]
        if parts:
            self._count(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _groups(self, frame: Frame) -> np.ndarray:
        """The group of each game's deal, the same in all cells, as they share luck."""
        return frame.numbers_of_games() // frame.part.rotations % GROUPS

    def _cell(self, frame: Frame) -> np.ndarray:
        return np.full(len(frame.deals), self.ratios.index[frame.cell])

    def _count(
        self, groups: np.ndarray, deals: np.ndarray, cell: np.ndarray,
        one: np.ndarray, other: np.ndarray, won: np.ndarray,
    ) -> None:  # fmt: skip
        """`one` against `other`, won 1, 0.5 or 0.

        groups: of the game's deal; deals: its number in the block.
        """
        met = (one >= 0) & (other >= 0) & (one != other)
        groups, deals, cell = groups[met], deals[met], cell[met]
        one, other, won = one[met], other[met], won[met]
        self.ratios.add(deals, cell, self.place[one, other], np.where(one < other, won, 1 - won))
        size = len(self.labels)
        group = groups * size
        for a, b, w in ((one, other, won), (other, one, 1 - won)):
            counted = np.bincount((group + a) * size + b, w, minlength=self.wins.size)
            self.wins += counted.reshape(self.wins.shape)

    def result(self, fair: Fair) -> Matchups:
        """Pairs, ratings and circles."""
        strength, ratings = _ratings(self.wins, self.labels, self.confidence)
        met = [i for i in range(len(self.pairs)) if self.ratios.bottom[:, i].sum() > 0]
        moves = None if self.rotated is None else self._moves(met)
        if moves is not None:
            self.ratios.confidence = at_once(moves, self.confidence)
        ahead = [self.ratios.score(i, self.ratios.pooled(i)) for i in range(len(self.pairs))]
        pairs = self._judged(met, ahead, strength)
        circles = self._circles(ahead)
        if self.rotated is None or moves is None:
            pairs, spread = self._drawn(met, pairs)
            apart = tuple(
                (self.labels[a], self.labels[b])
                for i, (a, b) in enumerate(self.pairs)
                if i not in {*met}
            )
            return Matchups(pairs, ratings, *circles, spread=spread, apart=apart)
        moves = with_errors(moves, np.array([pair.ahead.se for pair in pairs]))
        same = self.rotated.groups()
        return Matchups(pairs, _placed_alike(ratings, same), *circles, moves, same)

    def _judged(
        self, met: Sequence[int], ahead: Sequence[Estimate], strength: np.ndarray
    ) -> tuple[Matchup, ...]:
        """The pairs that met, each against what the strengths of the two say."""
        expected = {i: _chance(strength, *self.pairs[i]) for i in met}
        beyond = {i: less(ahead[i], expected[i]) for i in met}
        games = self.ratios.bottom.sum(axis=0)
        judged = [by_error(beyond[i], self._error(i, expected[i])) for i in met]
        qs = verdicts.q_of_enough(judged, [games[i] for i in met])
        pairs = []
        for i, q in zip(met, qs, strict=True):
            first, second = (self.labels[place] for place in self.pairs[i])
            told = ahead[i], expected[i], beyond[i], q, verdicts.of_effect(beyond[i], q)
            pairs.append(Matchup(first, second, int(games[i]), *told))
        return tuple(pairs)

    def _drawn(
        self, met: Sequence[int], pairs: Sequence[Matchup]
    ) -> tuple[tuple[Matchup, ...], float]:
        """The pairs with what is likely of each, and how far they truly spread."""
        if not met:
            return (), 0.0
        first, second = np.array([self.pairs[i] for i in met], np.int64).T
        counted = CountedShares(
            shares=np.array([pair.ahead.value for pair in pairs]),
            games=np.array(
                [max(self.ratios.effective(i, self.ratios.pooled(i)), LEAST) for i in met]
            ),
            moves=with_errors(self._moves(met), np.array([pair.ahead.se for pair in pairs])),
            design=of_pairs(first, second, len(self.labels)),
        )
        found = drawn_together(counted, self.confidence)
        drawn = (replace(p, likely=each) for p, each in zip(pairs, found.likely, strict=True))
        return tuple(drawn), found.spread

    def _moves(self, met: Sequence[int]) -> np.ndarray:
        """How each group of deals, the same in all pairs, moves each pair that met."""
        first, second = np.array([self.pairs[i] for i in met], np.int64).reshape(-1, 2).T
        won = self.wins[:, first, second]
        return moves_of_groups(won, won + self.wins[:, second, first])

    def _error(self, pair: int, truth: float) -> float:
        """Standard error of a pair, were what the strengths say the truth."""
        weights = self.ratios.pooled(pair)
        return sqrt(self.ratios.variance_if(np.full(len(weights), truth), pair, weights))

    def _circles(self, ahead: Sequence[Estimate]) -> tuple[float | None, bool]:
        games = self.ratios.bottom.sum(axis=0)
        if len(self.labels) < 3 or (games < FEWEST).any():
            return None, False
        size = len(self.labels)
        odds, noise = np.zeros((size, size)), np.zeros((size, size))
        for (a, b), pair, n in zip(self.pairs, ahead, games, strict=True):
            share = (pair.value * n + 0.5) / (n + 1)
            odds[a, b] = log(share / (1 - share))
            odds[b, a] = -odds[a, b]
            noise[a, b] = noise[b, a] = (pair.se / (share * (1 - share))) ** 2
        return cyclic_share(odds, noise)


def _placed_alike(ratings: Sequence[Rating], same: Sequence[Collection[str]]) -> tuple[Rating, ...]:
    """Ratings in which those who played the same share their places."""
    places = {label: [r for r in ratings if r.label in group] for group in same for label in group}
    return tuple(
        replace(
            rating,
            place=min(r.place for r in group),
            best=min(r.best for r in group),
            worst=max(r.worst for r in group),
        )
        for rating in ratings
        for group in (places.get(rating.label, [rating]),)
    )


def cyclic_share(odds: np.ndarray, noise: np.ndarray) -> tuple[float | None, bool]:
    """(cyclic share, whether there surely are circles) of log odds and their variances.

    A pair's odds are the difference of two strengths, the means of their rows, and a rest
    that goes in circles.  Luck alone makes some of both, which is taken off.
    """
    from scipy.special import chdtrc

    size = len(odds)
    strength = odds.sum(axis=1) / size
    rest = odds - (strength[:, None] - strength[None, :])
    upper = np.triu_indices(size, 1)
    free = (size - 1) * (size - 2) / 2
    luck = noise[upper].sum()
    whole = np.square(odds[upper]).sum() - luck
    round_ = np.square(rest[upper]).sum() - luck * free / len(upper[0])
    spread = np.where(noise[upper] > 0, noise[upper], np.inf)
    surely = bool(chdtrc(free, (np.square(rest[upper]) / spread).sum()) < ROUND)
    if luck == 0:
        surely = bool(round_ > 1e-12)
    if whole <= 0:
        return None, surely
    return float(min(max(round_ / whole, 0.0), 1.0)), surely


def _chance(strength: np.ndarray, a: int, b: int) -> float:
    return float(1 / (1 + np.exp(strength[b] - strength[a])))


def _ratings(
    wins: np.ndarray, labels: Sequence[str], confidence: Confidence = ONE_LOOK
) -> tuple[np.ndarray, tuple[Rating, ...]]:
    """Strengths, and ratings with the spread of resampled groups of deals.

    Under Plackett and Luce's model of finishing orders, each pair in an order is a match of
    Bradley and Terry's with the same strengths; so all pairs of all orders are fitted at once.
    """
    from scipy.special import stdtrit

    strength = fit(wins.sum(axis=0))
    ahead = _against_all(strength)
    # A fixed seed: the same run, the same report.
    chosen = np.random.default_rng(0).multinomial(GROUPS, np.full(GROUPS, 1 / GROUPS), RESAMPLES)
    drawn = np.tensordot(chosen.astype(float), wins, axes=1)
    again = _against_all(fit_all(drawn, strength))
    errors = again.std(axis=0, ddof=1)
    # Student's: the spread is that of so many groups in which it met another.
    groups = np.maximum(2, ((wins + wins.transpose(0, 2, 1)).sum(axis=2) > 0).sum(axis=0))
    reach = stdtrit(groups - 1, confidence.quantile) * np.sqrt(groups / (groups - 1))
    best, worst = _places(ahead, again, errors, confidence)
    order = sorted(range(len(labels)), key=lambda i: (-ahead[i], labels[i]))
    ratings = tuple(
        Rating(
            label=labels[i],
            ahead=within(
                _spread(float(ahead[i]), float(errors[i]), float(reach[i]), confidence), 0.0, 1.0
            ),
            place=place,
            best=int(best[i]),
            worst=int(worst[i]),
        )
        for place, i in enumerate(order, 1)
    )
    return strength, ratings


def _spread(value: float, error: float, reach: float, confidence: Confidence) -> Estimate:
    return Estimate(value, value - reach * error, value + reach * error, error, confidence)


def _places(
    ahead: np.ndarray, again: np.ndarray, errors: np.ndarray, confidence: Confidence = ONE_LOOK
) -> tuple[np.ndarray, np.ndarray]:
    """First and last of the places that each holds in 95% of the resamples.

    What is measured lies farther apart than the truth does: luck is added to it.  So the
    strengths are first drawn together as far as they lie apart by luck (Laird and Louis 1989);
    else many of nearly the same strength would be put in their places too surely.
    """
    luck, whole = float(np.square(errors).mean()), float(ahead.var(ddof=1))
    real = max(whole - luck, 0.0) / whole if whole > 0 else 0.0
    drawn = sqrt(real) * ahead + (again - again.mean(axis=0))
    places = np.argsort(np.argsort(-drawn, axis=1, kind="stable"), axis=1) + 1
    ends = [confidence.error / 2, confidence.quantile]
    best, worst = np.quantile(places, ends, axis=0, method="nearest")
    return best, worst


def fit(wins: np.ndarray) -> np.ndarray:
    """Strengths on the scale of log odds; wins[i, j] is how often i finished ahead of j."""
    strength = fit_all(wins[None], np.zeros(len(wins)))[0]
    return np.asarray(strength - strength.mean())


def _slowly(wins: np.ndarray) -> np.ndarray:
    """The same by Luce's spectral ranking, which always comes to an end.

    Its library brings all of SciPy, which takes as long to load as NumPy, Polars and Numba.
    """
    import choix

    return np.asarray(choix.ilsr_pairwise_dense(wins + PRIOR))


def fit_all(wins: np.ndarray, near: np.ndarray) -> np.ndarray:
    """As `fit`, float[drawn, size] of wins[drawn, size, size], by Newton from strengths nearby.

    All at once: the library's fits, one after the other, took a third of a report's time.
    """
    counted = wins + PRIOR
    met = counted + counted.transpose(0, 2, 1)
    strength: np.ndarray = np.tile(near, (len(wins), 1))
    everyone = np.arange(len(near))
    for _ in range(STEPS):
        chance = _chances(strength)
        gain = (counted - met * chance).sum(axis=2)
        curve = -met * chance * (1 - chance)
        curve[:, everyone, everyone] -= curve.sum(axis=2)
        # Only differences count: strengths that all rise alike are held where they are.
        step = np.linalg.solve(curve + 1 / len(near), gain[..., None])[..., 0]
        far = np.abs(step).max(axis=1, keepdims=True)
        strength = strength + step / np.maximum(far, 1)  # farther would be too far
        if far.max() < CLOSE:
            return strength
    return np.array([_slowly(one) for one in wins])


def _chances(strength: np.ndarray) -> np.ndarray:
    """How often each (last but one) finishes ahead of each other (last)."""
    return np.asarray(1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None])))


def _against_all(strength: np.ndarray) -> np.ndarray:
    """How often each finishes ahead of another, the others weighed alike."""
    return np.asarray((_chances(strength).sum(axis=-1) - 0.5) / (strength.shape[-1] - 1))
