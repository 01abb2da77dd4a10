"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.tactics.cards.codes import AIM, DO, DUNGEONS, FORCE, WHO_CODE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.attacks import line_of
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.moves.questions import knock_back_dice
from simulate.games.tactics.moves.starts import opposite
from simulate.games.tactics.state.record import AREAS, PHASE, SLOTS, class_of, reference
from simulate.mechanics.agenda import top
from strategies.records import features_of
from strategies.sums import total_of
from strategies.tactics import effects, fights, walks
from strategies.tactics.areas import weigh_areas, weigh_stays, worth_without
from strategies.tactics.delving import delve_worth, weigh_dungeons
from strategies.tactics.learned import lessons
from strategies.tactics.likely import promising
from strategies.tactics.names import ALIKE, HEEDED, MOVE_FEATURES
from strategies.tactics.outlook import MELEE_WAY, RANGED_WAY, harm_worth, look_out, nearness

COUNT = len(MOVE_FEATURES)
LESSON = list(MOVE_FEATURES).index("lesson")
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = features_of(MOVE_FEATURES)
# Choices that nothing on the map is looked at for.
WITHOUT_MAP = PHASE.group("keep unit", "choose start", "place unit", "return card", "discard")
BAD_PERIL = 2.0  # health that a trap or a monster is taken to cost


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    for i in range(n):
        clear(numbers, i)
    if is_one_of(WITHOUT_MAP, s.phase):
        describe_setup(s, cards, w, v, moves, n, features)
        return
    look_around(s, cards, w, v)
    for i in range(n):
        describe_move(s, cards, w, v, moves[i], features[i])
    if w.weight[LESSON] != 0.0 and lessons.has_lessons(s, cards):
        for i in range(n):
            v.total[i] = total_of(w, numbers, i)
        count = promising(v, moves, n, v.total, v.order, HEEDED, ALIKE)
        for k in range(count):
            recall_lesson(s, cards, v, moves, k, numbers, int(v.order[k]))
        centre(v, count)
        for k in range(count):
            features[int(v.order[k])].lesson = v.taught[k]


@kernel
def weigh_moves(s, cards, w, v, moves, n, workspace, scores):
    """Features times weights of all `n` legal moves of the seat that must choose, into `scores`.

    What a move is like is not kept: most are walks, whose features are added up as they come, and
    the others are described in the same row, one after another.
    """
    if is_one_of(WITHOUT_MAP, s.phase):
        describe(s, cards, w, v, moves, n, workspace.features, workspace.numbers)
        for i in range(n):
            scores[i] = total_of(w, workspace.numbers, i)
        return
    weigh_plainly(s, cards, w, v, moves, n, workspace, scores)
    if w.weight[LESSON] != 0.0 and lessons.has_lessons(s, cards):
        heed_lessons(s, cards, w, v, moves, n, workspace, scores)


@kernel
def weigh_plainly(s, cards, w, v, moves, n, workspace, scores):
    """The same after the setup, but for lessons."""
    look_around(s, cards, w, v)
    i = 0
    while i < n:
        if moves[i].kind == KIND.MOVE or moves[i].kind == KIND.COME_OUT:
            i = walks.weigh_walks(s, cards, w, v, moves, n, i, scores)
        else:
            clear(workspace.numbers, 0)
            describe_move(s, cards, w, v, moves[i], workspace.features[0])
            scores[i] = total_of(w, workspace.numbers, 0)
            i += 1


@kernel
def heed_lessons(s, cards, w, v, moves, n, workspace, scores):
    """Correct the scores of the likeliest actions by what play taught."""
    count = promising(v, moves, n, scores, v.order, HEEDED, ALIKE)
    for k in range(count):
        clear(workspace.numbers, k)
        describe_move(s, cards, w, v, moves[int(v.order[k])], workspace.features[k])
        recall_lesson(s, cards, v, moves, k, workspace.numbers, k)
    centre(v, count)
    for k in range(count):
        workspace.features[k].lesson = v.taught[k]
        scores[int(v.order[k])] = total_of(w, workspace.numbers, k)


