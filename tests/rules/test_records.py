"""The cards of each game as a record: what it is made of, and what reading them loads."""

import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

# Distances over whole maps, from every space to every space: megabytes even as bytes.
BYTES = {
    "tactics": {
        *("melee_walk", "shot_walk", "area_walk", "portal_walk"),
        *("walk", "melee_from", "shot_from"),
    }
}
GAMES = pytest.mark.parametrize("game", ("defenders", "dungeons", "kingdoms", "tactics"))


@GAMES
def test_the_record_holds_int64_and_no_name_of_a_method(game):
    tables = import_module(f"simulate.games.{game}.cards.tables").TABLES
    small = BYTES.get(game, set())
    assert {tables[name].base for name in set(tables.names) - small} == {np.dtype("i8")}
    assert {tables[name].base for name in small} <= {np.dtype("u1")}
    assert not set(tables.names) & set(dir(np.record))


@GAMES
def test_the_cards_are_light_to_import(game):
    code = f"import sys, simulate.games.{game}.cards; print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
