"""Lists of answers about the dungeon, enemies, loot and spells."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import WHAT, WHERE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves import places, questions
from simulate.games.dungeons.moves.move import KIND, add, add_aimed, add_item, add_number, add_place
from simulate.games.dungeons.state import kit, record
from simulate.games.dungeons.state.piles import items_left
from simulate.games.dungeons.state.record import PHASE
from simulate.mechanics.agenda import top

# The dungeon


@kernel
def list_positions(s, cards, moves, place, start):
    """How a card may lie: joined to `start` if that has a corridor to it, else to some room.

    Rule N-EXPLORE-2.
    """
    doors, wanted = 0, 0
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if (
            neighbour != NONE
            and s.room[neighbour] != NONE
            and record.is_in(s.open[neighbour], places.opposite(side))
        ):
            doors |= record.bit(side)
            if neighbour == start:
                wanted |= record.bit(side)
    wanted = wanted or doors
    n, seen = 0, 0
    for turned in range(record.SIDES):
        sides = sides_of(cards, s.hidden[place], turned)
        if sides & wanted and not record.is_in(seen, sides):
            n = add_place(moves, n, KIND.LAY, s.decider, place, sides)
            seen |= record.bit(sides)
    return n


@kernel
def sides_of(cards, card, turned):
    """Set of the open sides of a card after so many quarter turns."""
    sides = 0
    for side in range(record.SIDES):
        if cards.room_open[card, turned, side]:
            sides |= record.bit(side)
    return sides


@kernel
def list_reveals(s, cards, moves, where):
    """Face-down cards that an ability may reveal.  Rule N-FREE-7."""
    n = 0
    if where == WHERE.ONE_ADJACENT:
        sides = questions.sides_to_reveal(s, cards, s.decider)
        for side in range(record.SIDES):
            if record.is_in(sides, side):
                neighbour = record.NEIGHBOUR[s.place[s.decider], side]
                n = add_place(moves, n, KIND.REVEAL, s.decider, neighbour, NONE)
        return n
    for place in range(record.PLACES):
        if s.hidden[place] != NONE:
            n = add_place(moves, n, KIND.REVEAL, s.decider, place, NONE)
    return n


@kernel
def list_teleports(s, moves, where):
    """Rooms into which the hero may be put.  Rules N-MOVE-9, N-MOVE-11."""
    n = 0
    for k in range(s.rooms):
        if questions.is_teleport_goal(s, s.decider, s.revealed[k], where):
            n = add_place(moves, n, KIND.TELEPORT, s.decider, s.revealed[k], NONE)
    return n


# Enemies


@kernel
def list_enemy_steps(s, cards, moves):
    """Prey, ways and rooms to be pushed into.  Rules N-WALK-2, N-WALK-6, N-ICON-3."""
    task = top(s)
    if s.phase == PHASE.CHOOSE_PREY:
        return list_prey(s, moves, task.enemy)
    kind = KIND.PUSH if s.phase == PHASE.PUSH else KIND.ENEMY_STEP
    goal = s.place[s.decider] if kind == KIND.PUSH else task.place
    return list_ways(s, moves, kind, task.enemy, goal)


@kernel
def list_prey(s, moves, enemy):
    """Places of the closest conscious heroes; those in one room are one goal.

    Rules N-WALK-1, N-WALK-2, N-WALK-3, N-LAIR-10.
    """
    start, least, n = s.enemy_place[enemy], record.FAR_AWAY, 0
    for seat in range(s.players):
        if record.is_conscious(s, seat):
            least = min(least, places.walking_distance(s, start, s.place[seat]))
    if least >= record.FAR_AWAY:
        return 0
    for seat in range(s.players):
        if (
            record.is_conscious(s, seat)
            and places.walking_distance(s, start, s.place[seat]) == least
        ):
            known = False
            for k in range(n):
                known = known or moves[k].place == s.place[seat]
            if not known:
                n = add_place(moves, n, KIND.PREY, s.active, s.place[seat], NONE)
    return n


@kernel
def list_ways(s, moves, kind, enemy, goal):
    """Rooms one step away that are nearer to the goal, or farther when the enemy is pushed.

    Rules N-WALK-5, N-WALK-6, N-ICON-3.
    """
    start, n = s.enemy_place[enemy], 0
    if start == record.LAIR:
        return add_place(moves, 0, kind, s.active, s.door, NONE)
    now = places.walking_distance(s, start, goal)
    for side in range(record.SIDES):
        if places.is_joined(s, start, side):
            neighbour = record.NEIGHBOUR[start, side]
            change = places.walking_distance(s, neighbour, goal) - now
            if (change > 0) if kind == KIND.PUSH else (change < 0):
                n = add_place(moves, n, kind, s.active, neighbour, NONE)
    if kind == KIND.ENEMY_STEP and goal == record.LAIR and start == s.door:
        n = add_place(moves, n, kind, s.active, record.LAIR, NONE)
    return n


@kernel
def list_strikes(s, cards, moves):
    """Markers of the boss that can move, equal ones once.  Rules N-BOSS-5 to N-BOSS-8."""
    n, closed = 0, questions.ward(s, cards)
    for k in range(record.MARKERS):
        health = s.marker[k]
        if k > 0 and s.marker[k - 1] == health:
            continue
        if health > closed + 1 or (health > 0 and not closed):
            n = add_number(moves, n, KIND.STRIKE, s.decider, health)
    return n


@kernel
def list_mends(s, cards, moves):
    """Markers of the boss that are neither at zero nor at the top.  Rule N-ICON-8."""
    n = 0
    for k in range(record.MARKERS):
        health = s.marker[k]
        if k > 0 and s.marker[k - 1] == health:
            continue
        if 0 < health < cards.boss_health:
            n = add_number(moves, n, KIND.MEND, s.decider, health)
    return n


@kernel
def list_answers(s, moves, enemies):
    """Which of several enemies answers.  Rule N-HURT-4."""
    n = 0
    for enemy in range(record.ENEMIES):
        if record.is_in(enemies, enemy):
            n = add_aimed(moves, n, KIND.ANSWER, s.decider, NONE, enemy, NONE)
    return n


@kernel
def list_rewards(s, cards, moves, ability):
    """One of the rewards of a killed goblin, or none.  Rules N-KILL-4, N-KILL-5."""
    n = 0
    for k in range(cards.ability_count[ability]):
        n = add_number(moves, n, KIND.REWARD, s.decider, k)
    return add(moves, n, KIND.NO_REWARD, s.decider)


# Loot and spells


@kernel
def list_items(s, cards, moves):
    """Questions about loot and spells."""
    task = top(s)
    if s.phase == PHASE.DISCOVER:
        return list_finds(s, cards, moves, task.kind, task.from_deck)
    if s.phase == PHASE.EQUIP:
        return list_equips(s, cards, moves, task.card, task.from_deck)
    return list_losses(s, moves, task.kind)


@kernel
def list_finds(s, cards, moves, what, draws):
    """Draw, take from the row, or leave.  Rules N-LOOT-4, N-LOOT-5, N-LOOT-6."""
    n = add(moves, 0, KIND.LEAVE, s.decider)
    for spell in range(2):
        if what == (WHAT.LOOT if spell else WHAT.SPELL):
            continue
        if draws and items_left(s, spell):
            n = add_number(moves, n, KIND.DRAW, s.decider, spell)
    for item in range(record.ITEMS):
        if s.in_row[item] and what != (WHAT.LOOT if kit.is_spell(item) else WHAT.SPELL):
            if kit.limit_of(cards, kit.section_of(cards, item)):
                n = add_item(moves, n, KIND.TAKE_FROM_ROW, s.decider, item, NONE)
    return n


@kernel
def list_equips(s, cards, moves, item, may_discard):
    """A hand, a free place, or the place of another card.  Rules N-EQUIP-4 to N-EQUIP-7."""
    seat, n, section = s.decider, 0, kit.section_of(cards, item)
    if section == record.LEFT_HAND:
        for hand in range(record.HANDS):
            n = add_item(moves, n, KIND.EQUIP, seat, NONE, hand)
    elif kit.held_in(s, seat, section) < kit.limit_of(cards, section):
        n = add_item(moves, n, KIND.EQUIP, seat, NONE, NONE)
    elif kit.limit_of(cards, section):
        for slot in range(section, kit.end_of(section)):
            if s.kit[seat, slot] != NONE:
                n = add_item(moves, n, KIND.EQUIP, seat, s.kit[seat, slot], NONE)
    return add(moves, n, KIND.DISCARD, seat) if may_discard else n


@kernel
def list_losses(s, moves, what):
    """Cards of the mat that must go, chosen by their owner.  Rule N-ICON-6."""
    n = 0
    first = record.SPELLS_HELD if what == WHAT.SPELL else record.LEFT_HAND
    last = record.SPELLS_HELD if what == WHAT.LOOT else record.KIT
    for slot in range(first, last):
        if s.kit[s.decider, slot] != NONE:
            n = add_item(moves, n, KIND.LOSE, s.decider, s.kit[s.decider, slot], NONE)
    return n
