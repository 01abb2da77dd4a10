"""Is an option stronger at one number of players than at another?

The share of each option at each number of players, as an option's own strength and an interaction
with the number, which is drawn to none by what is luck of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np

from analysis.data.design import Design
from analysis.data.entrants import EntrantKind
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import less
from analysis.estimators.interactions import CountedShares, drawn_together
from analysis.stats.intervals import Estimate

LEAST = 0.5  # effective games of a share, where its seats tell hardly any


@dataclass(frozen=True)
class AtPlayers:
    """An option at one number of players, over all else that the run crosses.

    over: what it likely wins beyond the fair share; beyond: of that, what it does not win on
    average over all numbers.
    """

    label: str
    players: int
    games: int
    over: Estimate
    beyond: Estimate


def at_players(
    design: Design, things: EntrantKind, ratios: Ratios, fair: np.ndarray
) -> tuple[AtPlayers, ...]:
    """Every option at every number of players, where the run crosses these.

    ratios: what each option won by cell; fair: as (cells, things).
    """
    cells = _by_players(design)
    if things.role != "option" or things.sides or len(cells) < 2:
        return ()
    weights = [(j, n, ratios.even(j, of)) for j in range(len(things.values)) for n, of in cells]
    met = [(j, n, weight) for j, n, weight in weights if weight.any()]
    scores = [ratios.score(j, weight) for j, _, weight in met]
    even = np.array([weight @ fair[:, j] for j, _, weight in met])
    option = np.eye(len(things.values))[[j for j, _, _ in met]]
    counted = CountedShares(
        shares=np.array([score.value for score in scores]),
        games=np.array([max(ratios.effective(j, weight), LEAST) for j, _, weight in met]),
        moves=_moves(ratios, [(j, weight) for j, _, weight in met], [s.se for s in scores]),
        design=option,
        even=even,
    )
    of_mean = np.eye(len(met)) - option @ np.linalg.pinv(option)
    found = drawn_together(counted, ratios.confidence, of_mean)
    return tuple(
        AtPlayers(
            label=things.labels[j],
            players=players,
            games=int(ratios.bottom[weight > 0, j].sum()),
            over=less(likely, float(fair_share)),
            beyond=beyond,
        )
        for (j, players, weight), fair_share, likely, beyond in zip(
            met, even, found.likely, found.beyond, strict=True
        )
    )


def _moves(
    ratios: Ratios, met: Sequence[tuple[int, np.ndarray]], errors: Sequence[float]
) -> np.ndarray:
    """Moves whose products are the covariances of shares: numbers of players share their luck.

    Those of two options, of which one wins what the other does not, are left out.
    """
    alone = [ratios.variance(j, weight) for j, weight in met]
    alike = np.eye(len(met))
    for (a, (j, one)), (b, (k, other)) in combinations(enumerate(met), 2):
        if j == k and alone[a] * alone[b] > 0:
            both = (ratios.variance(j, one + other) - alone[a] - alone[b]) / 2
            alike[a, b] = alike[b, a] = both / sqrt(alone[a] * alone[b])
    spreads, axes = np.linalg.eigh(alike)
    roots = axes * np.sqrt(np.maximum(spreads, 0.0))
    return np.asarray(roots.T * np.array(errors))


def _by_players(design: Design) -> Sequence[tuple[int, Sequence[int]]]:
    """Each number of players that is crossed, with its printed cells; none where one is crossed."""
    crossed = next((factor for factor in design.factors if factor.who_plays), None)
    cells: Mapping[int, list[int]] = {} if crossed is None else {n: [] for n in crossed.levels}
    for cell in design.base:
        if crossed is not None:
            cells[cell.levels[crossed.name]].append(cell.number)
    return [(n, of) for n, of in cells.items() if of]
