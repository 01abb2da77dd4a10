"""Which changes break a game: what wins leaves 10 to 90% of the games, or is as far from fair."""

from types import SimpleNamespace

import numpy as np
import pytest

from analysis.stats.intervals import Estimate
from simulate.search.aim.sums import OPTION, SEAT, WON
from simulate.search.sensitivity import _as_far, _breaks


class Sums:
    """A game as it is, with one setting, in which seats win alike."""

    twins = ((0, 1),)

    def __init__(self, before, seats=1):
        self.before = before
        self.things = {SEAT: SimpleNamespace(values=tuple(map(str, range(seats))))}
        won = SimpleNamespace(index={0: 0}, top=np.ones((1, 1)), bottom=np.full((1, 1), seats))
        self.ratios = {SEAT: won}

    def counted(self, kind, place, twins=None):
        return list(self.twins)

    def share(self, kind, place, cell):
        return Estimate(self.before, self.before, self.before, 0.0)


@pytest.mark.parametrize(
    "before, points, breaks",
    [(0.5, 0.39, False), (0.5, 0.41, True), (0.5, -0.41, True), (0.2, -0.11, True),
     (0.93, 0.05, False), (0.93, -0.4, False), (0.93, -0.9, True), (0.05, 0.3, False)],
)  # fmt: skip
def test_a_game_is_broken_that_is_nearly_never_or_nearly_always_won(before, points, breaks):
    effect = Estimate(points, points - 0.01, points + 0.01, 0.005)
    assert _breaks(Sums(before), WON, 0, effect) is breaks


@pytest.mark.parametrize(
    "points, breaks", [(0.49, False), (0.51, True), (-0.2, False), (-0.22, True)]
)
def test_a_share_is_held_against_the_fair_one_by_the_odds(points, breaks):
    effect = Estimate(points, points - 0.01, points + 0.01, 0.005)
    assert _breaks(Sums(0.25, seats=4), OPTION, 0, effect) is breaks
    assert _as_far(0.1, 0.25) == pytest.approx(1 / 28) and _as_far(0.9, 0.25) == pytest.approx(0.75)
    assert _as_far(0.1, 0.5) == pytest.approx(0.1)
