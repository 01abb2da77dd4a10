"""The game engine of Tiny Epic Dungeons: the compiled loop over a block of games.

The heroes win or lose together and their seats are where they stand in the order of turns, so
nobody changes seats.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.core.game.rooms import found_in
from simulate.engine import shared
from simulate.engine.game_engine import GameEngine, Match, Records, Sat
from simulate.engine.loop import Kernels
from simulate.engine.shared import PackLike
from simulate.engine.stored_row import Line
from simulate.games.dungeons import end, setup, turn
from simulate.games.dungeons.cards.tables import TABLES, Catalogue, build
from simulate.games.dungeons.cards.vocabulary import SEATS, SLOTS
from simulate.games.dungeons.end import GAME_ROW, SEAT_ROW
from simulate.games.dungeons.facts import FACTS, MINIONS
from simulate.games.dungeons.log import LOG, EventSerializer, Narrator
from simulate.games.dungeons.moves import lists
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import END, FIRST_SPELL, LIMIT_MOVES, STATE
from strategies.dungeons import choose, expert, features, foresight, hidden, outlook
from strategies.dungeons.features import COUNT, FEATURES
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES, STAGES
from strategies.dungeons.outlook import OUTLOOK, WEIGHTS

RECORDS = Records(STATE, TABLES, WEIGHTS, MOVE, OUTLOOK, FEATURES, LOG, COUNT, LIMIT_MOVES, SEATS)
STRATEGY = RECORDS.strategy
RULES = (setup, turn, lists, end, record)
PLAYERS = (features, choose, foresight, expert, hidden, outlook)
STRATEGY_SPEC = RECORDS.spec(MOVE_FEATURES, JUDGEMENT)
ACT_2 = 2


# Getting ready


def prepare(pack: PackLike, setting: Mapping[str, Any]) -> Match:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat."""
    rules = pack.rule_values()
    tables, names = build(rules, pack.cards, setting)
    seating = shared.seated(STRATEGY_SPEC, pack, tables, setting, setting["heroes"], stages=STAGES)
    return Match(facts=FACTS, seatings=(seating,), names=names, setting=setting, parameters=rules)


# Columns


def game_columns(table: Match, rows: np.ndarray) -> dict[str, Any]:
    """Columns of games that are not simply in their rows."""
    opened = rows["act"] == ACT_2
    before = np.where(opened, rows["act_2_turn"] - 1, rows["turns"])
    full = table.people * table.tables[0]["boss_health"]
    return {
        "won": rows["outcome"] == END.BOSS_DEFEATED,
        "act_1_turns": before,
        "act_2_turns": np.ma.array(rows["turns"] - before, mask=~opened),
        "lair_opened": opened,
        "minions_left": 100 - 100 * rows["minions_killed"] // table.people,
        "boss_health": np.where(opened, 100 * rows["boss_health"] // full, 100),
        **_minions(table, rows["minions"]),
    }


def _minions(table: Match, members: np.ndarray) -> dict[str, np.ndarray]:
    """Which minions were in the dungeon; one that a pack does not have never was."""
    numbers = {name: k for k, name in enumerate(table.names.minions)}
    nobody = np.zeros(len(members), bool)
    return {
        f"minion_{name}": (members >> numbers[name]) & 1 == 1 if name in numbers else nobody
        for name in MINIONS
    }


def seat_columns(table: Match, games: np.ndarray, rows: np.ndarray, sat: Sat) -> dict[str, Any]:
    """Columns of seats that are not simply in their rows."""
    names = table.names
    return {
        "loot": shared.listed(rows["first_equipped"], names.loot),
        "spells": shared.listed(rows["first_equipped"] >> FIRST_SPELL, names.spells),
        "loot_held": shared.listed(rows["equipped"], names.loot_to_use),
        "loot_used": shared.listed(rows["items_used"], names.loot_to_use),
        "spells_held": shared.listed(rows["equipped"] >> FIRST_SPELL, names.spells_to_use),
        "spells_used": shared.listed(rows["items_used"] >> FIRST_SPELL, names.spells_to_use),
        **_hero_abilities(names, rows),
        "sets": shared.listed(rows["sets_had"], names.sets),
        "revealed": shared.listed(rows["saw"], names.rooms),
        "searched": shared.listed(rows["searched"], names.rooms),
        "sprung": shared.listed(rows["sprung"], names.rooms),
        "disarmed": shared.listed(rows["made_safe"], names.rooms),
    }


def _hero_abilities(names: Catalogue, rows: np.ndarray) -> dict[str, Any]:
    """What is printed on the mat of a hero, and what of it the hero used."""
    first = len(SLOTS) * rows["hero"]
    own = ((1 << len(SLOTS)) - 1) << first
    return {
        "hero_abilities_held": shared.listed(own, names.hero_abilities),
        "hero_abilities_used": shared.listed(rows["hero_abilities"] << first, names.hero_abilities),
    }


# Telling a game


def head(table: Match, teller: EventSerializer, start: np.record) -> Line:
    """What the set-up line says of this game alone."""
    return {
        "abilities": dict(table.names.printed_abilities),
    }


ENGINE = GameEngine(
    module=__name__,
    kernels=found_in(Kernels, *RULES, *PLAYERS),
    records=RECORDS,
    game_row=GAME_ROW,
    seat_row=SEAT_ROW,
    game_columns=game_columns,
    seat_columns=seat_columns,
    serializer=EventSerializer,
    tell=Narrator.whole,
    head=head,
)
globals().update(ENGINE.doors())
