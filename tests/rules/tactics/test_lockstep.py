"""Whole games at random, kernels and referee side by side: the same moves, the same table."""

import random
from typing import Any

import pytest

from simulate.games.tactics.moves import move as kinds
from tests.marks import long_but
from tests.rules.tactics.cell import built, built_maps
from tests.rules.tactics.lockstep import BOLD, Lockstep
from tests.rules.tactics.shipped import ROWS, new_table, other_rules, pack
from tests.rules.tactics.words import Board

GAMES, MANY = 1, 12
LONGEST = {("competitive", 3), ("competitive", 4), ("battle", 3), ("team", 4)}


def chooser(number: int, *said: Any):
    """Two games of three rather fight and act than not; the second of these goes into dungeons."""
    luck = random.Random(f"{number} {said}")

    def choose(legal, words):
        numbers = list(range(len(words)))
        bold = [i for i in numbers if words[i].split()[0] in BOLD]
        delving = [
            i for i in bold if legal[i].kind in (kinds.KIND.ENTER_DUNGEON, kinds.KIND.STEP_INSIDE)
        ]
        delving += [i for i in numbers if legal[i].kind == kinds.KIND.ENTER_DUNGEON]
        if number % 3 == 2 and delving and luck.random() < 0.9:
            return luck.choice(delving)
        if number % 3 and bold and luck.random() < 0.7:
            return luck.choice(bold)
        if number % 3 and len(words) > 1 and "end" in words and luck.random() < 0.8:
            numbers = [i for i in numbers if words[i] != "end"]
        return luck.choice(numbers)

    return choose


def play_twice(mode, players, number, changes=None, **cell):
    cards, names = built(mode, players, changes=changes, **cell)

    def table(realm):
        land = built_maps(24)[realm] if cell.get("map") == "built" else None
        return new_table(mode, players, 0, land, **(changes or {}))

    choose = chooser(number, mode, players)
    return Lockstep(Board(cards, names, pack()), number, table, choose).run()


@pytest.mark.parametrize(
    "mode, players", long_but({("competitive", 2), ("solo", 1), ("coop", 2)}, ROWS)
)
def test_whole_games(mode, players):
    """T-TURN-1: the steps of each turn in the order that the referee asks for."""
    for number in range(1, 1 + GAMES):
        assert play_twice(mode, players, number).decisions > 20


@pytest.mark.parametrize("mode, players", long_but({("solo", 1)}, [("solo", 1), ("coop", 2)]))
def test_adventures_of_a_delver(mode, players):
    met = set()
    for number in (2, 8, 11, 20):
        met |= play_twice(mode, players, number).met
    assert {"inside", "move", "end"} <= met


@pytest.mark.parametrize("number", long_but({0}, range(4)))
def test_under_other_rules(number):
    """A dozen parameters or switches off their values, drawn anew for each game."""
    luck = random.Random(f"lockstep {number}")
    mode, players = luck.choice(ROWS)
    changes = other_rules(luck) | {"round_limit": 12, "battle_rounds": 10}
    play_twice(mode, players, number, changes)


@pytest.mark.parametrize("players", long_but({2}, [2, 3]))
@pytest.mark.long
def test_battles_on_built_realms(players):
    play_twice("battle", players, 1, map="built", seed=0)


@pytest.mark.long
@pytest.mark.parametrize("mode, players", ROWS)
def test_many_games(mode, players):
    for number in range(100, 100 + MANY // (2 if players == 4 else 1)):  # these are long
        luck = random.Random(f"{mode} {players} {number}")
        changes = other_rules(luck) if number % 3 == 0 else None
        play_twice(mode, players, number, changes)
