"""Play a run from start to end, and keep finished games when it is interrupted.

Blocks of games go to workers, files come back; the journal has each that is finished, the
manifest is written last and makes the folder a run.  How many workers play, and in what order
they finish, changes no byte of what is stored.
"""

import errno
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from simulate import store
from simulate.core.errors import InputError, RunError, command
from simulate.core.files import disk, memory
from simulate.core.text.letters import escaped, in_json
from simulate.pack import catalogue
from simulate.run.interim import Looks
from simulate.run.journal import MOST_GAMES, Journal, check_same
from simulate.run.pace import most_games
from simulate.run.precision import Rounds
from simulate.run.progress import Progress
from simulate.run.turns import joined, seen
from simulate.run.workers.blocks import Block, BlockPlayer, Counting, Done, GameFailed, job_of
from simulate.run.workers.cleanup import sweep
from simulate.run.workers.cluster import Cluster, ClusterPool
from simulate.run.workers.interrupt import InterruptHandler, presses
from simulate.run.workers.pool import Pool, load_joblib
from simulate.store.folders import JOURNAL

if TYPE_CHECKING:
    import polars as pl

    from simulate.experiment.plan import Playable

LIBRARIES = ("tiny-epic-balance", "numpy", "numba", "polars")
# Space kept for the manifest on a disk that may run full: its text, and so much a shard.
SHARD_RECORD, RESERVE_LEAST, RESERVE_MOST = 250, 1 << 16, 1 << 24


# The cells that have something left to settle, by what was played of a run so far; what is found
# may be shown meanwhile.
Judge = Callable[[store.StoredRun, Progress], Collection[int]]


class Interrupted(KeyboardInterrupt):
    """The run was stopped by the user; `path` is the partial run, None if nothing is left."""

    def __init__(self, message: str, path: Path | None) -> None:
        super().__init__(message)
        self.path = path


class Paused(Exception):
    """Raised by a judge: what is played so far is enough for now, and is gone on with later."""


class Stopped(RunError):
    """A run ended before it was whole; it says in a sentence why, and what is left."""


class NotReady(RunError):
    """The game cannot be made ready to be played."""


@dataclass
class _Work:
    """A run while it is played."""

    writer: store.Writer
    jobs: int
    rounds: Rounds | Looks
    plan: "Playable"
    header: dict[str, Any]
    progress: Progress
    stop: InterruptHandler
    journal: Journal | None = None
    shards: list[store.Shard] = field(default_factory=list)
    turns: "pl.DataFrame | None" = None
    started: float = field(default_factory=time.time)
    clock: float = field(default_factory=time.monotonic)  # which does not jump, as the other may
    lost: bool = False
    again: bool = False  # it was begun by another process, and cut short
    failed: GameFailed | None = None  # the game that ended it, if one did
    goes_on: str | None = None

    @property
    def out(self) -> Path:
        return self.writer.folder

    def played(self) -> Counter[int]:
        """Games of every cell, counted by files: a Ctrl-C may come between two counts."""
        games: Counter[int] = Counter()
        whole = "games" if self.header.get("keep", store.ALL) == store.ALL else store.COUNTS
        for shard in self.shards:
            if shard.kind == whole:
                games[shard.cell] += shard.last - shard.first + 1
        return games

    def so_far(self) -> store.StoredRun:
        """The games played so far, for an interim analysis."""
        shards = {"shards": [asdict(shard) for shard in self.shards]}
        return store.StoredRun(self.out, _manifest(self, "") | shards)

    def add(self, block: Block, done: Done) -> None:
        """Count a block that was played just now."""
        self.written.add(block, done)
        self.count(done)

    def count(self, done: Done) -> None:
        self.shards.extend(done.shards)
        self.rounds.score.add(done)

    @property
    def written(self) -> Journal:
        """The journal, which is there as soon as the folder is taken."""
        assert self.journal is not None
        return self.journal

    def finished(self) -> list[store.Shard]:
        """The files of all finished blocks, those of an earlier process with them."""
        blocks = self.journal.done.values() if self.journal is not None else ()
        return [shard for done in blocks for shard in done.shards]


def default_jobs() -> int:
    """The number of allowed cores, limited by the memory for their processes."""
    load_joblib()
    from joblib import cpu_count  # where it can make no lock it counts one core

    cores, fits = int(cpu_count()), memory.fitting()
    return max(1, cores if fits is None else min(cores, fits))


