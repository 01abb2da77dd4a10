"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here or in `kit` and `piles`.  `log` is on
when a game is told, off in bulk runs, and None in a deal.
"""

from simulate.compiler.kernels import kernel
from simulate.core.game.ledger import Rules
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.state.record import END, FIRST_MINION, MARKERS, PHASE
from simulate.mechanics.log import write_change
from simulate.mechanics.things import Things

RULE = Rules("dungeons")

# What changes, under the names of the event log; a setter each.
WHAT = Things(__name__)
WHAT.declare("health", "seat")
set_focus = WHAT.setter("focus", "seat", by="owner")
set_place = WHAT.setter("place", "seat", "place", by="owner")
WHAT.declare("space", "seat", "number or nothing")
WHAT.declare("kit", "slot", "item")
WHAT.declare("row", "item", "yes or nothing", field="in_row")
WHAT.declare("found", "item")  # an item drawn from its deck
WHAT.declare("bonus", "bonus", "number or nothing")  # an ability works for a time
WHAT.declare("room", "place", "room")
WHAT.declare("open", "place", "sides")
WHAT.declare("hidden", "place", "room")
WHAT.declare("disarmed", "place", "yes or nothing")
set_altar = WHAT.setter("altar", "place", "yes or nothing")
WHAT.declare("enemy", "enemy", "enemy card", field="enemy_card")
set_enemy_place = WHAT.setter("enemy_place", "enemy", "place")
set_enemy_health = WHAT.setter("enemy_health", "enemy", "number or nothing")
WHAT.declare("goblin_discard", "goblin", "number or nothing")  # a card more of a kind
WHAT.declare("minions_killed")
set_marker = WHAT.setter("marker", "marker")
WHAT.declare("dispelled")
WHAT.declare("act")
set_torch = WHAT.setter("torch")
WHAT.declare("active")
WHAT.declare("outcome", value="end")


# Heroes


@kernel
def set_health(s, seat, value, rule, log):
    """Move a hero's Health Marker; at zero it falls unconscious."""
    old = s.health[seat]
    s.health[seat] = value
    if value < old:
        s.health_lost[seat] += old - value
        s.fallen[seat] += value == 0
    else:
        s.health_gained[seat] += value - old
    write_change(s, log, seat, rule, WHAT.HEALTH, seat, old, value)


@kernel
def heal(s, cards, seat, amount, rule, log):
    """Health rises, up to the top of the track; an unconscious hero wakes.  N-FALL-5."""
    top = cards.hero_health[s.hero[seat]]
    set_health(s, seat, min(top, s.health[seat] + amount), rule, log)


@kernel
def hurt(s, seat, amount, rule, log):
    """Health falls, never below zero.  Rules N-ATTR-1, N-FALL-1."""
    set_health(s, seat, max(0, s.health[seat] - max(0, amount)), rule, log)


@kernel
def gain_focus(s, cards, seat, amount, rule, log):
    """Focus rises, up to the top of the track."""
    top = cards.hero_focus[s.hero[seat]]
    set_focus(s, seat, min(top, s.focus[seat] + amount), rule, log)


@kernel
def lose_focus(s, seat, amount, rule, log):
    """Focus falls, never below zero.  Rule N-ATTR-2."""
    set_focus(s, seat, max(0, s.focus[seat] - amount), rule, log)


@kernel
def pay(s, cards, seat, ability, rule, log):
    """Pay an ability's price."""
    if cards.ability_focus[ability]:
        set_focus(s, seat, s.focus[seat] - cards.ability_focus[ability], rule, log)
    if cards.ability_health[ability]:
        set_health(s, seat, s.health[seat] - cards.ability_health[ability], rule, log)


# The dungeon


@kernel
def set_room(s, place, card, sides, rule, log):
    """Turn a dungeon card up as it will lie; face-down it is no more."""
    hide(s, place, NONE, rule, log)
    s.room[place] = card
    s.revealed[s.rooms] = place
    s.rooms += 1
    s.gained = s.turns
    write_change(s, log, NONE, rule, WHAT.ROOM, place, NONE, card)
    s.open[place] = sides
    write_change(s, log, NONE, rule, WHAT.OPEN, place, 0, sides)


