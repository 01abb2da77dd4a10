"""The shipped cards hold every value that is known of them (`known`), and mark the others.

`in_words`, at the end, is the one place that knows the keys of cards.toml.
"""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulate.core.text.nested import printed
from simulate.pack import load
from tests.rules.defenders.known import (
    ACTION,
    ACTION_ARTIFACT_POINTS,
    ARTIFACTS,
    CAPITAL_ABILITY,
    CONSTANTS,
    DIRE_ABILITIES,
    DIRE_ENEMIES,
    ENEMIES,
    FOE_ABILITIES,
    FOE_HEALTH,
    FOES,
    HERO_ABILITIES,
    HEROES,
    READINGS,
    REGION_ABILITIES,
    REGIONS,
)

PACK = Path(__file__).resolve().parents[3] / "configs" / "defenders"

# ---------------------------------------------------------------- reading the pack


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((PACK / name).read_text(encoding="utf-8"))


def cards(section: str) -> dict[str, dict[str, Any]]:
    """The cards of a section by printed name, in small letters; enemies and regions by id."""
    found = toml("cards.toml")[section]
    if section in ("enemies", "regions"):
        return found
    return {card["name"].lower().replace(" ", "_"): card for card in found.values()}


def parameter(path: str) -> dict[str, Any]:
    place = toml("rules.toml")
    for key in path.split("."):
        place = place[key]
    return place


def source(card: dict[str, Any], path: str) -> str:
    """What the card says about where a value is from: the longest prefix wins."""
    keys = path.split(".")
    for length in range(len(keys), 0, -1):
        if ".".join(keys[:length]) in card["source"]:
            return card["source"][".".join(keys[:length])]
    return card["source"].get("*", "")


def is_known(card: dict[str, Any], path: str) -> bool:
    return source(card, path).startswith(("rulebook: ", "cited: "))


def is_stand_in(card: dict[str, Any], path: str) -> bool:
    return source(card, path).startswith(("stand-in: ", "fitted: "))


def leaves(value: Any, path: str) -> Iterator[str]:
    """Paths of all single values below `path`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{i}")
    else:
        yield path


def abilities(section: str) -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Card, key and ability, for each ability of a section."""
    for card in cards(section).values():
        for key, ability in card["abilities"].items():
            yield card, key, ability


