"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.defenders.cards.tables import CAPITAL, FIRST_ALLY, FIRST_GROUP, NONE, PLACES
from simulate.games.defenders.effects.acts import (
    fight,
    is_of_region,
    move_hero,
    start_abilities,
    succor,
    use_ability,
    use_artifact,
)
from simulate.games.defenders.effects.attacks import (
    called_off,
    defend,
    hit,
    points_of_group,
)
from simulate.games.defenders.effects.cards import foe_power
from simulate.games.defenders.effects.foe import foe_arrives
from simulate.games.defenders.end import cut_off
from simulate.games.defenders.moves.codes import ON_FREE, ROUND_END
from simulate.games.defenders.moves.lists import add_paid_ability
from simulate.games.defenders.moves.move import (
    BE_PUSHED,
    BURY_CARD,
    BUY_POINT,
    CHOOSE_SIDE,
    DEFEND,
    END_TURN,
    FIGHT,
    MOVE_TO,
    PLACE_HERO,
    PUT_CARD,
    SUCCOR,
    TAKE_POINTS,
    USE_ABILITY,
    USE_ARTIFACT,
)
from simulate.games.defenders.moves.questions import attacked_region, can_defend
from simulate.games.defenders.state.changes import (
    DRAWN,
    MOVE_LINE,
    rule,
    set_active,
    set_brace,
    set_free_defense,
    set_free_moves,
    set_group_points,
    set_health,
    set_ignore_enemies,
    set_place,
    set_points,
    set_round,
    set_side,
    set_used,
    write,
)
from simulate.games.defenders.state.piles import (
    bury_top,
    discard_drawn,
    put_at,
    remove_artifact,
    return_discard,
    shuffle_turn_deck,
    take_horde_card,
    take_turn_card,
)
from simulate.games.defenders.state.record import (
    ARRANGE,
    BEFORE_DRAW,
    CHOOSE_SIDES,
    DEFENDING,
    ENEMY_DRAWN,
    OVER,
    PEEK,
    PLACE_HEROES,
    PUSHED,
    SPLIT_POINTS,
    TAKE_TURN,
    is_ally,
    is_dire,
)

D_ROUND_1 = rule("D-ROUND-1")
D_SETUP_9 = rule("D-SETUP-9")
D_DEFEND_1 = rule("D-DEFEND-1")
D_ALLY_2 = rule("D-ALLY-2")
D_ALLY_3 = rule("D-ALLY-3")
D_GROUP_1 = rule("D-GROUP-1")
D_GROUP_3 = rule("D-GROUP-3")
D_GROUP_4 = rule("D-GROUP-4")
D_GROUP_5 = rule("D-GROUP-5")
D_EXTRA_1 = rule("D-EXTRA-1")
D_ACTION_1 = rule("D-ACTION-1")
D_ACTION_2 = rule("D-ACTION-2")
D_MOVE_1 = rule("D-MOVE-1")
D_SUCCOR_1 = rule("D-SUCCOR-1")
D_FIGHT_1 = rule("D-FIGHT-1")
D_HERO_2 = rule("D-HERO-2")
D_REGION_1 = rule("D-REGION-1")
D_ART_4 = rule("D-ART-4")
D_ART_5 = rule("D-ART-5")
D_NEXT_1 = rule("D-NEXT-1")
D_FOE_5 = rule("D-FOE-5")
D_CARD_2 = rule("D-CARD-2")
D_CARD_8 = rule("D-CARD-8")
D_CARD_17 = rule("D-CARD-17")
D_CARD_20 = rule("D-CARD-20")
D_CARD_16 = rule("D-CARD-16")
D_CARD_23 = rule("D-CARD-23")
D_CARD_25 = rule("D-CARD-25")
D_CARD_27 = rule("D-CARD-27")
D_CARD_31 = rule("D-CARD-31")
D_CARD_32 = rule("D-CARD-32")

# The rule that a move of each kind follows, in the order of `moves.KINDS`.
KIND_RULES = (
    D_SETUP_9,
    D_ART_4,
    D_ART_5,
    D_DEFEND_1,
    D_DEFEND_1,
    D_CARD_8,
    D_GROUP_4,
    D_CARD_2,
    D_MOVE_1,
    D_SUCCOR_1,
    D_FIGHT_1,
    D_HERO_2,
    D_EXTRA_1,
    D_CARD_20,
    D_CARD_20,
    D_CARD_17,
    D_CARD_32,
    D_CARD_32,
)