def execute(
    plan: "Playable",
    out: Path | None,
    jobs: int,
    *,
    quiet: bool = False,
    table: str | None = None,
    announce: Callable[[Path], None] | None = None,
    ours: bool = True,
    judge: Judge | None = None,
    counter: Counting | None = None,
    turns: bool = True,
    resume: bool = False,
    beside: "Mapping[str, Playable] | None" = None,
    pending: bool = False,
    goes_on: str | None = None,
    cluster: Cluster | None = None,
    after: float = 0.0,
) -> Path:
    """Play a plan into the folder `out` and return it.

    out: a new or an empty folder, None for the next `runs/<name>-<number>`.  It is taken for
        this run alone once everything is checked, before the game is compiled.
    jobs: processes that play; 1 starts none.  The tables do not depend on it.
    table: dotted name of a table module to play with instead of the game's own.
    announce: called with the folder when it is taken.
    ours: the process is one of ours, and a second Ctrl-C ends it.
    judge: says where a plan that stops when all is settled plays on.
    counter: makes of (manifest, cell, batch) what adds up a cell's games, where sums are kept.
    turns: some of the games are looked at turn by turn, for the report.
    resume: `out` holds a run of this plan that was cut short; what of it is finished stays.
    beside: what the caller plays beside it, by folder; the journal then stays until `is_finished`.
    pending: as well as that, the caller plays what is known only when the games are played.
    cluster: where the games are played; None for processes of this machine.  Then `jobs` is the
        most blocks at a time.
    after: how long all takes that the caller does after it, in times of the games.
    goes_on: the command that goes on with it, where it is played for something larger; empty where
        who plays it says that.
    Raises InputError (nothing is left behind), RunError or Interrupted; the last two leave the
    finished blocks as a run whose status is "partial", or nothing when there is none.  Paused as
    the judge raises it; the blocks then lie there with the journal alone.
    """
    header, journal = header_of(plan), None
    if resume and out is not None:
        journal, writer = _again(out, header)
        if is_whole(out):
            writer.tidy()
            _end(journal, keep=bool(beside) or pending)
            return out
        header, turns = journal.header["run"], journal.header["turns"]
        most = journal.header.get(MOST_GAMES)
    else:
        writer, most = store.Writer(out, plan.name), most_games(plan)
    rounds = rounds_of(plan, most)
    progress = Progress(rounds, sys.stderr, quiet=quiet)
    with presses(progress.say, ours) as stop:
        work = _Work(
            writer=writer,
            jobs=jobs,
            rounds=rounds,
            plan=plan,
            header=header,
            progress=progress,
            stop=stop,
            journal=journal,
            again=resume,
            goes_on=goes_on,
        )
        if isinstance(rounds, Looks) and judge is not None:
            rounds.judge = lambda: judge(work.so_far(), work.progress)
        try:
            _begin(work, beside or {}, turns, most, announce)
            player = _ready(work, table, counter)
            work.progress = Progress(rounds, sys.stderr, quiet=quiet, after=after)
            _start(work)
            _play(work, player, turns, cluster)
            stop.close()
        except Paused:
            work.progress.clear()
            work.written.close()
            raise
        except BaseException as error:
            stop.close()
            work.progress.clear()
            _cut_short(work, error)
        work.progress.clear()
        if stopped := _close(work, ""):
            _give_up(work, stopped)
            raise Stopped(_ended(work, stopped))
        _end(work.written, keep=bool(beside) or pending)
    return work.out


def _begin(
    work: _Work,
    beside: "Mapping[str, Playable]",
    turns: bool,
    most: int | None,
    announce: Callable[[Path], None] | None,
) -> None:
    """Take the folder, say so, and see what lies there of an earlier process."""
    with work.stop.put_off():
        _load_tables()
        side_headers = {name: header_of(each) for name, each in beside.items()}
        slow = {} if most is None else {MOST_GAMES: most}
        _take(work, {"run": work.header, "beside": side_headers, "turns": turns, **slow})
    if announce is not None:
        announce(work.out)
    sweep(work.written.begun_here())
    _keep(work)


def _ready(work: _Work, table: str | None, counter: Counting | None) -> BlockPlayer:
    """What plays the blocks, with the game compiled."""
    with work.stop.put_off():  # half loaded, the game could not be told of in the report
        player = BlockPlayer(job_of(work.plan, work.out, table, counter))
    compile_game(player, work.progress)
    work.stop.heed()
    return player


