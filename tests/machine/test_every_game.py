"""Every game in the machine: the same rows whoever plays it, in whatever pieces."""

from pathlib import Path

import polars as pl
import pytest

from simulate import store
from simulate.pack import catalogue
from simulate.run import execute
from simulate.run.workers import pool
from simulate.run.workers.blocks import Block, BlockPlayer, blocks, job_of
from tests.every_game.adapters import fewer
from tests.machine import real
from tests.machine.kills import bytes_of

# Numba's word on functions in tuples, which the compiler module silences outside of tests.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
GAMES = catalogue.names()
FIRST = "defenders"
# Line-ups that change seats from game to game.
MIXED = {
    "kingdoms": ("players=3", "strategy.2=idle"),
    "ultra_kingdoms": ("players=3", "strategy.2=idle"),
    "tactics": ("mode=team", "strategy.2=idle", "strategy.4=idle"),
}
PLAYED = max(8, fewer(40))


def plan(game, *sets, games=PLAYED):
    """Played at random, every other factor at its usual level but for `sets`."""
    return real.plan(game, "strategy=random", *sets, games=games)


@pytest.mark.parametrize("game", GAMES)
def test_rows_do_not_depend_on_the_blocks_they_are_played_in(game):
    player = BlockPlayer(job_of(plan(game, *MIXED.get(game, ())), Path()))
    whole = player.frames(Block(0, 0, 0, PLAYED))
    parts = [player.frames(block) for block in blocks([0], 0, PLAYED, 7)]
    for rows, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert rows.equals(pl.concat(pieces))
    for rows, lone in zip(whole, player.frames(Block(0, 0, PLAYED - 1, 1)), strict=True):
        assert lone.height > 0
        assert rows.filter(pl.col("replicate") == PLAYED - 1).equals(lone)


def with_workers(game):
    """One game is enough for every day: who shares the work knows nothing of rules."""
    return pytest.param(game, marks=() if game == FIRST else pytest.mark.long)


@pytest.mark.long
@pytest.mark.parametrize("game", map(with_workers, GAMES))
def test_bytes_do_not_depend_on_the_number_of_workers(tmp_path, monkeypatch, game):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    facts = catalogue.facts(game)
    first, second = facts.factor(facts.crossed[0]).levels[:2]
    run = plan(game, f"{facts.crossed[0]}={first},{second}", games=400)
    one, two = (execute(run, tmp_path / str(jobs), jobs, quiet=True) for jobs in (1, 2))
    assert len(bytes_of(one)) > 8
    assert bytes_of(one) == bytes_of(two)
    store.open_run(one).verify()
