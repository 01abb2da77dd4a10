"""A block of games: the unit of work, played by whichever process is free.

Everything a block leaves depends on the experiment, its cell and its number, and on
nothing that differs between two machines or two numbers of workers.
"""

import importlib
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from simulate import store
from simulate.core.errors import RunError
from simulate.core.game.facts import Column
from simulate.core.text.validate import written
from simulate.pack import catalogue
from simulate.pack.game_room import TableModule
from simulate.run.workers.job_file import handed
from simulate.run.workers.turn_rows import framed
from simulate.store.outcome import as_a_whole, results

if TYPE_CHECKING:
    import polars as pl

    from simulate.experiment.plan import Playable

# A block costs a task and two files, so it is as large as leaves work for every core.
SMALLEST, LARGEST, BLOCKS_WANTED = 100, 10_000, 200
# Of very many games blocks are larger, so that a run has few files; they are played in slices of
# LARGEST games, so that memory does not grow with them.
MANY, MOST_BLOCKS = 10_000_000, 900
ORPHAN_CHECK = 0.5
# Where sums are kept instead of rows: games of a run of which the rows are kept as a sample, the
# fewest of a cell, and how many batches there are of the games of a cell, and of all cells.
SAMPLED, FEWEST_SAMPLED = 1_000_000, 200
BATCHES, FEWEST_BATCHES, ALL_BATCHES = 200, 50, 20_000

COUNTED = ("cell", "replicate", "win_share")  # what a tally needs besides

Result_co = TypeVar("Result_co", covariant=True)
Tally = dict[str, tuple[float, int]]  # option -> (wins, games)


@dataclass(frozen=True)
class Block:
    """Games `first` .. `first + count - 1` of a cell; `number` counts in the cell from 0.

    turns: they were played before, and are seen turn by turn now.
    """

    cell: int
    number: int
    first: int
    count: int
    turns: bool = False


@dataclass(frozen=True)
class Done:
    """What comes back from a block: counts and file names.

    tally: option -> (wins, games); where a game is won or not there is the one option "".
    data: of each file, where the worker did not write it itself.
    rows: what was asked for of `games` and `seats`, where nothing is written.
    turns: of games that were seen turn by turn.
    """

    cell: int
    games: int
    tally: Tally
    shards: tuple[store.Shard, ...]
    data: tuple[bytes, ...] = ()
    rows: "tuple[pl.DataFrame, pl.DataFrame] | None" = None
    turns: "pl.DataFrame | None" = None


class CounterLike(Protocol):
    """Adds up the games of a cell, where sums are kept instead of rows."""

    def add(self, games: "pl.DataFrame", seats: "pl.DataFrame") -> None:
        """The rows of games that were played just now."""

    def table(self) -> "pl.DataFrame":
        """All sums in one table."""
        ...


# What makes a counter, from the manifest of a run, a cell, and how many games are a batch.  It
# goes to other processes, so it is a class or a function of some module.
Counting = Callable[[Mapping[str, Any], int, int], CounterLike]


@dataclass(frozen=True)
class CellJob:
    """What a worker must know of a cell."""

    setting: Mapping[str, Any]
    pack: Any
    words: str


@dataclass(frozen=True)
class Job:
    """All that a worker must know; sent to each worker once.

    own: of a designer's own game what a manifest says of its file.
    returned: columns whose rows come back, by table; where there are none, files are made.  folder:
    where files go; None where they go back to who asked for them.
    keep: what is kept of the games; sample: of so many of each cell the rows are kept, where
    sums are; batch: sums are of so many games each.  counting: what makes them, of what manifest.
    """

    game: str
    table: str
    own: Mapping[str, Any]
    seed: int
    games_columns: tuple[Column, ...]
    seats_columns: tuple[Column, ...]
    cells: dict[int, CellJob]
    folder: Path | None
    returned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keep: str = store.ALL
    sample: int = 0
    batch: int = LARGEST
    counting: Counting | None = None
    manifest: Mapping[str, Any] = field(default_factory=dict)

    def __reduce__(self) -> Any:
        """To another process, which must know a designer's own game before it reads its cards."""
        fields = pickle.dumps(vars(self), pickle.HIGHEST_PROTOCOL)
        return _job_again, (dict(self.own), fields)

    def player(self) -> "BlockPlayer":
        """What plays it."""
        return BlockPlayer(self)

    def counter(self, cell: int) -> CounterLike | None:
        """What adds up the games of a cell; None where rows of all of them are kept."""
        if self.keep == store.ALL:
            return None
        assert self.counting is not None, "sums are kept: somebody must make them"
        return self.counting(self.manifest, cell, self.batch)


def know_there(own: Mapping[str, Any]) -> None:
    """Know a designer's own game in a process that plays it for another; own: as of `Job`."""
    if own:
        from simulate.own.file.reading import know_again, source_of

        know_again(source_of(own))


