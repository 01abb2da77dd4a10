"""What `balanced` once did not see, laid out as it was found, and what it does there now."""

import pytest

from tests.rules.defenders.board import Board
from tests.rules.defenders.words import move_in_words
from tests.strategies.defenders import PACK, TABLE, setting
from tests.strategies.watch import Asker

LAST = 5  # threat of the Capital City, one step before its fall


def chosen(board, **weights):
    """The move that `balanced` takes, in words; `weights`: other than shipped."""
    from tests.rules.defenders.entry import list_moves

    changes = {f"strategies.balanced.weights.{name}": value for name, value in weights.items()}
    mind = TABLE.prepare(PACK.resolve(changes), setting("balanced", players=board.s["players"]))
    (choice,) = Asker(board.table).ask(board.s, mind)
    assert list_moves(board.s, board.cards, board.moves) > 1
    return move_in_words(board.names, board.s, board.moves[choice])


def hopeless(hero="commander", **levels):
    """A board on which the next attack on the Ruins, that lie in ruins, is the last one."""
    levels = {"threat": {"capital": LAST}, "destroyed": ["ruins"], "foe_at": "coast"} | levels
    return Board(hero, foe_health=3, **levels)


def drawn(board):
    """The last attack's card is drawn: nobody used an artifact before."""
    return board.draw("plains_ruins").do("pass")


def test_the_sandglass_averts_the_defeat_that_nobody_can_defend():
    board = drawn(hopeless(artifacts={0: ["timeless_sandglass"]}))
    assert chosen(board, rescue=0, lesson=0) == "pass"
    assert chosen(board, lesson=0) == "artifact timeless_sandglass"
    assert chosen(board) == "artifact timeless_sandglass"


def test_defeat_is_not_averted_twice_while_somebody_can_defend():
    levels = {"at": "ruins", "artifacts": {0: ["timeless_sandglass"]}}
    # What games taught uses it here all the same: it may be the last chance.
    assert chosen(drawn(hopeless(**levels)), lesson=0) == "pass"


@pytest.mark.parametrize("health", (1, 4))
def test_the_only_defender_of_a_ruin_averts_defeat(health):
    board = hopeless("bard", at="ruins", health=[health]).draw("plains_ruins")
    assert chosen(board) == "defend"


def test_the_hammer_clears_a_region_that_is_in_danger():
    board = Board(
        "paladin",
        at="desert",
        threat={"desert": 4},
        deck=["coast_desert", "forest_desert"],
        artifacts={0: ["hammer_of_might"]},
    ).turn(points=1)
    assert chosen(board, clear=0) == "succor"
    assert chosen(board) == "artifact hammer_of_might"


@pytest.mark.parametrize("braced", (0.0, 0.6))
def test_the_shield_counts_where_a_turn_ends(braced):
    """Who has no health left could still defend there, but for the weight that makes it count."""
    from strategies.defenders.outlook import place_worth, survey

    deck = ["plains_desert", "forest_desert"]
    board = Board("paladin", at="desert", health=[0], threat={"desert": 2}, deck=deck)
    seen, desert = TABLE.new_workspace().outlook[0], board.s["place"][0]
    weights = TABLE.prepare(PACK, setting("balanced", players=1)).weights[0]
    weights["braced"] = braced

    def worth(shield):
        board.s["free_defense"][0] = shield
        survey(board.s, board.cards, weights, seen)
        return place_worth(board.s, board.cards, weights, seen, 0, desert, 0)

    assert (worth(1) > worth(0)) == (braced > 0)
