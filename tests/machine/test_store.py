"""Tables as they are written, and run folders as they are read again."""

import hashlib
import io
import json
import os
import shutil
from functools import reduce
from operator import getitem

import numpy as np
import polars as pl
import pytest

from simulate import store
from simulate.core.errors import InputError
from simulate.core.game.facts import Column
from simulate.run import execute, runner, status
from simulate.run.workers.blocks import SMALLEST
from simulate.store import folders, reading
from tests.machine import fake
from tests.machine.manifests import read, rewrite

REPLICATE = Column("replicate", "int32", "key", "")


def column(dtype, role="tally"):
    return Column("x", dtype, role, "")


def one(values, dtype, role="tally"):
    """The column that `values` become."""
    arrays = {"replicate": np.arange(3), "x": values}
    return store.frame((store.CELL, REPLICATE, column(dtype, role)), arrays, 4)["x"]


@pytest.mark.parametrize(
    ("values", "dtype", "stored"),
    [
        (np.array([0, 1, 1], np.int32), "bool", pl.Series([False, True, True])),
        (np.array([True, False, True]), "bool", pl.Series([True, False, True])),
        (np.array([-128, 0, 127]), "int8", pl.Series([-128, 0, 127], dtype=pl.Int8)),
        (np.array([1, 2, 3], np.uint64), "int16", pl.Series([1, 2, 3], dtype=pl.Int16)),
        (np.array([0.5, 1, 0], np.float32), "float64", pl.Series([0.5, 1.0, 0.0])),
        ((np.array([1, 0, 1], np.int8), ["a", "b"]), "str", pl.Series(["b", "a", "b"])),
        ((np.array([1, -1, 0]), ["a", "b"]), "str", pl.Series(["b", None, "a"])),
    ],
)
def test_a_column_has_the_declared_type(values, dtype, stored):
    made = one(values, dtype)
    assert made.dtype == stored.dtype
    assert made.to_list() == stored.to_list()


def test_a_score_that_a_game_does_not_have_is_null():
    assert one(None, "float64", "score").to_list() == [None, None, None]
    assert one(None, "float64", "score").dtype == pl.Float64
    assert one(None, "bool", "won").to_list() == [None, None, None]


@pytest.mark.parametrize(
    ("values", "dtype", "message"),
    [
        (np.array([0, 1, 128]), "int8", "does not fit int8"),
        (np.array([0, 1]), "int8", "2 rows, not 3"),
        (None, "int8", "returned no column `x`"),
    ],
)
def test_a_column_that_is_not_as_declared_is_refused(values, dtype, message):
    with pytest.raises(ValueError, match=message):
        one(values, dtype)


def test_a_column_that_is_not_declared_is_refused():
    arrays = {"replicate": np.arange(3), "luck": np.arange(3)}
    with pytest.raises(ValueError, match="luck"):
        store.frame((REPLICATE,), arrays, 0)


def test_a_frame_has_cell_first_and_then_the_declared_order():
    made = store.frame((REPLICATE, column("int8")), {"x": [1], "replicate": [5]}, 4)
    assert made.rows() == [(4, 5, 1)]
    assert made.columns == ["cell", "replicate", "x"]
    assert made.schema["cell"] == pl.Int32


def test_the_same_rows_are_the_same_bytes_however_they_lie_in_memory():
    halves = [pl.DataFrame({"x": range(a, a + 5), "y": ["a", "b"] * 2 + ["a"]}) for a in (0, 5)]
    chunked = pl.concat(halves, rechunk=False)
    assert chunked.n_chunks() == 2
    assert store.encode(chunked) == store.encode(chunked.rechunk())
    assert store.encode(chunked) != store.encode(chunked.reverse())


def test_a_shard_is_compressed():
    numbers = np.random.default_rng(1).integers(0, 2**60, 2_000)
    table = pl.DataFrame({"x": np.tile(numbers, 2)})
    plain = io.BytesIO()
    table.write_parquet(plain, compression="uncompressed", use_pyarrow=False)
    assert len(store.encode(table)) < 0.9 * len(plain.getvalue())


@pytest.mark.parametrize(
    ("there", "following"),
    [
        ([], "runs/default-1"),
        (["default-1"], "runs/default-2"),
        (["default-9", "default-10"], "runs/default-11"),
        (["default-2-copy", "default-old", "cards-7"], "runs/default-1"),
    ],
)
def test_the_next_folder_counts_on(tmp_path, monkeypatch, there, following):
    monkeypatch.chdir(tmp_path)
    for name in there:
        (tmp_path / "runs" / name).mkdir(parents=True)
    assert folders.next_folder("default").as_posix() == following
    assert not (tmp_path / following).exists()


@pytest.fixture
def run(tmp_path):
    """A finished run of two cells of 250 games."""
    return execute(fake.plan(games=250), tmp_path / "run", 1, quiet=True, table=fake.__name__)


