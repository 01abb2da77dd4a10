"""Compiled kernels and plain Python play the same games."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state import record
from tests.rules.dungeons.board import Board
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.shipped import gentle
from tests.rules.dungeons.test_laws import choose

ROOT = Path(__file__).resolve().parents[3]
PLAYS = """\
import json
from tests.rules.dungeons.test_compiled import few_games
print(json.dumps(few_games()))
"""


def one_game(heroes: int, seed: int, *, easy: bool) -> list[Any]:
    """What was asked at each decision, the last record, and every line of the log."""
    board = Board(*built(heroes, data=gentle() if easy else None))
    deal(board.s, board.cards, seed, seed)
    luck, found, seen = random.Random(seed), board.go_on(), []
    while found:
        seen.append([int(board.s.phase), sorted(found)])
        found = board.do(choose(luck, found))
    end = [board.state[name].tolist() for name in record.STATE.names]
    return [seen, end, str(board.log.lines[: board.log.count].tolist())]


def few_games() -> list[Any]:
    seats = ((2, False), (3, True), (4, True))
    return [one_game(heroes, seed, easy=easy) for heroes, easy in seats for seed in range(2)]


@pytest.mark.long
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="both sides would be plain Python")
def test_plain_python_plays_the_same_games():
    ended = subprocess.run(
        [sys.executable, "-c", PLAYS],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    assert json.loads(ended.stdout) == json.loads(json.dumps(few_games()))
