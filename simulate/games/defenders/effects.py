"""What moves and cards do to the table.

Effects of cards are rows of the tables (`effect_do`, `effect_where`, ...), interpreted
here: changing a card never compiles anything.  What a card says goes before the general
rules (rule D-CARD-1): an effect changes the table without asking them.
"""

from simulate.core.compiler import kernel
from simulate.core.streams import below
from simulate.games.defenders.cards.tables import (
    CAPITAL,
    DO,
    FIRST_DIRE,
    NONE,
    WHEN,
    WHOM,
)
from simulate.games.defenders.moves import (
    AMBUSH,
    ANYWHERE,
    ARRANGE_TOP,
    ATTACKER,
    BRACE,
    CARRY,
    CLEAR_THREAT,
    DAMAGE_FOE,
    FREE_DEFENSE,
    FREE_MOVES,
    GUARD,
    HEAL,
    IGNORE_ENEMIES,
    IN_CAPITAL,
    LOWER_THREAT,
    MOVE_FOE,
    PEEK_TOP,
    SEND,
    TRAVEL,
    attacked_region,
    can_be_cleared,
    can_be_hurt,
    can_be_lowered,
    defence_help,
    reaches,
    span,
    touches,
)
from simulate.games.defenders.state import (
    ARRANGE,
    BEFORE_DRAW,
    CAPITAL_FELL,
    CHANCE_LINE,
    DISCARD,
    ENEMY_DRAWN,
    FATE,
    FOE_DEFEATED,
    OVER,
    PEEK,
    PLACE_HEROES,
    PUSHED,
    TAKE_TURN,
    any_destroyed,
    cover_region,
    draw_artifact,
    is_ally,
    is_dire,
    return_discard,
    rule,
    set_active,
    set_brace,
    set_closed,
    set_destroyed,
    set_foe_health,
    set_foe_in_play,
    set_foe_region,
    set_free_defense,
    set_free_moves,
    set_guard_any,
    set_guard_enemy,
    set_health,
    set_ignore_enemies,
    set_outcome,
    set_place,
    set_points,
    set_threat,
    shuffle_turn_deck,
    take_turn_card,
    uncover_region,
    write,
)

D_ATTACK_1 = rule("D-ATTACK-1")
D_DESTROYED_1 = rule("D-DESTROYED-1")
D_DESTROYED_2 = rule("D-DESTROYED-2")
D_DESTROYED_4 = rule("D-DESTROYED-4")
D_DEFEND_2 = rule("D-DEFEND-2")
D_DIRE_1 = rule("D-DIRE-1")
D_MOVE_1 = rule("D-MOVE-1")
D_SUCCOR_1 = rule("D-SUCCOR-1")
D_FIGHT_1 = rule("D-FIGHT-1")
D_FIGHT_2 = rule("D-FIGHT-2")
D_FOE_1 = rule("D-FOE-1")
D_FOE_3 = rule("D-FOE-3")
D_FOE_4 = rule("D-FOE-4")
D_NEXT_2 = rule("D-NEXT-2")
D_HERO_1 = rule("D-HERO-1")
D_REGION_1 = rule("D-REGION-1")
D_END_1 = rule("D-END-1")
D_END_2 = rule("D-END-2")
D_CARD_3 = rule("D-CARD-3")
D_CARD_6 = rule("D-CARD-6")
D_CARD_8 = rule("D-CARD-8")
D_CARD_10 = rule("D-CARD-10")
D_CARD_25 = rule("D-CARD-25")
D_CARD_26 = rule("D-CARD-26")

RAISE_THREAT, LOSE_HEALTH, DROP_HEALTH = (
    DO["raise_threat"],
    DO["lose_health"],
    DO["drop_health"],
)
FOE_HEALS, GAIN_POINTS, LOSE_POINTS = (
    DO["foe_heals"],
    DO["gain_points"],
    DO["lose_points"],
)
PLACE_PARTY, PUSH, CLOSE_REGION = DO["place_heroes"], DO["push"], DO["close_region"]
MOST_HEALTH = WHOM["most_health"]
UNDEFENDED, ROUND_END, DAMAGED = WHEN["undefended"], WHEN["round_end"], WHEN["damaged"]
TURN_START = WHEN["turn_start"]


