"""The cards, maps and rules of one cell as one NumPy record, read by every kernel as `cards`.

Sizes are capacities, not counts: a new unit or map does not compile anything.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.core.game.records import record_of
from simulate.games.tactics.cards import codes, vocabulary
from simulate.games.tactics.cards.codes import BOX, CLASS, ICON, MODE, SIDE
from simulate.games.tactics.cards.compass import bearings
from simulate.games.tactics.cards.distances import REACHES, enter_distances, enter_inside_ways
from simulate.games.tactics.cards.folding import enter_cards
from simulate.games.tactics.cards.maps import STEPS, At, Realm, starts
from simulate.games.tactics.cards.model import CardsModel
from simulate.games.tactics.cards.realms import played_realms
from simulate.games.tactics.cards.vocabulary import NONE

VILLAGE = "V"

# Parameters of rules.toml that the kernels read under their own name.
PARAMETERS = (
    "actions",
    "first_turn_fewer",
    "unit_actions",
    "tireless_units",
    "free_units",
    "cure_price",
    "counter_price",
    "space_cost",
    "climb_cost",
    "portal_step",
    "village_heal",
    "village_return",
    "water_damage",
    "forest_cover",
    "higher_range",
    "lower_range",
    "knock_back_damage",
    "knock_back_needs_damage",
    "missile_price",
    "miss_price",
    "spell_price",
    "power_dice",
    "ballista_range",
    "ballista_damage",
    "ballista_push",
    "ballista_cover",
    "ballista_is_attack",
    "ballista_only_second",
    "tactics_dealt",
    "tactics_kept",
    "tactics_hand",
    "tactics_drawn",
    "control_rounds",
    "end_captures",
    "artifact_movement",
    "artifact_melee",
    "artifact_missile",
    "battle_two_split",
    "battle_rounds",
    "areas_rounds",
    "elimination_ends_battle",
    "team_starts_diagonal",
    "flag_points",
    "survivor_points",
    "capture_points",
    "village_points",
    "artifact_points",
    "time_gained",
    "enemy_spell_dice",
    "enemy_abilities",
    "trap_dice",
    "trap_damage",
    "cave_in_price",
    "barrier_price",
    "round_limit",
    "step_limit",
)
# What a terrain costs more to enter, by the name of its parameter.
TERRAIN_COST = {"W": "water_cost", "K": "peak_cost", "T": "ballista_cost"}

_UNIT_STATS = ("health", "movement", "melee_damage", "melee_dice")
_RANGED_STATS = ("missile_damage", "missile_range", "spell_range")

TABLES = record_of(
    *PARAMETERS,
    *codes.CHOICES,
    ("die", codes.FACES),  # icons on a face, as bits
    "trap_icon",  # bit of the icon that a trap counts
    ("enter_cost", len(vocabulary.TERRAINS)),  # movement points, climbing besides
    # The cell.
    "mode",
    "players",  # people
    "seats",  # with those of the Solo Enemies, which follow their player
    ("team", codes.SEATS),  # by seat; Solo Enemies are team 1
    ("enemy_seat", codes.SEATS),  # yes or no
    "battle",
    "end_flags",
    "split_start",  # two units in each of two corners
    "time_start",
    ("force", codes.SEATS, codes.FORCE),  # unit of each class, NONE: dealt
    # Units, by side of the card.
    "units",
    ("unit_class", codes.UNITS),
    *((name, codes.UNITS, 2) for name in (*_UNIT_STATS, *_RANGED_STATS)),
    ("ammo", codes.UNITS),
    ("mana", codes.UNITS),
    ("missile_dice", codes.UNITS),
    ("spell_aim", codes.UNITS),  # NONE: no spell
    ("spell_attack", codes.UNITS),
    ("spell_first", codes.UNITS),
    ("spell_count", codes.UNITS),
    ("solo_spell_damage", codes.UNITS),
    ("solo_spell_power", codes.UNITS),
    ("run_first", codes.UNITS, 2, len(vocabulary.MOMENTS)),
    ("run_count", codes.UNITS, 2, len(vocabulary.MOMENTS)),
    ("has", codes.UNITS, 2, len(vocabulary.EFFECTS)),  # yes or no
    # Tactic cards.
    "tactics",
    ("tactic_when", codes.TACTICS),  # NONE: does nothing
    ("tactic_turn", codes.TACTICS),
    ("tactic_kinds", codes.TACTICS),
    ("tactic_condition", codes.TACTICS),
    ("tactics_at", len(vocabulary.MOMENTS)),  # bits of the cards that work at a moment
    ("tactic_first", codes.TACTICS),
    ("tactic_count", codes.TACTICS),
    # Solo Enemy cards.
    "enemy_cards",
    ("activates", codes.ENEMY_CARDS),  # class or LEFTMOST
    ("compass", codes.ENEMY_CARDS),
    ("bonus_damage", codes.ENEMY_CARDS),
    ("bonus_movement", codes.ENEMY_CARDS),
    ("bonus_climb", codes.ENEMY_CARDS),
    ("monster_first", codes.ENEMY_CARDS),
    ("monster_count", codes.ENEMY_CARDS),
    # Dungeons, by box.
    ("inside", codes.DUNGEONS, codes.INSIDE),  # kind of space, NONE
    ("inside_neighbour", codes.DUNGEONS, codes.INSIDE, len(vocabulary.SIDES)),
    ("entrance", codes.DUNGEONS),
    ("crystal_first", codes.DUNGEONS),
    ("crystal_count", codes.DUNGEONS),
    # Effects as rows.
    *vocabulary.EFFECTS.columns("row", codes.EFFECT_ROWS),
    ("row_kinds", codes.EFFECT_ROWS),  # of attack, as bits
    ("row_condition", codes.EFFECT_ROWS),
    ("row_opens", codes.EFFECT_ROWS),  # yes or no: the first of its run
    # Maps: one by name, or all that were built, of which a game draws one.
    "maps",
    ("spaces", codes.MAPS),
    # Rows and columns are unbroken, so two spaces are |columns| + |rows| apart.
    ("column", codes.MAPS, codes.SPACES),
    ("row", codes.MAPS, codes.SPACES),
    ("space_at", codes.MAPS, codes.COLUMNS, codes.ROWS),
    ("terrain", codes.MAPS, codes.SPACES),
    ("level", codes.MAPS, codes.SPACES),
    ("village", codes.MAPS, codes.SPACES),  # number of the village, from 0, or NONE
    ("neighbour", codes.MAPS, codes.SPACES, len(vocabulary.SIDES)),
    ("area", codes.MAPS, codes.SPACES),  # control area, NONE
    ("trigger", codes.MAPS, len(codes.AREA)),
    ("start", codes.MAPS, codes.CORNERS, codes.FORCE),  # spaces, clockwise from north-west
    ("artifact", codes.MAPS),
    ("portals", codes.MAPS),
    ("portal_front", codes.MAPS, codes.PORTALS),
    ("portal_box", codes.MAPS, codes.PORTALS),
    ("before_portal", codes.MAPS, codes.SPACES),  # yes or no
    ("box", codes.MAPS, codes.SPACES),  # box that a space is on, NONE
    ("lies_on", codes.MAPS, codes.DUNGEONS),  # box beneath, NONE
    ("laid", codes.MAPS, codes.DUNGEONS),  # whether the box is on the map
    ("closers", codes.MAPS, codes.SPACES),  # boxes, as bits: gone while one is flipped over
    # Movement points from the last space to a front, an area, a space, or the nearest
    # one from which it can be attacked; 255: out of reach.
    ("portal_walk", "u1", codes.MAPS, codes.DUNGEONS, codes.SPACES),
    ("area_walk", "u1", codes.MAPS, len(codes.AREA), codes.SPACES),
    ("walk", "u1", codes.MAPS, codes.SPACES, codes.SPACES),
    ("melee_walk", "u1", codes.MAPS, codes.SPACES, codes.SPACES),
    ("shot_walk", "u1", codes.MAPS, REACHES, codes.SPACES, codes.SPACES),  # range 1 first
    # the same two by where the attacker stands: what one enemy could do lies together
    ("melee_from", "u1", codes.MAPS, codes.SPACES, codes.SPACES),
    ("shot_from", "u1", codes.MAPS, REACHES, codes.SPACES, codes.SPACES),
    ("inside_way", codes.DUNGEONS, codes.FORCE, codes.INSIDE),  # to the crystal, by class
    # Rank clockwise from an arrow, of so many columns east and rows south.
    ("bearing", len(vocabulary.SIDES), 2 * codes.COLUMNS, 2 * codes.ROWS),
)
MIDDLE = (codes.COLUMNS, codes.ROWS)  # index of (0, 0) in `bearing`


class Catalogue:
    """Names of everything that a number stands for, in the order of the tables."""

    def __init__(self, cards: CardsModel, realms: Sequence[Realm]) -> None:
        self.units = list(cards.units)
        self.tactics = list(cards.tactics)
        self.enemy_cards = list(cards.enemy_cards)
        self.dungeons = list(BOX)
        self.realms = list(realms)
        self.positions = [realm.order() for realm in realms]
        self.printed = {key: unit.name for key, unit in cards.units.items()}
        self.printed |= {key: card.name for key, card in cards.tactics.items()}
        self.printed |= {key: dungeon.name for key, dungeon in cards.dungeons.items()}
        self.abilities = {
            f"{section}.{key}.{name}": ability.name
            for section, kind in (("units", cards.units), ("tactics", cards.tactics))
            for key, card in kind.items()
            for name, ability in card.abilities.items()
        }
        self.monsters = [card.monster.name for card in cards.enemy_cards.values()]

    def space(self, realm: int, space: int) -> str:
        """A space in words: `12,4`, column and row of the drawing."""
        column, row = self.positions[realm][space]
        return f"{column},{row}"


def build(
    rules: Mapping[str, Any], cards: CardsModel, setting: Mapping[str, Any]
) -> tuple[np.ndarray, Catalogue]:
    """Tables (`TABLES[1]`) and names for one cell.

    rules: parameter path without `rules.` -> value; setting: factor -> level, complete: mode,
    players, map (a name or built), units (by person, four names joined by + or dealt), seed (of
    the experiment, for the maps that are built).
    """
    realms = played_realms(rules, cards, setting)
    names = Catalogue(cards, realms)
    array = np.zeros(1, TABLES)
    tables = array[0]
    _build_parameters(tables, rules)
    _build_cell(tables, rules, setting)
    _build_forces(tables, cards, setting, names)
    enter_cards(tables, cards)
    tables["maps"] = len(realms)
    for m, realm in enumerate(realms):
        _build_map(tables, m, realm, setting["mode"] in codes.BATTLES)
        enter_distances(tables, m)
    enter_inside_ways(tables)
    tables["bearing"] = _bearings()
    return array, names


def _build_parameters(tables: Any, rules: Mapping[str, Any]) -> None:
    """Numbers of the rules.  Rules T-TERRAIN-1 (ground that does nothing), T-CARD-6 (rounds)."""
    for name in PARAMETERS:
        tables[name] = int(rules[name])
    for name, words in codes.CHOICES.items():
        tables[name] = words[rules[name]]
    tables["die"] = _die(rules)
    tables["trap_icon"] = ICON[rules["trap_icon"]]
    for letter, code in codes.TERRAIN_OF.items():
        more = rules[TERRAIN_COST[letter]] if letter in TERRAIN_COST else 0
        tables["enter_cost"][code] = rules["space_cost"] + more


def _die(rules: Mapping[str, Any]) -> list[int]:
    """Icons of the six faces, as bits.  Rule T-CARD-5 (the three icons)."""
    faces = [0] * codes.FACES
    first = 0
    for name, bit in ICON.items():
        count = rules[f"{name}_faces"]
        for face in range(first, first + count):
            faces[face] |= bit
        if rules["faces_share"] == "apart":
            first += count
    return faces


def _build_cell(tables: Any, rules: Mapping[str, Any], setting: Mapping[str, Any]) -> None:
    """Who plays against whom, and until when.

    Rules T-TEAM-2, T-TEAM-8, T-COOP-2, T-COOP-4, T-COOP-7, T-BATTLE-15.
    """
    mode, players = setting["mode"], int(setting["players"])
    if players not in codes.PLAYERS[mode]:
        allowed = ", ".join(str(count) for count in codes.PLAYERS[mode])
        raise ValueError(f"mode {mode} is played by {allowed} (found {players})")
    adventure = mode in codes.ADVENTURES
    tables["mode"] = MODE[mode]
    tables["players"] = players
    tables["seats"] = 2 * players if adventure else players
    for seat in range(codes.SEATS):
        enemy = adventure and seat % 2
        tables["enemy_seat"][seat] = enemy
        tables["team"][seat] = seat % 2 if adventure or mode in codes.TEAMS else seat
    tables["battle"] = mode in codes.BATTLES
    tables["end_flags"] = rules[f"end_flags.players_{max(2, players)}"]
    tables["split_start"] = players <= 2 and (mode != "battle" or rules["battle_two_split"])
    tables["time_start"] = rules[f"time.{mode}"] if adventure else 0


def _build_forces(
    tables: Any, cards: CardsModel, setting: Mapping[str, Any], names: Catalogue
) -> None:
    """Units that are named for a person's seat; the others are dealt.  Rule T-SETUP-3."""
    tables["force"] = NONE
    apart = 2 if setting["mode"] in codes.ADVENTURES else 1  # a Solo Enemy sits after each player
    for person, named in enumerate(setting["units"]):
        seat = person * apart
        if named == "dealt":
            continue
        for key in named.split("+"):
            unit = names.units.index(key)
            tables["force"][seat, CLASS[cards.units[key].of_class]] = unit


