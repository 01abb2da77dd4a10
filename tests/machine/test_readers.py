"""The tables of a run in every reader that a person may have, without an argument."""

import pytest

from simulate import store
from simulate.run import execute
from tests.machine import fake
from tests.machine.manifests import rewrite

KINDS = ("games", "seats")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run of two cells of 90 games."""
    folder = tmp_path_factory.mktemp("readers") / "run"
    return execute(fake.plan(games=90), folder, 1, quiet=True, table=fake.__name__)


def tables(folder):
    opened = store.open_run(folder)
    return [getattr(opened, kind)().collect() for kind in KINDS]


def pandas(folder):
    import pandas as pd

    return pd.read_parquet(folder)


def polars(folder):
    import polars as pl

    return pl.read_parquet(folder).to_pandas()


def polars_lazy(folder):
    import polars as pl

    return pl.scan_parquet(folder).collect().to_pandas()


def pyarrow(folder):
    import pyarrow.parquet as pq

    return pq.read_table(folder).to_pandas()


def pyarrow_hive(folder):
    """As Spark, Hive and most query engines look at a folder."""
    from pyarrow import dataset

    return dataset.dataset(folder, partitioning="hive").to_table().to_pandas()


def duckdb(folder):
    import duckdb

    return duckdb.sql(f"from '{folder}/**/*.parquet'").df()


def dask(folder):
    from dask import dataframe

    return dataframe.read_parquet(folder).compute()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "reader", [pandas, polars, polars_lazy, pyarrow, pyarrow_hive, duckdb, dask]
)
def test_a_reader_gives_all_rows_and_columns_without_an_argument(run, reader, kind):
    whole = getattr(store.open_run(run), kind)().collect().to_pandas()
    declared = [column["name"] for column in store.open_run(run).manifest["columns"][kind]]
    read = reader(run / kind)
    assert list(read.columns) == declared
    by = [name for name in ("cell", "replicate", "seat") if name in declared]
    read = read.sort_values(by).reset_index(drop=True)
    whole = whole[declared].sort_values(by).reset_index(drop=True)
    assert read.astype(str).equals(whole.astype(str))


def test_a_run_whose_folders_are_called_as_before_is_still_read(run, tmp_path):
    """Folders were called `cell=0` once, which some readers take for a second column."""
    import shutil

    old = shutil.copytree(run, tmp_path / "old")
    for folder in [*old.glob("*/cell-*")]:
        folder.rename(folder.with_name(folder.name.replace("-", "=")))

    def called_as_before(manifest):
        for shard in manifest["shards"]:
            shard["file"] = shard["file"].replace("/cell-", "/cell=")

    rewrite(old, called_as_before)
    for one, other in zip(tables(old), tables(run), strict=True):
        assert one.equals(other)
