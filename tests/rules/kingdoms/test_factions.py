"""Positions laid by hand: factions that touch the rules, and the setup."""

import pytest

from tests.rules.kingdoms import shipped
from tests.rules.kingdoms.hand import Position, goods
from tests.rules.kingdoms.referee import Told, play


def war(have, faction, level, **said):
    """P1 patrols into A3, where P2 stands."""
    p = Position(
        {"P1": "A1 A2", "P2": "A3 B1"},
        have,
        faction={"P1": faction},
        magic={"P1": level},
        **said,
    )
    return p.do("select patrol", "patrol A2 A3")


def test_K_CARD_18_orcs():
    p = war({"P1": "3o", "P2": "3o"}, "orcs", 1).do("set 3", "set 3", "pay 3o", "pay 3o")
    assert p.asked == "P2" and p.offered == {"give up"}
    assert war({"P1": "2f 1o"}, "orcs", 3).numbers == [0, 1, 2, 3]
    p = war({"P1": "4o", "P2": "4o"}, "orcs", 4).do("set 3", "set 4")
    assert p.asked == "P1" and p.offered == {"raise nothing", "raise 1"}
    p.do("raise 1", "pay 4o", "pay 4o")
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


# ---------------------------------------------------------------- setup


def begun(edition, seats, **said):
    """A table after its setup, each question answered with its first words."""
    t = shipped.new_table(edition, seats, **said)
    game = play(t, shipped.territories(edition))
    answer, asked = None, []
    while True:
        seat, options = game.send(answer)
        if any(w.startswith("select") for w in options):
            return t, asked
        asked.append((seat, set(options)))
        answer = next(iter(options))


def test_K_SETUP_5_who_chooses_what():
    t, asked = begun("kingdoms", 3)
    assert [seat for seat, _ in asked] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    for side, split, start in (asked[i : i + 3] for i in (0, 3, 6)):
        assert len(side[1]) == 2 and len(split[1]) == 28 and len(start[1]) == 5
    assert len(set(t.faction)) == 3 and len({name[:6] for name in t.home}) == 3
    assert all(sum(t.goods[seat].values()) == 6 and t.in_play(seat) == 2 for seat in range(3))
    assert not t.shields and t.tower == t.magic == [0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_U_SETUP_2_no_territory_is_the_back_of_a_faction(seats):
    for luck in range(20):
        t, asked = begun("ultra", seats, luck=luck)
        lands = {*t.home, t.lost_kingdom} - {None}
        assert len(lands) == seats + (seats == 2) and not lands & set(t.faction)
        assert not any(w.startswith("side") for _, options in asked for w in options)


@pytest.mark.parametrize("seats, count", [(2, 13), (3, 12), (4, 16), (5, 15)])
def test_K_TOKEN_3_how_many(seats, count):
    t, asked = begun("kingdoms", seats, tokens_in_play=True)
    assert len(t.hidden) == count
    assert all(not t.at(r) or t.lost_kingdom == t.land[r].territory for r in t.hidden)
    if seats == 5:
        assert [len(options) for _, options in asked[-5:]] == [4] * 5


def test_K_LOST_2_the_lost_kingdom_is_set_up():
    t, _ = begun("kingdoms", 2)
    assert sum(m.owner == -1 and m.region is not None for m in t.meeples) == 5
    assert t.lost_kingdom not in t.home and t.lost_kingdom[:6] not in {h[:6] for h in t.home}


def test_U_LOST_3_halflings():
    assert not any("halflings" in begun("ultra", 2, luck=n)[0].faction for n in range(60))
    assert any("halflings" in begun("kingdoms", 2, luck=n)[0].faction for n in range(60))
    assert begun("ultra", 2, faction=["halflings", None])[0].faction[0] == "halflings"


@pytest.mark.parametrize("may", [True, False])
def test_K_SETUP_11_start_in_ruins(may):
    t = shipped.new_table("kingdoms", 3, rules={"start_in_ruins": may})
    game = play(t, shipped.territories("kingdoms"))
    _, options = next(game)
    game.send(next(w for w in options if w.endswith("ruins")))
    _, options = game.send("split 6o")
    ruins = [w for w in options if t.land[w.split()[1]].terrain == "ruins"]
    assert bool(ruins) == may
    if may:
        game.send(ruins[0])
        assert [m.lying for m in t.of(0)] == [True, True]


def test_K_SETUP_4_chance_told_from_outside():
    names = ["orcs", "elves"]
    told = Told(factions=[names], homes=[[7, 2]], lost_kingdom=[["card_5_ruins"]])
    t, _ = begun("kingdoms", 2, luck=told)
    assert t.faction == names and t.home == ["card_7_plain", "card_2_plain"] and told.used_up()
    assert t.lost_kingdom == "card_5_ruins"
