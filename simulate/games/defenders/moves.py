"""What may be done: the one source of legality.

`list_moves` writes every legal move of the seat that must choose.  A move that would
change nothing is not listed (rule D-ACTION-1, reading).  A move is one record `MOVE`;
fields that a kind does not use are NONE or 0.
"""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.defenders.cards.tables import (
    CAPITAL,
    CHOOSE_SEND,
    CHOOSE_TRAVEL,
    DO,
    FIRST_DIRE,
    NONE,
    PLACE,
    PLACES,
    WHEN,
    WHOM,
)
from simulate.games.defenders.state import (
    ARRANGE,
    BEFORE_DRAW,
    CHOOSE_SIDES,
    DEFENDING,
    ENEMY_DRAWN,
    PEEK,
    PLACE_HEROES,
    PUSHED,
    SPLIT_POINTS,
    TAKE_TURN,
    are_adjacent,
    is_ally,
    is_dire,
)

MOVE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("kind", "i8"),
                ("actor", "i8"),  # seat of the hero who acts
                ("region", "i8"),  # where the act itself happens or leads to
                ("ability", "i8"),  # used, or added to the act
                ("target", "i8"),  # region chosen for the ability
                ("hero", "i8"),  # seat chosen for the ability, or who takes points
                ("artifact", "i8"),
                ("first", "i8"),  # cards returned to the deck, or position, or side
                ("second", "i8"),
                ("points", "i8"),  # price, or points taken
                ("health", "i8"),  # price
            ],
            align=True,
        ),
    )
)

KINDS = (
    "choose side",
    "pass",
    "use artifact",
    "decline",
    "defend",
    "be pushed",
    "take points",
    "end turn",
    "move",
    "succor",
    "fight",
    "use ability",
    "buy point",
    "keep card",
    "bury card",
    "put card",
    "stay",
    "place hero",
)
(
    CHOOSE_SIDE,
    PASS,
    USE_ARTIFACT,
    DECLINE,
    DEFEND,
    BE_PUSHED,
    TAKE_POINTS,
    END_TURN,
    MOVE_TO,
    SUCCOR,
    FIGHT,
    USE_ABILITY,
    BUY_POINT,
    KEEP_CARD,
    BURY_CARD,
    PUT_CARD,
    STAY,
    PLACE_HERO,
) = range(len(KINDS))

LOWER_THREAT, CLEAR_THREAT, HEAL = DO["lower_threat"], DO["clear_threat"], DO["heal"]
TRAVEL, SEND, CARRY = DO["travel"], DO["send"], DO["carry"]
DAMAGE_FOE, MOVE_FOE, GUARD, BRACE = (
    DO["damage_foe"],
    DO["move_foe"],
    DO["guard"],
    DO["brace"],
)
FREE_DEFENSE, FREE_MOVES = DO["free_defense"], DO["free_moves"]
IGNORE_ENEMIES, RETURN_ALLIES = DO["ignore_enemies"], DO["return_allies"]
PEEK_TOP, ARRANGE_TOP, AMBUSH = DO["peek"], DO["arrange"], DO["ambush"]
HERE, ADJACENT, NEAR, ANY = (
    PLACE["here"],
    PLACE["adjacent"],
    PLACE["near"],
    PLACE["any"],
)
NEIGHBOURS, ALL_OUTER, CALM = PLACE["neighbours"], PLACE["all"], PLACE["calm"]
IN_CAPITAL, ANYWHERE = PLACE["capital"], PLACE["anywhere"]
SELF, EVERY_HERE, EVERYBODY = WHOM["self"], WHOM["here"], WHOM["all"]
ONE_HERE, ONE_NEAR = WHOM["one_here"], WHOM["one_near"]
OTHER_HERE, OTHER_ANY = WHOM["other_here"], WHOM["other_any"]
FULL_HEALTH, ATTACKER = WHOM["full_health"], WHOM["attacker"]
ON_ACTION, ON_FREE = WHEN["action"], WHEN["free"]
ON_MOVE, ON_SUCCOR, ON_FIGHT = WHEN["move"], WHEN["succor"], WHEN["fight"]
ON_DEFEND = WHEN["defend"]
ANYWHERE_STEPS = 9


