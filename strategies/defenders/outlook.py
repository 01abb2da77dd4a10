"""The evaluation of a position by a seat: worth of threat and places, the best plan.

Everything here is public: the cards that were seen, the number and kinds of those that
were not, the table.  `v` is scratch space (`OUTLOOK`), filled anew at every decision.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.defenders.cards import tables
from simulate.games.defenders.cards.tables import ACT
from simulate.games.defenders.moves.questions import brace_there, is_able, price_of_way
from strategies.defenders.foresight import foresee
from strategies.defenders.learned.facts import PLACE, TABLE, TERMS
from strategies.defenders.names import JUDGEMENT, MOVE_FEATURES
from strategies.records import weights_of

HORIZON = 9  # points that a plan can spend, at most
NEVER = -1e9
SHIELDED = 9  # health that the Shield is reckoned to save until the round ends
NOBODY = -1  # no party has this number
WAYS = 3  # regions next to one, at most
# Tables of plans: as the table is, as it would be after a move, and for the next turn.  Beside
# the first two stand those of the plans that end in the Capital City.
NOW, WOULD, LATER = 0, 2, 4
HOME = 1
TABLES_OF_PLANS = 5

ACTS = 13  # kinds of moves that have lessons
STEPS = 16  # decisions that are kept of a Group Ally card that was played out

# A decision that is known already, see split.py: the move by its number among those listed, how
# the table stood, and the luck that the seat had used before and after.
KNOWN = record_of("move", "table", ("before", "u8"), ("after", "u8"))

# mark: the same for equal weights
WEIGHTS = weights_of(MOVE_FEATURES, JUDGEMENT, "mark")

OUTLOOK = record_of(
    ("game", "u8"),  # for which game and deck the expected attacks hold
    "deck",
    "mark",  # for whose weights, land and foe the worths hold
    ("land", tables.PLACES),  # threat and ruin of each region
    "foe",
    "party",  # for which heroes plans hold
    ("now", "f8", tables.PLACES),  # attacks expected in the rest of this round
    ("cycle", "f8", tables.PLACES),  # attacks expected in a whole round
    ("dire", "f8", tables.PLACES),  # of `cycle`, those of dire enemies
    ("called", "f8", tables.SEATS),  # 1 if an Ally card of the seat is still to come
    ("allies", "f8"),  # Ally and Group Ally cards left in the turn deck
    ("enemies", "f8"),  # enemy cards left in the turn deck
    ("factor", "f8", tables.PLACES),  # how much a region's threat counts
    ("harm", "f8", tables.PLACES),  # worth of preventing the next attack there
    ("work", "f8", tables.PLACES, HORIZON + 1),  # succor and fights there, by points
    ("plain", "f8", tables.PLACES),  # best work of a turn that begins there
    ("rich", "f8", tables.PLACES),  # the same with one more purchase of points
    ("beside", tables.PLACES, WAYS),  # adjacent regions, the first one once more
    ("price", tables.PLACES),  # points for entering
    "turn_points",  # points of this turn, those used too
    ("refuge", "f8"),  # of beginning a turn rested in the Capital City
    # worth of the rest of a turn, by points and region, see `fill_row`
    ("rows", TABLES_OF_PLANS),  # filled so far: for 0, 1, ... points
    ("last", "f8", TABLES_OF_PLANS, tables.PLACES),  # of ending the turn there
    ("plan", "f8", TABLES_OF_PLANS, HORIZON + 1, tables.PLACES),
    ("leave", "f8", TABLES_OF_PLANS, HORIZON + 1, tables.PLACES),
    ("enter", "f8", tables.PLACES),  # of the points left after entering
    # what lessons rest on, see lessons.py
    ("facts", TABLE),
    ("places", PLACE, tables.PLACES),
    "noted",  # a bit for each region of which they hold
    "heroes",  # for which heroes
    ("taught", "f8", ACTS),  # what the table says of each kind of move
    ("known", KNOWN, STEPS),  # decisions of the turns that were played out
    "knows",  # how many
    "known_split",  # after which of the splits
    "known_from",  # number of the first of these decisions in the game
    "known_deck",  # and how often cards had moved then
    ("terms", TERMS),  # of the position judged last, see value.py
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
    if region == tables.CAPITAL or s.destroyed[region]:
        return capital_worth(s, cards, w, s.threat[tables.CAPITAL] + 1)
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
    """How much each region's threat counts, and the ways between them."""
    always = w.attack_any + w.attack_later * s.horde_cards
    share = 1.0 - w.abandon if s.foe_in_play else 1.0
    for region in range(tables.PLACES):
        attacks = w.attack_now * v.now[region] + w.attack_round * v.cycle[region]
        v.factor[region] = share * (always + attacks)
        v.price[region] = price_of_way(s, cards, region)
        for k in range(WAYS):
            v.beside[region, k] = s.neighbour[region, k if k < s.neighbours[region] else 0]