def _start(work: _Work) -> None:
    """From here on it is played."""
    work.started, work.clock = time.time(), time.monotonic()
    cells = [cell.number for cell in work.plan.cells]
    work.writer.prepare(cells, _reserve(work), work.plan.keep)
    work.written.begins(work.jobs)


def _end(journal: Journal, keep: bool) -> None:
    """Leave a run that is complete; the journal stays while something is played beside it."""
    if not keep:
        journal.remove()
    journal.close()


def is_whole(folder: Path) -> bool:
    """Whether a run's own games are all played, and stored; what is played beside it may not be."""
    try:
        manifest = disk.json_of(folder / store.MANIFEST, store.LARGEST)
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("status") == "complete"


def is_begun(folder: Path) -> bool:
    """Whether there is anything of a run to go on with."""
    return (folder / JOURNAL).is_file() or is_whole(folder)


def _again(out: Path, header: Mapping[str, Any]) -> "tuple[Journal, store.Writer]":
    """The journal of a run that was cut short, held by this process, and its folder."""
    journal = Journal.again(out)
    try:
        check_same(out, journal.header, header)
        written = [shard for done in journal.done.values() for shard in done.shards]
        store.check_decodable(out, {out: written})
        return journal, store.Writer.again(out)
    except BaseException:
        journal.close()
        raise


def _take(work: _Work, header: dict[str, Any]) -> None:
    """Have the folder for this run alone, with a journal in it."""
    if work.again:
        work.writer.clear()
    else:
        work.writer.take()
        work.journal = Journal.begin(work.out, header)


def _load_tables() -> None:
    """Load what tables are written with; a Ctrl-C half way would leave it half loaded, and what is
    finished could not be kept.
    """
    import polars  # noqa: F401


def _keep(work: _Work) -> None:
    """Of what was played before the run was cut short, keep what lies there as it was written."""
    known = work.written.done
    if not known:
        return
    whole = {block: done for block, done in known.items() if work.writer.holds(done.shards)}
    work.written.done = whole
    kept, all_ = (sum(block.count for block in each) for each in (whole, known))
    if kept == all_ and work.written.is_paused():
        return
    lost = f"; {all_ - kept:,} are played again, for their files are gone or damaged"
    work.progress.note(f"{kept:,} finished games are kept{lost * (kept < all_)}.")


def rounds_of(plan: "Playable", most: int | None = None) -> Rounds | Looks:
    """What is played of a plan, round by round; most: games of a block of slow players."""
    return Looks(plan, most) if plan.until else Rounds(plan, most)


def compile_game(player: BlockPlayer, progress: Progress) -> float:
    """Load the compiled game, or compile it and say so; returns the seconds it took."""
    start = time.monotonic()
    first = not player.module.has_compiled()
    if first:
        progress.note("First run: the game is being compiled, once; this takes a minute or two ...")
    try:
        player.compile()
    except InputError:
        raise
    except Exception as error:
        raise NotReady(f"the game cannot be made ready: {_short(error)}") from error
    seconds = time.monotonic() - start
    if first:
        progress.note(f"Compiled in {seconds:.1f} s; later runs start at once.")
    return seconds


def _play(work: _Work, player: BlockPlayer, turns: bool, cluster: Cluster | None) -> None:
    jobs = min(work.jobs, work.rounds.blocks_a_round)
    lost = partial(_lost, work)
    pool: Pool[Done] | ClusterPool
    if cluster is None:
        pool = Pool(player, jobs, work.stop, work.rounds.games_left(), lost, work.progress.note)
    else:
        pool = ClusterPool(player, cluster, jobs, work.stop, lost)
    try:
        for blocks in work.rounds:
            for block, done in pool.play(_missing(work, blocks)):
                work.add(block, done)
                work.progress.update()
        _replace(work, pool)
        seen_games = [*seen(work.plan, _stored(work), player)] if turns else []
        work.turns = _turns(seen_games, player, pool, work.progress)
    finally:
        pool.close()


def _stored(work: _Work) -> Counter[int]:
    """Games of every cell of which there are rows."""
    games: Counter[int] = Counter()
    for shard in work.shards:
        games[shard.cell] += shard.rows * (shard.kind == "games")
    return games