@kernel
def add(moves, n, kind, actor, region, points, health):
    """Write one move without an ability; returns the new count."""
    m = moves[n]
    m.kind = kind
    m.actor = actor
    m.region = region
    m.ability = NONE
    m.target = NONE
    m.hero = NONE
    m.artifact = NONE
    m.first = NONE
    m.second = NONE
    m.points = points
    m.health = health
    return n + 1


# Questions about the table


@kernel
def attacked_region(s, cards):
    """Region that the drawn card attacks now."""
    if is_dire(s.drawn):
        return cards.dire_region[s.drawn - FIRST_DIRE]
    return cards.enemy_region[s.drawn, s.attack]


@kernel
def defence_price(s, cards, seat):
    """Health that defending the present attack costs this hero before any help.

    Rule D-DEFEND-2: 1 for an enemy, 2 for a dire enemy; TOUGHNESS adds (D-CARD-9).
    """
    if is_dire(s.drawn):
        return cards.defend_health_dire + cards.dire_price[s.drawn - FIRST_DIRE]
    return cards.defend_health


@kernel
def defence_help(s, seat, region):
    """Health that the Shield (D-CARD-31) or a brace (D-CARD-16) saves this hero there."""
    if s.free_defense[seat]:
        return ANYWHERE_STEPS
    if s.brace[seat] > 0 and (s.brace_at[seat] == NONE or s.brace_at[seat] == region):
        return s.brace[seat]
    return 0


@inner_kernel
def is_in_reach(s, cards, seat, region):
    """Whether a hero stands in an outer region, or next to it with FARSHOT (D-CARD-21)."""
    if s.place[seat] == region:
        return True
    return cards.hero_reach[s.hero[seat]] > 0 and are_adjacent(s, s.place[seat], region)


@kernel
def can_defend(s, cards, seat):
    """Whether a hero may defend the present attack.

    Rules D-DEFEND-1, D-DEFEND-5 (a destroyed region's defender defends the Capital City),
    D-DEFEND-6 (nobody from within the walls), D-DEFEND-7 and D-HEALTH-2 (not at zero
    health, unless an artifact or ability pays).
    """
    region = attacked_region(s, cards)
    if not is_in_reach(s, cards, seat, region):
        return False
    price = defence_price(s, cards, seat)
    help_ = defence_help(s, seat, region)
    if help_ >= price and help_ > 0:
        return True
    return s.health[seat] > 0 and s.health[seat] >= price - help_


@kernel
def can_succor(s, seat):
    """Whether succor may be given where a hero stands.

    Rules D-SUCCOR-1, D-SUCCOR-2 (never in the Capital City), D-SUCCOR-3 (not at zero
    health).  Reading: a destroyed region stays destroyed.
    """
    region = s.place[seat]
    return (
        region != CAPITAL
        and s.health[seat] > 0
        and s.threat[region] > 0
        and not s.destroyed[region]
    )


@kernel
def can_fight(s, cards, seat):
    """Whether a hero may fight the epic foe.  Rules D-FIGHT-1, D-FIGHT-3."""
    return s.foe_in_play and s.health[seat] > 0 and is_in_reach(s, cards, seat, s.foe_region)


@inner_kernel
def price_of_entering(s, cards, seat, region):
    """Points for moving into an adjacent region, destroyed or not.

    Rules D-MOVE-1, D-DESTROYED-5, D-CARD-10 (Kraken), D-CARD-27 (Boots).
    """
    if s.free_moves[seat]:
        return 0
    if s.foe_in_play and s.foe_region == region:
        return cards.move_points + cards.foe_enter_price[s.foe]
    return cards.move_points


@kernel
def region_ability(s, cards, region):
    """Ability number that a region offers now, or NONE.

    Rules D-REGION-1, D-DESTROYED-4 (none when destroyed), D-ACTION-2 (once a card),
    D-CARD-10 (none where the Kraken has been).
    """
    if s.destroyed[region] or s.closed[region] or s.used[region]:
        return NONE
    return cards.region_ability[region, s.side[region]]


# Whom and what an effect reaches


