"""Lists of legal moves.

`list_moves` writes every legal move of the seat that must choose.  A move that would change
nothing is not listed (rule D-ACTION-1, reading).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.defenders.cards.tables import CAPITAL, DO, FIRST_DIRE, NONE, PLACES, WHEN
from simulate.games.defenders.moves import questions
from simulate.games.defenders.moves.move import KIND, add
from simulate.games.defenders.state.agenda import is_interlude
from simulate.games.defenders.state.record import PHASE, is_ally


@kernel
def add_ability(s, cards, moves, n, kind, seat, region, origin, ability, artifact, points, health):
    """Write every way of using an ability; `points` and `health` are the whole price."""
    by_region = cards.ability_region[ability] != NONE
    who = cards.ability_hero[ability]
    for chosen in range(s.players if who != NONE else 1):
        if who != NONE and not questions.may_choose_hero(s, who, seat, origin, chosen):
            continue
        hero = chosen if who != NONE else NONE
        for choice in range(PLACES if by_region else 1):
            if by_region and not questions.may_choose_region(
                s, cards, ability, origin, hero, choice
            ):
                continue
            target = choice if by_region else NONE
            if questions.ability_changes(s, cards, ability, seat, origin, target, hero):
                n = add(moves, n, kind, seat, region, points, health)
                moves[n - 1].ability = ability
                moves[n - 1].target = target
                moves[n - 1].hero = hero
                moves[n - 1].artifact = artifact
    return n


@kernel
def add_with_boosts(s, cards, moves, n, kind, seat, region, origin, points, health, when):
    """Write an act, alone and with each ability of the hero or the region that may go with it.

    Rules D-HERO-3, D-REGION-2: such an ability costs no point.
    """
    n = add(moves, n, kind, seat, region, points, health)
    if questions.has_ability_when(s, cards, seat, when):
        n = add_boosts(s, cards, moves, n, kind, seat, region, origin, points, health, when)
    if not questions.has_region_when(cards, when):
        return n
    ability = questions.region_ability(s, cards, s.place[seat])
    if ability != NONE and cards.ability_when[ability] == when:
        n = add_boost(s, cards, moves, n, kind, seat, region, origin, ability, points, health)
    return n


@inner_kernel
def add_boosts(s, cards, moves, n, kind, seat, region, origin, points, health, when):
    """Write an act with each of the hero's abilities that may go with it.  Rule D-HERO-3."""
    for slot in range(3):
        if not questions.may_use(s, cards, seat, slot, when):
            continue
        ability = cards.hero_ability[s.hero[seat], slot]
        n = add_boost(s, cards, moves, n, kind, seat, region, origin, ability, points, health)
    return n


@kernel
def add_boost(s, cards, moves, n, kind, seat, region, origin, ability, points, health):
    """Write an act with an ability, if the hero has the health for both."""
    price = health + cards.ability_health[ability]
    if s.health[seat] < price:
        return n
    return add_ability(s, cards, moves, n, kind, seat, region, origin, ability, NONE, points, price)


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
    if cards.effect_do[cards.ability_first[ability]] == DO.RETURN_ALLIES:
        return add_returns(s, cards, moves, n, seat, ability, artifact, points, health)
    kind = KIND.USE_ABILITY if artifact == NONE else KIND.USE_ARTIFACT
    region = s.place[seat]
    return add_ability(
        s, cards, moves, n, kind, seat, region, region, ability, artifact, points, health
    )


@kernel
def add_returns(s, cards, moves, n, seat, ability, artifact, points, health):
    """Write every choice of discarded Ally cards for the Zodiac Cloak.  Rule D-CARD-26."""
    wanted = min(cards.effect_amount[cards.ability_first[ability]], questions.discarded_allies(s))
    for i in range(s.discards):
        if not is_ally(s.discard[i]):
            continue
        for j in range(i + 1, s.discards) if wanted == 2 else range(i, i + 1):
            if is_ally(s.discard[j]) and wanted > 0:
                n = add(moves, n, KIND.USE_ARTIFACT, seat, s.place[seat], points, health)
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
            if not free_only or cards.ability_when[ability] == WHEN.FREE:
                n = add_paid_ability(s, cards, moves, n, seat, ability, artifact, budget)
    return n


@inner_kernel
def add_hero_actions(s, cards, moves, n, seat, budget):
    """Write the uses of a hero's own actions.  Rule D-HERO-2."""
    for slot in range(3):
        if questions.may_use(s, cards, seat, slot, WHEN.ACTION):
            ability = cards.hero_ability[s.hero[seat], slot]
            n = add_paid_ability(s, cards, moves, n, seat, ability, NONE, budget)
    return n