# Playing on by itself


@kernel
def advance(s, cards, moves, log):
    """Play on until a seat must choose or the game is over.  `moves` is scratch space."""
    while s.phase != OVER and not must_choose(s, cards, moves):
        go_on(s, cards, log)


@inner_kernel
def must_choose(s, cards, moves):
    """Whether the present phase asks a seat for a decision."""
    phase = s.phase
    if phase == TAKE_TURN or phase == PEEK:
        return True
    if phase == BEFORE_DRAW or phase == ENEMY_DRAWN:
        return s.asked < s.players and has_free_artifact(s, cards, moves, s.asked)
    if phase == DEFENDING:
        return s.asked < s.players and can_defend(s, cards, s.asked)
    if phase == SPLIT_POINTS:
        return s.group_points > 0 and somebody_waits(s)
    if phase == PUSHED:
        return s.asked < s.players and s.place[s.asked] != CAPITAL
    if phase == ARRANGE:
        return s.arranged < s.arranging
    if phase == PLACE_HEROES:
        return s.asked < s.players
    return phase == CHOOSE_SIDES and s.asked < PLACES


@kernel
def has_free_artifact(s, cards, moves, seat):
    """Whether a hero holds a free artifact that would do something now.  Rule D-ART-4."""
    for artifact in range(cards.artifacts):
        if s.artifact[artifact] == seat:
            ability = cards.artifact_ability[artifact]
            if ability != NONE and cards.ability_when[ability] == ON_FREE:
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
    if phase == BEFORE_DRAW:
        if s.asked < s.players:
            s.asked += 1
        elif s.turn_cards > 0:
            draw_card(s, cards, log)
        else:
            end_round(s, cards, log)
    elif phase == ENEMY_DRAWN:
        if s.asked < s.players:
            s.asked += 1
        else:
            resolve_attack(s, cards, log)
    elif phase == DEFENDING:
        s.asked += 1
        if s.asked >= s.players:
            undefended(s, cards, log)
    elif phase == PUSHED:
        s.asked += 1
        if s.asked >= s.players:
            next_attack(s)
    elif phase == SPLIT_POINTS:
        set_group_points(s, 0, D_CARD_2, log)
        finish_card(s, log)
    elif phase == ARRANGE:
        s.known_top = max(s.known_top, s.arranging)
        s.phase = TAKE_TURN
    elif phase == PLACE_HEROES:
        s.phase = TAKE_TURN
    elif phase == CHOOSE_SIDES:
        next_card(s)


@kernel
def next_card(s):
    """Let everybody use free artifacts, then draw.  Rules D-ROUND-1, D-ART-4."""
    s.phase = BEFORE_DRAW
    s.asked = 0


@kernel
def finish_card(s, log):
    """The card is resolved and discarded.  Rule D-ROUND-2."""
    discard_drawn(s, log)
    next_card(s)


@kernel
def draw_card(s, cards, log):
    """Draw a card and begin to resolve it by its type.  Rules D-ROUND-1, D-ROUND-4."""
    card = take_turn_card(s, DRAWN, D_ROUND_1, log)
    if is_ally(card):
        begin_ally(s, cards, card, log)
        return
    s.attack = 0
    s.asked = 0 if cards.sandglass_after_draw else s.players
    s.phase = ENEMY_DRAWN


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
        s.phase = DEFENDING
        s.asked = 0


@kernel
def next_attack(s):
    """The present attack is over."""
    s.attack += 1
    s.phase = ENEMY_DRAWN
    s.asked = s.players  # nobody is asked for artifacts between two attacks


@kernel
def undefended(s, cards, log):
    """The attack hits; a push is played out before the next one."""
    hit(s, cards, log)
    if s.phase == DEFENDING:
        next_attack(s)


# Allies


