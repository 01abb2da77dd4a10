"""How heroes move: through rooms, into new ones, and on the Boss Mat."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import LAIR_PRICE, WHOLE_SPEED
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects.rooms import enter, explore
from simulate.games.dungeons.effects.torch import harm_heroes
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.lists import entry_speed
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.agenda import plan, plan_moving
from simulate.games.dungeons.state.changes import RULE, set_focus, set_place
from simulate.games.dungeons.state.kit import set_space
from simulate.games.dungeons.state.record import EVENT, LAIR, PHASE, bit, is_conscious


@kernel
def cost_of_step(cards, m):
    """Speed that a step costs.  Rules N-MOVE-1, N-LAIR-1."""
    return entry_speed(cards) if m.kind == KIND.ENTER_MAT else 1


@kernel
def take_step(s, cards, m, stealth, log):
    """One step of a movement.  Rules N-MOVE-1, N-EXPLORE-1, N-LAIR-4, N-LAIR-5, N-LAIR-9."""
    seat = m.actor
    s.moved = 1
    s.walked[seat] += 1
    if stealth:
        s.stopped = 0
    if m.kind == KIND.MOVE:
        enter(s, cards, seat, m.place, stealth, False, log)
    elif m.kind == KIND.EXPLORE:
        explore(s, seat, m.place, stealth)
    elif m.kind == KIND.LEAVE_MAT:
        s.settling = 0
        enter(s, cards, seat, s.door, stealth, False, log)
    elif m.kind == KIND.ENTER_MAT:
        enter_mat(s, cards, seat, log)
    elif m.kind == KIND.SPACE:
        stand_on_mat(s, cards, seat, m.number, log)
    else:
        raise ValueError("no step")


@kernel
def enter_mat(s, cards, seat, log):
    """From the Lair Door onto the entrance of the Boss Mat.  Rule N-LAIR-1."""
    if cards.lair_price == LAIR_PRICE.FOCUS:
        set_focus(s, seat, s.focus[seat] - cards.lair_cost, RULE.N_LAIR_1, log)
    stand_on_mat(s, cards, seat, 1, log)


@kernel
def stand_on_mat(s, cards, seat, space, log):
    """Stand on a space of the Boss Mat.  Rule N-LAIR-5."""
    s.settling = 1
    set_place(s, seat, LAIR, RULE.N_LAIR_1, log)
    set_space(s, cards, seat, space, RULE.N_LAIR_5, log)


@kernel
def enter_first(s, cards, seat, log):
    """The step of who opens the lair.  Rule N-DOOR-2."""
    s.moved = 1
    s.walked[seat] += 1
    s.steps += entry_speed(cards)
    enter_mat(s, cards, seat, log)


@kernel
def settle(s, cards, seat, log):
    """What a space of the Boss Mat does when a movement ends on it.  Rule N-LAIR-8."""
    if not s.settling or not is_conscious(s, seat):
        return
    s.settling = 0
    ending = cards.space_end[s.boss, s.space[seat] - 1]
    if ending != NONE:
        first = cards.ability_first[ending]
        for row in range(first, first + cards.ability_count[ending]):
            do, amount = cards.effect_do[row], cards.effect_amount[row]
            if cards.effect_plus_goblins[row]:
                amount += s.goblins
            harm_heroes(s, cards, do, amount, bit(seat), RULE.N_LAIR_8, log)


@kernel
def begin_moving(s, cards, seat, amount, stealth):
    """A movement that an ability grants, apart from the turn's own; with Stealth nothing holds it.

    Rule N-CARD-5.
    """
    left = questions.speed_of(s, cards, seat) if amount == WHOLE_SPEED else amount
    plan_moving(s, EVENT.MOVING, seat, left, 1 if stealth else 0)


@kernel
def go_on_moving(s, cards, seat, left, stealth, log):
    """The next step of that movement, or its end."""
    if questions.is_free_to_move(s, seat, stealth):
        plan_moving(s, PHASE.FURTHER_STEP, seat, left, stealth)
    else:
        settle(s, cards, seat, log)


@kernel
def further_step(s, cards, m, left, stealth, log):
    """The answer to the question for a further step."""
    if m.kind == KIND.STOP:
        settle(s, cards, m.actor, log)
    else:
        plan_moving(s, EVENT.MOVING, m.actor, left - cost_of_step(cards, m), stealth)
        take_step(s, cards, m, stealth or questions.is_stealthy(s, m.actor), log)


@kernel
def begin_teleport(s, seat, where):
    """Be put into another room.  Rules N-MOVE-9, N-MOVE-10, N-MOVE-11."""
    if questions.can_teleport(s, seat, where):
        plan(s, PHASE.TELEPORT, seat).kind = where


@kernel
def teleport(s, cards, m, log):
    """The hero is put into a room."""
    s.moved = 1
    s.settling = 0
    enter(s, cards, m.actor, m.place, questions.is_stealthy(s, m.actor), False, log)
