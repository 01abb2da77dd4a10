"""Play blocks on a cluster, with joblib's back-end for Dask.

A worker there knows nothing of this process or of its disk.  The job is laid into the cluster once
and goes by its hash; a worker that meets a new one makes itself ready.  The files of a block come
back as bytes, and this process writes them: so a run on a cluster is, byte for byte, the run that
one machine makes.
"""

import hashlib
import os
import pickle
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from simulate import store
from simulate.core.errors import InputError, Problem, RunError
from simulate.pack import catalogue
from simulate.run.workers.blocks import Block, BlockPlayer, Done, Failed, GameFailed, Job, attempt
from simulate.run.workers.interrupt import InterruptHandler

TASKS_AHEAD = 3
MOST_FAILURES = 3  # of one block, until the run stops
WAIT = 30  # seconds, for a scheduler to answer and for a first worker
Lost = Callable[[list[Block], str], None]


@dataclass(frozen=True)
class Cluster:
    """Where blocks are played; address: of the scheduler of a Dask."""

    address: str

    def open(self) -> "_Dask":
        """Be in touch with it.  Raises InputError where that cannot be."""
        typed = f"--cluster {self.address}"
        try:
            return _Dask(self.address)
        except ImportError:
            what = "needs `pip install '.[dask]'`, typed in the folder of the toolkit"
            raise InputError([Problem(typed, what)]) from None
        except (OSError, TimeoutError, ConnectionError, ValueError) as error:
            raise InputError([Problem(typed, f"no cluster responds: {_line(error)}")]) from None


class _Dask:
    """Workers of Dask; a task whose worker dies is given to another by Dask itself."""

    def __init__(self, address: str) -> None:
        from distributed import Client

        self.client = Client(address, timeout=f"{WAIT}s", set_as_default=False)
        self.client.wait_for_workers(1, timeout=WAIT)

    @property
    def jobs(self) -> int:
        cores: dict[str, int] = self.client.ncores()
        return max(sum(cores.values()), 1)

    def lay(self, job: bytes) -> bytes:
        """The job, so that it can be sent; Dask sends what is scattered once to each worker.

        Dask calls data by their hash.  What one call lets go of while the next one sends it again
        may be lost between them, and tasks then wait for it without an end: so each run has bytes
        of its own (what follows a pickle is not read), and holds them to its end.
        """
        self._job = job + os.urandom(16)
        self._held = self.client.scatter(self._job, broadcast=True)
        return self._job

    def options(self) -> dict[str, Any]:
        return {"backend": "dask", "client": self.client, "scatter": [self._job]}

    def on_each(self, ask: Callable[..., Any], *words: Any) -> dict[str, Any]:
        """What a function returns on each worker."""
        answers: dict[str, Any] = self.client.run(ask, *words, on_error="return")
        return answers

    def close(self) -> None:
        self.client.close()