# Maps


def _build_map(tables: Any, m: int, realm: Realm, battle: bool) -> None:
    """One map: spaces in the order of reading, and everything that hangs on them."""
    order = realm.order()
    number = {at: i for i, at in enumerate(order)}
    tables["spaces"][m] = len(order)
    for name in ("space_at", "neighbour", "area", "box", "lies_on", "terrain", "trigger"):
        tables[name][m] = NONE
    for i, at in enumerate(order):
        _build_space(tables, m, i, at, realm, number)
    tables["village"][m] = NONE
    villages = [i for i, at in enumerate(order) if realm.spaces[at].terrain == VILLAGE]
    tables["village"][m, villages] = range(len(villages))
    if not battle:
        _build_areas(tables, m, realm, number)
    for k, spaces in enumerate(starts(realm, battle)):
        tables["start"][m, k] = [number[at] for at in spaces]
    centre = realm.artifact()
    tables["artifact"][m] = NONE if centre is None else number[centre]
    _build_boxes(tables, m, realm, number)


def _build_space(
    tables: Any,
    m: int,
    i: int,
    at: At,
    realm: Realm,
    number: Mapping[At, int],
) -> None:
    x, y = at
    space = realm.spaces[at]
    tables["column"][m, i], tables["row"][m, i] = x, y
    tables["space_at"][m, x, y] = i
    tables["terrain"][m, i] = codes.TERRAIN_OF[space.terrain]
    tables["level"][m, i] = space.level
    tables["box"][m, i] = NONE if space.box is None else BOX[space.box]
    for way, (dx, dy) in STEPS.items():
        tables["neighbour"][m, i, SIDE[way]] = number.get((x + dx, y + dy), NONE)


