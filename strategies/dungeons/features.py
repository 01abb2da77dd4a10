"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.dungeons.cards.codes import CHECK, DO, ORDER, WHAT
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.move import HEROIC_ACTIONS, KIND, STEPS
from simulate.games.dungeons.moves.places import enemies_at, is_on_grid, opposite
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import PHASE
from simulate.mechanics.agenda import top
from strategies.dungeons import checks, fights, goals, outlook
from strategies.dungeons.items import equip_worth, item_worth
from strategies.dungeons.learned import lessons
from strategies.dungeons.names import MOVE_FEATURES
from strategies.dungeons.odds import answer_worth, check_worth, health_after
from strategies.records import features_of
from strategies.sums import score

COUNT = len(MOVE_FEATURES)
DAMAGE, LESSON = (list(MOVE_FEATURES).index(name) for name in ("damage", "lesson"))
# Choices about a check, of which nothing but what comes of it counts.
OF_CHECK = PHASE.group("choose skill", "before roll", "after roll")
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = features_of(MOVE_FEATURES)


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    for i in range(n):
        for k in range(COUNT):
            numbers[i, k] = 0.0
    phase = s.phase
    if is_one_of(OF_CHECK, phase):
        look_at_check(s, cards, w, v, moves)
        for i in range(n):
            features[i].damage = roll_worth(s, cards, w, v, moves[i])
        return
    outlook.look_out(s, cards, w, v)
    if phase == PHASE.TURN or phase == PHASE.FURTHER_STEP or phase == PHASE.TELEPORT:
        describe_turn(s, cards, w, v, moves, n, features)
        if w.weight[LESSON] != 0.0:
            recall_lessons(s, cards, w, v, moves, n, features, numbers)
    else:
        for i in range(n):
            describe_answer(s, cards, w, v, moves[i], features[i])


@kernel
def weigh_moves(s, cards, w, v, moves, n, workspace, scores):
    """Scores of the `n` moves, by the seat's weights."""
    if is_one_of(OF_CHECK, s.phase):
        look_at_check(s, cards, w, v, moves)
        for i in range(n):
            scores[i] = w.weight[DAMAGE] * roll_worth(s, cards, w, v, moves[i])
        return
    describe(s, cards, w, v, moves, n, workspace.features, workspace.numbers)
    score(w, workspace.numbers, n, scores)


@kernel
def look_at_check(s, cards, w, v, moves):
    """Fill what the worth of a check follows from."""
    outlook.look_out(s, cards, w, v)
    checks.fill_totals(s, cards, w, v, moves[0].actor)


@kernel
def roll_worth(s, cards, w, v, m):
    """Worth of a move that is about a check."""
    if s.phase == PHASE.AFTER_ROLL:
        return checks.dice_worth(s, cards, w, v, m)
    if s.phase == PHASE.BEFORE_ROLL:
        return checks.before_roll_worth(s, cards, w, v, m)
    return checks.skill_worth(s, cards, w, v, m)


# The turn


@kernel
def describe_turn(s, cards, w, v, moves, n, features):
    """Steps, actions and Free Actions, all against what the hero could do next turn from here."""
    seat = moves[0].actor
    goals.find_goals(s, cards, w, v, seat)
    left = outlook.speed_left(s, cards, seat)
    if s.phase == PHASE.FURTHER_STEP:
        left = top(s).amount
    place = s.place[seat]
    acted = has_acted(s)
    threat = danger(s, cards, v, seat, place)
    base = outlook.prospect(s, w, v, place, 0, True)
    moved_on = outlook.prospect(s, w, v, place, left, True) - base if not s.moved else 0.0
    now = outlook.prospect(s, w, v, place, left, acted) - (base if acted else 0.0)
    for i in range(n):
        m, f = moves[i], features[i]
        if is_one_of(STEPS, m.kind) or m.kind == KIND.TELEPORT:
            describe_step(s, cards, w, v, m, f, left, base)
        elif m.kind == KIND.END_TURN or m.kind == KIND.STOP:
            f.end = 1.0
            f.danger = threat
        elif is_one_of(HEROIC_ACTIONS, m.kind):
            f.goal = moved_on
            describe_action(s, cards, w, v, m, f)
        else:
            f.goal = now
            f.danger = threat if acted else 0.0
            describe_free_action(s, cards, w, v, m, f, left, base)


