"""Positions laid by hand: alliances, and how they break."""

import itertools

import pytest

from tests.rules.kingdoms.hand import Position, goods

THREE = {"P1": "A1 B4 A2", "P2": "A1 B4 A3 B2"}


def broken(have=None, bids=("set 3", "flag"), paid=("pay 3o",), **said):
    """Three regions at stake; P1 patrols into A3."""
    p = Position(THREE, have or {"P1": "3o", "P2": "5f"}, **said)
    return p.do("select patrol", "patrol A2 A3", *bids, *paid)


def test_K_ALLY_5_leaving_first():
    p = Position({"P1": "A1 A2", "P2": "A1 A3 B1"}, {"P1": "3o"})
    p.do("select patrol", "patrol A1 A5")
    assert p.asked == "P2" and not p.allied("P1", "P2") and p.has("P1") == goods("3o")
    p = Position({"P1": "A1 A2", "P2": "A2 A3 B1"}, {"P1": "3o", "P2": "9f"})
    p.do("select patrol", "patrol A2 A3", "set 3", "flag", "pay 3o")
    assert p.offered == {"retreat A2", "retreat A4", "give up"}
    assert p.do("give up").at("P2") == "A2 B1"


def test_K_BREAK_4_the_order_is_the_losers():
    p = broken()
    assert p.asked == "P2" and p.offered == {"next A1", "next A3", "next B4"}
    p.do("next A1")
    assert p.offered == {"retreat A2", "retreat A5", "give up"}
    p.do("give up")
    assert p.offered == {"next A3", "next B4"}
    p.do("next B4")
    assert p.offered == {"retreat B3", "retreat B5", "give up"}
    p.do("give up")
    assert p.offered == {"retreat A2", "retreat A4", "give up"}
    p.do("retreat A2")
    assert p.has("P2") == goods("3f") and p.at("P2") == "A2 B2"
    assert not p.allied("P1", "P2")


def test_K_BREAK_3_the_price_falls():
    p = broken().do("next A3", "retreat A4")
    assert p.has("P2") == goods("1f")
    p.do("next A1")
    assert p.offered == {"give up"}
    assert p.do("give up").offered == {"give up"}
    p = broken().do("next A1", "give up", "next B4", "retreat B5")
    assert p.has("P2") == goods("2f") and p.offered == {"give up"}


def test_K_BREAK_4_war_region_first():
    p = broken(rules={"war_region_first": True})
    assert p.offered == {"retreat A2", "retreat A4", "give up"}
    assert p.do("give up").offered == {"next A1", "next B4"}


@pytest.mark.parametrize("order", list(itertools.permutations(["A1", "A3", "B4"])))
def test_K_BREAK_2_the_mover_may_be_the_loser(order):
    p = broken({"P1": "1o", "P2": "2o"}, ("set 1", "set 2"), ("pay 1o", "pay 2o"))
    assert p.asked == "P1"
    first, second, last = order
    p.do(f"next {first}", "give up", f"next {second}", "give up")
    assert p.asked == "P1" and all(w.startswith("keep ") for w in p.offered)
    if last == "A3":
        assert p.offered == {"keep A2", "keep A4"}
    p.do(sorted(p.offered)[0])
    assert len(p.at("P1").split()) == 1


def test_K_BREAK_5_the_saved_meeple():
    have = {"P1": "3o"}
    p = Position({"P1": "A1 A2 B2", "P2": "A1 A3"}, have)
    p.do("select patrol", "patrol A2 A3", "set 3", "flag", "pay 3o", "next A3")
    assert p.offered == {"give up"}
    assert p.do("give up").offered == {"keep A2", "keep A5"}
    p = Position({"P1": "A1 A2 B2", "P2": "A1 A3"}, have)
    p.do("select patrol", "patrol A2 A3", "set 3", "flag", "pay 3o", "next A1", "give up")
    assert p.offered == {"keep A2", "keep A4"}
    assert p.do("keep A4").at("P2") == "A4"


def test_K_BREAK_5_it_must_be_able_to_nothing_else():
    """Also U-BREAK-1."""

    def last(edition):
        p = Position({"P1": "A1 A2 B2", "P2": "A1 A3"}, {"P1": "3o", "P2": "1f"}, edition=edition)
        p.do("select patrol", "patrol A2 A3", "set 3", "flag", "pay 3o", "next A3")
        return p.do("give up")

    assert last("kingdoms").offered == {"retreat A2", "retreat A5", "give up"}
    p = last("ultra")
    assert p.offered == {"keep A2", "keep A5"}
    assert p.do("keep A2").has("P2") == goods("1f")


@pytest.mark.parametrize(
    "p3, kept",
    [
        ("A2 A2", {"A3"}),
        ("A2 A2 A3", {"B4", "B5", "C1", "C2", "C4", "D1", "D3", "D4"}),
    ],
)
def test_K_BREAK_6_nearest_on_another_card(p3, kept):
    p = Position({"P1": "A1 A3 A4", "P2": "A1 B1", "P3": p3, "P4": "A5 A5"}, {"P1": "9o"}, seats=4)
    p.do("select quest", "quest A3 B1", "set 9", "flag", "pay 9o", "next B1", "give up")
    assert p.asked == "P2" and p.goals("keep") == kept == {w.split()[1] for w in p.offered}


def test_K_BREAK_1_the_movers_peace_refused():
    laid = {"P1": "A1 A2", "P2": "A1 A3"}
    have = {"P1": "2f", "P2": "2o"}
    p = Position(laid, have)
    p.do("select patrol", "patrol A2 A3", "flag", "set 2", "pay 2o")
    assert p.asked == "P1" and p.offered == {"retreat A2", "retreat A4", "give up"}
    p.do("give up")
    assert p.allied("P1", "P2") and p.at("P1") == "A1"
    p = Position(laid, have, rules={"refused_peace_breaks": True})
    p.do("select patrol", "patrol A2 A3", "flag", "set 2", "pay 2o")
    assert p.offered == {"next A1", "next A3"}


def test_K_ALLY_3_peace_once_more():
    p = Position({"P1": "A1 A2", "P2": "A1 A3"})
    p.do("select patrol", "patrol A2 A3", "flag", "flag")
    assert p.t.shared(0, 1) == ["A1", "A3"]
