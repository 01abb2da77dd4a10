"""T-CARD-16 in whole games: every move that is offered is tried, and the table changes.

Long, as what tries them has to be compiled; the referee lists the same moves in quick games.
"""

import numpy as np
import pytest

from simulate.engine.loop import Observer
from simulate.engine.tactics import ENGINE, new_workspace
from simulate.games.tactics.moves.move import KIND
from tests.every_game import tactics
from tests.every_game.tactics_kernels import trier
from tests.rules.tactics.shipped import ROWS

pytestmark = pytest.mark.long
SHORT = {"round_limit": 12, "battle_rounds": 12, "areas_rounds": 12, "built_maps": 2}


def moves_in_vain(mode, players, strategy, games):
    """(moves tried, the last move in vain in words) of some games."""
    levels = {"mode": mode, "players": players, "strategy": strategy}
    table, tried = tactics.prepared(levels, SHORT), 0
    for game in range(games):
        found = np.zeros((2, 6), np.int64)
        ENGINE.watch(
            table, (7, game), Observer((trier(),), new_workspace(), table.weights[None], found)
        )
        moves, vain, kind, unit, at, decision = found[0].tolist()
        tried += moves
        if vain:
            return tried, f"game {game}, decision {decision}: {KIND.words[kind]} of {unit} at {at}"
    return tried, ""


@pytest.mark.parametrize("strategy", ["random", "quick"])
@pytest.mark.parametrize("mode, players", ROWS)
def test_T_CARD_16_no_move_in_vain_is_offered(mode, players, strategy):
    tried, vain = moves_in_vain(mode, players, strategy, 4)
    assert tried > 1000 and not vain, vain
