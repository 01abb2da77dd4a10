"""What a seat of Tiny Epic Defenders reckons before it chooses."""

import numpy as np
import pytest

from tests.rules.defenders.board import Board
from tests.strategies.defenders import PACK, TABLE, setting


def scores_of(table, s, outlook):
    """Scores of all legal moves, with what `outlook` still knows; the chosen index."""
    from strategies.defenders.choose import choose_by_weights
    from tests.rules.defenders.entry import list_moves

    workspace = TABLE.new_workspace()
    moves, scores = workspace.moves, workspace.spare
    n = list_moves(s, table.tables[0], moves)
    w = table.weights[moves[0]["actor"]]
    choice = choose_by_weights(s, table.tables[0], w, outlook, moves, n, workspace, scores[0])
    return scores[0][:n].tolist(), moves[choice : choice + 1].copy()


@pytest.mark.long
@pytest.mark.parametrize("replicate", (2, 5))
def test_what_is_kept_from_the_last_decision_is_what_a_fresh_look_finds(replicate):
    """At every decision of games in which the foe comes, with two strategies at the table."""
    from simulate.games.defenders.setup import deal
    from simulate.games.defenders.state.record import PHASE
    from tests.rules.defenders.entry import advance, step

    seats = setting("balanced", players=3, horde="hard") | {
        "strategy": ["balanced", "mender", "balanced"]
    }
    table = TABLE.prepare(PACK, seats)
    workspace = TABLE.new_workspace()
    s, scratch, kept = workspace.states[1], workspace.tried, workspace.outlook[0]
    deal(s, table.tables[0], np.uint64(5), replicate)
    advance(s, table.tables[0], scratch, workspace.silent)
    decisions = 0
    while s["phase"] != PHASE.OVER:
        luck = s["draws"].copy()
        fresh, _ = scores_of(table, s, TABLE.new_workspace().outlook[0])
        s["draws"] = luck
        scores, move = scores_of(table, s, kept)
        assert scores == fresh
        step(s, table.tables[0], move[0], scratch, workspace.silent)
        decisions += 1
    assert s["foe_in_play"] and decisions > 100


@pytest.mark.parametrize("health, free, points", ((1, 0, 1), (2, 1, 1), (1, 1, 0)))
def test_the_last_health_buys_nothing_where_moves_are_free(health, free, points):
    """A hero at zero health can only move: whoever counts on more walks about to no end."""
    from strategies.defenders.outlook import points_to_buy

    board = Board("paladin", at="desert", health=[health]).turn()
    board.s["free_moves"][0] = free
    outlook = TABLE.new_workspace().outlook[0]
    outlook["turn_points"] = board.cards["extra_point_after"]
    assert points_to_buy(board.s, board.cards, outlook, 0) == points


@pytest.mark.parametrize("foe_at, share", ((None, 1.0), ("coast", 0.2)))
def test_outer_regions_count_for_less_once_the_foe_is_there(foe_at, share):
    from strategies.defenders.outlook import survey

    board = Board("paladin", at="desert", threat={"desert": 2}, foe_at=foe_at, horde=())
    table = TABLE.prepare(PACK, setting("balanced", players=1))
    outlook = TABLE.new_workspace().outlook
    w = table.weights[0]
    survey(board.s, board.cards, w, outlook[0])
    w["abandon"] = 0.0
    survey(board.s, board.cards, w, outlook[1])
    assert outlook[0]["factor"] == pytest.approx(share * outlook[1]["factor"])
