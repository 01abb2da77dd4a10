"""The model of the cards: what it takes, what it refuses and says, and the shipped cards."""

import random
from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from simulate.games.kingdoms.cards import CardsModel, check_rules, vocabulary
from simulate.games.kingdoms.cards.model import Effect, Faction, Level
from simulate.pack.sources import kind, source_for
from tests.mechanics.invented import invent, lawful, refusal
from tests.rules.kingdoms import cell
from tests.rules.shipped import rules


def levels(edition: str) -> list[tuple[str, str, Level]]:
    return [
        (name, key, level)
        for name, faction in cell.cards(edition).factions.items()
        for key, level in faction.abilities.items()
    ]


# ---------------------------------------------------------------- what an effect takes


@pytest.mark.parametrize("do", vocabulary.EFFECTS)
def test_invented_effects_are_told_apart_by_what_is_entered(do):
    found = lawful(Effect, do, 300)
    entered = {said(effect): effect for effect in found}
    assert all(entered[said(effect)] == effect for effect in found)


def said(effect: Effect) -> tuple[Any, ...]:
    """The row of an effect, and what is entered in tables of other shapes."""
    row = vocabulary.EFFECTS.row(effect)
    return (effect.when, effect.where or "", effect.paid or "", *row.values())


GAIN = {"when": "move", "do": "gain", "amount": 1, "resource": "ore", "where": "mountain"}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"do": "gian"}, "did you mean `gain`?"),
        ({"when": "score"}, "`gain` does not go with when = 'score'"),
        ({"when": "build"}, "`where` needs a region, and when = 'build' has none"),
        ({"resource": "same", "where": "capital"}, "`capital` yields no resource of its own"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(change, said):
    Effect.model_validate(GAIN)
    assert said in refusal(Effect, {**GAIN, **change})


def at(when: str, do: str, **more: Any) -> dict[str, Any]:
    return {"when": when, "do": do, **more}


@pytest.mark.parametrize(
    "effect, said",
    [
        (at("build", "gain", amount=1, resource="same"), "could be the `same`"),
        (at("trade", "may_instead", action="trade"), "the same action"),
        (at("quest", "then", action="quest"), "the same action"),
        (at("quest", "then", action="collect"), "takes `action`"),
        (at("retreat", "place_at", reach="adjacent"), "adjacent regions anyway"),
        (at("build", "pay_with", resource="ore", instead_of="any"), "ore is what is due"),
        (at("expand", "pay_with", resource="mana", instead_of="ore"), "food is due"),
        (at("always", "pay_with", resource="ore", instead_of="ore"), "ore is what is due"),
        (at("war_paid", "war_worth", resource="mana", who="own", amount=2), "is worth 2 anyway"),
        (at("war_paid", "war_worth", resource="ore", who="rivals", amount=1), "is worth 1 anyway"),
        (at("score", "points_for_regions", where="forest", amount=3, most=2), "below `amount`"),
    ],
)
def test_an_effect_that_would_do_nothing_is_refused(effect, said):
    assert said in refusal(Effect, effect)


# ---------------------------------------------------------------- levels and factions


def faction(**abilities: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": "Invented",
        "abilities": {key: {"name": key, "effects": value} for key, value in abilities.items()},
        "source": {"*": "stand-in: invented by a test"},
    }


BONUS = {"when": "score", "do": "points_if_first", "track": "tower", "amount": 1}


def test_K_CARD_8_only_the_fifth_level_holds_bonuses_and_nothing_else():
    Faction.model_validate(faction(level_1=[GAIN], level_5=[BONUS]))
    assert "`level_4` may hold no bonuses" in refusal(Faction, faction(level_4=[BONUS]))
    assert "`level_5` may hold only bonuses" in refusal(Faction, faction(level_5=[GAIN]))


def test_a_level_has_one_to_three_effects_and_says_none_twice():
    assert "at least 1" in refusal(Faction, faction(level_1=[]))
    assert "at most 3" in refusal(Faction, faction(level_1=[GAIN] * 4))
    assert "`gain` stands there twice" in refusal(Faction, faction(level_1=[GAIN, GAIN]))


def test_one_action_has_one_march():
    march = {"when": "patrol", "do": "march", "amount": 1}
    both = faction(level_1=[{**march, "by": "same"}], level_2=[{**march, "by": "another"}])
    assert "one `march` at most with when = 'patrol'" in refusal(Faction, both)


# ---------------------------------------------------------------- the shipped cards


def test_K_PARTS_1_K_CARD_12_U_CARD_3_the_factions_are_those_of_the_box():
    assert list(cell.cards("kingdoms").factions) == cell.KINGDOMS
    assert list(cell.cards("ultra_kingdoms").factions) == cell.KINGDOMS + cell.ONLY_ULTRA


def test_no_two_levels_do_the_same():
    rows = Counter(tuple(sorted(map(said, lv.effects))) for *_, lv in levels("ultra_kingdoms"))
    assert rows.most_common(1)[0][1] == 1


def test_both_editions_hold_the_same_abilities():
    ultra = cell.cards("ultra_kingdoms").factions
    for name, card in cell.cards("kingdoms").factions.items():
        assert card.abilities == ultra[name].abilities, name


def test_what_is_not_confirmed_for_ultra_is_a_stand_in():
    confirmed = {
        "dark_elves",
        "dwarves",
        "orcs",
        "goblins",
        "undead",
        "halflings",
        "elves",
    }
    for name, card in cell.shipped("ultra_kingdoms")["factions"].items():
        found = kind(source_for(card["source"], "name"))
        assert (found != "stand-in") == (name in confirmed), name


# ---------------------------------------------------------------- tokens and compass


def test_K_PARTS_7_K_CARD_9_the_tokens_are_sixteen_with_a_blank_among_them():
    tokens = cell.cards("kingdoms").tokens
    assert set(tokens) == set(vocabulary.TOKENS) and len(tokens) == 9
    assert sum(token.count for token in tokens.values()) == 16 and tokens["blank"].count >= 1
    assert cell.cards("ultra_kingdoms").tokens is None and cell.cards("kingdoms").compass is None


@pytest.mark.parametrize(
    "path, value, said",
    [
        ("tokens.town.count", 3, "sum to 16 (found 17)"),
        ("tokens.crown.points", 7, "tokens.crown takes `points` from 0 to 6 (found 7)"),
        (
            "tokens.blank.points",
            1,
            "tokens.blank does not take `points`; it takes nothing more",
        ),
        (
            "tokens.fort.resources",
            1,
            "does not take `resources`; it takes `war_discount`",
        ),
    ],
)
def test_wrong_tokens_are_refused(path, value, said):
    assert said in refusal(CardsModel, cell.changed("kingdoms", path, value))


def test_the_blank_that_five_players_take_out_is_there():
    without = cell.changed("kingdoms", "tokens.blank.count", 0)
    without["tokens"]["camp"]["count"] += 2
    assert "at least one token is blank" in refusal(CardsModel, without)


def test_U_CARD_1_the_compass_names_every_action_twice_around():
    ring = cell.cards("ultra_kingdoms").compass.ring.actions
    assert ring[:6] == ["research", "trade", "build", "patrol", "quest", "expand"]
    assert ring[6:] == ring[:6]


def test_a_compass_without_an_action_is_refused():
    ring = ["patrol"] * 12
    said = refusal(CardsModel, cell.changed("ultra_kingdoms", "compass.ring.actions", ring))
    assert "missing: quest, build, research, expand, trade" in said


# ---------------------------------------------------------------- the cards together


def test_the_tokens_or_a_compass_tell_the_edition():
    data = cell.shipped("kingdoms")
    compass = cell.shipped("ultra_kingdoms")["compass"]
    assert "either `tokens`" in refusal(CardsModel, {**data, "compass": compass})
    del data["tokens"]
    assert "either `tokens`" in refusal(CardsModel, data)


@pytest.mark.parametrize("path", ["factions.orcs", "territories.card_3_ruins"])
def test_two_cards_of_one_name_are_refused(path):
    section = path.partition(".")[0]
    other = next(iter(cell.shipped("kingdoms")[section]))
    name = cell.shipped("kingdoms")[section][other]["name"]
    said = f"{path} is called {name}, as {section}.{other} is"
    assert said in refusal(CardsModel, cell.changed("kingdoms", f"{path}.name", name))


def test_K_PARTS_2_a_card_has_two_sides():
    data = cell.shipped("kingdoms")
    del data["territories"]["card_3_ruins"]
    assert "territory card 3 must have the sides plain and ruins (found plain)" in refusal(
        CardsModel, data
    )
    data = cell.changed("kingdoms", "territories.card_3_ruins.side", "plain")
    assert "(found plain, plain)" in refusal(CardsModel, data)
    data = cell.shipped("kingdoms")
    for key in ("card", "side"):
        del data["territories"]["card_3_ruins"][key]
    assert "territories.card_3_ruins must say which `card`" in refusal(CardsModel, data)


def test_U_PARTS_1_a_territory_is_the_back_of_a_faction():
    data = cell.shipped("ultra_kingdoms")
    data["territories"]["trols"] = data["territories"].pop("trolls")
    assert "named after no faction; did you mean `trolls`?" in refusal(CardsModel, data)
    data = cell.shipped("ultra_kingdoms")
    data["territories"]["trolls"] |= {"card": 1, "side": "plain"}
    assert "it has no `card`" in refusal(CardsModel, data)


def test_the_dummy_finds_homes():
    data = cell.shipped("ultra_kingdoms")
    for side in list(data["territories"].values())[2:]:
        for region in side["regions"].values():
            if region["terrain"] == "mountain":
                region["terrain"] = "plains"
    said = refusal(CardsModel, data)
    assert "need a forest and a mountain" in said and "(found centaurs, constructs)" in said


@pytest.mark.parametrize(
    "path, value, said",
    [
        ("terrain", "swamp", "Input should be 'forest'"),
        ("edge", False, "regions.a.edge: as drawn the region touches the card's edge"),
        ("borders", ["c"], "regions.a.borders: d is open to a"),
        ("polygon", [[0, 0], [29, 0]], "at least 3 items"),
        ("polygon", [[0, 0], [29, 0], [2.5, 3]], "valid integer"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused_at_its_place(path, value, said):
    data = cell.changed("kingdoms", f"territories.card_1_plain.regions.a.{path}", value)
    with pytest.raises(ValidationError) as caught:
        CardsModel.model_validate(data)
    error = caught.value.errors()[0]
    assert error["loc"][:2] == ("territories", "card_1_plain") and said in error["msg"]


def test_K_CARD_10_a_territory_has_five_regions():
    data = cell.shipped("kingdoms")
    regions = data["territories"]["card_1_plain"]["regions"]
    regions["f"] = regions.pop("e")
    assert "the regions are a, b, c, d, e, in this order" in refusal(CardsModel, data)


@pytest.mark.parametrize(
    "changes, path",
    [
        ({"end_meeples": 8}, "rules.end_meeples"),
        ({"meeples": 6}, "rules.end_meeples"),
        ({"tokens_by_owner__players_5": 4}, "rules.tokens_by_owner.players_5"),
        ({"blanks_removed__players_5": 2}, "rules.tokens_by_owner.players_5"),
        ({"resource_limit": 1}, "rules.start_resources"),
    ],
)
def test_parameters_that_do_not_agree_are_told(changes, path):
    assert [where for where, _ in check_rules(rules("kingdoms", **changes))] == [path]


# ---------------------------------------------------------------- invented cards


def invented_faction(luck: random.Random, name: str) -> dict[str, Any]:
    """A lawful faction with one or two effects a level, drawn from the whole vocabulary."""
    abilities: dict[str, list[dict[str, Any]]] = {}
    while len(abilities) < len(vocabulary.LEVELS):
        key = vocabulary.LEVELS[len(abilities)]
        words = (
            vocabulary.BONUSES
            if key == vocabulary.LEVELS[-1]
            else [do for do in vocabulary.EFFECTS if do not in vocabulary.BONUSES]
        )
        drawn = [
            invent(luck, vocabulary.EFFECTS, luck.choice(words), own_moment=True)
            for _ in range(luck.randint(1, 2))
        ]
        try:
            Faction.model_validate(faction(**abilities, **{key: drawn}))
        except ValidationError:
            continue
        abilities[key] = drawn
    return faction(**abilities) | {"name": name}


def test_the_tables_hold_as_many_factions_as_the_model_takes():
    luck = random.Random(1)
    data = cell.shipped("kingdoms")
    data["factions"] |= {f"new_{i}": invented_faction(luck, f"New {i}") for i in range(11)}
    assert int(cell.built("kingdoms", data=data)[0]["factions"]) == 24
    data["factions"]["one_more"] = invented_faction(luck, "One more")
    assert "at most 24" in refusal(CardsModel, data)