@kernel
def touches(s, where, here, target, region):
    """Whether an effect's `where` covers a region."""
    if where == HERE:
        return region == here
    if where == ADJACENT or where == NEAR or where == ANY:
        return region == target
    if where == IN_CAPITAL:
        return region == CAPITAL
    if region == CAPITAL:
        return False
    if where == NEIGHBOURS:
        return are_adjacent(s, here, region)
    if where == CALM:
        return s.threat[region] == 0 and not s.destroyed[region]
    return where == ALL_OUTER


@kernel
def span(where, here, target):
    """(first, last + 1) of the regions among which an effect's `where` may cover any."""
    if where == HERE:
        return here, here + 1
    if where == ADJACENT or where == NEAR or where == ANY:
        return target, target + 1
    if where == IN_CAPITAL:
        return CAPITAL, CAPITAL + 1
    return CAPITAL + 1, PLACES


@kernel
def reaches(s, who, seat, here, chosen, hero):
    """Whether an effect's `who` covers the hero of a seat."""
    if who == SELF or who == ATTACKER:
        return hero == seat
    if who == EVERYBODY:
        return True
    if who == EVERY_HERE:
        return s.place[hero] == here
    if who == FULL_HEALTH:
        return s.health[hero] == s.full[hero]
    return hero == chosen


@kernel
def may_choose_hero(s, who, seat, here, hero):
    """Whether a player may choose this hero under a selector of `who`."""
    if who == OTHER_HERE:
        return hero != seat and s.place[hero] == here
    if who == OTHER_ANY:
        return hero != seat
    if who == ONE_HERE:
        return s.place[hero] == here
    if who == ONE_NEAR:
        return s.distance[s.place[hero], here] <= 1
    return True


@kernel
def may_choose_region(s, cards, ability, here, hero, region):
    """Whether a player may choose this region for an ability."""
    choice = cards.ability_region[ability]
    if choice == CHOOSE_TRAVEL or choice == CHOOSE_SEND:
        start = here if choice == CHOOSE_TRAVEL else s.place[hero]
        steps = cards.ability_steps[ability]
        return region != start and (steps >= ANYWHERE_STEPS or s.distance[start, region] <= steps)
    if region == CAPITAL:
        return False
    if choice == ADJACENT:
        return are_adjacent(s, here, region)
    if choice == NEAR:
        return s.distance[here, region] <= 1
    return True


@kernel
def can_be_lowered(s, where, region):
    """Whether threat can fall there.  Rules D-SUCCOR-2 (the Capital's only if named), D-CARD-19."""
    if s.threat[region] == 0 or s.destroyed[region]:
        return False
    return region != CAPITAL or where == IN_CAPITAL


@kernel
def can_be_cleared(s, cards, region):
    """Whether the Hammer does anything there.  Rule D-CARD-30, two switches."""
    if region == CAPITAL:
        return cards.hammer_in_capital and s.threat[CAPITAL] > 0
    if s.destroyed[region]:
        return cards.hammer_restores != 0
    return s.threat[region] > 0


@kernel
def can_be_hurt(s, cards, row, seat):
    """Whether an effect of damage reaches the epic foe from where a hero stands."""
    return cards.effect_where[row] == ANYWHERE or is_in_reach(s, cards, seat, s.foe_region)


@kernel
def discarded_allies(s):
    """Ally and Group Ally cards in the discard pile."""
    count = 0
    for i in range(s.discards):
        if is_ally(s.discard[i]):
            count += 1
    return count


@kernel
def effect_changes_land(s, cards, row, here, target):
    """Whether an effect on threat or guards would change anything."""
    do, where = cards.effect_do[row], cards.effect_where[row]
    first, last = span(where, here, target)
    for region in range(first, last):
        if not touches(s, where, here, target, region):
            continue
        if do == LOWER_THREAT and can_be_lowered(s, where, region):
            return True
        if do == CLEAR_THREAT and can_be_cleared(s, cards, region):
            return True
        if do == GUARD and region != CAPITAL and not s.destroyed[region]:
            laid = s.guard_any[region] if cards.effect_flag[row] else s.guard_enemy[region]
            if laid < cards.effect_amount[row]:
                return True
    return False