def test_a_run_holds_every_row_of_every_cell(run):
    opened = store.open_run(run)
    games = opened.games().group_by("cell").agg(pl.len()).sort("cell").collect()
    seats = opened.seats().group_by("cell").agg(pl.len()).sort("cell").collect()
    assert games.rows() == [(0, 250), (1, 250)]
    assert seats.rows() == [(0, 500), (1, 750)]
    assert games.schema["cell"] == pl.Int16


def test_some_games_of_a_run_are_read_from_their_own_files_alone(tmp_path):
    plan = fake.plan(games=3 * SMALLEST)
    run = store.open_run(execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__))
    assert run.games(3 * SMALLEST, 4 * SMALLEST).collect().is_empty()
    spans = {(s.first, s.last) for s in run.shards}
    assert len(spans) == 3  # as many blocks in each cell
    last = max(spans)
    for shard in run.shards:
        if (shard.first, shard.last) != last:
            (run.path / shard.file).unlink()
    wanted = range(last[0] + 7, last[0] + 19)
    for table in (run.games(wanted[0], wanted[-1]), run.seats(wanted[0], wanted[-1])):
        found = table.group_by("cell").agg(pl.col("replicate").unique().sort()).collect()
        assert found["replicate"].to_list() == [list(wanted)] * 2


def test_a_run_opens_from_text_and_from_another_folder(run, monkeypatch):
    monkeypatch.chdir(run.parent)
    assert store.open_run("run").games().collect().height == 500


def test_nothing_else_lies_in_a_finished_folder(run):
    assert sorted(path.name for path in run.iterdir()) == [
        "cells.parquet",
        "games",
        "log.txt",
        "manifest.json",
        "seats",
    ]


def test_a_changed_byte_is_found(run):
    opened = store.open_run(run)
    assert opened.damaged() == {}
    opened.verify()
    shard = opened.shards[1]
    data = bytearray((run / shard.file).read_bytes())
    data[len(data) // 2] ^= 1
    (run / shard.file).write_bytes(data)
    assert list(store.open_run(run).damaged()) == [shard.file]
    assert store.open_run(run).damaged(shard.last + 1) == {}
    with pytest.raises(InputError, match="checksum"):
        opened.verify()


GONE = object()


def edit(run, changes):
    """Change places of a manifest, perhaps by the manifest itself, or take them out."""
    manifest = read(run)
    for place, value in changes.items():
        *way, last = (int(part) if part.isdigit() else part for part in place.split("."))
        table = reduce(getitem, way, manifest)
        if value is GONE:
            del table[last]
        elif isinstance(table, list) and last == len(table):
            table.append(value(manifest))
        else:
            table[last] = value(manifest) if callable(value) else value
    (run / "manifest.json").write_text(json.dumps(manifest))


PICTURE = {"title": "maps", "path": "cards.maps", "shapes": [], "lines": [], "size": [63.0]}
TARGET = {"metric": "win_rate", "low": 0, "high": 1}


def text(content):
    return lambda run: (run / "manifest.json").write_text(content)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (shutil.rmtree, "there is no such folder"),
        (lambda run: (run / "manifest.json").unlink(), "not finished"),
        (text("{"), "cannot be read"),
        (text("[]"), "not the manifest of a run"),
        (text("[" * 10**5), "cannot be read"),
        ({"format": 3}, "format 3 by a newer version.*up to 2"),
        ({"format": GONE}, "no `format` number"),
        ({"cells": GONE, "seed": GONE}, "`seed` is missing; `cells` is missing"),
        ({"shards": [{"kind": "games"}]}, "`shards.0.cell` is missing; .* 3 more;"),
        ({"cells": []}, "damaged: `cells` is empty; .*log.txt"),
        ({"cells": {}}, "`cells` must be a list"),
        ({"cells": [7]}, "`cells.0` must be a table"),
        ({"cells": [{"number": 0, "levels": {}}]}, "`cells.0.setting` is missing"),
        ({"seed": "one"}, "`seed` must be a whole number"),
        ({"seed": True}, "`seed` must be a whole number"),
        ({"seed": -1}, "`seed` must be at least 0"),
        ({"seed": 8}, "manifest.json: not as the run wrote it"),
        ({"checksum": GONE}, "manifest.json: not as the run wrote it"),
        ({"target": TARGET}, "not as the"),
        ({"target": TARGET | {"low": "0"}}, "`target.low` must be a number"),
        ({"cells.1.games": "x"}, "`cells.1.games` must be a whole"),
        ({"cells.1.games": 99}, "cell 1 has 99 games, and its files"),
        ({"cells.1.number": 0}, "`cells.1.number` is 0 a second time"),
        ({"cells.1.levels": {}}, "`cells.1.levels.players` is missing"),
        (
            {"cells.1.levels": {"player": 2}},
            "`cells.1.levels.player` is a level of no factor; did you mean `players`?",
        ),
        ({"cells.1.setting.players": 2}, "not as the run wrote it"),
        ({"shards.0.rows": None}, "`shards.0.rows` must be a whole"),
        ({"shards.0.cell": 99}, "`shards.0.cell` is 99, and there"),
        ({"shards.0.kind": "game"}, "`shards.0.kind` must be games, seats or"),
        ({"shards.0.x": 1}, "`shards.0.x`|unknown key `x`"),
        ({"factors.0.crossed": 1}, "`factors.0.crossed` must be true"),
        ({"factors": lambda of: 2 * of["factors"]}, "`factors` has `players` twice"),
        ({"columns.seats.0": 7}, "`columns.seats.0` must be a table"),
        ({"columns.games.0.dtype": "int9"}, 'cannot be "int9"'),
        ({"columns.games": []}, "`columns.games` lacks `cell`"),
        (
            {"columns.games.7": lambda of: of["columns"]["games"][3]},
            "`columns.games` has `end_reason` twice",
        ),
        ({"gaps": 7}, "`gaps` must be a list"),
        ({"better_seats": ["x"]}, "`better_seats.0` must be a table"),
        ({"pictures": [PICTURE]}, "`pictures.0.size` .*2"),
        ({"provenance": 7}, "`provenance` must be a table"),
        (
            {"pack.rules": {"rules.limit": {"value": 3}}},
            "`pack.rules.rules.limit.source` is missing",
        ),
        (
            lambda run: (run / store.shard_name("seats", 1, 0)).unlink(),
            "seats/cell-1/seats-00000.parquet: this part of the run is missing",
        ),
    ],
)
def test_what_is_no_run_is_refused_with_the_reason(run, spoil, message):
    spoil(run) if callable(spoil) else edit(run, spoil)
    with pytest.raises(InputError, match=message):
        store.open_run(run)


