"""T-CARD-16: what could change nothing but its own price is not offered; and who comes first."""

import pytest

from simulate.core.game import ledger
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.changes import WHAT
from simulate.mechanics.log import LINE
from tests.rules.tactics.cell import built
from tests.rules.tactics.hand import Position, ability, does, spell
from tests.rules.tactics.shipped import pack
from tests.rules.tactics.words import Board

FILL = "rogue 1,1; wizard 1,2"
OTHERS = "rogue 10,7; wizard 10,6"


def card(when: str, *effects: dict, **more) -> dict:
    return {"name": "CARD", "turn": "own", **ability(when, *effects, **more)}


def duel(mine: str, theirs: str, **said) -> Position:
    return Position({"P1": f"{mine}; {FILL}", "P2": f"{theirs}; {OTHERS}"}, **said)


def casts(p: Position) -> set[str]:
    return {words for words in p.offered if words.startswith("cast")}


@pytest.mark.parametrize(
    "health, most",
    [(6, -1), (5, 0), (4, 3)],  # of 6: nothing to heal; 1, which the spell itself heals; 2
)
def test_T_CARD_16_a_spell_heals_who_lacks_health_and_power_what_is_left(health, most):
    mend = spell("friend", does("heal", 1, power=1, who="other"), reach=1)
    p = Position(
        {"P1": f"wizard 5,1 health={health}; beast 1,1; rogue 1,2", "P2": f"beast 10,1; {OTHERS}"},
        spell={"P1 wizard": mend},
    )
    assert casts(p) == {f"cast wizard at 5,1 power {n}" for n in range(most + 1)}


def test_T_CARD_16_a_card_whose_effect_does_nothing_is_not_asked_for():
    wind = card("moved", does("heal", 3, who="self"))
    p = duel("beast 5,1 health=5", "beast 10,1", tactics={"P1": [wind]})
    assert p.do("move beast", "step 5,2", "stop").offered == {"play CARD", "keep CARD"}
    p = duel("beast 5,1", "beast 10,1", tactics={"P1": [wind]})
    assert "play CARD" not in p.do("move beast", "step 5,2", "stop").offered


def test_T_CARD_16_a_step_by_an_effect_leads_elsewhere():
    """T-MOVE-1: the unit stops, or goes to another space, not back to where it began."""
    road = card("climbs", does("step", 2, who="self"))
    p = duel("beast 5,2", "beast 10,1", tactics={"P1": [road]})
    p.do("move beast", "step 5,3", "step 4,3", "stop", "play CARD")
    goals = {p.kernels.board.at(m.goal) for m in p.kernels.board.legal() if m.goal >= 0}
    assert goals and (4, 3) not in goals


def test_T_CARD_16_a_movement_back_to_where_it_began_brings_something():
    """A village that gives what is lacking is something."""
    full = duel("beast 4,1", "beast 10,1")
    hurt = duel("beast 4,1 health=5", "beast 10,1")
    for p, back in ((full, False), (hurt, True)):
        goals = [p.kernels.board.at(m.goal) for m in p.kernels.board.legal()
                 if m.unit == 1 and m.goal >= 0]  # fmt: skip
        assert ((4, 1) in goals) == back


def test_T_CARD_16_an_attack_that_can_neither_harm_nor_move_is_not_offered():
    firm = ability("always", does("stands_firm"))
    units = {"P1": "wizard 2,1; beast 1,6; rogue 1,7", "P2": f"beast 2,2; {OTHERS}"}
    assert "melee wizard at 2,2" in Position(units).offered, "dice may move who is well covered"
    p = Position(units, abilities={"P2 beast": [firm]})
    assert "melee wizard at 2,2" not in p.offered
    assert {"cast wizard at 2,2 power 0"} <= p.offered


