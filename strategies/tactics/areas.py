"""What control areas are worth: who will hold them when flags are advanced."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.questions import weight
from simulate.games.tactics.state.record import AREAS
from strategies.tactics.outlook import look_along

OURS, THEIRS = 1, 2


@kernel
def count_areas(s, cards, v):
    """Fill how many units each side has in the areas, and who stands on the triggers."""
    for area in range(AREAS):
        v.ours[area] = 0
        v.theirs[area] = 0
        standing = s.occupant[cards.trigger[s.realm, area]]
        v.on_trigger[area] = 0
        if standing != NONE:
            v.on_trigger[area] = OURS if cards.team[standing // FORCE] == v.team else THEIRS
        for seat in range(cards.seats):
            v.crowd[seat, area] = 0
    for slot in range(cards.seats * FORCE):
        if s.at[slot] != NONE:
            area = cards.area[s.realm, s.at[slot]]
            if area != NONE:
                v.crowd[first_of_team(cards, slot // FORCE), area] += weight(s, cards, slot)
    for seat in range(cards.seats):
        for area in range(AREAS):
            if cards.team[seat] != v.team:
                v.theirs[area] = max(v.theirs[area], v.crowd[seat, area])
            elif first_of_team(cards, seat) == seat:
                v.ours[area] = v.crowd[seat, area]


@inner_kernel
def first_of_team(cards, seat):
    """The first seat of a seat's team, by which the team is counted."""
    first = 0
    while cards.team[first] != cards.team[seat]:
        first += 1
    return first


@inner_kernel
def hold_chance(w, ahead):
    """Chance to have the majority of an area when one's next turn begins."""
    if ahead >= 2:
        return 1.0 if ahead > 2 else w.hold_two
    if ahead >= 0:
        return w.hold_one if ahead == 1 else w.hold_tie
    return w.hold_behind if ahead == -1 else 0.0


@inner_kernel
def take_chance(w, ahead):
    """Chance that a rival has it when its turn begins; ahead: units of ours more."""
    if ahead < 0:
        return 1.0
    return w.deny_tie if ahead == 0 else (w.deny_one if ahead == 1 else 0.0)


@kernel
def weigh_stakes(s, cards, w, v):
    """Fill the worth of securing an area, to the seat's team and to its rivals."""
    v.stake = stake_of(s, cards, w, v.lead)
    v.stake_of_rivals = stake_of(s, cards, w, -v.lead)


@kernel
def stake_of(s, cards, w, lead):
    """Worth of securing an area to a team that is so many points ahead."""
    secured = 1
    for area in range(AREAS):
        secured += s.holder[area] != NONE
    worth = w.flag * cards.flag_points
    if secured >= cards.end_flags:
        worth += w.finish * max(-1.0, min(1.0, (lead + cards.flag_points) / cards.flag_points))
    return worth


@kernel
def area_worth(s, cards, w, v, area, ours, theirs, on_trigger):
    """Worth to the seat of an area with so many units of each side."""
    if s.holder[area] != NONE or v.last:
        return 0.0
    soon = 1.0
    for _ in range(cards.control_rounds - s.flag[area]):
        soon *= w.urgent
    win = loss = soon
    if not s.triggered[area]:
        win *= 1.0 if on_trigger == OURS else w.untriggered
        loss *= 1.0 if on_trigger == THEIRS else w.untriggered
    ahead = ours - theirs
    worth = v.stake * win * hold_chance(w, ahead) if ours else 0.0
    if theirs:
        worth -= w.rival * v.stake_of_rivals * loss * take_chance(w, ahead)
    return worth


@kernel
def weigh_areas(s, cards, w, v):
    """Fill what areas are worth, and who is in them."""
    weigh_stakes(s, cards, w, v)
    count_areas(s, cards, v)


@kernel
def weigh_stays(s, cards, w, v):
    """Fill what it is worth that each unit of the seat stands in each area, after the areas."""
    for k in range(FORCE):
        slot = v.seat * FORCE + k
        if s.at[slot] == NONE and s.dungeon[slot] == NONE:
            continue
        own_weight = weight(s, cards, slot)
        own_area = NONE if s.at[slot] == NONE else cards.area[s.realm, s.at[slot]]
        for area in range(AREAS):
            ours, theirs, on = v.ours[area], v.theirs[area], v.on_trigger[area]
            if own_area == area:
                ours -= own_weight
                if s.at[slot] == cards.trigger[s.realm, area]:
                    on = 0
            without = area_worth(s, cards, w, v, area, ours, theirs, on)
            off = area_worth(s, cards, w, v, area, ours + own_weight, theirs, on)
            v.stay[k, area, 0] = off - without
            v.stay[k, area, 1] = v.stay[k, area, 0]
            if not s.triggered[area]:
                on_it = area_worth(s, cards, w, v, area, ours + own_weight, theirs, OURS)
                v.stay[k, area, 1] = on_it - without


@inner_kernel
def control_at(s, cards, v, k, space):
    """Worth of the area that a space lies in, if the seat's k-th unit stands there."""
    area = cards.area[s.realm, space]
    if area == NONE:
        return 0.0
    return v.stay[k, area, 1 if cards.trigger[s.realm, area] == space else 0]


@kernel
def area_near(s, cards, w, v, k, space):
    """Worth of the areas that are near a space, the best of them."""
    v.to[0] = space
    look_for_areas(s, cards, w, v, k, 1)
    return v.near[0]


@kernel
def look_for_areas(s, cards, w, v, k, count):
    """The same for the spaces that a unit's walks lead to, one area after another."""
    for i in range(count):
        v.near[i] = 0.0
    for area in range(AREAS):
        worth = v.stay[k, area, 1]
        if worth > 0.0:
            if s.triggered[area]:
                ways = cards.area_walk[s.realm, area]
            else:
                ways = cards.walk[s.realm, cards.trigger[s.realm, area]]
            look_along(v, count, ways)
            come_near(v.near, v.way, count, worth, 1.0 * v.points[k], w.far)


@inner_kernel
def come_near(near, way, count, worth, points, far):
    """Note the worth of what lies so far from each space, if it is more than was known."""
    for i in range(count):
        known = worth * (points / (points + far * way[i]))
        near[i] = known if known > near[i] else near[i]


@kernel
def worth_without(s, cards, w, v, slot, space):
    """What it is worth that an enemy stands on another space, or nowhere (NONE)."""
    if cards.battle or cards.time_start:
        return 0.0
    left = cards.area[s.realm, s.at[slot]]
    entered = NONE if space == NONE else cards.area[s.realm, space]
    if left == entered:
        return 0.0
    worth, counts = 0.0, weight(s, cards, slot)
    for area in range(AREAS):
        if area == left or area == entered:
            ours, theirs, on = v.ours[area], v.theirs[area], v.on_trigger[area]
            worth -= area_worth(s, cards, w, v, area, ours, theirs, on)
            if area == left:
                theirs -= counts
                if cards.trigger[s.realm, area] == s.at[slot]:
                    on = 0
            else:
                theirs += counts
            worth += area_worth(s, cards, w, v, area, ours, max(0, theirs), on)
    return worth
