"""Run folders: how tables are written, how a run becomes whole, how it is read again.

A folder with a `manifest.json` is a run; without one it is unfinished work.  The schema is
in docs/run-folder.md.  Polars is imported late, so that asking for a folder stays cheap.
"""

import hashlib
import io
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate import cells
from simulate.core.errors import InputError, Problem, command, nearest
from simulate.core.facts import Column
from simulate.folders import JOURNAL, SCRATCH, Place, unfinished
from simulate.locks import sync

if TYPE_CHECKING:
    import polars as pl

    from simulate.toml.locate import Loc

FORMAT = 2  # 1 had no checksum of its own
KINDS = ("games", "seats")
COUNTS = "counts"  # the kind of file that holds sums over games whose rows are not kept
ALL, SAMPLE = "all", "sample"
LEVELS = (ALL, SAMPLE, COUNTS)  # what is kept of the games: all rows, those of a few, sums alone
CELLS = "cells.parquet"
TURNS = "turns.parquet"
SPEEDS = "speeds.json"  # of a ladder; measured, so it is no part of what a seed makes
FILES = (CELLS, TURNS)  # every file of a run that is checked, besides its shards
MANIFEST = "manifest.json"
LOG = "log.txt"
PLAYING = ("run", "ladder")  # commands that make a run folder
SEAL = "checksum"  # key of the manifest's own checksum
RESERVE = "reserve"
MOST_REPLICATE = 2**63 - 1
CELL = Column("cell", "int32", "key", "number of the cell the game belongs to")
MAY_BE_NULL = {"won", "margin", "score", "score_part", "rank", "win_share"}
MOST_TOLD = 3
ROW_GROUP = 100_000  # rows of a file that are read at a time, where it is large
# A run of more files than this has its small cells packed together, so many rows in a file.
MOST_LOOSE, PACK_ROWS = 500, 250_000
Span = tuple[int, int]
AGAIN = f"the command that plays the run again stands in its {LOG}"
CHANGED = f"not as the run wrote it (by its checksum), so damaged or changed; {AGAIN}"


@dataclass(frozen=True)
class Speed:
    """What a strategy took to play so many games in all seats.

    decisions: with two or more choices, in all of them; seconds: processor time of one core.
    """

    strategy: str
    games: int
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Shard:
    """One Parquet file of a run; `file` is its path inside the run folder.

    first, last: the least and the greatest `replicate` in it.
    """

    kind: str
    cell: int
    file: str
    rows: int
    sha256: str
    first: int = 0
    last: int = MOST_REPLICATE


def frame(columns: Sequence[Column], arrays: Mapping[str, Any], cell: int) -> "pl.DataFrame":
    """The rows of one block of games, with the declared columns in the declared order.

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
    series = [pl.repeat(cell, rows, dtype=_types()[own.dtype], eager=True).alias(own.name)]
    series += [_series(column, arrays.get(column.name), rows) for column in columns]
    return pl.DataFrame(series)


def _types() -> dict[str, Any]:
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

    dtype = _types()[column.dtype]
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


def shard_name(kind: str, cell: int, block: int) -> str:
    """Path of a shard inside its run folder, made of cell and block number alone."""
    return f"{kind}/cell={cell}/{kind}-{block:05d}.parquet"


class Slices:
    """A Parquet file made slice by slice, so that it may be larger than memory should be.

    Slices wait as small files of their own.  A file of one slice has the bytes that `encode` gives.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._slices: list[bytes] = []

    def add(self, table: "pl.DataFrame") -> None:
        """Rows that stand after those that are there."""
        self.rows += table.height
        self._slices.append(encode(table))

    def data(self) -> bytes:
        """The file, which is whole now: the same rows, the same bytes, whatever the slices."""
        import polars as pl
        from polars.io.plugins import register_io_source

        if len(self._slices) == 1:
            return self._slices[0]

        def one_by_one(*_: Any) -> "Iterator[pl.DataFrame]":
            for data in self._slices:
                yield pl.read_parquet(io.BytesIO(data))

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


def shard_of(kind: str, cell: int, block: int, data: bytes, rows: int, span: Span) -> Shard:
    """What is to be known of a file of one block; span: its first and its last game."""
    mark = hashlib.sha256(data).hexdigest()
    return Shard(kind, cell, shard_name(kind, cell, block), rows, mark, *span)


