"""How far settings lie outside their bands: what its interval promises, on made-up games."""

import numpy as np
import pytest

from analysis.stats.intervals import rate
from analysis.stats.verdicts import Band
from simulate.search.aim.goals import Goal, correlations
from simulate.search.aim.sums import WON, PairedRows, PairedSums
from simulate.search.confirmation.distance import distance
from tests.marks import crossed

pytestmark = pytest.mark.long

BAND = Band(0.40, 0.55)
GAMES, TIMES = 3_000, 400


def test_a_distance_counts_that_an_edge_may_be_crossed():
    inside = distance([rate(5_000, 10_000)], [Band(0.40, 0.60)])
    assert (inside.value, inside.high) == pytest.approx((0.0, 0.0), abs=1e-9)
    edge = distance([rate(5_950, 10_000)], [Band(0.40, 0.60)])
    assert edge.value == 0.0 and edge.high > 0.001
    both = distance([rate(7_000, 10_000), rate(5_000, 10_000)], [Band(0.40, 0.60)] * 2)
    assert both.value == pytest.approx(0.05) and both.low < 0.05 < both.high


def found(truths, shared, seed, of=1):
    """Intervals of the distance, the best of so many sets, where rates share a part of luck."""
    luck, truths = np.random.default_rng(seed), np.array(truths)
    alike = np.full((len(truths), len(truths)), shared)
    np.fill_diagonal(alike, 1.0)
    bands, se = [BAND] * len(truths), np.sqrt(truths * (1 - truths) / GAMES)
    for _ in range(TIMES):
        sets = []
        for _ in range(of):
            moved = np.sqrt(1 - shared) * luck.normal(size=len(truths))
            moved += np.sqrt(shared) * luck.normal()
            rates = [rate(round(p * GAMES), GAMES) for p in truths + se * moved]
            sets.append(distance(rates, bands, alike, of))
        yield min(sets, key=lambda off: off.value)


def misses(truths, shared, seed, of=1):
    """How often the truth lies below the interval, and above it."""
    truths = np.array(truths)
    truth = np.maximum(np.maximum(truths - BAND.high, BAND.low - truths), 0.0).mean()
    ends = np.array(
        [(off.low > truth, off.high < truth) for off in found(truths, shared, seed, of)]
    )
    return ends.mean(axis=0)


@pytest.mark.parametrize(
    "truths",
    [(0.65, 0.7, 0.6, 0.68), (0.65, 0.33), (0.5, 0.555, 0.6), (0.56, 0.555, 0.565)],
    ids=str,
)
def test_the_interval_holds_the_truth_where_settings_share_luck(truths):
    """Of four settings that were too easy it held 83 to 84% as if each had luck of its own."""
    assert misses(truths, 0.32, 1).sum() <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / TIMES)


ON_EDGES = [(0.55,), (0.55, 0.55), (0.55, 0.40), (0.55,) * 8]


@pytest.mark.parametrize(("shared", "truths"), crossed([0.32, 0.0], ON_EDGES), ids=str)
def test_settings_on_their_edges_are_not_called_outside_for_certain(truths, shared):
    above, _ = misses(truths, shared, 2)
    assert above <= 0.05


@pytest.mark.long
def test_the_best_of_several_on_one_luck_is_told_as_such():
    several = misses((0.65, 0.7, 0.6, 0.68), 0.32, 3, of=3)
    assert several.sum() <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / TIMES)


def test_how_settings_go_together_is_counted_game_by_game():
    luck = np.random.default_rng(4)
    common, own = luck.normal(size=20_000), luck.normal(size=(4, 20_000))
    won = [(common + each > 0).astype(np.int8) for each in own]
    sums = PairedSums([(0, 2), (1, 3)], {})
    sums.add([PairedRows(cell, 0, wins, None) for cell, wins in enumerate(won)])
    goals = [Goal({}, WON, 0, "", twin, BAND) for twin in sums.twins]
    for side in (0, 1):
        alike = correlations(sums, goals, side)
        told = np.corrcoef(won[2 * side], won[2 * side + 1])[0, 1]
        assert alike[0, 1] == pytest.approx(told, abs=1e-9) and alike[1, 0] == alike[0, 1]
        assert list(np.diag(alike)) == [1.0, 1.0]
