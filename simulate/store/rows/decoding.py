"""The process that reads untrusted tables to their end.

A forged table can make its reader end the process, with no exception that could be told.  The
files come from stdin, as JSON; of each a line goes to stdout: why it is none, or nothing.
Nothing of the project is imported here but the budget: it takes no longer than Polars does.
"""

import json
import sys
from itertools import chain
from pathlib import Path

import polars as pl

from simulate.core.files import budget

READY = "ready"


def main() -> None:
    budget.take_no_more()
    for line in chain([READY], map(_fault, json.loads(sys.stdin.read()))):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _fault(file: str) -> str:
    """Why a file is no table that can be read, or an empty string: whole, and by its first row."""
    budget.allow(Path(file).stat().st_size)
    try:
        table = pl.scan_parquet(file, hive_partitioning=False)
        rows, columns = table.select(pl.len()).collect().item(), len(pl.read_parquet_schema(file))
        if rows * columns > budget.NUMBERS * budget.ELEMENTS:
            return budget.TOO_MANY
        whole = pl.read_parquet(file, hive_partitioning=False)
        first = [pl.col(name) == whole[name].first() for name in whole.columns[:2] if rows]
        del whole
        table.filter(*first).collect()
    except MemoryError:
        return budget.TOO_MUCH
    except (pl.exceptions.PanicException, Exception) as error:
        return type(error).__name__
    return ""


if __name__ == "__main__":
    main()
