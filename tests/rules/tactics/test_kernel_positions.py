"""Positions laid by hand on Evergreen Forest, played by the kernels.

The dice are made of one icon where a test needs it, so that every roll is known.
"""

import numpy as np
import pytest

from simulate.games.tactics.cards.codes import FORCE, ICON, POINT, TERRAIN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import points_of, rank_of, score_now
from simulate.games.tactics.moves import move as kinds
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state import record
from simulate.games.tactics.state.agenda import plan
from simulate.games.tactics.state.changes import set_at
from tests.rules.tactics.cell import built
from tests.rules.tactics.entry import advance
from tests.rules.tactics.shipped import pack
from tests.rules.tactics.words import Board

FIGHTER, BEAST, ROGUE, WIZARD = range(4)
MINE, YOURS = 0, FORCE  # slots of the two fighters
BLANK = 0
DAMAGE = 3


class Position(Board):
    """Two forces of plain units: no abilities work; everybody waits far apart.

    Gamelyn deals 3 in melee, whatever its card says.
    """

    def __init__(self, mode="competitive", icon=BLANK, **changed):
        cards, names = built(mode, 2, "gamelyn+xiong_mao+finch+arryn", changes=changed)
        super().__init__(cards, names, pack())
        cards.has[:] = 0
        cards.run_count[:] = 0
        cards.die[:] = icon
        deal(self.s, cards, 1, 1)
        cards.melee_damage[self.s.unit[MINE], 0] = DAMAGE
        self.s.tasks = 0
        self.s.hand[:] = 0
        for slot in range(2 * FORCE):
            self.s.health[slot] = cards.health[self.s.unit[slot], 0]
            self.s.ammo[slot] = cards.ammo[self.s.unit[slot]]
            self.s.mana[slot] = cards.mana[self.s.unit[slot]]
            corner = 0 if slot < FORCE else 2
            set_at(self.s, slot, cards.start[self.s.realm, corner, slot % FORCE], 0, None)

    def put(self, slot, space):
        set_at(self.s, slot, space, 0, None)

    def begin(self):
        plan(self.s, record.EVENT.BEGIN_TURN, NONE)
        self.s.phase = 0
        advance(self.s, self.cards, self.moves, self.log)
        return self

    def offered(self, kind, unit=None):
        found = [m for m in self.legal() if m.kind == kind]
        return [m for m in found if unit is None or m.unit == unit]

    def play(self, kind, unit=None, **said):
        """Play the move of a kind that fits what is said, and what leaves no choice after it."""
        for m in self.offered(kind, unit):
            if all(getattr(m, name) == value for name, value in said.items()):
                self.do(m)
                return self
        raise AssertionError(f"{kinds.KIND.words[kind]} is not offered")

    def pass_turn(self):
        seat = int(self.s.active)
        while not self.over and self.s.active == seat:
            self.do(self.legal()[0])
        return self

    def run_of(self, count):
        """Plains side by side from west to east on one level, before no portal."""
        c, m = self.cards, int(self.s.realm)
        for space in range(int(c.spaces[m])):
            found = [space]
            while len(found) <= count and fits(c, m, found):
                if len(found) == count:
                    return found
                found.append(int(c.neighbour[m, found[-1], 1]))
        raise AssertionError("no such row")


def fits(c, m, found):
    last = found[-1]
    if last == NONE or c.terrain[m, last] != 0 or c.before_portal[m, last]:
        return False
    return c.level[m, last] == c.level[m, found[0]]


def test_T_CONTROL_3_to_15_a_flag_is_triggered_advanced_and_secured():
    """T-CONTROL-3, T-CONTROL-5, T-CONTROL-7, T-CONTROL-11, T-CONTROL-15, T-END-2, T-END-3,
    T-END-4, T-END-5: START, ROUND 1, ROUND 2, CONTROL; then the other has one turn.
    """
    p = Position()
    p.put(MINE, p.cards.trigger[0, 0])
    p.begin()
    for advanced in (1, 2):
        assert p.s.flag[0] == advanced and p.s.triggered[0] and p.s.holder[0] == NONE
        p.pass_turn().pass_turn()
    assert p.s.flag[0] == 3 and p.s.holder[0] == 0 and p.s.ending == 0 and not p.over
    p.pass_turn()
    assert not p.over and p.s.active == 1
    p.pass_turn()
    assert p.over and record.END.words[p.s.outcome] == "flags"
    row = np.zeros(len(POINT), np.int64)
    points_of(p.s, p.cards, 0, row)
    assert list(row) == [5, 8, 0, 0, 0] and score_now(p.s, p.cards, 0) == 13
    assert rank_of(p.s, p.cards, 0) == 1 and rank_of(p.s, p.cards, 1) == 2


