"""Enemies and destroyed regions, defending, dire enemies.

The ring is coast, desert, forest, mountains, plains, ruins; the Capital touches coast and
mountains.
"""

import pytest

from tests.rules.defenders.board import BARE, BARE_HEROES, Board


def bare(heroes="ranger", **laid):
    """Heroes and regions without abilities."""
    return Board(heroes, blanks=BARE, **laid)


def asked_to_defend(board):
    return any(move.startswith("defend") for move in board.legal())


# ---------------------------------------------------------------- threat


@pytest.mark.parametrize(
    "card, regions",
    [
        ("coast_mountains", ("coast", "mountains")),
        ("forest_desert", ("forest", "desert")),
        ("plains_ruins", ("plains", "ruins")),
        ("minotaur", ("forest",)),
    ],
)
def test_D_ATTACK_1_threat_rises_in_each_region_attacked(card, regions):
    board = bare().draw(card)
    for region, threat in board.words["threat"].items():
        before = 0 if region == "capital" else 1
        assert threat == before + (region in regions), region


def test_D_DESTROYED_1_at_the_last_space_a_region_is_destroyed():
    board = bare(threat={"coast": 2, "desert": 3}).draw("coast_desert")
    assert not board.is_destroyed("coast") and board.threat("coast") == 3
    assert board.is_destroyed("desert")


def test_D_DESTROYED_2_a_destroyed_region_passes_the_attack_to_the_capital():
    board = bare(destroyed=["coast"]).draw("coast_desert")
    assert board.threat("capital") == 1
    assert board.threat("desert") == 2


def test_D_DESTROYED_2_the_hit_that_destroys_does_not_hurt_the_capital():
    board = bare(threat={"coast": 3}).draw("coast_desert")
    assert board.is_destroyed("coast") and board.threat("capital") == 0


def test_D_DESTROYED_3_a_card_of_the_destruction_deck_covers_it():
    board = bare(threat={"coast": 3}, destruction=("harpy", "plains_ruins")).draw("coast_desert")
    assert board.words["cover"] == {"coast": "harpy"}
    assert board.words["destruction"] == ["plains_ruins"]
    assert not board.s["seen"][board.number("harpy")]  # face down


def test_D_DESTROYED_3_it_stays_destroyed():
    """Nobody succors a destroyed region (reading)."""
    board = bare(at="coast", destroyed=["coast"]).turn()
    assert "succor" not in board.legal()


@pytest.mark.parametrize("destroyed, works", [((), True), (("ruins",), False)])
def test_D_DESTROYED_4_its_ability_cannot_be_used(destroyed, works):
    board = Board("ranger", at="ruins", destroyed=destroyed, sides={"ruins": "b"}).turn()
    assert any(move.startswith("use sacrifice") for move in board.legal()) == works


def test_D_DESTROYED_4_what_the_ability_prepared_is_lost_with_the_region():
    """FORTIFY: the circle lies under the card that covers the Mountains."""
    board = Board("ranger", at="mountains", health=[0], threat={"mountains": 3}).turn()
    board.do("use fortify").lay("coast_mountains", "mountains_plains").do("end turn")
    assert board.legal() == {"defend", "decline"}
    board.do("decline")
    assert board.is_destroyed("mountains") and board.words["brace"] == [None]
    assert not asked_to_defend(board)


def test_D_DESTROYED_5_heroes_move_there_and_defend_there():
    board = bare(at="capital", destroyed=["coast"]).turn()
    assert "move coast" in board.legal()
    board = bare(at="coast", destroyed=["coast"]).draw("coast_desert")
    assert board.legal() == {"defend", "decline"}


def test_D_DESTROYED_6_heroes_stay_where_they_are():
    board = bare("ranger+druid", at="coast", threat={"coast": 3}).draw("coast_desert")
    board.do("decline", "decline")
    assert board.is_destroyed("coast")
    assert board.words["place"] == ["coast", "coast"] and board.words["health"] == [4, 4]


def test_D_DESTROYED_7_the_game_ends_at_once_when_the_capital_falls():
    """The first of two attacks is the end: the second one is not made."""
    board = bare(threat={"capital": 5}, destroyed=["coast"], deck=("ally_1",))
    board.draw("coast_desert")
    assert board.over and not board.won and board.reason == "capital_fell"
    assert board.threat("capital") == 6 and board.threat("desert") == 1
    assert board.legal() == set()


# ---------------------------------------------------------------- defending


def test_D_DEFEND_1_heroes_who_stand_there_are_asked():
    board = bare("ranger+druid+bard", at=["capital", "coast", "desert"], deck=("ally_1",))
    board.draw("coast_mountains")
    assert board.asked == 1 and board.legal() == {"defend", "decline"}
    board.do("decline")
    assert board.active == 0  # nobody stands in the mountains: on to the next card


@pytest.mark.parametrize(
    "card, region, price", [("coast_desert", "coast", 1), ("harpy", "mountains", 2)]
)
def test_D_DEFEND_2_price_and_effect(card, region, price):
    board = bare(at=region).draw(card)
    assert board.price("defend") == (0, price)
    board.do("defend")
    assert board.threat(region) == 1 and board.health() == 4 - price


