"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here.  `log` is on when a game is told, off in
bulk runs, and None in a deal.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.ledger import Rules
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import END, PHASE
from simulate.mechanics.log import write_change
from simulate.mechanics.things import Things

RULE = Rules("kingdoms")

# What changes, under the names of the event log; a setter each.
WHAT = Things(__name__)
for good in GOODS:
    WHAT.declare(good, "seat")
set_tower = WHAT.setter("tower", "seat", by="owner")
WHAT.declare("magic", "seat")
WHAT.declare("captures", "seat")
WHAT.declare("meeple", "meeple", "place", field="place")
WHAT.declare("lying", "meeple", "yes or no")
WHAT.declare("neutral", "region", "yes or no")
set_crown = WHAT.setter("crown", value="seat", by="new")
set_hidden = WHAT.setter("hidden", "region", "token")
set_open = WHAT.setter("open", "region", "token")
set_uses = WHAT.setter("uses", "region")
WHAT.declare("shield", "action", "yes or no")
set_active = WHAT.setter("active", value="seat", by="new")
set_night = WHAT.setter("night", value="yes or no")
set_round = WHAT.setter("round", field="round_no")
WHAT.declare("trigger", "trigger", "yes or no")
set_territory = WHAT.setter("territory", "slot", "territory", by="owner")
set_war_place = WHAT.setter("war_place", value="place")
WHAT.declare("dice", "side", "war number")
WHAT.declare("outcome", value="end")


# What a player has


@kernel
def set_goods(s, seat, kind, value, rule, log):
    """Move a resource token on its track."""
    old = s.goods[seat, kind]
    s.goods[seat, kind] = value
    write_change(s, log, seat, rule, WHAT.MANA + kind, seat, old, value)


@kernel
def pay_goods(s, seat, mana, ore, food, rule, log):
    """Give goods to the bank."""
    if mana:
        set_goods(s, seat, 0, s.goods[seat, 0] - mana, rule, log)
    if ore:
        set_goods(s, seat, 1, s.goods[seat, 1] - ore, rule, log)
    if food:
        set_goods(s, seat, 2, s.goods[seat, 2] - food, rule, log)


@kernel
def gain_goods(s, cards, seat, kind, amount, rule, log):
    """Take goods from the bank, as many as the track has room for.

    Rules K-PARTS-6, K-SETUP-7 and K-COLLECT-5 (from nothing to nine of each).
    """
    old = s.goods[seat, kind]
    new = min(cards.resource_limit, old + amount)
    if new > old:
        s.gained[seat, kind] += new - old
        set_goods(s, seat, kind, new, rule, log)


@kernel
def set_magic(s, seat, value, rule, log):
    """Move a research token."""
    old = s.magic[seat]
    s.magic[seat] = value
    s.learnt[seat, value] = s.turns
    write_change(s, log, seat, rule, WHAT.MAGIC, seat, old, value)


# Meeples


@inner_kernel
def take_spot(s, place, owner):
    """Note a meeple in a region that has room."""
    s.owner[place, 0 if s.owner[place, 0] == NONE else 1] = owner


@inner_kernel
def free_spot(s, place, owner):
    """Note that a meeple has left a region; who stays has the first spot."""
    if s.owner[place, 0] == owner:
        s.owner[place, 0] = s.owner[place, 1]
    s.owner[place, 1] = NONE


@kernel
def put_meeple(s, seat, meeple, place, rule, log):
    """Put a meeple into a region, or back into the supply (NONE); it stands."""
    set_lying(s, seat, meeple, 0, rule, log)
    old = s.place[seat, meeple]
    if old != NONE:
        free_spot(s, old, seat)
        s.in_play[seat] -= 1
    if place != NONE:
        take_spot(s, place, seat)
        s.in_play[seat] += 1
    s.place[seat, meeple] = place
    write_change(s, log, seat, rule, WHAT.MEEPLE, seat * record.PIECES + meeple, old, place)


@kernel
def set_lying(s, seat, meeple, value, rule, log):
    """Knock a meeple over or stand it up."""
    old = s.lying[seat, meeple]
    if old != value:
        s.lying[seat, meeple] = value
        write_change(s, log, seat, rule, WHAT.LYING, seat * record.PIECES + meeple, old, value)


@kernel
def meeple_in_supply(s, cards, seat):
    """A meeple of the seat that is not in play, or NONE.  Rule K-PARTS-3."""
    for meeple in range(min(cards.meeples, record.PIECES)):
        if s.place[seat, meeple] == NONE:
            return meeple
    return NONE


@kernel
def put_neutral(s, place):
    """A neutral meeple in a region of the Lost Kingdom, in the setup."""
    take_spot(s, place, record.NEUTRAL)
    s.neutrals += 1


@kernel
def capture(s, seat, place, rule, log):
    """Take the neutral meeple of a region out of play."""
    free_spot(s, place, record.NEUTRAL)
    s.neutrals -= 1
    write_change(s, log, seat, rule, WHAT.NEUTRAL, place, 1, 0)
    old = s.captures[seat]
    s.captures[seat] = old + 1
    write_change(s, log, seat, rule, WHAT.CAPTURES, seat, old, old + 1)


# Territories and tokens


@kernel
def clear_places(s):
    """No region holds anything yet."""
    for place in range(record.ALL_PLACES):
        s.hidden[place] = NONE
        s.open[place] = NONE
        for spot in range(record.ROOM):
            s.owner[place, spot] = NONE


@kernel
def set_shield(s, action, value, rule, log):
    """Put a shield on an action or take it off."""
    old = s.shield[action]
    s.shield[action] = value
    s.shields += value - old
    write_change(s, log, s.active, rule, WHAT.SHIELD, action, old, value)


@kernel
def set_trigger(s, which, seat, rule, log):
    """Note an end condition that has been met.  Rule K-END-5."""
    if not s.trigger[which]:
        if s.trigger_seat == NONE:
            s.trigger_seat = seat
            s.trigger_turn = s.turns
        s.trigger[which] = 1
        s.met_turn[which] = s.turns
        write_change(s, log, seat, rule, WHAT.TRIGGER, which, 0, 1)


@kernel
def set_outcome(s, value, rule, log):
    """End the game."""
    s.outcome = value
    s.phase = PHASE.OVER
    write_change(s, log, NONE, rule, WHAT.OUTCOME, NONE, END.NOT_OVER, value)


# War


@kernel
def set_dice(s, side, value, rule, log):
    """Set the die of a side of the war, or take it back (NONE)."""
    old = s.dice[side]
    s.dice[side] = value
    write_change(s, log, s.side[side], rule, WHAT.DICE, side, old, value)


@inner_kernel
def all_goods(s, seat):
    """Resources of all kinds together."""
    total = 0
    for kind in range(record.GOODS):
        total += s.goods[seat, kind]
    return total