def test_T_CONTROL_4_a_tie_is_no_majority():
    """T-CONTROL-4, T-CONTROL-10: the flag stays."""
    p = Position()
    trigger = int(p.cards.trigger[0, 0])
    area = [a for a in range(int(p.cards.spaces[0])) if p.cards.area[0, a] == 0]
    p.put(MINE, trigger)
    p.put(YOURS, next(a for a in area if a != trigger))
    assert p.begin().s.flag[0] == 0 and not p.s.triggered[0]


def test_T_ACTION_2_the_second_action_weakens():
    """T-ACTION-2, T-ACTION-3, T-ACTION-4, T-TURN-2, T-WEAK-1, T-WEAK-2, T-TURN-3."""
    p = Position()
    row = p.run_of(4)
    p.put(MINE, row[0])
    p.put(YOURS, row[2])
    p.begin().play(kinds.KIND.MOVE, MINE, goal=row[1])
    assert not p.s.weakened[MINE] and not p.offered(kinds.KIND.MOVE, MINE)
    p.play(kinds.KIND.MELEE, MINE).play(kinds.KIND.DO_NOT_COUNTER)
    assert p.s.weakened[MINE] and p.s.actions_left == 1
    assert not p.offered(kinds.KIND.MISSILE, MINE) and not p.offered(kinds.KIND.CURE, MINE)
    p.pass_turn()
    assert p.s.weakened[MINE]
    p.pass_turn()
    assert [m.unit for m in p.offered(kinds.KIND.CURE)] == [MINE]
    health = int(p.s.health[MINE])
    p.play(kinds.KIND.CURE, MINE)
    assert p.s.health[MINE] == health - 2 and p.offered(kinds.KIND.MELEE, MINE)  # T-WEAK-3
    assert p.s.actions_left == 3


@pytest.mark.parametrize("health, offered", [(2, False), (3, True)])
def test_T_WEAK_4_the_price_must_leave_one(health, offered):
    p = Position()
    p.s.weakened[MINE], p.s.health[MINE] = 1, health
    assert bool(p.begin().offered(kinds.KIND.CURE)) == offered


def test_T_WEAK_5_a_token_comes_off_after_a_turn_of_rest():
    p = Position()
    p.s.weakened[MINE] = 1
    assert not p.begin().pass_turn().s.weakened[MINE]


@pytest.mark.parametrize("free, lost", [(2, 3), (1, 4), (0, 4)])
def test_T_MELEE_5_T_MELEE_8_two_knock_backs_move_two_spaces(free, lost):
    """Gamelyn deals 3 and rolls two dice; a unit in the way costs 1 more: T-MELEE-2, T-MELEE-4."""
    p = Position(icon=ICON["knock_back"])
    row = p.run_of(5)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    if free < 2:
        p.put(YOURS + BEAST, row[2 + free])
    top = int(p.s.health[YOURS])
    p.begin().play(kinds.KIND.MELEE, MINE, target=YOURS).play(kinds.KIND.ROLL)
    assert p.s.at[YOURS] == row[1 + free] and p.s.health[YOURS] == top - lost


@pytest.mark.parametrize("ammo, hits, left", [(3, True, 0), (2, False, 0), (1, False, 0)])
def test_T_MISSILE_8_to_10_misses_are_paid(ammo, hits, left):
    """T-MISSILE-5, T-MISSILE-7, T-MISSILE-8, T-MISSILE-9, T-MISSILE-10: two dice, two Misses."""
    p = Position(icon=ICON["miss"])
    row = p.run_of(4)
    p.put(MINE, row[0])
    p.put(YOURS, row[3])
    p.s.ammo[MINE] = ammo
    top = int(p.s.health[YOURS])
    p.begin().play(kinds.KIND.MISSILE, MINE, target=YOURS)
    assert p.s.ammo[MINE] == left and p.s.health[YOURS] == top - (2 if hits else 0)


