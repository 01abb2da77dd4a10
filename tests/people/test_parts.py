"""The parts of what is said of people's games, by cases that can be worked out."""

import numpy as np
import pytest

from analysis.people import skill
from analysis.people.agreement import agreement_answer, target_rate
from analysis.people.answer import SideBySide
from analysis.people.contest import contest_posterior, share_at, winners_of
from analysis.people.mixture import TAUS, grid_estimate, normalised, tau_prior
from analysis.people.modes import GroupedGames, Lineups, logistic_modes, softmax_mode
from analysis.people.pooled import BandVerdicts
from analysis.people.simulated import (
    SimulatedStrengths,
    composition,
    simulated_levels,
    simulated_strengths,
)
from analysis.people.together import TablePoints, contrasts
from analysis.stats.intervals import rate
from analysis.stats.verdicts import ABOVE, BELOW, MORE, ON_TARGET
from tests.people.made import NODES, grid, mixed_tables, world


def _pairs(wins: int, games: int) -> Lineups:
    """Two options at each table; the first wins so many."""
    held = np.tile(np.eye(2), (games, 1, 1))
    first = (np.arange(games) < wins).astype(float)
    return Lineups(held, np.ones((games, 2), bool), np.stack([first, 1 - first], 1), np.ones(games))


def test_the_mode_of_an_even_logistic_model_is_nought():
    games = GroupedGames(np.array([1.0, 0.0, 1.0, 0.0]), np.ones((4, 1)), np.array([0, 2]))
    mode, groups = logistic_modes(games, np.zeros((1, 4)), np.eye(1)[None], 0.5)
    assert np.allclose(mode.mean, 0)
    assert np.allclose(groups, 0)
    # Each group of two games leaves 1/2 + 4 of curvature; 1 + 1 - 2 (1/2)^2 / 4.5 stays.
    assert mode.cov[0, 0, 0] == pytest.approx(1 / (2 - 2 * 0.25 / 4.5))


def test_coefficients_are_those_at_which_the_slope_is_nought():
    rng = np.random.default_rng(1)
    columns, won = rng.normal(size=(30, 3)), (rng.random(30) < 0.6).astype(float)
    games = GroupedGames(won, columns, np.arange(0, 30, 5))
    mode, groups = logistic_modes(games, np.zeros((1, 30)), 2 * np.eye(3)[None], 0.4)
    chance = 1 / (1 + np.exp(-(columns @ mode.mean[0] + groups[0][games.group])))
    assert np.allclose(columns.T @ (won - chance), 2 * mode.mean[0], atol=1e-5)
    assert np.allclose(np.add.reduceat(won - chance, games.starts), groups[0] / 0.16, atol=1e-5)


def test_group_effects_that_are_taken_out_are_the_same_as_columns():
    rng = np.random.default_rng(2)
    columns, won = rng.normal(size=(24, 2)), (rng.random(24) < 0.5).astype(float)
    games = GroupedGames(won, columns, np.arange(0, 24, 6))
    out, effects = logistic_modes(games, np.zeros((1, 24)), np.eye(2)[None], 0.7)
    dummies = (games.group[:, None] == np.arange(4)).astype(float)
    precision = np.diag([1.0, 1.0, *([1 / 0.49] * 4)])[None]
    wide = GroupedGames(won, np.hstack([columns, dummies]), np.array([0]))
    within, _ = logistic_modes(wide, np.zeros((1, 24)), precision, 1e-6)
    assert np.allclose(out.mean[0], within.mean[0][:2], atol=1e-4)
    assert np.allclose(effects[0], within.mean[0][2:], atol=1e-4)
    assert np.allclose(out.cov[0], within.cov[0][:2, :2], atol=1e-4)


def test_a_thousand_games_of_a_pair_tell_its_log_odds():
    mode = softmax_mode(_pairs(750, 1_000), np.zeros(2), np.eye(2) / 100**2)
    assert mode.mean[0, 0] - mode.mean[0, 1] == pytest.approx(np.log(3), abs=1e-3)


def test_no_game_leaves_what_was_simulated():
    simulated = SimulatedStrengths(np.array([0.3, -0.3]), 0.04 * np.eye(2))
    found = contest_posterior(_pairs(0, 0), simulated)
    assert np.allclose(found.mean, simulated.mean)
    weight = normalised(tau_prior(TAUS))
    assert np.allclose(found.weight, weight[weight > 1e-5 * weight.max()], atol=1e-4)


def test_people_who_contradict_a_simulation_make_the_discrepancy_larger():
    simulated = SimulatedStrengths(np.array([0.5, -0.5]), 0.01 * np.eye(2))
    like, unlike = (contest_posterior(_pairs(won, 200), simulated) for won in (146, 30))
    assert like.weight @ like.tau < unlike.weight @ unlike.tau
    mean = unlike.weight @ unlike.mean
    assert mean[0] < mean[1]


def test_a_discrepancys_prior_keeps_off_nought():
    assert normalised(tau_prior(TAUS))[0] < 0.01