def _job_again(own: Mapping[str, Any], fields: bytes) -> Job:
    """The job in another process."""
    know_there(own)
    return Job(**pickle.loads(fields))


def job_of(
    plan: "Playable",
    folder: Path | None,
    table: str | None = None,
    counting: Counting | None = None,
) -> Job:
    """What workers need of a plan.

    table: another table module than the game's own.  counting: what makes the sums of a plan that
    keeps them.
    """
    cells = {
        cell.number: CellJob(cell.setting, plan.pack_for(cell), in_words(cell.levels))
        for cell in plan.cells
    }
    return Job(
        game=plan.facts.name,
        table=table or catalogue.room(plan.facts.name).table,
        own=catalogue.said_of_own(plan.facts.name).get("own", {}),
        seed=plan.seed,
        games_columns=tuple(plan.facts.games_columns),
        seats_columns=tuple(plan.facts.seats_columns),
        cells=cells,
        folder=None if folder is None else folder.absolute(),
        keep=plan.keep,
        sample=sampled(len(cells)) if plan.keep != store.ALL else 0,
        batch=batch_size(plan.games, len(cells)),
        counting=counting if plan.keep != store.ALL else None,
        manifest=plan.manifest() if plan.keep != store.ALL else {},
    )


def batch_size(games: int, cells: int) -> int:
    """Of how many games of a cell sums are kept: some hundred batches, fewer where cells are many.

    games: of a cell, at most.
    """
    batches = min(max(ALL_BATCHES // cells, FEWEST_BATCHES), BATCHES)
    return max(games // batches, 1)


def sampled(cells: int) -> int:
    """Of how many games of each cell the rows are kept, where sums are kept of all."""
    return min(max(SAMPLED // cells, FEWEST_SAMPLED), LARGEST)


class Kept:
    """What is to be stored of a block."""

    def __init__(self, job: Job, block: Block) -> None:
        self._block = block
        wanted = block.first + block.count if job.keep == store.ALL else job.sample
        self._count = min(max(wanted - block.first, 0), block.count)
        self._rows = tuple(store.Slices() for _ in store.KINDS)
        self._left = self._count

    def add(self, games: "pl.DataFrame", seats: "pl.DataFrame") -> None:
        """The games of the block that come next."""
        if not self._left:
            return
        each, count = seats.height // games.height, min(self._left, games.height)
        self._rows[0].add(games.head(count))
        self._rows[1].add(seats.head(count * each))
        self._left -= count

    def files(self, sums: "pl.DataFrame | None") -> list[tuple[store.Shard, bytes]]:
        """The files of the block, and what is to be known of each."""
        block, files = self._block, []
        if self._count:
            span = block.first, block.first + self._count - 1
            for kind, rows in zip(store.KINDS, self._rows, strict=True):
                files.append(_file(kind, block, rows.data(), rows.rows, span))
        if sums is not None:
            span = block.first, block.first + block.count - 1
            files.append(_file(store.COUNTS, block, store.encode(sums), sums.height, span))
        return files


def _file(
    kind: str, block: Block, data: bytes, rows: int, span: store.Span
) -> tuple[store.Shard, bytes]:
    return store.shard_of(kind, block.cell, block.number, data, rows, span), data


def slices(block: Block, size: int) -> Iterator[Block]:
    """A block in parts of at most a number of games, aligned to multiples of it."""
    first, last = block.first, block.first + block.count
    while first < last:
        stop = min((first // size + 1) * size, last)
        yield Block(block.cell, block.number, first, stop - first)
        first = stop


def added(one: Tally, other: Tally) -> Tally:
    """The wins and games of two tallies."""
    both = dict(one)
    for option, (wins, games) in other.items():
        before = both.get(option, (0, 0))
        both[option] = before[0] + wins, before[1] + games
    return both


def in_words(levels: Mapping[str, Any]) -> str:
    """The levels as `--set` takes them."""
    typed = (level if isinstance(level, str) else written(level) for level in levels.values())
    return ", ".join(f"{name}={level}" for name, level in zip(levels, typed, strict=True))


def block_size(games: int) -> int:
    """Games in a block of a run of `games` games in all its cells together."""
    if games <= MANY:
        return min(max(-(-games // BLOCKS_WANTED), SMALLEST), LARGEST)
    return -(-games // (MOST_BLOCKS * LARGEST)) * LARGEST


def blocks(cells: list[int], first: int, last: int, size: int) -> Iterator[Block]:
    """Blocks that cover games `first` .. `last - 1` of each cell; `first` starts a block.

    The cells take turns, so that a run cut short has about as many games in each, and the
    same ones.  Where a cell has several blocks the first is cut in two, the small part ahead:
    even a run of slow games has some of every cell after seconds.
    """
    starts = [*range(first, last, size)]
    if first == 0 and _is_cut(last, size):
        starts.insert(1, SMALLEST)
    for start, stop in zip(starts, [*starts[1:], last], strict=True):
        number = start // size + (start > 0 and _cuts(size))
        for cell in cells:
            yield Block(cell, number, start, stop - start)


def count_blocks(games: int, size: int) -> int:
    """The number of blocks of a cell with this many games."""
    return -(-games // size) + _is_cut(games, size)


def _is_cut(games: int, size: int) -> bool:
    """Whether the first block of a cell is cut in two; a smaller block is not worth its files."""
    return games > size and _cuts(size)


def _cuts(size: int) -> bool:
    """Where blocks are of several slices games are quick, and every file counts."""
    return SMALLEST < size <= LARGEST


@dataclass(frozen=True)
class Failed:
    """What comes back from a block in which a game failed.

    why: a sentence without its subject.  game: the game, None where it is not known which.
    """

    why: str
    game: int | None = None


class GameFailed(RunError):
    """A game cannot be played; `cell` and `game` name it, where it is known which it is."""

    def __init__(self, what: str, cell: int = -1, game: int | None = None) -> None:
        super().__init__(what, cell, game)  # all of them, so that it goes from process to process
        self.what, self.cell, self.game = what, cell, game

    def __str__(self) -> str:
        return self.what


class PlayerLike(Protocol[Result_co]):
    """Plays blocks; `job` is what another process makes the same player of."""

    @property
    def job(self) -> Any: ...

    def play(self, block: Block) -> Result_co:
        """Play a block and return its result.  Raises GameFailed."""
        ...

    def frames(self, block: Block) -> Any:
        """The block, played and thrown away."""

    def failure(self, block: Block, failed: Failed) -> GameFailed:
        """The error that names the game of a block."""
        ...


class BlockPlayer:
    """Plays blocks in this process; keeps the prepared table of every cell it has met."""

    def __init__(self, job: Job) -> None:
        self.job: Job = job
        self.module = cast(TableModule, importlib.import_module(job.table))
        self._tables: dict[int, Any] = {}

    def table(self, cell: int) -> Any:
        if cell not in self._tables:
            job = self.job.cells[cell]
            self._tables[cell] = self.module.prepare(job.pack, job.setting)
        return self._tables[cell]

    def compile(self) -> None:
        """Compile for every line-up of strategies: a Python strategy is compiled by itself."""
        line_ups: dict[str, int] = {}
        for cell, job in self.job.cells.items():
            line_ups.setdefault(str(job.setting.get("strategy")), cell)
        for cell in line_ups.values():
            self.module.compile(self.table(cell))

    def play(self, block: Block) -> Done:
        """Play a block and keep of it what is to be kept, or hand its rows back."""
        if block.turns:
            return self.see(block)
        if self.job.returned:
            return self.tell(block, *self.frames(block))
        return self.keep(block)

    def tell(self, block: Block, games: "pl.DataFrame", seats: "pl.DataFrame") -> Done:
        """The rows of a block, as far as they were asked for."""
        rows = games.select(self.job.returned["games"]), seats.select(self.job.returned["seats"])
        return Done(block.cell, block.count, tally(self.job, games, seats), (), rows=rows)

    def see(self, block: Block) -> Done:
        """The turns of a block of games that were played before."""
        table = self.table(block.cell)
        try:
            arrays = self.module.play_turns(table, self.job.seed, block.first, block.count)
        except Exception as error:
            raise self._failure(block, None, error) from error
        columns = self.job.games_columns, self.job.seats_columns
        return Done(block.cell, 0, {}, (), turns=framed(*columns, block.cell, arrays))

    def frames(self, block: Block) -> "tuple[pl.DataFrame, pl.DataFrame]":
        """The rows of a block; RunError names the game in which the rules failed."""
        try:
            arrays = self._rows(block.cell, block.first, block.count)
        except Exception as error:
            raise self._failure(block, self._failing_game(block), error) from error
        return self.framed(block, arrays)

    def framed(self, block: Block, arrays: Any) -> "tuple[pl.DataFrame, pl.DataFrame]":
        """What `play_block` returned, as frames of `games` and `seats`."""
        games, seats = arrays
        try:
            return (
                store.frame(self.job.games_columns, games, block.cell, self._wanted("games")),
                store.frame(self.job.seats_columns, seats, block.cell, self._wanted("seats")),
            )
        except ValueError as error:
            raise self._failure(block, None, error) from error

    def _wanted(self, table: str) -> Collection[str] | None:
        """The columns that are looked at, where rows come back; None for all."""
        if not self.job.returned:
            return None
        return {*self.job.returned[table], *COUNTED, *filter(None, counted_columns(self.job))}

    def keep(self, block: Block) -> Done:
        """Write the files of a block, or hand them back where the run's folder is not at hand."""
        tally, files = self.files(block)
        shards = tuple(shard for shard, _ in files)
        if self.job.folder is None:
            return Done(block.cell, block.count, tally, shards, data=tuple(d for _, d in files))
        for shard, data in files:
            store.write_shard(self.job.folder, shard, data)
        return Done(block.cell, block.count, tally, shards)

    def files(self, block: Block) -> tuple[Tally, list[tuple[store.Shard, bytes]]]:
        """What is counted in a block, and its files: rows, sums, or both."""
        counter = self.job.counter(block.cell)
        kept = Kept(self.job, block)
        counted: Tally = {}
        for part in slices(block, LARGEST):
            games, seats = self.frames(part)
            counted = added(counted, tally(self.job, games, seats))
            kept.add(games, seats)
            if counter is not None:
                counter.add(games, seats)
        return counted, kept.files(None if counter is None else counter.table())

    def _rows(self, cell: int, first: int, count: int) -> Any:
        return self.module.play_block(self.table(cell), self.job.seed, first, count)

    def _failing_game(self, block: Block) -> int | None:
        """Halve the block until one game is left: any game can be played alone."""
        first, count = block.first, block.count
        while count > 1:
            half = count // 2
            if self._fails(block.cell, first, half):
                count = half
            else:
                first, count = first + half, count - half
        return first if self._fails(block.cell, first, 1) else None

    def _fails(self, cell: int, first: int, count: int) -> bool:
        try:
            self._rows(cell, first, count)
        except Exception:
            return True
        return False

    def _failure(self, block: Block, game: int | None, error: Exception) -> GameFailed:
        kind = "" if isinstance(error, RunError) else f"{type(error).__name__}: "
        return self.failure(block, Failed(f"{kind}{error}", game))

    def failure(self, block: Block, failed: Failed) -> GameFailed:
        """The error that names the game of a block, its cell and its seed."""
        words, game = self.job.cells[block.cell].words, failed.game
        last = block.first + block.count - 1
        which = f"games {block.first} to {last}" if game is None else f"game {game}"
        where = f"cell {block.cell}{f' ({words})' if words else ''}, {which}, seed {self.job.seed}"
        return GameFailed(f"{where}: {failed.why}", block.cell, game)


def counted_columns(job: Job) -> tuple[str | None, str]:
    """The column of games by which one is won or lost, and that of seats by which wins are told."""
    won = next((column.name for column in job.games_columns if column.role == "won"), None)
    return won, next((c.name for c in job.seats_columns if c.role == "option"), "seat")


def tally(job: Job, games: "pl.DataFrame", seats: "pl.DataFrame") -> dict[str, tuple[float, int]]:
    """Wins and games of what the precision of a run is about.

    One rate where people win together or one plays alone; where they compete, each option's
    share.
    """
    won, option = counted_columns(job)
    came = results(games, won)
    if as_a_whole(came):
        return {"": (int(came.sum()), games.height)}
    import polars as pl

    counts = seats.group_by(pl.col(option).cast(pl.String)).agg(pl.col("win_share").sum(), pl.len())
    return {str(name): (float(wins), int(count)) for name, wins, count in counts.iter_rows()}


_player: tuple[Any, PlayerLike[Any]] | None = None


def start_worker(parent: int) -> None:
    """First thing in a worker: leave Ctrl-C to the parent and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Workers share the cores already; set before Polars is imported.
    os.environ["POLARS_MAX_THREADS"] = "1"
    if os.name != "nt":  # where a process keeps the number of a parent that is gone
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(ORPHAN_CHECK)
    os._exit(1)


def _player_of(job: Any) -> PlayerLike[Any]:
    """What plays the blocks of a job, as `job_file.hand` gave it; kept while it is the same."""
    global _player
    if _player is None or _player[0] != job:
        _player = None  # its tables go before others come
        _player = job, handed(job).player()
    return _player[1]


def wake_worker(job: Any) -> None:
    """Load all that plays a job."""
    with suppress(Exception):  # the first block shows what is wrong
        _player_of(job)


def play_in_worker(job: Any, block: Block) -> tuple[Block, Any]:
    """Play a block of a job; one that fails comes back, too."""
    return block, attempt(_player_of(job), block)


def attempt(player: PlayerLike[Result_co], block: Block) -> Result_co | GameFailed:
    """Play a block; what fails may succeed another time, where memory was short."""
    try:
        return player.play(block)
    except GameFailed as failed:
        return failed
    except MemoryError as error:
        return player.failure(block, Failed(f"memory ran out{f' ({error})' if str(error) else ''}"))


def try_in_worker(job: Any, block: Block) -> None:
    """Play a block of which nothing is kept: does this process live on?"""
    with suppress(Exception):
        _player_of(job).frames(block)