# Plans


@kernel
def weigh_work(s, cards, w, v, region):
    """Worth of spending 0..HORIZON points on succor and fights in a region."""
    threat = s.threat[region]
    stands = region != tables.CAPITAL and not s.destroyed[region]
    foe_here = s.foe_in_play and region == s.foe_region
    blows, done = 0, 0.0
    v.work[region, 0] = 0.0
    for k in range(1, HORIZON + 1):
        succor = step_worth(s, cards, w, v, region, threat) if stands and threat > 0 else 0.0
        blow = 0.0
        if foe_here and blows < s.foe_health:
            blow = w.fight
            if blows + 1 == s.foe_health:
                blow += w.fight
        if blow > succor:
            done += blow
            blows += 1
        elif succor != 0.0:
            done += succor
            threat -= 1
        else:
            for rest in range(k, HORIZON + 1):
                v.work[region, rest] = done
            return
        v.work[region, k] = done


@inner_kernel
def attacks_before_turn(s, v, seat, region):
    """Attacks expected on a region before a seat's next turn."""
    if v.called[seat] > 0.0:
        return 0.5 * v.now[region]
    return v.now[region] + 0.5 * v.cycle[region]


@inner_kernel
def defended_worth(s, cards, w, v, seat, region, health, times):
    """Worth of the attacks on a region that a hero standing there can be expected to stop.

    times: how often the hero's health pays for a defence.
    """
    expected = attacks_before_turn(s, v, seat, region)
    for other in range(s.players):
        if other != seat and s.place[other] == region:
            expected -= s.health[other]
    worth = min(max(0.0, expected), times) * v.harm[region]
    if health >= cards.defend_health_dire:
        soon = 0.5 if v.called[seat] > 0.0 else 1.0
        worth += w.dire_prize * min(1.0, v.dire[region]) * soon
    return worth


@kernel
def best_work(s, v, start, points):
    """Worth of the best work that a turn with `points` from `start` can do."""
    best = 0.0
    for goal in range(tables.PLACES):
        left = points - s.distance[start, goal]
        if left > 0:
            best = max(best, v.work[goal, min(left, HORIZON)])
    return best


@kernel
def weigh_turns(s, cards, v):
    """Worth of the best work of a turn from each region, plain and with points bought once."""
    points = min(HORIZON, cards.ally_points)
    rich = min(HORIZON, points + cards.extra_points)
    for region in range(tables.PLACES):
        v.last[LATER, region] = 0.0
        # Where moves cost nothing none is reckoned with: the next turn is far away.
        v.enter[region] = 0.0
    for p in range(rich + 1):
        if p >= cards.move_points and cards.move_points > 0:
            for region in range(tables.PLACES):
                v.enter[region] = v.plan[LATER, p - cards.move_points, region]
        fill_cells(v, LATER, p, True)
    for region in range(tables.PLACES):
        v.plain[region] = v.plan[LATER, points, region]
        v.rich[region] = v.plan[LATER, rich, region]