def test_T_MISSILE_2_T_MISSILE_5_range_and_ammo():
    p = Position()
    row = p.run_of(5)
    p.put(MINE, row[0])
    p.put(YOURS, row[4])
    assert not [m for m in p.begin().offered(kinds.KIND.MISSILE, MINE) if m.target == YOURS]
    p = Position()
    p.put(MINE, row[0])
    p.put(YOURS, row[3])
    p.s.ammo[MINE] = 0
    assert not p.begin().offered(kinds.KIND.MISSILE, MINE)


@pytest.mark.parametrize("terrain, more", [(TERRAIN.WATER, 1), (TERRAIN.FOREST, -1)])
def test_T_TERRAIN_3_T_TERRAIN_4_water_and_forest(terrain, more):
    p = Position()
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    p.cards.terrain[0, row[1]] = terrain
    top = int(p.s.health[YOURS])
    p.begin().play(kinds.KIND.MELEE, MINE, target=YOURS)
    assert p.s.health[YOURS] == top - 3 - more


@pytest.mark.parametrize("power", range(4))
def test_T_SPELL_3_T_SPELL_5_each_power_adds(power):
    """T-SPELL-1, T-SPELL-2, T-SPELL-4: Arryn deals 2 and 1 more for each Power, within 3."""
    p = Position(icon=ICON["power"])
    row = p.run_of(4)
    p.put(WIZARD, row[0])
    p.put(YOURS, row[3])
    health, mana = int(p.s.health[YOURS]), int(p.s.mana[WIZARD])
    p.begin().play(kinds.KIND.SPELL, WIZARD, target=YOURS, number=power)
    assert p.s.health[YOURS] == health - 2 - power and p.s.mana[WIZARD] == mana - 1 - power


@pytest.mark.parametrize("health, asked", [(5, False), (6, True)])
def test_T_COUNTER_8_a_weakened_unit_pays_two(health, asked):
    """After 3 damage it must have 3 left; no counter to a counter: T-COUNTER-1, T-COUNTER-9."""
    p = Position()
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    p.s.weakened[YOURS], p.s.health[YOURS] = 1, health
    top = int(p.s.health[MINE])
    p.begin().play(kinds.KIND.MELEE, MINE, target=YOURS)
    assert (p.s.phase == record.PHASE.COUNTER) == asked
    if asked:
        damage = int(p.cards.melee_damage[p.s.unit[YOURS], 0])
        p.play(kinds.KIND.COUNTER_MELEE)
        assert p.s.health[YOURS] == 1 and not p.s.weakened[YOURS]
        assert (
            p.s.health[MINE] == top - damage and p.s.phase == record.PHASE.ACT and p.s.decider == 0
        )


def test_T_END_8_ties_are_broken_in_their_order():
    """Points, then survivors, captures, Flag Tokens and health: who is ahead in one of them leads,
    though the other is ahead in the next.
    """

    def leads(p):
        points = [int(score_now(p.s, p.cards, seat)) for seat in (0, 1)]
        assert points[0] == points[1]
        return [int(rank_of(p.s, p.cards, seat)) for seat in (0, 1)]

    p = Position()
    p.s.health[: 2 * FORCE] = 5
    assert leads(p) == [1, 1]
    p.s.health[MINE] = 6
    assert leads(p) == [1, 2]
    p.s.captures[0], p.s.holder[:2] = 5, 1  # 10 points each
    p.s.health[MINE] = 1
    assert leads(p) == [1, 2]
    p.s.captures[:2] = 0, 1
    p.s.holder[:] = NONE
    p.put(YOURS, NONE)
    assert leads(p) == [1, 2]


def test_T_CAPTURE_1_T_CAPTURE_2_the_captor_takes_the_card():
    """T-CAPTURE-4, T-END-6: worth 2; the unit is gone."""
    p = Position()
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    p.s.health[YOURS] = 3
    before = int(score_now(p.s, p.cards, 0))
    p.begin().play(kinds.KIND.MELEE, MINE, target=YOURS)
    assert p.s.at[YOURS] == NONE and p.s.captor[YOURS] == 0 and p.s.captures[0] == 1
    assert score_now(p.s, p.cards, 0) == before + 2