# Threat


@kernel
def raise_threat(s, cards, region, steps, rule, log):
    """Raise threat step by step.

    Rules D-ATTACK-1, D-DESTROYED-1 (the step that reaches the last space destroys and does
    not also hurt the Capital City), D-DESTROYED-2 (later steps pass to the Capital City),
    D-END-2 (its fall ends the game at once, D-DESTROYED-7).
    """
    for _ in range(steps):
        if s.phase == OVER:
            return
        if region == CAPITAL:
            raise_capital(s, cards, rule, log)
        elif s.destroyed[region]:
            raise_capital(s, cards, D_DESTROYED_2, log)
        else:
            set_threat(s, region, s.threat[region] + 1, rule, log)
            if s.threat[region] >= cards.region_limit:
                destroy(s, region, log)


@kernel
def raise_capital(s, cards, rule, log):
    """Raise the Capital's threat by one; at its limit the players lose.  Rule D-END-2."""
    set_threat(s, CAPITAL, s.threat[CAPITAL] + 1, rule, log)
    if s.threat[CAPITAL] >= cards.capital_limit:
        set_outcome(s, CAPITAL_FELL, D_END_2, log)


@kernel
def destroy(s, region, log):
    """A region falls; heroes stay where they are.

    Rules D-DESTROYED-1, D-DESTROYED-3 (a card covers its ability), D-DESTROYED-6.
    """
    set_destroyed(s, region, 1, D_DESTROYED_1, log)
    cover_region(s, region, log)
    if s.guard_enemy[region] > 0:
        set_guard_enemy(s, region, 0, D_DESTROYED_4, log)
    if s.guard_any[region] > 0:
        set_guard_any(s, region, 0, D_DESTROYED_4, log)
    for seat in range(s.players):
        if s.brace[seat] > 0 and s.brace_at[seat] == region:
            set_brace(s, seat, 0, NONE, D_DESTROYED_4, log)


@kernel
def clear_threat(s, cards, region, rule, log):
    """Threat becomes 0; a destroyed region is restored if the switch says so (D-CARD-30)."""
    if can_be_cleared(s, cards, region):
        if s.destroyed[region]:
            set_destroyed(s, region, 0, rule, log)
            uncover_region(s, region, rule, log)
        set_threat(s, region, 0, rule, log)


# Health


@kernel
def heal(s, seat, amount, rule, log):
    """Health rises, up to full."""
    set_health(s, seat, min(s.full[seat], s.health[seat] + amount), rule, log)


@kernel
def lose_health(s, seat, amount, rule, log):
    """Health falls, never below 0; nobody is eliminated (D-HEALTH-1)."""
    set_health(s, seat, max(0, s.health[seat] - amount), rule, log)


@kernel
def healthiest(s, log):
    """Seat of the hero with most health; ties are settled by chance.  Rule D-CARD-6."""
    best, ties = 0, 1
    for seat in range(1, s.players):
        if s.health[seat] > s.health[best]:
            best, ties = seat, 1
        elif s.health[seat] == s.health[best]:
            ties += 1
            if below(s, FATE, ties) == 0:
                best = seat
    if ties > 1:
        write(s, log, CHANCE_LINE, NONE, D_CARD_6, best, ties, 0, 0)
    return best


# The epic foe


@kernel
def damage_foe(s, amount, rule, log):
    """The epic foe loses health; at 0 the players win.  Rules D-FOE-4, D-FOE-6, D-END-1."""
    set_foe_health(s, max(0, s.foe_health - amount), rule, log)
    if s.foe_health == 0:
        set_outcome(s, FOE_DEFEATED, D_END_1, log)