@kernel
def effect_changes(s, cards, row, seat, here, target, chosen):
    """Whether one effect row of an ability would change anything on the table."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == LOWER_THREAT or do == CLEAR_THREAT or do == GUARD:
        return effect_changes_land(s, cards, row, here, target)
    if do == HEAL:
        for hero in range(s.players):
            if reaches(s, cards.effect_who[row], seat, here, chosen, hero):
                if s.health[hero] < s.full[hero]:
                    return True
        return False
    if do == DAMAGE_FOE:
        return s.foe_in_play and can_be_hurt(s, cards, row, seat)
    if do == MOVE_FOE:
        return s.foe_in_play and target != s.foe_region
    if do == BRACE:
        if s.brace[seat] >= amount:
            return False
        return here != CAPITAL or cards.effect_where[row] == ANYWHERE
    if do == FREE_DEFENSE:
        return not s.free_defense[seat]
    if do == FREE_MOVES:
        return not s.free_moves[seat]
    if do == IGNORE_ENEMIES:
        return not s.ignore_enemies
    if do == PEEK_TOP or do == ARRANGE_TOP:
        return s.turn_cards > 1
    if do == AMBUSH:
        return s.turn_cards > 0
    return True


@kernel
def ability_changes(s, cards, ability, seat, here, target, chosen):
    """Whether an ability would change anything."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if effect_changes(s, cards, row, seat, here, target, chosen):
            return True
    return False


# Lists of moves


@kernel
def add_ability(s, cards, moves, n, kind, seat, region, here, ability, artifact, points, health):
    """Write every way of using an ability; `points` and `health` are the whole price."""
    by_region = cards.ability_region[ability] != NONE
    who = cards.ability_hero[ability]
    for chosen in range(s.players if who != NONE else 1):
        if who != NONE and not may_choose_hero(s, who, seat, here, chosen):
            continue
        hero = chosen if who != NONE else NONE
        for choice in range(PLACES if by_region else 1):
            if by_region and not may_choose_region(s, cards, ability, here, hero, choice):
                continue
            target = choice if by_region else NONE
            if ability_changes(s, cards, ability, seat, here, target, hero):
                n = add(moves, n, kind, seat, region, points, health)
                moves[n - 1].ability = ability
                moves[n - 1].target = target
                moves[n - 1].hero = hero
                moves[n - 1].artifact = artifact
    return n


@kernel
def add_with_boosts(s, cards, moves, n, kind, seat, region, here, points, health, when):
    """Write an act, alone and with each of the hero's abilities that may go with it.

    Rule D-HERO-3: such an ability costs no point.
    """
    n = add(moves, n, kind, seat, region, points, health)
    for slot in range(3):
        ability = cards.hero_ability[s.hero[seat], slot]
        if ability == NONE or cards.ability_when[ability] != when:
            continue
        price = health + cards.ability_health[ability]
        if s.health[seat] >= price:
            n = add_ability(
                s,
                cards,
                moves,
                n,
                kind,
                seat,
                region,
                here,
                ability,
                NONE,
                points,
                price,
            )
    return n


@kernel
def add_paid_ability(s, cards, moves, n, seat, ability, artifact, budget):
    """Write the uses of an action or free ability that the hero can pay for.

    Rules D-HERO-2, D-CARD-29 (the Guardian only works in the Capital City).
    """
    points, health = cards.ability_points[ability], cards.ability_health[ability]
    if points > budget or health > s.health[seat]:
        return n
    if cards.ability_at_capital[ability] and s.place[seat] != CAPITAL:
        return n
    if cards.effect_do[cards.ability_first[ability]] == RETURN_ALLIES:
        return add_returns(s, cards, moves, n, seat, ability, artifact, points, health)
    kind = USE_ABILITY if artifact == NONE else USE_ARTIFACT
    here = s.place[seat]
    return add_ability(
        s, cards, moves, n, kind, seat, here, here, ability, artifact, points, health
    )