@pytest.mark.parametrize("when, asked", [("beside", False), ("first", True), ("always", True)])
def test_T_MELEE_3_knock_back_after_the_attacker_has_walked_off(when, asked):
    """T-MELEE-5: by the other switches first of all, or from wherever it stands by then."""
    run = ability("hits", does("step", 2, who="self"), kind="any")
    p = duel("beast 5,1", "beast 6,1", abilities={"P1 beast": [run]},
             rules={"knock_back_when": when})  # fmt: skip
    p.do("melee beast at 6,1")
    if when == "first":
        assert p.offered == {"roll", "do not roll"} and p.health("P2 beast") == 6
        return
    p.do("step 4,1", "step 3,1")
    assert ("roll" in p.offered) == asked


@pytest.mark.parametrize("first, left", [("target", 7), ("attacker", 5)])
def test_T_COUNTER_2_who_reacts_first(first, left):
    """The attacker of 7 out of 9 is hurt by 4 and heals itself by 4, up to the top of its track."""
    thorns = ability("damaged", does("damage", 4, who="other"), kind="any")
    feed = ability("hits", does("heal", 4, who="self"), kind="any")
    abilities = {"P1 beast": [feed], "P2 beast": [thorns]}
    rules = {"reacts_first": first}
    p = duel("beast 5,1 health=7", "beast 6,1", abilities=abilities, rules=rules)
    assert p.do("melee beast at 6,1").health("P1 beast") == left


@pytest.mark.parametrize("chooser, order", [("first", ["P1", "P2"]), ("last", ["P2", "P1"])])
def test_T_SETUP_7_who_chooses_a_start_first(chooser, order):
    cards, names = built("battle", 2, changes={"start_chooser": chooser})
    board = Board(cards, names, pack())
    deal(board.s, cards, 1, 1)
    board.go_on()
    asked = []
    while int(board.s.turns) == 0 and int(board.s.phase) in (1, 2):
        if int(board.s.phase) == 1:
            asked.append(f"P{int(board.s.decider) + 1}")
        board.do(board.legal()[0])
    assert asked == order
    assert [int(board.s.chose[int(name[1:]) - 1]) for name in asked] == [1, 2]


def test_T_SETUP_7_by_lot_each_player_chooses_first_about_as_often():
    cards, names = built("battle", 4, changes={"start_chooser": "lot"})
    first = [0] * 4
    for number in range(60):
        board = Board(cards, names, pack())
        deal(board.s, cards, 1, number)
        board.go_on()
        first[int(board.s.decider)] += 1
    assert min(first) >= 6 and sum(first) == 60


@pytest.mark.parametrize("ends", [True, False])
def test_T_END_1_a_player_without_units_ends_a_battle_by_the_switch(ends):
    """T-BATTLE-12: else it goes on, until units of one side alone are left."""
    units = {
        "P1": "beast 5,1; rogue 1,1; wizard 1,2",
        "P2": "beast 6,1 health=1",
        "P3": "rogue 10,7; wizard 10,6",
    }
    p = Position(units, mode="battle", seats=3, rules={"elimination_ends_battle": ends})
    p.do("melee beast at 6,1")
    assert (p.t.ending == 0) == ends


@pytest.mark.parametrize("rounds, over", [(1, True), (2, False), (0, False)])
def test_T_END_2_a_game_for_areas_that_nobody_ends_is_scored(rounds, over):
    p = duel("beast 5,1", "beast 10,1", rules={"areas_rounds": rounds})
    p.do("end").do("end")
    assert (p.t.outcome == "rounds") == over


def test_T_CARD_15_a_push_by_a_card_names_its_own_rule():
    """T-MELEE-8: stopped short it loses health as in a Knock Back."""
    kick = card("hits", does("push", 1, who="other", way="any"), kind="melee")
    p = duel("beast 5,1", "beast 6,1", tactics={"P1": [kick]})
    p.do("melee beast at 6,1", "play CARD")
    assert {"north", "east", "south", "west"} <= p.offered
    p.do("east")
    board, rules = p.kernels.board, list(ledger.rules("tactics"))
    rows = board.log.lines[: board.log.count]
    named = {
        int(row.kind): rules[row.rule]
        for row in rows
        if row.kind != LINE.CHANGE or row.what == WHAT.AT
    }
    assert named == {LINE.MOVE: "T-CARD-15", LINE.CHANGE: "T-CARD-15"}
    assert p.at("P2 beast") == "7,1"
