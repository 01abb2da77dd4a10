"""Lists of legal moves for every decision: the one source of what may be done."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import ACTION, ALL_SKILLS, LAIR_PRICE, SEARCH_WHEN, WHEN
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves import answers, move, places, questions
from simulate.games.dungeons.moves.gains import would_rest, would_work
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import PHASE
from simulate.mechanics.agenda import top


@kernel
def list_moves(s, cards, moves):
    """Write all legal moves of the seat that is asked into `moves`; returns how many."""
    phase = s.phase
    if phase == PHASE.TURN:
        return list_turn(s, cards, moves)
    if phase == PHASE.AFTER_ROLL:
        return list_after_roll(s, cards, moves)
    if phase == PHASE.BEFORE_ROLL:
        n = move.add(moves, 0, KIND.ROLL, s.decider)
        return list_buys(s, cards, moves, n, True)
    if phase == PHASE.FURTHER_STEP:
        return list_further_step(s, cards, moves)
    if phase == PHASE.LAY_ROOM:
        return answers.list_positions(s, cards, moves, top(s).place, s.place[s.decider])
    if phase == PHASE.STRIKE_MARKER:
        return answers.list_strikes(s, cards, moves)
    if phase == PHASE.CHOOSE_PREY or phase == PHASE.CHOOSE_WAY or phase == PHASE.PUSH:
        return answers.list_enemy_steps(s, cards, moves)
    if phase == PHASE.DISCOVER or phase == PHASE.EQUIP or phase == PHASE.LOSE_ITEM:
        return answers.list_items(s, cards, moves)
    return list_others(s, cards, moves)


@kernel
def list_others(s, cards, moves):
    """The rarer questions."""
    seat, phase = s.decider, s.phase
    if phase == PHASE.CHOOSE_SKILL:
        for skill in range(ALL_SKILLS):
            move.add_number(moves, skill, KIND.SKILL, seat, skill)
        return ALL_SKILLS
    if phase == PHASE.PAY:
        n = move.add(moves, 0, KIND.PAY, seat)
        return move.add(moves, n, KIND.DECLINE, seat)
    if phase == PHASE.REVEAL_WHICH:
        return answers.list_reveals(s, cards, moves, top(s).kind)
    if phase == PHASE.TELEPORT:
        return answers.list_teleports(s, moves, top(s).kind)
    if phase == PHASE.CHOOSE_REWARD:
        return answers.list_rewards(s, cards, moves, top(s).ability)
    if phase == PHASE.REVEAL_REWARD:
        n = move.add(moves, 0, KIND.LEAVE, seat)
        return move.add(moves, n, KIND.TAKE_REVEAL, seat) if s.unexplored else n
    if phase == PHASE.MEND_MARKER:
        return answers.list_mends(s, cards, moves)
    if phase == PHASE.CHOOSE_ANSWER:
        return answers.list_answers(s, moves, top(s).struck)
    if phase == PHASE.AIM:
        return list_aims(s, cards, moves, 0, KIND.AIM, seat, top(s).ability)
    assert phase == PHASE.EXTRA_ATTACK
    return list_attacks(s, cards, moves, 0, seat, top(s).kind)


# The turn


@kernel
def list_turn(s, cards, moves):
    """All that the hero may do now.

    Rules N-TURN-1, N-TURN-2, N-EXPLORE-9, N-FALL-3, N-FALL-4, N-LAIR-7,
    N-CARD-7 (a limit on moves).
    """
    seat = s.decider
    n = 0
    if questions.is_free_to_move(s, seat, False) and not s.movement_over:
        n = list_steps(s, cards, moves, n, questions.speed_of(s, cards, seat) - s.steps)
    if places.is_sharing(s, seat):
        return n
    if s.moves > cards.move_limit:
        return move.add(moves, 0, KIND.END_TURN, seat)
    n = move.add(moves, n, KIND.END_TURN, seat)
    if s.awake:
        n = list_actions(s, cards, moves, n)
        n = list_free_actions(s, cards, moves, n)
    return n


@kernel
def list_steps(s, cards, moves, n, left):
    """Each step that `left` Speed allows.

    Rules N-MOVE-1, N-MOVE-2, N-MOVE-3, N-EXPLORE-1, N-LAIR-1, N-LAIR-4, N-LAIR-5, N-LAIR-9.
    """
    seat, place = s.decider, s.place[s.decider]
    if place == record.LAIR:
        return list_spaces(s, cards, moves, n, left)
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if left > 0 and places.is_joined(s, place, side):
            n = move.add_place(moves, n, KIND.MOVE, seat, neighbour, side)
        elif left > 0 and record.is_in(s.open[place], side) and neighbour != NONE:
            if s.hidden[neighbour] != NONE:
                n = move.add_place(moves, n, KIND.EXPLORE, seat, neighbour, side)
    if s.act == 2 and place == s.door and may_enter_mat(s, cards, seat, left):
        n = move.add(moves, n, KIND.ENTER_MAT, seat)
    return n


@kernel
def may_enter_mat(s, cards, seat, left):
    """Whether `left` Speed takes a hero from the Lair Door onto the Boss Mat.

    Rules N-FREE-5, N-LAIR-1, N-LAIR-7.
    """
    speed = entry_speed(cards)
    affords = speed > 0 or cards.lair_price != LAIR_PRICE.FOCUS or s.focus[seat] >= cards.lair_cost
    return speed <= left and affords and places.can_settle(s, cards, seat, 1, left - speed)


@kernel
def entry_speed(cards):
    """Speed that the step onto the Boss Mat costs.  Rules N-FREE-5, N-LAIR-1."""
    return 0 if cards.lair_price == LAIR_PRICE.FOCUS else cards.lair_cost


@kernel
def list_spaces(s, cards, moves, n, left):
    """Steps round the Boss Mat and off it.  Rules N-LAIR-5, N-LAIR-7, N-LAIR-9."""
    seat, space = s.decider, s.space[s.decider]
    if left <= 0:
        return n
    for way in range(2):
        goal = places.next_space(cards, space, way)
        if goal and places.can_settle(s, cards, seat, goal, left - 1):
            n = move.add_number(moves, n, KIND.SPACE, seat, goal)
    return move.add(moves, n, KIND.LEAVE_MAT, seat) if space == 1 else n


@kernel
def list_actions(s, cards, moves, n):
    """Heroic Actions; after the first, only what an additional one allows.

    Rules N-ACTION-1, N-ICON-1, N-DEEP-1.
    """
    seat = s.decider
    allowed = s.extra if s.acted else ACTION.ANY
    if allowed == NONE:
        return n
    if allowed == ACTION.ANY:
        if would_rest(s, cards, seat):
            n = move.add(moves, n, KIND.REST, seat)
        if questions.may_disarm(s, cards, seat):
            n = move.add(moves, n, KIND.DISARM, seat)
        n = list_abilities(s, cards, moves, n, KIND.CAST, seat)
    if (allowed == ACTION.ANY or allowed == ACTION.SEARCH) and (
        may_search(s, cards, seat, SEARCH_WHEN.SEARCH)
    ):
        n = move.add(moves, n, KIND.SEARCH, seat)
    if allowed != ACTION.SEARCH:
        kinds = ACTION.WEAPON if allowed == ACTION.ANY else allowed
        n = list_attacks(s, cards, moves, n, seat, kinds)
    return n


@kernel
def may_search(s, cards, seat, when):
    """Whether a hero may use its room's feature in this way.

    Rules N-SEARCH-1, N-SEARCH-3, N-DEEP-1; one that is only paid for needs the price, and to
    change anything (N-CARD-8).
    """
    feature = questions.room_ability(s, cards, seat)
    if feature == NONE or cards.search_when[s.room[s.place[seat]]] != when:
        return False
    if not places.has_company(s, cards, seat):
        return False
    if cards.ability_skill[feature] != NONE:
        return True
    return questions.can_pay(s, cards, seat, feature) and would_work(
        s, cards, seat, feature, NONE, NONE
    )


@kernel
def list_abilities(s, cards, moves, n, kind, seat):
    """Spells to cast, or abilities to use as Free Actions, with everyone to aim at.

    Rules N-CAST-1, N-FREE-1, N-FREE-8, N-FREE-10.
    """
    when = WHEN.CAST if kind == KIND.CAST else WHEN.FREE
    for k in range(s.owns[seat]):
        ability = s.own[seat, k]
        if cards.ability_when[ability] == when and questions.is_usable(s, cards, seat, ability):
            if kind == KIND.CAST or questions.can_pay(s, cards, seat, ability):
                n = list_aims(s, cards, moves, n, kind, seat, ability)
    return n


@kernel
def list_aims(s, cards, moves, n, kind, seat, ability):
    """Each way to aim an ability: at one enemy, one hero, both or nobody; none if all miss."""
    if cards.ability_all_enemies[ability] and questions.finds_nobody(s, cards, seat, ability):
        return n
    if not cards.ability_one_enemy[ability]:
        return list_heroes(s, cards, moves, n, kind, seat, ability, NONE)
    enemies = questions.enemies_to_aim_at(s, cards, seat, ability)
    for enemy in range(record.ENEMIES):
        if record.is_in(enemies, enemy):
            n = list_heroes(s, cards, moves, n, kind, seat, ability, enemy)
    return n


@kernel
def list_heroes(s, cards, moves, n, kind, seat, ability, enemy):
    """The heroes at whom an ability may be aimed, or once if it chooses none.

    As a Free Action only where it changes anything.  Rule N-CARD-8.
    """
    if not cards.ability_one_hero[ability]:
        if kind == KIND.USE and not would_work(s, cards, seat, ability, enemy, NONE):
            return n
        return move.add_aimed(moves, n, kind, seat, ability, enemy, NONE)
    heroes = questions.heroes_reached(s, cards, seat, ability)
    for hero in range(s.players):
        if not record.is_in(heroes, hero):
            continue
        if kind != KIND.USE or would_work(s, cards, seat, ability, enemy, hero):
            n = move.add_aimed(moves, n, kind, seat, ability, enemy, hero)
    return n


@kernel
def list_attacks(s, cards, moves, n, seat, action):
    """Weapons and the enemies that they reach.  Rules N-ATTACK-1, N-ATTACK-2, N-LAIR-11."""
    for k in range(s.owns[seat]):
        weapon = s.own[seat, k]
        if questions.is_weapon_for(cards, weapon, action):
            kind = KIND.MELEE if cards.ability_when[weapon] == WHEN.MELEE else KIND.MISSILE
            for enemy in range(record.ENEMIES):
                if questions.weapon_reaches(s, cards, seat, weapon, enemy):
                    n = move.add_aimed(moves, n, kind, seat, weapon, enemy, NONE)
    return n


@kernel
def list_free_actions(s, cards, moves, n):
    """Free Actions.

    Rules N-FREE-1, N-FREE-2, N-FREE-6, N-FREE-9, N-CARD-4, N-ALTAR-4, N-DOOR-1, N-EQUIP-2;
    N-EQUIP-3: nobody gives a card to another hero.
    """
    seat, place = s.decider, s.place[s.decider]
    n = list_abilities(s, cards, moves, n, KIND.USE, seat)
    if questions.may_use_portal(s, cards, seat):
        n = move.add(moves, n, KIND.PORTAL, seat)
    if s.act == 1 and questions.sides_to_reveal(s, cards, seat):
        n = move.add(moves, n, KIND.LOOK_AROUND, seat)
    if may_search(s, cards, seat, SEARCH_WHEN.FREE) and s.tried[place] < cards.room_checks:
        n = move.add(moves, n, KIND.TRY_ROOM, seat)
    if s.act == 2 and s.focus[seat] >= cards.taunt_focus and s.enemy_place[record.BOSS] != place:
        n = move.add(moves, n, KIND.TAUNT, seat)
    if may_open_lair(s, cards, seat):
        n = move.add(moves, n, KIND.OPEN_LAIR, seat)
    for slot in range(record.KIT):
        if s.kit[seat, slot] != NONE:
            n = move.add_item(moves, n, KIND.DROP, seat, s.kit[seat, slot], NONE)
    return n


@kernel
def may_open_lair(s, cards, seat):
    """Whether a hero may open the lair: by entering it.  Rules N-DOOR-1, N-DOOR-2."""
    if s.act != 1 or s.place[seat] != s.door or not questions.is_unlocked(s):
        return False
    if not cards.opener_enters:
        return True
    left = questions.speed_of(s, cards, seat) - s.steps
    held = s.movement_over or not questions.is_free_to_move(s, seat, False)
    return not held and may_enter_mat(s, cards, seat, left)


@kernel
def list_further_step(s, cards, moves):
    """A step of a movement that an ability grants, or stop.  Rule N-CARD-5."""
    n = list_steps(s, cards, moves, 0, top(s).amount)
    return n if places.is_sharing(s, s.decider) else move.add(moves, n, KIND.STOP, s.decider)


# Checks


@kernel
def list_buys(s, cards, moves, n, before):
    """Abilities that may be paid in the check, before or after the roll.  N-FREE-11."""
    seat = s.decider
    for k in range(s.owns[seat]):
        if questions.may_buy(s, cards, seat, s.own[seat, k], before):
            n = move.add_aimed(moves, n, KIND.PAY_IN_CHECK, seat, s.own[seat, k], NONE, NONE)
    return n


@kernel
def list_after_roll(s, cards, moves):
    """Ways to use the dice, to change them, and what may be paid.

    Rules N-CARD-3, N-FREE-3, N-FREE-4, N-FALL-4, N-ICON-2; equal dice count once.
    """
    n = list_takes(s, cards, moves, 0)
    seat = s.decider
    can_turn = s.awake and s.focus[seat] >= questions.change_price(s, cards, seat)
    for k in range(s.dice_rolled):
        face = s.die[k]
        if is_repeated(s, k, NONE):
            continue
        if can_turn and face < 6:
            n = move.add_number(moves, n, KIND.TURN_UP, seat, face)
        if can_turn and face > 1:
            n = move.add_number(moves, n, KIND.TURN_DOWN, seat, face)
        if s.rerolls > 0:
            n = move.add_number(moves, n, KIND.REROLL, seat, face)
    return list_buys(s, cards, moves, n, False)


@kernel
def list_takes(s, cards, moves, n):
    """Each result die with each set of other dice that have a plus.

    Rules N-CHECK-6, N-CHECK-7, N-CHECK-10.
    """
    for k in range(s.dice_rolled):
        if is_repeated(s, k, NONE):
            continue
        n = move.add_take(moves, n, s.decider, s.die[k], NONE, NONE)
        for a in range(s.dice_rolled):
            if a == k or not has_plus(cards, s.die[a]):
                continue
            if not is_repeated(s, a, k):
                n = move.add_take(moves, n, s.decider, s.die[k], s.die[a], NONE)
            for b in range(a + 1, s.dice_rolled):
                if b != k and has_plus(cards, s.die[b]):
                    n = move.add_take(moves, n, s.decider, s.die[k], s.die[a], s.die[b])
    return n


@kernel
def is_repeated(s, k, but):
    """Whether an earlier die, `but` left out, shows the same face; the dice lie in order."""
    for earlier in range(k):
        if earlier != but and s.die[earlier] == s.die[k]:
            return True
    return False


@kernel
def has_plus(cards, face):
    """Whether a face may be added to the result.  Rule N-CHECK-7."""
    return face <= cards.plus_faces
