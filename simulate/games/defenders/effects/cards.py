"""Effects of cards, row by row.

They are rows of the tables (`effect_do`, `effect_where`, ...), interpreted here: changing a
card never compiles anything.  What a card says goes before the general rules (rule
D-CARD-1): an effect changes the table without asking them.
"""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.cards.tables import CAPITAL, DO, FIRST_DIRE, NONE, PLACE, WHEN, WHOM
from simulate.games.defenders.effects import board
from simulate.games.defenders.effects.foe import damage_foe, put_foe
from simulate.games.defenders.moves import questions
from simulate.games.defenders.state import agenda, changes
from simulate.games.defenders.state.changes import PILE, RULE
from simulate.games.defenders.state.piles import take_turn_card
from simulate.games.defenders.state.record import PHASE, is_ally, is_dire


@kernel
def foe_power(s, cards, when, seat, log):
    """Every ability of the foe that works at this moment; `seat`: attacker or whose turn.

    Rules D-CARD-13 (GROW) and D-CARD-14 (SCORCH) at the end of a round, D-CARD-15 (STOMP) at
    the start of a turn.
    """
    for slot in range(3):
        ability = cards.foe_ability[s.foe, slot]
        if ability != NONE and cards.ability_when[ability] == when and s.phase != PHASE.OVER:
            use_effects(s, cards, ability, seat, s.foe_region, NONE, NONE, RULE.D_FIGHT_2, log)


@kernel
def foe_answers(s, cards, seat, log):
    """What a foe does to the hero who damaged it, once an act.

    Rules D-FIGHT-2, D-CARD-11 (ENFEEBLEMENT), D-CARD-12 (CLASH).
    """
    if s.phase != PHASE.OVER:
        foe_power(s, cards, WHEN.DAMAGED, seat, log)


@kernel
def use_effects(s, cards, ability, seat, origin, target, chosen, rule, log):
    """Carry out an ability's effects in the order of the card.

    rule: cited where the ledger has no entry for the ability itself.  Rules D-CARD-4 to D-CARD-7,
    D-CARD-11 to D-CARD-16, D-CARD-18 to D-CARD-20, D-CARD-23 to D-CARD-31.
    """
    if cards.ability_rule[ability] != NONE:
        rule = cards.ability_rule[ability]
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if s.phase != PHASE.OVER:
            use_effect(s, cards, row, seat, origin, target, chosen, rule, log)


@kernel
def use_effect(s, cards, row, seat, origin, target, chosen, rule, log):
    """Carry out one effect row (a printed table of cases)."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == DO.LOWER_THREAT or do == DO.CLEAR_THREAT or do == DO.RAISE_THREAT or do == DO.GUARD:
        affect_land(s, cards, row, origin, target, rule, log)
    elif do == DO.HEAL or do == DO.LOSE_HEALTH or do == DO.DROP_HEALTH or do == DO.LOSE_POINTS:
        affect_heroes(s, cards, row, seat, origin, chosen, rule, log)
    elif do == DO.TRAVEL:
        changes.set_place(s, seat, target, rule, log)
    elif do == DO.SEND or do == DO.CARRY:
        changes.set_place(s, chosen, target, rule, log)
    elif do == DO.DAMAGE_FOE or do == DO.MOVE_FOE or do == DO.FOE_HEALS:
        if s.foe_in_play:
            affect_foe(s, cards, row, seat, target, rule, log)
    elif do == DO.BRACE:
        at = NONE if cards.effect_where[row] == PLACE.ANYWHERE else origin
        changes.set_brace(s, seat, amount, at, rule, log)
    elif do == DO.FREE_DEFENSE:
        changes.set_free_defense(s, seat, 1, rule, log)
    elif do == DO.FREE_MOVES:
        changes.set_free_moves(s, seat, 1, rule, log)
    elif do == DO.IGNORE_ENEMIES:
        changes.set_ignore_enemies(s, 1, rule, log)
    elif do == DO.GAIN_POINTS:
        gain_points(s, seat, amount, rule, log)
    else:
        affect_play(s, cards, do, amount, rule, log)


@kernel
def affect_foe(s, cards, row, seat, target, rule, log):
    """An effect on the epic foe that is in play."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == DO.MOVE_FOE:
        put_foe(s, cards, target, rule, log)
    elif do == DO.FOE_HEALS:
        full = cards.foe_health[s.foe]
        if s.foe_health < full:
            changes.set_foe_health(s, min(full, s.foe_health + amount), rule, log)
    elif questions.can_be_hurt(s, cards, row, seat):
        s.damage[seat] += min(amount, s.foe_health)
        damage_foe(s, amount, rule, log)