def test_T_BATTLE_4_T_BATTLE_8_the_artifact_is_borne_and_stolen():
    """T-BATTLE-5, T-BATTLE-7, T-BATTLE-14: one point slower, 1 damage more, 3 points."""
    p = Position("battle", icon=ICON["knock_back"])
    row = p.run_of(5)
    p.s.artifact = row[1]
    p.put(MINE, row[0])
    p.put(YOURS, row[2])
    health = int(p.s.health[YOURS])
    p.begin().play(kinds.KIND.MOVE, MINE, goal=row[1])
    assert p.s.bearer == MINE and p.s.artifact == NONE
    p.play(kinds.KIND.MELEE, MINE, target=YOURS).play(kinds.KIND.DO_NOT_ROLL).play(
        kinds.KIND.DO_NOT_COUNTER
    )
    assert p.s.health[YOURS] == health - 4
    p.pass_turn()
    p.put(YOURS, row[2])
    p.play(kinds.KIND.MELEE, YOURS, target=MINE).play(kinds.KIND.ROLL)
    assert p.s.bearer == YOURS and p.s.at[MINE] != row[1]


def test_T_BATTLE_12_three_captures_trigger_the_end():
    """T-BATTLE-13: the other has one more turn."""
    p = Position("battle")
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    p.s.health[YOURS], p.s.captures[0] = 1, 2
    p.begin().play(kinds.KIND.MELEE, MINE, target=YOURS)
    assert p.s.ending == 0 and not p.over
    p.pass_turn().pass_turn()
    assert p.over and record.END.words[p.s.outcome] == "captures"


def test_T_BATTLE_12_an_end_triggered_in_the_last_round_is_played_out():
    p = Position("battle", battle_rounds=1)
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.put(YOURS, row[1])
    p.s.health[MINE], p.s.captures[1] = 1, 2
    p.begin().pass_turn().play(kinds.KIND.MELEE, YOURS, target=MINE)
    assert p.s.ending == 1
    p.pass_turn()
    assert not p.over and p.s.active == 0
    p.pass_turn()
    assert p.over and record.END.words[p.s.outcome] == "captures"


def test_T_BATTLE_4_off_the_space_and_back_is_a_movement_that_ends_there():
    p = Position("battle")
    row = p.run_of(2)
    p.put(MINE, row[0])
    p.s.artifact = row[0]
    p.begin().play(kinds.KIND.MOVE, MINE, goal=row[0])
    assert p.s.bearer == MINE and p.s.artifact == NONE


@pytest.mark.parametrize("needed", [False, True])
def test_T_MELEE_3_dice_for_knock_back_after_an_attack_that_cover_took_all_damage_of(needed):
    """T-CARD-16: an attack that can neither harm nor move is not offered."""
    p = Position(icon=ICON["knock_back"], knock_back_needs_damage=needed)
    here, there = p.run_of(2)
    p.cards.melee_damage[p.s.unit[MINE], 0] = 1
    p.cards.terrain[0, there] = TERRAIN.FOREST
    p.put(MINE, here)
    p.put(YOURS, there)
    health = int(p.s.health[YOURS])
    p.begin()
    assert bool(p.offered(kinds.KIND.MELEE, MINE)) == (not needed)
    if not needed:
        p.play(kinds.KIND.MELEE, MINE, target=YOURS)
        assert p.s.health[YOURS] == health and p.offered(kinds.KIND.ROLL)


@pytest.mark.parametrize("fewer, left", [(0, 3), (1, 2), (3, 0)])
def test_T_TURN_2_the_first_turn_alone_has_fewer_actions_by_the_switch(fewer, left):
    p = Position(first_turn_fewer=fewer).begin()
    if left:
        assert p.s.active == 0 and p.s.actions_left == left
        p.pass_turn()
    assert p.s.active == 1 and p.s.actions_left == 3


@pytest.mark.parametrize("back, gained", [(True, 4), (False, 0)])
def test_T_TERRAIN_10_who_starts_in_a_village_leaves_it_and_comes_back(back, gained):
    p = Position(village_return=back)
    c, m = p.cards, int(p.s.realm)
    village = next(at for at in range(int(c.spaces[m])) if c.village[m, at] != NONE)
    p.put(MINE, village)
    p.s.health[MINE] = 1
    p.begin()
    back = [m for m in p.offered(kinds.KIND.MOVE, MINE) if m.goal == village]
    assert bool(back) == (gained > 0)  # else it would change nothing: T-CARD-16
    if back:
        p.play(kinds.KIND.MOVE, MINE, goal=village)
        assert p.s.health[MINE] == 1 + gained