def named(section: str, name: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    found = [entry for entry in abilities(section) if entry[2]["name"] == name]
    assert len(found) == 1, name
    return found[0]


def kind_of(ability: dict[str, Any]) -> str:
    """Passive is what costs no points."""
    return "action" if ability["when"] == "action" and ability.get("points") else "passive"


def check_ability(card: dict[str, Any], key: str, expected: dict[str, Any]) -> None:
    """Each known thing has its value and a source; each unknown one is a stand-in."""
    words = in_words(key, card["abilities"][key])
    assert set(expected) <= set(words), (key, words)
    found = {word: words[word][0] for word, value in expected.items() if value is not None}
    assert found == {word: value for word, value in expected.items() if value is not None}
    open_paths = {words[word][1] for word, value in expected.items() if value is None}
    for path in open_paths:
        assert is_stand_in(card, path), path
    for path in {words[word][1] for word in found} - open_paths:
        assert is_known(card, path), path


def check_stand_in(card: dict[str, Any], key: str) -> None:
    """An ability of which the name is known, and at most whether it is passive."""
    ability = card["abilities"][key]
    assert is_known(card, f"abilities.{key}.name")
    for path in leaves(ability, f"abilities.{key}"):
        if not path.endswith((".name", ".when")):
            assert is_stand_in(card, path), path


# ---------------------------------------------------------------- heroes


def test_D_PARTS_3_ten_heroes() -> None:
    assert set(cards("heroes")) == set(HEROES)


@pytest.mark.parametrize("name", HEROES)
def test_hero(name: str) -> None:
    hero = cards("heroes")[name]
    health, passive, action = HEROES[name]
    assert hero["health"] == health
    assert is_known(hero, "health") and is_known(hero, "name")
    found: dict[str, set[str]] = {"passive": set(), "action": set()}
    for key, ability in hero["abilities"].items():
        found[kind_of(ability)].add(ability["name"])
        assert is_known(hero, f"abilities.{key}.name")
    assert found == {"passive": passive, "action": action}


@pytest.mark.parametrize("name", HERO_ABILITIES)
def test_known_hero_ability(name: str) -> None:
    card, key, _ = named("heroes", name)
    check_ability(card, key, HERO_ABILITIES[name])


def test_D_CARD_22_other_hero_abilities_are_stand_ins() -> None:
    for card, key, ability in abilities("heroes"):
        if ability["name"] not in HERO_ABILITIES:
            check_stand_in(card, key)
            if kind_of(ability) == "passive":
                assert is_stand_in(card, f"abilities.{key}.when"), ability["name"]


# ---------------------------------------------------------------- enemies


def test_D_PARTS_7_nine_enemies() -> None:
    regions = [frozenset(card["regions"]) for card in cards("enemies").values()]
    assert len(regions) == 9
    assert set(regions) == ENEMIES
    assert all(is_known(card, f"regions.{i}") for card in cards("enemies").values() for i in (0, 1))


def test_each_region_is_on_three_enemies() -> None:
    regions = [region for card in cards("enemies").values() for region in card["regions"]]
    assert {region: regions.count(region) for region in REGIONS} == dict.fromkeys(REGIONS, 3)


def test_D_PARTS_6_six_dire_enemies() -> None:
    assert set(cards("dire_enemies")) == set(DIRE_ENEMIES)


@pytest.mark.parametrize("name", DIRE_ENEMIES)
def test_dire_enemy(name: str) -> None:
    card = cards("dire_enemies")[name]
    region, ability = DIRE_ENEMIES[name]
    assert card["region"] == region
    assert is_known(card, "region") and is_known(card, "name")
    [(key, found)] = card["abilities"].items()
    assert found["name"] == ability
    assert is_known(card, f"abilities.{key}.name")
    check_ability(card, key, DIRE_ABILITIES[ability])


# ---------------------------------------------------------------- epic foes


def test_D_PARTS_2_six_epic_foes() -> None:
    assert set(cards("foes")) == set(FOES)


@pytest.mark.parametrize("name", FOES)
def test_foe(name: str) -> None:
    card = cards("foes")[name]
    region, ability = FOES[name]
    assert (card["region"], card["health"]) == (region, FOE_HEALTH)
    assert is_known(card, "region") and is_known(card, "health") and is_known(card, "name")
    [(key, found)] = card["abilities"].items()
    assert found["name"] == ability
    assert is_known(card, f"abilities.{key}.name")
    check_ability(card, key, FOE_ABILITIES.get(ability, {}))


def test_D_CARD_14_the_dragon_is_a_stand_in() -> None:
    card = cards("foes")["dragon"]
    [key] = card["abilities"]
    check_stand_in(card, key)
    assert is_stand_in(card, f"abilities.{key}.when")


# ---------------------------------------------------------------- regions


def test_D_PARTS_1_seven_region_cards_and_two_sides_of_each_outer_one() -> None:
    sides = {f"{region}_{side}" for region in REGIONS for side in "ab"}
    assert set(cards("regions")) == sides | {"capital"}


@pytest.mark.parametrize("region", REGIONS)
def test_region(region: str) -> None:
    found = set()
    for side in "ab":
        card = cards("regions")[f"{region}_{side}"]
        [(key, ability)] = card["abilities"].items()
        found.add(ability["name"])
        assert (card["name"].lower(), card["region"], card["side"]) == (region, region, side)
        assert is_known(card, f"abilities.{key}.name") and is_known(card, "region")
        assert is_stand_in(card, "side")
        if ability["name"] in REGION_ABILITIES:
            check_ability(card, key, REGION_ABILITIES[ability["name"]])
    assert found == REGIONS[region]


def test_D_CARD_17_the_other_eleven_region_abilities_are_stand_ins() -> None:
    others = [
        (card, key)
        for card, key, ability in abilities("regions")
        if ability["name"] not in {*REGION_ABILITIES, CAPITAL_ABILITY["name"]}
    ]
    assert len(others) == 11
    for card, key in others:
        check_stand_in(card, key)
        assert is_stand_in(card, f"abilities.{key}.when")


def test_capital() -> None:
    card = cards("regions")["capital"]
    [(key, ability)] = card["abilities"].items()
    assert (card["name"], ability["name"]) == ("Capital City", CAPITAL_ABILITY["name"])
    check_ability(card, key, {w: v for w, v in CAPITAL_ABILITY.items() if w != "name"})


# ---------------------------------------------------------------- artifacts


def test_D_PARTS_8_ten_artifacts() -> None:
    assert set(cards("artifacts")) == set(ARTIFACTS)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_artifact(name: str) -> None:
    card = cards("artifacts")[name]
    kind, expected = ARTIFACTS[name]
    [(key, ability)] = card["abilities"].items()
    assert ability["when"] == kind
    assert ability.get("points", 0) == (ACTION_ARTIFACT_POINTS if kind == ACTION else 0)
    assert ability["name"] == card["name"]
    assert is_known(card, "name") and is_known(card, f"abilities.{key}.when")
    check_ability(card, key, expected)


# ---------------------------------------------------------------- all cards


@pytest.mark.parametrize("section", ["heroes", "dire_enemies", "foes", "artifacts", "regions"])
def test_no_two_abilities_of_a_kind_do_the_same(section: str) -> None:
    """Whatever is a stand-in has a character of its own."""
    texts = [
        json.dumps({k: v for k, v in ability.items() if k != "name"}, sort_keys=True)
        for _, _, ability in abilities(section)
    ]
    assert len(texts) == len(set(texts))


def test_every_value_has_a_source() -> None:
    for section in toml("cards.toml").values():
        for name, card in section.items():
            for key, value in printed(card).items():
                for path in leaves(value, key):
                    assert is_known(card, path) or is_stand_in(card, path), (name, path)


def test_eleven_open_numbers_say_what_they_could_be() -> None:
    """Those whose step weighed most in `simulate run defenders/card_steps`."""
    found = load("defenders").ranges()
    assert len(found) == 11
    assert all(entry.high > entry.low and len(entry.why.split()) > 5 for entry in found.values())


# ---------------------------------------------------------------- rules.toml


@pytest.mark.parametrize("path", CONSTANTS)
def test_constant(path: str) -> None:
    found = parameter(path)
    assert found["value"] == CONSTANTS[path]
    track = path in {"capital_limit", "region_limit"}
    assert found["source"].startswith("cited: " if track else "rulebook: ")


@pytest.mark.parametrize("path", READINGS)
def test_reading(path: str) -> None:
    found = parameter(path)["value"]
    assert (found, type(found)) == (READINGS[path], type(READINGS[path]))


def test_D_PARTS_4_four_ally_cards() -> None:
    assert max(parameter(f"ally_cards.players_{n}")["max"] for n in (1, 2, 3, 4)) == 4


def test_D_PARTS_5_two_group_ally_cards() -> None:
    assert max(parameter(f"group_ally_cards.players_{n}")["max"] for n in (1, 2, 3, 4)) == 2


# ---------------------------------------------------------------- keys of cards.toml

MOMENT_WORDS = {
    "defend": "the hero defends",
    "turn_start": "the hero's own turn starts",
    "damaged": "a hero attacks it",
    "round_end": "the end of every round",
    "undefended": "it is not defended",
}
ALL = 9  # in cards.toml: completely


def in_words(key: str, ability: dict[str, Any]) -> dict[str, tuple[Any, str]]:
    """An ability in the words of the expectations: word -> (value, path of that value)."""
    base = f"abilities.{key}"
    moment = MOMENT_WORDS.get(ability["when"], ability["when"])
    words: dict[str, tuple[Any, str]] = {
        "points": (ability.get("points", 0), f"{base}.points"),
        "kind": (kind_of(ability), f"{base}.when"),
        "when": (moment, f"{base}.when"),
        "works when": (moment, f"{base}.when"),
        "paid in": ("health" if ability.get("health") else "points", f"{base}.health"),
        "price": (ability.get("health", 0), f"{base}.health"),
    }
    if ability.get("at") == "capital":
        words["holder stands"] = ("in the Capital", f"{base}.at")
    for i, effect in enumerate(ability["effects"]):
        for word, (value, leaf) in effect_in_words(effect).items():
            words[word] = (value, f"{base}.effects.{i}.{leaf}")
    return words


def effect_in_words(effect: dict[str, Any]) -> dict[str, tuple[Any, str]]:
    do, where, who = effect["do"], effect.get("where"), effect.get("who")
    amount = effect.get("amount")
    match do, where, who:
        case "lower_threat", "capital", _:
            return {"Capital threat lowered": (amount, "amount")}
        case "lower_threat", _, _:
            does = "lowers threat in the defended region" if where == "here" else "lowers threat"
            return {
                "does": (does, "do"),
                "threat lowered": (amount, "amount"),
                "where": (where, "where"),
            }
        case "raise_threat", _, _:
            places = {"calm": "every outer region at threat 0", "here": "the attacked region"}
            return {"threat raised": (amount, "amount"), "in": (places.get(str(where)), "where")}
        case "lose_health", _, "attacker":
            return {"that hero loses health": (amount, "amount")}
        case "lose_health", _, _:
            heroes = {"full_health": "every hero at full health", "most_health": "one hero"}
            return {
                "health lost": (amount, "amount"),
                "by": (heroes.get(str(who)), "who"),
                "which hero": (who, "who"),
            }
        case "drop_health", _, "attacker":
            return {"that hero drops to health": (amount, "amount")}
        case "push", _, _:
            return {
                "moved": ("every hero in an outer region", "do"),
                "how far": (1, "do"),
                "where to": (effect["into_capital"], "into_capital"),
            }
        case "defend_price", _, _:
            return {"defending costs more health": (amount, "amount")}
        case "enter_price", _, _:
            move = parameter("move_points")["value"]
            return {"points to enter its region": (move + amount, "amount")}
        case "close_region", _, _:
            return {"ability of its region": ("cannot be used", "do")}
        case "foe_heals", _, _:
            return {"foe restores health": (amount, "amount")}
        case "lose_points", _, _:
            return {
                "points a turn lost by an affected hero": (amount, "amount"),
                "which heroes": (who, "who"),
            }
        case "brace", "here", _:
            free = 0 if amount == ALL else None
            return {
                "does": ("guards the region until its next attack", "do"),
                "health that defence costs": (free, "amount"),
            }
        case "heal", _, "self":
            return {"does": ("own health becomes full" if amount == ALL else "heals", "amount")}
        case "heal", _, _:
            return {
                "does": ("heals", "do"),
                "health restored": (amount, "amount"),
                "whom": (who, "who"),
            }
        case "damage_foe", _, _:
            return {"damage to the foe": (amount, "amount"), "holder stands": (where, "where")}
        case "gain_points", _, _:
            return {"more points": (amount, "amount")}
        case "return_allies", _, _:
            return {"ally cards back into the turn deck": (amount, "amount")}
        case "move_foe", "any", _:
            return {"does": ("moves the foe to an outer region of choice", "where")}
        case "clear_threat", "here", _:
            return {"threat becomes": (0, "do"), "where": ("in the holder's region", "where")}
        case _:
            return {word: (value, "do") for word, value in WHOLE_EFFECTS.get(do, {}).items()}


# Effects without values of their own.
WHOLE_EFFECTS: dict[str, dict[str, Any]] = {
    "ignore_enemies": {
        "does": "enemy cards have no effect",
        "until": "the next Ally or Group Ally card",
    },
    "free_moves": {"points for the holder's moves": 0, "until": "end of round"},
    "free_defense": {"health the holder's defences cost": 0, "until": "end of round"},
    "place_heroes": {
        "does": "puts heroes into a region",
        "how many": "any number",
        "which region": "any",
    },
}