@kernel
def recall_lesson(s, cards, v, moves, k, numbers, row):
    """Note what play taught of the k-th likeliest action, of which `row` tells the rest."""
    m = moves[int(v.order[k])]
    if k == 0:
        lessons.note_table(s, cards, v, v.facts.table)
    lessons.note_unit(s, cards, v, m.unit, v.facts.unit)
    lessons.note_place(s, cards, v, m.unit, lessons.space_after(s, m), v.facts.place)
    lessons.note_move(numbers, row, v.facts.move)
    code = lessons.code_of(s, cards, m.kind)
    v.taught[k] = lessons.lesson_of(lessons.game_of(cards), code, v.facts)


@kernel
def centre(v, count):
    """Lessons tell likely actions from each other, and not from the others."""
    mean = 0.0
    for k in range(count):
        mean += v.taught[k] / count
    for k in range(count):
        v.taught[k] -= mean


OF_UNITS = PHASE.group("act", "walk on", "explore", "come out")


@kernel
def look_around(s, cards, w, v):
    """Fill all that the features of moves are told from."""
    look_out(s, cards, w, v, s.decider)
    if not cards.battle and not cards.time_start:
        weigh_areas(s, cards, w, v)
    if cards.time_start:
        weigh_dungeons(s, cards, w, v)
    if is_one_of(OF_UNITS, s.phase):
        fights.watch_enemies(s, cards, w, v)
        if not cards.battle and not cards.time_start:
            weigh_stays(s, cards, w, v)
        fights.weigh_attacks(s, cards, w, v)
        walks.look_from_here(s, cards, w, v)


@inner_kernel
def clear(numbers, i):
    """No features of a move yet."""
    for k in range(COUNT):
        numbers[i, k] = 0.0


@kernel
def describe_move(s, cards, w, v, m, f):
    """The features of one move, by its kind."""
    kind = m.kind
    if kind == KIND.MOVE or kind == KIND.COME_OUT:
        walks.describe_walk(s, cards, w, v, m, f)
    elif kind == KIND.MELEE or kind == KIND.COUNTER_MELEE:
        describe_melee(s, cards, w, v, m, f)
    elif kind == KIND.MISSILE or kind == KIND.COUNTER_MISSILE:
        describe_missile(s, cards, w, v, m, f)
    elif kind == KIND.SPELL or kind == KIND.COUNTER_SPELL:
        describe_spell(s, cards, w, v, m, f)
    elif kind == KIND.END_TURN:
        f.end = s.actions_left
    elif kind == KIND.ENTER_DUNGEON or kind == KIND.STEP_INSIDE or kind == KIND.STOP:
        describe_delving(s, cards, w, v, m, f)
    else:
        describe_answer(s, cards, w, v, m, f)


# Delving


@kernel
def describe_delving(s, cards, w, v, m, f):
    """Into a dungeon, a step in it, or no further."""
    slot = m.unit
    k = slot % FORCE
    if s.phase == PHASE.ACT:
        f.tired = v.weary[k]
    if m.kind == KIND.STOP:
        return
    before = v.near_here[k]
    if m.kind == KIND.ENTER_DUNGEON:
        inside = cards.entrance[m.number]
        f.delve = delve_worth(s, cards, w, v, k, m.number, inside, NONE) - before
        f.danger = -v.standing[k, walks.DANGER]
        f.chase = -v.standing[k, walks.CHASE]
        f.follow = -v.standing[k, walks.FOLLOW]
        return
    box = s.dungeon[slot]
    f.delve = delve_worth(s, cards, w, v, k, box, m.goal, NONE) - before
    way, then = cards.inside_way[box, class_of(slot), s.inside[slot]], m.goal
    cost = way - cards.inside_way[box, class_of(slot), then]
    if cost > 1:
        f.peril = harm_worth(s, w, v, slot, min(BAD_PERIL, 1.0 * s.health[slot]))