@pytest.mark.parametrize(
    "players, winners, fair", [(4, 1, 0.25), (2, 1, 0.5), (4, 2, 0.5), (6, 3, 0.5), (5, 1, 0.2)]
)
def test_an_average_option_has_the_fair_share(players, winners, fair):
    assert share_at(np.zeros(1), players, winners)[0] == pytest.approx(fair)
    assert 0 <= share_at(np.array([-9.0]), players, winners)[0] < fair
    assert fair < share_at(np.array([9.0]), players, winners)[0] <= 1


def test_a_tie_makes_no_team():
    alone = np.eye(4)[[0, 1, 2]]
    tie = np.array([[0.5, 0.5, 0.0, 0.0]])
    assert winners_of(np.concatenate([alone, tie])) == 1
    assert winners_of(np.repeat(tie, 3, axis=0)) == 2
    assert winners_of(np.zeros((2, 4))) == 1


def test_a_contrast_is_over_the_mean_of_the_others():
    assert contrasts(np.array([3.0, 1.0, 2.0])) == pytest.approx([1.5, -1.5, 0.0])
    assert contrasts(np.array([2.0])) == pytest.approx([0.0])


def test_a_composition_is_over_an_average_table():
    held = np.zeros((2, 2, 4))
    held[0, 0, 0] = held[0, 1, 3] = 1
    assert composition(held).tolist() == [[0.5, -0.5, -0.5, 0.5], [0.0] * 4]
    assert composition(np.zeros((3, 2, 0))).shape == (3, 0)


def test_a_posterior_at_the_end_of_the_scale_ends_there():
    found = grid_estimate(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.01, 0.99]))
    assert found.high == 1.0
    assert found.low < 1.0


def test_a_mixed_table_plays_at_its_mean_skill():
    points = TablePoints(np.array([0.8]), np.array([0.4]))
    assert points.of_tables(np.array([0.0, 0.25, 1.0]))[0] == pytest.approx([0.8, 0.7, 0.4])


@pytest.mark.parametrize(
    "above, below, verdict",
    [(0.97, 0.0, ABOVE), (0.0, 0.97, BELOW), (0.02, 0.02, ON_TARGET), (0.94, 0.03, MORE)],
)
def test_a_verdict_is_sure_at_nineteen_in_twenty(above, below, verdict):
    assert BandVerdicts(ON_TARGET, ABOVE, BELOW).of(above, below) == verdict


@pytest.mark.parametrize("now", np.linspace(0, 1, 21))
def test_a_rate_that_is_off_is_a_chance(now):
    assert 0 < target_rate(now) < 1
    assert abs(target_rate(now) - now) > 0.3


def test_the_p_value_counts_files_that_lie_as_far():
    compared = [SideBySide("option", rate(1, 2), 0.5, z, option=str(z)) for z in (1.0, -3.0, 5.0)]
    tested = np.array([True, True, False])
    found = agreement_answer(compared, tested, np.array([1.0, 2.0, 3.0] * 13), np.full(10, 9), 0.3)
    assert found.farthest == compared[1]
    assert found.p == pytest.approx(14 / 40)
    assert found.noticed == 1.0


def test_what_skill_is_worth_beside_others_is_taken_from_mixed_tables():
    rng = np.random.default_rng(6)
    truth = world(rng, together=False, options=6, settings=1)
    nodes = (mixed_tables(rng, truth, 4, 4_000),)
    assert skill._slope(nodes) == pytest.approx(truth.against, rel=0.15)


def test_levels_never_fall_with_skill_and_are_near_the_truth():
    rng = np.random.default_rng(3)
    truth = world(rng, together=True, options=6, settings=2)
    found = simulated_levels(grid(rng, truth, 2_000), np.array([0, 1]))
    assert (np.diff(found.level, axis=1) >= 0).all()
    at = [int(np.abs(found.skills - node).argmin()) for node in NODES]
    for place in (0, 1):
        true = [float(truth.level(place, np.array(node))) for node in NODES]
        assert np.abs(found.level[place, at] - true).max() < 4 * found.error[place].max()
    over = contrasts(found.effects) - contrasts(truth.simulated)
    assert np.abs(over).max() < 4 * np.sqrt(np.diag(found.spread)).max()


def test_strengths_are_those_of_the_nodes_around_the_skill():
    rng = np.random.default_rng(4)
    truth = world(rng, together=False, options=6, settings=1)
    simulated = grid(rng, truth, 1_000)
    one = simulated_strengths(simulated, np.array([0]), np.array([0.6]), np.array([1.0]))
    all_alike = np.full(6, 1 / 6)
    every = simulated_strengths(simulated, np.array([0]), np.array(NODES), all_alike)
    for found in (one, every):
        assert np.abs(found.mean - truth.simulated).max() < 0.25
    spread = [np.trace(found.cov - found.cov.mean()) for found in (one, every)]
    assert spread[1] < spread[0] / 3
