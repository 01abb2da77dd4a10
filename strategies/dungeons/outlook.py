"""The evaluation at a decision: what is worth doing where, and how far it is."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.dungeons.cards.codes import ENEMY_ACTIONS
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.moves.places import walking_distance
from simulate.games.dungeons.moves.questions import is_unlocked, speed_of, ward
from simulate.games.dungeons.state import record
from strategies.dungeons.learned.facts import BOSS, FACTS, QUEST, TERMS
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES
from strategies.records import weights_of

WEIGHTS = weights_of(MOVE_FEATURES, JUDGEMENT)

FAR = 20  # steps that are as good as no way
GOALS = 96
STEPS = 16  # steps out of reach that are told apart
HEALTH = 16
TOTAL = 24  # results of a check that are told apart

OUTLOOK = record_of(
    "told",  # whether the next two are known, for the weights below
    ("by_weights", "f8", 4),
    ("health", "f8", HEALTH),  # worth of so much Health
    ("away", "f8", STEPS),  # share of a goal's worth, by steps out of reach
    "boss_health",  # damage that its markers can take now
    # goals of the hero that is asked
    "acts",  # those that take a Heroic Action, from 0
    "fights",  # of them the first ones, kept from move to move
    ("fights_of", "u8"),  # what they follow from, see `goals.fingerprint`; 0: nothing
    ("act_place", GOALS),
    ("act_least", GOALS),  # steps away that the hero must stand, at least
    ("act_most", GOALS),  # and at most
    ("act_worth", "f8", GOALS),
    "sights",  # those that take none
    ("sight_place", GOALS),
    ("sight_more", GOALS),  # steps further than the place
    ("sight_worth", "f8", GOALS),
    ("rest", "f8"),  # worth of a Rest, wherever it is
    ("power", "f8", SEATS),  # of each hero's best weapon or spell
    ("power_of", "u8", SEATS),  # what it follows from, the hero's `gear`; 0: nothing
    "alarm",  # enemies will act when the turn ends
    ("by_total", "f8", TOTAL),  # worth of each result of the check being made
    ("lives", "f8"),  # chance that the enemy lives after the attack judged last
    ("facts", FACTS),  # what lessons rest on, see `lessons`
    ("quest", QUEST),  # of them those of Act 1
    ("boss", BOSS),  # and of Act 2
    ("terms", TERMS),  # of the position judged last, see `value`
)


@kernel
def own_weights(s, cards, weights, seat):
    """The weights of a seat for the stage that the game is in.

    weights: one row for each seat at each stage, see `names.STAGES`.
    """
    return weights[seat + SEATS * stage_of(s, cards, weights[seat])]


@kernel
def stage_of(s, cards, w):
    """The stage that the game is in, as a place in `names.STAGES`."""
    if s.act == 1 and is_unlocked(s):
        return 2
    late = s.torch <= w.hurry * s.players * cards.torch_per_turn
    return (3 if s.act == 2 else 0) + (1 if late else 0)


@kernel
def look_out(s, cards, w, v):
    """What all features need: the worth of Health, and what the boss can lose."""
    if not v.told or is_other(v, 0, w.fall) or is_other(v, 1, w.health):
        tell_worths(w, v)
    elif is_other(v, 2, w.caution) or is_other(v, 3, w.far):
        tell_worths(w, v)
    v.boss_health = boss_health(s, cards) if s.act == 2 else 0
    event = cards.torch_event[s.act - 1, max(0, s.torch - cards.torch_per_turn)]
    v.alarm = event == ENEMY_ACTIONS


@inner_kernel
def is_other(v, k, weight):
    """Whether a weight is another one than that by which worths were told."""
    return v.by_weights[k] != weight


@kernel
def tell_worths(w, v):
    """Fill the worth of Health, and the share of a goal's that is left out of reach."""
    v.told = 1
    v.by_weights[0], v.by_weights[1] = w.fall, w.health
    v.by_weights[2], v.by_weights[3] = w.caution, w.far
    loss = w.fall
    for k in range(HEALTH):
        v.health[k] = w.health * k - loss
        loss *= w.caution
    share = 1.0
    for k in range(STEPS):
        v.away[k] = share
        share *= w.far


@kernel
def boss_health(s, cards):
    """Damage that the boss's markers can take before the next ward.  Rules N-BOSS-7, N-BOSS-8."""
    closed, total = ward(s, cards), 0
    for k in range(record.MARKERS):
        if s.marker[k] > 0:
            total += max(0, s.marker[k] - closed - 1) if closed else s.marker[k]
    return total


@inner_kernel
def add_act(v, place, least, most, worth):
    """A goal that takes a Heroic Action, so many steps from its place."""
    if worth > 0.0 and v.acts < GOALS:
        v.act_place[v.acts] = place
        v.act_least[v.acts] = least
        v.act_most[v.acts] = most
        v.act_worth[v.acts] = worth
        v.acts += 1


@inner_kernel
def add_sight(v, place, more, worth):
    """A goal that takes steps only."""
    if worth > 0.0 and v.sights < GOALS:
        v.sight_place[v.sights] = place
        v.sight_more[v.sights] = more
        v.sight_worth[v.sights] = worth
        v.sights += 1


@inner_kernel
def steps_to(s, one, other):
    """Steps between two places, through the door too."""
    if one != record.LAIR and other != record.LAIR:
        return int(s.far[one, other])
    return walking_distance(s, one, other)


@kernel
def turns_left(s, cards):
    """Turns of each hero before the torch goes out, as far as nothing but turns lowers it."""
    return s.torch // max(1, s.players * cards.torch_per_turn)


@kernel
def turns_away(s, cards, seat):
    """Turns that a hero walks to the Lair Door, at its Speed; far away counts as three."""
    steps = min(FAR, steps_to(s, s.place[seat], s.door))
    speed = max(1, speed_of(s, cards, seat))
    return min(3, (steps + speed - 1) // speed)


@kernel
def best_act(s, v, place, left):
    """The best goal that takes an action, from a place with so much Speed left."""
    best = 0.0
    for k in range(v.acts):
        if v.act_worth[k] > best:
            steps = steps_to(s, place, v.act_place[k])
            beyond = max(v.act_least[k] - steps, steps - v.act_most[k]) - left
            if beyond < STEPS:
                best = max(best, v.act_worth[k] * v.away[max(0, beyond)])
    return best


@kernel
def best_sight(s, v, place, left):
    """The best goal that takes steps only."""
    best = 0.0
    for k in range(v.sights):
        if v.sight_worth[k] > best:
            beyond = steps_to(s, place, v.sight_place[k]) + v.sight_more[k] - left
            if beyond < STEPS:
                best = max(best, v.sight_worth[k] * v.away[max(0, beyond)])
    return best


@kernel
def prospect(s, w, v, place, left, acted):
    """Worth of what the hero could still do from a place with so much Speed left."""
    sight = best_sight(s, v, place, left)
    act = best_act(s, v, place, left)
    if acted:
        return max(sight, w.next * act)
    return max(sight + v.rest, max(act, v.rest) + w.both * sight)


@inner_kernel
def speed_left(s, cards, seat):
    """Speed that the hero has left this turn, 0 if its movement is over."""
    if s.stopped or s.movement_over:
        return 0
    return max(0, speed_of(s, cards, seat) - s.steps)


@inner_kernel
def is_alive(s, enemy):
    """Whether an enemy is in play."""
    return s.enemy_place[enemy] != NONE


@inner_kernel
def health_of(s, v, enemy):
    """Damage that an enemy can take."""
    return v.boss_health if enemy == record.BOSS else s.enemy_health[enemy]
