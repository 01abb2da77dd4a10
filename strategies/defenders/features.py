"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.defenders.cards.tables import CAPITAL, DO, FIRST_DIRE, NONE, PLACE, PLACES, WHEN
from simulate.games.defenders.moves import questions
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.record import PHASE, is_ally, is_dire
from strategies.defenders import outlook
from strategies.defenders.learned import lessons
from strategies.defenders.names import MOVE_FEATURES
from strategies.records import features_of

COUNT = len(MOVE_FEATURES)
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = features_of(MOVE_FEATURES)
LESSON = list(MOVE_FEATURES).index("lesson")
SIDE_COLUMN = list(MOVE_FEATURES).index("side_coast") - 1  # plus the region's number


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    for i in range(n):
        for k in range(COUNT):
            numbers[i, k] = 0.0
    if s.phase == PHASE.CHOOSE_SIDES:
        for i in range(n):
            m = moves[i]
            numbers[i, SIDE_COLUMN + m.region] = 1.0 if m.first == 0 else -1.0
    elif s.phase == PHASE.SPLIT_POINTS:
        describe_split(s, cards, w, v, moves, n, features)
    elif s.phase == PHASE.DEFENDING:
        describe_defence(s, cards, w, v, moves, n, features)
    else:
        outlook.look_out(s, cards, w, v, moves[0].actor)
        for i in range(n):
            describe_move(s, cards, w, v, moves[i], features[i])
    if w.weight[LESSON] != 0.0 and lessons.is_taught(s):
        lessons.add_lessons(s, cards, v, moves, n, features, numbers)


# Defending


@kernel
def describe_defence(s, cards, w, v, moves, n, features):
    """Features of defending and declining."""
    region, seat = moves[0].region, moves[0].actor
    outlook.survey(s, cards, w, v)
    outlook.weigh_refuge(s, cards, w, v, seat)
    steps = steps_of(s, cards)
    deadly = hits_capital(s, region) and would_fall(s, cards, steps)
    for i in range(n):
        m, f = moves[i], features[i]
        if m.kind == KIND.DEFEND:
            f.defence = steps * v.harm[region]
            f.health_paid = outlook.health_worth(
                s, cards, w, v, seat, s.health[seat], s.health[seat] - m.health
            )
            f.spare = 0.0 if s.foe_in_play else m.health
            if region != CAPITAL and s.threat[region] == 0:
                f.calm = 1.0
            if is_dire(s.drawn):
                f.artifact = min(cards.artifacts_for_dire, s.artifacts_left)
                f.power = has_power(cards, s.drawn)
            if m.ability != NONE:
                describe_effects(s, cards, w, v, m, region, f)
        elif m.kind == KIND.DECLINE:
            f.leave = best_other_defence(s, cards, w, v, seat, region)
        if deadly and (m.kind == KIND.DEFEND or f.leave > 0.0):
            f.rescue = 1.0


@inner_kernel
def steps_of(s, cards):
    """Threat that an attack of the drawn card raises."""
    return cards.dire_enemy_threat if is_dire(s.drawn) else cards.enemy_threat


@inner_kernel
def hits_capital(s, region):
    """Whether an attack there raises the threat of the Capital City."""
    return region == CAPITAL or s.destroyed[region] != 0


@inner_kernel
def would_fall(s, cards, steps):
    """Whether so much more threat makes the Capital City fall."""
    return s.threat[CAPITAL] + steps >= cards.capital_limit


@kernel
def certain_steps(s, cards):
    """Threat that the drawn card brings to the Capital City by attacks that nobody can defend."""
    present, steps = s.attack, 0
    for attack in range(present, 1 if is_dire(s.drawn) else cards.enemy_attacks[s.drawn]):
        s.attack = attack
        able = not hits_capital(s, questions.attacked_region(s, cards))
        for seat in range(s.players):
            able = able or questions.can_defend(s, cards, seat)
        if not able:
            steps += steps_of(s, cards)
    s.attack = present
    return steps


@kernel
def has_power(cards, card):
    """1.0 if a dire enemy has a power that would fire."""
    return 1.0 if cards.dire_ability[card - FIRST_DIRE, 0] != NONE else 0.0


@kernel
def best_other_defence(s, cards, w, v, seat, region):
    """Worth of the defence by the best hero who is asked later, 0 if nobody can."""
    best = 0.0
    for other in range(seat + 1, s.players):
        if questions.can_defend(s, cards, other):
            price = questions.health_to_defend(s, cards, other, region)
            paid = outlook.health_worth(
                s, cards, w, v, other, s.health[other], s.health[other] - price
            )
            best = max(best, v.harm[region] - paid + 0.01)
    return best


# Group Ally cards