@kernel
def foe_arrives(s, cards, log):
    """Turn the epic foe over.  Rules D-NEXT-2, D-FOE-1 (beside its region), D-FOE-3."""
    set_foe_in_play(s, D_NEXT_2, log)
    set_foe_health(s, cards.foe_health[s.foe], D_FOE_3, log)
    put_foe(s, cards, cards.foe_region[s.foe], D_FOE_1, log)


@kernel
def put_foe(s, cards, region, rule, log):
    """Put the foe beside a region; the Kraken takes its ability for good (D-CARD-10).

    Rule D-FOE-2: it stays there until a card, such as the Staff (D-CARD-28), moves it.
    """
    set_foe_region(s, region, rule, log)
    if cards.foe_closes[s.foe] and not s.closed[region]:
        set_closed(s, region, D_CARD_10, log)


@kernel
def foe_power(s, cards, when, seat, log):
    """Every ability of the foe that works at this moment; `seat`: attacker or whose turn.

    Rules D-CARD-13 (GROW) and D-CARD-14 (SCORCH) at the end of a round, D-CARD-15 (STOMP) at
    the start of a turn.
    """
    for slot in range(3):
        ability = cards.foe_ability[s.foe, slot]
        if ability != NONE and cards.ability_when[ability] == when and s.phase != OVER:
            use_effects(s, cards, ability, seat, s.foe_region, NONE, NONE, D_FIGHT_2, log)


@kernel
def foe_answers(s, cards, seat, log):
    """What a foe does to the hero who damaged it, once an act.

    Rules D-FIGHT-2, D-CARD-11 (ENFEEBLEMENT), D-CARD-12 (CLASH).
    """
    if s.phase != OVER:
        foe_power(s, cards, DAMAGED, seat, log)


# Effects of cards, row by row


@kernel
def use_effects(s, cards, ability, seat, here, target, chosen, rule, log):
    """Carry out an ability's effects in the order of the card."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if s.phase != OVER:
            use_effect(s, cards, row, seat, here, target, chosen, rule, log)


@kernel
def use_effect(s, cards, row, seat, here, target, chosen, rule, log):
    """Carry out one effect row (a printed table of cases)."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == LOWER_THREAT or do == CLEAR_THREAT or do == RAISE_THREAT or do == GUARD:
        affect_land(s, cards, row, here, target, rule, log)
    elif do == HEAL or do == LOSE_HEALTH or do == DROP_HEALTH or do == LOSE_POINTS:
        affect_heroes(s, cards, row, seat, here, chosen, rule, log)
    elif do == TRAVEL:
        set_place(s, seat, target, rule, log)
    elif do == SEND or do == CARRY:
        set_place(s, chosen, target, rule, log)
    elif do == DAMAGE_FOE or do == MOVE_FOE or do == FOE_HEALS:
        if s.foe_in_play:
            affect_foe(s, cards, row, seat, target, rule, log)
    elif do == BRACE:
        at = NONE if cards.effect_where[row] == ANYWHERE else here
        set_brace(s, seat, amount, at, rule, log)
    elif do == FREE_DEFENSE:
        set_free_defense(s, seat, 1, rule, log)
    elif do == FREE_MOVES:
        set_free_moves(s, seat, 1, rule, log)
    elif do == IGNORE_ENEMIES:
        set_ignore_enemies(s, 1, rule, log)
    elif do == GAIN_POINTS:
        gain_points(s, seat, amount, rule, log)
    else:
        affect_play(s, cards, do, amount, rule, log)


