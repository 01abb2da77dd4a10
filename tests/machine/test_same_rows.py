"""The same experiment gives the same rows, and the same bytes, whoever plays it and how."""

import itertools
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate import store
from simulate.run import execute, precision
from simulate.run.workers import pool
from simulate.run.workers.blocks import (
    LARGEST,
    SMALLEST,
    Block,
    BlockPlayer,
    block_size,
    blocks,
    count_blocks,
    job_of,
)
from tests.machine import fake
from tests.machine.kills import bytes_of
from tests.marks import long_but, marked

PLAN = fake.plan(players=(1, 3, 4), games=1_500)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The bytes of the plan played without workers."""
    out = tmp_path_factory.mktemp("alone") / "run"
    return bytes_of(execute(PLAN, out, 1, quiet=True, table=fake.__name__))


@pytest.fixture
def players(tmp_path, monkeypatch):
    """What processes noted: who played each block, and who compiled."""
    notes = tmp_path / "notes"
    monkeypatch.setenv("FAKE_NOTES", str(notes))

    def noted(what):
        lines = [line.split() for line in notes.read_text().splitlines()]
        return [int(words[0]) for words in lines if words[1] == what]

    return noted


@pytest.mark.parametrize("jobs", long_but({2}, [2, 3]))
def test_bytes_do_not_depend_on_the_number_of_workers(tmp_path, monkeypatch, players, alone, jobs):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    run = execute(PLAN, tmp_path / "run", jobs, quiet=True, table=fake.__name__)
    played = players("play")
    assert played and os.getpid() not in played
    assert {*players("compile")} == {os.getpid()}
    assert bytes_of(run) == alone


@pytest.mark.long
def test_a_run_that_moves_to_workers_in_the_middle_is_the_same(
    tmp_path, monkeypatch, players, alone
):
    clock = itertools.chain([0.0, 0.0, 0.1, 0.2], itertools.repeat(100.0))
    monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    run = execute(PLAN, tmp_path / "run", 2, quiet=True, table=fake.__name__)
    assert players("play").count(os.getpid()) >= 3
    assert {*players("play")} > {os.getpid()}
    assert bytes_of(run) == alone


ONE_CELL = {"players": (2,)}


@pytest.mark.parametrize(
    ("wanted", "jobs", "moments", "workers"),
    [
        ({}, 1, {"ALONE_FIRST": -1.0}, False),
        (ONE_CELL | {"games": 100}, 2, {"ALONE_FIRST": -1.0}, False),  # no more than blocks
        ({}, 2, {"ALONE_FIRST": 600.0}, False),  # a short run is over before
        marked((ONE_CELL | {"games": 101}, 2, {"ALONE_FIRST": -1.0}, True)),
        marked(({}, 2, {"SHORT_RUN": 4_499}, True)),  # a long run starts them first
    ],
)
def test_workers_play_where_they_are_worth_it(
    tmp_path, monkeypatch, players, wanted, jobs, moments, workers
):
    for name, value in moments.items():
        monkeypatch.setattr(pool, name, value)
    plan = fake.plan(**wanted) if wanted else PLAN
    execute(plan, tmp_path / "run", jobs, quiet=True, table=fake.__name__)
    assert (os.getpid() not in players("play")) == workers
    assert workers or {*players("play")} == {os.getpid()}


def test_bytes_do_not_depend_on_the_order_of_blocks(tmp_path, monkeypatch, alone):
    def shuffled(*arguments):
        order = list(blocks(*arguments))
        random.Random(3).shuffle(order)
        return iter(order)

    monkeypatch.setattr(precision, "blocks", shuffled)
    run = execute(PLAN, tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert bytes_of(run) == alone


def test_another_seed_gives_other_tables(tmp_path, alone):
    plan = fake.plan(players=(1, 3, 4), games=1_500, seed=8)
    other = bytes_of(execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__))
    assert other.keys() == alone.keys()
    alike = {name for name in other if other[name] == alone[name]}
    assert alike == {store.CELLS}  # the settings are the same, and no game of them


def frames(seed, size, last):
    """Rows of game 0 .. last - 1 of one cell, played in blocks of `size`."""
    player = BlockPlayer(job_of(fake.plan(players=(3,), seed=seed), Path(), fake.__name__))
    parts = [player.frames(block) for block in blocks([0], 0, last, size)]
    return [pl.concat(tables) for tables in zip(*parts, strict=True)]


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(1, 130))
def test_rows_do_not_depend_on_the_size_of_blocks(seed, size):
    for whole, pieces in zip(frames(seed, 120, 120), frames(seed, size, 120), strict=True):
        assert whole.equals(pieces)


@settings(max_examples=40, deadline=None)
@given(game=st.integers(0, 119))
def test_a_game_alone_is_the_game_of_the_run(game):
    player = BlockPlayer(job_of(fake.plan(players=(3,)), Path(), fake.__name__))
    for whole, lone in zip(frames(7, 50, 120), player.frames(Block(0, 0, game, 1)), strict=True):
        assert lone.height > 0
        assert whole.filter(pl.col("replicate") == game).equals(lone)


def test_cells_meet_the_same_luck(tmp_path):
    """Common random numbers: more bonus never turns a won game into a lost one."""
    run = execute(fake.plan(games=400), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    games = store.open_run(run).games().sort("cell", "replicate").collect()
    fewer, more = (games.filter(pl.col("cell") == cell) for cell in (0, 1))
    assert fewer["rounds"].equals(more["rounds"])
    assert (fewer["won"] <= more["won"]).all()
    assert fewer["won"].sum() < more["won"].sum()


def test_the_manifest_says_nothing_of_this_machine_or_day(tmp_path, alone):
    run = execute(PLAN, tmp_path / "elsewhere", 1, quiet=True, table=fake.__name__)
    manifest = json.loads((run / "manifest.json").read_text())
    assert set(manifest) == {
        "format",
        "status",
        "stopped",
        "game",
        "seed",
        "factors",
        "pack",
        "cells",
        "columns",
        "versions",
        "source_hash",
        "shards",
        "files",
        "checksum",
    }
    assert [cell["games"] for cell in manifest["cells"]] == [1_500] * 3
    assert bytes_of(run) == alone
    log = (run / "log.txt").read_text()
    for name in ("started", "machine", "duration", "jobs", "games a second"):
        assert f"{name}: " in log


@given(first=st.integers(0, 5), more=st.integers(1, 900), size=st.integers(1, 300))
def test_blocks_cover_every_game_of_every_cell_once(first, more, size):
    start, last = first * size, first * size + more
    listed = list(blocks([4, 9], start, last, size))
    for cell in (4, 9):
        mine = [block for block in listed if block.cell == cell]
        covered = [g for b in mine for g in range(b.first, b.first + b.count)]
        assert covered == list(range(start, last))
        assert all(block.count <= size for block in mine)
        assert first > 0 or len(mine) == count_blocks(last, size)
        earlier = first + (first > 0 and size > SMALLEST)
        assert [block.number for block in mine] == list(range(earlier, earlier + len(mine)))


def test_cells_take_turns():
    """A run cut short has the same games in every cell, give or take a block."""
    assert [block.cell for block in blocks([0, 1, 2], 0, 20, 10)] == [0, 1, 2, 0, 1, 2]


def test_a_run_of_slow_games_has_some_of_every_cell_soon():
    listed = [(b.cell, b.number, b.first, b.count) for b in blocks([0, 1], 0, 2_500, 1_000)]
    assert listed == [
        (0, 0, 0, 100), (1, 0, 0, 100),
        (0, 1, 100, 900), (1, 1, 100, 900),
        (0, 2, 1_000, 1_000), (1, 2, 1_000, 1_000),
        (0, 3, 2_000, 500), (1, 3, 2_000, 500),
    ]  # fmt: skip
    assert [b.number for b in blocks([0], 2_000, 4_000, 1_000)] == [3, 4]


@pytest.mark.parametrize(("games", "size"), [(1_000, 1_000), (900, 1_000), (250, SMALLEST)])
def test_a_small_block_is_not_cut(games, size):
    listed = list(blocks([0], 0, games, size))
    assert [block.number for block in listed] == list(range(count_blocks(games, size)))
    assert all(block.first == block.number * size for block in listed)


@pytest.mark.parametrize(
    ("games", "size"),
    [
        (1, SMALLEST),
        (16_000, 100),  # 1,000 expert games in each of 16 cells
        (320_000, 1_600),  # the default experiment
        (10_000_000, LARGEST),
    ],
)
def test_blocks_are_as_large_as_leaves_work_for_all(games, size):
    assert block_size(games) == size
