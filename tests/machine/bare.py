"""Games of Defenders by their rules alone, for `test_plain.py`: who plays them takes any move."""

import hashlib

import numpy as np

from simulate.table.defenders import SITTING
from tests.rules.defenders.board import prepared


def play(games: int) -> str:
    """A digest of all tables that are met in the first games of seed 1."""
    table = prepared()
    rules, desk, found = SITTING.loop.kernels, SITTING.records.new_desk(), hashlib.blake2b()
    cards, s = table.tables[0], desk.states[0]
    for replicate in range(games):
        rules.deal(s, cards, np.uint64(1), replicate)
        rules.advance(s, cards, desk.moves, None)
        while s.phase != rules.over:
            n = rules.list_moves(s, cards, desk.moves)
            desk.chosen[0] = desk.moves[7 * replicate % n]
            rules.step(s, cards, desk.chosen[0], desk.moves, None)
            found.update(s.tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(play(30))
