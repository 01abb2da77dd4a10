"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

from typing import Any

import pytest

from simulate.core.text.nested import printed
from simulate.games.dungeons.cards import codes
from simulate.games.dungeons.cards.codes import CHECK, CHOICES, DANGER, DO, SIDE, SKILL, WHEN, WHO
from simulate.games.dungeons.cards.folding import FOLD
from simulate.games.dungeons.cards.vocabulary import CHECKS, MODIFIERS, NONE
from tests.rules.dungeons import shipped
from tests.rules.dungeons.cell import built, cards, changed
from tests.rules.shipped import other_values

# ---------------------------------------------------------------- the record


@pytest.mark.parametrize("name", shipped.rules())
def test_every_parameter_reaches_the_record(name):
    """With the number of heroes that the parameter is for."""
    last = name.rpartition("heroes_")[2]
    heroes = int(last) if last.isdigit() else 3
    seen = [built(heroes)[0].tobytes()]
    for value in other_values(shipped.parameters()[name]):
        record = built(heroes, changes={name.replace(".", "__"): value})[0]
        assert record.tobytes() not in seen, value
        seen.append(record.tobytes())


def test_words_of_parameters_have_the_codes_of_their_order():
    for name, choices in CHOICES.items():
        assert tuple(shipped.parameters()[name]["choices"]) == choices.words
    for name, word, code in (
        ("sixes_heal", "on_success", codes.SIXES_HEAL.ON_SUCCESS),
        ("move_after_action", "never", codes.MOVE_AFTER_ACTION.NEVER),
        ("move_after_action", "rest_of_speed", codes.MOVE_AFTER_ACTION.REST_OF_SPEED),
        ("reveal_adjacent", "corridors", codes.REVEAL_ADJACENT.CORRIDORS),
        ("enemy_ties", "chance", codes.ENEMY_TIES.CHANCE),
        ("lair_price", "focus", codes.LAIR_PRICE.FOCUS),
        ("lair_layout", "row", codes.LAIR_LAYOUT.ROW),
    ):
        assert int(built(changes={name: word})[0][name]) == code, (name, word)


def card_values(data: Any, way: tuple[str, ...] = ()) -> list[tuple[str, Any]]:
    if isinstance(data, dict):
        return [v for k, e in printed(data).items() for v in card_values(e, (*way, k))]
    if isinstance(data, list) and any(isinstance(e, dict | list) for e in data):
        return [v for i, e in enumerate(data) for v in card_values(e, (*way, str(i)))]
    return [(".".join(way), data)]


NUMBERS = [
    (path, value)
    for path, value in card_values(shipped.cards())
    if isinstance(value, int) and not isinstance(value, bool)
]


@pytest.mark.long
def test_N_PARTS_2_every_number_of_every_card_reaches_the_record():
    """One more or one less is taken, and changes the tables of some number of heroes."""
    printed = {heroes: built(heroes)[0].tobytes() for heroes in (2, 3, 4)}
    for path, value in NUMBERS:
        heroes = int(path[-1]) if "heroes_" in path else 3
        for other in (value + 1, value - 1):
            try:
                record = built(heroes, data=changed(path, other))[0]
            except ValueError:
                continue
            assert record.tobytes() != printed[heroes], path
            break
        else:
            raise AssertionError(f"{path}: neither one more nor one less is taken")


# ---------------------------------------------------------------- the cell


@pytest.mark.parametrize("heroes, rooms", [(2, 9), (3, 7), (4, 5)])
def test_N_SETUP_2_N_SETUP_11_the_number_of_heroes_sets_deck_and_torch(heroes, rooms):
    record, _ = built(heroes)
    assert record.players == heroes
    assert record.deck_a_rooms == rooms
    mats = cards().torch
    starts = [getattr(mats[act].starts, f"heroes_{heroes}") for act in ("act_1", "act_2")]
    assert list(record.torch_start) == starts


def test_N_SETUP_14_N_SETUP_16_heroes_and_boss_are_named_or_dealt():
    record, names = built(2, party="grok+ethairna", boss="hydra")
    assert [names.heroes[i] for i in record.party[:2]] == ["grok", "ethairna"]
    assert list(record.party[2:]) == [NONE, NONE]
    assert names.bosses[record.boss] == "hydra"
    assert list(built(2)[0].party) == [NONE] * 4 and built(2)[0].boss == NONE


# ---------------------------------------------------------------- abilities


def ability(record, names, path: str) -> int:
    return names.abilities.index(path)


def test_N_CAST_4_the_spell_of_the_example():
    record, names = built()
    row = ability(record, names, "spells.thunderbolt.cast")
    assert record.ability_when[row] == WHEN["cast"]
    assert record.ability_skill[row] == SKILL["intellect"]
    assert (record.ability_target[row], record.ability_focus[row]) == (7, 6)
    assert (record.ability_reach[row], record.ability_range[row]) == (codes.REACH["path"], 2)
    first = record.ability_first[row]
    assert record.ability_count[row] == 1
    assert record.effect_do[first] == DO["damage"]
    assert record.effect_amount[first] == 4
    assert record.effect_who[first] == WHO["one_enemy"]