@kernel
def add_returns(s, cards, moves, n, seat, ability, artifact, points, health):
    """Write every choice of discarded Ally cards for the Zodiac Cloak.  Rule D-CARD-26."""
    wanted = min(cards.effect_amount[cards.ability_first[ability]], discarded_allies(s))
    for i in range(s.discards):
        if not is_ally(s.discard[i]):
            continue
        for j in range(i + 1, s.discards) if wanted == 2 else range(i, i + 1):
            if is_ally(s.discard[j]) and wanted > 0:
                n = add(moves, n, USE_ARTIFACT, seat, s.place[seat], points, health)
                moves[n - 1].ability = ability
                moves[n - 1].artifact = artifact
                moves[n - 1].first = s.discard[i]
                moves[n - 1].second = s.discard[j] if wanted == 2 else NONE
    return n


@kernel
def add_artifacts(s, cards, moves, n, seat, budget, free_only):
    """Write the uses of the artifacts in front of a hero.  Rules D-ART-2, D-ART-3, D-ART-5."""
    for artifact in range(cards.artifacts):
        ability = cards.artifact_ability[artifact]
        if s.artifact[artifact] == seat and ability != NONE:
            if not free_only or cards.ability_when[ability] == ON_FREE:
                n = add_paid_ability(s, cards, moves, n, seat, ability, artifact, budget)
    return n


@kernel
def add_actions(s, cards, moves, n, seat, budget):
    """Write everything a hero may do on a turn with `budget` points.  Rule D-ACTION-1."""
    here = s.place[seat]
    for k in range(s.neighbours[here]):
        region = s.neighbour[here, k]
        points = price_of_entering(s, cards, seat, region)
        if points <= budget:
            n = add_with_boosts(s, cards, moves, n, MOVE_TO, seat, region, here, points, 0, ON_MOVE)
    if cards.succor_points <= budget and can_succor(s, seat):
        n = add_with_boosts(
            s,
            cards,
            moves,
            n,
            SUCCOR,
            seat,
            here,
            here,
            cards.succor_points,
            0,
            ON_SUCCOR,
        )
    if cards.fight_points <= budget and can_fight(s, cards, seat):
        n = add_with_boosts(
            s,
            cards,
            moves,
            n,
            FIGHT,
            seat,
            s.foe_region,
            here,
            cards.fight_points,
            0,
            ON_FIGHT,
        )
    for slot in range(3):
        ability = cards.hero_ability[s.hero[seat], slot]
        if ability != NONE and cards.ability_when[ability] == ON_ACTION:
            n = add_paid_ability(s, cards, moves, n, seat, ability, NONE, budget)
    ability = region_ability(s, cards, here)
    if ability != NONE and cards.ability_when[ability] == ON_ACTION:
        n = add_paid_ability(s, cards, moves, n, seat, ability, NONE, budget)
    # An off-turn Elixir makes no turn, and action artifacts are for a turn (D-ART-3).
    return add_artifacts(s, cards, moves, n, seat, budget, s.interlude != NONE)


@kernel
def may_buy_point(s, cards, seat):
    """Whether a hero may give health for a point.

    Rule D-EXTRA-1, with the switches `extra_point_repeats` and `extra_point_keeps`.
    """
    if cards.extra_points == 0 or s.points_used < cards.extra_point_after:
        return False
    if s.bought > 0 and not cards.extra_point_repeats:
        return False
    left = s.health[seat] - cards.extra_point_health
    return left >= cards.extra_point_keeps and left >= 0


@kernel
def keep_paid(moves, start, n):
    """Keep of the moves from `start` those that cost a point; returns the new count."""
    kept = start
    for i in range(start, n):
        if moves[i].points > 0:
            moves[kept] = moves[i]
            kept += 1
    return kept


@kernel
def list_turn(s, cards, moves):
    """Legal moves on a turn.  Rules D-ACTION-1, D-EXTRA-1, D-EXTRA-2, D-CARD-2."""
    seat = s.active
    if s.must_act:
        return keep_paid(moves, 0, add_actions(s, cards, moves, 0, seat, s.points))
    n = add(moves, 0, END_TURN, seat, NONE, 0, 0)
    if s.turn_moves >= cards.turn_limit:
        return n
    n = add_actions(s, cards, moves, n, seat, s.points)
    if may_buy_point(s, cards, seat):
        # The point must be spent at once, so there must be something to spend it on.
        budget = s.points + cards.extra_points
        s.health[seat] -= cards.extra_point_health
        could = keep_paid(moves, n, add_actions(s, cards, moves, n, seat, budget))
        s.health[seat] += cards.extra_point_health
        if could > n:
            n = add(moves, n, BUY_POINT, seat, NONE, 0, cards.extra_point_health)
    return n