@kernel
def recall_lessons(s, cards, w, v, moves, n, features, numbers):
    """What play taught of each move of a turn; `numbers` has what else it is worth."""
    seat, x, noted = moves[0].actor, v.facts, NONE - 1
    stage = outlook.stage_of(s, cards, w)
    start, acted = s.place[seat], has_acted(s)
    threat = danger(s, cards, v, seat, start)
    lessons.note_table(s, cards, v, seat, threat)
    for i in range(n):
        code, place = lessons.code_of(moves[i].kind, acted), lessons.place_after(s, moves[i])
        if code >= 0:
            if place != noted:
                threat_there = threat if place == start else danger(s, cards, v, seat, place)
                lessons.note_place(s, seat, place, threat_there, x.place)
                noted = place
            lessons.note_move(numbers, i, x.move)
            features[i].lesson = lessons.lesson_of(stage, code, x)


@kernel
def describe_step(s, cards, w, v, m, f, left, base):
    """A step: what is then in reach, and what the room does to who enters it."""
    seat, place = m.actor, m.place
    f.step = 1.0
    left -= 1
    if m.kind == KIND.ENTER_MAT or m.kind == KIND.SPACE:
        place = record.LAIR
    elif m.kind == KIND.LEAVE_MAT:
        place = s.door
    if m.kind == KIND.EXPLORE:
        f.explore = w.room_later if s.door != NONE and s.minions >= s.players else w.room
        f.harm = 0.3 * health_after(s, v, seat, cards.minion_ambush)
        place = s.place[seat]
        left -= 1
    elif place != record.LAIR:
        f.harm = entry_worth(s, cards, w, v, seat, place)
        if enemies_at(s, place) and not questions.is_stealthy(s, seat):
            left = 0
    if m.kind == KIND.TELEPORT:
        left = outlook.speed_left(s, cards, seat)
    f.company = company(s, seat, s.place[seat]) - company(s, seat, place)
    f.goal = outlook.prospect(s, w, v, place, max(0, left), has_acted(s))
    if has_acted(s):
        f.goal -= base
        f.danger = danger(s, cards, v, seat, place)


@kernel
def company(s, seat, place):
    """Steps from a place to the other conscious heroes, on average; far away counts as six."""
    total, count = 0.0, 0
    for other in range(s.players):
        if other != seat and record.is_conscious(s, other):
            total += min(6, outlook.steps_to(s, place, s.place[other]))
            count += 1
    return total / max(1, count)


@inner_kernel
def has_acted(s):
    """Whether no Heroic Action is left: an unconscious hero's was to Rest.  Rule N-FALL-3."""
    return (s.acted and s.extra == NONE) or not s.awake


@kernel
def danger(s, cards, v, seat, place):
    """Worth of the Health that enemies would take in a place if they act next; negative."""
    if not v.alarm:
        return 0.0
    hurt = 0
    for enemy in range(record.ENEMIES):
        if s.enemy_place[enemy] != NONE:
            action = questions.enemy_action(s, cards, enemy)
            if action != NONE:
                hurt += blow(s, cards, enemy, action, place)
    return health_after(s, v, seat, hurt)


@kernel
def blow(s, cards, enemy, action, place):
    """Health that one enemy's action takes from who is in a place.  Rules N-ENEMY-2, N-ENEMY-6."""
    far = cards.ability_range[action]
    if cards.ability_order[action] != ORDER.ATTACK_OR_MOVE:
        far += questions.enemy_speed(s, cards, enemy)
    if outlook.steps_to(s, s.enemy_place[enemy], place) > far:
        return 0
    total = 0
    first = cards.ability_first[action]
    for row in range(first, first + cards.ability_count[action]):
        if cards.effect_do[row] == DO.LOSE_HEALTH:
            total += cards.effect_amount[row] + cards.effect_plus_goblins[row] * s.goblins
    return total


@kernel
def entry_worth(s, cards, w, v, seat, place):
    """Expected worth of the Health that a trap takes; negative.  Rule N-DANGER-6."""
    if not questions.has_trap(s, cards, place):
        return 0.0
    card = s.room[place]
    hurt = -health_after(s, v, seat, cards.trap_damage[card])
    skill, target = cards.trap_evade[card], cards.trap_evade_target[card]
    return check_worth(s, cards, w, seat, skill, CHECK.EVADE, target, hurt) - hurt


