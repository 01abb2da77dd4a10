"""Run folders that somebody has put his hand to."""

import json

from simulate import store

COUNTED = b"\x2c\x15"  # a page of rows in Thrift's words: begins here, and says how many


def read(run):
    """The manifest of a run folder as plain data."""
    return json.loads((run / "manifest.json").read_text("utf-8"))


def with_a_count_below_zero(table):
    """The bytes of a Parquet file whose first page says that it holds fewer rows than none.

    Polars then asks for more memory than there is, and its allocator ends the process.
    """
    data = bytearray(table)
    data[data.index(COUNTED) + len(COUNTED)] ^= 1  # the sign of a number in Thrift's zigzag
    return bytes(data)


def rewrite(run, change):
    """Let `change` alter a manifest in place; it gets its checksum anew, as forgers would do."""
    manifest = read(run)
    change(manifest)
    (run / "manifest.json").write_text(store.written(manifest), "utf-8")
