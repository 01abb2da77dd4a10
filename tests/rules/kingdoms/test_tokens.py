"""Positions laid by hand: the Lost Kingdom and the exploration tokens."""

import pytest

from tests.rules.kingdoms.hand import Position, at_war, goods

FIVE = "D1 D2 D3 D4 D5"
ABILITY = {"when": "war_paid", "do": "war_discount", "amount": 1, "side": "both"}


# ---------------------------------------------------------------- the Lost Kingdom


def test_K_LOST_4_the_price_falls():
    """Also K-LOST-3, K-LOST-6, K-LOST-7."""
    p = Position({"P1": "A1 A2"}, {"P1": "1m 2o"}, seats=2, neutral=FIVE).do("select quest")
    assert not any(" D" in w for w in p.offered)
    p = Position({"P1": "A1 A2"}, {"P1": "2m 1o"}, seats=2, neutral=FIVE).do("select quest")
    assert {"quest A1 D1", "quest A1 D3", "quest A1 D4"} <= p.offered
    p.do("quest A1 D1")
    assert p.offered == {"pay 2m 1o"}
    p.do("pay 2m 1o")
    assert p.at("P1") == "A2 D1" and p.t.captures == [1, 0] and p.asked == "P2"
    p = Position({"P1": "A1 D1"}, {"P1": "4o"}, seats=2, neutral="D2 D3 D4 D5")
    assert p.do("select patrol", "patrol D1 D2").offered == {"pay 4o"}
    p = Position({"P1": "A1 D1"}, {"P1": "1o"}, seats=2, neutral="D5")
    assert p.do("select patrol", "patrol D1 D5", "pay 1o").t.captures == [1, 0]


def test_K_TOKEN_15_fort_and_ability_against_neutral_meeples():
    def attack(laid, have):
        p = Position(
            {"P1": laid},
            {"P1": have},
            seats=2,
            neutral=FIVE,
            effects={"P1": [ABILITY]},
            open={"A2": "fort"},
        )
        return p.do("select quest")

    assert attack("A1 A2", "2o").do("quest A1 D1").offered == {"pay 2o"}
    assert not any(" D" in w for w in attack("A1 A2", "1o").offered)


@pytest.mark.parametrize("may", [True, False])
def test_K_LOST_5_a_last_meeple_may(may):
    p = Position(
        {"P1": "A1"},
        {"P1": "5o"},
        seats=2,
        neutral=FIVE,
        rules={"last_meeple_may_attack_neutral": may},
    )
    assert ("quest A1 D1" in p.do("select quest").offered) == may


def test_K_CARD_6_two_flags_of_two_players():
    """Also K-LOST-8."""
    p = at_war(seats=2, neutral=FIVE, crown="P1").do("flag", "flag")
    assert p.asked == "P1" and p.offered == {"give up"}
    assert p.do("give up").at("P1") == "A1" and p.t.crown == 1


def test_U_LOST_2_war_for_what_a_rival_took():
    p = Position({"P1": "A1 A2", "P2": "B1 D1"}, {"P1": "1o"}, seats=2, neutral="D2")
    p.do("select quest", "quest A1 D1")
    assert p.numbers == [0, 1]


@pytest.mark.parametrize("have, offered", [("5o", {"lose the meeple"}), ("7o", None)])
def test_K_CARD_2_first_the_war_then_the_token(have, offered):
    p = Position({"P1": "A1 A2"}, {"P1": have}, seats=2, neutral=FIVE, hidden={"D1": "bandits"})
    p.do("select quest", "quest A1 D1", "pay 5o")
    assert p.offered == (offered or {"lose the meeple", "pay 2o"})
    p.do("lose the meeple")
    assert p.at("P1") == "A2" and p.t.captures == [1, 0] and not p.t.at("D1")


def test_K_LOST_9_points():
    """Also K-LOST-10."""
    p = Position({"P1": "D1 D4! D5"}, seats=2, neutral="D2", captures={"P1": 3})

    assert p.points("P1")["lost_kingdom"] == 2 and sum(p.points("P1").values()) == 9


