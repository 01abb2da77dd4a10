"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.defenders.cards import tables
from simulate.games.defenders.cards.tables import NONE, WHEN
from simulate.games.defenders.effects import acts
from simulate.games.defenders.effects.attacks import (
    called_off,
    defend,
    hit,
    points_of_group,
)
from simulate.games.defenders.effects.cards import foe_power
from simulate.games.defenders.effects.foe import foe_arrives
from simulate.games.defenders.end import cut_off
from simulate.games.defenders.moves.lists import add_paid_ability
from simulate.games.defenders.moves.move import KIND, OF_TURN
from simulate.games.defenders.moves.questions import attacked_region, can_defend
from simulate.games.defenders.state import agenda, changes, piles
from simulate.games.defenders.state.changes import PILE, RULE
from simulate.games.defenders.state.record import PHASE, is_ally, is_dire
from simulate.mechanics.log import is_on, write_move

# The rule by which a move of each kind is made.
KIND_RULES = KIND.table(
    {
        "choose side": RULE.D_SETUP_9,
        "pass": RULE.D_ART_4,
        "use artifact": RULE.D_ART_5,
        "decline": RULE.D_DEFEND_1,
        "defend": RULE.D_DEFEND_1,
        "be pushed": RULE.D_CARD_8,
        "take points": RULE.D_GROUP_4,
        "end turn": RULE.D_CARD_2,
        "move": RULE.D_MOVE_1,
        "succor": RULE.D_SUCCOR_1,
        "fight": RULE.D_FIGHT_1,
        "use ability": RULE.D_HERO_2,
        "buy point": RULE.D_EXTRA_1,
        "keep card": RULE.D_CARD_20,
        "bury card": RULE.D_CARD_20,
        "put card": RULE.D_CARD_17,
        "stay": RULE.D_CARD_32,
        "place hero": RULE.D_CARD_32,
    }
)


# Playing on by itself


@kernel
def advance(s, cards, moves, log):
    """Play on until a seat must choose or the game is over.  `moves` is scratch space."""
    while s.phase != PHASE.OVER and not must_choose(s, cards, moves):
        go_on(s, cards, log)


@inner_kernel
def must_choose(s, cards, moves):
    """Whether the present phase asks a seat for a decision."""
    phase = s.phase
    if phase == PHASE.TAKE_TURN or phase == PHASE.PEEK:
        return True
    if phase == PHASE.BEFORE_DRAW or phase == PHASE.ENEMY_DRAWN:
        return s.decider < s.players and has_free_artifact(s, cards, moves, s.decider)
    if phase == PHASE.DEFENDING:
        return s.decider < s.players and can_defend(s, cards, s.decider)
    if phase == PHASE.SPLIT_POINTS:
        return s.group_points > 0 and somebody_waits(s)
    if phase == PHASE.PUSHED:
        return s.decider < s.players and s.place[s.decider] != tables.CAPITAL
    if phase == PHASE.ARRANGE:
        return s.arranged < s.arranging
    if phase == PHASE.PLACE_HEROES:
        return s.decider < s.players
    return phase == PHASE.CHOOSE_SIDES and s.decider < tables.PLACES


@kernel
def has_free_artifact(s, cards, moves, seat):
    """Whether a hero holds a free artifact that would do something now.  Rule D-ART-4."""
    for artifact in range(cards.artifacts):
        if s.artifact[artifact] == seat:
            ability = cards.artifact_ability[artifact]
            if ability != NONE and cards.ability_when[ability] == WHEN.FREE:
                if add_paid_ability(s, cards, moves, 0, seat, ability, artifact, 0) > 0:
                    return True
    return False


@kernel
def somebody_waits(s):
    """Whether a hero has had no turn under the present Group Ally card."""
    for seat in range(s.players):
        if not s.gone[seat]:
            return True
    return False


