"""The players that every own game has for nothing: they see what their seat sees, and think."""

import math
from random import Random

import numpy as np
import pytest

from simulate.own import table
from simulate.own.file.reading import know
from simulate.own.players import soft_choice
from simulate.pack import load
from tests.own.tables import (
    BELLS,
    BRIDGE,
    FEATURES,
    MARGINS,
    SAVERS,
    SHELLS,
    STALLS,
    games,
    laid,
    of,
)

pytestmark = pytest.mark.long

KINDS = ("balanced", "greedy", "look_ahead", "search", "random")
NO_HIDE = "def nothing(self, seat):"


def found(file, strategy, count):
    """Peas that a strategy finds of three, game by game."""
    _, seats = games(file, count, strategy=[strategy, "random"])
    return of(seats, strategy, "points_peas")


@pytest.mark.parametrize("strategy", KINDS)
def test_the_same_game_is_played_the_same(tmp_path, strategy):
    file = laid(tmp_path, "stalls", STALLS)
    one, again = (games(file, 3, strategy=[strategy] * 2) for _ in range(2))
    for name, column in one[1].items():
        if name not in ("strategy", "skill"):
            assert np.array_equal(column, again[1][name]), name


@pytest.mark.parametrize("strategy", ["greedy", "look_ahead", "search"])
def test_nobody_sees_what_is_hidden(tmp_path, strategy):
    """One pea of four is found; who looks under the shells has all three."""
    peas = found(laid(tmp_path, "shells", SHELLS), strategy, 60)
    assert peas.mean() < 1.3


def test_a_game_that_hides_nothing_is_seen_through(tmp_path):
    """So the test above can fail."""
    open_game = SHELLS.replace("def hide(self, seat):", NO_HIDE)
    assert found(laid(tmp_path, "open_shells", open_game), "greedy", 20).mean() == 3


def test_looking_ahead_saves_what_one_step_spends(tmp_path):
    file = laid(tmp_path, "savers", SAVERS)
    _, seats = games(file, 20, strategy=["look_ahead", "greedy"])
    assert (of(seats, "greedy", "points_spent") == 4).all()
    assert of(seats, "look_ahead", "win_share").mean() > 0.9


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_win_in_reach_is_worth_more_than_points_in_hand(tmp_path, rounds):
    """Also where play-outs are cut short, and some come to an end before."""
    own = know(laid(tmp_path, "bells", BELLS))
    look = {"playouts": 4, "candidates": 2, "rounds": rounds}
    pack = load(own.name).resolve({"strategies.look_ahead.look_ahead": look})
    setting = {"players": 2, "strategy": ["look_ahead"] * 2, "skill": [1.0] * 2}
    played, _ = table.play_block(table.prepare(pack, setting), 1, 0, 5)
    assert (played["decisions"] == 1).all()


def likelihoods(scores, skill, times=4_000):
    rng = Random(1)
    picks = np.bincount(
        [soft_choice(scores, skill, rng) for _ in range(times)], minlength=len(scores)
    )
    return picks / times


@pytest.mark.parametrize("scores", [[0.0, 1.0, 0.4], [-math.inf, 0.9, 0.2, 0.1]])
def test_more_skill_takes_better_moves(scores):
    """Also where moves were not played on (-inf), as a player that looks ahead leaves them."""
    best = [likelihoods(scores, skill)[1] for skill in (0.0, 0.3, 0.6, 0.8, 0.95, 1.0)]
    assert best == sorted(best)
    assert best[0] < 0.4 < best[2] < 0.99 < best[-1] == 1.0


def test_a_move_that_was_not_played_on_is_as_bad_as_the_worst():
    least, *_, worst = likelihoods([-math.inf, 0.9, 0.5, 0.1], 0.6)
    assert 0.0 < least < 0.2
    assert least == pytest.approx(worst, abs=0.03)


def test_where_all_is_alike_any_move_is_taken():
    assert likelihoods([-math.inf, 2.0, 2.0], 1.0)[0] == 0.0
    assert likelihoods([1.0, 1.0], 0.5)[0] == pytest.approx(0.5, abs=0.03)


def test_skill_matters_to_who_looks_ahead(tmp_path):
    file = laid(tmp_path, "savers", SAVERS)

    def share(skill):
        line_up = {"strategy": ["look_ahead", "greedy"], "skill": [skill, 1.0]}
        return of(games(file, 40, **line_up)[1], "look_ahead", "points_saved").mean()

    assert share(0.0) < share(0.5) < share(1.0)


def test_a_cooperative_game_that_says_nothing_is_played_ahead(tmp_path):
    file = laid(tmp_path, "bridge", BRIDGE)
    played = games(file, 20)[0]["won"].mean()
    strategies = load(know(file).name).strategies
    assert "greedy" not in strategies
    assert strategies["balanced"].choice == "look_ahead"
    assert "weak player" in strategies["balanced"].plan
    assert played > 0.8
    assert games(file, 40, strategy=["random"] * 2)[0]["won"].mean() < 0.4


def test_margins_tell_a_cooperative_player_what_is_good(tmp_path):
    file = laid(tmp_path, "margin_bridge", BRIDGE + MARGINS)
    assert load(know(file).name).strategies["balanced"].weights == {"value": 1.0}
    assert games(file, 20)[0]["won"].mean() > 0.9


def test_features_are_weighed_as_the_file_says(tmp_path):
    weights = 'WEIGHTS = {"balanced": {"lay": 1.0}, "thrower": {"throw": 1}}\n'
    text = BRIDGE.replace("    def setup", f"    {weights}\n    def setup", 1) + FEATURES
    file = laid(tmp_path, "weighed_bridge", text)
    assert games(file, 10)[0]["won"].all()
    assert not games(file, 10, strategy=["thrower"] * 2)[0]["won"].all()
