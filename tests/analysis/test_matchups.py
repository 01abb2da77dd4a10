"""Matchups: who is ahead, strengths, and what goes in circles."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.shares.matchups import _places, cyclic_share, fit, fit_all
from analysis.stats import verdicts
from analysis.stats.intervals import effect, p_value
from analysis.stats.verdicts import FEWEST
from tests.analysis.made_up_contest import CREWS, Contest, in_memory
from tests.analysis.test_contest import _contest, _of

EVEN = Contest(games=5_000)
CIRCLE = {("auk", "bittern"): 0.9, ("bittern", "coot"): 0.9, ("coot", "auk"): 0.9}


def test_the_matrix_is_counted_from_the_ranks():
    run = in_memory(replace(EVEN, games=400, players=(3,), ties=True))
    found = _of(run)
    seats = run.tables[1].select("replicate", "crew", "rank")
    met = seats.join(seats, on="replicate").filter(
        (pl.col("crew") == "auk") & (pl.col("crew_right") == "coot")
    )
    won = (met["rank"] < met["rank_right"]).sum() + 0.5 * (met["rank"] == met["rank_right"]).sum()
    pair = next(p for p in found.matchups.pairs if (p.first, p.second) == ("The Auks", "The Coots"))
    assert pair.games == met.height
    assert pair.ahead.value == pytest.approx(won / met.height)
    assert pair.turned().ahead.value == pytest.approx(1 - pair.ahead.value)


def test_strengths_are_plackett_and_luces():
    """All pairs of finishing orders give what a fit of the orders gives."""
    import choix

    recipe = replace(EVEN, games=8_000, players=(4,), crews={"egret": 0.8, "auk": -0.5})
    run = in_memory(recipe)
    found = _of(run)
    ordered = run.tables[1].sort("replicate", "rank")["crew"].to_numpy().reshape(-1, 4)
    orders = [tuple(CREWS.index(c) for c in row) for row in ordered]
    strength = choix.ilsr_rankings(len(CREWS), orders, alpha=0.001)
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    expected = (chance.sum(axis=1) - 0.5) / (len(CREWS) - 1)
    for rating in found.matchups.ratings:
        crew = CREWS.index(rating.label.removeprefix("The ").removesuffix("s").lower())
        assert rating.ahead.value == pytest.approx(expected[crew], abs=0.01)
        assert rating.ahead.low < expected[crew] < rating.ahead.high


def test_many_fits_at_once_are_those_of_the_library_one_by_one():
    rng = np.random.default_rng(3)
    drawn = rng.poisson(rng.uniform(0, 40, (6, 6)), (50, 6, 6)) * (1 - np.eye(6))
    drawn[0, 2] = 0  # it never finished ahead of anybody
    drawn[1, :, 4] = 0  # nobody finished ahead of it
    one_by_one = np.array([fit(wins) for wins in drawn])
    assert fit_all(drawn, fit(drawn.sum(axis=0))) == pytest.approx(one_by_one, abs=1e-5)


@pytest.mark.long
def test_no_pair_stands_out_and_nothing_goes_in_circles_where_strength_is_all():
    for seed in range(5):
        found = _contest(replace(EVEN, seed=40 + seed, crews={"egret": 0.8})).matchups
        assert not found.circles and found.cyclic < 0.15
        assert not any(p.verdict == verdicts.BIG for p in found.pairs)


def test_rock_paper_scissors_goes_in_circles():
    found = _contest(replace(EVEN, games=12_000, players=(2,), beats=CIRCLE)).matchups
    assert found.circles and found.cyclic > 0.8
    called = {frozenset((p.first, p.second)) for p in found.pairs if p.verdict == verdicts.BIG}
    names = {c: f"The {c.capitalize()}s" for c in CREWS}
    assert called == {frozenset((names[a], names[b])) for a, b in CIRCLE}
    # Nobody in the circle is strong as a whole.
    for rating in found.ratings:
        assert abs(rating.ahead.value - 0.5) < 0.03


def test_cyclic_share_of_known_odds():
    strength = np.array([1.0, 0.2, -0.3, -0.9])
    order = strength[:, None] - strength[None, :]
    assert cyclic_share(order, np.zeros((4, 4))) == (0.0, False)
    ring = np.zeros((3, 3))
    ring[[0, 1, 2], [1, 2, 0]] = 1.0
    ring -= ring.T
    assert cyclic_share(ring, np.zeros((3, 3))) == (1.0, True)
    share, _ = cyclic_share(order[:3, :3] + ring, np.zeros((3, 3)))
    upper = np.triu_indices(3, 1)
    whole = np.square((order[:3, :3] + ring)[upper]).sum()
    assert share == pytest.approx(np.square(ring[upper]).sum() / whole)


def test_places_of_many_near_each_other_keep_their_word():
    """Strengths as far apart as luck is large: resamples alone would hold 92% of the places."""
    rng = np.random.default_rng(9)
    held = []
    for _ in range(200):
        truth = rng.normal(0.5, 0.02, 17)
        errors = np.full(17, 0.02)
        found = rng.normal(truth, errors)
        best, worst = _places(found, rng.normal(found, errors, (400, 17)), errors)
        place = np.argsort(np.argsort(-truth)) + 1
        held.append(np.mean((best <= place) & (place <= worst)))
    assert 0.94 <= np.mean(held) <= 0.985


def test_places_of_equals_are_open_and_of_unequals_are_told():
    again = np.random.default_rng(10).normal(0.0, 0.01, (400, 5))
    errors = np.full(5, 0.01)
    best, worst = _places(np.full(5, 0.5), 0.5 + again, errors)
    assert (best == 1).all() and (worst == 5).all()
    far = np.linspace(0.9, 0.1, 5)
    best, worst = _places(far, far + again, errors)
    assert best.tolist() == worst.tolist() == [1, 2, 3, 4, 5]


def test_one_who_always_wins_has_a_finite_strength():
    assert np.isfinite(fit(np.array([[0.0, 50.0], [0.0, 0.0]]))).all()


def test_too_few_games_say_nothing_of_circles():
    found = _contest(replace(EVEN, games=40)).matchups
    assert found.cyclic is None and not found.circles


def test_pairs_that_met_in_few_games_are_not_judged():
    """Thirty games at a table of three: each two crews meet in six."""
    found = _contest(replace(EVEN, games=30, players=(3,), crews={"egret": 3.0}))
    assert max(p.games for p in found.matchups.pairs) < FEWEST
    for pair in found.matchups.pairs:
        assert (pair.q, pair.verdict) == (1.0, verdicts.MORE)
        assert 0 <= pair.ahead.low < pair.ahead.high <= 1


def test_pairs_of_few_games_take_nothing_from_the_others():
    sure, open_ = effect(0.1, 0.0001), effect(0.9, 0.0001)
    assert verdicts.q_of_enough([sure, open_], [FEWEST, FEWEST - 1]) == [p_value(sure), 1.0]


@pytest.mark.long
def test_intervals_of_ratings_cover():
    """Strengths are known: the rating follows from them."""
    crews = {"egret": 0.8, "auk": -0.4}
    strength = np.array([crews.get(c, 0.0) for c in CREWS])
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    truth = (chance.sum(axis=1) - 0.5) / (len(CREWS) - 1)
    inside = []
    for seed in range(60):
        found = _contest(replace(EVEN, games=500, seed=2_000 + seed, crews=crews))
        for r in found.matchups.ratings:
            i = CREWS.index(r.label.removeprefix("The ").removesuffix("s").lower())
            inside.append(r.ahead.low <= truth[i] <= r.ahead.high)
    # 360 intervals; ratings of one run lean on each other.
    assert 0.905 < np.mean(inside) < 0.985
