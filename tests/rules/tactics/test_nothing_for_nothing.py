"""T-CARD-16 in whole games: every move that is offered is tried, and the table changes."""

import numpy as np
import pytest

from simulate.games.tactics.moves.move import KIND, MOVE
from simulate.games.tactics.state.record import LIMIT_MOVES, STATE
from simulate.table.tactics import new_desk
from tests.every_game import tactics
from tests.every_game.tactics_kernels import find_vain
from tests.rules.tactics.shipped import ROWS

EVERY_ICON, NO_ICON = 7, 0
SHORT = {"round_limit": 12, "battle_rounds": 12, "areas_rounds": 12, "built_maps": 2}


def moves_in_vain(mode, players, strategy, games):
    """(moves tried, the first move in vain in words) of some games."""
    levels = {"mode": mode, "players": players, "strategy": strategy}
    table = tactics.prepared(levels, SHORT)
    sitting = table.seating(0)
    dice = np.concatenate([sitting.tables, sitting.tables])
    dice["die"][0], dice["die"][1] = EVERY_ICON, NO_ICON
    scratch, chosen = np.zeros(LIMIT_MOVES, MOVE), np.zeros(2, MOVE)
    tried = 0
    for game in range(games):
        found = np.zeros(6, np.int64)
        find_vain(
            sitting.tables[0], dice, sitting.weights, new_desk(), sitting.choosers,
            np.zeros(2, STATE), scratch, chosen, np.uint64(7), game, found,
        )  # fmt: skip
        tried += int(found[0])
        if found[1]:
            kind, unit, at, decision = (int(n) for n in found[2:])
            return tried, f"game {game}, decision {decision}: {KIND.words[kind]} of {unit} at {at}"
    return tried, ""


@pytest.mark.parametrize("strategy", ["random", "quick"])
@pytest.mark.parametrize("mode, players", ROWS)
def test_T_CARD_16_no_move_in_vain_is_offered(mode, players, strategy):
    tried, vain = moves_in_vain(mode, players, strategy, 4)
    assert tried > 1000 and not vain, vain