def write_shard(folder: Path, shard: Shard, data: bytes) -> None:
    """Write a file so that under its final name it is always whole."""
    # Of a run that was killed a worker may still be writing while another process goes on with it.
    unfinished = folder / SCRATCH / f"{os.getpid()}-{shard.file.replace('/', '-')}"
    unfinished.write_bytes(data)
    os.replace(unfinished, folder / shard.file)


def packed(folder: Path, shards: Sequence[Shard]) -> list[Shard]:
    """The same rows in few files, where there are very many small ones: several cells in a file.

    Only cells whose games are without a gap; the small files stay where they are.
    """
    if len(shards) <= MOST_LOOSE:
        return [*shards]
    small = _small_cells(shards)
    made = [shard for shard in shards if shard.cell not in small]
    for kind in dict.fromkeys(shard.kind for shard in shards):
        group: list[Shard] = []
        number = rows = 0
        for mine in small.values():
            of_kind = sorted((s for s in mine if s.kind == kind), key=lambda s: s.first)
            more = sum(s.rows for s in of_kind)
            if group and rows + more > PACK_ROWS:
                made += _pack(folder, kind, number, group)
                group, number, rows = [], number + 1, 0
            group, rows = [*group, *of_kind], rows + more
        if group:
            made += _pack(folder, kind, number, group)
    return made


def _small_cells(shards: Sequence[Shard]) -> dict[int, list[Shard]]:
    """Cells in order, of which all rows of each kind fit into a file."""
    by_cell: dict[int, list[Shard]] = {}
    for shard in shards:
        by_cell.setdefault(shard.cell, []).append(shard)
    return {cell: mine for cell, mine in sorted(by_cell.items()) if _is_small(mine)}


def _is_small(shards: Sequence[Shard]) -> bool:
    for kind in dict.fromkeys(s.kind for s in shards):
        mine = sorted((s for s in shards if s.kind == kind), key=lambda s: s.first)
        apart = any(one.last + 1 != other.first for one, other in pairwise(mine))
        if apart or sum(s.rows for s in mine) > PACK_ROWS or (kind == COUNTS and len(mine) > 1):
            return False
    return True


def _pack(folder: Path, kind: str, number: int, shards: Sequence[Shard]) -> list[Shard]:
    """One file of the rows of several, in their order; what is to be known of each cell in it."""
    import polars as pl

    name = packed_name(kind, number)
    tables = (pl.read_parquet(folder / s.file, hive_partitioning=False) for s in shards)
    data = encode(joined(tables))
    unfinished = folder / SCRATCH / f"{os.getpid()}-{name.replace('/', '-')}"
    unfinished.write_bytes(data)
    os.replace(unfinished, folder / name)
    mark = hashlib.sha256(data).hexdigest()
    made: dict[int, Shard] = {}
    for s in shards:
        before = made.get(s.cell)
        first = before.first if before else s.first
        rows = s.rows + (before.rows if before else 0)
        made[s.cell] = Shard(kind, s.cell, name, rows, mark, first, s.last)
    return [*made.values()]


def packed_name(kind: str, number: int) -> str:
    """Path of a file of several cells inside its run folder."""
    return f"{kind}/{kind}-{number:05d}.parquet"


def joined(tables: "Iterable[pl.DataFrame]") -> "pl.DataFrame":
    """Tables one below the other; what a table lacks is empty."""
    import polars as pl

    return pl.concat(tables, how="diagonal").rechunk()


def mend(folder: Path, name: str, data: bytes, mark: str) -> str:
    """Write a file of a run anew, if it comes out as it was recorded; else why it does not.

    mark: its checksum.
    """
    if hashlib.sha256(data).hexdigest() != mark:
        return "played again, it does not come out as it was recorded, so it stays as it is"
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{os.getpid()}-{path.name}")
    unfinished.write_bytes(data)
    sync(unfinished)
    os.replace(unfinished, path)
    return ""