def test_N_HURT_2_stone_stance_is_two_more_defense_against_melee():
    record, names = built()
    row = ability(record, names, "heroes.thordin.talent")
    assert record.ability_focus[row] == 2
    assert list(record.defense[row]) == [2, 0, 0]
    assert record.ability_who[row] == WHO["self"]


def test_N_FREE_11_battle_rage_adds_two_to_either_attack_with_a_weapon():
    record, names = built()
    row = ability(record, names, "heroes.grok.talent")
    assert record.ability_focus[row] == 3
    for kind in CHECKS:
        expected = 2 if kind in ("melee", "missile") else 0
        assert set(record.result[row, :, CHECK[kind]]) == {expected}, kind


def test_N_ATTACK_7_N_COUNTER_7_the_minotaur():
    record, names = built()
    i = names.minions.index("minotaur")
    assert list(record.minion_defense[i]) == [6, 4, 4]
    assert record.minion_modifier[i, 0] == 3
    assert record.minion_modifier[i, 1] == record.minion_modifier[i, 2]
    assert record.minion_speed[i] == 5


def test_N_SETS_4_more_pieces_take_the_place_of_fewer():
    record, names = built()
    lion = record.set_ability[names.sets.index("lion")]
    assert list(lion[:2]) == [NONE, NONE]
    amounts = [record.effect_amount[record.ability_first[row]] for row in lion[2:]]
    assert amounts == [1, 2, 3]


def test_a_set_without_a_bonus_for_three_pieces_keeps_that_for_two():
    data = shipped.cards()
    del data["sets"]["lion"]["abilities"]["pieces_3"]
    record, names = built(data=data)
    lion = record.set_ability[names.sets.index("lion")]
    assert lion[3] == lion[2] != lion[4]


def test_N_EXPLORE_2_a_turned_card_has_its_corridors_turned():
    record, names = built()
    i = names.rooms.index("armory")  # north and east as printed
    opened = [[side for side in SIDE if record.room_open[i, r, SIDE[side]]] for r in range(4)]
    assert opened == [["north", "east"], ["east", "south"], ["south", "west"], ["north", "west"]]


def test_N_ANSWER_1_where_an_effect_stands_in_place_of_a_modifier_the_boss_does_not_strike():
    record, names = built()
    i = names.bosses.index("dragon")
    assert list(record.boss_strikes[i]) == [1, 1, 0]
    row = record.boss_answer[i, CHECK["cast"]]
    assert record.effect_do[record.ability_first[row]] == DO["lose_focus"]
    assert list(record.boss_answer[i, :2]) == [NONE, NONE]


def test_N_LAIR_6_N_LAIR_8_a_space_has_a_bonus_an_effect_both_or_neither():
    record, names = built()
    i = names.bosses.index("dragon")
    has = [
        (b != NONE, e != NONE)
        for b, e in zip(record.space_bonus[i], record.space_end[i], strict=True)
    ]
    assert has == [(False, False), (True, False), (True, False), (True, True), (False, True)] + [
        (True, False)
    ]


def test_events_of_the_torch():
    record, _ = built()
    for act, key in enumerate(("act_1", "act_2")):
        mat = cards().torch[key]
        for step, event in enumerate(record.torch_event[act]):
            expected = codes.NO_EVENT
            if step in mat.goblins:
                expected = codes.ADD_GOBLIN
            elif step in mat.enemy_actions:
                expected = codes.ENEMY_ACTIONS
            assert event == expected, (key, step)


@pytest.mark.parametrize(
    "path, aimed",
    [
        ("spells.gust.cast", {"one_enemy", "attacks"}),
        ("spells.fireball.cast", {"all_enemies", "attacks"}),
        ("loot.bladed_chain.use", {"one_enemy"}),
        ("heroes.lanon.right_hand", {"one_hero"}),
        ("spells.quicken.cast", {"one_hero"}),
        ("spells.circle_of_life.cast", set()),
    ],
)
def test_N_CAST_1_whom_an_ability_is_aimed_at(path, aimed):
    record, names = built()
    row = ability(record, names, path)
    words = ("one_enemy", "all_enemies", "one_hero", "attacks")
    assert {word for word in words if record[f"ability_{word}"][row]} == aimed


def test_every_modifier_is_folded_and_changes_a_table():
    assert set(FOLD) == set(MODIFIERS)
    assert set(DANGER) == {"trap", "ambush"}


def test_abilities_have_names_in_the_order_of_their_numbers():
    _, names = built()
    assert len(set(names.abilities)) == len(names.abilities) <= codes.ABILITIES
    sections = [path.partition(".")[0] for path in names.abilities]
    assert list(dict.fromkeys(sections)) == [
        *("heroes", "goblins", "minions", "bosses", "dungeon", "loot", "spells", "sets"),
    ]
