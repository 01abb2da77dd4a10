"""Positions laid by hand: factions that touch the rules, and the setup."""

import pytest

from tests.rules.kingdoms.hand import Position, at_war, goods


def war(have, faction, level):
    """As `at_war`, P1 being of a faction."""
    goods_of = have.get("P1", ""), have.get("P2", "")
    return at_war(*goods_of, faction={"P1": faction}, magic={"P1": level})


def test_K_CARD_18_orcs():
    """Also K-CARD-19, K-CARD-20, K-CARD-37."""
    p = war({"P1": "3o", "P2": "3o"}, "orcs", 1).do("set 3", "set 3", "pay 3o", "pay 3o")
    assert p.asked == "P2" and p.offered == {"give up"}
    assert war({"P1": "2f 1o"}, "orcs", 2).numbers == [0, 1, 2, 3]
    p = war({"P1": "2f 1o", "P2": "3o"}, "orcs", 3)
    assert p.numbers == [0, 1, 2, 3, 4]  # one need not be paid
    assert "pay 2o" in war({"P1": "4o", "P2": "2o"}, "orcs", 3).do("set 3", "set 2").offered
    p = war({"P1": "4o", "P2": "4o"}, "orcs", 4).do("set 3", "set 4")
    assert p.asked == "P1" and p.offered == {"raise nothing", "raise 1"}
    p.do("raise 1", "pay 3o", "pay 4o")  # of the third level, too, 1 less
    assert p.asked == "P2" and p.offered == {"give up"}
    assert war({"P1": "4o", "P2": "4o"}, "orcs", 4).do("flag", "set 4").offered == {"pay 4o"}


@pytest.mark.parametrize(
    "have, most, paid",
    [
        ("2m 1o", 5, {"pay 2m"}),
        ("2m", 5, {"pay 2m"}),
        ("1m 3o", 5, {"pay 1m 3o"}),
    ],
)
def test_K_CARD_23_elves(have, most, paid):
    p = war({"P1": have}, "elves", 2)
    assert p.numbers == list(range(most + 1))
    assert p.do("set 5", "flag").offered == paid


def test_K_CARD_25_mana_of_the_elves_rivals():
    p = war({"P2": "2m 1o"}, "elves", 4).do("flag")
    assert p.numbers == [0, 1, 2, 3]


def test_K_CARD_29_humans():
    """Also K-CARD-28."""
    p = war({"P1": "2m 1o"}, "humans", 3)
    assert p.numbers == list(range(7))
    assert p.do("set 6", "flag").offered == {"pay 2m"}
    p = Position(have={"P1": "3f"}, faction={"P1": "humans"}, magic={"P1": 2})
    assert p.do("select trade", "trade 3f into ore").has("P1") == goods("4o")


def test_K_CARD_27_humans_trade_in_place_of_research():
    p = Position(have={"P1": "1f"}, faction={"P1": "humans"}, magic={"P1": 1})
    p.do("select research")
    assert p.offered == {"nothing", "trade 1f into mana", "trade 1f into ore"}


@pytest.mark.parametrize("tower, left", [(2, 0), (1, 1), (3, 1)])
def test_K_CARD_13_dwarves_toll(tower, left):
    p = Position(
        have={"P1": "3o"},
        faction={"P2": "dwarves"},
        magic={"P2": 1},
        tower={"P1": 1, "P2": tower},
    )
    assert p.do("select build", "build").has("P1") == goods(f"{left}o")


def test_K_CARD_14_dwarves_in_the_mountains():
    p = Position({"P1": "A1 A3", "P2": "A2 B1"}, faction={"P1": "dwarves"}, magic={"P1": 2})
    p.do("select patrol", "patrol A1 A2")
    assert p.has("P1") == goods("1o") and p.numbers == [0, 1]


def test_K_CARD_15_dwarves_build_cheaper():
    p = Position(faction={"P1": "dwarves"}, magic={"P1": 3}).do("select build", "build")
    assert p.tower("P1") == 1


def test_K_CARD_22_elves_trade_both():
    p = Position(have={"P1": "1f 1o"}, faction={"P1": "elves"}, magic={"P1": 1})
    p.do("select trade")
    assert "trade 1f 1o into mana" in p.offered
    assert p.do("trade 1f 1o into mana").has("P1") == goods("2m")


def test_K_CARD_24_elves_pay_with_mana():
    p = Position(have={"P1": "2m 1o"}, faction={"P1": "elves"}, magic={"P1": 3}, tower={"P1": 1})
    assert p.do("select build", "build").offered == {"pay 2m", "pay 1m 1o"}


def test_K_CARD_32_goblins_patrol_twice():
    p = Position({"P1": "A1 A2", "P2": "A3 B1"}, faction={"P1": "goblins"}, magic={"P1": 1})
    p.do("select patrol", "patrol A2 A3")
    assert p.numbers == [0]
    p.do("flag", "flag")
    assert p.asked == "P1" and p.offered == {"stop", "patrol A1 A2", "patrol A1 A5"}
    assert p.do("patrol A1 A5").asked == "P2"


def test_K_RESEARCH_3_an_ability_at_once():
    p = Position(
        {"P2": "B1 B1"},
        {"P1": "1m", "P2": "1o"},
        faction={"P1": "dwarves"},
        tower={"P1": 1},
        shields="trade",
    )
    p.do("select research", "research", "collect", "collect", "select build")
    assert p.asked == "P2" and p.offered == {"nothing"}, "where the Dwarves stand it costs 2"


def test_K_CARD_16_dwarves_build_in_place_of_trade():
    p = Position(have={"P1": "2o"}, faction={"P1": "dwarves"}, magic={"P1": 4})
    p.do("select trade")
    assert "build" in p.offered and "trade 1o into food" in p.offered
    assert p.do("build").tower("P1") == 1 and p.t.shields == {"trade"} and p.asked == "P2"