@pytest.mark.parametrize("count, points", [(True, 2), (False, 1)])
def test_K_LOST_9_water_of_the_lost_kingdom(count, points):
    """Its water is a region for those who may stand there, or by the switch it is not."""
    swims = {"when": "always", "do": "passes", "terrain": "water"}
    p = Position(
        {"P1": "D1 D5"},
        seats=2,
        neutral="D2",
        effects={"P1": [swims]},
        rules={"lost_barriers_count": count},
    ).do("select patrol", "patrol D5 D water")
    assert p.points("P1")["lost_kingdom"] == points


# ---------------------------------------------------------------- exploration tokens


def test_K_TOKEN_7_the_crown_in_war():
    """Also K-TOKEN-6."""
    p = at_war("2f", "1o", crown="P1").do("flag", "set 1", "pay 1o", "retreat A2")
    assert p.t.crown == 1 and p.points("P2")["crown"] == 2
    assert at_war("2f", "1o", crown="P1").do("flag", "flag").t.crown == 0


@pytest.mark.parametrize(
    "have, ways, taken, after",
    [
        ("", 6, "2f", "2f"),
        ("8f", 5, "1f 1m", "9f 1m"),
        ("9f 9m 6o", 1, "2o", "9f 9m 8o"),
        ("9f 9m 8o", 1, "1o", "9f 9m 9o"),
    ],
)
def test_K_TOKEN_8_treasure(have, ways, taken, after):
    """Also K-COLLECT-5: nobody is asked for what there is no room for."""
    p = Position({"P1": "A1 A1"}, {"P1": have}, hidden={"A2": "treasure"})
    p.do("select patrol", "patrol A1 A2")
    assert len(p.offered) == ways
    p.do(f"take {taken}")
    assert p.has("P1") == goods(after) and not p.t.hidden and not p.t.open


@pytest.mark.parametrize(
    "rule, have, offered",
    [
        ("lost", "1f 1m", {"pay 1f 1m", "lose the meeple"}),
        ("lost", "1o", {"lose the meeple"}),
        ("must_pay", "1f 1m", {"pay 1f 1m"}),
        ("must_pay", "1o", {"lose the meeple"}),
        ("spared", "1f 1m", {"pay 1f 1m"}),
        ("spared", "1o", None),
    ],
)
def test_K_TOKEN_9_bandits_and_the_last_meeple(rule, have, offered):
    p = Position(
        {"P1": "A1"}, {"P1": have}, hidden={"A2": "bandits"}, rules={"bandits_last_meeple": rule}
    )
    p.do("select patrol", "patrol A1 A2")
    assert not p.t.hidden
    if offered is None:
        assert p.asked == "P2" and p.at("P1") == "A2"
    else:
        assert p.asked == "P1" and p.offered == offered


def lair_war(laid=None, tower=2, **said):
    laid = laid or {"P1": "B4 A2", "P2": "A3 B1"}
    said = {"open": {"B4": "lair"}} | said
    p = Position(laid, {"P1": "1o", "P2": "9f"}, tower={"P2": tower}, **said)
    origin = laid["P1"].split()[1]
    by = "quest" if origin[0] == "C" else "patrol"
    return p.do(f"select {by}", f"{by} {origin} A3", "set 1", "flag", "pay 1o")


def test_K_TOKEN_11_the_lair_the_winner_chooses():
    """Also K-TOKEN-12."""
    p = lair_war()
    assert p.asked == "P1" and p.offered == {"use lair", "leave lair"}
    p.do("use lair")
    assert p.tower("P2") == 1 and p.asked == "P2" and p.offered == {"retreat A2", "retreat A4"}
    assert p.do("retreat A2").has("P2") == goods("9f")
    p = lair_war().do("leave lair")
    assert p.offered == {"retreat A2", "retreat A4", "give up"} and p.tower("P2") == 2
    assert lair_war(tower=0).asked == "P2"


