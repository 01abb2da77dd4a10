"""The ladder of strategies: rungs, the mix that nobody beats, and who is dominated."""

from itertools import pairwise

import numpy as np
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.judgement import ladder
from analysis.shares.matchups import Matchup, Matchups, Rating
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import FEWEST
from tests.analysis import made_up, made_up_contest

pytestmark = pytest.mark.long

NOWHERE = Estimate(0, 0, 0, 0)


def met(names, ahead, se=0.004, games=10_000):
    """Strategies whose rows are ahead of columns so often."""
    pairs = tuple(
        Matchup(a, b, games, Estimate(ahead[i][j], 0, 1, se), 0.5, NOWHERE, 1.0, "")
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i < j
    )
    ratings = tuple(Rating(name, NOWHERE, i, i, i) for i, name in enumerate(names))
    return Matchups(pairs, ratings, None, False)


ROCK = met(["paper", "rock", "scissors"], [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]])


def test_rock_paper_and_scissors_are_mixed_alike():
    parts = ladder.mix(ROCK)
    assert [part.share for part in parts] == pytest.approx([1 / 3] * 3)
    for part in parts:
        assert 0.3 < part.low <= part.share <= part.high < 0.37
    assert ladder.dominated(ROCK) == ()


def test_a_mix_leans_to_whom_the_strongest_fears():
    """Paper wins by more: rock, which it beats, is played less than scissors' even share."""
    lean = met(["paper", "rock", "scissors"], [[0.5, 0.9, 0.4], [0.1, 0.5, 0.7], [0.6, 0.3, 0.5]])
    shares = {part.strategy: part.share for part in ladder.mix(lean)}
    # Gains .4, .1 (scissors over paper), .2 (rock over scissors): the mix is 2 : 1 : 4.
    assert shares == pytest.approx({"paper": 2 / 7, "rock": 1 / 7, "scissors": 4 / 7})


def test_who_is_beaten_by_another_against_everybody_is_dominated():
    strong = [[0.5, 0.6, 0.9], [0.4, 0.5, 0.8], [0.1, 0.2, 0.5]]
    names = ["expert", "quick", "idle"]
    found = ladder.dominated(met(names, strong))
    assert [(one.strategy, one.by) for one in found] == [("quick", "expert"), ("idle", "expert")]
    assert all(0 < one.least < 0.1 for one in found[:1])
    assert [part.strategy for part in ladder.mix(met(names, strong)) if part.share > 0.001] == [
        "expert"
    ]
    assert ladder.dominated(met(names, strong, se=0.2)) == ()  # so few games tell nothing


def test_where_two_never_met_nothing_is_said():
    few = met(["a", "b"], [[0.5, 0.9], [0.1, 0.5]], games=FEWEST - 1)
    assert ladder.mix(few) == () and ladder.dominated(few) == ()


def test_equals_are_called_dominated_in_no_more_than_five_of_a_hundred():
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(400):
        ahead = np.full((4, 4), 0.5)
        for i in range(4):
            for j in range(i + 1, 4):
                ahead[i, j] += rng.normal(scale=0.01)
                ahead[j, i] = 1 - ahead[i, j]
        wrong += bool(ladder.dominated(met(list("abcd"), ahead, se=0.01)))
    assert wrong <= 0.05 * 400


def rungs_of(recipe):
    run = made_up.in_memory(recipe)
    for cell in run.manifest["cells"]:
        cell["levels"]["strategy"] = cell["levels"].pop("tide")
    for factor in run.manifest["factors"]:
        if factor["name"] == "tide":
            factor["name"] = "strategy"
    design = Design(run.manifest)
    return ladder.rungs(design, count(Blocks(run, design)))


def test_rungs_go_from_the_strongest_and_say_how_far_each_is_above_the_next():
    found = rungs_of(made_up.Recipe(games=2_000, players=(2, 3)))
    assert [rung.strategy for rung in found] == list(made_up.TIDES)  # calm to storm
    for upper, lower in pairwise(found):
        apart = upper.rate.value - lower.rate.value
        assert upper.step.effect.value == pytest.approx(apart, abs=0.002)
        assert upper.verdict
    assert found[-1].step is None
    assert found[0].rate.games == 4_000


def test_a_run_of_one_strategy_has_no_ladder():
    run = made_up.in_memory(made_up.Recipe(games=50))
    design = Design(run.manifest)
    assert ladder.rungs(design, count(Blocks(run, design))) == ()
    from analysis.study import study

    assert study(made_up_contest.in_memory(made_up_contest.Contest(games=200))).ladder == ()