@inner_kernel
def points_for_health(cards, health):
    """Points that so much health can buy in one turn.  Rule D-EXTRA-1 and its switches."""
    if cards.extra_points == 0 or cards.extra_point_health == 0:
        return 0
    times = max(0, health - cards.extra_point_keeps) // cards.extra_point_health
    return cards.extra_points * (times if cards.extra_point_repeats else min(1, times))


@inner_kernel
def prospect_of(s, cards, w, v, region, more):
    """Worth of beginning a turn in `region` when health can buy so many points more."""
    plain = v.plain[region]
    if more == 0:
        return plain
    if more == cards.extra_points:
        return plain + w.bought * (v.rich[region] - plain)
    return plain + w.bought * (best_work(s, v, region, cards.ally_points + more) - plain)


@inner_kernel
def share_of_turn(w, v, seat):
    """How much a seat's next turn counts: less while no Ally card brings it in this round."""
    return w.prospect * (1.0 - w.impatience) if v.called[seat] == 0.0 else w.prospect


@inner_kernel
def worth_of_health(s, w):
    """Worth of each health point that is kept, besides what it can buy and defend."""
    each = w.health + w.health_later * s.horde_cards
    return each + w.health_foe if s.foe_in_play else each


@inner_kernel
def outer_worth(s, cards, w, v, seat, region, health, share, kept, more, times):
    """Worth of ending a turn outside the walls.

    share: of the next turn; kept: worth of the health itself; more: points that it can buy;
    times: defences that it pays for.
    """
    worth = share * prospect_of(s, cards, w, v, region, more) + kept
    return worth + w.stand * defended_worth(s, cards, w, v, seat, region, health, times)


@kernel
def place_worth(s, cards, w, v, seat, region, health):
    """Worth of ending a turn in `region` with so much health: the next turn, and defending.

    In the Capital City the next turn begins with REST, so health spent there is regained.
    At zero health elsewhere all that is left is the way back.
    """
    share, each = share_of_turn(w, v, seat), worth_of_health(s, w)
    if region == tables.CAPITAL:
        return share * v.refuge + each * s.full[seat] + w.health_last
    if health == 0:
        return spent_worth(s, cards, w, v, seat, region, share)
    kept, more = each * health + w.health_last, points_for_health(cards, health)
    times = defences(s, cards, w, seat, region, health)
    return outer_worth(s, cards, w, v, seat, region, health, share, kept, more, times)


@inner_kernel
def spent_worth(s, cards, w, v, seat, region, share):
    """Worth of standing at zero health outside the walls: the way back, and what is protected."""
    worth = share * w.prospect * v.refuge
    if s.free_defense[seat] or s.brace[seat] > 0:
        times = defences(s, cards, w, seat, region, 0)
        worth += w.stand * defended_worth(s, cards, w, v, seat, region, 0, times)
    return worth


@inner_kernel
def defences(s, cards, w, seat, region, health):
    """How often a hero's health, and a protection that works in a region, pay for defending."""
    if s.free_defense[seat] or s.brace[seat] > 0:
        saved = SHIELDED if s.free_defense[seat] else brace_there(s, seat, region)
        return (health + w.braced * saved) / max(1, cards.defend_health)
    return health / max(1, cards.defend_health)


@kernel
def weigh_refuge(s, cards, w, v, seat):
    """Worth of a next turn that begins with REST in the Capital City."""
    v.refuge = prospect_of(s, cards, w, v, tables.CAPITAL, points_for_health(cards, s.full[seat]))


@kernel
def weigh_places(s, cards, w, v, seat):
    """Get ready to weigh plans of a seat; those made before hold if the heroes are as they were."""
    weigh_refuge(s, cards, w, v, seat)
    party = party_number(s, seat)
    if v.party != party:
        v.party = party
        forget_plans(v, NOW)


