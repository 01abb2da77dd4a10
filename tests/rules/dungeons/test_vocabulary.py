"""The model of the cards: what it takes, what it refuses and says, and the shipped cards."""

import json
from collections import Counter
from typing import Any

import pytest

from simulate.core.errors import InputError
from simulate.core.nested import ABOUT, leaves
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.games.dungeons.cards import CardsModel, check_rules, check_setting
from simulate.games.dungeons.cards.abilities import Ability, Action, Effect, RoomFeature
from tests.mechanics.invented import refusal
from tests.rules.dungeons import shipped
from tests.rules.dungeons.cell import cards, changed

# ---------------------------------------------------------------- what an effect takes


HEAL = {"do": "heal", "amount": 2, "who": "one_hero"}


@pytest.mark.parametrize(
    "effect, said",
    [
        ({**HEAL, "do": "heel"}, "did you mean `heal`?"),
        ({"do": "add_speed", "amount": 0}, "with an `amount` of 0 does nothing"),
        ({"do": "lose_health", "amount": 0}, "with an `amount` of 0 does nothing"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(effect, said):
    Effect.model_validate(HEAL)
    assert said in refusal(Effect, effect)


# ---------------------------------------------------------------- abilities

FREE = {"when": "free", "focus": 2, "reach": "path", "range": 1, "effects": [HEAL], "name": "Aid"}
HARM = {"do": "damage", "amount": 1}
BONUS = {"do": "add_result", "amount": 1, "skill": "any", "on": "any"}
DICE = {"do": "add_dice", "amount": 1, "skill": "any", "on": "any"}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"when": "fre"}, "did you mean `free`?"),
        ({"when": "always", "focus": 0}, "`heal` does not go with when = 'always'"),
        ({"focus": 0}, "could be repeated for ever"),
        ({"skill": "strength"}, "does not take `skill`"),
        ({"when": "cast"}, "with when = 'cast' must say `skill`"),
        ({"when": "after_rest"}, "has no price"),
        ({"reach": None, "range": None}, "must say `reach`: it reaches others"),
        ({"effects": [{"do": "heal", "amount": 2}]}, "needs no `reach`: it reaches nobody"),
        ({"range": None}, "`range` goes with reach = 'sight' or 'path'"),
        ({"reach": "room"}, "`range` goes with reach = 'sight' or 'path'"),
        ({"effects": [HEAL, HEAL]}, "`heal` stands there twice"),
        ({"effects": [], "reach": None, "range": None}, "needs effects"),
        ({"effects": [HEAL, {**HARM, "who": "one_enemy"}]}, "more than one `who`"),
        ({"effects": [HEAL, {**BONUS, "who": "one_hero"}, {**DICE, "who": "all_heroes"}]}, "who"),
    ],
)
def test_an_ability_that_does_not_hang_together_is_refused(change, said):
    Ability.model_validate(FREE)
    assert said in refusal(Ability, {**FREE, **change})


OWN_HEAL = {"do": "heal", "amount": 1}
OF_ONE = {**BONUS, "who": "one_hero"}
AXE = {"when": "melee", "skill": "strength", "bonus": 0}
CAST = {"when": "cast", "skill": "intellect", "target": 4, "health": 1, "effects": [OWN_HEAL]}


@pytest.mark.parametrize(
    "ability, said",
    [
        ({"when": "check", "focus": 1, "effects": [BONUS, DICE]}, "before the roll, the rest"),
        ({"when": "always", "reach": "room", "effects": [OF_ONE]}, "is for the hero itself"),
        ({"when": "missile", "skill": "agility", "bonus": 0}, "has a `range`"),
        ({**AXE, "effects": [BONUS]}, "`add_result` does not go with when = 'melee'"),
        (CAST, "paid in focus"),
    ],
)
def test_an_ability_that_could_not_be_told_is_refused(ability, said):
    assert said in refusal(Ability, {"name": "X", **ability})


AWAY = {"do": "teleport", "where": "anywhere"}
LOSS = {"do": "lose_focus", "amount": 1}
SEARCH = {"when": "search", "skill": "any", "target": 4, "effects": [OWN_HEAL], "name": "Look"}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"skill": None}, "both `skill` and `target`, or neither"),
        ({"skill": None, "target": None}, "needs a check or a price"),
        ({"skill": None, "target": None, "focus": 1, "fail": [LOSS]}, "nothing can `fail`"),
        ({"when": "entry", "focus": 1}, "has no price"),
        ({"when": "entry", "effects": [AWAY]}, "could do so for ever"),
        ({"effects": [HEAL]}, "is for the hero in it"),
        ({"fail": [HEAL]}, "`heal` does not go with when = 'fail'"),
    ],
)
def test_a_search_that_does_not_hang_together_is_refused(change, said):
    RoomFeature.model_validate(SEARCH)
    assert said in refusal(RoomFeature, {**SEARCH, **change})