@kernel
def add_actions(s, cards, moves, n, seat, budget):
    """Write everything a hero may do on a turn with `budget` points.  Rule D-ACTION-1."""
    origin = s.place[seat]
    for k in range(s.neighbours[origin]):
        region = s.neighbour[origin, k]
        points = questions.price_of_entering(s, cards, seat, region)
        if points <= budget:
            n = add_with_boosts(
                s, cards, moves, n, KIND.MOVE, seat, region, origin, points, 0, WHEN.MOVE
            )
    if cards.succor_points <= budget and questions.can_succor(s, cards, seat):
        n = add_with_boosts(
            s,
            cards,
            moves,
            n,
            KIND.SUCCOR,
            seat,
            origin,
            origin,
            cards.succor_points,
            0,
            WHEN.SUCCOR,
        )
    if cards.fight_points <= budget and questions.can_fight(s, cards, seat):
        n = add_with_boosts(
            s,
            cards,
            moves,
            n,
            KIND.FIGHT,
            seat,
            s.foe_region,
            origin,
            cards.fight_points,
            0,
            WHEN.FIGHT,
        )
    if questions.has_ability_when(s, cards, seat, WHEN.ACTION):
        n = add_hero_actions(s, cards, moves, n, seat, budget)
    ability = questions.region_ability(s, cards, origin)
    if ability != NONE and cards.ability_when[ability] == WHEN.ACTION:
        n = add_paid_ability(s, cards, moves, n, seat, ability, NONE, budget)
    # An off-turn Elixir makes no turn, and action artifacts are for a turn (D-ART-3).
    return add_artifacts(s, cards, moves, n, seat, budget, is_interlude(s))


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
    n = add(moves, 0, KIND.END_TURN, seat, NONE, 0, 0)
    if s.turn_moves >= cards.turn_limit:
        return n
    n = add_actions(s, cards, moves, n, seat, s.points)
    if may_buy_point(s, cards, seat):
        # The point must be spent at once, so there must be something to spend it on.
        if could_walk(s, cards, seat) or could_act(s, cards, moves, n, seat):
            n = add(moves, n, KIND.BUY_POINT, seat, NONE, 0, cards.extra_point_health)
    return n


@kernel
def could_walk(s, cards, seat):
    """Whether a point bought would pay for a move: nearly always, and soon found out."""
    region, budget = s.place[seat], s.points + cards.extra_points
    for k in range(s.neighbours[region]):
        if 0 < questions.price_of_entering(s, cards, seat, s.neighbour[region, k]) <= budget:
            return True
    return False


@kernel
def could_act(s, cards, moves, n, seat):
    """Whether a point bought would pay for anything.  `moves` from `n` on are scratch space."""
    s.health[seat] -= cards.extra_point_health
    budget = s.points + cards.extra_points
    could = keep_paid(moves, n, add_actions(s, cards, moves, n, seat, budget))
    s.health[seat] += cards.extra_point_health
    return could > n


@kernel
def list_defence(s, cards, moves):
    """Defend or decline.  Rule D-DEFEND-1."""
    seat = s.decider
    region = questions.attacked_region(s, cards)
    n = add(moves, 0, KIND.DECLINE, seat, region, 0, 0)
    price = questions.health_to_defend(s, cards, seat, region)
    return add_with_boosts(
        s, cards, moves, n, KIND.DEFEND, seat, region, region, 0, price, WHEN.DEFEND
    )


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
                n = add(moves, n, KIND.TAKE_POINTS, spokesman(s), NONE, points, 0)
                moves[n - 1].hero = seat
    return n


@kernel
def list_push(s, cards, moves):
    """Where a hero is pushed.  Rule D-CARD-8."""
    origin, n = s.place[s.decider], 0
    into_capital = cards.dire_pushes_into_capital[s.drawn - FIRST_DIRE]
    for k in range(s.neighbours[origin]):
        region = s.neighbour[origin, k]
        if region != CAPITAL or into_capital:
            n = add(moves, n, KIND.BE_PUSHED, s.decider, region, 0, 0)
    return n


@kernel
def list_horn(s, cards, moves):
    """Where the Horn puts the next hero, if anywhere.  Rule D-CARD-32, `horn_one_region`."""
    hero = s.decider
    n = add(moves, 0, KIND.STAY, s.active, NONE, 0, 0)
    moves[0].hero = hero
    for region in range(PLACES):
        bound = cards.horn_one_region and s.horn_region != NONE and s.horn_region != region
        if region != s.place[hero] and not bound:
            n = add(moves, n, KIND.PLACE_HERO, s.active, region, 0, 0)
            moves[n - 1].hero = hero
    return n


@kernel
def list_moves(s, cards, moves):
    """Write all legal moves of the seat that must choose; returns how many (1 or more)."""
    phase = s.phase
    if phase == PHASE.TAKE_TURN:
        return list_turn(s, cards, moves)
    if phase == PHASE.DEFENDING:
        return list_defence(s, cards, moves)
    if phase == PHASE.BEFORE_DRAW or phase == PHASE.ENEMY_DRAWN:
        n = add(moves, 0, KIND.PASS, s.decider, NONE, 0, 0)
        return add_artifacts(s, cards, moves, n, s.decider, 0, True)
    if phase == PHASE.SPLIT_POINTS:
        return list_split(s, moves)
    if phase == PHASE.PUSHED:
        return list_push(s, cards, moves)
    if phase == PHASE.PEEK:
        n = add(moves, 0, KIND.KEEP_CARD, s.active, NONE, 0, 0)
        return add(moves, n, KIND.BURY_CARD, s.active, NONE, 0, 0)
    if phase == PHASE.ARRANGE:
        n = 0
        for i in range(s.arranged, s.arranging):
            n = add(moves, n, KIND.PUT_CARD, s.active, NONE, 0, 0)
            moves[n - 1].first = i
        return n
    if phase == PHASE.PLACE_HEROES:
        return list_horn(s, cards, moves)
    if phase == PHASE.CHOOSE_SIDES:
        n = add(moves, 0, KIND.CHOOSE_SIDE, spokesman(s), s.decider, 0, 0)
        n = add(moves, n, KIND.CHOOSE_SIDE, spokesman(s), s.decider, 0, 0)
        moves[0].first, moves[1].first = 0, 1
        return n
    return 0