@inner_kernel
def forget_plans(v, table):
    """Empty a table of plans, and the one of those that end in the Capital City."""
    v.rows[table] = 0
    v.rows[table + HOME] = 0


@inner_kernel
def stand_worth(s, cards, w, v, seat, region):
    """Worth of ending this turn in a region."""
    if v.rows[NOW] > 0:
        return v.last[NOW, region]
    return place_worth(s, cards, w, v, seat, region, s.health[seat])


@inner_kernel
def party_number(s, seat):
    """One number for all that places and plans depend on in the heroes, as a seat sees them."""
    number = 4 * seat + 2 * s.free_moves[seat] + s.free_defense[seat]
    number = 512 * number + 8 * s.brace[seat] + s.brace_at[seat] + 1
    for other in range(s.players):
        place = s.place[other] if other != seat else 0
        number = 256 * number + tables.PLACES * s.health[other] + place
    return number


@inner_kernel
def table_number(s, seat):
    """One number for all that the moves of a Group Ally card change, as far as seats reckon."""
    number = tables.PLACES * party_number(s, seat) + s.place[seat]
    for region in range(tables.PLACES):
        number = 16 * number + s.threat[region]
    return 64 * (64 * number + s.points) + s.turn_moves


@kernel
def health_worth(s, cards, w, v, seat, before, after):
    """Worth of a hero's health between two marks, where the hero stands."""
    region = s.place[seat]
    more = place_worth(s, cards, w, v, seat, region, max(before, after))
    return more - place_worth(s, cards, w, v, seat, region, min(before, after))


@kernel
def survey(s, cards, w, v):
    """Fill what of the outlook is the same for every seat, as far as it has changed."""
    foe = foe_number(s)
    known = v.game == s.keys[0] and v.deck == s.deck_changes
    fresh = not (known and v.mark == w.mark and v.foe == foe)
    if fresh:
        v.mark, v.foe = w.mark, foe
        foresee(s, cards, v)
        weigh_regions(s, cards, w, v)
    if weigh_land(s, cards, w, v, fresh):
        v.party, v.noted = NOBODY, 0
        weigh_turns(s, cards, v)


@inner_kernel
def weigh_land(s, cards, w, v, fresh):
    """Work and harm in the regions, all of them or those that changed; whether any did."""
    changed = fresh
    for region in range(tables.PLACES):
        land = 2 * s.threat[region] + s.destroyed[region]
        if fresh or v.land[region] != land:
            v.land[region] = land
            weigh_work(s, cards, w, v, region)
            changed = True
    if changed:
        for region in range(tables.PLACES):
            v.harm[region] = harm_of(s, cards, w, v, region)
    return changed


@inner_kernel
def foe_number(s):
    """One number for the epic foe, and for the horde deck that it waits for."""
    number = s.horde_cards
    if s.foe_in_play:
        number += 64 * (tables.PLACES * s.foe_health + s.foe_region + 1)
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


@kernel
def fill_rows(s, cards, w, v, seat, table, points):
    """Fill a table of plans as far as `points`, HORIZON at most.

    A plan works in a region, goes to the next one, works there, and so on: `plan` is the worth
    of the best from every region, `leave` of the best once the work there is done.  Work that
    was done before a hero comes back is counted twice, which is never worth the way.
    """
    if v.rows[table] == 0:
        weigh_ends(s, cards, w, v, seat, table)
    able = is_able(s, cards, seat, ACT.SUCCOR)
    free = s.free_moves[seat] != 0 or cards.move_points == 0
    for p in range(v.rows[table], points + 1):
        if free:
            fill_free_row(v, table, p, able)
        else:
            fill_row(v, table, p, able)
    v.rows[table] = points + 1


