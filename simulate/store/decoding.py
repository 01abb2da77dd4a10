"""Tables read to their end by a process that may die of them: `decoding.py BYTES SECONDS`.

A forged table can make its reader end the process, with no exception that could be told.  The
files come from stdin, as JSON; of each a line goes to stdout: why it is none, or nothing.
No room of the project is imported here: it takes no longer than Polars does.
"""

import json
import sys
from contextlib import suppress
from itertools import chain

import polars as pl

READY = "ready"


def main() -> None:
    _take_no_more(*map(int, sys.argv[1:]))
    for line in chain([READY], map(_fault, json.loads(sys.stdin.read()))):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _take_no_more(size: int, seconds: int) -> None:
    """Bound the address space and the processor time of this process; it leaves no core."""
    with suppress(ImportError):  # Windows
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, size),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_CORE, 0),
        ):
            allowed = resource.getrlimit(kind)[1]
            less = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
            resource.setrlimit(kind, (less, allowed))


def _fault(file: str) -> str:
    """Why a file is no table that can be read, or an empty string: whole, and by its first row."""
    try:
        rows = pl.read_parquet(file, hive_partitioning=False)
        first = [pl.col(name) == rows[name].first() for name in rows.columns[:2] if rows.height]
        pl.scan_parquet(file, hive_partitioning=False).filter(*first).collect()
    except (pl.exceptions.PanicException, Exception) as error:
        return type(error).__name__
    return ""


if __name__ == "__main__":
    main()
