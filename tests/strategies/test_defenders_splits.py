"""How `balanced` splits the points of a Group Ally card: turns are played out, not added up."""

import numpy as np
import pytest

from tests.rules.defenders.board import Board
from tests.strategies.defenders import PACK, TABLE, setting

pytestmark = pytest.mark.long  # what they look at is compiled for them alone


def asked(board):
    """(chosen split, scores by split, the workspace) of a position where points are split."""
    from strategies.defenders.split import choose_split
    from tests.rules.defenders.entry import list_moves
    from tests.rules.defenders.words import move_in_words

    players = int(board.s["players"])
    table = TABLE.prepare(PACK, setting("balanced", players=players))
    workspace = TABLE.new_workspace()
    n = list_moves(board.s, board.cards, workspace.moves)
    words = [move_in_words(board.names, board.s, workspace.moves[i]) for i in range(n)]
    choice = choose_split(board.s, board.cards, table.weights, table.weights[0], workspace, n)
    return words[choice], dict(zip(words, workspace.spare[2][:n].tolist(), strict=True)), workspace


@pytest.mark.parametrize("sorcerer", (0, 1))
def test_an_ability_counts(sorcerer):
    """LIGHTNING with two points and succor with one calm what three succors would not."""
    party = ("sorcerer+paladin", "paladin+sorcerer")[sorcerer]
    board = Board(party, at="desert", threat={"desert": 4}).group()
    assert asked(board)[0] == f"seat {sorcerer} takes 2"


def test_what_wins_the_game_is_seen():
    """Three blows beat the foe, if one hero has all the points."""
    threat = dict.fromkeys(("coast", "forest", "plains"), 4)
    board = Board(
        "paladin+bard", at=["plains", "desert"], foe_at="desert", foe_health=3, threat=threat
    ).group()
    assert asked(board)[0] == "seat 1 takes 3"


def test_only_splits_that_give_the_greater_part_first_are_played_out():
    from strategies.defenders.split import likeliest

    board = Board("paladin+bard", at="desert", threat={"desert": 3}).group()
    _, scores, workspace = asked(board)
    even = np.zeros(len(scores))
    count = likeliest(
        board.s, workspace.moves, len(scores), even, workspace.spare[4], workspace.spare[3]
    )
    assert count == 3
    assert all(workspace.moves[int(i)]["points"] >= 2 for i in workspace.spare[3][:count])


def test_asking_changes_nothing_on_the_table():
    board = Board("paladin+bard", at="desert", threat={"desert": 3}).group()
    before = board.s.copy()
    asked(board)
    board.s["draws"] = before["draws"]
    assert board.s.tobytes() == before.tobytes()