def _replace(work: _Work, pool: Pool[Done] | ClusterPool) -> None:
    """Play again the blocks of which somebody has removed a file meanwhile."""
    files = {shard.file for shard in work.writer.whole(work.finished())}
    gone = [block for block, done in work.written.done.items() if done.shards[0].file not in files]
    if not gone or not work.out.is_dir():
        return
    _lost(work, gone, f"files in {work.out} were removed while the run was played")
    for block, done in pool.play(iter(gone)):
        work.written.add(block, done)


def _lost(work: _Work, blocks: list[Block], why: str) -> None:
    """Say that blocks are played again, and why."""
    games = sum(block.count for block in blocks)
    places = [[block.cell, block.first, block.count] for block in blocks]
    work.written.tell("failed", why=why, blocks=places)
    work.progress.note(f"{why[0].upper()}{why[1:]}; {games:,} games are played again.")


def _missing(work: _Work, blocks: Iterator[Block]) -> Iterator[Block]:
    """The blocks of a round that are still to be played; the others are counted.

    All at once, for a pool takes blocks in threads of its own.
    """
    known = work.written.done
    if not known:
        return blocks
    wanted = [*blocks]
    for block in wanted:
        if block in known:
            work.count(known[block])
            work.progress.skip(block.count)
    return iter([block for block in wanted if block not in known])


def _turns(
    blocks: list[Block], player: BlockPlayer, pool: Pool[Done] | ClusterPool, progress: Progress
) -> "pl.DataFrame | None":
    """The turns of the games that are looked at, in order; None where there are none.

    The first block is played here: no two workers compile the same.
    """
    if not blocks:
        return None
    if not player.module.has_compiled_turns():
        progress.note("The code that follows games turn by turn is being compiled, once ...")
    return joined([player.play(blocks[0]), *(done for _, done in pool.play(iter(blocks[1:])))])


def _cut_short(work: _Work, error: BaseException) -> NoReturn:
    """Keep the finished blocks and say why there are no more; always raises."""
    work.stop.pressed |= isinstance(error, Interrupted)  # while the judge had something played
    refused = isinstance(error, InputError | NotReady) and not work.stop.pressed
    work.failed = error if isinstance(error, GameFailed) and error.game is not None else None
    if refused and not work.finished():
        _give_up(work, "refused")
        _leave(work)
        raise error
    stopped = _close(work, "interrupted" if work.stop.pressed else reason(error))
    _give_up(work, stopped)
    message = _ended(work, stopped)
    if work.stop.pressed:
        work.progress.say(message)
        raise Interrupted(message, work.out if work.shards else None) from None
    raise Stopped(message) from error


def _give_up(work: _Work, stopped: str) -> None:
    """Let others go on with the run."""
    if work.journal is not None:
        work.journal.tell("ends", why=stopped)
        work.journal.close()


def _close(work: _Work, stopped: str) -> str:
    """Make a run of the finished blocks, or leave nothing; returns why it is not complete."""
    finished = work.finished()
    left = work.writer.whole(finished)
    if len(left) < len(finished):
        what = f"files in {work.out} were" if left else f"the folder {work.out} or its files were"
        stopped = f"{stopped}; " * bool(stopped) + f"{what} removed while the run was played"
        work.lost = True
    work.shards = left
    if left:
        _make_whole(work, stopped)
    else:
        _leave(work)
    return stopped


def _leave(work: _Work) -> None:
    """Nothing was finished, and nothing is left.

    But of a run that was begun before, and of one with a game that fails, which can be looked at.
    """
    if work.again or (work.failed and not work.lost):
        work.writer.tidy()
    else:
        work.writer.discard()


def _ended(work: _Work, stopped: str) -> str:
    """Why a run is not complete, what is left of it, and what can be done."""
    if work.shards:
        games = work.played().total()
        left = f"{games:,} finished games are kept in {work.out} (a partial run)"
    else:
        left = "no block of games was finished, so nothing is kept"
        left = "nothing of it is left" if work.lost else left
    if work.failed and not work.lost:
        place = ("--cell", work.failed.cell, "--game", work.failed.game)
        left += f"; `{command('replay', work.out, *place)}` plays that game by itself"
    elif work.shards and (goes_on := _command(work)):
        left += f"; `{goes_on}` goes on with it"
    return f"{stopped[0].upper()}{stopped[1:]}; {left}."


def _command(work: _Work) -> str:
    """What is typed to go on with a run."""
    return command("run", "--resume", work.out) if work.goes_on is None else work.goes_on


