"""The vocabulary of effects and the model of the cards."""

import random
from typing import Any

import pytest

from simulate.games.tactics.cards import CardsModel, check_rules, vocabulary
from simulate.games.tactics.cards.abilities import Ability, Effect, Spell, TacticAbility
from simulate.games.tactics.cards.model import Dungeon, EnemyCard, Tactic, Unit
from tests.mechanics.invented import first_lawful, invent, lawful, refusal
from tests.rules.tactics import shipped
from tests.rules.tactics.cell import built, data

SOURCE = {"*": "stand-in: invented by a test"}


# ---------------------------------------------------------------- what an effect takes


@pytest.mark.parametrize("do", vocabulary.EFFECTS)
def test_invented_effects_are_told_apart_by_their_rows(do):
    """Without `of` is counted from the subject, without `power` nothing is added."""
    found = lawful(Effect, do, 200)
    rows = {row(effect): full(effect) for effect in found}
    assert all(rows[row(effect)] == full(effect) for effect in found)


def row(effect: Effect) -> tuple[int, ...]:
    return tuple(vocabulary.EFFECTS.row(effect).values())


def full(effect: Effect) -> Effect:
    return effect.model_copy(update={"of": effect.of or "self", "power": effect.power or 0})


DAMAGE = {"do": "damage", "amount": 1, "who": "each_enemy", "within": 2}


@pytest.mark.parametrize(
    "effect, said",
    [
        ({**DAMAGE, "do": "damge"}, "did you mean `damage`?"),
        ({**DAMAGE, "who": "self"}, "`within` goes with `who` ="),
        ({"do": "damage", "amount": 1, "who": "self", "of": "self"}, "`of` says from where"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(effect, said):
    Effect.model_validate(DAMAGE)
    assert said in refusal(Effect, effect)


# ---------------------------------------------------------------- abilities

HITS = {"name": "A", "when": "hits", "with": "any", "effects": [{"do": "weaken", "who": "other"}]}
MORE = {"do": "more_damage", "amount": 1}
HEAL = {"do": "heal", "amount": 1, "who": "self"}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"when": "hit"}, "did you mean `hits`?"),
        ({"when": "always"}, "`weaken` does not go with when = 'always'"),
        ({"when": "moved", "with": None}, "when = 'moved' has no `other` unit"),
        ({"with": None}, "must say `with` = melee, missile, spell, ranged, any"),
        ({"with": "arrow"}, "does not take `with` = 'arrow'"),
        ({"when": "turn_start", "effects": [HEAL]}, "does not take `with` = 'any'; it takes none"),
        ({"if": "self_weak"}, "did you mean `self_weakened`?"),
        ({"when": "always", "with": None, "effects": [{"do": "stands_firm"}], "if": "other_hurt"},
         "there is no other unit that `if` could ask about"),
        ({"when": "always", "effects": [MORE], "with": "melee", "if": "other_hurt"}, ""),
        ({"when": "always", "effects": [{"do": "more_range", "amount": 1}], "with": "melee"},
         "it takes missile, spell"),
        ({"effects": [HEAL, HEAL]}, "`heal` stands there twice"),
        ({"effects": [{**HEAL, "power": 1}]}, "`power` goes with spells"),
        ({"when": "captured", "effects": [HEAL]}, "a captured unit is out of the game"),
        ({"when": "captured", "if": "self_high"}, "a captured unit stands nowhere"),
    ],
)  # fmt: skip
def test_what_an_ability_may_not_be(change, said):
    ability = {key: value for key, value in (HITS | change).items() if value is not None}
    if said:
        assert said in refusal(Ability, ability)
    else:
        Ability.model_validate(ability)


@pytest.mark.parametrize(
    "change, said",
    [
        ({"when": "always", "effects": [MORE]}, "a tactic card cannot have when = 'always'"),
        ({"turn": "others", "effects": [{"do": "extra_action", "amount": 1}]}, "nobody moves or"),
        ({"turn": "never"}, "Input should be 'own', 'others' or 'any'"),
        ({}, ""),
    ],
)
def test_T_TACTIC_1_T_TACTIC_3_what_a_tactic_card_may_not_be(change, said):
    use = HITS | {"turn": "own"} | change
    if said:
        assert said in refusal(TacticAbility, use)
    else:
        TacticAbility.model_validate(use)


