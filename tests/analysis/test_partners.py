"""Pairs of things in one seat, against sums made by hand."""

import numpy as np
import pytest

from analysis.intervals import Effect
from analysis.partners import Together
from analysis.shares import Fair, Over

LABELS = ["ant", "bee", "cat", "dog"]
GAMES = 4_000


def over(label, value):
    found = Effect(value, value, value, 0.0)
    return Over(label, label, GAMES, found, None, 1.0, "")


def together(bonus):
    """Ant or bee with cat or dog, each as likely; ant and cat win more often by `bonus`."""
    luck = np.random.default_rng(5)
    one, other = luck.integers(0, 2, (GAMES, 1)), 2 + luck.integers(0, 2, (GAMES, 1))
    chance = 0.5 + bonus * ((one == 0) & (other == 2))
    won = (luck.random((GAMES, 1)) < chance).astype(float)
    made = Together([0], LABELS)
    (pair,) = made.codes([one, other])
    games = np.arange(GAMES)
    made.ratios.add(games, np.zeros(GAMES, int), pair[:, 0], won[:, 0])
    shares = {}
    for k, label in enumerate(LABELS):
        there = (one[:, 0] == k) | (other[:, 0] == k)
        shares[label] = float(won[there].mean() - won.mean())
    overs = [over(label, value) for label, value in shares.items()]
    return made.partners(Fair(np.array([won.mean()]), np.array([False])), overs), won, pair


def test_only_pairs_that_can_sit_together_are_told():
    found, _, _ = together(0.0)
    pairs = {frozenset((p.first, p.second)) for p in found}
    assert pairs == {frozenset(p) for p in (("ant", "cat"), ("ant", "dog"), ("bee", "cat"),
                                            ("bee", "dog"))}  # fmt: skip
    assert sum(p.games for p in found) == GAMES


def test_what_two_bring_is_set_against_what_each_brings():
    found, won, pair = together(0.2)
    best = found[0]
    assert {best.first, best.second} in ({"ant", "cat"}, {"bee", "dog"})
    mine = next(p for p in found if {p.first, p.second} == {"ant", "cat"})
    held = pair[:, 0] == 1  # second of the pairs ant-bee, ant-cat, ...
    assert mine.over.value == pytest.approx(won[held].mean() - won.mean())
    assert mine.beyond.value == pytest.approx(mine.over.value - mine.alone)
    # 0.2 for a quarter of the seats: 0.15 over the mean, 0.05 for ant and for cat.
    assert mine.beyond.value == pytest.approx(0.05, abs=0.04)
    assert mine.q < 0.05


def test_luck_makes_no_pair():
    found, _, _ = together(0.0)
    assert all(p.q > 0.01 for p in found)


def test_a_seat_without_one_of_the_two_is_no_pair():
    made = Together([0], LABELS)
    (codes,) = made.codes([np.array([[0, -1]]), np.array([[2, 3]])])
    assert codes.tolist() == [[1, -1]]
