"""The decision compass: directions clockwise from the arrow, and what is nearest by it."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import COLUMNS, COMPASS_TARGET, DIRECTIONS, ROWS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.questions import distance, is_free

TURN = 1 << 12  # more than the ranks of all directions, and than any distance


@inner_kernel
def rank(s, cards, start, goal, arrow):
    """Rank of the direction from one space to another, clockwise from the arrow."""
    across = cards.column[s.realm, goal] - cards.column[s.realm, start]
    down = cards.row[s.realm, goal] - cards.row[s.realm, start]
    return cards.bearing[arrow, COLUMNS + across, ROWS + down]


@kernel
def quarter(s, cards, start, goal, arrow):
    """Quarter of the circle, clockwise from the arrow, in which a space lies, 0 to 3."""
    across = cards.column[s.realm, goal] - cards.column[s.realm, start]
    down = cards.row[s.realm, goal] - cards.row[s.realm, start]
    for _ in range(arrow):
        across, down = down, -across
    if across >= 0 and down < 0:
        return 0
    if across > 0:
        return 1
    return 2 if down > 0 else 3


@kernel
def by_compass(s, cards, start, goal, arrow):
    """Merit of a target: the least comes first.

    By the exact direction, of one direction the nearest; or by quarters and then the nearest.
    Rules T-COMPASS-1, T-COMPASS-2.
    """
    away = distance(s, cards, start, goal)
    if cards.compass_target == COMPASS_TARGET.QUARTER:
        turn = quarter(s, cards, start, goal, arrow) * TURN + away
        return turn * TURN + rank(s, cards, start, goal, arrow)
    return rank(s, cards, start, goal, arrow) * TURN + away


@kernel
def by_distance(s, cards, start, goal, arrow):
    """Merit of a goal: the nearest, ties by the compass.  Rules T-ENEMY-16, T-ENEMY-20."""
    return distance(s, cards, start, goal) * TURN * TURN * TURN + by_compass(
        s, cards, start, goal, arrow
    )


@kernel
def side_by_arrow(s, cards, space, arrow):
    """The first free side of a space, clockwise from the arrow, or NONE."""
    for k in range(DIRECTIONS):
        side = cards.neighbour[s.realm, space, (arrow + k) % DIRECTIONS]
        if side != NONE and is_free(s, cards, side):
            return side
    return NONE


@kernel
def first_by_distance(s, cards, space, arrow):
    """The nearest free space, ties by exact direction, or NONE."""
    best, least = NONE, 0
    for other in range(cards.spaces[s.realm]):
        if other != space and is_free(s, cards, other):
            merit = distance(s, cards, space, other) * TURN
            merit += rank(s, cards, space, other, arrow)
            if best == NONE or merit < least:
                best, least = other, merit
    return best
