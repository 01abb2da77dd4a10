"""Tuning an invented game, of which it is known what every number does."""

import numpy as np
import pytest
from scipy.special import expit

from analysis.stats.intervals import bonett_price_interval, rate
from analysis.stats.verdicts import Band
from simulate.core.errors import Problem
from simulate.experiment import RunRequest, load
from simulate.search.space.search_space import Bound, freed, spans
from simulate.search.space.surface import Surface, added, outside
from simulate.search.tune import Tuning
from tests.search.invented import Invented

SIZES = tuple(size for steps in range(1, 7) for size in (-steps, steps))
IDLE = 20


def game(seed, start=(1.0, -0.8), band=(0.44, 0.56), pairs=None):
    """Two settings that are off either way; `first` moves the one, `second` the other."""
    worth = {"rules.first": (0.5, 0.05), "rules.second": (0.05, 0.4), "rules.both": (0.3, 0.3)}
    worth |= {f"rules.idle_{n}": (0.0, 0.0) for n in range(IDLE)}
    return Invented(start, worth, Band(*band), seed, pairs or {})


def tuned(invented, most=4, budget=200_000):
    numbers = [Bound(path, 5, SIZES, 10) for path in invented.worth]
    return Tuning(invented, numbers, most=most, budget=budget)


def edits(sought):
    return {step.path: step.size for step in sought.candidate.steps}


def answer(seed, **other):
    """The sets that are to be confirmed, and whether they truly land, by the number of edits."""
    invented = game(seed, **other)
    return invented, [(edits(s), invented.lands(edits(s))) for s in tuned(invented).search()]


def test_it_finds_the_two_numbers_that_do_it():
    invented, best = answer(1)
    found, lands = next((e, lands) for e, lands in best if len(e) == 2)
    assert lands and invented.chance(found) == pytest.approx([0.5, 0.5], abs=0.06)
    assert max(len(e) for e, _ in best) == 2  # what two edits do is not done by three


def test_one_edit_is_enough_where_one_does_it():
    _, best = answer(2, start=(1.0, 0.9))
    assert all(len(e) == 1 for e, _ in best)
    assert best[0][1] and set(best[0][0]) == {"rules.both"}


def test_on_target_already_nothing_is_played():
    invented = game(3, start=(0.0, 0.05), band=(0.40, 0.60))
    tuning = tuned(invented)
    assert tuning.search() == [] and invented.played == 0
    assert all(place.verdict == "on target" for place in tuning.base)


def test_numbers_that_do_nothing_are_no_answer():
    invented = Invented((1.0,), {f"rules.n{n}": (0.0,) for n in range(IDLE)}, Band(0.4, 0.5), 4)
    found = [edits(s) for s in tuned(invented).search()]
    assert all(not invented.lands(e) for e in found)


def test_two_numbers_that_help_each_other_are_learned():
    invented, best = answer(5, start=(2.0, 2.0), pairs={("rules.first", "rules.second"): 0.25})
    assert best[-1][1], [invented.chance(e) for e, _ in best]


def test_no_more_games_than_a_round_beyond_the_budget():
    invented = game(6, band=(0.495, 0.505))
    tuned(invented, budget=30_000).search()
    assert invented.played < 30_000 + 24 * 2 * 2_000


def of_factions(seed):
    """Sixteen factions, three to a game, of which one is too strong; its own number mends it."""
    others = (-0.02,) * 15
    worth = {"rules.first": (0.3, *others)} | {f"rules.idle_{n}": (0.0,) * 16 for n in range(7)}
    return Invented((0.55, *(0.0,) * 15), worth, Band(0.42, 0.58), seed, {}, 3 / 16)


def test_one_faction_of_many_is_mended_though_it_is_seldom_seen():
    landed = 0
    for seed in range(7):
        invented = of_factions(seed)
        landed += any(invented.lands(edits(s)) for s in tuned(invented, budget=40_000).search())
    assert landed >= 5


def test_it_says_how_many_games_would_show_every_step():
    tuning = tuned(of_factions(1), budget=10_000)
    tuning.search()
    assert tuning.wanted > 100_000 and tuning.table.played < 40_000


@pytest.mark.long
def test_it_finds_the_answer_in_ninety_five_of_a_hundred():
    landed = [any(lands for _, lands in answer(seed)[1]) for seed in range(100)]
    assert sum(landed) >= 95


