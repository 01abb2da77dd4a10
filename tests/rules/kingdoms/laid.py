"""The kernels' board laid as a referee's table lies, its invented land and cards included."""

import json
from functools import cache
from typing import Any

import numpy as np

from simulate.core.streams import below, open_streams
from simulate.games.kingdoms.cards import geometry as geo
from simulate.games.kingdoms.cards import territories as maps
from simulate.games.kingdoms.cards.codes import BORDER, PLACES, SORT_BIT, TERRAIN
from simulate.games.kingdoms.cards.tables import _enter_hands, enter_beside
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE
from simulate.games.kingdoms.setup import clear_table
from simulate.games.kingdoms.state.agenda import plan
from simulate.games.kingdoms.state.changes import clear_places, put_meeple, put_neutral
from simulate.games.kingdoms.state.record import EVENT, PURPOSE, TRIGGER
from tests.rules.kingdoms.board import ACTIONS, Board
from tests.rules.kingdoms.cell import built, shipped
from tests.rules.kingdoms.referee import NEUTRAL, Table
from tests.rules.kingdoms.referee.land import BARRIERS, Land, Region
from tests.rules.kingdoms.shipped import FOLDERS
from tests.rules.shipped import parameters

DICE = {
    "action": PURPOSE.ACTION_DIE,
    "follow": PURPOSE.FOLLOW_DIE,
    "quest": PURPOSE.QUEST_DIE,
    "retreat": PURPOSE.RETREAT_DIE,
    "dummy_resource": PURPOSE.RESOURCE_DIE,
}
NOBODY = "nobody"
STAND_IN = {"source": {"*": "stand-in: invented for a test"}}


def board_like(t: Table, rolls: dict[str, list[int]] | None = None) -> Board:
    """A board on which lies what lies on the referee's table; rolls: what the dice will show."""
    edition = "kingdoms" if "tokens.crown" in t.rules else "ultra"
    invented = {n: f for n, f in t.factions.items() if n in t.faction and n.startswith("P")}
    cards, names = _cell(edition, t.people, _key(t.rules, edition), json.dumps(invented))
    cards = cards.copy()
    slots = _slots(t)
    places = [name for slot in slots for name in _padded(slot)]
    for i, slot in enumerate(slots):
        _enter_land(cards, i, list(slot.values()))
        if t.dummy is not None:
            _enter_compass(cards, i, list(slot.values()))
    board = Board(cards, names, places)
    _lay(board, t, len(slots))
    for die, numbers in (rolls or {}).items():
        _load(board.s, DICE[die], numbers)
    return board


def _key(rules: dict[str, Any], edition: str) -> str:
    """The parameters that are values of rules.toml, as text."""
    known = parameters(FOLDERS[edition])
    return json.dumps({name: rules[name] for name in known})


@cache
def _cell(edition: str, people: int, rules: str, invented: str) -> tuple[Any, Any]:
    """Tables and names with the factions of a test, and one without abilities."""
    data = shipped(FOLDERS[edition])
    for name, faction in ({NOBODY: {"abilities": {}}} | json.loads(invented)).items():
        levels = {k: v | {"name": k} for k, v in faction["abilities"].items() if v["effects"]}
        data["factions"][name] = {"name": name, "abilities": levels, **STAND_IN}
    setting = {"exploration": True} if edition == "kingdoms" else {"dummy_resources": 3}
    return built(FOLDERS[edition], people, data=data, changes=json.loads(rules), **setting)


# The land


def _slots(t: Table) -> list[Land]:
    """Regions by territory, homes by seat and then the Lost Kingdom."""
    order = [*t.home, *([t.lost_kingdom] if t.lost_kingdom else [])]
    return [{n: r for n, r in t.land.items() if r.territory == home} for home in order]


def _padded(slot: Land) -> list[str]:
    return [*slot, *[""] * (PLACES - len(slot))]