@kernel
def begin_ally(s, cards, card, log):
    """An Ally or Group Ally card: fresh region abilities, the Sandglass runs out, points.

    Rules D-ALLY-1, D-ALLY-2, D-ALLY-3, D-GROUP-1, D-ACTION-2, D-CARD-23.
    """
    for region in range(PLACES):
        set_used(s, region, 0, D_ACTION_2, log)
    set_ignore_enemies(s, 0, D_CARD_23, log)
    if card >= FIRST_GROUP:
        set_group_points(s, points_of_group(s, cards), D_GROUP_1, log)
        for seat in range(s.players):
            s.gone[seat] = 0
        s.phase = SPLIT_POINTS
    else:
        seat = (card - FIRST_ALLY) % s.players
        begin_turn(s, cards, seat, cards.ally_points, False, D_ALLY_3, log)


@kernel
def begin_turn(s, cards, seat, points, by_group, rule, log):
    """A hero's turn begins.  Rules D-ALLY-2, D-GROUP-3."""
    set_active(s, seat, D_GROUP_3 if by_group else D_ALLY_2, log)
    s.turns += 1
    s.points_used = 0
    s.must_act = 0
    s.bought = 0
    s.turn_moves = 0
    s.phase = TAKE_TURN
    if s.health[seat] == 0:
        s.turns_at_zero[seat] += 1
    set_points(s, points, rule, log)
    start_abilities(s, cards, seat, by_group, log)


@kernel
def end_turn(s, log):
    """A hero's turn or interlude ends; unused points are lost.

    Rules D-CARD-2, D-GROUP-5 (a turn under a Group Ally card), D-ALLY-2 (the one of an Ally
    card), D-CARD-25 (what an Elixir brought off-turn).
    """
    set_points(s, 0, D_CARD_2, log)
    if s.interlude != NONE:
        set_active(s, NONE, D_CARD_25, log)
        s.phase = s.interlude
        s.asked = s.interlude_asked
        s.interlude = NONE
    elif s.drawn >= FIRST_GROUP:
        set_active(s, NONE, D_GROUP_5, log)
        s.phase = SPLIT_POINTS
    else:
        set_active(s, NONE, D_ALLY_2, log)
        finish_card(s, log)


# Rounds


@kernel
def end_round(s, cards, log):
    """The turn deck is used up.

    Rules D-NEXT-1 (a horde card joins, everything is shuffled), D-NEXT-2 (no horde left:
    the epic foe comes), D-FOE-5 (later the deck is only shuffled).
    """
    if s.foe_in_play:
        foe_power(s, cards, ROUND_END, NONE, log)
        if s.phase == OVER:
            return
    if s.round_no >= cards.round_limit:
        cut_off(s, log)
        return
    for seat in range(s.players):
        if s.free_defense[seat]:
            set_free_defense(s, seat, 0, D_CARD_31, log)
        if s.free_moves[seat]:
            set_free_moves(s, seat, 0, D_CARD_27, log)
    while s.discards > 0:
        return_discard(s, s.discards - 1, D_NEXT_1, log)
    if s.horde_cards > 0:
        for _ in range(min(s.horde_cards, cards.horde_cards_per_round)):
            take_horde_card(s, D_NEXT_1, log)
    elif not s.foe_in_play:
        foe_arrives(s, cards, log)
    s.shuffles = 0
    shuffle_turn_deck(s, D_NEXT_1 if not s.foe_in_play else D_FOE_5, log)
    set_round(s, s.round_no + 1, D_NEXT_1 if not s.foe_in_play else D_FOE_5, log)
    next_card(s)


# Moves