@kernel
def list_defence(s, cards, moves):
    """Defend or decline.  Rule D-DEFEND-1."""
    seat = s.asked
    region = attacked_region(s, cards)
    n = add(moves, 0, DECLINE, seat, region, 0, 0)
    price = max(0, defence_price(s, cards, seat) - defence_help(s, seat, region))
    return add_with_boosts(s, cards, moves, n, DEFEND, seat, region, region, 0, price, ON_DEFEND)


@kernel
def spokesman(s):
    """Seat that speaks for the group this round (rule D-GROUP-4, reading)."""
    return (s.round_no - 1) % s.players if s.round_no > 0 else 0


@kernel
def list_split(s, moves):
    """Who takes a turn next under a Group Ally card, and how many points.

    Rules D-GROUP-1, D-GROUP-4.  The last hero who has had no turn takes what is left.
    """
    waiting = 0
    for seat in range(s.players):
        waiting += 1 - s.gone[seat]
    n = 0
    for seat in range(s.players):
        if not s.gone[seat]:
            for points in range(s.group_points if waiting == 1 else 1, s.group_points + 1):
                n = add(moves, n, TAKE_POINTS, spokesman(s), NONE, points, 0)
                moves[n - 1].hero = seat
    return n


@kernel
def list_push(s, cards, moves):
    """Where a hero is pushed.  Rule D-CARD-8."""
    here, n = s.place[s.asked], 0
    into_capital = cards.dire_pushes_into_capital[s.drawn - FIRST_DIRE]
    for k in range(s.neighbours[here]):
        region = s.neighbour[here, k]
        if region != CAPITAL or into_capital:
            n = add(moves, n, BE_PUSHED, s.asked, region, 0, 0)
    return n


@kernel
def list_horn(s, cards, moves):
    """Where the Horn puts the next hero, if anywhere.  Rule D-CARD-32, `horn_one_region`."""
    hero = s.asked
    n = add(moves, 0, STAY, s.active, NONE, 0, 0)
    moves[0].hero = hero
    for region in range(PLACES):
        bound = cards.horn_one_region and s.horn_region != NONE and s.horn_region != region
        if region != s.place[hero] and not bound:
            n = add(moves, n, PLACE_HERO, s.active, region, 0, 0)
            moves[n - 1].hero = hero
    return n


@kernel
def list_moves(s, cards, moves):
    """Write all legal moves of the seat that must choose; returns how many (1 or more)."""
    phase = s.phase
    if phase == TAKE_TURN:
        return list_turn(s, cards, moves)
    if phase == DEFENDING:
        return list_defence(s, cards, moves)
    if phase == BEFORE_DRAW or phase == ENEMY_DRAWN:
        n = add(moves, 0, PASS, s.asked, NONE, 0, 0)
        return add_artifacts(s, cards, moves, n, s.asked, 0, True)
    if phase == SPLIT_POINTS:
        return list_split(s, moves)
    if phase == PUSHED:
        return list_push(s, cards, moves)
    if phase == PEEK:
        n = add(moves, 0, KEEP_CARD, s.active, NONE, 0, 0)
        return add(moves, n, BURY_CARD, s.active, NONE, 0, 0)
    if phase == ARRANGE:
        n = 0
        for i in range(s.arranged, s.arranging):
            n = add(moves, n, PUT_CARD, s.active, NONE, 0, 0)
            moves[n - 1].first = i
        return n
    if phase == PLACE_HEROES:
        return list_horn(s, cards, moves)
    if phase == CHOOSE_SIDES:
        n = add(moves, 0, CHOOSE_SIDE, spokesman(s), s.asked, 0, 0)
        n = add(moves, n, CHOOSE_SIDE, spokesman(s), s.asked, 0, 0)
        moves[0].first, moves[1].first = 0, 1
        return n
    return 0
