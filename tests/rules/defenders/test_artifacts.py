"""Artifacts: how they are used, and what each of them does."""

import pytest

from tests.rules.defenders.board import BARE, DEAR, DEAR_RULES, Board
from tests.rules.defenders.lockstep import price_by_the_rulebook

FREE = (
    "timeless_sandglass",
    "spear_of_valor",
    "elixir_of_errand",
    "zodiac_cloak",
    "boots_of_zephyr",
)
ACTION = {
    "staff_of_control": " at coast",
    "celestial_guardian": "",
    "hammer_of_might": "",
    "shield_of_aughmoore": "",
    "horn_of_command": "",
}


def bare(heroes="druid", holds=(), **laid):
    """Seat 0 holds artifacts; heroes and regions have no abilities."""
    return Board(heroes, blanks=BARE, artifacts={0: holds}, **laid)


def everything_usable(at="capital", **laid):
    """A position in which every artifact would do something."""
    return Board(
        "druid+bard",
        blanks=BARE,
        at=at,
        health=[4, 3],
        threat={"capital": 4, "coast": 2, "mountains": 2},
        foe="ancient",
        foe_at="forest",
        discard=("ally_3", "group_ally_2"),
        **laid,
    )


def usable(board):
    return {move.split()[1] for move in board.legal() if move.startswith("artifact")}


# ---------------------------------------------------------------- how they are used


@pytest.mark.parametrize("name", FREE)
def test_D_ART_1_used_once_and_out_of_the_game(name):
    board = everything_usable(artifacts={0: [name]}).turn()
    move = next(m for m in sorted(board.legal()) if m.startswith(f"artifact {name}"))
    board.do(move)
    assert board.held() == set() and name in board.words["removed"]
    assert name not in usable(board)


def test_D_ART_2_only_the_hero_who_drew_it():
    board = everything_usable(artifacts={0: [*FREE, *ACTION]}).turn(1)
    assert usable(board) == set()
    board = everything_usable(artifacts={1: ["shield_of_aughmoore"]}).turn(1)
    board.do("artifact shield_of_aughmoore")
    assert board.words["free_defense"] == [False, True]


@pytest.mark.parametrize("name", ACTION)
def test_D_ART_3_one_point_on_the_holders_turn(name):
    at = "coast" if name == "hammer_of_might" else "capital"
    board = everything_usable(at, artifacts={0: [name]}).turn()
    assert board.price(f"artifact {name}{ACTION[name]}") == (1, 0)
    board.do(f"artifact {name}{ACTION[name]}")
    assert board.points == 2


@pytest.mark.parametrize("name", ACTION)
def test_D_ART_3_not_without_a_point_and_not_off_turn(name):
    at = "coast" if name == "hammer_of_might" else "capital"
    assert usable(everything_usable(at, artifacts={0: [name]}).turn(points=0)) == set()
    board = everything_usable(at, artifacts={0: [name]}).draw("plains_ruins", "ally_2")
    assert board.active == 1 and usable(board) == set()  # seat 0 was never asked


def test_D_ART_3_an_interlude_is_no_turn():
    board = everything_usable(artifacts={0: ["elixir_of_errand", "horn_of_command"]})
    board.draw("plains_ruins").do("artifact elixir_of_errand")
    assert board.points == 2 and usable(board) == set()


@pytest.mark.parametrize("name", FREE)
def test_D_ART_4_no_point_and_before_a_card_is_drawn(name):
    board = everything_usable(artifacts={0: [name]}).draw("plains_ruins")
    assert board.asked == 0 and board.words["drawn"] is None
    assert usable(board) == {name} and "pass" in board.legal()
    board = everything_usable(artifacts={0: [name]}).turn(points=0)
    assert usable(board) == {name}


@pytest.mark.parametrize("name", FREE)
def test_D_ART_4_and_before_the_first_attack_of_an_enemy_card(name):
    board = everything_usable(artifacts={0: [name]}).draw("plains_ruins").do("pass")
    assert board.words["drawn"] == "plains_ruins" and board.threat("plains") == 1
    assert board.asked == 0 and usable(board) == {name}


@pytest.mark.parametrize("name", FREE)
def test_D_ART_4_the_second_moment_can_be_closed(name):
    board = everything_usable(artifacts={0: [name]}, rules={"sandglass_after_draw": False})
    board.draw("plains_ruins").do("pass")
    assert board.threat("plains") == 2 and board.words["drawn"] is None


def test_D_ART_4_not_between_two_attacks_and_not_on_an_ally_card():
    board = everything_usable("plains", artifacts={0: ["boots_of_zephyr"]})
    board.draw("plains_ruins", "ally_2").do("pass", "pass", "decline", "decline")
    assert board.words["drawn"] is None  # both attacks are over, the next card is to come
    board.do("pass")
    assert board.active == 1 and board.asked == 1


def test_D_ART_5_in_a_turn_any_artifact_in_front_of_the_player():
    holds = [*FREE, *ACTION]
    assert usable(everything_usable(artifacts={0: holds}).turn()) == {*holds} - {"hammer_of_might"}
    assert usable(everything_usable("coast", artifacts={0: holds}).turn()) == {*holds} - {
        "celestial_guardian"
    }


