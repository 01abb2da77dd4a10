"""What a hero may do on a turn, and what zero health forbids.

The ring is coast, desert, forest, mountains, plains, ruins; the Capital touches coast and
mountains.
"""

import pytest

from tests.rules.defenders.board import BARE_REGIONS, Board, bare

NEXT_TO = {
    "capital": {"coast", "mountains"},
    "coast": {"capital", "desert", "ruins"},
    "desert": {"coast", "forest"},
    "forest": {"desert", "mountains"},
    "mountains": {"capital", "forest", "plains"},
    "plains": {"mountains", "ruins"},
    "ruins": {"plains", "coast"},
}


def moves(board):
    return {m.removeprefix("move ") for m in board.legal() if m.startswith("move ")}


# ---------------------------------------------------------------- order and number


def test_D_ACTION_1_any_order_any_number():
    board = bare(at="coast", threat={"coast": 2, "desert": 2}).turn()
    board.do("succor", "move desert", "succor")
    assert (board.threat("coast"), board.threat("desert"), board.points) == (1, 1, 0)
    board = bare(at="coast", threat={"coast": 3}).turn().do("succor", "succor", "succor")
    assert board.threat("coast") == 0


def test_D_ACTION_2_a_regions_ability_once_a_card():
    board = Board("ranger", at="ruins", sides={"ruins": "a"}, threat={"ruins": 3}).turn()
    board.do("use absorb")
    assert not any(move.startswith("use") for move in board.legal())


def test_D_ACTION_2_once_in_all_on_a_group_ally_card():
    board = Board("ranger+paladin", at="ruins", threat={"ruins": 3}).group()
    board.do("seat 0 takes 1", "use absorb", "end turn", "seat 1 takes 2")
    assert not any(move.startswith("use") for move in board.legal())


def test_D_ACTION_2_again_on_the_next_card():
    board = Board("ranger+paladin", at="ruins", threat={"ruins": 3}).turn(0)
    board.do("use absorb").lay("ally_2").do("end turn")
    assert board.active == 1 and "use absorb" in board.legal()


# ---------------------------------------------------------------- move, succor, fight


@pytest.mark.parametrize("start", NEXT_TO)
def test_D_MOVE_1_D_MOVE_2_to_adjacent_regions_only(start):
    """D-MOVE-1 (neighbours, 1 point), D-MOVE-2 (the Capital: only two regions)."""
    board = bare(at=start).turn()
    assert moves(board) == NEXT_TO[start]
    for goal in NEXT_TO[start]:
        board = bare(at=start).turn().do(f"move {goal}")
        assert board.place() == goal and board.points == 2


def test_D_SUCCOR_1_one_threat_for_one_point():
    board = bare(at="coast", threat={"coast": 3}).turn()
    assert board.price("succor") == (1, 0)
    board.do("succor")
    assert board.threat("coast") == 2 and board.points == 2


def test_D_SUCCOR_1_not_below_zero_and_only_where_the_hero_stands():
    board = bare(at="coast", threat={"coast": 1, "desert": 3}).turn().do("succor")
    assert board.threat("coast") == 0 and "succor" not in board.legal()
    assert board.threat("desert") == 3


def test_D_SUCCOR_2_never_in_the_capital():
    board = bare(at="capital", threat={"capital": 5}).turn()
    assert board.legal() == {"end turn", "move coast", "move mountains"}


def test_D_SUCCOR_3_not_with_zero_health():
    board = bare(at="coast", health=[0], threat={"coast": 3}).turn()
    assert "succor" not in board.legal()
    assert "succor" in bare(at="coast", health=[1], threat={"coast": 3}).turn().legal()


def test_D_FIGHT_1_one_damage_for_one_point():
    board = bare(at="coast", foe="giant", foe_at="coast").turn(points=3)
    assert board.price("fight") == (1, 0)
    board.do("fight", "fight")
    assert board.foe_health == 8 and board.points == 1


@pytest.mark.parametrize("at, foe_at", [("desert", "coast"), ("capital", "coast"), ("coast", None)])
def test_D_FIGHT_1_only_where_the_foe_is_and_once_it_is_there(at, foe_at):
    assert "fight" not in bare(at=at, foe="kraken", foe_at=foe_at).turn().legal()