def test_K_TOKEN_13_no_open_region():
    p = lair_war({"P1": "B4 C1", "P2": "A3 B1", "P3": "A2 A4"})
    p.do("use lair")
    assert p.tower("P2") == 1 and p.offered == {"give up"}


def test_K_TOKEN_11_the_lair_after_the_retreat():
    p = lair_war(rules={"lair_before_retreat": False})
    assert p.asked == "P2" and p.do("give up").asked == "P1"
    assert p.do("use lair").offered == {"retreat A2", "retreat A4"}


@pytest.mark.parametrize("laid, numbers", [("A1 A2", [0, 1]), ("A2 A2", [0, 1, 2, 3])])
def test_K_TOKEN_15_the_fort_left_behind(laid, numbers):
    """Also K-TOKEN-10."""
    p = at_war("1o", p1=laid, open={"A2": "fort"})
    assert p.numbers == numbers
    if 3 in numbers:
        p.do("set 3", "flag")
        assert p.offered == {"pay 1o"}


def test_K_TOKEN_15_the_fort_under_attack_helps_nobody():
    """The defender holds it and does not attack; the attacker has not won it yet."""
    p = at_war("1o", open={"A3": "fort"})
    assert p.numbers == [0, 1]
    p.do("set 1")
    assert p.numbers == [0]
    assert p.do("flag").offered == {"pay 1o"}


@pytest.mark.parametrize(
    "laid, camp, certain, choices",
    [("A3 B1", "A3", "2f 1m", 0), ("A4 A4", "A4", "", 0), ("A5! A5!", "A5", "", 2)]
    + [("A5 A5", "A5", "", 0)],
)
def test_K_TOKEN_14_camp(laid, camp, certain, choices):
    p = Position({"P2": laid}, open={camp: "camp"}).do("select build", "nothing", "collect")
    assert p.has("P2") == goods(certain)
    assert p.do(*["take mana"] * choices).asked == "P3"


@pytest.mark.parametrize(
    "p2, church, offered",
    [
        ("A3 B1", "B1", {"church B1", "give up"}),
        ("A3 B1 B1", "B1", {"give up"}),
        ("A3 B1", "A3", {"give up"}),
    ],
)
def test_K_TOKEN_17_church(p2, church, offered):
    """Also K-TOKEN-18, K-TOKEN-19."""
    p = at_war("1o", p2=p2, open={church: "church"}).do("set 1", "flag", "pay 1o")
    assert p.asked == "P2" and p.offered == offered
    if "church B1" in offered:
        p.do("church B1")
        assert p.at("P2") == "B1 B1" and not p.t.open


@pytest.mark.parametrize("explores", [True, False])
def test_K_TOKEN_4_a_retreat_explores(explores):
    p = at_war("1o", "2f", hidden={"A4": "treasure"}, rules={"retreat_explores": explores})
    p.do("set 1", "flag", "pay 1o", "retreat A4")
    assert bool(p.t.hidden) != explores
    assert ("take 2f" in p.offered) == explores


@pytest.mark.parametrize("kind", ["blank", "crown", "town"])
def test_K_TOKEN_20_turned_over(kind):
    """Also K-TOKEN-5."""
    p = Position({"P1": "A1 A1"}, hidden={"A2": kind}).do("select patrol", "patrol A1 A2")
    assert not p.t.hidden and p.asked == "P2"
    assert p.t.open == ({"A2": "town"} if kind == "town" else {})
    assert p.t.crown == (0 if kind == "crown" else None)


def test_K_END_5_the_lair_does_not_undo_a_trigger():
    p = Position(
        {"P1": "B4 A2", "P2": "A3 B1"},
        {"P1": "1o", "P2": "6o"},
        tower={"P2": 5},
        open={"B4": "lair"},
        active="P3",
        shields="quest",
    )
    p.do("select build", "nothing", "collect", "build")
    assert p.t.triggers == {"tower"} and p.asked == "P1"
    p.do("select patrol", "patrol A2 A3", "set 1", "flag", "pay 1o", "use lair", "retreat A2")
    assert p.tower("P2") == 5
    p.do("collect", "collect")
    assert p.t.triggers == {"tower"}