class Writer:
    """A run folder in the making.

    Space for the manifest is taken before the first game, so that a disk that runs full
    can still be told what was finished.
    """

    def __init__(self, folder: Path | None, name: str = "run") -> None:
        """Check the folder, without one the next `runs/<name>-<number>`; nothing is written yet."""
        self._place = Place(folder, name)

    @classmethod
    def again(cls, folder: Path) -> "Writer":
        """A writer that goes on in the folder of a run that was cut short."""
        writer = cls.__new__(cls)
        writer._place = Place.unfinished(folder)
        return writer

    @property
    def folder(self) -> Path:
        return self._place.folder

    def take(self) -> None:
        """Make the folder, for this run alone."""
        self._place.take()

    def clear(self) -> None:
        """Take away what an earlier process has left half done in the folder."""
        self._place.clear()

    def tidy(self) -> None:
        """The same, where nothing will be written."""
        self._place.clear()
        self._place.release()

    def prepare(self, cells: Iterable[int], reserve: int, keep: str = ALL) -> None:
        """Make the folders of the cells, with `reserve` bytes for the manifest to come."""
        kinds = () if keep == COUNTS else KINDS
        kinds = kinds if keep == ALL else (*kinds, COUNTS)
        (self.folder / SCRATCH / RESERVE).write_bytes(bytes(reserve))
        for cell in cells:
            for kind in kinds:
                (self.folder / kind / f"cell={cell}").mkdir(parents=True, exist_ok=True)

    def whole(self, shards: Sequence[Shard]) -> list[Shard]:
        """The shards without those of blocks of which a file is no longer there."""
        gone = {(s.cell, s.first) for s in shards if not (self.folder / s.file).is_file()}
        return [s for s in shards if (s.cell, s.first) not in gone]

    def holds(self, shards: Iterable[Shard]) -> bool:
        """Whether all these files lie here as they were written."""
        return all(
            not _missing(self.folder, s.file) and _checksum(self.folder / s.file) == s.sha256
            for s in shards
        )

    def finish(
        self,
        manifest: dict[str, Any],
        shards: Iterable[Shard],
        log: str,
        turns: "pl.DataFrame | None" = None,
    ) -> None:
        """Make the folder a run: what `shards` does not list goes, the manifest comes last.

        turns: games seen turn by turn, if any were.  Every file lies on the disk itself before the
        manifest gets its name: after a power cut there is a whole run or no run.
        """
        kept = [*shards]
        if manifest.get("status") == "complete":
            kept = packed(self.folder, kept)
        listed = sorted(kept, key=lambda s: (s.kind, s.cell, s.file))
        self._forget_unlisted({shard.file for shard in listed})
        scratch = self.folder / SCRATCH
        for path in scratch.iterdir():
            path.unlink()
        # Of a run that was cut short before: from here on its tables are others.
        (self.folder / MANIFEST).unlink(missing_ok=True)
        tables = {CELLS: cells.table(manifest), TURNS: turns}
        shown = [self._write(name, table) for name, table in tables.items() if table is not None]
        text = written({**manifest, "shards": [asdict(s) for s in listed], "files": shown})
        (self.folder / LOG).write_text(log, encoding="utf-8")
        (scratch / MANIFEST).write_text(text, encoding="utf-8")
        names = dict.fromkeys([*(f["file"] for f in shown), *(s.file for s in listed)])
        files = [self.folder / name for name in names]
        folders = {file.parent for file in files} | {self.folder / s.kind for s in listed}
        sync(*files, *sorted(folders), scratch / MANIFEST, self.folder)
        os.replace(scratch / MANIFEST, self.folder / MANIFEST)
        self._place.release()
        sync(self.folder)

    def _write(self, name: str, table: "pl.DataFrame") -> dict[str, Any]:
        """Write a table beside the others; returns what the manifest lists."""
        data = encode(table)
        (self.folder / SCRATCH / name).write_bytes(data)
        os.replace(self.folder / SCRATCH / name, self.folder / name)
        return {"file": name, "sha256": hashlib.sha256(data).hexdigest()}

    def _forget_unlisted(self, listed: set[str]) -> None:
        """A killed worker may have left a shard whose partner of the other kind is missing."""
        for kind in (*KINDS, COUNTS):
            if not (self.folder / kind).is_dir():
                continue
            for path in (self.folder / kind).rglob("*.parquet"):
                if path.relative_to(self.folder).as_posix() not in listed:
                    path.unlink()
            for cell in (self.folder / kind).iterdir():
                if cell.is_dir() and not any(cell.iterdir()):
                    cell.rmdir()

    def discard(self) -> None:
        """Leave nothing behind: for a run that ended before its first block."""
        self._place.discard(*KINDS, COUNTS, *FILES, LOG, JOURNAL)