@kernel
def describe_split(s, cards, w, v, moves, n, features):
    """Worth of each hero's turn, with the best use of the points left to the others."""
    outlook.survey(s, cards, w, v)
    for seat in range(s.players):
        if not s.gone[seat]:
            describe_turns(s, cards, w, v, seat, moves, n, features)
    for i in range(n):
        features[i].others = best_split(s, moves, n, features, moves[i].hero, moves[i].points)


@kernel
def best_split(s, moves, n, features, first, points):
    """Worth of the best turns of other heroes when `first` has taken `points`.

    One other, or two who share what is left: more turns than that are too short to matter.
    """
    left, best = s.group_points - points, 0.0
    for i in range(n):
        if moves[i].hero == first or moves[i].points > left:
            continue
        best = max(best, features[i].plan)
        for j in range(i):
            hero, both = moves[j].hero, moves[i].points + moves[j].points
            if hero != first and hero != moves[i].hero and both <= left:
                best = max(best, features[i].plan + features[j].plan)
    return best


@kernel
def describe_turns(s, cards, w, v, seat, moves, n, features):
    """What turns with 1, 2, ... points add for a hero, REST included."""
    outlook.weigh_places(s, cards, w, v, seat)
    region, health = s.place[seat], s.health[seat]
    gain = -outlook.stand_worth(s, cards, w, v, seat, region)
    if region == CAPITAL and cards.rest_on_group_turns and health < s.full[seat]:
        s.health[seat] = s.full[seat]
        outlook.weigh_places(s, cards, w, v, seat)
    bought = s.bought
    s.bought = 0
    for i in range(n):
        if moves[i].hero == seat:
            v.turn_points = moves[i].points
            features[i].plan = gain + outlook.plan_worth(
                s, cards, w, v, seat, outlook.NOW, region, moves[i].points
            )
    s.health[seat] = health
    s.bought = bought


# Turns and moments between


@kernel
def describe_move(s, cards, w, v, m, f):
    """Features of one move on a turn, in an interlude, or off-turn."""
    kind, seat = m.kind, m.actor
    left = s.points - m.points
    if kind == KIND.MOVE:
        f.plan = outlook.plan_worth(s, cards, w, v, seat, outlook.NOW, m.region, left)
        f.walk = 1.0
    elif kind == KIND.SUCCOR:
        f.relief = outlook.relief_of(s, cards, w, v, m.region, cards.succor_threat)
        f.plan = outlook.plan_after(s, cards, w, v, seat, outlook.NOW, left, 1)
    elif kind == KIND.FIGHT:
        add_damage(s, cards, cards.fight_damage, f)
        f.answer = answer_cost(s, cards, w, v, seat)
        f.plan = outlook.plan_after(s, cards, w, v, seat, outlook.NOW, left, 1)
    elif kind == KIND.END_TURN:
        f.plan = outlook.stand_worth(s, cards, w, v, seat, s.place[seat])
        f.end = 1.0
    elif kind == KIND.BUY_POINT:
        f.buy = 1.0
        f.plan = plan_with_less(s, cards, w, v, seat, m.health)
    elif kind == KIND.USE_ABILITY or kind == KIND.USE_ARTIFACT:
        describe_ability(s, cards, w, v, m, left, f)
    elif kind == KIND.BE_PUSHED:
        f.plan = outlook.stand_worth(s, cards, w, v, seat, m.region)
    elif kind == KIND.PLACE_HERO:
        f.partner = place_gain(s, cards, w, v, m.hero, m.region)
    elif kind == KIND.KEEP_CARD or kind == KIND.BURY_CARD or kind == KIND.PUT_CARD:
        describe_card(s, cards, v, m, f)
    f.spare = 0.0 if s.foe_in_play else m.health
    if m.health > 0 and kind != KIND.BUY_POINT:
        after = s.health[seat] - m.health
        f.health_paid += outlook.health_worth(s, cards, w, v, seat, s.health[seat], after)
    if m.ability != NONE and kind != KIND.USE_ABILITY and kind != KIND.USE_ARTIFACT:
        describe_effects(s, cards, w, v, m, s.place[seat], f)


@kernel
def plan_with_less(s, cards, w, v, seat, price):
    """Worth of the best plan after buying a point with health.

    While other points are left, buying brings nothing that it could not bring later.
    """
    if s.points > 0:
        return outlook.stand_worth(s, cards, w, v, seat, s.place[seat]) - 1.0
    s.health[seat] -= price
    s.bought += 1
    outlook.forget_plans(v, outlook.WOULD)
    plan = outlook.plan_after(s, cards, w, v, seat, outlook.WOULD, cards.extra_points, 0)
    s.health[seat] += price
    s.bought -= 1
    return plan


