"""`cells.parquet`: what each cell was, so that nobody joins by hand."""

import hashlib
import json

import polars as pl
import pytest

from simulate import store
from simulate.core.errors import InputError
from simulate.run import execute
from simulate.store.rows import cells
from tests.machine import fake, manifests

COLUMNS = {"games": [{"name": "cell", "dtype": "int16"}], "seats": []}


def manifest(*given, factors=("players",)):
    bare = {"setting": {}, "changes": {}, "blanks": [], "games": 5}
    every = [{**bare, "number": i, "levels": {}, **cell} for i, cell in enumerate(given)]
    return {"cells": every, "factors": [{"name": n} for n in factors], "columns": COLUMNS}


@pytest.fixture
def run(tmp_path):
    return execute(fake.plan(games=30), tmp_path / "run", 1, quiet=True, table=fake.__name__)


def test_every_run_has_the_table_with_its_checksum_in_the_manifest(run):
    stored = pl.read_parquet(run / "cells.parquet")
    assert stored.equals(store.open_run(run).cells())
    assert stored.select("cell", "players", "games").rows() == [(0, 2, 30), (1, 3, 30)]
    sha256 = hashlib.sha256((run / "cells.parquet").read_bytes()).hexdigest()
    assert manifests.read(run)["files"] == [{"file": "cells.parquet", "sha256": sha256}]
    games = pl.scan_parquet(run / "games" / "*" / "*.parquet")
    joined = games.join(stored.lazy(), on="cell").collect()
    assert joined.group_by("players").len().sort("players").rows() == [(2, 30), (3, 30)]


def test_a_table_that_is_not_as_it_was_written_is_named(run):
    file = run / "cells.parquet"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(InputError, match=r"cells\.parquet: not as the run wrote it"):
        store.open_run(run).verify()
    file.unlink()
    with pytest.raises(InputError, match=r"cells\.parquet: this part of the run is missing"):
        store.open_run(run)


@pytest.mark.parametrize(
    "files", [["games.parquet"], ["../x"], ["cells.parquet"] * 2, ["turns.parquet"]]
)
def test_a_manifest_lists_no_other_file(run, files):
    entries = [{"file": file, "sha256": ""} for file in files]
    manifests.rewrite(run, lambda m: m.update(files=entries))
    with pytest.raises(InputError, match=r"`files\.\d\.file` must be cells\.parquet or turns"):
        store.open_run(run)


def test_a_run_without_the_table_is_read_from_its_manifest(run):
    (run / "cells.parquet").unlink()
    manifests.rewrite(run, lambda m: m.pop("files"))
    opened = store.open_run(run)
    opened.verify()
    assert opened.cells()["players"].to_list() == [2, 3]


def test_a_factor_stands_at_its_level_else_at_what_is_set():
    table = cells.table(
        manifest(
            {"levels": {"players": 2}, "changes": {"rules.gold": 3, "cards.axe": [1, 2]}},
            {"levels": {"players": 3}, "changes": {"rules.gold": 4}, "blanks": ["a.b", "c.d"]},
            factors=("players", "rules.gold", "mode"),
        )
    )
    assert table.columns == ["cell", "players", "rules.gold", "mode", *cells.BESIDES]
    assert table.rows() == [
        (0, 2, 3, None, "cards.axe = [1, 2]", "", 5),
        (1, 3, 4, None, "", "a.b; c.d", 5),
    ]


@pytest.mark.parametrize(
    "levels, held, dtype",
    [
        ([1, 2], [1, 2], pl.Int64),
        ([1, 0.5], [1.0, 0.5], pl.Float64),
        ([True, False], [True, False], pl.Boolean),
        (["dealt", 2], ["dealt", "2"], pl.String),
        ([True, 2], ["true", "2"], pl.String),
        ([["quick", "quick"], ["quick", "idle"]], ["quick", "quick + idle"], pl.String),
        ([[[1, 2]], [{"a": 1}]], ["[[1, 2]]", "[{a = 1}]"], pl.String),
    ],
)
def test_a_column_is_of_one_type(levels, held, dtype):
    column = cells.table(manifest(*({"levels": {"players": level}} for level in levels)))["players"]
    assert (column.to_list(), column.dtype) == (held, dtype)


def test_the_same_run_gives_the_same_bytes(run, tmp_path):
    again = execute(fake.plan(games=30), tmp_path / "again", 1, quiet=True, table=fake.__name__)
    assert (run / "cells.parquet").read_bytes() == (again / "cells.parquet").read_bytes()
    assert json.dumps(manifests.read(run)) == json.dumps(manifests.read(again))
