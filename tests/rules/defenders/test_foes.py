"""The epic foe from its arrival to its end, and winning and losing."""

import pytest

from tests.rules.defenders import known
from tests.rules.defenders.board import BARE_HEROES, Board, bare

REGION_OF = {foe.removeprefix("the_"): region for foe, (region, _) in known.FOES.items()}


def arrival(foe, **laid):
    """The last round without a foe ends."""
    return bare(foe=foe, horde=(), **laid).turn().do("end turn")


@pytest.mark.parametrize("foe, region", REGION_OF.items())
def test_D_FOE_1_D_FOE_3_it_comes_to_its_region_at_full_health(foe, region):
    """D-FOE-1 (the region on its card), D-FOE-3 (full health)."""
    board = arrival(foe)
    assert board.words["foe_in_play"]
    assert board.words["foe_region"] == region and board.foe_health == 10


def test_D_FOE_2_D_FOE_4_it_stays_there_and_damage_lasts():
    board = bare("druid+bard", at="plains", foe="giant", foe_at="plains", horde=(), deck=())
    board.turn().do("fight", "fight", "end turn")
    assert board.words["round"] == 2 and board.foe_health == 8
    assert board.words["foe_region"] == "plains"


def test_D_FOE_5_later_rounds_only_shuffle():
    board = arrival("kraken", discard=("coast_desert", "plains_ruins"))
    deck = {"ally_1", "coast_desert", "plains_ruins"}
    for number in range(2, 6):
        words = board.words
        drawn = [words["drawn"]] if words["drawn"] else []
        assert {*words["turn_deck"], *words["discard"], *drawn} == deck
        assert words["round"] == number
        while board.words["round"] == number:
            board.do("end turn")


def test_D_FOE_5_the_order_is_new_each_time():
    """12 orders of three cards are all the same once in 3.6e8 tries."""
    board = arrival("kraken", discard=("coast_desert", "plains_ruins"), rules=HARMLESS)
    while board.words["round"] < 14:
        board.do("end turn")
    orders = [tuple(line["to"]) for line in board.lines() if line.get("kind") == "shuffle"]
    assert len(orders) >= 12 and len(set(orders)) > 1


HARMLESS = {"enemy_threat": 0}


def test_D_FOE_6_at_zero_it_is_defeated_in_the_middle_of_a_turn():
    board = bare(at="plains", foe="giant", foe_at="plains", foe_health=2).turn()
    board.s["points"] = 3
    board.do("fight", "fight")
    assert board.over and board.won and board.foe_health == 0


def test_D_END_1_the_players_win():
    board = bare("druid+bard", at="forest", foe_at="forest", foe_health=1).turn(1).do("fight")
    assert board.over and board.won and board.reason == "foe_defeated"


def test_D_END_1_the_last_blow_wins_before_the_foe_answers():
    board = bare(at="desert", foe="colossus", foe_at="desert", foe_health=1).turn().do("fight")
    assert board.won and board.health() == 4


def test_D_END_2_nothing_else_loses():
    """All heroes at zero, all outer regions destroyed: the game goes on."""
    board = bare(
        "druid+bard",
        health=[0, 0],
        at="forest",
        threat={"capital": 4},
        destroyed=tuple(REGION_OF.values()),
        foe_at="forest",
    ).draw("minotaur")
    assert not board.over and board.threat("capital") == 5


# ---------------------------------------------------------------- what is on their cards


def test_D_CARD_10_kraken_entering_costs_two_points():
    board = bare(at="desert", foe="kraken", foe_at="coast").turn()
    assert board.price("move coast") == (2, 0) and board.price("move forest") == (1, 0)
    board.do("move coast")
    assert board.points == 1
    assert board.price("move desert") == (1, 0)  # leaving does not
    assert (
        "move coast" not in bare(at="desert", foe="kraken", foe_at="coast").turn(points=1).legal()
    )


def test_D_CARD_10_kraken_for_good_also_after_the_staff():
    board = Board(
        "druid",
        blanks=BARE_HEROES,
        at="ruins",
        foe="kraken",
        foe_at="coast",
        artifacts={0: ["staff_of_control"]},
    ).turn()
    assert "use absorb" in board.legal()
    board.do("artifact staff_of_control at ruins")
    assert board.words["closed"] == {"coast", "ruins"}
    assert "use absorb" not in board.legal()


@pytest.mark.parametrize("before, after", [(4, 1), (2, 1), (1, 1)])
def test_D_CARD_11_demon_lord_the_attacker_drops_to_one(before, after):
    board = (
        bare("druid+bard", at="ruins", health=[before, 4], foe="demon_lord", foe_at="ruins")
        .turn()
        .do("fight")
    )
    assert board.words["health"] == [after, 4] and board.foe_health == 9


def test_D_CARD_12_colossus_each_blow_costs_a_health():
    board = bare("druid+bard", at="desert", foe="colossus", foe_at="desert").turn()
    board.do("fight", "fight")
    assert board.words["health"] == [2, 4] and board.foe_health == 8


def round_with(foe, **laid):
    """A round with the foe in play ends; another one begins."""
    laid = {"horde": (), "deck": (), "foe_at": REGION_OF[foe], **laid}
    return bare(**{"heroes": "druid+bard", "foe": foe, **laid}).turn().do("end turn")


@pytest.mark.parametrize("before, after", [(5, 7), (9, 10), (10, 10)])
def test_D_CARD_13_ancient_grows_at_the_end_of_the_round(before, after):
    assert round_with("ancient", foe_health=before).foe_health == after


def test_D_CARD_14_dragon_scorches_its_region_at_the_end_of_the_round():
    board = round_with("dragon", at=["mountains", "coast"], health=[4, 4])
    assert board.threat("mountains") == 2 and board.threat("coast") == 1
    assert board.words["health"] == [3, 4]


def test_D_CARD_14_dragon_burning_a_destroyed_region_can_end_the_game():
    board = round_with("dragon", at="coast", destroyed=["mountains"], threat={"capital": 5})
    assert board.over and board.reason == "capital_fell"


@pytest.mark.parametrize("at, points", [("plains", 2), ("ruins", 3)])
def test_D_CARD_15_giant_knocks_down_those_in_its_region(at, points):
    assert bare(at=at, foe="giant", foe_at="plains").turn().points == points


def test_D_CARD_15_giant_on_a_group_ally_card():
    board = bare("druid+bard", at="plains", foe="giant", foe_at="plains").group()
    board.do("seat 0 takes 1")
    assert board.points == 0 and board.legal() == {"end turn"}
    board.do("end turn", "seat 1 takes 2")
    assert board.points == 1
