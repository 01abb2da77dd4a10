"""Positions laid by hand: the dummy player and the compass."""

import pytest

from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects import compass
from tests.rules.kingdoms import shipped
from tests.rules.kingdoms.hand import Solo, box, goods, solo_land
from tests.rules.kingdoms.laid import board_like
from tests.rules.kingdoms.referee import Table
from tests.rules.kingdoms.referee.compass import MIDDLE, enters, find, find_from
from tests.rules.kingdoms.referee.land import Region

# ---------------------------------------------------------------- the hand


class Hands:
    """Regions drawn by hand round the compass card; referee and kernels must point at the same."""

    def __init__(self, land):
        self.t = Table(shipped.rules("ultra"), {}, land, 2, None, dummy=1)
        self.t.home = ["S", "N"]
        self.board = board_like(self.t)

    def night(self):
        self.t.by_day, self.board.s.night = False, 1

    def find(self, number, *names, start=None):
        """What the hand points at among the names, from the compass card or from a region."""
        board, places = self.board, self.board.places
        members = sum(1 << places.index(name) for name in names)
        if start is None:
            told = find(self.t, number, list(names))
            found = compass.find(board.s, board.cards, number - 1, members)
        else:
            told = find_from(self.t, number, list(names), start)
            here = places.index(start)
            found = compass.find_from(board.s, board.cards, number - 1, members, here)
        assert told == (places[found] if found != NONE else None)
        return told


def rectangles(**corners):
    return {n: Region(n, "N", "plains", polygon=box(*c)) for n, c in corners.items()}


def test_U_COMPASS_9_eleven_by_day_and_by_night():
    """Also U-COMPASS-2, U-COMPASS-3, U-COMPASS-7."""
    hands = Hands(rectangles(mountain=(-4, 1, 0, 3), forest=(-4, 3, 0, 7)))
    assert hands.find(11, "mountain", "forest") == "mountain"
    hands.night()
    assert hands.find(11, "mountain", "forest") == "forest"


@pytest.mark.parametrize("by_day, far", [(True, "square"), (False, "star")])
def test_U_COMPASS_11_five_armies(by_day, far):
    """Also U-COMPASS-10."""
    hands = Hands(
        rectangles(
            square=(-1.6, 1, -0.2, 3),
            star=(-4.5, 3, -0.2, 7),
            circle=(0.2, 1, 1.6, 7),
            hexagon=(0.2, -7, 1.6, -1),
            triangle=(-0.3, -7, 0.2, -1),
        )
    )
    if not by_day:
        hands.night()
    found = [hands.find(hour, *hands.t.land) for hour in (12, *range(1, 12))]
    assert found == ["circle"] * 2 + ["hexagon"] * 4 + ["triangle"] + [far] * 5


def test_U_COMPASS_13_an_eight_goes_on_to_eleven():
    """Also U-COMPASS-8, U-COMPASS-12."""
    hands = Hands(rectangles(plains=(-1, 3, 1, 5), forest=(-1.2, 5, 0, 7), mountain=(-1, 1, 1, 3)))
    goals = ("forest", "mountain")
    assert hands.find(7, *goals, start="plains") == "mountain"
    for hour in (8, 9, 10, 11):
        assert hands.find(hour, *goals, start="plains") == "forest"


def test_U_COMPASS_7_what_a_hand_touches():
    touched = {
        1: "N2 N3 N5", 2: "N3", 3: "", 4: "S3", 5: "S2 S3 S5", 6: "S2",
        7: "S2 S1 S4", 8: "S1", 9: "", 10: "N1", 11: "N2 N1 N4", 12: "N2",
    }  # fmt: skip
    hands = Hands(solo_land())
    for hour, names in touched.items():
        for name in hands.t.land:
            others = [other for other in hands.t.land if other != name]
            met = hands.find(hour, name, *others) is not None and name in names.split()
            assert met == (enters(MIDDLE, hour, hands.t.land[name].polygon) is not None)


# ---------------------------------------------------------------- the dummy's turn


def test_U_DUMMY_12_it_follows_if_it_can():
    """Also U-SOLO-9, U-DUMMY-18."""
    s = follows("build")
    assert s.t.tower[1] == 1 and s.has == goods("4f 4m 3o"), "2 ore left, one of each by Trade"


def follows(action, answers=("nothing",), **said):
    """The dummy follows; then it is active and rolls for a Trade, and the person follows."""
    return Solo(action=[2], **said).do(f"select {action}", *answers)


