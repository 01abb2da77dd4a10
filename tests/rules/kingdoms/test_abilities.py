"""Positions laid by hand: the vocabulary of abilities, effect by effect."""

import pytest

from tests.rules.kingdoms.hand import Position, at_war, goods


def with_effects(*effects, laid=None, have="", **said):
    """P1 has these effects on its first level, and has learnt it."""
    laid = {"P1": laid or "A1 A2", "P3": "C4 C4"}
    return Position(laid, {"P1": have}, effects={"P1": list(effects)}, **said)


def collects(laid, *effects, **said):
    """P1 follows P3's Build by collecting."""
    p = with_effects(*effects, laid=laid, active="P3", **said)
    return p.do("select build", "nothing", "collect")


def test_K_CARD_36_gain_of_choice():
    effect = {"when": "build", "do": "gain", "amount": 2, "resource": "any"}
    p = with_effects(effect, have="1o").do("select build", "build", "take food", "take mana")
    assert p.has("P1") == goods("1f 1m") and p.asked == "P2"


@pytest.mark.parametrize(
    "laid, effect, after",
    [
        ("A1 A2", {"where": "forest", "resource": "ore", "per": "once"}, "1m 2o"),
        ("C1 C2", {"where": "forest", "resource": "mana", "per": "once"}, "3m"),
        ("C1 C2", {"where": "forest", "resource": "mana", "per": "region"}, "4m"),
        ("A1 A2", {"where": "abroad", "resource": "mana", "per": "region"}, "1m 1o"),
        ("C1 A2", {"where": "abroad", "resource": "same", "per": "region"}, "2m 1o"),
    ],
)
def test_K_CARD_30_collect_more(laid, effect, after):
    p = collects(laid, {"when": "collect", "do": "collect_more", "amount": 1} | effect)
    assert p.has("P1") == goods(after)


def test_K_CARD_36_collect_as():
    effect = {"when": "collect", "do": "collect_as", "amount": 1}
    p = collects("A1 A4", effect)
    assert "exchange nothing for ore" in p.offered and "exchange mana for food" in p.offered
    p.do("exchange nothing for ore")
    assert p.has("P1") == goods("1m 1o") and p.asked == "P2"
    assert collects("A1 A4", effect).do("stop").has("P1") == goods("1m")


def test_K_CARD_36_take():
    effect = {"when": "war_won", "do": "take", "amount": 2, "resource": "food"}
    p = at_war("8f 1o", "3f", effects={"P1": [effect]}).do("set 1", "flag", "pay 1o", "give up")
    assert p.has("P1") == goods("9f") and p.has("P2") == goods("2f")


def test_K_CARD_36_rivals_pay_more_to_flee():
    effect = {"when": "retreat", "do": "rivals_pay", "amount": 1}
    for have, ways in (("3f", {"retreat A2", "retreat A4", "give up"}), ("2f", {"give up"})):
        p = at_war("1o", have, effects={"P1": [effect]})
        assert p.do("set 1", "flag", "pay 1o").offered == ways


def test_K_CARD_36_rivals_pay_to_quest_home():
    effect = {"when": "quest", "do": "rivals_pay", "amount": 2}
    for have, may in (("2f", True), ("1f", False)):
        p = Position({"P1": "A1 A2"}, {"P1": have}, effects={"P2": [effect]}).do("select quest")
        assert ("quest A1 B1" in p.offered) == may and "quest A1 C1" in p.offered
    p = Position({"P1": "A1 A2"}, {"P1": "2f"}, effects={"P2": [effect]})
    assert p.do("select quest", "quest A1 B1").has("P1") == goods("")


def test_K_CARD_36_then():
    effect = {"when": "build", "do": "then", "action": "expand"}
    p = with_effects(effect, have="3f 1o").do("select build", "build")
    assert p.asked == "P1" and p.offered == {"stop", "expand A1", "expand A2"}
    assert p.do("expand A1").at("P1") == "A1 A1 A2" and p.asked == "P2"


