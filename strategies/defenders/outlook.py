"""What a seat can reckon: worth of threat and places, the best plan.

Everything here is public: the cards that were seen, the number and kinds of those that
were not, the table.  `v` is scratch space (`OUTLOOK`), filled anew at every decision.
"""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.defenders.cards.tables import (
    CAPITAL,
    PLACES,
    SEATS,
)
from simulate.games.defenders.moves.questions import price_of_entering
from simulate.games.defenders.state.record import SPLIT_POINTS
from strategies.defenders.foresight import foresee
from strategies.defenders.names import JUDGEMENT, MOVE_FEATURES

HORIZON = 9  # points that a plan can spend, at most
PLANS = ("plan", "leave", "home_plan", "home_leave")
NEVER = -1e9
NOBODY = -1  # no party has this number

WEIGHTS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mode", "i8"),  # how the seat chooses, see choose.py
                ("mark", "i8"),  # the same for equal weights
                ("skill", "f8"),  # 0 random, 1 best
                ("playouts", "i8"),  # of the look-ahead
                ("candidates", "i8"),  # moves that the look-ahead plays out
                ("rounds", "i8"),  # for how many rounds
                ("weight", "f8", (len(MOVE_FEATURES),)),
                *((name, "f8") for name in JUDGEMENT),
            ],
            align=True,
        ),
    )
)

OUTLOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("game", "u8"),  # for which game and deck the expected attacks hold
                ("deck", "i8"),
                ("mark", "i8"),  # for whose weights, land and foe the worths hold
                ("land", "i8"),
                ("foe", "i8"),
                ("party", "i8"),  # for which heroes places and plans hold
                ("now", "f8", (PLACES,)),  # attacks expected in the rest of this round
                ("cycle", "f8", (PLACES,)),  # attacks expected in a whole round
                ("dire", "f8", (PLACES,)),  # of `cycle`, those of dire enemies
                ("called", "f8", (SEATS,)),  # 1 if an Ally card of the seat is still to come
                ("allies", "f8"),  # Ally and Group Ally cards left in the turn deck
                ("enemies", "f8"),  # enemy cards left in the turn deck
                ("factor", "f8", (PLACES,)),  # how much a region's threat counts
                ("harm", "f8", (PLACES,)),  # worth of preventing the next attack there
                ("work", "f8", (PLACES, HORIZON + 1)),  # succor and fights there, by points
                ("plain", "f8", (PLACES,)),  # best work of a turn that begins there
                ("rich", "f8", (PLACES,)),  # the same with one more purchase of points
                # worth of the rest of a turn, by region and points, see `weigh_plans`
                ("horizon", "i8"),
                *((name, "f8", (PLACES, HORIZON + 1)) for name in PLANS),
                ("turn_points", "i8"),  # points of this turn, those used too
                ("refuge", "f8"),  # of beginning a turn rested in the Capital City
                ("stand", "f8", (PLACES,)),  # of ending this turn there
            ],
            align=True,
        ),
    )
)


# What things are worth


@inner_kernel
def step_worth(s, cards, w, v, region, level):
    """Worth of the threat step that leads to `level` in an outer region."""
    left = cards.region_limit - level
    if left <= 0:
        worth = w.step_destroys
    elif left == 1:
        worth = w.step_high
    elif left == 2:
        worth = w.step_mid
    else:
        worth = w.step_low
    return worth * v.factor[region]


@kernel
def capital_worth(s, cards, w, level):
    """Worth of the threat step that leads to `level` in the Capital City."""
    return w.capital_step * (1.0 + w.capital_late * level / cards.capital_limit)


@kernel
def harm_of(s, cards, w, v, region):
    """Worth of preventing one more threat in a region."""
    if region == CAPITAL or s.destroyed[region]:
        return capital_worth(s, cards, w, s.threat[CAPITAL] + 1)
    return step_worth(s, cards, w, v, region, s.threat[region] + 1)


