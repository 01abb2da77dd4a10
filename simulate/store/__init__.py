"""Run folders: write tables, complete a run, read it again.

A folder with a `manifest.json` is a run; without one it is unfinished work.  The schema is
in docs/run-folder.md.  `names` says what lies in a folder; `tables`, `shards`, `packing` and
`writing` make it; `manifest`, `misfits`, `damage` and `reading` read what may be damaged.
"""

from simulate.store.manifest import FORMAT, LARGEST, MOST_TOLD, SEAL, misshapen, seal, written
from simulate.store.manifest_consistency import misfits_of_plan
from simulate.store.names import (
    AFTER,
    ALL,
    BEFORE,
    BESIDE,
    CELLS,
    CONFIRMED,
    COUNTS,
    GUESSES,
    KINDS,
    LEVELS,
    LOG,
    MANIFEST,
    MOST_REPLICATE,
    OF_COMPARISON,
    OF_SEARCH,
    OUTCOMES,
    PACKS,
    PLAYERS,
    SHIPPED,
    SPEEDS,
    TURNS,
    WATCHED,
    Shard,
    Span,
    shard_name,
)
from simulate.store.read_errors import HINT
from simulate.store.reading import StoredRun, check_decodable, open_damaged, open_run, verify
from simulate.store.rows.packing import whole_blocks
from simulate.store.rows.shards import holds, shard_of, write_shard
from simulate.store.rows.tables import CELL, Slices, encode, frame
from simulate.store.speeds import Speed
from simulate.store.writing import Writer

__all__ = [
    "AFTER",
    "ALL",
    "BEFORE",
    "BESIDE",
    "CELL",
    "CELLS",
    "CONFIRMED",
    "COUNTS",
    "FORMAT",
    "GUESSES",
    "HINT",
    "KINDS",
    "LARGEST",
    "LEVELS",
    "LOG",
    "MANIFEST",
    "MOST_REPLICATE",
    "MOST_TOLD",
    "OF_COMPARISON",
    "OF_SEARCH",
    "OUTCOMES",
    "PACKS",
    "PLAYERS",
    "SEAL",
    "SHIPPED",
    "SPEEDS",
    "TURNS",
    "WATCHED",
    "Shard",
    "Slices",
    "Span",
    "Speed",
    "StoredRun",
    "Writer",
    "check_decodable",
    "encode",
    "frame",
    "holds",
    "misfits_of_plan",
    "misshapen",
    "open_damaged",
    "open_run",
    "seal",
    "shard_name",
    "shard_of",
    "verify",
    "whole_blocks",
    "write_shard",
    "written",
]