def written(manifest: Mapping[str, Any]) -> str:
    """The text of a manifest, in this format and with its own checksum."""
    whole = json.loads(json.dumps({**manifest, "format": FORMAT}, allow_nan=False))
    sealed = {"format": FORMAT, **whole, SEAL: seal(whole)}
    return json.dumps(sealed, indent=1, ensure_ascii=False) + "\n"


def seal(manifest: Mapping[str, Any]) -> str:
    """The checksum of what a manifest says, however its text is laid out; plain data only."""
    plain = {key: value for key, value in manifest.items() if key != SEAL}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Run:
    """A run folder that was opened; `manifest` is its manifest as plain data."""

    path: Path
    manifest: dict[str, Any]

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> "pl.LazyFrame":
        """One row a game, of the games `first` to `last` of every cell."""
        return self._scan("games", first, last)

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> "pl.LazyFrame":
        """One row a seat that a person plays, of the games `first` to `last` of every cell."""
        return self._scan("seats", first, last)

    def sums(self) -> "Iterator[pl.DataFrame]":
        """The sums over the games whose rows are not kept, file by file."""
        import polars as pl

        for shard in self.shards:
            if shard.kind == COUNTS:
                yield pl.read_parquet(self.path / shard.file, hive_partitioning=False)

    def cells(self) -> "pl.DataFrame":
        """One row a cell: what every factor stands at, changes and games played."""
        return cells.table(self.manifest)

    def turns(self) -> "pl.DataFrame | None":
        """Some of the games seen turn by turn, a row a seat at the beginning of each turn.

        None where the run has kept none: it was too small, or is of an older version.
        """
        import polars as pl

        kept = [file["file"] for file in self.manifest.get("files", [])]
        return pl.read_parquet(self.path / TURNS) if TURNS in kept else None

    def speeds(self) -> list[Speed]:
        """How fast each strategy of a ladder plays; empty for other runs.

        Raises InputError where the file is not as `simulate ladder` writes it.
        """
        path = self.path / SPEEDS
        if not path.is_file():
            return []
        try:
            found = [Speed(**one) for one in json.loads(path.read_text("utf-8"))]
            if all(_is_speed(one) for one in found):
                return found
        except (OSError, ValueError, TypeError):
            pass
        what = "is not as `simulate ladder` writes it; without it the report tells no speeds"
        raise InputError([Problem(str(path), what)])

    @cached_property
    def shards(self) -> list[Shard]:
        return [Shard(**record) for record in self.manifest["shards"]]

    def holds(self, cell: int, game: int) -> bool:
        """Whether a game of a cell was played."""
        return any(first <= game <= last for first, last in self.spans(cell))

    def spans(self, cell: int) -> list[tuple[int, int]]:
        """First and last game of every stretch of a cell; one cut short may have gaps."""
        found: list[tuple[int, int]] = []
        for first, last in sorted((s.first, s.last) for s in self.shards if s.cell == cell):
            if found and first <= found[-1][1] + 1:
                first, last = found[-1][0], max(last, found.pop()[1])
            found.append((first, last))
        return found

    def damaged(self, first: int = 0, last: int = MOST_REPLICATE) -> dict[str, str]:
        """Files that are gone or are not what was written, and what is wrong with each.

        Every byte of them is read, for the checksum, and then the rows' names: a file may be
        whole and still be of another cell or of other games.  Only those that hold any of the
        games `first` to `last` are looked at, and what is no table of games.
        """
        held = [s for s in self.shards if s.first <= last and s.last >= first]
        marks = {(s.file, s.sha256): None for s in held}
        changed = {one: what for one in marks if (what := self._changed(*one))}
        others = {
            file["file"]: what
            for file in self.manifest.get("files", [])
            if (what := self._changed(file["file"], file["sha256"]))
        }
        if TURNS not in others and (what := self._wrong_turns()):
            others[TURNS] = f"{what}, so it is no part of this run; {AGAIN}"
        for s in held:
            if what := changed.get((s.file, s.sha256)) or self._wrong(s):
                others[s.file] = what
        return others

    def verify(self, first: int = 0, last: int = MOST_REPLICATE) -> None:
        """Raise InputError that names every file which `damaged` finds."""
        found = self.damaged(first, last)
        if found:
            raise _broken(self.path, found)

    def _wrong(self, shard: Shard) -> str:
        """What is wrong with the rows of a file that is as it was written, or an empty string."""
        if shard.kind == COUNTS:
            return _unreadable(self.path / shard.file, shard)
        columns = self.manifest["columns"][shard.kind]
        declared = {column["name"]: _types()[column["dtype"]] for column in columns}
        what = _unlike(self.path / shard.file, shard, declared)
        return f"{what}, so it is no part of this run; {AGAIN}" if what else ""

    def _changed(self, file: str, mark: str) -> str:
        """Why a file is not the one that was written, or an empty string."""
        if what := _missing(self.path, file):
            return what
        return CHANGED if _checksum(self.path / file) != mark else ""

    def _wrong_turns(self) -> str:
        """What is wrong with the games that were seen turn by turn, or an empty string."""
        import polars as pl

        try:
            seen = self.turns()
            fine = seen is None or _are_turns(seen, self.manifest["cells"])
        except (pl.exceptions.PanicException, Exception) as error:
            return f"it cannot be read as a table of turns ({type(error).__name__})"
        return "" if fine else "it tells of other games than were played"

    def _scan(self, kind: str, first: int, last: int) -> "pl.LazyFrame":
        """Only the files that hold such games are opened."""
        import polars as pl

        mine = [shard for shard in self.shards if shard.kind == kind]
        if not mine:
            keep = self.manifest.get("keep", ALL)
            what = f"of this run no rows are kept (--keep {keep}), and this needs them"
            raise InputError([Problem(str(self.path), what)])
        wanted = [shard for shard in mine if shard.first <= last and shard.last >= first]
        names = dict.fromkeys(shard.file for shard in wanted or mine[:1])
        files = [self.path / name for name in names]
        rows = pl.scan_parquet(files, hive_partitioning=False)
        return rows.filter(pl.col("replicate").is_between(first, last))