@pytest.fixture
def small(tmp_path):
    """A finished run of two cells of 90 games, two files each."""
    return execute(fake.plan(games=90), tmp_path / "run", 1, quiet=True, table=fake.__name__)


def swap_names(manifest):
    first, second = manifest["shards"][:2]
    first["file"], second["file"] = second["file"], first["file"]


def say_of_a_shard(**said):
    return lambda manifest: manifest["shards"][0].update(said)


def call_it(name):
    return say_of_a_shard(file=name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda m: m["shards"].append(m["shards"][0]),
            "`shards.4.file` lists games/cell-0/games-00000.parquet a second time",
        ),
        (swap_names, "`shards.0.file` is .*; no file of this cell has this name"),
        (call_it("/etc/passwd"), "no file of this cell has this name"),
        (call_it("../run/games/cell-0/games-00000.parquet"), "no file of this cell"),
        (call_it("games/cell-0/../cell-0/games-00000.parquet"), "no file of this"),
        (call_it("seats/cell-0/seats-00000.parquet"), "no file of this cell has this name"),
        (say_of_a_shard(first=1), "cell 0 has 90 games, and its files hold another number"),
        (say_of_a_shard(last=-1), "`shards.0.last` must be at least 0"),
        (say_of_a_shard(first=9, last=8), "`shards.0.last` is before its `first`"),
        (say_of_a_shard(rows=89), "numbers of rows that do not fit its games"),
        (say_of_a_shard(first=1, last=90), "with seats are of other games than those with games"),
        (lambda m: m["shards"].pop(0), "cell 0 has 90 games, and its files hold another number"),
        (lambda m: m["shards"].pop(-1), "the files of cell 1 with seats are of other games"),
        (lambda m: m.update(shards=[]), "cell 0 has 90 games, and its files hold another number"),
    ],
)
def test_a_list_of_files_that_no_run_makes_is_refused_though_its_checksum_is_right(
    small, change, message
):
    rewrite(small, change)
    with pytest.raises(InputError, match=message) as refused:
        store.open_run(small)
    assert {p.where for p in refused.value.problems} == {str(small / "manifest.json")}


def stored(run, number, data):
    """Put other bytes in the place of a shard, and their checksum into the manifest."""

    def change(manifest):
        shard = manifest["shards"][number]
        (run / shard["file"]).write_bytes(data)
        shard["sha256"] = hashlib.sha256(data).hexdigest()

    rewrite(run, change)


