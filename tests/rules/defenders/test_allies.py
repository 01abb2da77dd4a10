"""Ally cards and Group Ally cards: whose turn, how many points, the point for a health."""

import pytest

from tests.rules.defenders.board import bare

# ---------------------------------------------------------------- Ally cards


def test_D_ALLY_1_D_ALLY_3_three_points_are_paid_from_the_card():
    board = bare(at="coast", threat={"coast": 3}).turn()
    assert board.points == 3
    board.do("succor", "succor", "move desert")
    assert board.points == 0
    assert board.legal() == {"end turn", "buy point"}  # nothing that costs points is left


def test_D_ALLY_1_nobody_else_acts():
    board = bare("druid+bard", at="coast").turn(1)
    listed = board.legal()
    assert board.asked == 1 and listed == {
        "end turn",
        "succor",
        "move capital",
        "move desert",
        "move ruins",
    }


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_D_ALLY_2_the_player_on_the_card_takes_a_turn(seat):
    board = bare("druid+bard+ranger+oracle").draw(f"ally_{seat + 1}")
    assert board.active == seat and board.asked == seat


# ---------------------------------------------------------------- Group Ally cards


def takes(total, seats, least=1):
    return {f"seat {s} takes {p}" for s in seats for p in range(least, total + 1)}


def test_D_GROUP_1_three_points_divided_as_the_players_like():
    board = bare("druid+bard+ranger").group()
    assert board.legal() == takes(3, (0, 1, 2))
    board.do("seat 1 takes 1")
    assert board.active == 1 and board.points == 1
    board.do("end turn")
    assert board.legal() == takes(2, (0, 2))
    board.do("seat 2 takes 1")
    assert board.points == 1
    board.do("end turn")
    assert board.legal() == {"seat 0 takes 1"}


@pytest.mark.parametrize("number, speaker", [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1)])
def test_D_GROUP_1_who_speaks_for_the_group_moves_round_the_table(number, speaker):
    assert bare("druid+bard+ranger", round=number).group().asked == speaker


@pytest.mark.parametrize("destroyed, points", [((), 3), (("coast",), 4), (("coast", "ruins"), 4)])
def test_D_GROUP_2_one_point_more_if_any_region_is_destroyed(destroyed, points):
    board = bare("druid+bard", destroyed=destroyed).group()
    assert board.legal() == takes(points, (0, 1))


def test_D_GROUP_2_counts_when_the_card_is_drawn():
    """A region restored in a turn of the card does not take the point back."""
    board = bare(
        "druid+bard",
        at="coast",
        destroyed=["coast"],
        rules={"hammer_restores": True},
        artifacts={0: ["hammer_of_might"]},
    ).group()
    board.do("seat 0 takes 1", "artifact hammer_of_might", "end turn")
    assert not board.is_destroyed("coast")
    assert board.legal() == {"seat 1 takes 3"}


def test_D_GROUP_3_who_takes_a_point_has_a_turn_who_takes_none_has_not():
    """A turn in the Capital begins with REST, so it shows."""
    board = bare("druid+bard", at="capital", health=[1, 1], deck=("ally_2",)).group()
    board.do("seat 1 takes 3")
    assert board.active == 1 and board.words["health"] == [1, 4]
    board.do("end turn")
    assert board.words["drawn"] == "ally_2" and board.words["health"] == [1, 4]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_D_GROUP_4_the_group_decides_the_order(order):
    board = bare("druid+bard+ranger").group()
    for seat in order:
        board.do(f"seat {seat} takes 1")
        assert board.active == seat
        board.do("end turn")
    assert board.words["drawn"] != "group_ally_1"


def test_D_GROUP_5_all_own_points_in_one_turn():
    board = bare("druid+bard").group().do("seat 0 takes 2")
    assert board.asked == 0
    board.do("move coast")
    assert board.asked == 0 and board.active == 0  # nobody comes in between
    board.do("move capital", "end turn")
    assert board.legal() == {"seat 1 takes 1"}  # and nobody goes twice


# ---------------------------------------------------------------- the point for a health


def spent(points=3, health=4, **laid):
    """A hero in the desert has used so many points of a turn and has none left."""
    board = bare(at="desert", health=[health], **laid).turn()
    board.s["points"] = points
    going = ["move forest", "move desert"] * 5
    return board.do(*going[:points])


def test_D_EXTRA_1_after_three_points_a_health_buys_one():
    board = spent()
    assert board.legal() == {"end turn", "buy point"}
    board.do("buy point")
    assert board.health() == 3 and board.points == 1


@pytest.mark.parametrize("used, may", [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_D_EXTRA_1_three_or_more_must_be_used(used, may):
    assert ("buy point" in spent(used).legal()) == may


def test_D_EXTRA_1_each_turn_counts_for_itself():
    board = bare("druid+bard", at="desert").group().do("seat 0 takes 2")
    board.do("move forest", "move desert")
    assert board.legal() == {"end turn"}
    board.do("end turn").do("seat 1 takes 1", "move forest")
    assert board.legal() == {"end turn"}


def test_D_EXTRA_1_once_a_turn():
    board = spent(rules={"extra_point_repeats": False}).do("buy point", "move desert")
    assert board.legal() == {"end turn"}
    board.lay("ally_1").do("end turn", "move forest", "move desert", "move forest")
    assert "buy point" in board.legal()  # a new turn


def test_D_EXTRA_2_the_point_must_be_used_at_once():
    board = spent(threat={"forest": 2}).do("buy point")
    assert board.place() == "forest"
    assert board.legal() == {"succor", "move desert", "move mountains"}  # no end of the turn
    board.do("succor")
    assert board.points == 0 and "end turn" in board.legal()


def test_D_EXTRA_2_with_nothing_to_spend_it_on_it_cannot_be_bought():
    """Boots: moving is free, at zero threat there is no succor, and no foe is there."""
    board = bare(at="desert", threat={"forest": 0, "desert": 0}).turn()
    board.do("move forest", "move desert", "move forest")
    assert "buy point" in board.legal()
    board.s["free_moves"][0] = 1
    assert board.legal() == {"end turn", "move desert", "move mountains"}


def test_D_EXTRA_1_again_and_again():
    board = spent(health=2, rules={"extra_point_repeats": True})
    board.do("buy point", "move desert", "buy point")
    assert board.health() == 0
    assert board.do("move forest").legal() == {"end turn"}