@kernel
def describe_action(s, cards, w, v, m, f):
    """A Heroic Action."""
    seat = m.actor
    if m.kind == KIND.REST:
        f.rest = v.rest
    elif m.kind == KIND.SEARCH:
        f.search = goals.feature_worth(s, cards, w, v, seat, s.room[s.place[seat]])
    elif m.kind == KIND.DISARM:
        f.search = goals.disarm_worth(s, cards, w, seat, s.room[s.place[seat]])
    elif m.kind == KIND.CAST:
        describe_spell(s, cards, w, v, m, f)
    else:
        describe_attack(s, cards, w, v, m, f)


@kernel
def describe_attack(s, cards, w, v, m, f):
    """An attack with a weapon, and the answer to it."""
    f.weapon = 1.0
    f.damage = fights.attack_worth(s, cards, w, v, m.actor, m.ability, m.enemy)
    answer = answer_worth(
        s, cards, w, v, m.actor, m.enemy, questions.kind_of_weapon(cards, m.ability)
    )
    f.harm = v.lives * answer


@kernel
def describe_spell(s, cards, w, v, m, f):
    """A spell: its chance times what it does, less its price; and the answer to it."""
    seat, spell = m.actor, m.ability
    if s.focus[seat] < cards.ability_focus[spell]:
        f.use = -1.0
        return
    f.cast = 1.0
    prize = fights.effects_worth(s, cards, w, v, seat, spell, m.enemy, m.hero)
    prize += aftermath(s, cards, w, v, seat, spell)
    prize -= cards.ability_focus[spell] * w.focus_worth
    skill, target = cards.ability_skill[spell], cards.ability_target[spell]
    worth = check_worth(s, cards, w, seat, skill, CHECK.CAST, target, max(0.0, prize))
    struck = questions.struck_by(s, cards, seat, spell, m.enemy)
    if struck:
        f.damage = worth
        f.harm = checks.cast_answer(s, cards, w, v, seat, struck)
    else:
        f.use = worth


@kernel
def aftermath(s, cards, w, v, seat, ability):
    """Worth of what an ability changes for a time, and of where it takes the hero."""
    total = w.trick * cards.ability_modifies[ability] * 0.5
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        do = cards.effect_do[row]
        if do == DO.MOVE or do == DO.TELEPORT:
            total += 0.5 * w.trick
    return total


@kernel
def describe_free_action(s, cards, w, v, m, f, left, base):
    """A Free Action."""
    seat = m.actor
    if m.kind == KIND.USE:
        describe_use(s, cards, w, v, m, f, left, base)
    elif m.kind == KIND.PORTAL:
        f.focus = -cards.portal_focus * w.focus_worth
        f.goal = best_anywhere(s, w, v, left) - (base if has_acted(s) else 0.0)
    elif m.kind == KIND.LOOK_AROUND:
        # A room behind a wall is found, but leads the hero nowhere.
        sides = questions.sides_to_reveal(s, cards, seat) & s.open[s.place[seat]]
        for side in range(record.SIDES):
            f.look += w.room * record.is_in(sides, side)
        f.look -= w.torch * cards.reveal_torch
    elif m.kind == KIND.TRY_ROOM:
        f.search = goals.feature_worth(s, cards, w, v, seat, s.room[s.place[seat]])
    elif m.kind == KIND.TAUNT:
        speed = max(1, questions.enemy_speed(s, cards, record.BOSS))
        f.lure = goals.lure_worth(s, cards, w, s.place[seat], speed, s.focus[seat])
        f.focus = -cards.taunt_focus * w.focus_worth
    elif m.kind == KIND.OPEN_LAIR:
        f.open_lair = opening_worth(s, cards, w)
    elif m.kind == KIND.DROP:
        f.drop = 1.0


@kernel
def opening_worth(s, cards, w):
    """Worth of beginning Act 2: the more is lacking while the torch is high, the less."""
    loss = w.linger * max(0, outlook.turns_left(s, cards) - 1)
    for seat in range(s.players):
        hero = s.hero[seat]
        loss += w.ready * (cards.hero_health[hero] - s.health[seat])
        loss += w.ready * (cards.hero_focus[hero] - s.focus[seat])
        loss += w.gather * outlook.turns_away(s, cards, seat)
    time = min(1.0, max(0, s.torch - s.players) / (2.0 * s.players))
    return w.door - loss * time


@kernel
def best_anywhere(s, w, v, left):
    """The best prospect of all rooms."""
    best = 0.0
    for k in range(s.rooms):
        best = max(best, outlook.prospect(s, w, v, s.revealed[k], left, has_acted(s)))
    return best


