"""Lists of legal moves: `list_moves` writes every legal move of the seat that must choose."""

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import ACTION_BIT, AIM
from simulate.games.tactics.cards.grids import bits_of, space_of
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves import answers, matters, paths, questions
from simulate.games.tactics.moves.goals import are_goals_kept, goal_kept, points_kept, walks_of
from simulate.games.tactics.moves.move import KIND, add, add_goal, add_number, add_target, add_unit
from simulate.games.tactics.moves.starts import is_star_free, is_start_offered, start_star
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import PHASE
from simulate.mechanics.agenda import top

ATTACK_BITS = ACTION_BIT.MELEE | ACTION_BIT.MISSILE | ACTION_BIT.ATTACK_SPELL
BY_ACTION = (
    record.BY_VILLAGE | record.BY_PORTAL | record.BY_MOVING
)  # moments that a Movement action may bring about


@kernel
def list_moves(s, cards, moves):
    """Write the legal moves of `s.decider` into `moves`; how many there are, at least one."""
    phase, seat = s.phase, s.decider
    if phase == PHASE.ACT:
        return list_actions(s, cards, seat, moves)
    if phase == PHASE.COUNTER:
        return answers.list_counters(s, cards, seat, moves)
    if phase == PHASE.PLAY_TACTIC:
        return list_playing(s, seat, moves)
    if phase == PHASE.KNOCK_BACK:
        n = add_target(
            moves,
            0,
            KIND.ROLL,
            seat,
            record.slot_of(top(s).unit),
            record.slot_of(top(s).other),
            NONE,
        )
        return add_target(moves, n, KIND.DO_NOT_ROLL, seat, moves[0].unit, moves[0].target, NONE)
    if phase == PHASE.DISCARD or phase == PHASE.RETURN_CARD:
        return list_hand(
            s, seat, KIND.DISCARD if phase == PHASE.DISCARD else KIND.RETURN_CARD, moves
        )
    if phase == PHASE.WALK_ON:
        return list_walk(s, cards, seat, moves)
    if phase == PHASE.EXPLORE:
        slot = record.slot_of(top(s).unit)
        n = add_unit(moves, 0, KIND.STOP, seat, slot)
        return list_inside(s, cards, slot, top(s).amount, moves, n)
    if phase == PHASE.COME_OUT:
        return answers.list_coming_out(s, cards, seat, moves)
    if phase == PHASE.CHOOSE_UNIT:
        return answers.list_chosen(s, cards, seat, moves)
    if phase == PHASE.DIRECTION:
        return list_directions(s, seat, moves)
    return list_setup(s, cards, seat, moves)


# The setup


@kernel
def list_setup(s, cards, seat, moves):
    """Answers in the setup.  Rules T-SOLO-2, T-SETUP-6, T-SETUP-7, T-SETUP-8."""
    n = 0
    if s.phase == PHASE.KEEP_UNIT:
        one = seat * codes.FORCE + top(s).kind
        n = add_number(moves, n, KIND.KEEP_UNIT, seat, s.unit[one])
        return add_number(moves, n, KIND.KEEP_UNIT, seat, s.unit[one + codes.FORCE])
    if s.phase == PHASE.CHOOSE_START:
        for start in range(codes.CORNERS):
            if is_start_offered(s, cards, seat, start):
                n = add_number(moves, n, KIND.START, seat, start)
        return n
    slot = seat * codes.FORCE + top(s).kind
    for k in range(2 * codes.FORCE):
        if is_star_free(s, cards, seat, k):
            n = add_goal(moves, n, KIND.PLACE, seat, slot, start_star(s, cards, seat, k), 0, 0)
    return n


@kernel
def list_hand(s, seat, kind, moves):
    """A move for each card in hand.  Rules T-SETUP-10, T-TACTIC-6."""
    n = 0
    for card in range(codes.TACTICS):
        if record.is_in(s.hand[seat], card):
            n = add_number(moves, n, kind, seat, card)
    return n


# Actions


@kernel
def list_actions(s, cards, seat, moves):
    """The end of the turn, and everything that the seat's units may do.

    Rules T-TURN-2, T-WEAK-1, T-WEAK-2, T-WEAK-3, T-WEAK-4, T-TEAM-5.
    """
    n = add(moves, 0, KIND.END_TURN, seat)
    alone = questions.units_of(s, seat) <= cards.free_units
    for slot in range(seat * codes.FORCE, seat * codes.FORCE + codes.FORCE):
        if not record.is_in_play(s, slot):
            continue
        if not s.weakened[slot]:
            n = list_unit(s, cards, slot, alone, moves, n)
        elif not s.fresh_token[slot] and s.health[slot] > cards.cure_price:
            n = add_unit(moves, n, KIND.CURE, seat, slot)
    return n


