"""The game engine of Tiny Epic Tactics.

Players change seats from game to game, as in all games in which seats compete: in game r the
player in place k of the line-up, with strategy, skill and units, sits in seat (k + r) modulo the
number of players.  Where they do not all play alike each deal is played in all these seatings
(`Facts.rotations`): so neither the seat nor the deal is taken for what a strategy brings.

In adventures each player has a Solo Enemy in the seat behind: it is asked nothing and has no
row.  Seats of the stored rows are those of people.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.core.errors import InputError, Problem
from simulate.core.game.rooms import found_in
from simulate.engine import shared
from simulate.engine.game_engine import GameEngine, Match, Records, Sat
from simulate.engine.line_up import turned, turns_of
from simulate.engine.loop import Kernels
from simulate.engine.shared import PackLike, SeatAssignment
from simulate.engine.stored_row import Line
from simulate.games.tactics import end, setup, turn
from simulate.games.tactics.cards.codes import BOX, CLASS, POINT, SEATS, SPACES
from simulate.games.tactics.cards.tables import TABLES, build
from simulate.games.tactics.cards.vocabulary import AREAS, STARTS
from simulate.games.tactics.facts import FACTS, map_names
from simulate.games.tactics.log import LOG, EventSerializer, Narrator
from simulate.games.tactics.moves import lists
from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import END, LIMIT_MOVES, STATE
from strategies.tactics import choose, expert, features, foresight, hidden
from strategies.tactics.features import COUNT, FEATURES
from strategies.tactics.names import JUDGEMENT, MOVE_FEATURES
from strategies.tactics.outlook import OUTLOOK, WEIGHTS

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
    states=foresight.PLAYED_ON + foresight.TRIES,
    outlooks=foresight.OWN_VIEWS + SEATS,
    spare=foresight.SPARE,
)
STRATEGY = RECORDS.strategy
RULES = (setup, turn, lists, end, record)
PLAYERS = (features, choose, foresight, expert, hidden)
BY_PLACE = ("strategy", "skill", "units")
STRATEGY_SPEC = RECORDS.spec(MOVE_FEATURES, JUDGEMENT)
DIAGONALS = (0, 1)  # two players: each starts in a corner and in the one opposite


@dataclass(frozen=True)
class TacticsTable(Match):
    """A cell, ready to play."""

    @property
    def adventure(self) -> bool:
        return bool(self.tables[0]["time_start"])

    @property
    def seat_stride(self) -> int:
        return 2 if self.adventure else 1

    @functools.cached_property
    def map_names(self) -> list[str]:
        """A name for each map that is played on."""
        return map_names(self.setting, len(self.names.realms))

    @functools.cached_property
    def space_names(self) -> list[str]:
        """Every space of every map by its column and row, in the order of `map, space`."""
        spaces = ([*order, *[(0, 0)] * (SPACES - len(order))] for order in self.names.positions)
        return [f"{column},{row}" for order in spaces for column, row in order]

    @property
    def start_names(self) -> list[str]:
        """The starting locations, by number."""
        corners = list(STARTS.values())
        if not self.tables[0]["split_start"]:
            return corners
        return [f"{corners[k]} and {corners[k + 2]}" for k in DIAGONALS]


# Getting ready


def prepare(pack: PackLike, setting: Mapping[str, Any]) -> TacticsTable:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat.

    setting: with `seed`, by which realms are built.
    """
    rules = pack.rule_values()
    settings = [turned(setting, BY_PLACE, t) for t in turns_of(setting, BY_PLACE)]
    try:
        built = [build(rules, pack.cards, each) for each in settings]
    except ValueError as error:
        raise InputError([Problem(f"map = {setting['map']}", str(error))]) from error
    seatings = tuple(
        _seating(pack, tables, each) for (tables, _), each in zip(built, settings, strict=True)
    )
    return TacticsTable(
        facts=FACTS, seatings=seatings, names=built[0][1], setting=setting, parameters=rules
    )


def _seating(pack: PackLike, tables: np.ndarray, setting: Mapping[str, Any]) -> SeatAssignment:
    people = len(setting["strategy"])
    apart = int(tables[0]["seats"]) // int(tables[0]["players"])
    places = {person * apart: person for person in range(people)}
    return shared.seated(STRATEGY_SPEC, pack, tables, setting, people, places)