def table_of(run, number, change=lambda table: table):
    shard = read(run)["shards"][number]
    return store.encode(change(pl.read_parquet(run / shard["file"], hive_partitioning=False)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda run: table_of(run, 0)[:-9], "it cannot be read as a table"),
        (lambda run: b"", "it cannot be read as a table"),
        (lambda run: b"PAR1" * 9, "it cannot be read as a table"),
        (lambda run: table_of(run, 1), "it holds other games than 0 to 89"),
        (lambda run: table_of(run, 2), "the manifest has other columns"),
        (lambda run: table_of(run, 0, lambda t: t.drop("rounds")), "other columns .*`rounds`"),
        (lambda run: table_of(run, 0, lambda t: t.head(89)), "89 rows, and the manifest says"),
        (lambda run: table_of(run, 0, lambda t: t.reverse()), "it holds other games"),
        (
            lambda run: table_of(run, 0, lambda t: t.with_columns(pl.col("won").cast(pl.Int8))),
            r"other columns \(such as `won`\)",
        ),
        (
            lambda run: table_of(run, 0, lambda t: t.with_columns(pl.col("replicate") + 1)),
            "it holds other games",
        ),
    ],
)
def test_a_file_of_other_rows_is_found_though_its_checksum_is_right(
    small, monkeypatch, data, message
):
    """What is a table at all is read in this process, which its readers do only after another."""
    if "cannot be read" not in message:
        monkeypatch.setattr(reading, "undecodable", lambda *tables: {})
    stored(small, 0, data(small))
    opened = store.open_run(small)
    with pytest.raises(InputError, match=message) as refused:
        opened.verify()
    name = opened.shards[0].file
    assert [p.where for p in refused.value.problems] == [str(small / name)]


def test_a_link_out_of_the_folder_is_not_followed(run, tmp_path):
    shard = run / store.open_run(run).shards[0].file
    shard.rename(tmp_path / "elsewhere.parquet")
    shard.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(InputError, match="this link leads out of its folder"):
        store.open_run(run)


def test_a_manifest_laid_out_anew_is_the_same(run):
    (run / "manifest.json").write_text(json.dumps(dict(reversed(read(run).items()))))
    store.open_run(run).verify()


def test_a_run_of_the_first_format_is_read_without_a_checksum_of_its_manifest(run):
    edit(run, {"format": 1, "checksum": GONE})
    store.open_run(run).verify()


def test_a_run_that_was_cut_short_says_which_games_it_holds(run):
    def cut(manifest):
        gone = [s for s in manifest["shards"] if s["cell"] == 1 and s["first"] == 100]
        assert len(gone) == 2
        manifest["shards"] = [s for s in manifest["shards"] if s not in gone]
        manifest["cells"][1]["games"] -= 100

    rewrite(run, cut)
    opened = store.open_run(run)
    assert opened.spans(0) == [(0, 249)]
    assert opened.spans(1) == [(0, 99), (200, 249)]
    assert [opened.holds(1, game) for game in (99, 100, 199, 200, 250)] == [1, 0, 0, 1, 0]


@pytest.mark.parametrize(
    "command",
    ["rm -rf ~", "simulate run defenders; rm -rf ~", "simulate run $(id)", "simulate run 'x", "x"],
)
def test_a_command_that_does_something_else_is_not_handed_on(run, command):
    rewrite(run, lambda manifest: manifest.update(command=command))
    with pytest.raises(InputError, match="`command` is not a command that plays a run"):
        store.open_run(run)
    rewrite(run, lambda manifest: manifest.update(command="simulate run 'a b.toml' --seed 3"))
    store.open_run(run)


def test_a_file_is_no_run(run):
    with pytest.raises(InputError, match="not a folder"):
        store.open_run(run / "log.txt")


def test_a_writer_leaves_nothing_that_it_did_not_find(tmp_path):
    found, made = tmp_path / "found", tmp_path / "made"
    found.mkdir()
    for folder in (found, made):
        writer = store.Writer(folder)
        writer.take()
        writer.prepare([0, 1], 10)
        assert (folder / "games" / "cell-1").is_dir()
        writer.discard()
    assert list(found.iterdir()) == []
    assert not made.exists()


def put_a_pipe(file):
    file.unlink(missing_ok=True)
    os.mkfifo(file)


def put_a_device(file):
    file.unlink(missing_ok=True)
    file.symlink_to("/dev/zero")


def put_a_giant(file):
    with open(file, "wb") as held:
        held.truncate(1 << 40)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a system with named pipes")
@pytest.mark.parametrize(
    ("put", "what"),
    [
        (put_a_pipe, "not a regular file"),
        (put_a_device, "leads out of its folder"),
        (put_a_giant, "it is too large"),
    ],
)
def test_what_has_no_end_is_not_read(run, put, what):
    """A stranger may send a folder with anything in it; reading a pipe takes for ever."""
    manifest, diary = run / store.MANIFEST, run / folders.JOURNAL
    put(manifest)
    with pytest.raises(InputError, match=what):
        store.open_run(run)
    assert not runner.is_whole(run)
    manifest.unlink()
    put(diary)
    assert not folders.is_played(run)
    with pytest.raises(InputError, match=what):
        status(run)
