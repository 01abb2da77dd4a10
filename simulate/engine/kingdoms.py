"""The game engine of Tiny Epic Kingdoms and Ultra Tiny Epic Kingdoms.

Players change seats from game to game, as in all games in which seats compete: in game r the
player in place k of the line-up, with strategy, skill and faction, sits in seat (k + r) modulo the
number of players.  Where they do not all play alike each deal is played in all these seatings
(`Facts.rotations`): so neither the seat nor the deal is taken for what a strategy brings.

In a game for one the dummy player of the rules has seat 1; it is asked nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulate.core.game.rooms import found_in
from simulate.engine import shared
from simulate.engine.game_engine import GameEngine, Match, Records, Sat
from simulate.engine.line_up import turned, turns_of
from simulate.engine.loop import Kernels
from simulate.engine.shared import PackLike, SeatAssignment
from simulate.engine.stored_row import Line
from simulate.games.kingdoms import end, setup, turn
from simulate.games.kingdoms.cards.tables import TABLES, Catalogue, build
from simulate.games.kingdoms.end import GAME_ROW, SEAT_ROW
from simulate.games.kingdoms.facts import TRIGGER_LABELS, facts_of
from simulate.games.kingdoms.log import LOG, EventSerializer, Narrator
from simulate.games.kingdoms.moves import lists
from simulate.games.kingdoms.moves.move import MOVE
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import END, LIMIT_MOVES, SEATS, STATE
from strategies.kingdoms import choose, expert, features, foresight, hidden
from strategies.kingdoms.names import JUDGEMENT, MOVE_FEATURES
from strategies.kingdoms.outlook import COUNT, FEATURES, OUTLOOK, ROWS, WEIGHTS

RECORDS = Records(
    state=STATE,
    tables=TABLES,
    weights=WEIGHTS,
    move=MOVE,
    outlook=OUTLOOK,
    features=FEATURES,
    log=LOG,
    count=COUNT,
    limit=LIMIT_MOVES,
    seats=SEATS,
    states=5,
    rows=ROWS,
)
STRATEGY = RECORDS.strategy
RULES = (setup, turn, lists, end, record)
PLAYERS = (features, choose, foresight, expert, hidden)
BY_PLACE = ("strategy", "skill", "faction")
STRATEGY_SPEC = RECORDS.spec(MOVE_FEATURES, JUDGEMENT)
DUMMY = "dummy"  # what is said of the strategy of the solo dummy


@dataclass(frozen=True)
class KingdomsTable(Match):
    """A cell, ready to play; the solo dummy's seat is told, too."""

    @property
    def n_row_seats(self) -> int:
        return int(self.tables[0]["seats"])


# Getting ready


def prepare(pack: PackLike, setting: Mapping[str, Any]) -> KingdomsTable:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat."""
    rules = pack.rule_values()
    seatings = tuple(
        _seating(pack, rules, turned(setting, BY_PLACE, turn))
        for turn in turns_of(setting, BY_PLACE)
    )
    return KingdomsTable(
        facts=facts_of(pack.game),
        seatings=seatings,
        names=Catalogue(pack.cards),
        setting=setting,
        parameters=rules,
    )


def _seating(
    pack: PackLike, rules: Mapping[str, Any], setting: Mapping[str, Any]
) -> SeatAssignment:
    tables, _ = build(rules, pack.cards, setting)
    seating = shared.seated(STRATEGY_SPEC, pack, tables, setting, len(setting["strategy"]))
    seating.weights["alike"] = alike_in(seating.weights, len(setting["strategy"]))
    if not tables[0]["solo"]:
        return seating
    strategies, skills = (*seating.strategies, DUMMY), (*seating.skills, "")
    return replace(seating, strategies=strategies, skills=skills)


def alike_in(weights: np.ndarray, players: int) -> list[int]:
    """By seat 1 and the first seat with the same weights; 0 where nobody sits."""
    rows = list(weights[:players])
    return [1 + rows.index(row) for row in rows] + [0] * (len(weights) - players)


# Columns


def game_columns(table: KingdomsTable, rows: np.ndarray) -> dict[str, Any]:
    """Columns of games that are not simply in their rows."""
    return {
        "won": _won(rows) if table.tables[0]["solo"] else None,
        "trigger": (_trigger(rows["met"] - rows["met_later"]), TRIGGER_LABELS),
    }


def _won(rows: np.ndarray) -> np.ndarray:
    """Whether the person came first alone; a game cut off is not won."""
    won: np.ndarray = (rows["won"] == 1) & (rows["outcome"] == END.TRIGGERED)
    return won


def _trigger(met: np.ndarray) -> np.ndarray:
    """Which end condition set the end in motion, as a code of TRIGGER_LABELS.  Rule K-END-5."""
    how_many = met.sum(axis=1)
    codes = np.where(how_many == 1, met.argmax(axis=1), TRIGGER_LABELS.index("several"))
    return np.where(how_many == 0, TRIGGER_LABELS.index("none"), codes)


def seat_columns(
    table: KingdomsTable, games: np.ndarray, rows: np.ndarray, sat: Sat
) -> dict[str, Any]:
    """Columns of seats that are not simply in their rows."""
    return {"triggered": (games["trigger_seat"][sat.game] == sat.seat).astype(np.int64)}


# Telling a game


def head(table: KingdomsTable, teller: EventSerializer, start: np.record) -> Line:
    """What the set-up line says of this game alone."""
    return {
        "territory_names": dict(table.names.printed_territories),
        "abilities": dict(table.names.abilities),
        "regions": teller.terrains(start),
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