@kernel
def affect_foe(s, cards, row, seat, target, rule, log):
    """An effect on the epic foe that is in play."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == MOVE_FOE:
        put_foe(s, cards, target, rule, log)
    elif do == FOE_HEALS:
        full = cards.foe_health[s.foe]
        if s.foe_health < full:
            set_foe_health(s, min(full, s.foe_health + amount), rule, log)
    elif can_be_hurt(s, cards, row, seat):
        s.damage[seat] += min(amount, s.foe_health)
        damage_foe(s, amount, rule, log)


@kernel
def affect_land(s, cards, row, here, target, rule, log):
    """An effect on threat or guards, region by region."""
    do, where, amount = (
        cards.effect_do[row],
        cards.effect_where[row],
        cards.effect_amount[row],
    )
    first, last = span(where, here, target)
    for region in range(first, last):
        if not touches(s, where, here, target, region):
            continue
        if do == RAISE_THREAT:
            raise_threat(s, cards, region, amount, rule, log)
        elif do == CLEAR_THREAT:
            clear_threat(s, cards, region, rule, log)
        elif do == GUARD:
            lay_guard(s, region, amount, cards.effect_flag[row], rule, log)
        elif can_be_lowered(s, where, region):
            set_threat(s, region, max(0, s.threat[region] - amount), rule, log)


@kernel
def lay_guard(s, region, amount, against_any, rule, log):
    """Call off the next attacks on a region that still stands."""
    if region == CAPITAL or s.destroyed[region]:
        return
    if against_any:
        if s.guard_any[region] < amount:
            set_guard_any(s, region, amount, rule, log)
    elif s.guard_enemy[region] < amount:
        set_guard_enemy(s, region, amount, rule, log)


@kernel
def affect_heroes(s, cards, row, seat, here, chosen, rule, log):
    """An effect on heroes, one after another."""
    do, who, amount = (
        cards.effect_do[row],
        cards.effect_who[row],
        cards.effect_amount[row],
    )
    if who == MOST_HEALTH:
        affect_hero(s, do, healthiest(s, log), amount, rule, log)
        return
    for hero in range(s.players):
        if do == LOSE_POINTS and hero != seat:
            continue
        if who == ATTACKER and hero != seat:
            continue
        if reaches(s, who, seat, here, chosen, hero):
            affect_hero(s, do, hero, amount, rule, log)


@kernel
def affect_hero(s, do, hero, amount, rule, log):
    """Change one hero's health or points."""
    if do == HEAL:
        heal(s, hero, amount, rule, log)
    elif do == LOSE_HEALTH:
        lose_health(s, hero, amount, rule, log)
    elif do == DROP_HEALTH:
        set_health(s, hero, min(s.health[hero], amount), rule, log)
    elif do == LOSE_POINTS:
        set_points(s, max(0, s.points - amount), rule, log)


@kernel
def gain_points(s, seat, amount, rule, log):
    """Action points at once; off-turn they make an interlude.  Rule D-CARD-25."""
    if s.phase == BEFORE_DRAW or s.phase == ENEMY_DRAWN:
        s.interlude = s.phase
        s.interlude_asked = s.asked
        s.phase = TAKE_TURN
        s.points_used = 0
        s.must_act = 0
        s.bought = 0
        s.turn_moves = 0
        set_active(s, seat, rule, log)
    set_points(s, s.points + amount, rule, log)


@kernel
def affect_play(s, cards, do, amount, rule, log):
    """Effects that lead to further choices or play with the turn deck."""
    if do == PEEK_TOP:
        know_top(s, min(1, s.turn_cards))
        if s.turn_cards > 1:
            s.phase = PEEK
    elif do == ARRANGE_TOP:
        know_top(s, min(amount, s.turn_cards))
        s.arranged = 0
        s.arranging = min(amount, s.turn_cards)
        s.phase = ARRANGE
    elif do == AMBUSH:
        ambush(s, cards, amount, rule, log)
    elif do == PLACE_PARTY:
        s.horn_region = NONE
        s.asked = 0
        s.phase = PLACE_HEROES
    elif do == PUSH:
        s.asked = 0
        s.phase = PUSHED


@kernel
def know_top(s, count):
    """Players look at the top cards of the turn deck and tell each other."""
    s.known_top = max(s.known_top, count)
    s.deck_changes += 1
    for i in range(count):
        s.seen[s.turn_deck[i]] = 1


