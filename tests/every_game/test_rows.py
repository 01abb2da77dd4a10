"""Rows and columns: each number that a game leaves is told, and each column comes from one."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from simulate.engine import game_engine
from simulate.pack import catalogue, load
from tests.every_game.adapters import GAMES, adapter, fewer
from tests.marks import long_but

# Games of one package leave the same rows; settings in which all their columns mean something.
PACKAGES = sorted({catalogue.facts(game).package for game in GAMES})
SETTINGS = {
    "kingdoms": [{"players": 2}],
    "ultra_kingdoms": [{"players": 1}],
    "tactics": [{}, {"mode": "solo", "players": 1}],
}
TOLD_ONCE = ("beside",)  # of two things, whichever comes first
ROWS_OF = (1, 2)  # all numbers alike, but for one:
CHANGED_TO = (-1, 0, 1, 2, 3)
COUNTED = 20  # games of each eventful cell and plan
PLANS = ("random", "quick", "guardian")  # which of them a game has; they think little


@pytest.fixture(scope="module", params=PACKAGES)
def sittings(request):
    """A package's tables, each with the facts of its game and what it is played by."""
    return [
        (catalogue.facts(game), catalogue.table(game), adapter(game).prepared(dict(levels)))
        for game in GAMES
        if catalogue.facts(game).package == request.param
        for levels in SETTINGS.get(game, [{}])
    ]


def rows_of(module: Any, table: Any, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows of one game in which all numbers are alike."""
    engine = module.ENGINE
    games, seats = np.zeros(1, engine.game_row), np.zeros(table.n_row_seats, engine.seat_row)
    for rows in (games, seats):
        rows.view(np.int64)[:] = number
    return games, seats


def places(row: np.dtype) -> Iterator[tuple[Any, ...]]:
    """Every number of a row: its field, and its place in a field of several."""
    for field in row.names:
        for at in np.ndindex(row[field].shape):
            if field not in TOLD_ONCE or at[0] < at[1]:
                yield (field, *at)


def shown(module: Any, table: Any, games: np.ndarray, seats: np.ndarray) -> str:
    """All columns as one text."""
    with np.errstate(divide="ignore"):  # of one win among nobody
        found = module.ENGINE.columns(table, games, seats, 0)
    return str(
        [
            (name, [list(part) for part in values] if isinstance(values, tuple) else values)
            for columns in found
            for name, values in columns.items()
        ]
    )


def differs(module: Any, table: Any, kind: int, place: tuple[Any, ...]) -> bool:
    """Whether columns are others when one number of the first row is."""
    for number in ROWS_OF:
        before = shown(module, table, *rows_of(module, table, number))
        for other in CHANGED_TO:
            rows = rows_of(module, table, number)
            field, *at = place
            rows[kind][field][(0, *at)] = other
            if shown(module, table, *rows) != before:
                return True
    return False


@pytest.mark.parametrize("kind", [0, 1], ids=["games", "seats"])
def test_every_number_of_a_row_is_told_by_a_column(sittings, kind):
    first = sittings[0][1].ENGINE
    untold = [
        place
        for place in places((first.game_row, first.seat_row)[kind])
        if not any(differs(module, table, kind, place) for _, module, table in sittings)
    ]
    assert untold == []


@pytest.mark.parametrize("package", long_but({"defenders"}, PACKAGES))
def test_every_number_of_a_row_is_counted_in_some_game(package, monkeypatch):
    """In games in which everything is met, by players at random and by some with a plan."""
    monkeypatch.setattr(game_engine.GameEngine, "columns", lambda *given: given[2:4])
    zero: list[set[str]] = []
    for game in (game for game in GAMES if catalogue.facts(game).package == package):
        plans = [plan for plan in PLANS if plan in load(game).strategies]
        for strategy, (levels, rules) in product(plans, adapter(game).eventful()):
            table = adapter(game).prepared({"strategy": strategy, **levels}, rules)
            rows = catalogue.table(game).play_block(table, 1, 0, fewer(COUNTED))
            found = [{name for name in row.dtype.names if not row[name].any()} for row in rows]
            zero = [old & new for old, new in zip(zero, found, strict=True)] if zero else found
    assert zero == [set(), set()]


def test_every_column_comes_from_a_row(sittings):
    for facts, module, table in sittings:
        found = module.ENGINE.columns(table, *rows_of(module, table, 1), 0)
        for columns, declared in zip(
            found, (facts.games_columns, facts.seats_columns), strict=True
        ):
            assert ["cell", *columns] == [column.name for column in declared]
            for column in declared[1:]:
                values = columns[column.name]
                assert column.dtype != "str" or len(values[1]) > 0, column.name


def test_every_column_that_a_table_makes_is_declared(sittings, monkeypatch):
    made, known = set(), {"cell"}
    for facts, module, table in sittings:
        with monkeypatch.context() as patched:
            patched.setattr(game_engine, "declared", lambda *given: made.update(given[-1]) or {})
            module.ENGINE.columns(table, *rows_of(module, table, 1), 0)
        known |= {column.name for column in (*facts.games_columns, *facts.seats_columns)}
    assert made and made <= known
