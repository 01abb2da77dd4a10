"""Where a force may start: locations of four stars, or two of them diagonally opposite.

With two players a start names the first of two locations; stars 0 to 3 are of the first, 4 to 7
of the other.  Rules T-SETUP-6, T-SETUP-8, T-BATTLE-3, T-TEAM-3.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import CORNERS, FORCE, MODE
from simulate.games.tactics.cards.vocabulary import NONE

OPPOSITE = CORNERS // 2  # corners from one location to the one diagonally opposite


@inner_kernel
def opposite(corner):
    """The location diagonally opposite."""
    return (corner + OPPOSITE) % CORNERS


@kernel
def is_corner_taken(s, cards, corner):
    """Whether somebody stands on a starting location."""
    for k in range(FORCE):
        if s.occupant[cards.start[s.realm, corner, k]] != NONE:
            return True
    return False


@kernel
def is_start_offered(s, cards, seat, start):
    """Whether a seat may take a start.  Rules T-SETUP-7, T-SETUP-8, T-TEAM-3."""
    if is_corner_taken(s, cards, start):
        return False
    if cards.split_start:
        return start < OPPOSITE and not is_corner_taken(s, cards, opposite(start))
    if (
        cards.mode != MODE.TEAM and cards.mode != MODE.BATTLE_TEAM
    ) or not cards.team_starts_diagonal:
        return True
    kept_for = NONE  # team for which a location is kept
    own_start = NONE
    for other in range(cards.seats):
        if s.start[other] != NONE:
            if opposite(s.start[other]) == start:
                kept_for = cards.team[other]
            if cards.team[other] == cards.team[seat]:
                own_start = opposite(s.start[other])
    if own_start != NONE:
        return start == own_start
    return kept_for == NONE


@inner_kernel
def start_star(s, cards, seat, k):
    """A star of a seat's start: 0 to 3, and with two locations 4 to 7."""
    corner = s.start[seat] if k < FORCE else opposite(s.start[seat])
    return cards.start[s.realm, corner, k % FORCE]


@kernel
def is_star_free(s, cards, seat, k):
    """Whether the next unit may stand on a star.  Rules T-SETUP-6, T-SETUP-8."""
    if not cards.split_start:
        return k < FORCE and s.occupant[start_star(s, cards, seat, k)] == NONE
    if s.occupant[start_star(s, cards, seat, k)] != NONE:
        return False
    first = k // FORCE * FORCE
    standing = 0
    for other in range(first, first + FORCE):
        if s.occupant[start_star(s, cards, seat, other)] != NONE:
            standing += 1
    return standing < FORCE // 2
