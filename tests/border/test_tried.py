"""How far a strategy may look ahead: what it tries is bounded as a whole, not each number alone."""

import re

import pytest

from simulate.pack import catalogue, load, load_folder
from simulate.pack.strategies import MOST_PLAYERS, MOST_TRIED
from tests.border import toy
from tests.refusals import problems_of

ROOM = 10  # times what the shipped players try


def refusal(folder):
    (problem,) = problems_of(load_folder, folder, "mine")
    return problem.what


@pytest.mark.parametrize(
    ("numbers", "tried"),
    [
        ("playouts = 10_000, candidates = 1_000, rounds = 1_000", "10,000,000,000"),
        ("playouts = 10_000, candidates = 2", "20,000"),
        ("playouts = 101, candidates = 100, rounds = 0", "10,100"),
        ("playouts = 11, candidates = 10, rounds = [1, 1, 100]", "11,000"),
    ],
)
def test_playouts_times_candidates_times_rounds(mine, numbers, tried):
    own = toy.STRATEGIES.replace("playouts = 8, candidates = 3", numbers)
    what = refusal(mine(strategies=own))
    assert f"strategy `expert` would play moves on for {tried} rounds at one decision" in what
    assert "playouts x candidates x rounds" in what and "at most 10,000" in what


def test_the_bound_itself_is_allowed(mine):
    own = toy.STRATEGIES.replace("candidates = 3", "candidates = 125, rounds = 10")
    assert load_folder(mine(strategies=own)).tried("expert", 2) == MOST_TRIED


@pytest.mark.parametrize("game", catalogue.names())
def test_all_shipped_players_have_room(game):
    pack = load(game)
    for name in pack.strategies:
        for players in range(1, MOST_PLAYERS + 1):
            assert ROOM * pack.tried(name, players) <= MOST_TRIED, name


@pytest.mark.parametrize("game", catalogue.names())
def test_weights_multiply_only_by_names_that_are_there(game):
    assert {name for factor in catalogue.foresight(game) for name in factor} <= {
        *catalogue.features(game)
    }


@pytest.mark.parametrize("game", [name for name in catalogue.names() if catalogue.foresight(name)])
def test_a_player_who_weighs_is_bounded_alike(game):
    """Each weight by itself may be 1,000."""
    pack = load(game)
    changes = {
        f"strategies.balanced.weights.{name}": 1000.0
        for factor in catalogue.foresight(game)
        for name in factor
    }
    _, troubles = pack.try_resolve(changes)
    said = " ".join(what for _, what in troubles)
    assert re.search(r"strategy `balanced` would play moves on for [\d,]+ rounds", said)
