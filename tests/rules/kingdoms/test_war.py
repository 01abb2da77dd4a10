"""Positions laid by hand: printed examples, last meeples, war."""

import pytest

from tests.rules.kingdoms.hand import Position, at_war, goods

ABILITY = {"when": "war_paid", "do": "war_discount", "side": "both"}


def ability(amount):
    return {"P1": [ABILITY | {"amount": amount}]}


# ---------------------------------------------------------------- printed examples


@pytest.mark.parametrize("edition", ["kingdoms", "ultra"])
def test_K_WAR_14_brittany_and_mike(edition):
    """Also K-WAR-1, K-WAR-2, K-WAR-3, K-WAR-5, K-WAR-10, K-WAR-11."""
    p = at_war("1m 2o", "2f 3m", edition=edition, effects=ability(1))
    assert p.asked == "P1" and p.numbers == [0, 1, 2, 3, 4, 5]
    p.do("set 5")
    assert p.asked == "P2" and p.numbers == [0, 1, 2, 3, 4, 5, 6]
    p.do("flag")
    assert p.asked == "P1" and p.offered == {"pay 1m 2o"}
    p.do("pay 1m 2o")
    assert p.asked == "P2" and p.offered == {"retreat A2", "retreat A4", "give up"}
    assert p.has("P1") == goods("") and p.has("P2") == goods("2f 3m")


@pytest.mark.parametrize("counts, food", [(True, 4), (False, 3)])
def test_K_RETREAT_1_four_food(counts, food):
    """Also K-RETREAT-4."""

    def lost(have):
        said = {"edition": "ultra", "rules": {"retreat_counts_itself": counts}}
        p = at_war("5o", have, p2="A3 B1 B2 B4", **said)
        return p.do("set 5", "flag", "pay 5o")

    p = lost(f"{food}f")
    assert p.offered == {"retreat A2", "retreat A4", "give up"}
    p.do("retreat A2")
    assert p.has("P2") == goods("") and p.at("P2") == "A2 B1 B2 B4"
    p = lost(f"{food - 1}f")
    assert p.offered == {"give up"}
    assert p.do("give up").at("P2") == "B1 B2 B4"


# ---------------------------------------------------------------- the last meeple


def test_K_MOVE_3_nobody_enters_the_region_of_a_last_meeple():
    p = Position({"P1": "A1 A2", "P2": "A3"})
    p.do("select patrol")
    assert p.offered == {"nothing", "patrol A1 A2", "patrol A1 A5", "patrol A2 A1"}
    p = Position({"P2": "A3", "P3": "C2 C2"}, active="P3").do("select quest")
    assert "quest C2 A1" in p.offered and "quest C2 A3" not in p.offered


def test_K_MOVE_4_nor_does_it_enter_theirs():
    p = Position({"P1": "A2", "P2": "A3 B1"}).do("select patrol")
    assert p.offered == {"nothing", "patrol A2 A1"}


def test_K_MOVE_3_allied_or_not():
    """Also K-ALLY-4."""
    p = Position({"P1": "A1 A2", "P2": "A1"}).do("select patrol", "nothing")
    assert p.asked == "P2" and p.offered == {"collect", "patrol A1 A5"}
    assert p.allied("P1", "P2")
    p.do("patrol A1 A5")
    assert not p.allied("P1", "P2")


def test_K_MOVE_3_a_meeple_becomes_the_last_within_a_turn():
    p = Position({"P1": "A1 A2", "P2": "A3 A5", "P3": "A4 C2"}, {"P1": "3o"})
    p.do(
        "select patrol", "patrol A2 A3", "set 3", "flag", "pay 3o", "give up", "collect", "take ore"
    )
    assert p.asked == "P3"
    assert "patrol A4 A5" not in p.offered and "patrol A4 A3" in p.offered
    assert p.do("patrol A4 A3").asked == "P3" and p.do("flag").asked == "P1"


# ---------------------------------------------------------------- what may be set and paid


@pytest.mark.parametrize(
    "have, bonus, most",
    [("9f 1m 2o", 0, 4), ("9f", 0, 0), ("9m 9o", 0, 11), ("", 2, 2)],
)
def test_K_WAR_4_what_may_be_set(have, bonus, most):
    """Also K-PARTS-5."""
    effects = ability(bonus) if bonus else None
    p = at_war(have, effects=effects)
    assert p.numbers == list(range(most + 1))
    if bonus:
        p.do("set 2", "flag")
        assert p.asked == "P2", "nothing is due"