# Attacks


@kernel
def describe_melee(s, cards, w, v, m, f):
    """A melee attack, or a counter."""
    damage, kill = fights.melee_hit(s, cards, m.unit, m.target)
    describe_hit(s, cards, w, v, m, f, damage, kill, MELEE_WAY)


@kernel
def describe_missile(s, cards, w, v, m, f):
    """A missile attack, or a counter; the ammo that it is expected to take."""
    damage, kill = fights.ranged_hit(s, cards, v, m.unit, m.target)
    describe_hit(s, cards, w, v, m, f, damage, kill, RANGED_WAY)
    top = max(1, cards.ammo[s.unit[m.unit]])
    f.supplies = min(1.0 * s.ammo[m.unit], 1.0 + cards.missile_dice[s.unit[m.unit]] / 3.0) / top


@kernel
def describe_hit(s, cards, w, v, m, f, damage, kill, way):
    """What an attack brings, and the counter that it may meet."""
    f.harm = fights.expected_harm(s, w, v, m.target, damage, 0.0)
    f.capture = kill * (v.prize[m.target] * (1.0 - w.wound))
    if s.at[m.target] != NONE and kill > 0.0:
        f.control = kill * worth_without(s, cards, w, v, m.target, NONE)
    if s.phase == PHASE.ACT:
        f.counter = (1.0 - kill) * fights.counter_worth(s, cards, w, v, m.target, m.unit, way)
        f.tired = v.weary[m.unit % FORCE]
    elif s.weakened[m.unit]:
        f.heal = effects.heal_worth(s, cards, w, v, m.unit, -top(s).amount)


@kernel
def describe_spell(s, cards, w, v, m, f):
    """A spell with its power: the attack, and every other effect."""
    slot, card = m.unit, s.unit[m.unit]
    f.supplies = (cards.spell_price + m.number) / max(1, cards.mana[card])
    other = NONE if m.target == NONE else reference(s, m.target)
    attacks = cards.spell_aim[card] == AIM.ENEMY
    if attacks:
        damage, kill = fights.spell_hit(s, cards, v, slot, m.target, m.number)
        describe_hit(s, cards, w, v, m, f, damage, kill, RANGED_WAY)
    elif s.phase == PHASE.ACT:
        f.tired = v.weary[slot % FORCE]
    first = cards.spell_first[card]
    for row in range(first, first + cards.spell_count[card]):
        if not (
            attacks and cards.row_do[row] == DO.DAMAGE and cards.row_who[row] == WHO_CODE.OTHER
        ):
            icons = m.number * v.chance[fights.POWER]
            f.effect += effects.row_worth(s, cards, w, v, row, reference(s, slot), other, icons)


@kernel
def describe_ballista(s, cards, w, v, m, f):
    """The ballista: its damage, a push, a counter."""
    damage = 1.0 * min(cards.ballista_damage, s.health[m.target])
    kill = 1.0 if cards.ballista_damage >= s.health[m.target] else 0.0
    describe_hit(s, cards, w, v, m, f, damage, kill, RANGED_WAY)
    f.shove = effects.best_shove(s, cards, w, v, m.target, cards.ballista_push)


# Answers