@kernel
def ambush(s, cards, amount, rule, log):
    """Discard the top card unresolved; the regions it shows, or the Capital, calm down."""
    if s.turn_cards == 0:
        return
    card = take_turn_card(s, DISCARD, rule, log)
    if is_ally(card):
        lower_if_possible(s, CAPITAL, IN_CAPITAL, amount, rule, log)
    elif is_dire(card):
        lower_if_possible(s, cards.dire_region[card - FIRST_DIRE], NONE, amount, rule, log)
    else:
        for k in range(cards.enemy_attacks[card]):
            lower_if_possible(s, cards.enemy_region[card, k], NONE, amount, rule, log)


@kernel
def lower_if_possible(s, region, where, amount, rule, log):
    """Lower a region's threat unless it is destroyed or at 0."""
    if can_be_lowered(s, where, region):
        set_threat(s, region, max(0, s.threat[region] - amount), rule, log)


@kernel
def return_allies(s, first, second, log):
    """Shuffle discarded Ally cards back into the turn deck.  Rule D-CARD-26."""
    for i in range(s.discards - 1, -1, -1):
        if s.discard[i] == first or s.discard[i] == second:
            return_discard(s, i, D_CARD_26, log)
    shuffle_turn_deck(s, D_CARD_26, log)


# Acts of heroes


@kernel
def use_boost(s, cards, m, here, log):
    """The hero ability added to an act, if one was."""
    if m.ability != NONE and s.phase != OVER:
        s.abilities_used[m.actor] += 1
        target = m.region if m.target == NONE else m.target
        use_effects(s, cards, m.ability, m.actor, here, target, m.hero, D_HERO_1, log)


@kernel
def move_hero(s, cards, m, log):
    """Move to an adjacent region.  Rule D-MOVE-1."""
    here = s.place[m.actor]
    s.moved[m.actor] += 1
    use_boost(s, cards, m, here, log)
    set_place(s, m.actor, m.region, D_MOVE_1, log)


@kernel
def succor(s, cards, m, log):
    """Lower the threat where the hero stands.  Rule D-SUCCOR-1."""
    here = s.place[m.actor]
    lowered = min(s.threat[here], cards.succor_threat)
    set_threat(s, here, s.threat[here] - lowered, D_SUCCOR_1, log)
    s.succored[m.actor] += lowered
    use_boost(s, cards, m, here, log)


@kernel
def fight(s, cards, m, log):
    """Damage the epic foe; its answer comes once, after any boost.  Rule D-FIGHT-1."""
    s.damage[m.actor] += min(cards.fight_damage, s.foe_health)
    damage_foe(s, cards.fight_damage, D_FIGHT_1, log)
    use_boost(s, cards, m, s.place[m.actor], log)
    foe_answers(s, cards, m.actor, log)


@kernel
def hurts_foe(cards, ability):
    """Whether an ability damages the foe."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_do[row] == DAMAGE_FOE:
            return True
    return False


@kernel
def is_of_region(s, cards, m):
    """Whether the ability of a move is that of the region where the hero stands."""
    here = s.place[m.actor]
    return cards.region_ability[here, s.side[here]] == m.ability


@kernel
def use_ability(s, cards, m, log):
    """A hero's or region's action ability.  Rules D-HERO-1, D-CARD-22, D-REGION-1, D-CARD-17."""
    s.abilities_used[m.actor] += 1
    here = s.place[m.actor]
    rule = D_REGION_1 if is_of_region(s, cards, m) else D_HERO_1
    use_effects(s, cards, m.ability, m.actor, here, m.target, m.hero, rule, log)
    if hurts_foe(cards, m.ability):
        foe_answers(s, cards, m.actor, log)


@kernel
def use_artifact(s, cards, m, rule, log):
    """An artifact's ability; a foe answers the Spear only by a switch (D-CARD-24)."""
    ability, here = m.ability, s.place[m.actor]
    if m.first != NONE:
        return_allies(s, m.first, m.second, log)
    else:
        use_effects(s, cards, ability, m.actor, here, m.target, m.hero, rule, log)
    if cards.foe_answers_spear and hurts_foe(cards, ability):
        foe_answers(s, cards, m.actor, log)


