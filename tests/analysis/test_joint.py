"""Pairs of a ladder that share luck by deal: intervals that hold at once, and who is the same.

Made-up outcomes: every two players meet in the same deals, each in both rotations.  A deal favours
a seat, which the rotation takes out, and suits some players, which it does not; all are equally
strong, so every interval should hold a half.
"""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.estimators.joint import at_once, moves_of_groups, with_errors
from analysis.shares.matchups import GROUPS, Meetings, is_shown
from analysis.stats.interim import ONE_LOOK, Confidence
from tests.marks import marked

PLAYERS, DEALS = 5, 200
PAIRS = np.array([*combinations(range(PLAYERS), 2)])
NOBODY = SimpleNamespace(groups=lambda: ())


def outcomes(rng, strength=0.0):
    """bool[pair, rotation, deal]: whether the first of two is ahead."""
    seat, suits = rng.normal(size=DEALS), strength + rng.normal(size=(DEALS, PLAYERS))
    first, second = PAIRS.T
    over = (suits[:, first] - suits[:, second]).T
    turned = np.array([1.0, -1.0])[:, None] * seat
    return over[:, None] + turned + rng.normal(scale=0.5, size=(len(PAIRS), 2, DEALS)) > 0


def meetings(won):
    """What one pass counts of such outcomes."""
    cells = range(len(PAIRS))
    known = SimpleNamespace(base=cells, design=SimpleNamespace(confidence=ONE_LOOK))
    met = Meetings(known, SimpleNamespace(labels="abcde"), "rank", NOBODY)
    cell, _, deal = (each.ravel() for each in np.indices(won.shape))
    one, other = PAIRS[cell].T
    met._count(deal % GROUPS, deal, cell, one, other, won.ravel().astype(float))
    return met


def missed(rng, jointly):
    """For each pair whether its interval misses a half."""
    met = meetings(outcomes(rng))
    if jointly:
        met.ratios.confidence = at_once(met._moves(range(len(PAIRS))), ONE_LOOK)
    shares = [met.ratios.score(i, met.ratios.pooled(i)) for i in range(len(PAIRS))]
    return np.array([not share.low <= 0.5 <= share.high for share in shares])


@pytest.mark.parametrize("times", [20, marked(2_000)])
def test_intervals_of_all_pairs_hold_at_once(times):
    rng = np.random.default_rng(57)
    wrong = np.mean([missed(rng, jointly=True).any() for _ in range(times)])
    # Were 5% true, more would come up in fewer than 1 of 1,000: binomial, p = 0.001.
    assert wrong <= 0.05 + 3.1 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize("times", [100, marked(2_000)])
def test_the_interval_of_one_pair_goes_by_deals(times):
    """Each misses 5%; taken one by one, some of ten miss in far more: what is judged at once."""
    rng = np.random.default_rng(58)
    wrong = np.array([missed(rng, jointly=False) for _ in range(times)])
    # Pairs of one repetition lean on each other: its mean strays less than 0.12 (measured).
    assert abs(wrong.mean() - 0.05) <= 3.3 * 0.12 / np.sqrt(times)
    assert wrong.any(axis=1).mean() > 0.1


def test_a_better_player_is_found():
    """A third of what a deal brings to a player, in 200 deals: far beyond luck (8 errors)."""
    found = meetings(outcomes(np.random.default_rng(59), np.array([0, 0, 0, 0, 1.0])))
    found = found.result(None)
    assert found.ratings[0].label == "e"
    assert all(is_shown(found.pair("e", other)) for other in "abcd")
    assert not any(is_shown(found.pair(*pair)) for pair in combinations("abcd", 2))


def test_questions_that_are_one_need_no_wider_interval():
    rng = np.random.default_rng(60)
    one = rng.normal(size=(150, 1))
    same = at_once(np.repeat(one, 10, axis=1), ONE_LOOK)
    apart = at_once(rng.normal(size=(150, 10)), ONE_LOOK)
    bonferroni = Confidence(10).reach
    assert same.reach == pytest.approx(ONE_LOOK.reach, abs=0.06)
    assert same.reach + 0.6 < apart.reach < bonferroni + 0.12
    assert at_once(one, ONE_LOOK) is ONE_LOOK


def test_moves_are_those_of_a_share_and_its_error_is_no_smaller_than_it_was():
    won, met = np.array([[1.0, 2.0], [1.0, 0.0]]), np.full((2, 2), 2.0)
    moves = moves_of_groups(won, met)
    assert moves.tolist() == [[0.0, 0.25], [0.0, -0.25]]
    errors = np.sqrt(np.square(with_errors(moves, np.array([0.1, 0.2]))).sum(axis=0))
    assert errors.tolist() == pytest.approx([0.1, np.sqrt(0.125)])


def test_of_two_groups_the_ends_are_far_off_and_can_be_told():
    """Student's t with one degree of freedom reaches farther than floats have digits for."""
    moves = np.array([[1.0, -1.0, 2.0], [-1.0, 2.0, -2.0], [0.0, 0.0, 0.0]])
    sure = at_once(moves, Confidence(10_000))
    assert 7.9 < sure.reach < 8.1
