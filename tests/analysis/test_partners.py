"""Pairs of things in one seat, against sums made by hand."""

import numpy as np
import polars as pl
import pytest

from analysis.data.entrants import EntrantKind
from analysis.data.frames import Frame, Slice
from analysis.data.reading import CellRows
from analysis.estimators.fair import Fair
from analysis.shares.held.partners import Together

LABELS = ("ant", "bee", "cat", "dog")
PETS = EntrantKind("pets", "option", ("one", "other"), LABELS, LABELS, frozenset([0]))
GAMES = 4_000


def together(bonus, games=GAMES, seed=5):
    """Ant or bee with cat or dog, each as likely; ant and cat win more often by `bonus`."""
    luck = np.random.default_rng(seed)
    one, other = luck.integers(0, 2, (games, 1)), 2 + luck.integers(0, 2, (games, 1))
    chance = 0.5 + bonus * ((one == 0) & (other == 2))
    won = (luck.random((games, 1)) < chance).astype(float)
    rows = pl.DataFrame(
        {
            "one": [LABELS[i] for i in one[:, 0]],
            "other": [LABELS[i] for i in other[:, 0]],
            "win_share": won[:, 0],
        }
    )
    seats = np.zeros((games, 1), int)
    frame = Frame(
        CellRows(0, 0, games, np.arange(games)), np.arange(games), seats, rows, "win_share"
    )
    quarters = [frame.between(first, first + games // 4) for first in range(0, games, games // 4)]
    sums = Together([0], PETS)
    for some in quarters:
        sums.add(Slice([some], [some]))
    sums.weigh()
    for some in quarters:
        sums.move(Slice([some], [some]))
    return sums.result(Fair(np.array([0.5 + bonus / 4]))), won, one, other


def test_only_pairs_that_can_sit_together_are_told():
    found, *_ = together(0.0)
    pairs = {frozenset((p.first, p.second)) for p in found}
    assert pairs == {frozenset(p) for p in (("ant", "cat"), ("ant", "dog"), ("bee", "cat"),
                                            ("bee", "dog"))}  # fmt: skip
    assert sum(p.games for p in found) == GAMES


def test_what_two_bring_is_set_against_what_each_brings():
    found, won, one, other = together(0.2)
    best = found[0]
    assert {best.first, best.second} in ({"ant", "cat"}, {"bee", "dog"})
    mine = next(p for p in found if {p.first, p.second} == {"ant", "cat"})
    held = (one == 0) & (other == 2)
    assert mine.over.value == pytest.approx(won[held].mean() - 0.55)
    assert mine.beyond.value == pytest.approx(mine.over.value - mine.alone)
    # 0.2 for a quarter of the seats: 0.15 over the mean, 0.05 for ant and for cat.
    assert mine.beyond.value == pytest.approx(0.05, abs=0.04)
    assert mine.q < 0.05


def test_luck_makes_no_pair():
    found, *_ = together(0.0)
    assert all(p.q > 0.01 for p in found)


@pytest.mark.long
def test_the_error_is_that_of_the_whole_contrast():
    """The two things' own shares are made of the same games: taken for known, 100% would hold."""
    beyond = [
        next(p for p in together(0.2, 400, seed)[0] if {p.first, p.second} == {"ant", "cat"}).beyond
        for seed in range(300)
    ]
    # 0.2 for a quarter of the seats: 0.15 over the mean, 0.05 for ant and for cat.
    held = np.mean([found.low <= 0.05 <= found.high for found in beyond])
    # Standard error of the share held: 0.013.
    assert 0.91 <= held <= 0.985
    spread = np.std([found.value for found in beyond])
    assert np.mean([found.se for found in beyond]) == pytest.approx(spread, rel=0.12)


def test_a_seat_without_one_of_the_two_is_no_pair():
    (codes,) = Together([0], PETS).codes([np.array([[0, -1]]), np.array([[2, 3]])])
    assert codes.tolist() == [[1, -1]]