def _are_turns(seen: "pl.DataFrame", cells: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a table holds numbers of games that were played, with the same seats at each turn."""
    import polars as pl

    games = {cell["number"]: cell["games"] for cell in cells}
    played = pl.col("cell").replace_strict(games, default=0, return_dtype=pl.Int64)
    tables = seen.group_by("cell", "replicate", "turn").agg(pl.col("seat"))
    seats = tables.group_by("cell").agg(pl.col("seat").n_unique())["seat"]
    once = pl.col("seat").list.n_unique() == pl.col("seat").list.len()
    return bool(
        seen.height
        and all(kind.is_numeric() or kind == pl.Boolean for kind in seen.dtypes)
        and all(seen.select(pl.all().cast(pl.Float64).is_finite().all()).fill_null(True).row(0))
        and seen.select(pl.col("replicate").is_between(0, played - 1).all()).item()
        and (seats == 1).all()
        and tables.select(once.all()).item()
    )


def _unreadable(file: Path, shard: Shard) -> str:
    """Why a file of sums is none, or an empty string."""
    import polars as pl

    try:
        mine = pl.scan_parquet(file, hive_partitioning=False).filter(cell=str(shard.cell))
        found = mine.select(pl.len()).collect().item()
    except (pl.exceptions.PanicException, Exception) as error:
        return f"it cannot be read as a table ({type(error).__name__})"
    return "" if found == shard.rows else _other_rows(found, shard)


def _other_rows(found: int, shard: Shard) -> str:
    return f"it has {found:,} rows, and the manifest says {shard.rows:,}"


def _unlike(file: Path, shard: Shard, declared: Mapping[str, Any]) -> str:
    """What a table has that its manifest does not say, or an empty string."""
    import polars as pl

    try:
        found = pl.read_parquet_schema(file)
        if found != declared:
            odd = [name for name in {**found, **declared} if found.get(name) != declared.get(name)]
            return f"the manifest has other columns (such as `{odd[0]}`)"
        rows = pl.read_parquet(file, columns=["cell", "replicate"], hive_partitioning=False)
        if "/cell=" not in shard.file:  # a file of several cells
            rows = rows.filter(cell=shard.cell)
    except (pl.exceptions.PanicException, Exception) as error:
        return f"it cannot be read as a table ({type(error).__name__})"
    if rows.height != shard.rows:
        return _other_rows(rows.height, shard)
    each = shard.rows // (shard.last - shard.first + 1)
    game = pl.int_range(pl.len()) // each + shard.first
    meant = rows.select(((pl.col("cell") == shard.cell) & (pl.col("replicate") == game)).all())
    return "" if meant.item() else f"it holds other games than {shard.first} to {shard.last}"


def open_damaged(path: Path) -> Run:
    """A run of which files may be gone; InputError when its manifest cannot be read."""
    if not path.is_dir():
        raise _refuse(path, "there is no such folder" if not path.exists() else "not a folder")
    return Run(path, _manifest(path))


def open_run(path: Path | str) -> Run:
    """Open a run folder; InputError with the reason when it is not one that can be read."""
    path = Path(path)
    run = open_damaged(path)
    files = [s.file for s in run.shards] + [f["file"] for f in run.manifest.get("files", [])]
    missing = {file: what for file in dict.fromkeys(files) if (what := _missing(path, file))}
    if missing:
        raise _broken(path, missing)
    return run


def _missing(folder: Path, name: str) -> str:
    """Why a part of a run is not in its folder, or an empty string."""
    if not (folder / name).is_file():
        return f"this part of the run is gone; {AGAIN}"
    if folder.resolve() not in (folder / name).resolve().parents:
        return "this part of the run is a link that leads out of its folder"
    return ""


def _manifest(path: Path) -> dict[str, Any]:
    file = path / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, IsADirectoryError):
        raise _refuse(path, _no_run(path)) from None
    except (OSError, ValueError, RecursionError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise _refuse(file, f"cannot be read: {what}") from None
    number = manifest.get("format") if isinstance(manifest, dict) else None
    if not isinstance(number, int):
        raise _refuse(file, "not the manifest of a run: it has no `format` number")
    if number > FORMAT:
        what = f"written in format {number} by a newer version; this version reads up to {FORMAT}"
        raise _refuse(file, what)
    wrong = misshapen(manifest) or [*_misfits(manifest)]
    if wrong:
        more = f"; {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
        raise _damaged(file, "; ".join(wrong[:MOST_TOLD]) + more)
    if number > 1 and manifest.get(SEAL) != seal(manifest):
        raise _refuse(file, CHANGED)
    return manifest


def _no_run(path: Path) -> str:
    """Why a folder without a manifest is none that can be read."""
    if (path / JOURNAL).is_file():
        return unfinished(path)
    return f"no `{MANIFEST}` in this folder: it is no run, or a run that was not finished"


def misshapen(manifest: Any) -> list[str]:
    """What is not of the shape of a manifest, each with its key."""
    from simulate.manifest import Manifest
    from simulate.toml.validate import check

    return [problem.what for problem in check(Manifest, manifest, _told)[1]]


def _told(loc: "Loc", what: str, _: str) -> Problem:
    """A sentence that names the whole key, also where only the last part of it was told."""
    return Problem(MANIFEST, what.replace(f"`{loc[-1]}`", f"`{'.'.join(map(str, loc))}`", 1))


def _misfits(manifest: Mapping[str, Any]) -> Iterator[str]:
    """What the parts of a manifest of the right shape have against each other."""
    if not manifest["cells"]:
        yield "`cells` is empty"
    factors = [factor["name"] for factor in manifest["factors"]]
    crossed = [factor["name"] for factor in manifest["factors"] if factor["crossed"]]
    command = manifest.get("command", "")
    if command and not _is_run(command):
        yield f"`command` is no command that plays a run ({command[:60]!r})"
    for i, cell in enumerate(manifest["cells"]):
        for name in cell["levels"]:
            if name not in factors:
                yield f"`cells.{i}.levels.{name}` is a level of no factor{nearest(name, factors)}"
        for name in crossed:
            if name not in cell["levels"]:
                yield f"`cells.{i}.levels.{name}` is missing"
    games: dict[int, int] = {}
    for i, cell in enumerate(manifest["cells"]):
        if cell["number"] in games:
            yield f"`cells.{i}.number` is {cell['number']} a second time"
        games[cell["number"]] = cell["games"]
    for kind in KINDS:
        declared = [column["name"] for column in manifest["columns"][kind]]
        for name in ("cell", "replicate"):
            if manifest["shards"] and name not in declared:
                yield f"`columns.{kind}` lacks `{name}`"
        if twice := [name for name in dict.fromkeys(declared) if declared.count(name) > 1]:
            yield f"`columns.{kind}` has `{twice[0]}` twice"
    for i, entry in enumerate(manifest.get("files", [])):
        if entry["file"] != FILES[min(i, 1)] or i >= len(FILES):
            yield f"`files.{i}.file` must be {' or '.join(FILES)}, each once, in this order"
    wrong = [*_misnamed(manifest["shards"], games)]
    yield from wrong or _miscounted(manifest["shards"], games, manifest.get("keep", ALL))


def _is_run(command: str) -> bool:
    """Whether a line that a report asks to type plays a run and does nothing beside it."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    head, verb = (*words[:2], "", "")[:2]
    return head == "simulate" and verb in PLAYING and shlex.join(words) == command


def _misnamed(shards: Sequence[Mapping[str, Any]], cells: Iterable[int]) -> Iterator[str]:
    """Files that no run has written under such a name, or that are listed twice."""
    from simulate.toml.validate import literal

    seen: set[tuple[str, int]] = set()
    for i, shard in enumerate(shards):
        kind, cell, file = shard["kind"], shard["cell"], shard["file"]
        if cell not in cells:
            yield f"`shards.{i}.cell` is {cell}, and there is no such cell"
        elif kind not in (*KINDS, COUNTS):
            yield f"`shards.{i}.kind` must be {', '.join(KINDS)} or {COUNTS}"
        elif not re.fullmatch(rf"{kind}/(cell={cell}/)?{kind}-[0-9]{{5,9}}\.parquet", file):
            yield f"`shards.{i}.file` is {literal(file)}; no run calls a file of this cell so"
        elif (file, cell) in seen:
            yield f"`shards.{i}.file` lists {file} a second time"
        elif shard["last"] < shard["first"]:
            yield f"`shards.{i}.last` is before its `first`"
        seen.add((file, cell))


def _miscounted(
    shards: Sequence[Mapping[str, Any]], cells: Mapping[int, int], keep: str
) -> Iterator[str]:
    """Cells whose files do not hold each of its games once, with as many seats at each."""
    by_cell: dict[int, list[Mapping[str, Any]]] = {cell: [] for cell in cells}
    for shard in sorted(shards, key=itemgetter("kind", "first")):
        by_cell[shard["cell"]].append(shard)
    for cell, games in cells.items():
        counted = [(s["first"], s["last"]) for s in by_cell[cell] if s["kind"] == COUNTS]
        mine = [s for s in by_cell[cell] if s["kind"] != COUNTS]
        spans = [(s["first"], s["last"]) for s in mine if s["kind"] == "games"]
        if keep != ALL:
            if sum(last - first + 1 for first, last in counted) != games:
                yield f"cell {cell} has {games:,} games, and its files count another number"
            games = sum(last - first + 1 for first, last in spans)
        elif counted:
            yield f"cell {cell} has files of sums, and the manifest says that rows are kept"
        seats = [(s["first"], s["last"]) for s in mine if s["kind"] == "seats"]
        if any(before[1] >= after[0] for before, after in pairwise(spans)):
            yield f"several files hold the same games of cell {cell}"
        elif sum(last - first + 1 for first, last in spans) != games:
            yield f"cell {cell} has {games:,} games, and its files hold another number"
        elif seats != spans:
            yield f"the files of cell {cell} with seats are of other games than those with games"
        each = {(s["kind"], *divmod(s["rows"], s["last"] - s["first"] + 1)) for s in mine}
        a_game = {rows for kind, rows, left in each if kind == "games" and not left}
        a_table = {rows for kind, rows, left in each if kind == "seats" and not left}
        if mine and not (len(each) == len(KINDS) and a_game == {1} and len(a_table - {0}) == 1):
            yield f"the files of cell {cell} have numbers of rows that do not fit its games"


def _damaged(file: Path, what: str) -> InputError:
    return _refuse(file, f"damaged: {what}; {AGAIN}")


def _broken(folder: Path, found: Mapping[str, str]) -> InputError:
    """Files of a run that are not as they were written."""
    hint = f"`{command('verify', folder, '--repair')}` plays these games again"
    return InputError([Problem(str(folder / n), what) for n, what in found.items()], hint=hint)


def _refuse(path: Path, what: str) -> InputError:
    return InputError([Problem(str(path), what)])


def _checksum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_speed(one: Speed) -> bool:
    numbers = one.games, one.decisions, one.seconds
    return isinstance(one.strategy, str) and all(
        type(number) in (int, float) and 0 < number < 1e15 for number in numbers
    )
