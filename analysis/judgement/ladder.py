"""The ladder of the strategies in a run: order, differences, best mix.

Policies by strength and price; where they compete also the mixed equilibrium of the matrix of
who beats whom.  Told by `simulate ladder`.
"""

from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist

import numpy as np

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.estimators import pooled
from analysis.estimators.pairs import Paired, combination, mean_of
from analysis.shares.matchups import Matchups, is_shown
from analysis.stats import verdicts
from analysis.stats.corrections import q_values
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Rate, p_value
from analysis.stats.verdicts import FEWEST

STRATEGY = "strategy"
DRAWS = 500


@dataclass(frozen=True)
class Rung:
    """One strategy of a ladder on which games are won or lost.

    step: how much more often it wins than the one below on the same luck; None on the lowest.
    """

    strategy: str
    rate: Rate
    step: Paired | None
    q: float
    verdict: str


@dataclass(frozen=True)
class MixShare:
    """A strategy's share, 0 to 1, in the mix that no strategy beats (a Nash equilibrium)."""

    strategy: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Dominated:
    """A strategy that does worse than another against everybody, `by` at least `least`."""

    strategy: str
    by: str
    least: float


def rungs(design: Design, counts: Counts) -> tuple[Rung, ...]:
    """Strategies from the strongest, over the settings in which all of them played."""
    factor = next((f for f in design.factors if f.name.partition(".")[0] == STRATEGY), None)
    if factor is None:
        return ()
    swept = {f.name: f.base for f in design.factors if f.swept and f is not factor}
    contexts = [
        context
        for context in design.contexts(factor)
        if swept.items() <= context.levels.items()
        and all(
            level in context.cells and counts.games(context.cells[level]) for level in factor.levels
        )
    ]
    if not contexts:
        return ()
    cells = {level: [context.cells[level] for context in contexts] for level in factor.levels}
    rates = {
        level: pooled.wins(counts, of_level, design.confidence) for level, of_level in cells.items()
    }
    order = sorted(factor.levels, key=lambda level: (-rates[level].value, str(level)))
    steps = [
        combination(
            counts.judged,
            mean_of(list(zip(cells[lower], cells[upper], strict=True))),
            design.confidence,
        )
        for upper, lower in pairwise(order)
    ]
    qs = q_values([p_value(step.effect) for step in steps])
    above = [
        Rung(str(level), rates[level], step=step, q=q, verdict=verdicts.of_effect(step.effect, q))
        for level, step, q in zip(order, steps, qs, strict=False)
    ]
    return (
        *above,
        Rung(strategy=str(order[-1]), rate=rates[order[-1]], step=None, q=1.0, verdict=""),
    )


def tiers(met: Matchups) -> tuple[tuple[str, ...], ...]:
    """Strategies from the strongest, cut wherever one is shown to be ahead of the next.

    The intervals of all pairs hold at once, so that one accident cannot make an order of equals.
    """
    cut: list[list[str]] = []
    for rating in met.ratings:
        if not cut or is_shown(met.pair(cut[-1][-1], rating.label)):
            cut.append([])
        cut[-1].append(rating.label)
    return tuple(map(tuple, cut))


def mix(met: Matchups, confidence: Confidence = ONE_LOOK) -> tuple[MixShare, ...]:
    """The mix of strategies that no strategy beats, as if each game were between two of them.

    A symmetric game whose sides gain what the other loses: the mix is a linear programme (von
    Neumann 1928).  Intervals are those of mixes for tables drawn around the measured one, with the
    luck that pairs share.
    """
    table = _table(met)
    if table is None:
        return ()
    names, gains, moves = table
    best = _mix(gains)
    luck = np.random.default_rng(0).normal(size=(DRAWS, len(moves)))
    noise = np.tensordot(luck, moves, axes=1)
    drawn = np.array([_mix(gains + each) for each in noise])
    low, high = np.quantile(drawn, [confidence.error / 2, confidence.quantile], axis=0)
    parts = [
        MixShare(name, float(share), float(min(a, share)), float(max(b, share)))
        for name, share, a, b in zip(names, best, low, high, strict=True)
    ]
    return tuple(sorted(parts, key=lambda part: (-part.share, part.strategy)))


def dominated(met: Matchups, confidence: Confidence = ONE_LOOK) -> tuple[Dominated, ...]:
    """Strategies that another beats against everybody, sure for all of them at once."""
    table = _table(met)
    if table is None:
        return ()
    names, gains, moves = table
    size = len(names)
    z = NormalDist().inv_cdf(1 - confidence.error / (size * (size - 1)))
    beaten = []
    for a in range(size):
        worse = {}
        for b in range(size):
            if a != b:
                error = np.sqrt(np.square(moves[:, b] - moves[:, a]).sum(axis=0))
                worse[b] = float((gains[b] - gains[a] - z * error).min())
        best = max(worse, key=lambda b: worse[b])
        if worse[best] > 0:
            beaten.append(Dominated(names[a], names[best], worse[best]))
    return tuple(beaten)


def _table(met: Matchups) -> tuple[list[str], np.ndarray, np.ndarray] | None:
    """Strategies in order, what each is ahead of each beyond a half, and how luck moves that:
    float[groups, strategies, strategies], by pair alone where it is not known what pairs share.
    """
    names = [rating.label for rating in met.ratings]
    place = {name: i for i, name in enumerate(names)}
    size = len(names)
    shared = np.diag([pair.ahead.se for pair in met.pairs]) if met.moves is None else met.moves
    gains, known = np.zeros((size, size)), np.zeros((size, size))
    moves = np.zeros((len(shared), size, size))
    for pair, moved in zip(met.pairs, shared.T, strict=True):
        for one, way in ((pair, 1.0), (pair.turned(), -1.0)):
            at = place[one.first], place[one.second]
            gains[at], known[at] = one.ahead.value - 0.5, one.games
            moves[:, at[0], at[1]] = way * moved
    enough = known[~np.eye(size, dtype=bool)] >= FEWEST
    return (names, gains, moves) if size > 1 and enough.all() else None


def _mix(gains: np.ndarray) -> np.ndarray:
    """Shares of a mix against which no row gains."""
    from scipy.optimize import linprog

    size = len(gains)
    # Most of the least gain v of the mix x against any strategy: gains.T x >= v.
    limits = np.hstack([-gains.T, np.ones((size, 1))])
    whole = np.append(np.ones(size), 0.0)[None]
    bounds = [(0, None)] * size + [(None, None)]
    aim = np.append(np.zeros(size), -1.0)
    return np.asarray(linprog(aim, limits, np.zeros(size), whole, [1.0], bounds).x[:size])
