"""Blocks played on a cluster, by joblib's own back-ends for Dask and Ray.

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
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from simulate import store
from simulate.core.errors import InputError, Problem, RunError
from simulate.run.blocks import Block, BlockPlayer, Done, Failed, GameFailed, Job, attempt
from simulate.run.interrupt import InterruptHandler

DASK, RAY = "dask", "ray"
LOCAL = "local"
BACKENDS = (LOCAL, DASK, RAY)
TASKS_AHEAD = 3
MOST_FAILURES = 3  # of one block, until the run stops
WAIT = 30  # seconds, for a scheduler to answer and for a first worker
Lost = Callable[[list[Block], str], None]


@dataclass(frozen=True)
class Cluster:
    """Where blocks are played; address: of the scheduler, None for one on this machine (Ray)."""

    backend: str
    address: str | None = None

    def __post_init__(self) -> None:
        problems = []
        if self.backend not in (DASK, RAY):
            what = f"must be one of {', '.join(BACKENDS)}"
            problems.append(Problem(f"--backend {self.backend}", what))
        elif self.backend == DASK and not self.address:
            what = "needs the address of its scheduler: --scheduler tcp://HOST:8786"
            problems.append(Problem("--backend dask", what))
        if problems:
            raise InputError(problems)

    def open(self) -> "_Dask | _Ray":
        """Be in touch with it.  Raises InputError where that cannot be."""
        try:
            return _Dask(str(self.address)) if self.backend == DASK else _Ray(self.address)
        except ImportError:
            what = f"needs `pip install '.[{self.backend}]'`, typed in the folder of the toolkit"
            raise InputError([Problem(f"--backend {self.backend}", what)]) from None
        except (OSError, TimeoutError, ConnectionError, ValueError) as error:
            typed = f"--scheduler {self.address}" if self.address else f"--backend {self.backend}"
            raise InputError([Problem(typed, f"no cluster answers: {_line(error)}")]) from None


class _Dask:
    """Workers of Dask; a task whose worker dies is given to another by Dask itself."""

    several = True  # results come as they are made

    def __init__(self, address: str) -> None:
        from distributed import Client

        self.client = Client(address, timeout=f"{WAIT}s", set_as_default=False)
        self.client.wait_for_workers(1, timeout=WAIT)

    @property
    def jobs(self) -> int:
        return max(sum(self.client.ncores().values()), 1)

    def lay(self, job: bytes) -> Any:
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
        return self.client.run(ask, *words, on_error="return")

    def close(self) -> None:
        self.client.close()


class _Ray:
    """Actors of Ray; joblib takes their results wave by wave, and ends them with its pool."""

    several = False

    def __init__(self, address: str | None) -> None:
        import ray
        from ray.util.joblib import register_ray

        self.ray = ray
        self._began = not ray.is_initialized()
        if self._began:
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        register_ray()

    @property
    def jobs(self) -> int:
        return max(int(self.ray.cluster_resources().get("CPU", 1)), 1)

    def lay(self, job: bytes) -> Any:
        """A reference to the job, by which a worker fetches it once."""
        return self.ray.put(job)

    def options(self) -> dict[str, Any]:
        return {"backend": "ray"}

    def on_each(self, ask: Callable[..., Any], *words: Any) -> dict[str, Any]:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

        nodes = [node for node in self.ray.nodes() if node["Alive"]]
        task = self.ray.remote(ask)
        found = {}
        for node in nodes:
            there = task.options(scheduling_strategy=On(node["NodeID"], soft=False))
            try:
                found[node["NodeManagerAddress"]] = self.ray.get(there.remote(*words))
            except self.ray.exceptions.RayError as error:
                found[node["NodeManagerAddress"]] = error
        return found

    def close(self) -> None:
        if self._began:
            self.ray.shutdown()


class ClusterPool:
    """Plays blocks on a cluster, as `simulate.run.pool.Pool` does on this machine.

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
        self._kept = ExitStack()
        self._parallel: Any = None
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
        while True:
            wave: Iterator[Block] = chain(again, blocks)
            if not self._there.several:
                wave = islice(wave, TASKS_AHEAD * self._jobs)
            sent: dict[Block, None] = {}
            again, met = [], False
            try:
                for block, result in self._results(wave, sent):
                    met = True
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
                met = True
                self._leave()
                why = f"the cluster lost them ({_line(error)})"
                for block in sent:
                    self._failed(block, self._player.failure(block, Failed(why)), tell=False)
                self._lost([*sent], f"games are gone: {why}")
                again += sent
            if not met and not again:
                return
            if self._there.several and not again:
                return

    def close(self) -> None:
        """Leave the cluster as it was; its workers go on."""
        self._leave()
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._there.close()

    def _leave(self) -> None:
        """End what joblib keeps between waves; the next wave begins anew."""
        self._parallel = None
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._kept.close()

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
        """What plays tasks.

        Where results come in waves joblib would start workers for each, and each worker loads the
        game: so they are kept until a wave fails or the run ends.
        """
        from joblib import Parallel, parallel_config

        if self._parallel is None:
            ahead = TASKS_AHEAD * self._jobs
            how = "generator_unordered" if self._there.several else "list"
            with parallel_config(**self._there.options(), n_jobs=self._jobs):
                parallel = Parallel(
                    return_as=how, batch_size=1, pre_dispatch=ahead, max_nbytes=None
                )
            if self._there.several:
                return parallel
            self._parallel = self._kept.enter_context(parallel)
        return self._parallel


_players: dict[str, BlockPlayer] = {}
_one_at_a_time = threading.Lock()  # a player has one table to play at


def play_far(mark: str, job: Any, sources: str, block: Block) -> tuple[Block, Done | Any]:
    """On a worker: play a block of a job, which is unpacked when it is new here.

    sources: of who asks; a worker with others would play another game, and says so.
    """
    with _one_at_a_time:
        if mark not in _players:
            unpacked: Job = pickle.loads(job if isinstance(job, bytes) else _fetched(job))
            if what := differs(sources, unpacked):
                return block, what
            _players.clear()
            _players[mark] = BlockPlayer(unpacked)
        return block, attempt(_players[mark], block)


def _fetched(job: Any) -> bytes:
    import ray

    return ray.get(job)


def sources_of(job: Job) -> str:
    """The mark of the sources that a job is played by."""
    from simulate.compiler.sources import source_hash

    return source_hash(job.table.rpartition(".")[2])


def differs(sources: str, job: Job) -> str:
    """Why this worker would play another game, or an empty string."""
    import platform

    mine = sources_of(job)
    if mine == sources:
        return ""
    return (
        f"worker {platform.node()} has other sources ({mine}) than this machine ({sources}); "
        "`simulate cluster-check` tells which workers do"
    )


def ask_worker(package: str) -> Mapping[str, str]:
    """On a worker: which version it has, and whether the game can be compiled there."""
    import importlib
    import platform
    import time
    from importlib.metadata import version

    from simulate.compiler.sources import source_hash

    began = time.monotonic()
    module = importlib.import_module(f"simulate.engine.{package}")
    ready = "loads it" if module.has_compiled() else "must compile it"
    return {
        "machine": platform.node(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("tiny-epic-balance", "numpy", "numba", "polars")},
        "sources": source_hash(package),
        "game": f"{ready} ({time.monotonic() - began:.1f} s)",
    }


def check(cluster: Cluster, package: str) -> tuple[Mapping[str, str], dict[str, Any]]:
    """What this machine has, and what each worker has; an exception where one cannot say."""
    there = cluster.open()
    try:
        return ask_worker(package), there.on_each(ask_worker, package)
    finally:
        there.close()


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:300]