@kernel
def relief_of(s, cards, w, v, region, amount):
    """Worth of lowering an outer region's threat by up to `amount`."""
    worth = 0.0
    for level in range(s.threat[region], max(0, s.threat[region] - amount), -1):
        worth += step_worth(s, cards, w, v, region, level)
    return worth


@kernel
def weigh_regions(s, cards, w, v):
    """How much each region's threat counts, and what the next attack there would cost."""
    always = w.attack_any + w.attack_later * s.horde_cards
    share = 1.0 - w.abandon if s.foe_in_play else 1.0
    for region in range(PLACES):
        attacks = w.attack_now * v.now[region] + w.attack_round * v.cycle[region]
        v.factor[region] = share * (always + attacks)
    for region in range(PLACES):
        v.harm[region] = harm_of(s, cards, w, v, region)


# Plans


@kernel
def weigh_work(s, cards, w, v):
    """Worth of spending 0..HORIZON points on succor and fights in each region."""
    for region in range(PLACES):
        threat = s.threat[region]
        stands = region != CAPITAL and not s.destroyed[region]
        foe_here = s.foe_in_play and region == s.foe_region
        blows = 0
        v.work[region, 0] = 0.0
        for k in range(1, HORIZON + 1):
            succor = step_worth(s, cards, w, v, region, threat) if stands and threat > 0 else 0.0
            blow = 0.0
            if foe_here and blows < s.foe_health:
                blow = w.fight
                if blows + 1 == s.foe_health:
                    blow += w.fight
            if blow > succor:
                v.work[region, k] = v.work[region, k - 1] + blow
                blows += 1
            elif succor == 0.0:
                for rest in range(k, HORIZON + 1):
                    v.work[region, rest] = v.work[region, k - 1]
                break
            else:
                v.work[region, k] = v.work[region, k - 1] + succor
                threat -= 1


@inner_kernel
def attacks_before_turn(s, v, seat, region):
    """Attacks expected on a region before a seat's next turn."""
    if v.called[seat] > 0.0:
        return 0.5 * v.now[region]
    return v.now[region] + 0.5 * v.cycle[region]


@inner_kernel
def defended_worth(s, cards, w, v, seat, region, health):
    """Worth of the attacks on a region that a hero standing there can be expected to stop."""
    expected = attacks_before_turn(s, v, seat, region)
    for other in range(s.players):
        if other != seat and s.place[other] == region:
            expected -= s.health[other]
    can = min(max(0.0, expected), health / max(1, cards.defend_health))
    worth = can * v.harm[region]
    if health >= cards.defend_health_dire:
        soon = 0.5 if v.called[seat] > 0.0 else 1.0
        worth += w.dire_prize * min(1.0, v.dire[region]) * soon
    return worth


@inner_kernel
def best_work(s, v, start, points):
    """Worth of the best work that a turn with `points` from `start` can do."""
    best = 0.0
    for goal in range(PLACES):
        left = points - s.distance[start, goal]
        if left > 0:
            best = max(best, v.work[goal, min(left, HORIZON)])
    return best


@kernel
def weigh_turns(s, cards, v):
    """Worth of the best work of a turn from each region, plain and with points bought once."""
    points = min(HORIZON, cards.ally_points)
    rich = min(HORIZON, points + cards.extra_points)
    for p in range(rich + 1):
        for region in range(PLACES):
            best = 0.0
            if p >= cards.move_points and cards.move_points > 0:
                for k in range(s.neighbours[region]):
                    best = max(best, v.plan[s.neighbour[region, k], p - cards.move_points])
            v.leave[region, p] = best
            if v.work[region, HORIZON] > 0.0:
                for k in range(1, p + 1):
                    best = max(best, v.work[region, k] + v.leave[region, p - k])
            v.plan[region, p] = best
    for region in range(PLACES):
        v.plain[region] = v.plan[region, points]
        v.rich[region] = v.plan[region, rich]


@inner_kernel
def points_for_health(cards, health):
    """Points that so much health can buy in one turn.  Rule D-EXTRA-1 and its switches."""
    if cards.extra_points == 0 or cards.extra_point_health == 0:
        return 0
    times = max(0, health - cards.extra_point_keeps) // cards.extra_point_health
    return cards.extra_points * (times if cards.extra_point_repeats else min(1, times))