def test_a_tactic_card_without_an_ability_does_nothing():
    Tactic.model_validate({"name": "T", "abilities": {}, "source": SOURCE})
    two = {"a": HITS | {"turn": "own"}, "b": HITS | {"turn": "any"}}
    assert "at most 1 item" in refusal(Tactic, {"name": "T", "abilities": two, "source": SOURCE})


CURE = {"do": "cure", "who": "other"}
BOLT = {"do": "damage", "amount": 2, "power": 1, "who": "other"}
SPELL = {"name": "S", "aim": "enemy", "range": 3, "effects": [BOLT]}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"range": None}, "a spell has a range unless it is aimed at nobody"),
        ({"aim": "self"}, "a spell has a range unless"),
        ({"aim": "self", "range": None}, "there is no `other` unit"),
        ({"aim": "friend"}, "aimed at a friend and would harm somebody"),
        ({"effects": [{**HEAL, "power": 1}]}, "aimed at an enemy and does nothing to it"),
        ({"effects": [{"do": "damage", "amount": 2, "who": "other"}]}, "powering it up would do"),
        ({"effects": [{"do": "gain_time", "amount": 1}]}, "does not go with when = 'cast'"),
    ],
)
def test_T_SPELL_7_what_a_spell_may_not_be(change, said):
    assert Spell.model_validate(SPELL).is_attack
    assert not Spell.model_validate({**SPELL, "aim": "friend", "effects": [CURE]}).is_attack
    assert said in refusal(Spell, SPELL | change)


def test_T_CARD_10_only_spells_that_harm_are_attacks():
    mend = {"aim": "friend", "effects": [{"do": "heal", "amount": 1, "power": 1, "who": "other"}]}
    assert not Spell.model_validate(SPELL | mend).is_attack
    quake = {"aim": "self", "range": None, "effects": [DAMAGE | {"power": 1}]}
    assert Spell.model_validate(SPELL | quake).is_attack


@pytest.mark.parametrize(
    "change, said",
    [
        ({"mana": 4}, "a fighter has no `mana`"),
        ({"ammo": None}, "a fighter needs `ammo`"),
        ({"health": 0}, "greater than or equal to 1"),
        ({"abilities": {"a": HITS, "b": HITS, "c": HITS}}, "at most 2 items"),
        ({"abilities": {"a": HITS | {"when": "captured"}}}, "cannot have when = 'captured'"),
    ],
)
def test_T_MISSILE_1_T_SPELL_1_what_a_unit_may_not_be(change, said):
    unit = {k: v for k, v in (data()["units"]["gamelyn"] | change).items() if v is not None}
    unit["source"] = SOURCE
    assert said in refusal(Unit, unit)


def test_T_SOLO_3_a_solo_side_asks_nobody():
    unit = data()["units"]["gamelyn"]
    for ability, said in (
        (HITS | {"when": "moved", "with": None}, "cannot have when = 'moved'"),
        (HITS | {"effects": [{"do": "heal", "amount": 1, "who": "one_friend"}]}, "would ask or"),
        (HITS | {"effects": [{"do": "draw", "amount": 1}]}, "would ask or give"),
    ):
        clean = {k: v for k, v in ability.items() if v is not None}
        if clean["when"] == "moved":
            clean["effects"] = [HEAL]
        unit["solo"]["abilities"] = {"a": clean}
        assert said in refusal(Unit, unit)


def test_monsters_harm_who_meets_them():
    card = data()["enemy_cards"]["fighter_north"]
    for effects, said in (
        ([{"do": "damage", "amount": 1, "who": "each_enemy"}], "a monster harms who meets it"),
        ([HEAL], "does not go with when = 'met'"),
    ):
        card["monster"]["effects"] = effects
        assert said in refusal(EnemyCard, card)


