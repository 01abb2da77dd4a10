"""A move: one record; fields that a kind does not use are NONE."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import blank, record_of

MOVE = record_of(
    "kind",
    "actor",  # seat that decides
    "ability",  # used, cast, struck with or paid
    "enemy",  # aimed at
    "hero",  # aimed at, a seat
    "place",  # where to
    "card",  # loot or spell
    "number",  # side, space, set of sides, skill, face of a die, marker ...
    "plus",  # face of a die with a plus, lower first
    "plus_2",
)
KIND = CodeTable(
    "end turn",
    "move",  # number: side; place: where to
    "explore",  # number: side; place: where to
    "enter mat",
    "space",  # number: of the Boss Mat
    "leave mat",
    "rest",
    "search",
    "disarm",
    "cast",  # ability, enemy, hero
    "melee",  # ability, enemy
    "missile",  # ability, enemy
    "use",  # ability, enemy, hero
    "portal",
    "look around",
    "try room",  # its feature as a Free Action
    "taunt",
    "open lair",
    "drop",  # card
    "lay",  # place; number: open sides
    "reveal",  # place
    "teleport",  # place
    "skill",  # number
    "roll",
    "pay in check",  # ability
    "take",  # number: result die; plus, plus_2: dice with a plus
    "turn up",  # number: face
    "turn down",  # number: face
    "reroll",  # number: face
    "pay",
    "decline",
    "draw",  # number: 0 loot, 1 spell
    "take from row",  # card
    "leave",  # find nothing more
    "equip",  # number: hand, or NONE; card: the one that goes, or NONE
    "discard",
    "lose",  # card
    "reward",  # number: of the effect, from 0
    "no reward",
    "take reveal",
    "strike",  # number: Health of the marker
    "mend",  # number: Health of the marker
    "answer",  # enemy
    "prey",  # place
    "enemy step",  # place
    "push",  # place
    "aim",  # enemy, hero
    "stop",
)
STEPS = KIND.group("move", "explore", "enter mat", "space", "leave mat")
HEROIC_ACTIONS = KIND.group("rest", "search", "disarm", "cast", "melee", "missile")
NOTHING = blank(MOVE)


@inner_kernel
def add(moves, n, kind, actor):
    """Write one move of which only the kind and the actor are said; returns the new count."""
    moves[n] = NOTHING
    m = moves[n]
    m.kind = kind
    m.actor = actor
    return n + 1


@kernel
def add_aimed(moves, n, kind, actor, ability, enemy, hero):
    """Write one move that uses an ability, aimed or not."""
    add(moves, n, kind, actor)
    m = moves[n]
    m.ability = ability
    m.enemy = enemy
    m.hero = hero
    return n + 1


@kernel
def add_place(moves, n, kind, actor, place, number):
    """Write one move that names a place, and maybe a number."""
    add(moves, n, kind, actor)
    m = moves[n]
    m.place = place
    m.number = number
    return n + 1


@kernel
def add_item(moves, n, kind, actor, item, number):
    """Write one move that names an item, and maybe a number."""
    add(moves, n, kind, actor)
    m = moves[n]
    m.card = item
    m.number = number
    return n + 1


@kernel
def add_number(moves, n, kind, actor, number):
    """Write one move that names a number."""
    add(moves, n, kind, actor)
    moves[n].number = number
    return n + 1


@kernel
def add_take(moves, n, actor, number, plus, plus_2):
    """Write one way to use the dice that were rolled."""
    add(moves, n, KIND.TAKE, actor)
    m = moves[n]
    m.number = number
    m.plus = plus
    m.plus_2 = plus_2
    return n + 1