# ---------------------------------------------------------------- what each does


def test_D_CARD_23_sandglass_enemies_do_nothing_until_an_ally_card():
    board = bare(holds=["timeless_sandglass"], at="coast")
    board.draw("coast_desert", "harpy", "ally_1", "coast_mountains").do(
        "artifact timeless_sandglass"
    )
    assert board.words["threat"] == {"capital": 0} | dict.fromkeys(OUTER, 1)
    assert board.words["discard"] == ["harpy", "coast_desert"]
    assert board.active == 0 and not board.words["ignore_enemies"]
    board.do("end turn")
    assert board.legal() == {"defend", "decline"}  # enemies attack again


OUTER = ("coast", "desert", "forest", "mountains", "plains", "ruins")


@pytest.mark.parametrize("at", ["capital", "forest", "coast"])
def test_D_CARD_24_spear_wherever_the_holder_stands(at):
    board = bare(holds=["spear_of_valor"], at=at, health=[0], foe_at="forest").turn(points=0)
    board.do("artifact spear_of_valor")
    assert board.foe_health == 8


def test_D_CARD_24_spear_needs_a_foe_and_can_finish_it():
    assert usable(bare(holds=["spear_of_valor"]).turn()) == set()
    board = bare(holds=["spear_of_valor"], foe_at="forest", foe_health=1).draw("coast_desert")
    board.do("artifact spear_of_valor")
    assert board.over and board.won


def test_D_CARD_24_spear_is_no_fight_action_unless_the_switch_says_so():
    for answers, health in ((False, 3), (True, 2)):
        board = bare(
            holds=["spear_of_valor"],
            at="coast",
            health=[3],
            foe="colossus",
            foe_at="desert",
            rules={"foe_answers_spear": answers},
        ).turn()
        board.do("artifact spear_of_valor")
        assert board.health() == health and board.foe_health == 8


def test_D_CARD_25_elixir_two_points_in_a_turn():
    board = bare(holds=["elixir_of_errand"]).turn().do("artifact elixir_of_errand")
    assert board.points == 5


def test_D_CARD_25_elixir_makes_an_interlude_outside_the_turn():
    board = bare("druid+bard", holds=["elixir_of_errand"], health=[1, 4])
    board.draw("coast_desert").do("artifact elixir_of_errand")
    assert board.asked == 0 and board.points == 2
    assert board.health() == 1  # no turn, so no REST
    board.do("move coast", "succor")
    assert board.legal() == {"end turn"}
    board.do("end turn")
    assert board.words["drawn"] == "coast_desert" and board.legal() == {"defend", "decline"}


def test_D_CARD_25_points_left_at_the_end_of_an_interlude_are_lost():
    board = bare(holds=["elixir_of_errand"]).draw("ally_1")
    board.do("artifact elixir_of_errand", "end turn")
    assert board.words["drawn"] == "ally_1" and board.points == 3


def test_D_CARD_26_cloak_brings_two_ally_cards_back():
    board = bare(
        holds=["zodiac_cloak"],
        deck=("coast_desert",),
        discard=("ally_2", "plains_ruins", "group_ally_1", "ally_1"),
    )
    board.go_on()
    listed = {m.partition("returning ")[2] for m in board.legal() - {"pass"}}
    assert listed == {"ally_1 ally_2", "ally_1 group_ally_1", "ally_2 group_ally_1"}
    board.do("artifact zodiac_cloak returning ally_1 group_ally_1")
    words = board.words
    pile = [*words["turn_deck"], *([words["drawn"]] if words["drawn"] else []), *words["discard"]]
    assert sorted(pile) == sorted(
        ["ally_1", "ally_2", "coast_desert", "group_ally_1", "plains_ruins"]
    )
    assert {"ally_2", "plains_ruins"} <= set(words["discard"])


def test_D_CARD_26_cloak_shuffles_them_in():
    """Each of three cards is the next one in some of 60 shuffles: p(miss) < 1e-10."""
    first = set()
    for luck in range(60):
        board = bare(
            holds=["zodiac_cloak"], deck=("coast_desert",), discard=("ally_2", "group_ally_1")
        )
        board.s["keys"] += luck
        board.go_on().do("artifact zodiac_cloak returning ally_2 group_ally_1")
        first.add(next(line["of"] for line in board.lines() if line.get("kind") == "draw"))
    assert first == {"coast_desert", "ally_2", "group_ally_1"}


def test_D_CARD_27_boots_moves_cost_nothing():
    board = bare(holds=["boots_of_zephyr"]).turn().do("artifact boots_of_zephyr")
    board.do("move coast", "move desert", "move forest", "move mountains")
    assert board.place() == "mountains" and board.points == 3
    assert board.price("move capital") == (0, 0)


def test_D_CARD_27_boots_beat_the_kraken():
    board = bare(holds=["boots_of_zephyr"], at="desert", foe="kraken", foe_at="coast").turn()
    assert board.price("move coast") == (2, 0)
    board.do("artifact boots_of_zephyr")
    assert board.price("move coast") == (0, 0)


