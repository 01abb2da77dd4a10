"""All that plays a game has the same doors: mypy looks at types (`simulate.run.workers.contracts`),
this at what is there when it is asked.
"""

import inspect
from importlib import import_module
from types import SimpleNamespace

import pytest

from simulate.own.declared import TABLE
from simulate.pack import catalogue
from simulate.pack.game_room import GameRoom, TableModule

TABLES = sorted({catalogue.room(game).table for game in catalogue.GAMES} | {TABLE})


def doors(protocol):
    """The functions that a protocol asks for, by name, with what each takes."""
    found = inspect.getmembers(protocol, inspect.isfunction)
    return {name: taken(function, 1) for name, function in found if not name.startswith("_")}


def taken(function, left_out=0):
    """Names and defaults of what a function takes."""
    listed = [*inspect.signature(function).parameters.values()][left_out:]
    return [(each.name, each.default) for each in listed]


def missing(module, protocol):
    """Doors that a module has not, or that take something else."""
    return [
        name
        for name, asked in doors(protocol).items()
        if not callable(found := getattr(module, name, None)) or taken(found) != asked
    ]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_the_doors_that_are_asked_for(table):
    assert missing(import_module(table), TableModule) == []


def test_a_door_that_is_not_there_or_takes_something_else_is_seen():
    own = vars(import_module(TABLE))
    assert len(doors(TableModule)) == 9
    assert missing(SimpleNamespace(**own), TableModule) == []
    without = {name: each for name, each in own.items() if name != "measure"}
    assert missing(SimpleNamespace(**without), TableModule) == ["measure"]
    other = SimpleNamespace(**own | {"story": lambda log: log})
    assert missing(other, TableModule) == ["story"]


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_every_game_of_the_toolkit_gives_what_is_asked_of_a_room(game):
    room = catalogue.room(game)
    assert [name for name in dir(GameRoom) if name[0] != "_" and not hasattr(room, name)] == []