def test_K_CARD_36_instead_collect():
    p = with_effects({"when": "trade", "do": "may_instead", "action": "collect"})
    assert p.do("select trade").offered == {"nothing", "collect"}
    assert p.do("collect").has("P1") == goods("1m 1o")


def test_K_CARD_36_march_on():
    effect = {"when": "patrol", "do": "march", "amount": 1, "by": "same"}
    p = with_effects(effect, laid="A2 B3").do("select patrol", "patrol A2 A3")
    assert p.offered == {"stop", "patrol A3 A2", "patrol A3 A4"}
    assert p.do("patrol A3 A4").asked == "P2"
    assert with_effects(effect).do("select patrol", "patrol A1 A5").asked == "P2", "it lies"


def test_K_CARD_35_passes_and_edges():
    p = with_effects({"when": "always", "do": "passes", "terrain": "river"}, laid="B1 A1")
    assert "patrol B1 B5" in p.do("select patrol").offered
    p = with_effects({"when": "always", "do": "passes", "terrain": "crags"}, laid="B5 A1")
    p.do("select patrol", "patrol B5 B crags")
    assert p.t.at("B crags", 0)
    p = with_effects({"when": "quest", "do": "edge_at", "where": "inland"}, laid="A2 A4")
    assert "quest A2 B3" in p.do("select quest").offered


@pytest.mark.parametrize(
    "reach, opened",
    [
        ("adjacent", {"A3", "A5"}),
        ("territory", {"A3", "A4", "A5"}),
        ("home", {"A3", "A4", "A5"}),
    ],
)
def test_K_CARD_36_place_at(reach, opened):
    p = with_effects({"when": "expand", "do": "place_at", "reach": reach}, have="9f")
    assert p.do("select expand").goals("expand") == opened | {"A1", "A2"}


def test_K_CARD_36_unharmed_by_ruins():
    p = with_effects({"when": "move", "do": "unharmed_by_ruins"})
    p.do("select patrol", "patrol A1 A5")
    assert p.at("P1") == "A2 A5"
    p = collects("A5 A5", {"when": "move", "do": "unharmed_by_ruins"})
    assert p.offered == {"take food", "take mana", "take ore"}
    p = with_effects({"when": "score", "do": "unharmed_by_ruins"}, laid="A5! A1")

    assert p.points("P1")["meeples"] == 2


def test_K_CARD_36_food_for_peace():
    """Also K-CARD-34."""
    effect = {"when": "alliance", "do": "gain", "amount": 2, "resource": "food"}
    p = at_war(effects={"P2": [effect]}).do("flag", "flag")
    assert p.has("P2") == goods("2f") and p.has("P1") == goods("")


@pytest.mark.parametrize(
    "faction, laid, others, said, bonus",
    [
        ("dark_elves", "C1 C2 A1", "B1", {}, 2),
        ("dwarves", "A1", "B1", {"tower": {"P2": 1}}, 0),
        ("dwarves", "A1", "B1", {}, 1),
        ("elves", "A1", "B1", {"have": {"P1": "1m"}}, 2),
        ("goblins", "A1 A2", "B1 B2", {}, 2),
        ("goblins", "A1", "B1 B2", {}, 0),
        ("halflings", "A1", "B1", {"have": {"P1": "1f"}}, 2),
        ("humans", "A1", "B1", {"have": {"P1": "4f 3m 5o"}}, 2),
        ("orcs", "A1", "B1 A2", {}, 0),
        ("orcs", "A1", "B1 A5!", {}, 2),
        ("shapeshifters", "B1 B1 C1 A1", "B2", {}, 1),
        ("undead", "A1", "A2 A3 A4 A5!", {}, 2),
        ("undead", "A1", "A2 A5!", {}, 1),
    ],
)
def test_K_CARD_8_the_bonus_of_level_five(faction, laid, others, said, bonus):
    """Also K-SCORE-3, K-CARD-4, K-CARD-17, K-CARD-21, K-CARD-26, K-CARD-31, K-CARD-33."""
    p = Position(
        {"P1": laid, "P2": others, "P3": "C4"},
        faction={"P1": faction},
        magic={"P1": 5},
        **said,
    )

    assert p.points("P1")["bonus"] == bonus
