"""Tables of one block, from the arrays of a game to the bytes of a file.

Polars is imported late, so that asking for a folder stays cheap.
"""

import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulate.core.game.facts import Column

if TYPE_CHECKING:
    import polars as pl

CELL = Column("cell", "int32", "key", "number of the cell the game belongs to")
MAY_BE_NULL = {"won", "margin", "score", "score_part", "rank", "win_share"}
# Rows of a file that are written and read at a time, where it is large; with 100,000 a worker of
# very many games needed a quarter more memory than one of few.
ROW_GROUP = 20_000


def frame(
    columns: Sequence[Column],
    arrays: Mapping[str, Any],
    cell: int,
    wanted: Collection[str] | None = None,
) -> "pl.DataFrame":
    """The rows of one block of games, with the declared columns in the declared order.

    wanted: of these columns alone; None for all.

    arrays: what a table module's `play_block` returns, one entry a column: an array, masked
        where there is no value, or `(codes, labels)` for text, where code -1 is no value.
    Raises ValueError when the arrays are not what was declared: too large for the declared
    integer, a column missing or one too many.
    """
    import polars as pl

    rows = len(arrays["replicate"])
    own = next((c for c in columns if c.name == CELL.name), CELL)
    columns = [c for c in columns if c is not own]
    unknown = set(arrays) - {c.name for c in columns}
    if unknown:
        raise ValueError(f"the game returned columns it does not declare: {sorted(unknown)}")
    series = [pl.repeat(cell, rows, dtype=types()[own.dtype], eager=True).alias(own.name)]
    series += [
        _series(column, arrays.get(column.name), rows)
        for column in columns
        if wanted is None or column.name in wanted
    ]
    return pl.DataFrame(series)


def types() -> dict[str, Any]:
    import polars as pl

    return {
        "bool": pl.Boolean,
        "int8": pl.Int8,
        "int16": pl.Int16,
        "int32": pl.Int32,
        "int64": pl.Int64,
        "float64": pl.Float64,
        "str": pl.String,
    }


def _series(column: Column, values: Any, rows: int) -> "pl.Series":
    import polars as pl

    dtype = types()[column.dtype]
    if values is None:
        if column.role not in MAY_BE_NULL:
            raise ValueError(f"the game returned no column `{column.name}`")
        return pl.Series(column.name, [None], dtype=dtype).new_from_index(0, rows)
    if column.dtype == "str":
        codes, labels = values
        values = _labels(codes, labels)
    if len(values) != rows:
        raise ValueError(f"column `{column.name}` has {len(values)} rows, not {rows}")
    try:
        series = pl.Series(column.name, values).cast(dtype, strict=True)
    except pl.exceptions.InvalidOperationError:
        raise ValueError(f"column `{column.name}` does not fit {column.dtype}") from None
    missing = getattr(values, "mask", None)  # of a masked array
    return series if missing is None else series.set(pl.Series(missing), None)


def _labels(codes: Any, labels: Sequence[str]) -> "pl.Series":
    """Text for codes.  A negative index would count from the end, so -1 becomes null first."""
    import polars as pl

    index = pl.Series(codes).cast(pl.Int64)
    return pl.Series(list(labels), dtype=pl.String).gather(index.set(index < 0, None))


def encode(table: "pl.DataFrame") -> bytes:
    """The bytes of a table as a Parquet file: the same rows, the same bytes."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", compression_level=3)
    return buffer.getvalue()


class Slices:
    """A Parquet file made slice by slice, so that it may be larger than memory should be.

    Slices wait as small files of their own.  A file of one slice has the bytes that `encode` gives.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._slices: list[bytes] = []

    def add(self, table: "pl.DataFrame") -> None:
        """Append rows."""
        self.rows += table.height
        self._slices.append(encode(table))

    def data(self) -> bytes:
        """The file, which is whole now: the same rows, the same bytes, whatever the slices.

        To be asked once: the slices go as they are written.
        """
        import polars as pl
        from polars.io.plugins import register_io_source

        if len(self._slices) == 1:
            return self._slices[0]

        def one_by_one(*_: Any) -> "Iterator[pl.DataFrame]":
            while self._slices:
                yield pl.read_parquet(io.BytesIO(self._slices.pop(0)))

        schema = pl.read_parquet_schema(io.BytesIO(self._slices[0]))
        buffer = io.BytesIO()
        register_io_source(one_by_one, schema=schema).sink_parquet(
            buffer,
            compression="zstd",
            compression_level=3,
            row_group_size=ROW_GROUP,
            maintain_order=True,
        )
        return buffer.getvalue()


def joined(tables: "Iterable[pl.DataFrame]") -> "pl.DataFrame":
    """Tables one below the other; what a table lacks is empty."""
    import polars as pl

    return pl.concat(tables, how="diagonal").rechunk()