@kernel
def go_on(s, cards, log):
    """One thing that happens by itself in the present phase."""
    phase = s.phase
    if phase == PHASE.BEFORE_DRAW:
        if s.decider < s.players:
            s.decider += 1
        elif s.turn_cards > 0:
            draw_card(s, cards, log)
        else:
            end_round(s, cards, log)
    elif phase == PHASE.ENEMY_DRAWN:
        if s.decider < s.players:
            s.decider += 1
        else:
            resolve_attack(s, cards, log)
    elif phase == PHASE.DEFENDING:
        s.decider += 1
        if s.decider >= s.players:
            undefended(s, cards, log)
    elif phase == PHASE.PUSHED:
        s.decider += 1
        if s.decider >= s.players:
            next_attack(s)
    elif phase == PHASE.SPLIT_POINTS:
        changes.set_group_points(s, 0, RULE.D_CARD_2, log)
        finish_card(s, log)
    elif phase == PHASE.ARRANGE:
        s.known_top = max(s.known_top, s.arranging)
        agenda.go_back(s)
    elif phase == PHASE.PLACE_HEROES:
        agenda.go_back(s)
    elif phase == PHASE.CHOOSE_SIDES:
        next_card(s)


@kernel
def next_card(s):
    """Let everybody use free artifacts, then draw.  Rules D-ROUND-1, D-ART-4."""
    s.phase = PHASE.BEFORE_DRAW
    s.decider = 0


@kernel
def finish_card(s, log):
    """The card is resolved and discarded.  Rule D-ROUND-2."""
    piles.discard_drawn(s, log)
    next_card(s)


@kernel
def draw_card(s, cards, log):
    """Draw a card and begin to resolve it by its type.  Rules D-ROUND-1, D-ROUND-4."""
    card = piles.take_turn_card(s, PILE.DRAWN, RULE.D_ROUND_1, log)
    if is_ally(card):
        begin_ally(s, cards, card, log)
        return
    s.attack = 0
    s.decider = 0 if cards.sandglass_after_draw else s.players
    s.phase = PHASE.ENEMY_DRAWN


# Enemies


@kernel
def resolve_attack(s, cards, log):
    """Begin the drawn card's present attack: ask who defends, each attack on its own.

    Rules D-DEFEND-3, D-CARD-23 (nothing happens while the Sandglass runs).
    """
    attacks = 1 if is_dire(s.drawn) else cards.enemy_attacks[s.drawn]
    if s.ignore_enemies or s.attack >= attacks:
        finish_card(s, log)
    elif called_off(s, attacked_region(s, cards), log):
        s.attack += 1
    else:
        s.phase = PHASE.DEFENDING
        s.decider = 0


@kernel
def next_attack(s):
    """The present attack is over."""
    s.attack += 1
    s.phase = PHASE.ENEMY_DRAWN
    s.decider = s.players  # nobody is asked for artifacts between two attacks


@kernel
def undefended(s, cards, log):
    """The attack hits; a push is played out before the next one."""
    hit(s, cards, log)
    if s.phase == PHASE.DEFENDING:
        next_attack(s)


# Allies


@kernel
def begin_ally(s, cards, card, log):
    """An Ally or Group Ally card: fresh region abilities, the Sandglass runs out, points.

    Rules D-ALLY-1, D-ALLY-2, D-ALLY-3, D-GROUP-1, D-ACTION-2, D-CARD-23.
    """
    for region in range(tables.PLACES):
        changes.set_used(s, region, 0, RULE.D_ACTION_2, log)
    changes.set_ignore_enemies(s, 0, RULE.D_CARD_23, log)
    if card >= tables.FIRST_GROUP:
        changes.set_group_points(s, points_of_group(s, cards), RULE.D_GROUP_1, log)
        for seat in range(s.players):
            s.gone[seat] = 0
        s.phase = PHASE.SPLIT_POINTS
    else:
        seat = (card - tables.FIRST_ALLY) % s.players
        begin_turn(s, cards, seat, cards.ally_points, False, RULE.D_ALLY_3, log)