def _build_areas(tables: Any, m: int, realm: Realm, number: Mapping[At, int]) -> None:
    """Control areas and their triggers; in battle there are none.  Rule T-BATTLE-1."""
    for letter, code in codes.AREA.items():
        for at in realm.area(letter):
            tables["area"][m, number[at]] = code
        tables["trigger"][m, code] = number[realm.trigger(letter)[0]]


def _build_boxes(tables: Any, m: int, realm: Realm, number: Mapping[At, int]) -> None:
    """Portals, and what lies on what.  Rules T-PORTAL-1, T-DUNGEON-7."""
    tables["portals"][m] = len(realm.portals)
    for p, portal in enumerate(realm.portals):
        tables["portal_front"][m, p] = number[portal.front]
        tables["portal_box"][m, p] = BOX[portal.box]
        tables["before_portal"][m, number[portal.front]] = 1
    for box, lower in realm.on.items():
        tables["laid"][m, BOX[box]] = 1
        tables["lies_on"][m, BOX[box]] = NONE if lower is None else BOX[lower]
        for at in realm.closed_by(box):
            tables["closers"][m, number[at]] |= 1 << BOX[box]


@functools.cache
def _bearings() -> np.ndarray:
    """The same for every cell: ranks by arrow, columns and rows away."""
    table = np.zeros(TABLES["bearing"].shape, TABLES["bearing"].base)
    for arrow, ranks in enumerate(bearings()):
        for (dx, dy), rank in ranks.items():
            table[arrow, MIDDLE[0] + dx, MIDDLE[1] + dy] = rank
    return table