def reason(error: BaseException) -> str:
    """Why nothing more is played, as a sentence begins."""
    if isinstance(error, OSError):
        return _disk(error)
    if isinstance(error, MemoryError):
        return "memory ran out"
    if isinstance(error, Stopped):
        return str(error).rstrip(".")
    if isinstance(error, RunError):
        return f"the game failed in {error}"
    return f"unexpected failure: {_short(error)}"


def _short(error: BaseException) -> str:
    """The error without the pages that a compiler may add."""
    lines = str(error).strip().splitlines()
    return ": ".join(filter(None, (type(error).__name__, " ".join(lines[:3]))))


def _disk(error: OSError) -> str:
    name = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return f"the disk is full{name}"
    return f"{error.strerror or error}{name}"


def _make_whole(work: _Work, stopped: str) -> None:
    try:
        if not stopped and (whole := work.rounds.whole):
            places = [(block.cell, block.number, block.first, block.count) for block in whole]
            work.shards = store.whole_blocks(work.out, work.shards, places)
        work.writer.finish(_manifest(work, stopped), work.shards, _log(work, stopped), work.turns)
    except OSError as error:
        _give_up(work, _disk(error))
        because = f"{stopped}; then " if stopped else ""
        is_kept = bool(work.writer.whole(work.shards))
        left = f"the finished tables are in {work.out}"
        left += f"; `{goes_on}` goes on with them" if (goes_on := _command(work)) else ""
        raise Stopped(
            f"{because}the manifest could not be written: {_disk(error)}; "
            f"{left if is_kept else 'nothing is left of the run'}."
        ) from error


def header_of(plan: "Playable") -> dict[str, Any]:
    """The part of the manifest that is known before play, with the sources as they are now."""
    versions = {
        "python": platform.python_version(),
        **{n: version(n) for n in LIBRARIES},
    }
    sources = catalogue.source_hash(plan.facts)
    return {**plan.manifest(), "versions": versions, "source_hash": sources}


def _manifest(work: _Work, stopped: str) -> dict[str, Any]:
    """The header and what was really played; nothing of this machine or day."""
    status = {"status": "partial" if stopped else "complete", "stopped": stopped}
    played = work.played()
    cells = [{**cell, "games": played[cell["number"]]} for cell in work.header["cells"]]
    return {**status, **work.header, "cells": cells}


def _log(work: _Work, stopped: str) -> str:
    """What differs from one playing of the experiment to the next."""
    seconds = max(time.monotonic() - work.clock, 1e-9)
    games = work.played().total()
    began = time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(work.started))
    lines = {
        "started": began,
        "duration": f"{seconds:.1f} s",
        "games": f"{games}",
        "games a second": f"{games / seconds:.0f}",
        "jobs": f"{work.jobs}",
        "machine": f"{platform.node()}, {platform.machine()}, {os.cpu_count()} cores",
        "system": platform.platform(),
        "command": " ".join(sys.argv),
        "stopped": stopped or "no, complete",
        **_unturned(work.plan),
    }
    texts = [f"{name}: {value}" for name, value in lines.items()]
    texts += map(_happened, work.written.events)
    return "\n".join(map(escaped, texts)) + "\n"


def _unturned(plan: "Playable") -> dict[str, str]:
    """Why the report will play no games (`reports.run.what_if`); nothing where it will."""
    from simulate.portable.offered import offered

    if not any(offered(plan)):
        return {}
    from simulate.portable.linked import what_is_missing

    why = what_is_missing()
    return {"page": f"no number can be adjusted in the report: that needs {why}"} if why else {}


def _happened(event: Mapping[str, Any]) -> str:
    """A line of the journal, for the log."""
    games = sum(count for _, _, count in event.get("blocks", ()))
    what = {
        "begins": f"begun to be played, jobs {event.get('jobs')}",
        "ends": f"cut short: {event.get('why')}",
        "failed": f"{games} games are played again: {event.get('why')}",
    }
    return f"at {event['at']}: {what.get(event['event'], event['event'])}"


def _reserve(work: _Work) -> int:
    """Bytes that the manifest, the table of cells and the log may need at the end."""
    text = len(in_json(work.header, indent=1).encode())
    shards = min(SHARD_RECORD * work.rounds.most_shards(), RESERVE_MOST)
    return 3 * text + shards + RESERVE_LEAST
