"""The game engine of Tiny Epic Defenders: the compiled loop over a block of games.

Rules and strategies meet here by plain imports.  A designer's own Python strategy is a
compiled function of one fixed signature, passed in a tuple, one for each seat.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from simulate.core.game.rooms import found_in
from simulate.engine import shared
from simulate.engine.game_engine import GameEngine, Match, Records, Sat
from simulate.engine.loop import Kernels
from simulate.engine.shared import PackLike
from simulate.games.defenders import end, setup, turn
from simulate.games.defenders.cards.tables import HERO_ABILITIES, PLACES, SEATS, TABLES, build
from simulate.games.defenders.end import GAME_ROW, SEAT_ROW
from simulate.games.defenders.facts import FACTS
from simulate.games.defenders.log import LOG, EventSerializer, Narrator
from simulate.games.defenders.moves import lists
from simulate.games.defenders.moves.move import MOVE
from simulate.games.defenders.state import record
from simulate.games.defenders.state.record import END, LIMIT_MOVES, STATE
from strategies.defenders import choose, expert, features, hidden, split
from strategies.defenders.features import COUNT, FEATURES
from strategies.defenders.names import JUDGEMENT, MOVE_FEATURES
from strategies.defenders.outlook import OUTLOOK, WEIGHTS

RECORDS = Records(STATE, TABLES, WEIGHTS, MOVE, OUTLOOK, FEATURES, LOG, COUNT, LIMIT_MOVES, SEATS)
STRATEGY = RECORDS.strategy
RULES = (setup, turn, lists, end, record)
PLAYERS = (features, choose, split, expert, hidden)
STRATEGY_SPEC = RECORDS.spec(MOVE_FEATURES, JUDGEMENT)


# Getting ready


def prepare(pack: PackLike, setting: Mapping[str, Any]) -> Match:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat."""
    rules = pack.rule_values()
    tables, names = build(rules, pack.cards, setting)
    last = len(setting["strategy"]) - 1
    places = {seat: min(seat, last) for seat in range(SEATS)}
    seating = shared.seated(STRATEGY_SPEC, pack, tables, setting, setting["players"], places)
    for row in seating.weights:
        row["mark"] = mark_of(row)
    return Match(facts=FACTS, seatings=(seating,), names=names, setting=setting, parameters=rules)


def mark_of(row: np.void) -> int:
    """A number for a seat's weights: what is reckoned for one seat holds for its equals."""
    return int.from_bytes(hashlib.blake2b(row.tobytes(), digest_size=7).digest())


# Columns


def game_columns(table: Match, rows: np.ndarray) -> dict[str, Any]:
    """Columns of games that are not simply in their rows."""
    return {"won": rows["outcome"] == END.FOE_DEFEATED, **_dire(table, rows["dire"] == 1)}


def _dire(table: Match, dealt: np.ndarray) -> dict[str, np.ndarray]:
    """Which dire enemies were dealt; their numbers are those of the pack."""
    return {f"dire_{name}": dealt[:, k] for k, name in enumerate(table.names.dire_enemies)}


def seat_columns(table: Match, games: np.ndarray, rows: np.ndarray, sat: Sat) -> dict[str, Any]:
    """Columns of seats that are not simply in their rows: what they had, and used of it."""
    names, heroes = table.names, rows["hero"]
    sides = games["side"][sat.game]
    laid = np.concatenate([np.zeros((len(rows), 1), np.int64), sides], axis=1)  # the Capital City
    on_table = (1 << (2 * np.arange(PLACES) + laid)).sum(axis=1)
    own = rows["hero_abilities"] << (HERO_ABILITIES * heroes)
    every = ((1 << HERO_ABILITIES) - 1) << (HERO_ABILITIES * heroes)
    return {
        "artifacts_held": shared.listed(rows["artifacts_held"], names.artifacts),
        "artifacts_spent": shared.listed(rows["artifacts_spent"], names.artifacts),
        "hero_abilities_held": shared.listed(every, names.hero_abilities),
        "hero_abilities_used": shared.listed(own, names.hero_abilities),
        "region_abilities_held": shared.listed(on_table, names.region_abilities),
        "region_abilities_used": shared.listed(rows["region_abilities"], names.region_abilities),
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
)
globals().update(ENGINE.doors())