@inner_kernel
def prospect_of(s, cards, w, v, region, health):
    """Worth of beginning a turn in `region` with so much health."""
    plain = v.plain[region]
    more = points_for_health(cards, health)
    if more == 0:
        return plain
    if more == cards.extra_points:
        return plain + w.bought * (v.rich[region] - plain)
    return plain + w.bought * (best_work(s, v, region, cards.ally_points + more) - plain)


@kernel
def place_worth(s, cards, w, v, seat, region, health):
    """Worth of ending a turn in `region` with so much health: the next turn, and defending.

    In the Capital City the next turn begins with REST, so health spent there is regained.
    At zero health elsewhere all that is left is the way back.  A turn counts for less while no
    Ally card brings it before the next round.
    """
    share = w.prospect
    if v.called[seat] == 0.0:
        share *= 1.0 - w.impatience
    each = w.health + w.health_later * s.horde_cards
    if s.foe_in_play:
        each += w.health_foe
    if region == CAPITAL:
        return share * v.refuge + each * s.full[seat] + w.health_last
    if health == 0:
        return share * w.prospect * v.refuge
    worth = share * prospect_of(s, cards, w, v, region, health)
    worth += each * health + w.health_last
    return worth + w.stand * defended_worth(s, cards, w, v, seat, region, health)


@kernel
def weigh_refuge(s, cards, w, v, seat):
    """Worth of a next turn that begins with REST in the Capital City."""
    v.refuge = prospect_of(s, cards, w, v, CAPITAL, s.full[seat])


@kernel
def weigh_places(s, cards, w, v, seat):
    """Worth of every region as the end of this turn, and of the plans that lead there.

    Reckoned anew only if the heroes are not as they were or more points can be spent.
    """
    weigh_refuge(s, cards, w, v, seat)
    party = party_number(s, seat)
    points = s.group_points if s.phase == SPLIT_POINTS else s.points
    points = min(points + points_for_health(cards, s.health[seat]), HORIZON)
    if v.party == party and v.horizon >= points:
        return
    v.party = party
    for region in range(PLACES):
        v.stand[region] = place_worth(s, cards, w, v, seat, region, s.health[seat])
    weigh_plans(s, cards, v, seat, points)


@inner_kernel
def party_number(s, seat):
    """One number for all that places and plans depend on in the heroes, as a seat sees them."""
    number = 2 * seat + s.free_moves[seat]
    for other in range(s.players):
        place = s.place[other] if other != seat else 0
        number = 256 * number + PLACES * s.health[other] + place
    return number


@kernel
def health_worth(s, cards, w, v, seat, before, after):
    """Worth of a hero's health between two marks, where the hero stands."""
    here = s.place[seat]
    more = place_worth(s, cards, w, v, seat, here, max(before, after))
    return more - place_worth(s, cards, w, v, seat, here, min(before, after))


@kernel
def survey(s, cards, w, v):
    """Fill what of the outlook is the same for every seat, unless nothing of it has changed."""
    land, foe = land_number(s), foe_number(s)
    known = v.game == s.keys[0] and v.deck == s.deck_changes
    if known and v.mark == w.mark and v.land == land and v.foe == foe:
        return
    v.mark, v.land, v.foe, v.party = w.mark, land, foe, NOBODY
    foresee(s, cards, v)
    weigh_regions(s, cards, w, v)
    weigh_work(s, cards, w, v)
    weigh_turns(s, cards, v)


@inner_kernel
def land_number(s):
    """One number for the threat everywhere and the regions that lie destroyed."""
    number = 0
    for region in range(PLACES):
        number = 64 * number + 2 * s.threat[region] + s.destroyed[region]
    return number


@inner_kernel
def foe_number(s):
    """One number for the epic foe, and for the horde deck that it waits for."""
    number = s.horde_cards
    if s.foe_in_play:
        number += 64 * (PLACES * s.foe_health + s.foe_region + 1)
    return number


