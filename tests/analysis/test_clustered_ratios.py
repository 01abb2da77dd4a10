"""Shares clustered by game number, against least squares by statsmodels."""

import numpy as np
import pytest

from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, over_fair_of_rows
from analysis.stats.intervals import wilson

pytestmark = pytest.mark.long


def _rows(seed=1, numbers=400, cells=3, questions=4):
    """Rows that lean on each other by game number, over cells and within a game."""
    rng = np.random.default_rng(seed)
    mood = rng.normal(size=numbers)
    game = np.repeat(np.arange(numbers), 6)
    cell = rng.integers(cells, size=game.size)
    question = rng.integers(-1, questions, size=game.size)
    value = ((mood[game] + rng.normal(size=game.size)) > 0).astype(float)
    return game, cell, question, value


def _ratios(rows, cells=3, questions=4):
    made = Ratios(range(cells), questions)
    made.add(*rows)
    return made


def _clustered(rows, question, weights):
    """Value and variance of the weighted sum of cell means, by regression on cells."""
    import statsmodels.api as sm

    game, cell, asked, value = rows
    mine = asked == question
    x = np.eye(len(weights))[cell[mine]]
    fit = sm.OLS(value[mine], x).fit(
        cov_type="cluster",
        cov_kwds={"groups": game[mine], "use_correction": False, "df_correction": False},
    )
    return float(weights @ fit.params), float(weights @ fit.cov_params() @ weights)


@pytest.mark.parametrize("weights", [[1, 0, 0], [1 / 3] * 3, [1, -1, 0], [0.5, 0.2, -0.1]])
@pytest.mark.parametrize("question", [0, 3])
def test_a_weighted_sum_of_shares_is_a_clustered_regression(weights, question):
    rows, weights = _rows(), np.array(weights, dtype=float)
    found = _ratios(rows)
    value, variance = _clustered(rows, question, weights)
    assert found.value(question, weights) == pytest.approx(value, abs=1e-12)
    # n / (n - 1) is ours; n the rows of the smallest cell.
    assert found.variance(question, weights) == pytest.approx(variance, rel=0.02)


def test_rows_of_one_game_are_not_taken_for_independent():
    """A game whose rows all say the same counts once, however many rows it has."""
    game = np.arange(300)
    value = (game % 3 == 0).astype(float)
    once = _ratios((game, game * 0, game * 0, value), 1, 1)
    many = [np.repeat(v, 5) for v in (game, game * 0, game * 0, value)]
    five = _ratios(many, 1, 1)
    weights = np.ones(1)
    assert five.value(0, weights) == once.value(0, weights)
    assert five.variance(0, weights) == pytest.approx(once.variance(0, weights), rel=0.01)


def test_where_every_game_tells_the_same_there_is_no_variance():
    """Two games of five rows each, two of them won: what rounding leaves is no variance."""
    game, value = np.repeat(np.arange(2), 5), np.tile([1.0, 1.0, 0.0, 0.0, 0.0], 2)
    found = _ratios((game, game * 0, game * 0, value), 1, 1)
    assert found.variance(0, np.ones(1)) == 0.0
    assert found.score(0, np.ones(1)).half > 0.25


def test_pieces_change_nothing(monkeypatch):
    whole = _ratios(_rows())
    monkeypatch.setattr("analysis.estimators.clustered_ratios.MOST_AT_ONCE", 50)
    parts = _ratios(_rows())
    weights = np.array([0.3, 0.3, -0.6])
    for question in range(4):
        assert parts.variance(question, weights) == pytest.approx(
            whole.variance(question, weights), rel=1e-9
        )


def test_some_cells_alone():
    rows = _rows()
    found, some = _ratios(rows), _ratios(rows).only([0, 2])
    for question in range(4):
        assert some.value(question, np.array([1.0, -1.0])) == pytest.approx(
            found.value(question, np.array([1.0, 0.0, -1.0]))
        )
        assert some.variance(question, np.array([1.0, -1.0])) == pytest.approx(
            found.variance(question, np.array([1.0, 0.0, -1.0])), rel=1e-9
        )


def test_a_share_of_nothing_keeps_a_width():
    game = np.arange(40)
    found = _ratios((game, game * 0, game * 0, game * 0.0), 1, 1)
    assert found.variance(0, np.ones(1)) == 0
    score = found.score(0, np.ones(1))
    assert (score.low, score.high) == pytest.approx(wilson(0, 40)) and score.se > 0.02


@pytest.mark.parametrize("weights", [[1, 0, 0], [1 / 3] * 3, [0.7, 0.2, 0.1]])
def test_a_score_is_as_sure_as_the_clustered_regression(weights):
    """Where much was counted, Wilson's interval has the width of 1.96 standard errors."""
    found, weights = _ratios(_rows(numbers=4_000)), np.array(weights, dtype=float)
    score, variance = found.score(1, weights), found.variance(1, weights)
    assert score.value == pytest.approx(found.value(1, weights))
    assert score.half == pytest.approx(1.96 * np.sqrt(variance), rel=0.01)
    assert score.se == pytest.approx(np.sqrt(variance), rel=0.01)


def test_two_of_three_rivals_tell_more_than_two_games():
    """Who holds two of three seats wins two games in three, and each is one of the two."""
    rng = np.random.default_rng(2)
    winner = rng.integers(3, size=600)
    game = np.arange(600)
    both = [np.tile(game, 2), np.zeros(1200, int), np.zeros(1200, int),
            np.concatenate([winner == 0, winner == 1]).astype(float)]  # fmt: skip
    low, high = wilson((winner < 2).sum(), 600)
    assert _ratios(both, 1, 1).score(0, np.ones(1)).half == pytest.approx(
        (high - low) / 4, rel=0.02
    )


def _held(games, repeats, wins, truth, weights):
    """How often the score of one question holds the truth; wins: games by cells."""
    held = 0
    for _ in range(repeats):
        results = wins(games)
        cells = results.shape[1]
        rows = (np.repeat(np.arange(games), cells), np.tile(np.arange(cells), games),
                np.zeros(games * cells, int), results.ravel().astype(float))  # fmt: skip
        found = _ratios(rows, cells, 1).score(0, np.array(weights))
        held += found.low <= truth <= found.high
    return held / repeats


@pytest.mark.parametrize("games", [3, 30, 200])
def test_a_mean_of_settings_that_share_luck_keeps_its_word(games):
    rng = np.random.default_rng(4)

    def wins(n):
        luck = np.where(rng.random((n, 2)) < 0.5, rng.random((n, 1)), rng.random((n, 2)))
        return luck < [1 / 2, 1 / 3]

    # 600 samples: standard error of the share held 0.009.
    assert _held(games, 600, wins, 5 / 12, [0.5, 0.5]) >= 0.925


@pytest.mark.parametrize("share", [0.0, 0.2, 0.45])
def test_how_many_rows_each_setting_has_is_luck_and_counted(share):
    """Few rows of a level, hardly any of them at the larger table: its fair share is another."""
    rng, fair = np.random.default_rng(6), Fair(np.array([1 / 2, 1 / 3]))
    truth = share - (0.94 / 2 + 0.06 / 3)
    held = 0
    for _ in range(600):
        n = int(rng.poisson(60))
        cell = (rng.random(n) < 0.06).astype(int)
        won = (rng.random(n) < share).astype(float)
        found = over_fair_of_rows(
            _ratios((np.arange(n), cell, np.zeros(n, int), won), 2, 1), 0, fair
        )
        held += found.low <= truth <= found.high
    # Where nobody wins 57% without it; standard error 0.9.
    assert held / 600 >= 0.93