@kernel
def hide(s, place, card, rule, log):
    """Lay a dungeon card face down; NONE takes it away."""
    old = s.hidden[place]
    s.hidden[place] = card
    if (card == NONE) != (old == NONE):
        s.unexplored += -1 if card == NONE else 1
    write_change(s, log, NONE, rule, WHAT.HIDDEN, place, old, card)


@kernel
def set_disarmed(s, place, rule, log):
    """Put a Disarm Marker on a trap.  Rule N-PARTS-10."""
    s.disarmed[place] = 1
    s.disarms += 1
    write_change(s, log, NONE, rule, WHAT.DISARMED, place, 0, 1)


# Enemies


@kernel
def set_enemy(s, enemy, card, place, health, rule, log):
    """Put an enemy into the dungeon."""
    s.enemy_card[enemy] = card
    write_change(s, log, NONE, rule, WHAT.ENEMY, enemy, NONE, card)
    set_enemy_health(s, enemy, health, rule, log)
    set_enemy_place(s, enemy, place, rule, log)


@kernel
def dispel(s, place, rule, log):
    """The altar of a room covers a ward of the boss."""
    set_altar(s, place, 0, rule, log)
    s.dispelled += 1
    s.gained = s.turns
    write_change(s, log, NONE, rule, WHAT.DISPELLED, NONE, s.dispelled - 1, s.dispelled)


@kernel
def remove_enemy(s, enemy, log):
    """Take a killed goblin or minion off the table.  Rules N-KILL-3, N-KILL-8."""
    card = s.enemy_card[enemy]
    set_enemy_place(s, enemy, NONE, RULE.N_KILL_3, log)
    set_enemy_health(s, enemy, 0, RULE.N_KILL_3, log)
    s.enemy_card[enemy] = NONE
    write_change(s, log, NONE, RULE.N_KILL_3, WHAT.ENEMY, enemy, card, NONE)
    if enemy < FIRST_MINION:
        s.goblins -= 1
        s.goblin_discard[s.goblin_discards] = card
        s.goblin_discards += 1
        write_change(
            s, log, NONE, RULE.N_KILL_3, WHAT.GOBLIN_DISCARD, card, NONE, s.goblin_discards
        )
    else:
        s.minions_killed += 1
        s.gained = s.turns
        old = s.minions_killed - 1
        write_change(s, log, NONE, RULE.N_KILL_9, WHAT.MINIONS_KILLED, NONE, old, s.minions_killed)


@kernel
def move_marker(s, health, value, rule, log):
    """Move a marker that shows `health` to `value`."""
    if value < health:
        s.gained = s.turns
    at = 0
    while s.marker[at] != health:
        at += 1
    while at > 0 and s.marker[at - 1] < value:
        set_marker(s, at, s.marker[at - 1], rule, log)
        at -= 1
    while at < MARKERS - 1 and s.marker[at + 1] > value:
        set_marker(s, at, s.marker[at + 1], rule, log)
        at += 1
    set_marker(s, at, value, rule, log)


# Torch, turn, end


@kernel
def torch_up(s, cards, steps, log):
    """The torch goes up, not past its start; nothing is triggered.  Rule N-TORCH-1."""
    gained = min(cards.torch_start[s.act - 1] - s.torch, steps)
    s.torch_gained += gained
    set_torch(s, s.torch + gained, RULE.N_TORCH_1, log)


@kernel
def set_act(s, act, rule, log):
    """Flip the mats."""
    s.gained = s.turns
    old = s.act
    s.act = act
    write_change(s, log, NONE, rule, WHAT.ACT, NONE, old, act)


@kernel
def set_active(s, seat, log):
    """Hand the dice to the next player.  Rule N-TURN-3."""
    old = s.active
    s.active = seat
    write_change(s, log, NONE, RULE.N_TURN_3, WHAT.ACTIVE, NONE, old, seat)


@kernel
def set_outcome(s, outcome, rule, log):
    """End the game, and say how.  Nothing is left to do then."""
    s.outcome = outcome
    s.phase = PHASE.OVER
    s.decider = NONE
    s.tasks = 0
    write_change(s, log, NONE, rule, WHAT.OUTCOME, NONE, END.NOT_OVER, outcome)
