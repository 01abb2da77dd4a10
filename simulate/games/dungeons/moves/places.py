"""Ways and distances: what lies next to what, who sees whom, who is where."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.dungeons.cards.codes import LAIR_LAYOUT, REACH
from simulate.games.dungeons.cards.vocabulary import NONE, SPACES
from simulate.games.dungeons.state import record


@inner_kernel
def opposite(side):
    """The side across from a side."""
    return (side + 2) % record.SIDES


@inner_kernel
def is_joined(s, place, side):
    """Whether a pathway leads from a room to the revealed room on that side.  N-MOVE-2."""
    return record.is_in(s.ways[place], side)


@kernel
def is_on_grid(cards, place):
    """Whether a card may lie there.  Rules N-SETUP-19, N-EXPLORE-8."""
    north, east = place // record.GRID - record.TO_EDGE, place % record.GRID - record.TO_EDGE
    return max(abs(north), abs(east)) <= cards.grid_reach


@inner_kernel
def distance(s, one, other):
    """Rooms between two places, for ranges: nothing leads through the door.  N-DEEP-5."""
    if one == record.LAIR or other == record.LAIR:
        return 0 if one == other else record.FAR_AWAY
    return s.far[one, other]


@inner_kernel
def walking_distance(s, one, other):
    """Steps between two places for whoever may go through the Lair Door.  N-LAIR-10."""
    if one == other:
        return 0
    if one != record.LAIR and other != record.LAIR:
        return s.far[one, other]
    if s.door == NONE or s.act == 1:
        return record.FAR_AWAY
    return 1 + s.far[s.door, other if one == record.LAIR else one]


@kernel
def sight(s, one, other):
    """Length of the straight line of pathways between two places.

    Rules N-RANGE-2, N-RANGE-5, N-LAIR-2, N-DEEP-4.
    """
    if one == record.LAIR or other == record.LAIR:
        return 0 if one == other else record.FAR_AWAY
    if one == other or s.far[one, other] == record.FAR_AWAY:
        return record.FAR_AWAY
    if one % record.GRID == other % record.GRID:
        side = 0 if other > one else 2
    elif one // record.GRID == other // record.GRID:
        side = 1 if other > one else 3
    else:
        return record.FAR_AWAY
    place, length = one, 0
    while place != other:
        if not is_joined(s, place, side):
            return record.FAR_AWAY
        place = record.NEIGHBOUR[place, side]
        length += 1
    return length


@kernel
def sees(s, one, other):
    """Whether two places are the same or in line of sight."""
    return one == other or sight(s, one, other) < record.FAR_AWAY


@kernel
def is_in_reach(s, one, other, reach, far):
    """Whether a target is within an ability's reach.

    Rules N-RANGE-1, N-RANGE-2, N-RANGE-3, N-BOSS-1.
    """
    if reach == REACH.ROOM:
        return one == other
    if reach == REACH.SIGHT:
        length = sight(s, one, other)
        return length <= far and (length > 0 or one == record.LAIR)
    return distance(s, one, other) <= far


# Who is where


@kernel
def enemies_at(s, place):
    """Set of enemies in a place."""
    enemies = 0
    for enemy in range(record.ENEMIES):
        if s.enemy_place[enemy] == place:
            enemies |= record.bit(enemy)
    return enemies


@kernel
def is_hero_at(s, place):
    """Whether a conscious hero is in a place."""
    for seat in range(s.players):
        if s.place[seat] == place and record.is_conscious(s, seat):
            return True
    return False


@kernel
def has_company(s, cards, seat):
    """No enemies in the room, or other conscious heroes beside them.  N-SEARCH-3, N-DISARM-2."""
    if not enemies_at(s, s.place[seat]):
        return True
    others = 0
    for other in range(s.players):
        if other != seat and s.place[other] == s.place[seat] and record.is_conscious(s, other):
            others += 1
    return others >= cards.company


# The Boss Mat


@kernel
def next_space(cards, space, way):
    """The next space of the Boss Mat, way 0 down and 1 up; 0 for none.  Rule N-LAIR-5."""
    following = space + 2 * way - 1
    if cards.lair_layout == LAIR_LAYOUT.RING:
        return (following - 1) % SPACES + 1
    return following if 1 <= following <= SPACES else 0


@kernel
def is_taken(s, seat, space):
    """Whether another hero stands on a space of the Boss Mat."""
    for other in range(s.players):
        if other != seat and s.place[other] == record.LAIR and s.space[other] == space:
            return True
    return False


@kernel
def is_sharing(s, seat):
    """Whether a hero stands on a space with another, where it cannot stay.  N-LAIR-7."""
    return s.place[seat] == record.LAIR and is_taken(s, seat, s.space[seat])


@kernel
def can_settle(s, cards, seat, space, left):
    """Whether a hero on this space could still end its movement on one of its own.  N-LAIR-7."""
    seen = edge = record.bit(space)
    for spent in range(left + 1):
        for number in range(1, SPACES + 1):
            if record.is_in(edge, number) and not is_taken(s, seat, number):
                return True
        if record.is_in(edge, 1) and spent < left:
            return True
        further = 0
        for number in range(1, SPACES + 1):
            if record.is_in(edge, number):
                further |= record.bit(next_space(cards, number, 0)) | record.bit(
                    next_space(cards, number, 1)
                )
        edge = further & ~(seen | 1)
        seen |= edge
    return False