def test_U_DUMMY_14_it_follows_to_learn():
    s = follows("research", have="3f 3m 3o")
    assert s.t.magic[1] == 1 and s.has == goods("4f 3m 4o"), "1 mana paid, one of each by Trade"
    assert follows("research", have="3f 3o").t.magic[1] == 0


def test_U_SOLO_10_it_collects_if_it_cannot():
    s = follows("build", have="3f 3m")
    assert s.t.tower[1] == 0 and s.has == goods("4f 5m 2o"), "1m 1o, then one of each by Trade"


def test_U_SOLO_13_its_own_action_fails():
    s = Solo(active="P2", have="", mine="1o", action=[3])
    assert (
        s.t.shields == {"build"} and s.has == goods("1m 1o") and s.offered == {"collect", "build"}
    )


@pytest.mark.parametrize(
    "rule, night, goal",
    [
        ("rolled", False, "S3"),
        ("rolled", True, "S3"),
        ("found", False, "S2"),
        ("found", True, "S5"),
    ],
)
def test_U_COMPASS_5_round_the_ring(rule, night, goal):
    """Also U-SOLO-11, U-SOLO-12."""
    s = Solo(
        active="P2",
        shields="patrol",
        person="S1 S1",
        night=night,
        action=[4],
        rules={"compass_number": rule},
    )
    assert s.armies == f"N2 {goal}" and s.t.shields == {"patrol", "quest"}


@pytest.mark.parametrize(
    "dummy, rolled, armies",
    [("N1 N2", 12, "N1 N5"), ("N1 N2", 3, "N2 N4"), ("N2 N3 N5", 2, "N1 N3 N5")],
)
def test_U_DUMMY_1_patrol(dummy, rolled, armies):
    """Also U-COMPASS-6, U-COMPASS-10, U-COMPASS-12."""
    s = Solo(dummy, follow=[rolled], action=[2])
    s.do("select patrol", "nothing")
    assert s.armies == armies


def test_U_DUMMY_1_stuck():
    s = Solo(
        "N2 N3 N5",
        rules={"dummy_patrol_stuck": "collect"},
        have="3f 1m 3o",
        follow=[2],
        action=[2],
    )
    s.do("select patrol", "nothing")
    assert s.armies == "N2 N3 N5" and s.has == goods("5f 3m 5o"), "with the Trade after it"


@pytest.mark.parametrize("night, goal", [(False, "S3"), (True, "S5")])
def test_U_DUMMY_4_quest(night, goal):
    """Also U-DUMMY-3."""
    s = Solo(follow=[5], action=[2], night=night).do("select quest", "nothing")
    assert s.armies == f"N2 {goal}"


@pytest.mark.parametrize(
    "rule, night, person, goal",
    [
        ("army", False, "S2 S2", "N5"),
        ("compass", False, "S2 S2", "N3"),
        ("compass", True, "S2 S2", "N5"),
        ("army", False, "S2 N5", "N3"),
    ],
)
def test_U_DUMMY_17_expand(rule, night, person, goal):
    """Also U-DUMMY-16."""
    s = Solo(person=person, night=night, rules={"expand_from": rule}, follow=[1], action=[2])
    s.do("select expand", "nothing")
    assert goal in s.armies and s.has == goods("1f 4m 4o")
    s = follows("expand", have="2f 3m 3o")
    assert s.armies == "N1 N2"


# ---------------------------------------------------------------- war


@pytest.mark.parametrize("night, ways", [(False, {"pay 2m 2o"}), (True, {"pay 2m", "pay 1m 1o"})])
def test_U_DUMMY_5_war_cost(night, ways):
    """The dummy quests to S3; as an attacker too the person wins with an equal payment.

    Also U-DUMMY-7, U-DUMMY-8, U-DUMMY-9.
    """
    s = Solo("N1 N2 N3", "S2 S3", active="P2", have="", mine="2m 2o", night=night, action=[11])
    assert s.offered == ways | {"yield"}
    s.do(sorted(ways)[0])
    assert s.t.at("S3", 0) and len(s.t.of(1)) == 2 and s.has == goods("")
    s = Solo("N1 N2 N3", "S2 S3", have="", mine="2m 2o", night=night)
    assert s.do("select quest", "quest S2 N3").offered == ways | {"yield"}


@pytest.mark.parametrize("limit, mine, can", [(False, "5m 2o", True), (True, "5m 2o", False)])
def test_U_DUMMY_5_past_eleven(limit, mine, can):
    s = Solo("N1 N2 N3 N4 N5 S3", "S2 S4", mine=mine, rules={"solo_war_limit": limit}, have="")
    s.do("select patrol", "patrol S2 S3")
    assert s.offered == ({"yield", "pay 5m 2o"} if can else {"yield"})