@kernel
def look_out(s, cards, w, v, seat):
    """Fill the outlook of a seat."""
    v.turn_points = s.points_used + s.points
    survey(s, cards, w, v)
    weigh_places(s, cards, w, v, seat)


# Plans for the rest of a turn


@kernel
def points_to_buy(s, cards, v, seat):
    """Points that the seat's health can still buy once this turn's points are used.

    A hero at zero health can only move, so where moves cost nothing the last health buys nothing.
    """
    if v.turn_points < cards.extra_point_after:
        return 0
    if s.bought > 0 and not cards.extra_point_repeats:
        return 0
    return points_for_health(cards, s.health[seat] - s.free_moves[seat])


@inner_kernel
def weigh_plans(s, cards, v, seat, points):
    """Worth of the best rest of a turn from every region with 0..`points` points, HORIZON at most.

    A plan works in a region, goes to the next one, works there, and so on.  `leave` is the
    worth of staying or going on when the work in a region is done; the tables `home_` are for
    plans that end in the Capital City.  Work that was done before a hero comes back is counted
    twice, which is never worth the way.
    """
    v.horizon = points
    if s.free_moves[seat] or cards.move_points == 0:
        weigh_free_plans(s, v, seat)
        return
    able = s.health[seat] > 0
    for p in range(v.horizon + 1):
        for region in range(PLACES):
            stay = v.stand[region]
            home = stay if region == CAPITAL else NEVER
            for k in range(s.neighbours[region]):
                other = s.neighbour[region, k]
                left = p - price_of_entering(s, cards, seat, other)
                if left >= 0:
                    stay = max(stay, v.plan[other, left])
                    home = max(home, v.home_plan[other, left])
            v.leave[region, p] = stay
            v.home_leave[region, p] = home
            if able and v.work[region, HORIZON] > 0.0:
                for k in range(1, p + 1):
                    stay = max(stay, v.work[region, k] + v.leave[region, p - k])
                    home = max(home, v.work[region, k] + v.home_leave[region, p - k])
            v.plan[region, p] = stay
            v.home_plan[region, p] = home


@kernel
def weigh_free_plans(s, v, seat):
    """As `weigh_plans` where moves cost nothing: work in one region, then stand in any."""
    end = v.stand[CAPITAL]
    for region in range(PLACES):
        end = max(end, v.stand[region])
    for p in range(v.horizon + 1):
        work = 0.0
        if s.health[seat] > 0:
            for region in range(PLACES):
                work = max(work, v.work[region, p])
        for region in range(PLACES):
            v.leave[region, p] = work + end
            v.plan[region, p] = work + end
            v.home_leave[region, p] = work + v.stand[CAPITAL]
            v.home_plan[region, p] = work + v.stand[CAPITAL]


@inner_kernel
def plan_worth(s, cards, v, seat, start, points):
    """Worth of the best plan from `start` with `points`, within what `weigh_plans` covered.

    Points that health can buy cost nothing where REST gives it back.
    """
    best = v.plan[start, min(points, v.horizon)]
    bought = points_to_buy(s, cards, v, seat)
    if bought > 0:
        best = max(best, v.home_plan[start, min(points + bought, v.horizon)])
    return best


@kernel
def plan_after(s, cards, v, seat, points, done):
    """As `plan_worth` from where a hero stands, when `done` points of the work there are done."""
    here = s.place[seat]
    best, points = NEVER, min(points, v.horizon)
    for k in range(points + 1):
        best = max(best, more_work(s, v, seat, here, done, k) + v.leave[here, points - k])
    points = min(points + points_to_buy(s, cards, v, seat), v.horizon)
    for k in range(points + 1):
        best = max(best, more_work(s, v, seat, here, done, k) + v.home_leave[here, points - k])
    return best


@inner_kernel
def more_work(s, v, seat, region, done, points):
    """Worth of so many points of work after those that are done."""
    if s.health[seat] == 0:
        return 0.0
    return v.work[region, min(done + points, HORIZON)] - v.work[region, min(done, HORIZON)]
