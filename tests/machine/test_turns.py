"""`turns.parquet`: games of a run seen turn by turn."""

import hashlib
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from simulate import store
from simulate.core.errors import InputError
from simulate.pack import catalogue
from simulate.run import execute, turns
from simulate.run.workers import pool, turn_rows
from simulate.run.workers.blocks import Block, BlockPlayer, job_of
from simulate.store import reading
from tests.every_game.adapters import fewer
from tests.machine import fake, manifests, real

# Numba's word on functions in tuples, which the compiler module silences outside of tests.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
GAMES = catalogue.names()
PLAYED = max(2, fewer(10))
KEYS = ["cell", "replicate", "turn", "seat"]


def plan(game, *sets, games=PLAYED):
    return real.plan(game, "strategy=random", *sets, games=games)


def played(player, count=PLAYED):
    """Rows of `games` and `seats`, and the turns of the same games."""
    games, seats = player.frames(Block(0, 0, 0, count))
    return games, seats, player.play(Block(0, 0, 0, count, turns=True)).turns


@pytest.mark.parametrize("game", GAMES)
def test_a_game_seen_turn_by_turn_is_the_game_that_was_played(game):
    player = BlockPlayer(job_of(plan(game), Path()))
    games, seats, seen = played(player)
    told = seats.group_by("replicate").len()["len"].unique().to_list()
    each = seen.group_by("replicate", "turn").len()["len"].unique().to_list()
    assert each == told
    assert seen.select(KEYS).equals(seen.select(KEYS).sort(KEYS))
    assert seen["replicate"].unique().sort().to_list() == games["replicate"].to_list()
    last = seen.group_by("replicate").agg(pl.col("turn").max()).sort("replicate")["turn"]
    ended = games.sort("replicate")["turns"]
    assert (last <= ended).all() and (last >= ended - 1).all()
    # What is counted never falls, and comes to no more than at the end.
    counted = [c.name for c in turn_rows.kept(player.job.seats_columns) if c.role == "deed"]
    counted += [c for c in ("attacks", "moved", "patrols", "trades", "steps") if c in seen.columns]
    rows = seen.join(seats, on=["cell", "replicate", "seat"], suffix="_end")
    for name in counted:
        assert (rows[name] <= rows[f"{name}_end"]).all(), name
        falls = seen.select(pl.col(name).diff().over("replicate", "seat").min()).item()
        assert falls is None or falls >= 0, name


@pytest.mark.parametrize("game", GAMES)
def test_more_turns_than_there_is_room_for(game, monkeypatch):
    from simulate.engine import game_engine

    player = BlockPlayer(job_of(plan(game), Path()))
    whole = player.play(Block(0, 0, 0, 2, turns=True)).turns
    monkeypatch.setattr(game_engine, "TURNS", 2)
    assert player.play(Block(0, 0, 0, 2, turns=True)).turns.equals(whole)


def test_how_the_table_stands_is_told_where_the_game_says_of_what():
    seen = played(BlockPlayer(job_of(plan("defenders", "players=2"), Path())))[2]
    assert {"game_table_threat", "game_table_threat_most"} <= set(seen.columns)
    assert (seen["game_table_threat_most"] <= seen["game_table_threat"]).all()
    first = seen.filter(pl.col("turn") == pl.col("turn").min().over("replicate"))
    assert (first["game_table_health"] > 0).all()


def counted(*games):
    return Counter(dict(enumerate(games)))


def test_one_game_in_ten_is_seen_but_neither_few_nor_many():
    made = fake.plan((2, 3))
    player = type("Player", (), {"module": catalogue.table("defenders")})

    def seen(*games):
        found = Counter()
        for block in turns.seen(made, counted(*games), player):
            assert block.turns
            found[block.cell] += block.count
        return found

    assert seen(499, 499) == {}  # 99 would tell nothing
    assert seen(500, 500) == counted(50, 50)
    assert seen(900_000, 900_000) == counted(400, 400)
    assert seen(30, 5_000) == counted(30, 251)  # no more than were played
    assert seen(0, 0) == {}
    changed = [replace(c, levels={**c.levels, "variant": v}) for c, v in zip(
        made.cells, ("printed", "rope"), strict=True)]  # fmt: skip
    made.cells = changed
    assert seen(1_000, 1_000) == {0: 100}  # changes are left out


@pytest.mark.long
def test_a_run_keeps_them_the_same_with_any_number_of_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    monkeypatch.setattr(turns, "FEWEST", 4)
    made = plan("defenders", "players=1,2", games=40)
    one, two = (execute(made, tmp_path / str(jobs), jobs, quiet=True) for jobs in (1, 2))
    assert (one / store.TURNS).read_bytes() == (two / store.TURNS).read_bytes()
    run = store.open_run(one)
    run.verify()
    kept = run.turns()
    assert kept.select("cell", "replicate").unique().height == 8
    assert np.diff(kept["cell"].to_numpy()).min() >= 0
    (one / store.TURNS).unlink()
    with pytest.raises(InputError, match=r"turns\.parquet: this part of the run is missing"):
        store.open_run(one)


def test_a_run_beside_another_keeps_none(tmp_path, monkeypatch):
    monkeypatch.setattr(turns, "FEWEST", 4)
    made = plan("defenders", "players=1", games=40)
    folder = execute(made, tmp_path / "run", 1, quiet=True, turns=False)
    assert store.open_run(folder).turns() is None


def test_a_small_run_keeps_none(tmp_path):
    run = execute(fake.plan(games=30), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert store.open_run(run).turns() is None
    assert [file["file"] for file in manifests.read(run)["files"]] == [store.CELLS]


@pytest.fixture(scope="module")
def seen_run(tmp_path_factory):
    """A run some games of which are seen turn by turn."""
    folder = tmp_path_factory.mktemp("seen") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "FEWEST", 4)
        return execute(plan("defenders", "players=2", games=40), folder, 1, quiet=True)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.with_columns(replicate=pl.col("replicate") + 1_000),
        lambda t: t.with_columns(cell=pl.lit(7, dtype=t["cell"].dtype)),
        lambda t: t.with_columns(seat=pl.lit(0, dtype=pl.Int8)),
        lambda t: t[1:],
        lambda t: t.with_columns(damage=pl.lit("<b>")),
        lambda t: t.drop("turn"),
        lambda t: t.clear(),
        lambda t: t.with_columns(damage=pl.lit(float("nan"))),
    ],
)
def test_turns_that_a_stranger_wrote_are_no_part_of_a_run(seen_run, tmp_path, monkeypatch, change):
    monkeypatch.setattr(reading, "undecodable", lambda *tables: {})
    folder = shutil.copytree(seen_run, tmp_path / "run")
    file = folder / store.TURNS
    change(pl.read_parquet(file)).write_parquet(file)
    mark = hashlib.sha256(file.read_bytes()).hexdigest()
    manifests.rewrite(folder, lambda m: m["files"][1].update(sha256=mark))
    with pytest.raises(InputError, match=r"turns\.parquet: it .*, so it is not part of this run"):
        store.open_run(folder).verify()