@pytest.mark.parametrize(
    "dummy, have, armies",
    [
        ("N1 N2", "3f", "N1 N5"),
        ("N1 N2", "1f", "N1"),
        ("N1 N2 N3 N4 N5", "9f", "N1 N3 N4 N5"),
    ],
)
def test_U_DUMMY_10_the_dummy_retreats(dummy, have, armies):
    """Also U-DUMMY-11."""
    cost = len(dummy.split())
    s = Solo(
        dummy,
        "S2 S1",
        mine=f"{cost}o",
        have=have,
        night=True,
        retreat=[12],
        follow=[1],
        action=[3],
    )
    s.do("select quest", "quest S2 N2")
    assert s.offered == {"yield", f"pay {cost}o"}
    assert Stop(s).after(f"pay {cost}o") == armies


class Stop:
    """Looks at the armies as the war leaves them, before the dummy follows."""

    def __init__(self, solo):
        self.solo = solo

    def after(self, words):
        from tests.rules.kingdoms.referee import dummy

        seen = []
        kept = dummy.act

        def look(t, *said):
            seen.append(" ".join(m.region for m in t.of(1)))
            return kept(t, *said)

        try:
            dummy.act = look
            self.solo.do(words)
        finally:
            dummy.act = kept
        return seen[0]


def test_U_DUMMY_6_losing_to_the_dummy():
    s = Solo(person="S2 S1", mine="2f 9o").do("select quest", "quest S2 N2", "yield")
    assert s.offered == {"retreat N3", "retreat N4", "retreat N5", "give up"}
    assert s.t.goods[0] == goods("2f 9o")


# ---------------------------------------------------------------- compass, collecting, end


def test_U_COMPASS_4_compass_and_clearing():
    """Also U-COMPASS-1."""
    full = "patrol quest build research expand"
    s = Solo(shields=full, have="9f 3m 3o")
    assert not s.t.by_day and s.has == goods("9f 4m 4o")
    assert Solo(shields=full, night=True).has == goods("3f 3m 3o")
    for flips in (False, True):
        s = Solo(
            shields="patrol quest build research",
            active="P2",
            have="3f 3m 3o",
            action=[2],
            rules={"last_clearing_flips": flips},
            triggers="tower",
        )
        s.do("collect")
        assert s.t.outcome == "triggered"
        assert s.has == (goods("5f 5m 5o") if flips else goods("4f 4m 4o"))
        assert s.t.by_day != flips


@pytest.mark.parametrize(
    "have, rule, rolled, after",
    [
        ("3f 1m 3o", "least", [], "3f 3m 3o"),
        ("3f 3m 3o", "roll", [6], "3f 5m 3o"),
        ("3f 3m 3o", "roll", [4], "3f 4m 4o"),
        ("3f 3m 3o", "roll", [9], "4f 4m 3o"),
    ],
)
def test_U_DUMMY_19_collecting(have, rule, rolled, after):
    s = Solo(
        "N1 N5",
        active="P2",
        have=have,
        rules={"dummy_ruins": rule, "tower_cost.level_1": 9},
        action=[3],
        dummy_resource=rolled,
    )
    assert s.has == goods(after)


def test_U_DUMMY_2_last_armies():
    s = Solo(person="S2", follow=[6], action=[2], night=True).do("select quest", "nothing")
    assert "S2" not in s.armies.split()
    s = Solo("N2", person="S2 N3", follow=[3], action=[2]).do("select patrol")
    assert not any(w.endswith(" N2") for w in s.offered)
    assert s.do("nothing").armies != "N3"


def test_U_SOLO_15_result():
    """Also U-CARD-2."""
    s = Solo("N2", "S2 S2", have="")
    assert s.ranks() == [1, 2]
    s = Solo("N2 N1", "S2 S1", have="")
    assert s.ranks() == [1, 1]
    s = Solo("N1 N2", "S4 S2", have="")
    assert s.points("P1")["capital"] == 2


@pytest.mark.parametrize("bonus, cost", [(False, 6), (True, 7)])
def test_U_DUMMY_15_abilities(bonus, cost):
    s = follows("build", faction="dwarves", magic=3, have="")
    assert s.t.tower[1] == 1
    rules = {"dummy_war_bonus": bonus}
    s = Solo("N1 N2 N3", "S2 S1", faction="dark_elves", magic=1, mine="9o", rules=rules)
    s.do("select quest", "quest S2 N1")
    assert s.offered == {"yield", f"pay {cost}o"}