# Columns


def game_columns(table: TacticsTable, rows: np.ndarray) -> dict[str, Any]:
    """Columns of games that are not simply in their rows.

    What only adventures have is left out of contests, and the other way round.
    """
    adventure = table.adventure
    by_units = np.isin(rows["outcome"], (END.LOST_UNITS, END.CUT_OFF))
    made: dict[str, Any] = {
        "won": rows["outcome"] == END.WON if adventure else None,
        "map": (rows["realm"], table.map_names),
        "trigger_turn": _known(rows["trigger_turn"], rows["trigger_turn"] > 0),
        "margin": None if adventure else rows["margin"],
        "time_left": _known(rows["time_left"], ~by_units) if adventure else None,
        "crystals": rows["crystals"] if adventure else None,
    }
    for k, area in enumerate(AREAS.values()):
        made[f"secured_{area}"] = rows["holder"][:, k] >= 0
    for box, k in BOX.items():
        made[f"entered_{box}"] = rows["entered"][:, k].sum(axis=1)
    return made


def _known(values: np.ndarray, where: np.ndarray) -> Any:
    """Numbers, none of them where they mean nothing."""
    return np.ma.array(values, mask=~where)


def seat_columns(
    table: TacticsTable, games: np.ndarray, rows: np.ndarray, sat: Sat
) -> dict[str, Any]:
    """Columns of seats that are not simply in their rows."""
    made: dict[str, Any] = {
        "start": (rows["start"], table.start_names),
        "tactics_held": shared.listed(rows["tactics_held"], table.names.tactics),
        "tactics_played": shared.listed(rows["tactics_played"], table.names.tactics),
    }
    for column, whose in (
        ("triggered", "trigger_seat"),
        ("artifact_first", "artifact_first"),
        ("artifact_last", "artifact_seat"),
    ):
        made[column] = games[whose][sat.game] == sat.seat * table.seat_stride
    if table.adventure:  # nobody has points or a place
        made |= dict.fromkeys(("score", "rank", "win_share", *(f"points_{key}" for key in POINT)))
    return made | _units(table, games["realm"][sat.game], rows)


def _units(table: TacticsTable, realm: np.ndarray, rows: np.ndarray) -> dict[str, Any]:
    """Which units were offered, and the spaces where they were; no space is no value."""
    made: dict[str, Any] = {}
    for name, k in CLASS.items():
        unit, rival = rows["unit"][:, k], rows["rival"][:, k]
        made[f"{name}_offered"] = _both(unit, rival, table.names.units)
        for what, field in (("start", "at_start"), ("end", "at_end"), ("fell", "at_fall")):
            space = rows[field][:, k]
            codes = np.where(space < 0, -1, realm * SPACES + space)
            made[f"{name}_{what}"] = (codes, table.space_names)
    return made


def _both(units: np.ndarray, rivals: np.ndarray, names: list[str]) -> tuple[Any, list[str]]:
    """Two units of a class as text: names joined by +; no value where there is no second."""
    low, high = np.minimum(units, rivals).clip(0), np.maximum(units, rivals)
    met, codes = np.unique(low * len(names) + high, return_inverse=True)
    pairs = [divmod(int(pair), len(names)) for pair in met]
    labels = ["+".join(sorted(names[unit] for unit in pair)) for pair in pairs]
    return np.where(rivals < 0, -1, codes), labels


# Telling a game


def head(table: TacticsTable, teller: EventSerializer, start: np.record) -> Line:
    """What the set-up line says of this game alone."""
    return {
        "abilities": dict(table.names.abilities),
        "map": teller.map(start),
    }


ENGINE = GameEngine(
    module=__name__,
    kernels=found_in(Kernels, *RULES, *PLAYERS),
    records=RECORDS,
    game_row=end.GAME_ROW,
    seat_row=end.SEAT_ROW,
    game_columns=game_columns,
    seat_columns=seat_columns,
    serializer=EventSerializer,
    tell=Narrator.whole,
    head=head,
)
globals().update(ENGINE.doors())
