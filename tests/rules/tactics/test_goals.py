"""Goals that are kept are those that would be found, and distances are those of a lone unit."""

import numpy as np
import pytest

from simulate.core.streams import below
from simulate.games.tactics.cards.codes import DO
from simulate.games.tactics.cards.distances import FAR, REACHES
from simulate.games.tactics.cards.grids import space_of
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.log import LOG
from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.moves.paths import reach
from simulate.games.tactics.moves.questions import melee_reaches, shot_reaches
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import FIRST_CHOICE, LIMIT_MOVES, PHASE, SLOTS, STATE
from simulate.mechanics.log import new_log
from tests.rules.tactics.cell import built
from tests.rules.tactics.entry import advance, list_moves, step

MISSILE = 2
POINTS = 30


def marks(s):
    return [int(walks.mark) for walks in s.walks]


@pytest.mark.long
@pytest.mark.parametrize("mode, players", [("competitive", 2), ("competitive", 4), ("battle", 3)])
def test_kept_goals_are_those_of_the_table(mode, players):
    """A list from goals that were kept is the list of a table that has kept none."""
    cards, _ = built(mode, players, changes={"round_limit": 8, "battle_rounds": 8})
    state, moves, anew = (
        np.zeros(2, STATE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(LIMIT_MOVES, MOVE),
    )
    s, compared, kept = state[0], 0, 0
    silent = new_log(LOG, on=False)
    deal(s, cards, 5, 1)
    advance(s, cards, moves, silent)
    while s.phase != PHASE.OVER:
        before = marks(s)
        n = list_moves(s, cards, moves)
        if s.phase == PHASE.ACT:
            state[1] = state[0]
            state[1].walks[:] = 0
            assert list_moves(state[1], cards, anew) == n
            assert (anew[:n] == moves[:n]).all()
            compared += 1
            kept += int(before == marks(s))
        chosen = moves[below(s, FIRST_CHOICE + s.decider, n)].copy()
        step(s, cards, chosen, anew, silent)
    assert compared > 40 and kept > 0


def lone_unit():
    """(table, cards, slot) of a unit without anything special, alone on the map."""
    cards, _ = built("competitive", 2)
    state = np.zeros(1, STATE)
    s = state[0]
    deal(s, cards, 5, 1)
    s.at[:] = NONE
    s.occupant[:] = NONE
    side = cards.has[:, 0]
    plain = [
        u for u in range(cards.units) if not side[u, DO.CROSSES] and not side[u, DO.MORE_RANGE]
    ]
    slot = 0
    s.unit[slot] = next(u for u in plain if cards.unit_class[u] == 0)
    s.unit[SLOTS // 2] = s.unit[slot]
    return s, cards, slot


def test_walking_distances_are_those_of_a_lone_unit():
    s, cards, slot = lone_unit()
    for here in range(0, int(cards.spaces[0]), 17):
        s.at[slot] = here
        left, _, found, count = reach(s, cards, slot, POINTS)
        most = {}
        for goal in found[:count]:
            space = int(space_of(goal))
            most[space] = max(most.get(space, -1), int(left[goal]))
        for space in range(int(cards.spaces[0])):
            if space != here:
                way = POINTS - most[space] if space in most else FAR
                assert min(way, POINTS + 1) == min(int(cards.walk[0, space, here]), POINTS + 1)


def test_who_is_no_way_off_can_attack_from_where_it_stands():
    s, cards, slot = lone_unit()
    target = SLOTS // 2
    for here in range(0, int(cards.spaces[0]), 17):
        for there in range(int(cards.spaces[0])):
            if there == here:
                continue
            s.at[slot], s.at[target] = here, there
            reached = melee_reaches(s, cards, slot, here, target)
            assert (cards.melee_walk[0, there, here] == 0) == bool(reached)
            for reach_ in range(1, REACHES + 1):
                shot = shot_reaches(s, cards, slot, here, target, MISSILE, reach_)
                assert (cards.shot_walk[0, reach_ - 1, there, here] == 0) == bool(shot)