@kernel
def affect_land(s, cards, row, origin, target, rule, log):
    """An effect on threat or guards, region by region."""
    do, where, amount = (cards.effect_do[row], cards.effect_where[row], cards.effect_amount[row])
    first, last = questions.span(where, origin, target)
    for region in range(first, last):
        if not questions.touches(s, where, origin, target, region):
            continue
        if do == DO.RAISE_THREAT:
            board.raise_threat(s, cards, region, amount, rule, log)
        elif do == DO.CLEAR_THREAT:
            board.clear_threat(s, cards, region, rule, log)
        elif do == DO.GUARD:
            lay_guard(s, region, amount, cards.effect_flag[row], rule, log)
        elif questions.can_be_lowered(s, where, region):
            changes.set_threat(s, region, max(0, s.threat[region] - amount), rule, log)


@kernel
def lay_guard(s, region, amount, against_any, rule, log):
    """Call off the next attacks on a region that still stands."""
    if region == CAPITAL or s.destroyed[region]:
        return
    if against_any:
        if s.guard_any[region] < amount:
            changes.set_guard_any(s, region, amount, rule, log)
    elif s.guard_enemy[region] < amount:
        changes.set_guard_enemy(s, region, amount, rule, log)


@kernel
def affect_heroes(s, cards, row, seat, origin, chosen, rule, log):
    """An effect on heroes, one after another."""
    do, who, amount = (cards.effect_do[row], cards.effect_who[row], cards.effect_amount[row])
    if who == WHOM.MOST_HEALTH:
        affect_hero(s, do, board.healthiest(s, log), amount, rule, log)
        return
    for hero in range(s.players):
        if do == DO.LOSE_POINTS and hero != seat:
            continue
        if who == WHOM.ATTACKER and hero != seat:
            continue
        if questions.reaches(s, who, seat, origin, chosen, hero):
            affect_hero(s, do, hero, amount, rule, log)


@kernel
def affect_hero(s, do, hero, amount, rule, log):
    """Change one hero's health or points."""
    if do == DO.HEAL:
        board.heal(s, hero, amount, rule, log)
    elif do == DO.LOSE_HEALTH:
        board.lose_health(s, hero, amount, rule, log)
    elif do == DO.DROP_HEALTH:
        changes.set_health(s, hero, min(s.health[hero], amount), rule, log)
    elif do == DO.LOSE_POINTS:
        changes.set_points(s, max(0, s.points - amount), rule, log)
    else:
        raise ValueError("no effect on a hero")


@kernel
def gain_points(s, seat, amount, rule, log):
    """Action points at once; off-turn they make an interlude.  Rule D-CARD-25."""
    if s.phase == PHASE.BEFORE_DRAW or s.phase == PHASE.ENEMY_DRAWN:
        agenda.ask_first(s, PHASE.TAKE_TURN)
        changes.count_anew(s)
        changes.set_active(s, seat, rule, log)
    changes.set_points(s, s.points + amount, rule, log)


@kernel
def affect_play(s, cards, do, amount, rule, log):
    """Effects that lead to further choices or play with the turn deck."""
    if do == DO.PEEK:
        know_top(s, min(1, s.turn_cards))
        if s.turn_cards > 1:
            agenda.ask_first(s, PHASE.PEEK)
    elif do == DO.ARRANGE:
        know_top(s, min(amount, s.turn_cards))
        s.arranged = 0
        s.arranging = min(amount, s.turn_cards)
        agenda.ask_first(s, PHASE.ARRANGE)
    elif do == DO.AMBUSH:
        ambush(s, cards, amount, rule, log)
    elif do == DO.PLACE_HEROES:
        s.horn_region = NONE
        agenda.ask_first(s, PHASE.PLACE_HEROES)
    elif do == DO.PUSH:
        s.decider = 0
        s.phase = PHASE.PUSHED
    else:
        raise ValueError("no effect")


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
    card = take_turn_card(s, PILE.DISCARD, rule, log)
    if is_ally(card):
        lower_if_possible(s, CAPITAL, PLACE.CAPITAL, amount, rule, log)
    elif is_dire(card):
        lower_if_possible(s, cards.dire_region[card - FIRST_DIRE], NONE, amount, rule, log)
    else:
        for k in range(cards.enemy_attacks[card]):
            lower_if_possible(s, cards.enemy_region[card, k], NONE, amount, rule, log)


@kernel
def lower_if_possible(s, region, where, amount, rule, log):
    """Lower a region's threat unless it is destroyed or at 0."""
    if questions.can_be_lowered(s, where, region):
        changes.set_threat(s, region, max(0, s.threat[region] - amount), rule, log)