@kernel
def plan_with_free_moves(s, cards, w, v, seat, start, points):
    """Worth of the best plan once a card has made moves free."""
    moves = s.free_moves[seat]
    s.free_moves[seat] = 1
    outlook.forget_plans(v, outlook.WOULD)
    plan = outlook.plan_worth(s, cards, w, v, seat, outlook.WOULD, start, points)
    s.free_moves[seat] = moves
    return plan


@kernel
def describe_card(s, cards, v, m, f):
    """Features of keeping, burying or ordering cards that were looked at."""
    card = s.turn_deck[m.first if m.kind == KIND.PUT_CARD else 0]
    if is_ally(card):
        f.call_ally = 0.0 if m.kind == KIND.BURY_CARD else 1.0
    elif m.kind == KIND.BURY_CARD:
        f.bury = card_harm(s, cards, v, card)
    elif m.kind == KIND.PUT_CARD:
        f.bury = -card_harm(s, cards, v, card)


@kernel
def card_harm(s, cards, v, card):
    """Worth of what an enemy card's attacks would do if nobody defended."""
    if is_dire(card):
        return v.harm[cards.dire_region[card - FIRST_DIRE]]
    harm = 0.0
    for k in range(cards.enemy_attacks[card]):
        harm += v.harm[cards.enemy_region[card, k]]
    return harm


@kernel
def add_damage(s, cards, amount, f):
    """Damage to the foe, and whether it is defeated."""
    f.damage += min(amount, s.foe_health)
    if amount >= s.foe_health:
        f.finish = 1.0


@kernel
def answer_cost(s, cards, w, v, seat):
    """Worth of the health that the foe's answer to damage takes from a hero."""
    health = s.health[seat]
    for slot in range(3):
        ability = cards.foe_ability[s.foe, slot]
        if ability != NONE and cards.ability_when[ability] == WHEN.DAMAGED:
            first = cards.ability_first[ability]
            for row in range(first, first + cards.ability_count[ability]):
                if cards.effect_do[row] == DO.LOSE_HEALTH:
                    health = max(0, health - cards.effect_amount[row])
                elif cards.effect_do[row] == DO.DROP_HEALTH:
                    health = min(health, cards.effect_amount[row])
    return outlook.health_worth(s, cards, w, v, seat, s.health[seat], health)


# Abilities and artifacts


@kernel
def describe_ability(s, cards, w, v, m, left, f):
    """Features of an ability or artifact: its effects, and the plan afterwards."""
    seat = m.actor
    on_turn = s.phase == PHASE.TAKE_TURN
    start, points, free = s.place[seat], left if on_turn else 0, False
    first = cards.ability_first[m.ability]
    for row in range(first, first + cards.ability_count[m.ability]):
        do = cards.effect_do[row]
        if do == DO.TRAVEL:
            start = m.target
        elif do == DO.GAIN_POINTS:
            points += cards.effect_amount[row]
            v.turn_points += cards.effect_amount[row]
        elif do == DO.FREE_MOVES:
            free = True
    if free:
        f.plan = plan_with_free_moves(s, cards, w, v, seat, start, points)
    else:
        f.plan = outlook.plan_worth(s, cards, w, v, seat, outlook.NOW, start, points)
    v.turn_points = s.points_used + s.points
    if not on_turn:
        f.plan -= outlook.stand_worth(s, cards, w, v, seat, s.place[seat])
    if m.kind == KIND.USE_ARTIFACT:
        f.hold = 1.0
        f.early = 0.0 if s.foe_in_play else 1.0
        f.peril = s.threat[CAPITAL] / cards.capital_limit
    describe_effects(s, cards, w, v, m, s.place[seat], f)


@kernel
def describe_effects(s, cards, w, v, m, origin, f):
    """Add the features of each effect of a move's ability."""
    first = cards.ability_first[m.ability]
    for row in range(first, first + cards.ability_count[m.ability]):
        do = cards.effect_do[row]
        if do == DO.LOWER_THREAT or do == DO.CLEAR_THREAT or do == DO.GUARD:
            describe_land(s, cards, w, v, row, origin, m.target, f)
        elif do == DO.HEAL:
            amount = cards.effect_amount[row]
            for hero in range(s.players):
                if questions.reaches(s, cards.effect_who[row], m.actor, origin, m.hero, hero):
                    after = min(s.full[hero], s.health[hero] + amount)
                    f.health_won += outlook.health_worth(
                        s, cards, w, v, hero, s.health[hero], after
                    )
        elif do == DO.DAMAGE_FOE:
            add_damage(s, cards, cards.effect_amount[row], f)
        elif do == DO.SEND:
            f.partner += place_gain(s, cards, w, v, m.hero, m.target)
        elif do == DO.CARRY:
            f.partner += place_gain(s, cards, w, v, m.hero, m.region)
        else:
            describe_rare(s, cards, w, v, m, row, origin, f)