class ClusterPool:
    """Plays blocks on a cluster, as `simulate.run.workers.pool.Pool` does on this machine.

    jobs: blocks at a time, at most; None for as many as the cluster has cores.
    """

    def __init__(
        self,
        player: BlockPlayer,
        cluster: Cluster,
        jobs: int | None,
        stop: InterruptHandler,
        lost: Lost,
    ) -> None:
        self._player = player
        self._stop = stop
        self._lost = lost
        self._failures: Counter[Block] = Counter()
        with stop.workers_start():
            self._there = cluster.open()
        self._jobs = min(jobs or self._there.jobs, self._there.jobs)
        job = pickle.dumps(replace(player.job, folder=None))
        self._mark = hashlib.sha256(job).hexdigest()
        self._job = self._there.lay(job)
        self._sources = sources_of(player.job)

    def play(self, blocks: Iterator[Block]) -> Iterator[tuple[Block, Done]]:
        """Blocks with their results as they come, their files written."""
        return self._stop.between(self._played(blocks))

    def _played(self, blocks: Iterator[Block]) -> Generator[tuple[Block, Done], None, None]:
        again: list[Block] = []
        first = True
        while first or again:
            sent: dict[Block, None] = {}
            wave, again, first = chain(again, blocks), [], False
            try:
                for block, result in self._results(wave, sent):
                    sent.pop(block)
                    if isinstance(result, GameFailed):
                        self._failed(block, result)
                        again.append(block)
                    elif isinstance(result, str):
                        raise RunError(result)
                    else:
                        yield block, self._written(result)
            except (RunError, InputError, KeyboardInterrupt, GeneratorExit, OSError):
                raise
            except Exception as error:  # of the cluster: a worker that died more than once
                why = f"the cluster lost them ({_line(error)})"
                for block in sent:
                    self._failed(block, self._player.failure(block, Failed(why)), tell=False)
                self._lost([*sent], f"games are lost: {why}")
                again += sent

    def close(self) -> None:
        """Leave the cluster as it was; its workers go on."""
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._there.close()

    def _failed(self, block: Block, failed: GameFailed, tell: bool = True) -> None:
        self._failures[block] += 1
        if self._failures[block] >= MOST_FAILURES:
            raise failed
        if tell:
            self._lost([block], str(failed))

    def _written(self, done: Done) -> Done:
        """The same, its files in the folder of the run."""
        folder = self._player.job.folder
        assert folder is not None or not done.data
        for shard, data in zip(done.shards, done.data, strict=bool(done.data)):
            store.write_shard(Path(folder or "."), shard, data)
        return replace(done, data=())

    def _results(self, blocks: Iterator[Block], sent: dict[Block, None]) -> Iterator[Any]:
        from joblib import delayed

        task = delayed(play_far)

        def tasks() -> Iterator[Any]:
            for block in blocks:
                sent[block] = None
                yield task(self._mark, self._job, self._sources, block)

        results: Any = None
        try:
            with self._stop.workers_start():
                results = self._workers()(tasks())
            yield from results
        finally:
            if results is not None and hasattr(results, "close"):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    results.close()

    def _workers(self) -> Any:
        """What plays tasks."""
        from joblib import Parallel, parallel_config

        ahead = TASKS_AHEAD * self._jobs
        with parallel_config(**self._there.options(), n_jobs=self._jobs):
            return Parallel(
                return_as="generator_unordered",
                batch_size=1,
                pre_dispatch=ahead,
                max_nbytes=None,
            )


_players: dict[str, BlockPlayer] = {}
_one_at_a_time = threading.Lock()  # a player has one table to play at


def play_far(mark: str, job: bytes, sources: str, block: Block) -> tuple[Block, Done | Any]:
    """On a worker: play a block of a job, which is unpacked when it is new here.

    sources: of who asks; a worker with others would play another game, and says so.
    """
    with _one_at_a_time:
        if mark not in _players:
            unpacked: Job = pickle.loads(job)
            if what := differs(sources, unpacked):
                return block, what
            _players.clear()
            _players[mark] = BlockPlayer(unpacked)
        return block, attempt(_players[mark], block)


def sources_of(job: Job) -> str:
    """The mark of the sources that a job is played by."""
    from simulate.compiler.sources import source_hash

    if (own := catalogue.own(job.game)) is not None:
        return own.source_hash()
    return source_hash(job.table.rpartition(".")[2])


def differs(sources: str, job: Job) -> str:
    """Why this worker would play another game, or an empty string."""
    import platform

    own = sources_of(job)
    if own == sources:
        return ""
    return (
        f"worker {platform.node()} has other sources ({own}) than this machine ({sources}); "
        "`simulate doctor --cluster ADDRESS` lists workers that differ"
    )


def ask_worker(game: str, own: Mapping[str, Any]) -> Mapping[str, str]:
    """On a worker: which version it has, and whether the game can be compiled there.

    own: of a designer's own game what a manifest says of its file.
    """
    import platform
    import time
    from importlib.metadata import version

    from simulate.run.workers.blocks import know_there

    began = time.monotonic()
    know_there(own)
    ready = "loads it" if catalogue.table(game).has_compiled() else "must compile it"
    return {
        "machine": platform.node(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("tiny-epic-balance", "numpy", "numba", "polars")},
        "sources": catalogue.room(game).source_hash(),
        "game": f"{ready} ({time.monotonic() - began:.1f} s)",
    }


def check(cluster: Cluster, game: str) -> tuple[Mapping[str, str], dict[str, Any]]:
    """What this machine has, and what each worker has; an exception where one cannot say."""
    own = catalogue.said_of_own(game).get("own", {})
    workers = cluster.open()
    try:
        return ask_worker(game, own), workers.on_each(ask_worker, game, own)
    finally:
        workers.close()


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:300]