@inner_kernel
def weigh_ends(s, cards, w, v, seat, table):
    """Worth of ending the turn in each region; the plans that lead home end nowhere else.

    As `place_worth` in one region after another, what they share being reckoned once.
    """
    health = s.health[seat]
    share, each = share_of_turn(w, v, seat), worth_of_health(s, w)
    kept, more = each * health + w.health_last, points_for_health(cards, health)
    v.last[table, tables.CAPITAL] = share * v.refuge + each * s.full[seat] + w.health_last
    for region in range(tables.CAPITAL + 1, tables.PLACES):
        worth = NEVER
        if table % 2 != HOME:
            if health == 0:
                worth = spent_worth(s, cards, w, v, seat, region, share)
            else:
                times = defences(s, cards, w, seat, region, health)
                worth = outer_worth(s, cards, w, v, seat, region, health, share, kept, more, times)
        v.last[table, region] = worth


@inner_kernel
def fill_row(v, table, p, able):
    """Plans of `p` points, those of fewer being known."""
    for region in range(tables.PLACES):
        left = p - v.price[region]
        v.enter[region] = v.plan[table, left, region] if left >= 0 else NEVER
    fill_cells(v, table, p, able)


@inner_kernel
def fill_cells(v, table, p, able):
    """For each region: end there or enter one beside it; before that, work there."""
    for region in range(tables.PLACES):
        best = v.last[table, region]
        for k in range(WAYS):
            best = max(best, v.enter[v.beside[region, k]])
        v.leave[table, p, region] = best
        if able:
            for k in range(1, p + 1):
                best = max(best, v.work[region, k] + v.leave[table, p - k, region])
        v.plan[table, p, region] = best


@kernel
def fill_free_row(v, table, p, able):
    """As `fill_row` where moves cost nothing: work in one region, then stand in any."""
    end, work = v.last[table, tables.CAPITAL], 0.0
    for region in range(tables.PLACES):
        end = max(end, v.last[table, region])
        if able:
            work = max(work, v.work[region, p])
    for region in range(tables.PLACES):
        v.leave[table, p, region] = work + end
        v.plan[table, p, region] = work + end


@kernel
def plan_worth(s, cards, w, v, seat, table, start, points):
    """Worth of the best plan from `start` with `points`.

    Points that health can buy cost nothing where REST gives it back.
    """
    points = min(points, HORIZON)
    if v.rows[table] <= points:
        fill_rows(s, cards, w, v, seat, table, points)
    best = v.plan[table, points, start]
    bought = points_to_buy(s, cards, v, seat)
    if bought > 0:
        points = min(points + bought, HORIZON)
        if v.rows[table + HOME] <= points:
            fill_rows(s, cards, w, v, seat, table + HOME, points)
        best = max(best, v.plan[table + HOME, points, start])
    return best


@kernel
def plan_after(s, cards, w, v, seat, table, points, done):
    """As `plan_worth` from where a hero stands, when `done` points of the work there are done."""
    points = min(points, HORIZON)
    best = best_after(s, cards, w, v, seat, table, points, done)
    bought = points_to_buy(s, cards, v, seat)
    if bought > 0:
        points = min(points + bought, HORIZON)
        best = max(best, best_after(s, cards, w, v, seat, table + HOME, points, done))
    return best


@kernel
def best_after(s, cards, w, v, seat, table, points, done):
    """Worth of the best plan of one table after such work."""
    if v.rows[table] <= points:
        fill_rows(s, cards, w, v, seat, table, points)
    best, region = NEVER, s.place[seat]
    for k in range(points + 1):
        work = more_work(s, cards, v, seat, region, done, k)
        best = max(best, work + v.leave[table, points - k, region])
    return best


@inner_kernel
def more_work(s, cards, v, seat, region, done, points):
    """Worth of so many points of work after those that are done."""
    if not is_able(s, cards, seat, ACT.SUCCOR):
        return 0.0
    return v.work[region, min(done + points, HORIZON)] - v.work[region, min(done, HORIZON)]