@kernel
def begin_turn(s, cards, seat, points, by_group, rule, log):
    """A hero's turn begins.  Rules D-ALLY-2, D-GROUP-3."""
    changes.set_active(s, seat, RULE.D_GROUP_3 if by_group else RULE.D_ALLY_2, log)
    s.turns += 1
    changes.count_anew(s)
    s.phase = PHASE.TAKE_TURN
    if s.health[seat] == 0:
        s.turns_at_zero[seat] += 1
    changes.set_points(s, points, rule, log)
    acts.start_abilities(s, cards, seat, by_group, log)


@kernel
def end_turn(s, log):
    """A hero's turn or interlude ends; unused points are lost.

    Rules D-CARD-2, D-GROUP-5 (a turn under a Group Ally card), D-ALLY-2 (the one of an Ally
    card), D-CARD-25 (what an Elixir brought off-turn).
    """
    changes.set_points(s, 0, RULE.D_CARD_2, log)
    if agenda.is_interlude(s):
        changes.set_active(s, NONE, RULE.D_CARD_25, log)
        agenda.go_back(s)
    elif s.drawn >= tables.FIRST_GROUP:
        changes.set_active(s, NONE, RULE.D_GROUP_5, log)
        s.phase = PHASE.SPLIT_POINTS
    else:
        changes.set_active(s, NONE, RULE.D_ALLY_2, log)
        finish_card(s, log)


# Rounds


@kernel
def end_round(s, cards, log):
    """The turn deck is used up.

    Rules D-NEXT-1 (a horde card joins, everything is shuffled), D-NEXT-2 (no horde left:
    the epic foe comes), D-FOE-5 (later the deck is only shuffled).
    """
    if s.foe_in_play:
        foe_power(s, cards, WHEN.ROUND_END, NONE, log)
        if s.phase == PHASE.OVER:
            return
    if s.round_no >= cards.round_limit:
        cut_off(s, log)
        return
    for seat in range(s.players):
        if s.free_defense[seat]:
            changes.set_free_defense(s, seat, 0, RULE.D_CARD_31, log)
        if s.free_moves[seat]:
            changes.set_free_moves(s, seat, 0, RULE.D_CARD_27, log)
    while s.discards > 0:
        piles.return_discard(s, s.discards - 1, RULE.D_NEXT_1, log)
    if s.horde_cards > 0:
        for _ in range(min(s.horde_cards, cards.horde_cards_per_round)):
            piles.take_horde_card(s, RULE.D_NEXT_1, log)
    elif not s.foe_in_play:
        foe_arrives(s, cards, log)
    s.shuffles = 0
    piles.shuffle_turn_deck(s, RULE.D_NEXT_1 if not s.foe_in_play else RULE.D_FOE_5, log)
    changes.set_round(s, s.round_no + 1, RULE.D_NEXT_1 if not s.foe_in_play else RULE.D_FOE_5, log)
    next_card(s)


# Moves