@kernel
def describe_answer(s, cards, w, v, m, f):
    """The rarer moves."""
    kind = m.kind
    if kind == KIND.ROLL:
        describe_roll(s, cards, w, v, m, f)
    elif kind == KIND.PLAY:
        unit, other = top(s).unit, effects.named(s, m.target)
        f.effect = effects.card_worth(s, cards, w, v, m.number, unit, other)
    elif kind == KIND.KEEP_CARD:
        f.keep = w.patience * effects.hope_worth(cards, w, m.number)
    elif kind == KIND.CHOOSE_UNIT:
        amount = 1.0 * top(s).amount
        f.effect = effects.effect_worth(s, cards, w, v, m.number, m.target, amount)
    elif kind == KIND.DIRECTION:
        sign = 1.0 if cards.team[m.target // FORCE] != v.team else -1.0
        f.shove = sign * effects.shove_worth(s, cards, w, v, m.target, m.number, top(s).amount)
    elif kind == KIND.BALLISTA:
        describe_ballista(s, cards, w, v, m, f)
    elif kind == KIND.CURE:
        f.heal = effects.heal_worth(s, cards, w, v, m.unit, -cards.cure_price)
        f.tired = -w.token if s.actions_left else 0.0
        f.follow = v.standing[m.unit % FORCE, walks.FOLLOW]


@kernel
def describe_roll(s, cards, w, v, m, f):
    """The dice for Knock Back, whatever they show.  Rules T-MELEE-4, T-BATTLE-8."""
    f.roll = 1.0
    dice = knock_back_dice(s, cards, m.unit)
    way = line_of(s, cards, s.at[m.unit], s.at[m.target])
    for spaces in range(1, min(fights.DICE, dice) + 1):
        chance = fights.chance_of(dice, spaces, v.chance[fights.KNOCK])
        f.shove += chance * effects.shove_worth(s, cards, w, v, m.target, way, spaces)
        if s.bearer == m.target:
            f.artifact += chance * cards.artifact_points * (1.0 + w.rival)


# The setup


@kernel
def describe_setup(s, cards, w, v, moves, n, features):
    """Which units and cards are kept, and where a force starts; discards, too."""
    v.seat = s.decider
    v.team = cards.team[s.decider]
    for i in range(n):
        m, f = moves[i], features[i]
        if s.phase == PHASE.KEEP_UNIT:
            describe_kept(s, cards, m, moves[1 - i].number, f)
        elif s.phase == PHASE.RETURN_CARD or s.phase == PHASE.DISCARD:
            f.keep = -effects.hope_worth(cards, w, m.number)
        elif m.kind == KIND.START:
            for k in range(FORCE):
                describe_star(s, cards, w, cards.start[s.realm, m.number, k], f)
                if cards.split_start:
                    corner = opposite(m.number)
                    describe_star(s, cards, w, cards.start[s.realm, corner, k], f)
        elif m.kind == KIND.PLACE:
            describe_star(s, cards, w, m.goal, f)


@kernel
def describe_kept(s, cards, m, other, f):
    """A unit card against the other of its class, which goes to the Solo Enemy."""
    one = m.number
    f.kept_health = (cards.health[one, 0] - cards.health[other, 0]) / 10.0
    f.kept_movement = (cards.movement[one, 0] - cards.movement[other, 0]) / 6.0
    f.kept_damage = (best_damage(cards, one) - best_damage(cards, other)) / 4.0


@inner_kernel
def best_damage(cards, unit):
    """The most damage that an attack of a unit prints."""
    return max(cards.melee_damage[unit, 0], cards.missile_damage[unit, 0])


@kernel
def describe_star(s, cards, w, space, f):
    """What lies near a star, and who."""
    points = 4.0
    if cards.time_start:
        for box in range(DUNGEONS):
            way = np.int64(cards.portal_walk[s.realm, box, space])
            f.start_near += w.crystal * nearness(w, way, points)
    elif cards.battle:
        way = np.int64(cards.walk[s.realm, cards.artifact[s.realm], space])
        f.start_near += cards.artifact_points * nearness(w, way, points)
    else:
        for area in range(AREAS):
            way = np.int64(cards.walk[s.realm, cards.trigger[s.realm, area], space])
            f.start_near += cards.flag_points * nearness(w, way, points)
    nearest = 1.0
    for slot in range(SLOTS):
        if s.at[slot] != NONE and slot // FORCE != s.decider:
            if cards.team[slot // FORCE] != cards.team[s.decider]:
                way = np.int64(cards.walk[s.realm, s.at[slot], space])
                nearest = min(nearest, way / 24.0)
    f.start_apart += nearest