def test_D_CARD_28_staff_moves_the_foe_to_any_outer_region():
    board = bare(holds=["staff_of_control"], foe_at="forest").turn()
    goals = {m.rpartition(" ")[2] for m in board.legal() if m.startswith("artifact")}
    assert goals == set(OUTER) - {"forest"}
    board.do("artifact staff_of_control at ruins")
    assert board.words["foe_region"] == "ruins"


@pytest.mark.parametrize("before, after", [(5, 2), (3, 0), (2, 0), (1, 0)])
def test_D_CARD_29_guardian_lowers_the_capital_by_three(before, after):
    board = bare(holds=["celestial_guardian"], threat={"capital": before}).turn()
    board.do("artifact celestial_guardian")
    assert board.threat("capital") == after


def test_D_CARD_29_guardian_only_in_the_capital():
    board = bare(holds=["celestial_guardian"], at="coast", threat={"capital": 5}).turn()
    assert usable(board) == set()


@pytest.mark.parametrize("threat", [1, 2, 3])
def test_D_CARD_30_hammer_clears_the_holders_region(threat):
    board = bare(holds=["hammer_of_might"], at="coast", threat={"coast": threat, "desert": 3})
    board.turn().do("artifact hammer_of_might")
    assert board.threat("coast") == 0 and board.threat("desert") == 3


@pytest.mark.parametrize("restores", [False, True])
def test_D_CARD_30_hammer_and_a_destroyed_region(restores):
    board = bare(
        holds=["hammer_of_might"],
        at="coast",
        destroyed=["coast"],
        rules={"hammer_restores": restores},
    )
    board.s["cover"][1] = board.number("harpy")
    board.turn()
    assert ("artifact hammer_of_might" in board.legal()) == restores
    if restores:
        board.do("artifact hammer_of_might")
        assert not board.is_destroyed("coast") and board.threat("coast") == 0
        assert board.words["cover"] == {} and "harpy" in board.words["destruction"]


@pytest.mark.parametrize("works", [False, True])
def test_D_CARD_30_hammer_in_the_capital(works):
    board = bare(
        holds=["hammer_of_might"], threat={"capital": 5}, rules={"hammer_in_capital": works}
    ).turn()
    assert ("artifact hammer_of_might" in board.legal()) == works
    if works:
        assert board.do("artifact hammer_of_might").threat("capital") == 0


def shielded(deck, **laid):
    board = bare("druid+bard", holds=["shield_of_aughmoore"], **laid).turn()
    board.do("artifact shield_of_aughmoore").lay(*deck)
    return board.do("end turn")


def test_D_CARD_31_shield_defends_at_no_health_cost():
    board = shielded(("coast_desert", "forest_coast", "harpy"), at=["coast", "capital"])
    assert board.price("defend") == (0, 0)
    board.do("defend", "defend")
    assert board.health() == 4 and board.threat("coast") == 1


@pytest.mark.parametrize("health", [0, 1, 4])
def test_D_CARD_31_shield_defends_at_no_health_cost_whatever_the_price(health):
    laid = {"cards": DEAR, "rules": DEAR_RULES, "health": [health, 4]}
    board = shielded(("minotaur",), at=["forest", "capital"], **laid)
    assert board.price("defend") == (0, 0)
    assert price_by_the_rulebook(board, DEAR, "minotaur", "forest") == 0
    assert board.do("defend").health() == health


def test_D_CARD_31_shield_to_the_end_of_the_round():
    board = shielded(("ally_2",), at=["coast", "capital"])
    assert board.words["free_defense"] == [True, False]
    board.do("end turn")  # the last card of the round
    assert board.words["round"] == 2 and board.words["free_defense"] == [False, False]


def test_D_CARD_32_horn_puts_any_heroes_into_one_region():
    board = bare("druid+bard+ranger", holds=["horn_of_command"], at=["coast", "capital", "ruins"])
    board.turn().do("artifact horn_of_command")
    assert board.asked == 0
    assert board.legal() == {"stay 0"} | {
        f"place 0 {r}" for r in (*OUTER, "capital") if r != "coast"
    }
    board.do("stay 0")
    assert board.legal() == {"stay 1"} | {f"place 1 {r}" for r in OUTER}
    board.do("place 1 forest")
    assert board.legal() == {"stay 2", "place 2 forest"}
    board.do("place 2 forest")
    assert board.words["place"] == ["coast", "forest", "forest"]
    assert board.active == 0 and board.points == 2


def test_D_CARD_32_horn_each_to_a_region_of_the_own():
    board = bare(
        "druid+bard",
        holds=["horn_of_command"],
        at=["coast", "ruins"],
        rules={"horn_one_region": False},
    ).turn()
    board.do("artifact horn_of_command", "place 0 capital")
    assert board.legal() == {"stay 1"} | {
        f"place 1 {r}" for r in (*OUTER, "capital") if r != "ruins"
    }
    board.do("place 1 forest")
    assert board.words["place"] == ["capital", "forest"]