@kernel
def may_act(s, cards, slot, action, alone):
    """Whether an action is still open to a unit in this turn.

    Rules T-ACTION-2, T-ACTION-3, T-ACTION-4, T-ACTION-7, T-ACTION-8, T-ACTION-9, T-BALLISTA-2.
    """
    if alone:
        return True
    if s.actions_of[slot] >= cards.unit_actions or s.acted[slot] & action:
        return False
    attacks = ATTACK_BITS | ACTION_BIT.BALLISTA if cards.ballista_is_attack else ATTACK_BITS
    return not (action & attacks and s.acted[slot] & attacks)


@kernel
def list_unit(s, cards, slot, alone, moves, n):
    """The actions of one unit.  Rules T-ACTION-1, T-DUNGEON-16."""
    if may_act(s, cards, slot, ACTION_BIT.MOVE, alone):
        n = list_movement(
            s, cards, slot, paths.movement_points(s, cards, slot), BY_ACTION, moves, n
        )
    if s.at[slot] != NONE:
        if may_act(s, cards, slot, ACTION_BIT.MELEE, alone):
            n = list_melee(s, cards, slot, moves, n)
        if may_act(s, cards, slot, ACTION_BIT.MISSILE, alone):
            n = list_missiles(s, cards, slot, moves, n)
    if questions.can_cast(s, cards, slot):
        is_attack = cards.spell_attack[s.unit[slot]]
        action = ACTION_BIT.ATTACK_SPELL if is_attack else ACTION_BIT.SPELL
        if may_act(s, cards, slot, action, alone):
            n = list_spells(s, cards, slot, moves, n)
    on_ballista = questions.is_on_ballista(s, cards, slot)
    if on_ballista and may_act(s, cards, slot, ACTION_BIT.BALLISTA, alone):
        if s.actions_of[slot] or not cards.ballista_only_second:
            n = list_ballista(s, cards, slot, moves, n)
    return n


@allocating_kernel
def list_movement(s, cards, slot, points, moments, moves, n):
    """Where a unit may go; back to where it is only for something.

    moments: what the movement may bring about besides.  Rules T-MOVE-1, T-DUNGEON-16, T-CARD-16.
    """
    if s.dungeon[slot] != NONE:
        return list_inside(s, cards, slot, points, moves, n)
    if not cards.time_start and are_goals_kept(s, cards, slot, points):
        return list_goals(s, cards, slot, moments, moves, n)
    seat = record.seat_of(slot)
    left, _, reached, count = paths.reach(s, cards, slot, points)
    for k in range(count):
        space, way = space_of(reached[k]), bits_of(reached[k])
        if paths.may_stop(s, slot, space) and matters.walk_changes(
            s, cards, slot, space, way, moments
        ):
            n = add_goal(moves, n, KIND.MOVE, seat, slot, space, way, left[reached[k]])
    if cards.time_start and not cards.enemy_seat[seat]:
        n = list_entrances(s, cards, slot, points, left, moves, n)
    return n


@kernel
def list_goals(s, cards, slot, moments, moves, n):
    """Where a unit may go over a map without dungeons, from the goals that are kept."""
    seat, walks = record.seat_of(slot), walks_of(s, slot)
    for k in range(walks.count):
        goal = goal_kept(walks, k)
        space, way = space_of(goal), bits_of(goal)
        if not paths.may_stop(s, slot, space):
            continue
        if space != s.at[slot] or matters.walk_changes(s, cards, slot, space, way, moments):
            n = add_goal(moves, n, KIND.MOVE, seat, slot, space, way, points_kept(walks, k))
    return n


@kernel
def list_entrances(s, cards, slot, points, left, moves, n):
    """Dungeons that a unit may enter on its way.  Rules T-DUNGEON-1, T-DUNGEON-4."""
    kept = paths.ways_kept(s, cards, slot)
    for box in range(codes.DUNGEONS):
        for way in range(1 + record.BY_VILLAGE + record.BY_PORTAL):
            if way & ~kept:
                continue
            goal = paths.best_entrance(s, cards, slot, box, points, way, left)
            if goal == NONE:
                continue
            rest = points if goal == paths.GOALS else left[goal]
            add_goal(
                moves,
                n,
                KIND.ENTER_DUNGEON,
                record.seat_of(slot),
                slot,
                NONE,
                way,
                rest - cards.portal_step,
            )
            moves[n].number = box
            n += 1
    return n


