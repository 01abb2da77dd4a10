"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here.  `log` is None in bulk runs, where the
writing is compiled away, or the tuple (rows int64[:, ROW], count int64[1], states STATE[:])
when a game is told.
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.ledger import Rules
from simulate.core.words import Words
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import END, PHASE

# Lines of the log: what kind, and its columns.
LIST_FROM = 16  # column where the tokens by place begin
ROW = LIST_FROM + record.ALL_PLACES
LINE = Words("move", "change", "roll", "draw", "tokens")

# What a CHANGE_LINE changes; the names are those of the event log.  `of` is a seat, a place,
# an action, a trigger or a side of the war.
WHAT = Words(
    "mana",
    "ore",
    "food",
    "tower",
    "magic",
    "captures",
    "meeple",  # of a seat: where it is; the line names the meeple too
    "lying",  # likewise
    "neutral",  # a neutral meeple in a place
    "crown",
    "hidden",
    "open",
    "uses",
    "shield",
    "active",
    "night",
    "round",
    "trigger",
    "territory",
    "war_place",
    "dice",
    "outcome",
)


RULE = Rules("kingdoms")


@kernel
def write(s, log, line, seat, rule, a, b, c, d, e):
    """Add a line to the log: kind, seat (or NONE), ledger rule, five numbers."""
    if log is not None:
        rows, count, states = log
        i = count[0]
        count[0] += 1
        if i < rows.shape[0]:
            rows[i, 0] = line
            rows[i, 1] = s.round_no
            rows[i, 2] = s.turns
            rows[i, 3] = seat
            rows[i, 4] = rule
            rows[i, 5] = a
            rows[i, 6] = b
            rows[i, 7] = c
            rows[i, 8] = d
            rows[i, 9] = e
            states[i] = s


@kernel
def write_change(s, log, seat, rule, what, of, old, new):
    """Add a line that says what changed, unless nothing did."""
    if log is not None and old != new:
        write(s, log, LINE.CHANGE, seat, rule, what, of, old, new, NONE)


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
def set_tower(s, seat, value, rule, log):
    """Move a tower token."""
    old = s.tower[seat]
    s.tower[seat] = value
    write_change(s, log, seat, rule, WHAT.TOWER, seat, old, value)


@kernel
def set_magic(s, seat, value, rule, log):
    """Move a research token."""
    old = s.magic[seat]
    s.magic[seat] = value
    s.learnt[seat, value] = s.turns
    write_change(s, log, seat, rule, WHAT.MAGIC, seat, old, value)


@kernel
def set_crown(s, seat, rule, log):
    """Hand the crown to a player."""
    old = s.crown
    s.crown = seat
    write_change(s, log, seat, rule, WHAT.CROWN, NONE, old, seat)


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
    if log is not None:
        write(s, log, LINE.CHANGE, seat, rule, WHAT.MEEPLE, seat, old, place, meeple)


@kernel
def set_lying(s, seat, meeple, value, rule, log):
    """Knock a meeple over or stand it up."""
    old = s.lying[seat, meeple]
    if old != value:
        s.lying[seat, meeple] = value
        if log is not None:
            write(s, log, LINE.CHANGE, seat, rule, WHAT.LYING, seat, old, value, meeple)


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
def set_territory(s, slot, territory, rule, log):
    """Lay a territory card with a side up."""
    old = s.territory[slot]
    s.territory[slot] = territory
    write_change(s, log, slot, rule, WHAT.TERRITORY, slot, old, territory)


@kernel
def clear_places(s):
    """No region holds anything yet."""
    for place in range(record.ALL_PLACES):
        s.hidden[place] = NONE
        s.open[place] = NONE
        for spot in range(record.ROOM):
            s.owner[place, spot] = NONE


@kernel
def write_tokens(s, rule, log):
    """Say which token was dealt to each region."""
    if log is not None:
        write(s, log, LINE.TOKENS, NONE, rule, NONE, NONE, NONE, NONE, NONE)
        rows, count, _ = log
        i = count[0] - 1
        if i < rows.shape[0]:
            for place in range(record.ALL_PLACES):
                rows[i, LIST_FROM + place] = s.hidden[place]


@kernel
def set_hidden(s, place, kind, rule, log):
    """Turn a token that lay face down."""
    old = s.hidden[place]
    s.hidden[place] = kind
    write_change(s, log, NONE, rule, WHAT.HIDDEN, place, old, kind)


@kernel
def set_open(s, place, kind, rule, log):
    """Lay a token face up, or discard it (NONE)."""
    old = s.open[place]
    s.open[place] = kind
    write_change(s, log, NONE, rule, WHAT.OPEN, place, old, kind)


@kernel
def set_uses(s, place, value, rule, log):
    """How often a church may still be used."""
    old = s.uses[place]
    s.uses[place] = value
    write_change(s, log, NONE, rule, WHAT.USES, place, old, value)


# The action card, the round and the end


@kernel
def set_shield(s, action, value, rule, log):
    """Put a shield on an action or take it off."""
    old = s.shield[action]
    s.shield[action] = value
    s.shields += value - old
    write_change(s, log, s.active, rule, WHAT.SHIELD, action, old, value)


@kernel
def set_active(s, seat, rule, log):
    """Hand on the active player token."""
    old = s.active
    s.active = seat
    write_change(s, log, seat, rule, WHAT.ACTIVE, NONE, old, seat)


@kernel
def set_night(s, value, rule, log):
    """Lay the compass card with a side up."""
    old = s.night
    s.night = value
    write_change(s, log, NONE, rule, WHAT.NIGHT, NONE, old, value)


@kernel
def set_round(s, value, rule, log):
    """Begin a round: from clearing to clearing."""
    old = s.round_no
    s.round_no = value
    write_change(s, log, NONE, rule, WHAT.ROUND, NONE, old, value)


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
def set_war_place(s, place, rule, log):
    """Say which region is fought for, or that the war is over (NONE)."""
    old = s.war_place
    s.war_place = place
    write_change(s, log, NONE, rule, WHAT.WAR_PLACE, NONE, old, place)


@kernel
def set_dice(s, side, value, rule, log):
    """Set the die of a side of the war, or take it back (NONE)."""
    old = s.dice[side]
    s.dice[side] = value
    write_change(s, log, s.side[side], rule, WHAT.DICE, side, old, value)


# Chance


@kernel
def write_roll(s, seat, rule, purpose, number, log):
    """Say what a twelve-sided die shows, 1 to 12."""
    if log is not None:
        write(s, log, LINE.ROLL, seat, rule, purpose, number, NONE, NONE, NONE)


@kernel
def write_draw(s, seat, rule, purpose, number, log):
    """Say what chance decided among several: the number of a seat, place or resource."""
    if log is not None:
        write(s, log, LINE.DRAW, seat, rule, purpose, number, NONE, NONE, NONE)


@inner_kernel
def all_goods(s, seat):
    """Resources of all kinds together."""
    total = 0
    for kind in range(record.GOODS):
        total += s.goods[seat, kind]
    return total