def _enter_land(cards: Any, i: int, regions: list[Region]) -> None:
    cards.terrain[i] = NONE
    cards.border[i] = BORDER.APART
    cards.places[i] = len(regions)
    for p, one in enumerate(regions):
        cards.terrain[i, p] = TERRAIN[one.terrain]
        cards.edge[i, p] = one.edge
        cards.by_water[i, p] = one.by_water
        words = [one.terrain, "edge" if one.edge else "inland", *["by_water"] * one.by_water]
        cards.sorts[i, p] = sum(SORT_BIT[word] for word in words)
        for q, other in enumerate(regions):
            if other.name in one.borders:
                barrier = one.terrain in BARRIERS or other.terrain in BARRIERS
                cards.border[i, p, q] = BORDER.BARRIER if barrier else BORDER.OPEN
            elif other.name in one.over_river:
                cards.border[i, p, q] = BORDER.RIVER
    enter_beside(cards, i)


def _enter_compass(cards: Any, i: int, regions: list[Region]) -> None:
    """Where hands point; on the maps of the kernels the second number grows downwards."""
    if not regions:
        return
    outlines = [[(round(10 * x), round(-10 * y)) for x, y in r.polygon] for r in regions]
    shapes = [geo.polygon_of(outline) for outline in outlines]
    middle = np.stack([maps.pointings((0, 0), shapes)] * 2)
    armies = [maps.pointings(geo.centroid(area), shapes, k) for k, area in enumerate(shapes)]
    cards.compass_hand[i] = NONE
    cards.army_hand[i] = NONE
    _enter_hands(cards.compass_hand[i], middle)
    _enter_hands(cards.army_hand[i], np.stack(armies))


# The table


def _lay(board: Board, t: Table, slots: int) -> None:
    s, names = board.s, board.names
    clear_table(s)
    clear_places(s)
    open_streams(s, 1, 1)
    s.seats, s.slots, s.round_no = t.seats, slots, 1
    s.active = t.active
    s.night = not t.by_day
    s.crown = NONE if t.crown is None else t.crown
    s.territory[:slots] = range(slots)
    for seat in range(t.seats):
        s.faction[seat] = names.factions.index(t.faction[seat] or NOBODY)
        s.goods[seat] = [t.goods[seat][kind] for kind in GOODS]
        s.tower[seat], s.magic[seat] = t.tower[seat], t.magic[seat]
        s.captures[seat] = t.captures[seat]
    for action in t.shields:
        s.shield[ACTIONS.index(action)] = 1
    s.shields = len(t.shields)
    for k, trigger in enumerate(TRIGGER.words):
        s.trigger[k] = trigger in t.triggers
    _lay_regions(board, t)
    plan(s, EVENT.BEGIN_TURN, NONE)


def _lay_regions(board: Board, t: Table) -> None:
    s, places = board.s, board.places
    for seat in range(t.seats):
        mine = [m for m in t.meeples if m.owner == seat and m.region]
        for number, meeple in enumerate(mine):
            put_meeple(s, seat, number, places.index(meeple.region), 0, None)
            s.lying[seat, number] = meeple.lying
    for meeple in t.meeples:
        if meeple.owner == NEUTRAL and meeple.region:
            put_neutral(s, places.index(meeple.region))
    for there, tokens in ((s.hidden, t.hidden), (s.open, t.open)):
        for region, kind in tokens.items():
            name = "dragons_lair" if kind == "lair" else kind
            there[places.index(region)] = board.names.tokens.index(name)
    for region, uses in t.church_uses.items():
        s.uses[places.index(region)] = uses


def _load(s: Any, purpose: int, numbers: list[int]) -> None:
    """Find a stream whose first rolls are the numbers that a test wants."""
    for key in range(100_000):
        s.keys[purpose], s.draws[purpose] = key, 0
        if all(below(s, purpose, 12) == number - 1 for number in numbers):
            s.draws[purpose] = 0
            return
    raise AssertionError(f"no stream begins with {numbers}")