@kernel
def write_move(s, cards, m, log):
    """Write a move to the log, all its fields.  Rule D-ART-4 off-turn, D-ART-5 in a turn."""
    if log is not None:
        cited = KIND_RULES[m.kind]
        if m.kind == USE_ABILITY and is_of_region(s, cards, m):
            cited = D_REGION_1
        elif m.kind == USE_ARTIFACT and s.phase != TAKE_TURN:
            cited = D_ART_4
        write(
            s,
            log,
            MOVE_LINE,
            m.actor,
            cited,
            m.kind,
            m.region,
            m.ability,
            m.target,
        )
        rows, count, _ = log
        i = count[0] - 1
        if i < rows.shape[0]:
            rows[i, 9] = m.hero
            rows[i, 10] = m.artifact
            rows[i, 11] = m.first
            rows[i, 12] = m.second
            rows[i, 13] = m.points
            rows[i, 14] = m.health


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space for legality.
    """
    write_move(s, cards, m, log)
    carry_out(s, cards, m, log)
    advance(s, cards, moves, log)


@kernel
def carry_out(s, cards, m, log):
    """Carry out one move: a printed table of kinds."""
    kind = m.kind
    if END_TURN <= kind <= BUY_POINT:
        act(s, cards, m, log)
    elif kind == USE_ARTIFACT:
        if s.phase == TAKE_TURN:
            pay(s, m, log)
        else:
            pay_health(s, m, log)
        remove_artifact(s, m.artifact, m.actor, log)
        use_artifact(s, cards, m, D_ART_5, log)
    elif kind == DEFEND:
        defend(s, cards, m, log)
        if s.phase == DEFENDING:
            next_attack(s)
    elif kind == TAKE_POINTS:
        s.gone[m.hero] = 1
        set_group_points(s, s.group_points - m.points, D_GROUP_1, log)
        begin_turn(s, cards, m.hero, m.points, True, D_GROUP_1, log)
    elif kind == CHOOSE_SIDE:
        set_side(s, m.region, m.first, D_SETUP_9, log)
        s.asked += 1
    elif kind == PUT_CARD:
        put_at(s, m.first, s.arranged, D_CARD_17, log)
        s.arranged += 1
    elif kind == BURY_CARD:
        bury_top(s, D_CARD_20, log)
        s.phase = TAKE_TURN
    else:
        answer(s, cards, m, log)


@kernel
def answer(s, cards, m, log):
    """Short answers: pass, decline, where to be pushed, keep, stay or be placed."""
    kind = m.kind
    if kind == BE_PUSHED:
        set_place(s, s.asked, m.region, D_CARD_8, log)
        go_on(s, cards, log)
    elif s.phase == PEEK:
        s.phase = TAKE_TURN
    elif s.phase == DEFENDING:
        leave_circle(s, cards, log)
        go_on(s, cards, log)
    else:
        if kind == PLACE_HERO:
            s.horn_region = m.region
            set_place(s, m.hero, m.region, D_CARD_32, log)
        s.asked += 1


@kernel
def leave_circle(s, cards, log):
    """Who is asked at the next attack and declines has left the circle.

    Rule D-CARD-16 (switch `circle_after_declining`).
    """
    seat, region = s.asked, attacked_region(s, cards)
    if not cards.circle_after_declining and s.brace[seat] > 0 and s.brace_at[seat] == region:
        set_brace(s, seat, 0, NONE, D_CARD_16, log)


@kernel
def pay(s, m, log):
    """Pay a move's price and count its points.  Rule D-ACTION-1."""
    s.turn_moves += 1
    set_points(s, s.points - m.points, D_ACTION_1, log)
    s.points_used += m.points
    s.must_act = 0
    pay_health(s, m, log)


@kernel
def pay_health(s, m, log):
    """Pay a move's price in health.  Rule D-HERO-2."""
    if m.health > 0:
        set_health(s, m.actor, s.health[m.actor] - m.health, D_HERO_2, log)


@kernel
def act(s, cards, m, log):
    """What a hero does on a turn.  Rules D-ACTION-1, D-EXTRA-1, D-EXTRA-2."""
    kind = m.kind
    if kind == END_TURN:
        end_turn(s, log)
        return
    if kind == BUY_POINT:
        set_health(s, m.actor, s.health[m.actor] - m.health, D_EXTRA_1, log)
        set_points(s, s.points + cards.extra_points, D_EXTRA_1, log)
        s.bought += 1
        s.turn_moves += 1
        s.must_act = 1
        return
    pay(s, m, log)
    if kind == MOVE_TO:
        move_hero(s, cards, m, log)
    elif kind == SUCCOR:
        succor(s, cards, m, log)
    elif kind == FIGHT:
        fight(s, cards, m, log)
    elif kind == USE_ABILITY:
        mark_region_used(s, cards, m, log)
        use_ability(s, cards, m, log)


@kernel
def mark_region_used(s, cards, m, log):
    """A region's ability works once for each Ally or Group Ally card.  Rule D-ACTION-2."""
    if is_of_region(s, cards, m):
        set_used(s, s.place[m.actor], 1, D_ACTION_2, log)