@kernel
def describe_use(s, cards, w, v, m, f, left, base):
    """A Free Action of a mat or card."""
    seat, ability = m.actor, m.ability
    f.use = fights.effects_worth(s, cards, w, v, seat, ability, m.enemy, m.hero)
    f.focus = -cards.ability_focus[ability] * w.focus_worth
    f.harm = health_after(s, v, seat, cards.ability_health[ability])
    acted = has_acted(s)
    if cards.speed[ability] and not s.movement_over and not s.stopped:
        more = left + cards.speed[ability]
        f.goal = outlook.prospect(s, w, v, s.place[seat], more, acted) - (base if acted else 0.0)
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_do[row] == DO.TELEPORT:
            f.goal = best_anywhere(s, w, v, left) - (base if acted else 0.0)


# Answers


@kernel
def describe_answer(s, cards, w, v, m, f):
    """The features of an answer, by its kind."""
    kind, seat, task = m.kind, m.actor, top(s)
    if kind == KIND.LAY:
        describe_room(s, cards, m, f)
    elif kind == KIND.PAY:
        ability = task.ability
        worth = fights.effects_worth(s, cards, w, v, seat, ability, task.target, task.hero)
        f.use = worth + aftermath(s, cards, w, v, seat, ability) + 0.01
        f.focus = -cards.ability_focus[ability] * w.focus_worth
        f.harm = health_after(s, v, seat, cards.ability_health[ability])
    elif kind == KIND.DRAW:
        f.find = fights.unknown_worth(s, cards, w, seat, WHAT.SPELL if m.number else WHAT.LOOT)
    elif kind == KIND.TAKE_FROM_ROW:
        f.find = found_worth(s, cards, w, seat, m.card)
    elif kind == KIND.EQUIP:
        f.find = equip_worth(s, cards, w, seat, task.card, m.number, m.card)
    elif kind == KIND.LOSE:
        f.find = -item_worth(s, cards, w, seat, m.card)
    elif kind == KIND.REWARD:
        row = cards.ability_first[task.ability] + m.number
        f.find = fights.effect_worth(s, cards, w, v, seat, task.ability, row, NONE, seat)
    elif kind == KIND.TAKE_REVEAL:
        f.explore = w.room
    elif kind == KIND.STRIKE:
        f.near = m.number
    elif kind == KIND.MEND:
        f.near = -m.number
    elif kind == KIND.MELEE or kind == KIND.MISSILE:
        describe_attack(s, cards, w, v, m, f)
    elif kind == KIND.AIM:
        f.use = fights.effects_worth(s, cards, w, v, seat, task.ability, m.enemy, m.hero)
    else:
        describe_enemy_move(s, cards, w, v, m, f)


@kernel
def found_worth(s, cards, w, seat, item):
    """Worth of a known item to a hero, if it is put on at once in the best way."""
    return item_worth(s, cards, w, seat, item) - 0.3


@kernel
def describe_room(s, cards, m, f):
    """How a new room lies: what it opens, and what it is joined to."""
    joined = 0.0
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[m.place, side]
        if (
            neighbour == NONE
            or not record.is_in(m.number, side)
            or not is_on_grid(cards, neighbour)
        ):
            continue
        if s.room[neighbour] == NONE:
            f.corridors += 1.0 if s.hidden[neighbour] == NONE else 0.5
        elif record.is_in(s.open[neighbour], opposite(side)):
            joined += 1.0
    f.joins = joined - 1.0


@kernel
def describe_enemy_move(s, cards, w, v, m, f):
    """What the heroes choose for an enemy: whom it goes for, where it steps, who answers."""
    if m.kind == KIND.ANSWER:
        f.near = answer_worth(s, cards, w, v, m.actor, m.enemy, top(s).kind)
    elif m.kind == KIND.PREY:
        for seat in range(s.players):
            if s.place[seat] == m.place and record.is_conscious(s, seat):
                f.near = max(f.near, 0.1 * s.health[seat])
    elif m.kind == KIND.ENEMY_STEP or m.kind == KIND.PUSH:
        if m.place != record.LAIR and s.altar[m.place] and top(s).enemy == record.BOSS:
            f.near = w.ward
    elif m.kind == KIND.REVEAL:
        f.near = -0.1 * nearest_hero(s, m.place)


@kernel
def nearest_hero(s, place):
    """Steps from a place face down to the nearest conscious hero, through any side."""
    best = 20
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if neighbour != NONE:
            for seat in range(s.players):
                if record.is_conscious(s, seat) and s.room[neighbour] != NONE:
                    best = min(best, int(outlook.steps_to(s, s.place[seat], neighbour)))
    return best
