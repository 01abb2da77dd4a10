"""What there is to do for a hero: goals that take a Heroic Action, and those that take none."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import power
from simulate.core.streams import mix
from simulate.games.dungeons.cards.codes import CHECK, SEARCH_WHEN, WHAT
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.questions import enemy_speed, is_unlocked, wards_of
from simulate.games.dungeons.state import record
from strategies.dungeons import fights, outlook
from strategies.dungeons.odds import check_worth

PRIME = np.uint64(0x100000001B3)  # of the hash FNV-1a


@kernel
def find_goals(s, cards, w, v, seat):
    """All goals of a hero, as things stand."""
    v.rest = rest_worth(s, cards, w, v, seat)
    find_fights(s, cards, w, v, seat)
    add_rooms(s, cards, w, v, seat)
    v.sights = 0
    add_frontier(s, cards, w, v, seat)
    if s.act == 2:
        add_altars(s, cards, w, v, seat)
    elif is_unlocked(s):
        spare = turns_to_spare(s, cards, seat)
        outlook.add_sight(v, s.door, 0, w.door * power(w.patience, spare))


@kernel
def turns_to_spare(s, cards, seat):
    """Whole turns that a hero may lose and still come to the door before the torch is out."""
    return max(0, outlook.turns_left(s, cards) - outlook.turns_away(s, cards, seat) - 1)


@kernel
def find_fights(s, cards, w, v, seat):
    """Each enemy as a goal; most of a hero's moves change nothing that this follows from."""
    known = fingerprint(s, v, seat)
    if v.fights_of == known:
        v.acts = v.fights
        return
    v.acts = 0
    fights.add_fights(s, cards, w, v, seat)
    v.fights = v.acts
    v.fights_of = known


@kernel
def fingerprint(s, v, seat):
    """One number for all that a hero's fights follow from, besides its cards and weights."""
    known = mix(np.uint64(1 + seat) ^ s.gear[seat])
    for number in (s.health[seat], s.focus[seat]):
        known = with_number(known, number)
    for number in (s.goblins, s.torch, s.boss, v.boss_health):
        known = with_number(known, number)
    for enemy in range(record.ENEMIES):
        card = (1 + s.enemy_place[enemy]) * 256 + 1 + s.enemy_card[enemy]
        known = with_number(known, card * 256 + s.enemy_health[enemy])
    return known


@inner_kernel
def with_number(known, number):
    """A fingerprint with one more number in it; no number of the record is below -256."""
    return (known ^ np.uint64(number + 256)) * PRIME


@kernel
def rest_worth(s, cards, w, v, seat):
    """Worth of a Rest.  Rule N-REST-1."""
    healed = fights.heal_worth(s, cards, v, seat, cards.rest_health)
    return healed + fights.focus_gain(s, cards, w, seat, cards.rest_focus)


@kernel
def add_rooms(s, cards, w, v, seat):
    """Rooms to search and traps to disarm, where no enemy is in the way."""
    for k in range(s.rooms):
        place = s.revealed[k]
        card = s.room[place]
        if cards.room_search[card] != NONE and cards.search_when[card] == SEARCH_WHEN.SEARCH:
            outlook.add_act(v, place, 0, 0, feature_worth(s, cards, w, v, seat, card))
        if cards.room_trap[card] and not s.disarmed[place]:
            outlook.add_act(v, place, 0, 0, disarm_worth(s, cards, w, seat, card))


@kernel
def feature_worth(s, cards, w, v, seat, card):
    """Expected worth of searching a room.  Rules N-SEARCH-1, N-CHECK-3."""
    feature, failure = cards.room_search[card], cards.room_fail[card]
    focus, health = cards.ability_focus[feature], cards.ability_health[feature]
    if s.focus[seat] < focus or s.health[seat] <= health:
        return 0.0
    prize = fights.effects_worth(s, cards, w, v, seat, feature, NONE, seat)
    prize -= focus * w.focus_worth
    prize += v.health[s.health[seat] - health] - v.health[s.health[seat]]
    skill = cards.ability_skill[feature]
    if skill == NONE or prize <= 0.0:
        return prize
    loss = 0.0
    if failure != NONE:
        loss = fights.effects_worth(s, cards, w, v, seat, failure, NONE, seat)
    target = cards.ability_target[feature]
    return loss + check_worth(s, cards, w, seat, skill, CHECK.SEARCH, target, prize - loss)


@kernel
def disarm_worth(s, cards, w, seat, card):
    """Expected worth of disarming a trap.  Rule N-DISARM-3."""
    prize = fights.unknown_worth(s, cards, w, seat, WHAT.EITHER)
    skill, target = cards.trap_disarm[card], cards.trap_disarm_target[card]
    return check_worth(s, cards, w, seat, skill, CHECK.DISARM, target, prize)


@kernel
def add_frontier(s, cards, w, v, seat):
    """Cards face down behind a corridor; those that another hero is nearer to count less."""
    worth = w.room_later
    if s.door == NONE or s.minions < s.players:
        worth = w.room
    if s.act == 2 or worth <= 0.0:
        return
    for k in range(s.rooms):
        place = s.revealed[k]
        for side in range(record.SIDES):
            if record.is_in(s.open[place], side):
                neighbour = record.NEIGHBOUR[place, side]
                if neighbour != NONE and s.hidden[neighbour] != NONE:
                    crowd = w.crowd if is_other_nearer(s, seat, place) else 1.0
                    outlook.add_sight(v, place, 1, worth * crowd)


@kernel
def is_other_nearer(s, seat, place):
    """Whether another conscious hero is nearer to a place than this one."""
    own_steps = outlook.steps_to(s, s.place[seat], place)
    for other in range(s.players):
        if other != seat and record.is_conscious(s, other):
            if outlook.steps_to(s, s.place[other], place) < own_steps:
                return True
    return False


# The boss


@kernel
def lure_worth(s, cards, w, place, speed, focus):
    """Worth of drawing the boss towards a hero in a place, by its `speed` once for `focus`.

    What counts is an altar on the way.  Rules N-ALTAR-1, N-ALTAR-4.
    """
    if s.dispelled >= wards_of(s, cards) or place == record.LAIR:
        return 0.0
    boss = s.enemy_place[record.BOSS]
    whole = outlook.steps_to(s, boss, place)
    best = 0.0
    for k in range(s.rooms):
        altar = s.revealed[k]
        if s.altar[altar] and whole < record.FAR_AWAY:
            near = outlook.steps_to(s, boss, altar)
            if near + outlook.steps_to(s, altar, place) == whole and near > 0:
                taunts = (near + speed - 1) // speed
                best = max(
                    best,
                    w.ward / taunts
                    if taunts * cards.taunt_focus <= focus
                    else 0.3 * w.ward / taunts,
                )
    return best


@kernel
def add_altars(s, cards, w, v, seat):
    """Altars as places to stand on, to lure the boss there."""
    speed = enemy_speed(s, cards, record.BOSS)
    for k in range(s.rooms):
        place = s.revealed[k]
        if s.altar[place]:
            worth = lure_worth(s, cards, w, place, max(1, speed), s.focus[seat])
            outlook.add_sight(v, place, 0, w.altar * worth)
