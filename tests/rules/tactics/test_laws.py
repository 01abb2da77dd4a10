"""What holds in every game of the kernels, whoever plays."""

import numpy as np
import pytest

from simulate.games.tactics.cards.codes import FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import SLOTS, STATE
from tests.every_game.tactics import ADAPTER, LAST_ROUNDS
from tests.rules.tactics.cell import built
from tests.rules.tactics.shipped import ROWS


@pytest.mark.parametrize("mode, players", [("competitive", 3), ("battle", 2), ("coop", 2)])
def test_laws_of_whole_games(mode, players):
    """T-PARTS-2, T-PARTS-4, T-PARTS-8, T-UNIT-2, T-UNIT-3, T-MOVE-3, T-CARD-14, T-CONTROL-9,
    T-CONTROL-12: `LAWS` of `tests/every_game/tactics_kernels.py`.
    """
    table = ADAPTER.prepared({"mode": mode, "players": players}, LAST_ROUNDS)
    assert ADAPTER.audit(table, 3, 0, 4).broken == []


@pytest.mark.parametrize("mode, players", ROWS)
def test_T_SETUP_3_each_unit_comes_once_to_each_seat_in_a_block(mode, players):
    cards, _ = built(mode, players)
    for block in (0, 5):
        met = np.zeros((SLOTS, int(cards.units)), int)
        for number in range(8 * block, 8 * block + 8):
            state = np.zeros(1, STATE)
            deal(state[0], cards, 1, number)
            for slot in range(int(cards.seats) * FORCE):
                met[slot, state[0].unit[slot]] += 1
        assert met.max() == 1 and (met[: cards.seats * FORCE].sum(axis=1) == 8).all()


def test_named_units_stand_with_their_seat():
    """T-SETUP-3, T-SOLO-2."""
    for mode, players in (("competitive", 2), ("coop", 2)):
        cards, names = built(mode, players, "arryn+gamelyn+red_ghost+xiong_mao")
        for number in range(8):
            state = np.zeros(1, STATE)
            deal(state[0], cards, 1, number)
            own = {names.units[int(card)] for card in state[0].unit[:FORCE]}
            assert own == {"arryn", "gamelyn", "red_ghost", "xiong_mao"}
            dealt = [int(card) for card in state[0].unit if card != NONE]
            assert len(dealt) == len(set(dealt))
