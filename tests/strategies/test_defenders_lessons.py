"""What `balanced` knows by heart: the facts behind it, and that it heeds it."""

import numpy as np
import pytest

from simulate.games.defenders.moves.move import KIND
from strategies.defenders.features import describe
from strategies.defenders.learned.facts import FACTS
from strategies.defenders.learned.lessons import (
    ACT,
    LESSONS,
    OF_MOVE,
    OF_PLACE,
    STAGES,
    act_of,
    note_place,
    place_of,
    stage_of,
)
from strategies.defenders.names import SEEN
from strategies.defenders.outlook import survey
from tests.rules.defenders.board import Board
from tests.rules.defenders.entry import list_moves
from tests.strategies.defenders import CHARACTERS, PACK, TABLE, setting


def weights_of(board):
    """Those of `balanced`."""
    return TABLE.prepare(PACK, setting("balanced", players=board.s["players"])).weights[0]


def looked(board):
    """The moves of a position, their features by name, and all facts of the last one."""
    s, workspace = board.s, TABLE.new_workspace()
    w = weights_of(board)
    v, moves = workspace.outlook[0], workspace.moves
    n = list_moves(s, board.cards, moves)
    describe(s, board.cards, w, v, moves, n, workspace.features, workspace.numbers)
    last = workspace.features[n - 1]
    place = place_of(s, moves[n - 1])
    here = [*v["facts"].item(), *v["places"][place].item(), *(last[name] for name in SEEN)]
    return moves[:n], workspace.features[:n], np.array(here)


def named(seen, *names):
    """Facts by name."""
    return [seen[FACTS.index(name)] for name in names]


def asked(**said):
    """The Paladin is asked whether to defend the Desert, one step from its end."""
    words = {
        "at": ["desert", "desert"],
        "health": [1, 2],
        "threat": {"desert": 3, "capital": 2},
        "deck": ["coast_desert", "forest_desert"],
    }
    board = Board("paladin+cleric", **words | said)
    return board.draw("plains_desert")


@pytest.mark.long
def test_the_facts_say_how_the_table_and_the_party_are():
    board = asked()
    seen = looked(board)[2]
    limit, full = int(board.cards["capital_limit"]), board.s["full"]
    city = named(seen, "table.always", "table.capital", "table.capital_squared")
    assert city == pytest.approx([1, 2 / limit, (2 / limit) ** 2])
    own = named(seen, "table.health", "table.last_health", "table.unhurt")
    assert own == pytest.approx([1 / full[0], 1, 0])
    others = named(seen, "table.others_health", "table.others_spent", "table.others_home")
    assert others == pytest.approx([2 / full[1], 0, 0])


def test_the_facts_say_where_a_move_leads_and_what_health_it_leaves():
    board = asked()
    moves, _, seen = looked(board)
    assert moves["kind"][-1] == KIND.DEFEND
    limit = int(board.cards["region_limit"])
    assert limit == 4
    region = named(seen, "place.one_left", "place.two_left", "place.threat", "place.destroyed")
    assert region == [1, 0, 3 / 4, 0]  # one step from its end
    assert named(seen, "place.company") == [1]  # the Cleric stands there too
    assert named(seen, "place.health_left", "place.spent") == [0, 1]
    assert named(seen, "place.asked_later") == pytest.approx([2 / board.s["full"][1]])


@pytest.mark.parametrize("foe", (False, True))
@pytest.mark.parametrize("on_turn", (False, True))
def test_a_move_is_worth_its_facts_times_the_numbers_of_its_kind_and_stage(foe, on_turn):
    late = {"foe_at": "coast", "foe_health": 3} if foe else {}
    board = asked(**late)
    if on_turn:
        board = Board("paladin+cleric", at=["desert", "coast"], threat={"desert": 3}, **late)
        board.turn(points=2)
    moves, features, seen = looked(board)
    stage, heeded = stage_of(board.s), 0
    assert stage == STAGES * (2 - 1) + foe
    for i, m in enumerate(moves):
        act = act_of(board.s, m)
        if act >= 0:
            left = board.s["health"][0] - m["health"]
            outlook = TABLE.new_workspace().outlook[0]
            survey(board.s, board.cards, weights_of(board), outlook)
            note_place(board.s, board.cards, outlook, 0, place_of(board.s, m), left)
            seen[OF_PLACE:OF_MOVE] = outlook["places"][place_of(board.s, m)].item()
            seen[OF_MOVE:] = [features[name][i] for name in SEEN]
            assert features["lesson"][i] == pytest.approx(LESSONS[stage, act] @ seen)
            heeded += LESSONS[stage, act].any()
    assert heeded >= (4 if on_turn else 1)


def test_declining_has_no_lesson():
    moves, features, _ = looked(asked())
    assert features["lesson"][list(moves["kind"]).index(KIND.DECLINE)] == 0


def test_every_number_of_players_has_lessons_before_and_after_the_foe_has_come():
    for stage in LESSONS:
        assert stage[ACT.DEFEND].any() and stage[ACT.END_TURN].any()


def test_the_characters_have_no_lessons():
    names = ("balanced", "quick", *CHARACTERS)
    heeding = {name for name in names if PACK.weights(name, 3).get("lesson")}
    assert heeding == {"balanced", "quick"}