@kernel
def cited_rule(s, cards, m):
    """The rule by which a move is made.  Rule D-ART-4 off-turn, D-ART-5 in a turn."""
    if m.kind == KIND.USE_ABILITY and acts.is_of_region(s, cards, m):
        return RULE.D_REGION_1
    if m.kind == KIND.USE_ARTIFACT and s.phase != PHASE.TAKE_TURN:
        return RULE.D_ART_4
    return KIND_RULES[m.kind]


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space for legality.
    """
    if log is not None and is_on(log):
        write_move(s, m, cited_rule(s, cards, m), log)
    carry_out(s, cards, m, log)
    advance(s, cards, moves, log)


@kernel
def carry_out(s, cards, m, log):
    """Carry out one move: a printed table of kinds."""
    kind = m.kind
    if is_one_of(OF_TURN, kind):
        act(s, cards, m, log)
    elif kind == KIND.USE_ARTIFACT:
        if s.phase == PHASE.TAKE_TURN:
            pay(s, m, log)
        else:
            pay_health(s, m, log)
        piles.remove_artifact(s, m.artifact, m.actor, log)
        acts.use_artifact(s, cards, m, RULE.D_ART_5, log)
    elif kind == KIND.DEFEND:
        defend(s, cards, m, log)
        if s.phase == PHASE.DEFENDING:
            next_attack(s)
    elif kind == KIND.TAKE_POINTS:
        s.gone[m.hero] = 1
        changes.set_group_points(s, s.group_points - m.points, RULE.D_GROUP_1, log)
        begin_turn(s, cards, m.hero, m.points, True, RULE.D_GROUP_1, log)
    elif kind == KIND.CHOOSE_SIDE:
        changes.set_side(s, m.region, m.first, RULE.D_SETUP_9, log)
        s.decider += 1
    elif kind == KIND.PUT_CARD:
        piles.put_at(s, m.first, s.arranged, RULE.D_CARD_17, log)
        s.arranged += 1
    elif kind == KIND.BURY_CARD:
        piles.bury_top(s, RULE.D_CARD_20, log)
        agenda.go_back(s)
    else:
        answer(s, cards, m, log)


@kernel
def answer(s, cards, m, log):
    """Short answers: pass, decline, where to be pushed, keep, stay or be placed."""
    kind = m.kind
    if kind == KIND.BE_PUSHED:
        changes.set_place(s, s.decider, m.region, RULE.D_CARD_8, log)
        go_on(s, cards, log)
    elif s.phase == PHASE.PEEK:
        agenda.go_back(s)
    elif s.phase == PHASE.DEFENDING:
        leave_circle(s, cards, log)
        go_on(s, cards, log)
    else:
        if kind == KIND.PLACE_HERO:
            s.horn_region = m.region
            changes.set_place(s, m.hero, m.region, RULE.D_CARD_32, log)
        s.decider += 1


@kernel
def leave_circle(s, cards, log):
    """Who is asked at the next attack and declines has left the circle.

    Rule D-CARD-16 (switch `circle_after_declining`).
    """
    seat, region = s.decider, attacked_region(s, cards)
    if not cards.circle_after_declining and s.brace[seat] > 0 and s.brace_at[seat] == region:
        changes.set_brace(s, seat, 0, NONE, RULE.D_CARD_16, log)


@kernel
def pay(s, m, log):
    """Pay a move's price and count its points.  Rule D-ACTION-1."""
    s.turn_moves += 1
    changes.set_points(s, s.points - m.points, RULE.D_ACTION_1, log)
    s.points_used += m.points
    s.must_act = 0
    pay_health(s, m, log)


@kernel
def pay_health(s, m, log):
    """Pay a move's price in health.  Rule D-HERO-2."""
    if m.health > 0:
        changes.set_health(s, m.actor, s.health[m.actor] - m.health, RULE.D_HERO_2, log)


@kernel
def act(s, cards, m, log):
    """What a hero does on a turn.  Rules D-ACTION-1, D-EXTRA-1, D-EXTRA-2."""
    kind = m.kind
    if kind == KIND.END_TURN:
        end_turn(s, log)
        return
    if kind == KIND.BUY_POINT:
        changes.set_health(s, m.actor, s.health[m.actor] - m.health, RULE.D_EXTRA_1, log)
        changes.set_points(s, s.points + cards.extra_points, RULE.D_EXTRA_1, log)
        s.bought += 1
        s.turn_moves += 1
        s.must_act = 1
        return
    pay(s, m, log)
    if kind == KIND.MOVE:
        acts.move_hero(s, cards, m, log)
    elif kind == KIND.SUCCOR:
        acts.succor(s, cards, m, log)
    elif kind == KIND.FIGHT:
        acts.fight(s, cards, m, log)
    elif kind == KIND.USE_ABILITY:
        acts.use_ability(s, cards, m, log)
    else:
        raise ValueError("nothing that a hero does on a turn")
