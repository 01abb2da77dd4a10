"""The same luck for any block, any order, any compiler, and for cells that are compared."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from simulate.pack import catalogue
from tests.every_game.adapters import EVERY, GAMES, adapter
from tests.every_game.test_log import row
from tests.marks import long_but

ROOT = Path(__file__).resolve().parents[2]
SEED = 20
STRATEGIES = {"random": 120, "balanced": 12}  # games of each: some think long
PLAYED = [(game, *played) for game in EVERY for played in STRATEGIES.items()]
BLOCKS = long_but([block for block in PLAYED if block[:2] != ("dungeons", "balanced")], PLAYED)


def rows(game, table, first, count):
    """Stored rows of games, as plain values: games by replicate, their seats in order."""
    module = catalogue.table(game)
    games, seats = module.play_block(table, SEED, first, count)
    each = len(seats["replicate"]) // count
    found = {}
    for i in range(count):
        at = first + i
        found[at] = [row(games, i), *(row(seats, i * each + k) for k in range(each))]
    return found


@pytest.mark.parametrize("game, strategy, games", BLOCKS)
def test_blocks_of_any_size_and_order(game, strategy, games):
    table = adapter(game).prepared({"strategy": strategy})
    whole = rows(game, table, 0, games)
    luck = random.Random(7)
    cuts = sorted(luck.sample(range(1, games), min(11, games // 2)))
    parts = list(zip([0, *cuts], [*cuts, games], strict=True))
    luck.shuffle(parts)
    found = {}
    for first, last in parts:
        found |= rows(game, table, first, last - first)
    assert found == whole


@pytest.mark.parametrize("game, strategy, games", BLOCKS)
def test_any_game_alone(game, strategy, games):
    table, few = adapter(game).prepared({"strategy": strategy}), games // 2
    whole = rows(game, table, 1_000, few)
    for replicate in (1_000, 1_000 + few // 3, 1_000 + few - 1):
        assert rows(game, table, replicate, 1) == {replicate: whole[replicate]}


@pytest.mark.parametrize("game", EVERY)
def test_games_and_seeds_differ(game):
    table = adapter(game).prepared({"strategy": "random"})
    deals = {json.dumps(adapter(game).dealt(table, SEED, r), sort_keys=True) for r in range(50)}
    seeds = {json.dumps(adapter(game).dealt(table, s, 0), sort_keys=True) for s in range(50)}
    assert len(deals) == len(seeds) == 50


@pytest.mark.parametrize("game", EVERY)
def test_compared_cells_have_the_same_luck(game):
    """Common random numbers: what two cells both leave to the deal, the deal decides alike."""
    told = adapter(game)
    for cells in told.cells_that_share_luck():
        tables = [told.prepared(levels) for levels in cells]
        for replicate in range(20):
            first, *others = (told.dealt(table, SEED, replicate) for table in tables)
            for other in others:
                for key in set(first) & set(other):
                    assert first[key] == other[key], (cells, key)


PLAYS = """
import json, sys
from tests.every_game.test_luck import few_games
print(json.dumps(few_games(sys.argv[1])))
"""


def few_games(game):
    """A game of each strategy told line by line, and a stored one of that which thinks least."""
    told = adapter(game)
    whole = told.prepared({"strategy": "random"})
    found = [rows(game, whole, 7, 1)]
    for table in (whole, told.prepared_for_plain_python({"strategy": "balanced"})):
        found += catalogue.table(game).play_logged(table, SEED, 3, states=True)
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("game", long_but({"defenders"}, GAMES))
@pytest.mark.long
def test_plain_python_plays_the_same_games(game):
    """NUMBA_DISABLE_JIT=1 is how rules are debugged: it must be the game that is played."""
    ended = subprocess.run(
        [sys.executable, "-c", PLAYS, game],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    assert json.loads(ended.stdout) == few_games(game)