@kernel
def start_abilities(s, cards, seat, by_group, log):
    """Abilities that work at the start of a hero's turn.

    Rules D-CARD-3 and D-HEALTH-3 (REST in the Capital City; switch `rest_on_group_turns`),
    D-REGION-2 and D-HERO-3 (passive: they cost no point), D-CARD-15 (STOMP), D-CARD-20
    (SCRY).  The region's comes first, then the foe's, then the hero's.
    """
    here = s.place[seat]
    ability = cards.region_ability[here, s.side[here]]
    stands = not s.destroyed[here] and not s.closed[here]
    if ability != NONE and stands and cards.ability_when[ability] == TURN_START:
        if not by_group or cards.rest_on_group_turns:
            if here == CAPITAL and s.health[seat] < s.full[seat]:
                s.rests[seat] += 1
            use_effects(s, cards, ability, seat, here, NONE, NONE, D_CARD_3, log)
    if s.foe_in_play:
        foe_power(s, cards, TURN_START, seat, log)
    for slot in range(3):
        ability = cards.hero_ability[s.hero[seat], slot]
        if ability != NONE and cards.ability_when[ability] == TURN_START:
            use_effects(s, cards, ability, seat, here, NONE, NONE, D_HERO_1, log)


# Attacks


@kernel
def called_off(s, region, log):
    """Use up a guard if one stands against the present attack."""
    if s.destroyed[region]:
        return False
    if not is_dire(s.drawn) and s.guard_enemy[region] > 0:
        set_guard_enemy(s, region, s.guard_enemy[region] - 1, D_HERO_1, log)
        return True
    if s.guard_any[region] > 0:
        set_guard_any(s, region, s.guard_any[region] - 1, D_REGION_1, log)
        return True
    return False


@kernel
def defend(s, cards, m, log):
    """Sacrifice health to stop one attack.

    Rules D-DEFEND-2, D-DEFEND-4 (one hero alone), D-DIRE-2 (no power), D-DIRE-3 (an
    artifact for defending a dire enemy's attack), D-CARD-18 (RETRIBUTE goes with it).
    """
    seat, region = m.actor, m.region
    if s.brace[seat] > 0 and defence_help(s, seat, region) == s.brace[seat]:
        if not s.free_defense[seat]:
            set_brace(s, seat, 0, NONE, D_DEFEND_2, log)
    set_health(s, seat, s.health[seat] - m.health, D_DEFEND_2, log)
    s.defended[seat] += 1
    use_boost(s, cards, m, region, log)
    if is_dire(s.drawn):
        for _ in range(cards.artifacts_for_dire):
            draw_artifact(s, seat, log)


@kernel
def hit(s, cards, log):
    """An attack that nobody defended.  Rules D-ATTACK-1, D-DIRE-1 (its power fires).

    D-CARD-4 (FRENZY), D-CARD-5 (STING), D-CARD-6 (DRAIN), D-CARD-7 (RAZE: a second step, taken
    by itself), D-CARD-8 (TSUNAMI).
    """
    region = attacked_region(s, cards)
    if not is_dire(s.drawn):
        raise_threat(s, cards, region, cards.enemy_threat, D_ATTACK_1, log)
        return
    raise_threat(s, cards, region, cards.dire_enemy_threat, D_ATTACK_1, log)
    for slot in range(3):
        ability = cards.dire_ability[s.drawn - FIRST_DIRE, slot]
        if ability != NONE and cards.ability_when[ability] == UNDEFENDED and s.phase != OVER:
            use_effects(s, cards, ability, NONE, region, NONE, NONE, D_DIRE_1, log)


@kernel
def points_of_group(s, cards):
    """Points on a Group Ally card.  Rules D-GROUP-1, D-GROUP-2 (one more if any region lies
    destroyed)."""
    more = cards.group_points_destroyed if any_destroyed(s) else 0
    return cards.group_points + more