@pytest.mark.parametrize(
    "spaces, said",
    [
        (["E P", "P P"], "must have one crystal (X)"),
        (["E E", "X P"], "must have one entrance (E)"),
        (["E L", "B X"], "no way leads from the entrance to the crystal"),
        (["E #", "# X"], "no way leads"),
        (["E Z", "P X"], "`Z` in row 1 of `spaces` means nothing"),
    ],
)
def test_T_DUNGEON_5_what_a_dungeon_may_not_be(spaces, said):
    dungeon = data()["dungeons"]["box_2x2"] | {"spaces": spaces, "source": SOURCE}
    assert said in refusal(Dungeon, dungeon)


# ---------------------------------------------------------------- the whole pack


@pytest.mark.parametrize(
    "path, value, said",
    [
        ("dungeons.box_8x5.crystal", [HEAL], "the crystal of the largest dungeon has no bonus"),
        ("dungeons.box_2x2.spaces", ["E P X"], "must have 2 columns and 2 rows"),
        ("maps.evergreen_forest.scroll", "nowhere", "no scroll is called `nowhere`"),
    ],
)
def test_what_a_pack_may_not_be(path, value, said):
    new = data()
    section, name, key = path.split(".")
    new[section][name][key] = value
    assert said in refusal(CardsModel, new)


def test_four_units_of_a_class_are_needed():
    new = data()
    beasts = [name for name, unit in new["units"].items() if unit["class"] == "beast"]
    for name in beasts[:5]:
        del new["units"][name]
    assert "four players need four units of a class; beast: 3" in refusal(CardsModel, new)


def test_T_PARTS_7_a_box_has_the_size_of_its_name():
    new = data()
    for name in ("spaces", "marks"):
        new["boxes"]["box_2x2"][name] = [". . ." if name == "marks" else "P P P"]
    assert "boxes.box_2x2 must have the size it is named after" in refusal(CardsModel, new)


def test_boxes_and_dungeons_are_the_six():
    new = data()
    new["dungeons"]["box_9x9"] = new["dungeons"].pop("box_2x2")
    assert "dungeons must be exactly" in refusal(CardsModel, new)


def test_check_rules_names_the_path():
    assert list(check_rules(shipped.rules())) == []
    troubles = dict(check_rules(shipped.rules(tactics_kept=2, tactics_dealt=1, tactics_hand=1)))
    assert set(troubles) == {"rules.tactics_kept"}
    assert dict(check_rules(shipped.rules(miss_faces=4)))["rules.faces_share"].startswith("the die")
    assert list(check_rules(shipped.rules(miss_faces=4, faces_share="together"))) == []


# ---------------------------------------------------------------- invented cards


def invented_ability(luck: random.Random, moments: tuple[str, ...]) -> dict[str, Any]:
    """A lawful ability, found by trying."""
    return first_lawful(lambda: _try_ability(luck, moments), Ability)


def _try_ability(luck: random.Random, moments: tuple[str, ...]) -> dict[str, Any]:
    when = luck.choice(moments)
    fits = [do for do in vocabulary.EFFECTS if when in vocabulary.EFFECTS[do].when]
    picked = luck.sample(fits, min(len(fits), luck.randint(1, 2)))
    effects = [invent(luck, vocabulary.EFFECTS, do) for do in picked]
    ability: dict[str, Any] = {"name": "INVENTED", "when": when, "effects": effects}
    if luck.random() < 0.6:
        ability["with"] = luck.choice(list(vocabulary.WITH))
    if luck.random() < 0.4:
        ability["if"] = luck.choice(list(vocabulary.CONDITIONS))
    return ability


def invented_pack(luck: random.Random) -> dict[str, Any]:
    """The shipped pack with new abilities on every unit and new tactic cards."""
    new = data()
    for unit in new["units"].values():
        unit["abilities"] = {
            f"a{n}": invented_ability(luck, vocabulary.ABILITY_MOMENTS) for n in range(2)
        }
        unit["source"] = SOURCE
    for card in new["tactics"].values():
        card["abilities"] = {
            "use": invented_ability(luck, vocabulary.TACTIC_MOMENTS) | {"turn": "own"}
        }
        card["source"] = SOURCE
    return new


@pytest.mark.parametrize("number", range(3))
def test_invented_packs_reach_the_tables(number):
    """About a hundred new cards, taken by the model."""
    tables, names = built(data=invented_pack(random.Random(number)))
    assert int(tables["units"]) == 32 and len(names.tactics) == 16