def test_D_FIGHT_2_the_foes_card_may_change_what_fighting_does():
    board = bare(at="desert", foe="colossus", foe_at="desert").turn().do("fight")
    assert board.foe_health == 9 and board.health() == 3
    board = bare(at="desert", foe="ancient", foe_at="desert").turn().do("fight")
    assert board.foe_health == 9 and board.health() == 4


def test_D_FIGHT_3_not_with_zero_health():
    board = bare(at="coast", health=[0], foe="kraken", foe_at="coast").turn()
    assert "fight" not in board.legal()


# ---------------------------------------------------------------- abilities


def test_D_REGION_1_only_who_stands_there():
    for at, may in (("ruins", True), ("coast", False), ("plains", False)):
        board = Board("ranger", at=at, sides=dict.fromkeys(("coast", "plains"), "b")).turn()
        assert ("use absorb" in board.legal()) == may


def test_D_REGION_2_a_passive_one_costs_nothing():
    board = bare(at="capital", health=[1]).turn()
    assert board.health() == 4 and board.points == 3


def test_D_HERO_1_only_that_hero():
    board = Board("sorcerer+ranger", blanks=BARE_REGIONS, at="coast", threat={"coast": 3})
    assert "use lightning" in board.turn(0).legal()
    board = Board("sorcerer+ranger", blanks=BARE_REGIONS, at="coast", threat={"coast": 3})
    assert "use lightning" not in board.turn(1).legal()


def test_D_HERO_2_the_price_stands_on_the_card():
    board = Board("sorcerer", blanks=BARE_REGIONS, at="coast", threat={"coast": 3}).turn()
    assert board.price("use lightning") == (2, 0)
    board.do("use lightning")
    assert board.points == 1
    assert "use lightning" not in board.legal()  # not enough points


def test_D_HERO_2_who_cannot_pay_the_health_cannot_use_it():
    cards = {"heroes.sorcerer.abilities.lightning.health": 2}
    laid = {"cards": cards, "at": "coast", "threat": {"coast": 3}}
    assert "use lightning" in Board("sorcerer", health=[2], **laid).turn().legal()
    assert "use lightning" not in Board("sorcerer", health=[1], **laid).turn().legal()


def test_D_HERO_3_a_passive_one_costs_no_point():
    board = Board("oracle", blanks=BARE_REGIONS, at="coast", deck=("ally_1", "harpy", "wraith"))
    board.turn().do("keep card")
    assert board.points == 3
    board = Board("commander+ranger", blanks=BARE_REGIONS, at="coast").turn()
    board.do("move desert with deploy on 1")
    assert board.points == 2  # the price of the move alone


# ---------------------------------------------------------------- zero health


def test_D_HEALTH_1_at_zero_a_hero_goes_on_taking_turns():
    board = bare("druid+bard", at="coast", health=[0, 4]).turn(0)
    assert board.active == 0 and board.points == 3
    assert "seat 0 takes 3" in bare("druid+bard", at="coast", health=[0, 4]).group().legal()


def test_D_HEALTH_2_exactly_three_things_are_closed():
    laid = {
        "at": "ruins",
        "threat": {"ruins": 3},
        "foe": "demon_lord",
        "foe_at": "ruins",
        "artifacts": {0: ["hammer_of_might", "spear_of_valor", "staff_of_control"]},
    }
    able = Board("sorcerer", health=[1], **laid).turn().legal()
    weak = Board("sorcerer", health=[0], **laid).turn().legal()
    assert able - weak == {"succor", "fight"}
    assert weak >= {
        "end turn",
        "move plains",
        "move coast",
        "use lightning",
        "use absorb",
        "artifact hammer_of_might",
        "artifact spear_of_valor",
        "artifact staff_of_control at coast",
    }
    defends = Board("sorcerer", health=[0], at="ruins").draw("plains_ruins")
    assert not any(move == "defend" for move in defends.legal())


def test_D_HEALTH_3_the_capital_gives_it_back():
    board = bare("paladin", at="capital", health=[0]).turn()
    assert board.health() == 5
    board = bare("paladin", at="coast", health=[0]).turn().do("move capital")
    assert board.health() == 0  # at the start of a turn, not on arriving
    board.lay("ally_1").do("end turn")
    assert board.health() == 5