@kernel
def list_inside(s, cards, slot, points, moves, n):
    """Steps of a unit in a dungeon.  Rules T-DUNGEON-5, T-DUNGEON-12."""
    box = s.dungeon[slot]
    for side in range(codes.DIRECTIONS):
        space = cards.inside_neighbour[box, s.inside[slot], side]
        if space != NONE and questions.may_step_inside(s, cards, slot, space, points):
            n = add_goal(moves, n, KIND.STEP_INSIDE, record.seat_of(slot), slot, space, 0, points)
    return n


@kernel
def list_walk(s, cards, seat, moves):
    """A movement that may go on, or stop.  Rules T-DUNGEON-20, T-MOVE-1."""
    task = top(s)
    slot = record.slot_of(task.unit)
    n = add_unit(moves, 0, KIND.STOP, seat, slot)
    moments = matters.moments_left(task.is_action, task.met)
    return list_movement(s, cards, slot, task.amount, moments, moves, n)


@kernel
def list_melee(s, cards, slot, moves, n):
    """Melee attacks of a unit.  Rules T-MELEE-1, T-CARD-16."""
    for target in range(record.SLOTS):
        if s.at[target] != NONE and record.are_foes(cards, slot, target):
            reached = questions.melee_reaches(s, cards, slot, s.at[slot], target)
            if reached and matters.melee_changes(s, cards, slot, target):
                n = add_target(moves, n, KIND.MELEE, record.seat_of(slot), slot, target, NONE)
    return n


@kernel
def list_missiles(s, cards, slot, moves, n):
    """Missile attacks of a unit.  Rules T-MISSILE-1, T-MISSILE-5."""
    for target in range(record.SLOTS):
        if s.at[target] != NONE and record.are_foes(cards, slot, target):
            reached = questions.can_shoot(s, cards, slot, s.at[slot], target)
            if reached and matters.missile_changes(s, cards, slot, target):
                n = add_target(moves, n, KIND.MISSILE, record.seat_of(slot), slot, target, NONE)
    return n


@kernel
def list_ballista(s, cards, slot, moves, n):
    """Targets of the ballista.  Rule T-BALLISTA-3."""
    reach_of = cards.ballista_range
    for target in range(record.SLOTS):
        if s.at[target] != NONE and record.are_foes(cards, slot, target):
            reached = questions.shot_reaches(
                s, cards, slot, s.at[slot], target, codes.NO_KIND, reach_of
            )
            if reached and matters.ballista_changes(s, cards, target):
                n = add_target(moves, n, KIND.BALLISTA, record.seat_of(slot), slot, target, NONE)
    return n


@kernel
def list_spells(s, cards, slot, moves, n):
    """A unit's spell, at each target with each power; inside a dungeon at the unit alone.

    Rules T-SPELL-3, T-SPELL-4, T-SPELL-6, T-SPELL-7, T-DUNGEON-16.
    """
    aim = cards.spell_aim[s.unit[slot]]
    if aim == AIM.SELF:
        return add_spells(s, cards, slot, NONE, moves, n)
    if s.at[slot] == NONE:
        return n if aim == AIM.ENEMY else add_spells(s, cards, slot, slot, moves, n)
    for target in range(record.SLOTS):
        if s.at[target] == NONE or record.are_foes(cards, slot, target) != (aim == AIM.ENEMY):
            continue
        if aim == AIM.ENEMY:
            near = questions.can_cast_at(s, cards, slot, s.at[slot], target)
        else:
            reach_of = cards.spell_range[s.unit[slot], 0]
            near = questions.shot_reaches(
                s, cards, slot, s.at[slot], target, codes.SPELL_KIND, reach_of
            )
        if near:
            n = add_spells(s, cards, slot, target, moves, n)
    return n


@kernel
def add_spells(s, cards, slot, target, moves, n):
    """A spell with each power that can be paid, as far as it could do anything.

    Rule T-CARD-16.
    """
    for power in range(questions.most_power(s, cards, slot) + 1):
        if matters.spell_changes(s, cards, slot, target, power):
            n = add_target(moves, n, KIND.SPELL, record.seat_of(slot), slot, target, power)
    return n


# Answers


@kernel
def list_playing(s, seat, moves):
    """Play a tactic card or keep it.  Rule T-TACTIC-1."""
    task = top(s)
    slot = record.slot_of(task.unit)
    target = NONE if task.other == NONE else record.slot_of(task.other)
    n = add_target(moves, 0, KIND.PLAY, seat, slot, target, task.card)
    return add_target(moves, n, KIND.KEEP_CARD, seat, slot, target, task.card)


@kernel
def list_directions(s, seat, moves):
    """The four directions.  Rule T-BALLISTA-4."""
    n = 0
    for side in range(codes.DIRECTIONS):
        n = add_target(
            moves,
            n,
            KIND.DIRECTION,
            seat,
            record.slot_of(top(s).unit),
            record.slot_of(top(s).other),
            side,
        )
    return n