@kernel
def describe_land(s, cards, w, v, row, origin, target, f):
    """Threat lowered and guards laid, region by region."""
    do, where, amount = (cards.effect_do[row], cards.effect_where[row], cards.effect_amount[row])
    first, last = questions.span(where, origin, target)
    for region in range(first, last):
        if not questions.touches(s, where, origin, target, region):
            continue
        if do == DO.GUARD:
            if region != CAPITAL and not s.destroyed[region]:
                coming = v.now[region] + 0.5 * v.cycle[region]
                if not cards.effect_flag[row]:
                    coming -= v.dire[region]
                coming -= s.guard_any[region] + s.guard_enemy[region]
                f.guard += max(0.0, min(amount, coming)) * v.harm[region]
        elif do == DO.CLEAR_THREAT:
            if questions.can_be_cleared(s, cards, region):
                f.clear = 1.0
                f.relief += outlook.relief_of(s, cards, w, v, region, s.threat[region])
        elif questions.can_be_lowered(s, where, region):
            if region == CAPITAL:
                for level in range(max(0, s.threat[CAPITAL] - amount), s.threat[CAPITAL]):
                    f.capital_relief += outlook.capital_worth(s, cards, w, level + 1)
            else:
                f.relief += outlook.relief_of(s, cards, w, v, region, amount)


@kernel
def describe_rare(s, cards, w, v, m, row, origin, f):
    """Effects that are used by few cards."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == DO.BRACE:
        f.brace += brace_worth(cards, w, v, origin, row)
    elif do == DO.FREE_DEFENSE:
        f.shield += shield_worth(s, cards, v, m.actor)
    elif do == DO.IGNORE_ENEMIES:
        f.sandglass += sandglass_worth(s, cards, v)
        if s.phase == PHASE.ENEMY_DRAWN and would_fall(s, cards, certain_steps(s, cards)):
            f.rescue = 1.0
    elif do == DO.MOVE_FOE:
        for hero in range(s.players):
            now = s.distance[s.place[hero], s.foe_region]
            f.staff += now - s.distance[s.place[hero], m.target]
    elif do == DO.AMBUSH:
        total = max(1, s.turn_cards)
        f.ambush += amount * attacks_worth(v) / total
        f.ambush -= v.allies / total * cards.ally_points * w.step_mid
    elif do == DO.PLACE_HEROES:
        for hero in range(s.players):
            f.partner += best_gain(s, cards, w, v, hero)
    elif m.first != NONE:
        f.cloak = 1.0 if m.second == NONE else 2.0


@kernel
def brace_worth(cards, w, v, region, row):
    """Worth of the health that one cheaper defence will save."""
    if cards.effect_where[row] == PLACE.ANYWHERE:
        return w.health * min(1.0, v.now[region] + 0.5)
    return min(1.0, v.now[region] + 0.5 * v.cycle[region]) * w.health


@kernel
def shield_worth(s, cards, v, seat):
    """Worth of the attacks in the rest of the round where the hero stands best."""
    best = 0.0
    for region in range(CAPITAL + 1, PLACES):
        if s.distance[s.place[seat], region] <= max(0, s.points - 1):
            best = max(best, v.now[region] * v.harm[region])
    return best


@kernel
def attacks_worth(v):
    """Worth of all attacks expected in the rest of the round, if nobody defended."""
    worth = 0.0
    for region in range(PLACES):
        worth += v.now[region] * v.harm[region]
    return worth


@kernel
def sandglass_worth(s, cards, v):
    """Worth of what enemies are expected to do before the next Ally card."""
    worth = attacks_worth(v) / (v.allies + 1.0)
    if s.phase == PHASE.ENEMY_DRAWN:
        worth += card_harm(s, cards, v, s.drawn)
    return worth


@kernel
def best_gain(s, cards, w, v, hero):
    """What another hero gains from standing in the best region instead."""
    health = s.health[hero]
    stay = outlook.place_worth(s, cards, w, v, hero, s.place[hero], health)
    best = stay
    for region in range(PLACES):
        best = max(best, outlook.place_worth(s, cards, w, v, hero, region, health))
    return best - stay


@kernel
def place_gain(s, cards, w, v, hero, region):
    """What another hero gains from standing in `region` instead."""
    health = s.health[hero]
    after = outlook.place_worth(s, cards, w, v, hero, region, health)
    return after - outlook.place_worth(s, cards, w, v, hero, s.place[hero], health)