def test_an_enemy_does_harm():
    action = {"name": "X", "order": "attack_or_move", "range": 0, "effects": [HEAL]}
    assert "`heal` does not go with when = 'act'" in refusal(Action, action)


# ---------------------------------------------------------------- cards

REWARD = {"name": "X", "when": "reward", "effects": [OWN_HEAL]}


@pytest.mark.parametrize(
    "path, value, said",
    [
        ("heroes.grok.abilities.third_hand", FREE, "a Hero Mat has no `third_hand`"),
        ("heroes.grok.strength", 4, "less than or equal to 3"),
        ("bosses.hydra.wards", [2, 5], "from the top down"),
        ("bosses.hydra.wards", [6, 5, 4, 3], "at most 3"),
        ("bosses.hydra.spaces", [[]] * 5, "at least 6"),
        ("bosses.dragon.abilities.cast", None, "needs a modifier or an answer against cast"),
        ("dungeon.armory.corridors", ["east", "north"], "in the order north, east, south, west"),
        ("dungeon.armory.corridors", [], "at least 1"),
        ("dungeon.armory.kind", "encounter", "has no features of a room"),
        ("dungeon.armory.kind", "entrance", "has no features of a room"),
        ("dungeon.mirror_hall.kind", "room", ""),
        ("dungeon.buzzsaw.goblin", True, "a goblin encounter or a trap, not both"),
        ("dungeon.beasts_den.kind", "room", "needs 4 encounters (found 3)"),
        ("loot.bear_axe.set", "beer", "did you mean `bear`?"),
        ("sets.lion.abilities.pieces_5", FREE, "a set has no `pieces_5`"),
        ("sets.lion.abilities.pieces_2", FREE, "works by itself"),
        ("torch.act_1.goblins", [5, 10], "from the top down"),
        ("torch.act_1.goblins", [8, 5], "a space has one event; 5"),
        ("loot.bladed_chain.abilities.use", REWARD, "cannot have when = 'reward'"),
    ],
)
def test_a_card_that_could_not_be_played_is_refused(path, value, said):
    data = changed(path, value)
    if said:
        assert said in refusal(CardsModel, data)
    else:
        CardsModel.model_validate(data)


def test_the_grid_must_hold_the_smallest_dungeon():
    assert not list(check_rules(shipped.rules()))
    assert not list(check_rules(shipped.rules(grid_reach=2)))  # 25 places, 22 cards of two heroes
    ((path, said),) = check_rules(shipped.rules(grid_reach=1))
    assert path == "rules.grid_reach" and "9 places" in said and "has 22 cards" in said


def test_the_decks_of_so_many_heroes_need_their_rooms():
    for heroes, each in ((2, 4), (3, 4), (4, 3)):  # 20, 22 and 20 rooms of 22
        assert not list(
            check_setting(shipped.rules(deck_b_rooms=each), cards(), {"heroes": heroes})
        )
    ((path, said),) = check_setting(shipped.rules(deck_b_rooms=4), cards(), {"heroes": 4})
    assert path == "rules.deck_b_rooms"
    assert said == "the Dungeon Deck of 4 heroes needs 24 rooms; cards.toml has 22"


def test_a_run_whose_decks_lack_rooms_is_refused():
    """Where another number of heroes is played the same change is right."""
    asked = ("rules.deck_b_rooms=4",)
    with pytest.raises(InputError, match="needs 24 rooms"):
        build(load(RunRequest("dungeons", sets=asked)))
    assert len(build(load(RunRequest("dungeons", sets=(*asked, "heroes=[2, 3]")))).cells) == 2


# ---------------------------------------------------------------- the shipped cards


@pytest.mark.parametrize(
    "section, count",
    [
        ("heroes", 8),
        ("minions", 8),
        ("bosses", 6),
        ("dungeon", 28),
        ("loot", 26),
        ("spells", 14),
        ("sets", 4),
    ],
)
def test_N_PARTS_1_N_PARTS_3_N_PARTS_4_N_PARTS_5_N_PARTS_7_N_PARTS_8_as_many_as_in_the_box(
    section, count
):
    assert len(shipped.cards()[section]) == count


def test_N_PARTS_6_there_are_six_goblin_cards():
    assert sum(card.copies for card in cards().goblins.values()) == 6


def test_N_PARTS_10_there_are_seven_traps():
    assert sum(card.abilities.trap is not None for card in cards().dungeon.values()) == 7


def does(card: dict[str, Any]) -> str:
    """All that a card says but its names."""
    kept = {k: v for k, v in card.items() if k not in (*ABOUT, "name")}
    said = [(way, v) for way, v in leaves(kept) if way[-1] != "name"]
    return json.dumps(said)


@pytest.mark.parametrize("section", ["heroes", "goblins", "minions", "bosses", "loot", "spells"])
def test_no_two_cards_of_a_kind_do_the_same(section):
    found = Counter(does(card) for card in shipped.cards()[section].values())
    assert found.most_common(1)[0][1] == 1