@pytest.mark.long
def test_few_edits_are_preferred_in_ninety_five_of_a_hundred():
    few = []
    for seed in range(100):
        _, best = answer(seed, start=(1.0, 0.9))
        few.append(bool(best) and best[0][1] and all(len(e) == 1 for e, _ in best))
    assert sum(few) >= 95


# The surface


def test_the_surface_adds_what_single_steps_do():
    surface = Surface(["a", "b"])
    points = [{"a": 1}, {"a": -1}, {"b": 1}]
    surface.fit(points, np.array([[0.5], [-0.4], [0.3]]), np.full((3, 1), 0.01))
    assert surface.at({"a": 2, "b": 1}) == pytest.approx([1.3], abs=0.05)
    assert surface.at({"a": -1}) == pytest.approx([-0.4], abs=0.02)


def test_the_surface_learns_where_numbers_hinder_each_other():
    surface = Surface(["a", "b"])
    points = [{"a": 1}, {"b": 1}, {"a": 2, "b": 2}]
    surface.fit(points, np.array([[0.5], [0.5], [1.2]]), np.full((3, 1), 0.01))
    assert surface.at({"a": 2, "b": 2}) == pytest.approx([1.2], abs=0.05)
    assert surface.at({"a": 1, "b": 1})[0] < 1.0


def test_what_is_unknown_of_a_goal_says_nothing_of_it():
    surface = Surface(["a"])
    surface.fit([{"a": 1}, {"a": -1}], np.array([[0.5, 9.0], [-0.5, 0.2]]),
                np.array([[0.01, np.inf], [0.01, 0.01]]))  # fmt: skip
    assert surface.at({"a": 1})[1] == pytest.approx(0.0, abs=1e-9)


def test_where_nearly_all_is_won_a_change_is_known_to_be_large():
    before, after = rate(250, 500), rate(500, 500)
    delta, error = added(before, after, bonett_price_interval(0.5, 0.25 / 500, 500, 1.0))
    assert delta > 6 and error < 2


def test_outside_is_the_mean_of_what_luck_gives():
    draws = np.random.default_rng(1).normal(0.55, 0.02, 200_000)
    beyond = np.maximum(draws - 0.55, 0) + np.maximum(0.40 - draws, 0)
    mean, variance = outside(np.array([0.55]), np.array([0.02]), [Band(0.40, 0.55)])
    assert mean[0] == pytest.approx(beyond.mean(), rel=0.02)
    assert variance[0] == pytest.approx(beyond.var(), rel=0.03)


def test_where_the_rates_lie_is_not_lost_on_the_way_to_the_logit():
    invented = game(7)
    assert invented.chance({}) == pytest.approx(expit([1.0, -0.8]))


# What is freed


@pytest.fixture(scope="module")
def pack():
    return load(RunRequest("defenders/steps"), []).pack


def test_bounds_are_kept_to(pack):
    problems = []
    asked = spans(["rules.capital_limit=5..9", "cards.heroes.ranger.health"], problems)
    limit, health = freed(pack, asked, {}, problems)
    assert not problems
    assert sorted(limit.before + size for size in limit.sizes) == [5, 7, 8, 9]
    assert limit.sizes[0] in (-1, 1) and len(health.sizes) == 12


def test_bounds_start_from_what_is_set(pack):
    (limit,) = freed(pack, spans(["rules.capital_limit=5..9"], []), {"rules.capital_limit": 8}, [])
    assert limit.before == 8 and sorted(limit.sizes) == [-3, -2, -1, 1]


@pytest.mark.parametrize("text", ["rules.capital_limit=9..5", "rules.capital_limit=many"])
def test_bounds_that_are_none_are_told(text):
    problems: list[Problem] = []
    spans([text], problems)
    assert "LOW..HIGH" in problems[0].what


def test_bounds_that_the_rules_refuse_are_told(pack):
    problems = []
    freed(pack, spans(["rules.capital_limit=900..999"], problems), {}, problems)
    assert "rules.capital_limit=900..999" in problems[0].where


def test_a_wide_span_is_tried_here_and_there(pack):
    (limit,) = freed(pack, spans(["rules.round_limit=1..200"], []), {}, [])
    assert len(limit.sizes) < 60 and {-1, 1} <= set(limit.sizes)
