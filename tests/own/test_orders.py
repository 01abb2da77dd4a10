"""Orders: weights that begin with `move-` go before all that a player weighs."""

from random import Random

import pytest

from simulate.own.players import Policy, choose, words_of

MOVES = [("sell", 1), ("sell", 3), ("dig",), "white flag"]


class Table:
    """As much of a game as a choice looks at."""

    round, seat = 2, 0

    def say(self, move):
        return str(move)

    def features(self, move):
        return {"gold": move[1]} if move[0] == "sell" else {}


def test_words_are_what_a_move_is_made_of():
    told = words_of(Table(), MOVES)
    assert told == [{"sell", "1", "least"}, {"sell", "3", "most"}, {"dig"}, {"white_flag"}]


@pytest.mark.parametrize(
    "orders, move",
    [
        ({}, ("sell", 3)),
        ({"move-dig": 1}, ("dig",)),
        ({"move-sell": -1, "move-white_flag": -1}, ("dig",)),
        ({"move-sell-least": 1}, ("sell", 1)),
        ({"move-sell": 1}, ("sell", 3)),  # what orders leave open is weighed
        ({"move-dig-until-3": 1}, ("dig",)),
        ({"move-dig-until-2": 1}, ("sell", 3)),  # round 2 has begun
        ({"move-build": 1}, ("sell", 3)),  # there is no such move
    ],
)
def test_orders_go_before_weights(orders, move):
    policy = Policy("weights", {"gold": 1.0, **orders})
    assert MOVES[choose(Table(), MOVES, policy, Random(1))] == move