def test_K_WAR_7_ties():
    p = at_war("4o", "4o").do("set 4", "set 4", "pay 4o", "pay 4o")
    assert p.asked == "P1" and p.offered == {"give up"}


@pytest.mark.parametrize(
    "due, have, offered",
    [
        (3, "2m 2o", {"pay 1m 1o", "pay 2m"}),
        (1, "1m", {"pay 1m"}),
        (1, "1m 1o", {"pay 1o", "pay 1m"}),
        (4, "2m 4o", {"pay 2m", "pay 1m 2o", "pay 4o"}),
    ],
)
def test_K_WAR_9_what_may_be_paid_with(due, have, offered):
    assert at_war(have).do(f"set {due}", "flag").offered == offered


def test_K_WAR_6_a_flag_alone_loses():
    """Also K-WAR-12, K-WAR-13."""
    p = at_war("3m", "1o").do("flag", "set 1", "pay 1o", "give up")
    assert p.at("P1") == "A1" and p.at("P2") == "A3 B1" and p.has("P1") == goods("3m")


def test_K_WAR_8_two_flags():
    """Also K-ALLY-1, K-ALLY-2, K-COLLECT-2."""
    p = at_war().do("flag", "flag")
    assert p.asked == "P2" and p.at("P1") == "A1 A3" and p.at("P2") == "A3 B1"
    p.do("collect", "collect", "select build", "nothing", "collect", "collect")
    assert p.asked == "P3" and p.has("P1")["food"] == 1 and p.has("P2")["food"] == 1


def test_K_MOVE_1_full_is_full():
    """Also K-MOVE-2."""
    p = Position({"P1": "A1 A3", "P2": "A3 B1 B1", "P3": "A4 C1"}, active="P3")
    assert "patrol A4 A3" not in p.do("select patrol").offered
    p = Position({"P1": "A1 A2", "P2": "A3 A3"}).do("select patrol")
    assert "patrol A2 A3" not in p.offered


# ---------------------------------------------------------------- retreat


@pytest.mark.parametrize(
    "by, rule, open_to",
    [
        ("patrol", "if_adjacent", {"A2", "A4"}),
        ("patrol", "never", {"A4"}),
        ("quest", "if_adjacent", {"A2", "A4"}),
        ("quest", "always", {"A2", "A4", "C4"}),
    ],
)
def test_K_RETREAT_2_the_way_back(by, rule, open_to):
    start = "A2" if by == "patrol" else "C4"
    p = Position(
        {"P1": f"A1 {start}", "P2": "A3 B1"},
        {"P1": "2f", "P2": "2o"},
        rules={"attacker_goes_back": rule},
    )
    p.do(f"select {by}", f"{by} {start} A3", "flag", "set 2", "pay 2o")
    assert p.asked == "P1" and p.goals("retreat") == open_to and "give up" in p.offered
    p.do("retreat A4")
    assert p.has("P1") == goods("") and p.at("P1") == "A1 A4"


@pytest.mark.parametrize(
    "p2, p3, offered",
    [
        ("A3 A2 B1", "A4 C2", {"retreat A2", "give up"}),
        ("A3 A2 A2", "A4 C2", {"give up"}),
        ("A3 A2 B1 C4", "A4 C2 C4", {"retreat A2", "give up"}),
    ],
)
def test_K_RETREAT_3_where_a_retreat_may_end(p2, p3, offered):
    """Also K-RETREAT-4, K-WAR-13."""
    p = Position({"P1": "C1 B4", "P2": p2, "P3": p3}, {"P1": "1o", "P2": "9f"})
    p.do("select quest", "quest C1 A3", "set 1", "flag", "pay 1o")
    assert p.asked == "P2" and p.offered == offered


def test_K_TURN_8_the_defender_acts_after_the_war():
    p = Position({"P1": "A1 A3", "P2": "B1 B4"}, {"P1": "1o", "P2": "1f"})
    p.do("select quest", "quest A1 B1", "set 1", "flag", "pay 1o", "give up")
    assert p.asked == "P2" and all("B4" in w for w in p.offered - {"collect"})
    assert p.do("collect", "take ore").asked == "P3"


def test_K_TURN_7_who_can_only_collect():
    """Also K-TURN-4, K-TURN-6, K-TURN-8, K-COLLECT-1."""
    p = Position(have={"P3": "1o"}).do("select build")
    assert p.offered == {"nothing"}
    assert p.do("nothing").offered == {"collect"}
    assert p.do("collect").offered == {"collect", "build"}
    assert p.do("collect").t.shields == {"build"}
