"""Whole games, kernels and referee side by side: at every decision the same moves are legal and
the same table lies there.
"""

import random
from collections import Counter
from typing import Any

import pytest

from simulate.games.dungeons.cards import CardsModel
from simulate.games.dungeons.state.record import END, PHASE
from tests.marks import long_but
from tests.rules.dungeons import invented
from tests.rules.dungeons.lockstep import Pair
from tests.rules.dungeons.player import any_of, eager
from tests.rules.dungeons.shipped import gentle, other_rules

GAMES, MANY = 2, 60
# No shipped ability that works by itself is aimed; invented ones are.  What few cards ask may be
# missing from a hundred games: positions 64 and 67 ask it.
SELDOM = {"aim", "lose item", "push"}


def invented_cards(luck: random.Random) -> dict[str, Any]:
    """Decks in which many cards are made from the vocabulary."""
    values = gentle()
    for key in luck.sample(sorted(values["loot"]), 8):
        values["loot"][key]["abilities"] = {"use": invented.ability(luck)}
    for key in luck.sample(sorted(values["spells"]), 6):
        values["spells"][key]["abilities"] = {"use": invented.ability(luck)}
    for key in values["heroes"]:
        values["heroes"][key]["abilities"]["talent"] = invented.ability(luck)
    CardsModel.model_validate(values)
    return values


@pytest.mark.parametrize("heroes", [2, 3, 4])
def test_whole_games_at_random(heroes):
    for seed in range(GAMES):
        Pair(heroes, seed).play_out(any_of, seed)


@pytest.mark.parametrize("heroes", long_but({3}, [2, 3, 4]))
def test_whole_games_of_both_acts(heroes):
    acts = set()
    for seed in range(GAMES):
        pair = Pair(heroes, seed, data=gentle())
        pair.play_out(eager, seed)
        acts.add(int(pair.s.act))
    assert 2 in acts


@pytest.mark.parametrize("number", long_but({0, 1}, range(2 * GAMES)))
def test_whole_games_under_other_rules(number):
    changed = other_rules(random.Random(number))
    data = gentle() if number % 2 else None
    Pair(2 + number % 3, number, data=data, **changed).play_out(eager, number)


@pytest.mark.parametrize("number", long_but({1}, range(2 * GAMES)))
def test_whole_games_with_invented_cards(number):
    data = invented_cards(random.Random(number))
    Pair(2 + number % 3, number, data=data).play_out(eager, number)


@pytest.mark.long
def test_many_whole_games():
    """Every decision is met, and with each number of heroes torch and goblins end games."""
    met: Counter[int] = Counter()
    for heroes in (2, 3, 4):
        ends: Counter[str] = Counter()
        for seed in range(100, 100 + MANY):
            data = gentle() if seed % 3 else None
            pair = Pair(heroes, seed, data=data)
            pair.play_out(eager if seed % 4 else any_of, seed)
            ends[END.words[int(pair.s.outcome)]] += 1
            met += pair.phases
        assert {"torch_out_act_1", "torch_out_act_2", "fifth_goblin_act_1"} <= set(ends)
    assert {PHASE.words[phase] for phase in met} >= set(PHASE.words[: PHASE.OVER]) - SELDOM


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 100 + MANY))
def test_many_games_under_other_rules_and_with_invented_cards(number):
    luck = random.Random(number)
    data = invented_cards(luck) if number % 2 else None
    Pair(2 + number % 3, number, data=data, **other_rules(luck)).play_out(eager, number)
