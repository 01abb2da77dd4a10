"""Revealing rooms, entering them, and what is met there."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import CHECK, DANGER, ROOM_KIND, SEARCH_WHEN, WHEN, WHERE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects.checks import begin_check
from simulate.games.dungeons.moves.places import enemies_at, is_on_grid, opposite
from simulate.games.dungeons.moves.questions import can_reveal, has_trap, sides_to_reveal
from simulate.games.dungeons.state import changes, record
from simulate.games.dungeons.state.agenda import plan, plan_moment
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import set_space
from simulate.games.dungeons.state.piles import draw_goblin, draw_room
from simulate.games.dungeons.state.record import END, EVENT, PHASE

# Revealing


@kernel
def lay_room(s, cards, seat, place, sides, log):
    """Turn a card up, lay new ones at its corridors, and see who is there.

    Rules N-EXPLORE-1, N-EXPLORE-2, N-EXPLORE-3, N-EXPLORE-4, N-EXPLORE-5.
    """
    card = s.hidden[place]
    changes.set_room(s, place, card, sides, RULE.N_EXPLORE_2, log)
    s.rooms_revealed[seat] += 1
    s.saw[seat] |= record.bit(card)
    join_room(s, cards, place)
    cover_corridors(s, cards, place, log)
    if s.act == 1 and s.unexplored == 0 and s.door == NONE:
        changes.set_outcome(s, END.NO_CORRIDOR, RULE.N_END_4, log)
        return
    plan_moment(s, seat, WHEN.AFTER_REVEAL)
    if cards.room_goblin[card]:
        place_goblin(s, cards, place, RULE.N_DANGER_3, log)
    if cards.room_kind[card] == ROOM_KIND.ENCOUNTER:
        place_minion(s, cards, place, log)


@kernel
def join_room(s, cards, place):
    """Note the pathways to a new room, and the distances that follow from them.  N-MOVE-2."""
    if cards.room_kind[s.room[place]] == ROOM_KIND.LAIR_DOOR:
        s.door = place
    s.far[place, place] = 0
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if neighbour != NONE and s.room[neighbour] != NONE:
            if record.is_in(s.open[place], side) and record.is_in(
                s.open[neighbour], opposite(side)
            ):
                s.ways[place] |= record.bit(side)
                s.ways[neighbour] |= record.bit(opposite(side))
                for k in range(s.rooms):
                    shorten(s, place, s.revealed[k], 1 + s.far[neighbour, s.revealed[k]])
    for k in range(s.rooms):
        for other in range(k):
            one, two = s.revealed[k], s.revealed[other]
            shorten(s, one, two, int(s.far[one, place]) + int(s.far[place, two]))


@kernel
def shorten(s, one, other, steps):
    """The way between two rooms is no longer than this."""
    if steps < s.far[one, other]:
        s.far[one, other] = steps
        s.far[other, one] = steps


@kernel
def cover_corridors(s, cards, place, log):
    """Face-down cards at open corridors.  Rules N-EXPLORE-3, -4, N-EXPLORE-5, N-EXPLORE-8."""
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if (
            neighbour == NONE
            or not record.is_in(s.open[place], side)
            or not is_on_grid(cards, neighbour)
        ):
            continue
        if (
            s.room[neighbour] == NONE
            and s.hidden[neighbour] == NONE
            and s.deck_drawn < s.deck_cards
        ):
            changes.hide(s, neighbour, draw_room(s), RULE.N_EXPLORE_3, log)


@kernel
def place_goblin(s, cards, place, rule, log):
    """A goblin comes into the lowest free slot; a fifth one ends the game.

    Rules N-DANGER-3, N-DANGER-4, N-END-2.
    """
    for slot in range(cards.goblin_slots):
        if s.enemy_place[slot] == NONE:
            card = draw_goblin(s, log)
            s.goblins += 1
            s.goblins_placed += 1
            changes.set_enemy(s, slot, card, place, 1, rule, log)
            return
    changes.set_outcome(
        s, END.FIFTH_GOBLIN_ACT_1 if s.act == 1 else END.FIFTH_GOBLIN_ACT_2, RULE.N_END_2, log
    )


@kernel
def place_minion(s, cards, place, log):
    """The next minion comes.  Rule N-DANGER-5."""
    card, minion = s.minion_deck[s.minions], record.FIRST_MINION + s.minions
    s.minions += 1
    changes.set_enemy(s, minion, card, place, cards.minion_health[card], RULE.N_DANGER_5, log)


@kernel
def reveal_by(s, cards, seat, where):
    """Reveal without entering: nobody is hurt.  Rules N-EXPLORE-7, N-FREE-6, N-FREE-7."""
    if not can_reveal(s, cards, seat, where):
        return
    if where == WHERE.ALL_ADJACENT:
        plan(s, EVENT.REVEAL_ALL, seat).group = sides_to_reveal(s, cards, seat)
    else:
        plan(s, PHASE.REVEAL_WHICH, seat).kind = where


@kernel
def reveal_next(s, seat, sides):
    """Reveal the adjacent rooms one after another."""
    for side in range(record.SIDES):
        if record.is_in(sides, side):
            plan(s, EVENT.REVEAL_ALL, seat).group = sides & ~record.bit(side)
            plan(s, PHASE.LAY_ROOM, seat).place = record.NEIGHBOUR[s.place[seat], side]
            return


# Entering


@kernel
def explore(s, seat, place, stealth):
    """Reveal a room and enter it.  Rules N-EXPLORE-1, N-EXPLORE-6."""
    task = plan(s, EVENT.ENTER_NEW, seat)
    task.place = place
    task.stealth = stealth
    plan(s, PHASE.LAY_ROOM, seat).place = place


@kernel
def enter(s, cards, seat, place, stealth, new, log):
    """A hero comes into a room; `new`: it has just revealed it.

    Rules N-MOVE-6, N-MOVE-7, N-DANGER-1, N-DANGER-2, N-DANGER-5, N-DANGER-6, N-CARD-5.
    """
    changes.set_place(s, seat, place, RULE.N_MOVE_1, log)
    set_space(s, cards, seat, 0, RULE.N_MOVE_1, log)
    if not stealth and enemies_at(s, place):
        s.stopped = 1
    if new and not stealth:
        ambush(s, cards, seat, place, log)
    plan(s, EVENT.ENTRY, seat)
    evade(s, cards, seat, place)


@kernel
def ambush(s, cards, seat, place, log):
    """Damage by the encounter of a new room.  Rules N-DANGER-2, N-DANGER-5."""
    damage = cards.goblin_ambush if cards.room_goblin[s.room[place]] else 0
    if cards.room_kind[s.room[place]] == ROOM_KIND.ENCOUNTER:
        damage = cards.minion_ambush
    changes.hurt(s, seat, damage - int(s.softened[seat, DANGER.AMBUSH]), RULE.N_DANGER_2, log)


@kernel
def evade(s, cards, seat, place):
    """A trap must be evaded on each entry.  Rules N-MOVE-8, N-DANGER-6, N-DISARM-3."""
    if has_trap(s, cards, place) and record.is_conscious(s, seat):
        card = s.room[place]
        s.traps_met[seat] += 1
        plan(s, EVENT.EVADE_ROLLED, seat)
        begin_check(s, seat, CHECK.EVADE, cards.trap_evade[card], cards.trap_evade_target[card])


@kernel
def works_on_entry(s, cards, seat):
    """Whether the room's feature works at once.  Rule N-SEARCH-2."""
    return (
        s.outcome == END.NOT_OVER
        and record.is_conscious(s, seat)
        and cards.search_when[s.room[s.place[seat]]] == SEARCH_WHEN.ENTRY
    )