@pytest.mark.parametrize(
    "card, region, price", [("coast_desert", "coast", 1), ("harpy", "mountains", 2)]
)
def test_D_DEFEND_2_the_whole_price_or_nothing(card, region, price):
    board = bare(at=region, health=[price]).draw(card)
    assert asked_to_defend(board)
    board.do("defend")
    assert board.health() == 0  # down to zero by paying it
    board = bare(at=region, health=[price - 1]).draw(card)
    assert not asked_to_defend(board) and board.threat(region) == 2


def test_D_DEFEND_3_every_attack_by_itself():
    board = bare("ranger+druid", at=["coast", "desert"]).draw("coast_desert")
    assert board.asked == 0
    board.do("defend")
    assert board.asked == 1 and board.legal() == {"defend", "decline"}
    board.do("decline")
    assert (board.threat("coast"), board.threat("desert")) == (1, 2)


def test_D_DEFEND_4_no_teaming_up():
    """Two heroes with 1 health each cannot stop a dire enemy together."""
    board = bare("ranger+druid", at="mountains", health=[1, 1]).draw("harpy")
    assert not asked_to_defend(board) and board.threat("mountains") == 2


def test_D_DEFEND_5_in_a_destroyed_region_the_capital_is_defended():
    board = bare(at="coast", destroyed=["coast"]).draw("coast_mountains").do("defend")
    assert board.threat("capital") == 0 and board.health() == 3
    board = bare(at="coast", destroyed=["coast"]).draw("coast_mountains").do("decline")
    assert board.threat("capital") == 1


def test_D_DEFEND_5_heroes_elsewhere_cannot():
    board = bare("ranger+druid", at=["desert", "capital"], destroyed=["coast"])
    board.draw("coast_mountains")
    assert not asked_to_defend(board) and board.threat("capital") == 1


def test_D_DEFEND_6_nobody_defends_from_the_capital():
    board = bare("ranger+druid", at="capital", destroyed=["coast", "mountains"])
    board.draw("coast_mountains")
    assert not asked_to_defend(board) and board.threat("capital") == 2


def test_D_DEFEND_6_but_farshot_reaches_the_regions_next_to_it():
    board = Board("ranger", blanks=BARE[10:], at="capital")
    board.draw("coast_desert")
    assert board.legal() == {"defend", "decline"}
    board.do("defend")
    assert board.threat("coast") == 1
    assert board.threat("desert") == 2  # not next to the Capital


@pytest.mark.parametrize("may", [False, True])
def test_D_DEFEND_6_farshot_into_ruins_would_defend_the_capital_from_within(may):
    rules = {"ruins_from_capital": may}
    laid = {"blanks": BARE[10:], "destroyed": ["coast"], "rules": rules}
    board = Board("ranger", at="capital", **laid).draw("coast_desert")
    assert asked_to_defend(board) == may
    assert may or board.threat("capital") == 1
    # From another region it is defended as ever.
    assert asked_to_defend(Board("ranger", at="desert", **laid).draw("coast_mountains"))


def test_D_DEFEND_7_not_with_zero_health():
    board = bare(at="coast", health=[0]).draw("coast_desert")
    assert not asked_to_defend(board) and board.threat("coast") == 2


def test_D_DEFEND_7_not_even_for_nothing():
    """A price of zero is no help by an artifact or ability."""
    board = bare(at="coast", health=[0], rules={"defend_health": 0}).draw("coast_desert")
    assert not asked_to_defend(board)


def test_D_DEFEND_7_an_artifact_helps():
    board = bare(at="coast", health=[0], artifacts={0: ["shield_of_aughmoore"]}).turn()
    board.do("artifact shield_of_aughmoore")
    board.lay("coast_desert")
    board.do("end turn")
    assert board.price("defend") == (0, 0)
    board.do("defend")
    assert board.threat("coast") == 1 and board.health() == 0


# ---------------------------------------------------------------- dire enemies


def test_D_DIRE_1_undefended_its_power_takes_place():
    board = bare("ranger+druid", at=["coast", "desert"], health=[4, 3]).draw("giant_wasps")
    assert board.threat("plains") == 2
    assert board.words["health"] == [3, 3]


def test_D_DIRE_2_defending_stops_threat_and_power():
    board = bare("ranger+druid", at=["plains", "desert"], health=[3, 4]).draw("giant_wasps")
    board.do("defend")
    assert board.threat("plains") == 1
    assert board.words["health"] == [1, 4]


def test_D_DIRE_3_the_defender_draws_an_artifact():
    board = bare("ranger+druid", at="plains", artifact_deck=("zodiac_cloak", "horn_of_command"))
    board.draw("giant_wasps").do("decline", "defend")
    assert board.held(1) == {"zodiac_cloak"} and board.held(0) == set()
    assert board.words["artifact_deck"] == ["horn_of_command"]


def test_D_DIRE_3_none_for_an_enemy_and_none_for_declining():
    board = bare(at="coast").draw("coast_desert").do("defend")
    assert board.held() == set()
    board = bare(at="plains").draw("giant_wasps").do("decline")
    assert board.held() == set()


def test_D_DIRE_3_an_attack_that_is_called_off_earns_none():
    board = Board("ranger", blanks=BARE_HEROES, at="plains", artifact_deck=("zodiac_cloak",))
    board.turn().lay("harpy", "ally_1").do("use safeguard at mountains", "end turn")
    assert board.words["discard"][0] == "harpy" and board.threat("mountains") == 1
    assert board.held() == set()
