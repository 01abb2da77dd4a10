"""Blocks go in, results come out, in any order: in this process or in worker processes."""

import os
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

from simulate.run.blocks import Block, Done, Player, play_in_worker, start_worker
from simulate.run.interrupt import Presses

# Workers take more than half a second to start: a short run may be over by then.
ALONE_FIRST = 0.5
SHORT_RUN = 100_000
TASKS_AHEAD = 3


class Pool:
    """Plays blocks with `jobs` processes; with one job it starts none.

    games: how many are to be played, about; a short run begins in this process.
    """

    def __init__(self, player: Player, jobs: int, stop: Presses, games: int) -> None:
        self._player = player
        self._jobs = jobs
        self._stop = stop
        alone = ALONE_FIRST if games <= SHORT_RUN else -1.0
        self._alone_until = time.monotonic() + alone
        self._parallel: Any = None
        self._hook = threading.excepthook

    def play(self, blocks: Iterator[Block]) -> Iterator[tuple[Block, Done]]:
        """Blocks with their results as they come; workers start when there is work for them."""
        for block in blocks:
            if self._jobs > 1 and time.monotonic() > self._alone_until:
                yield from self._in_workers(block, blocks)
                return
            yield block, self._player.play(block)

    def close(self) -> None:
        """End the workers; none outlives the run."""
        if self._parallel is not None:
            from joblib.externals.loky import get_reusable_executor

            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)
            threading.excepthook = self._hook
            self._parallel = None

    def _in_workers(self, first: Block, rest: Iterator[Block]) -> Iterator[tuple[Block, Done]]:
        if self._parallel is None:
            self._start()
        results = None
        try:
            with self._stop.workers_start():
                results = self._parallel(_tasks(first, rest))
            yield from results
        finally:
            if results is not None:
                _drop(results)

    def _start(self) -> None:
        from joblib import Parallel

        _start_trackers()
        threading.excepthook = self._muffled
        self._parallel = Parallel(
            n_jobs=self._jobs,
            backend="loky",
            return_as="generator_unordered",
            batch_size=1,
            pre_dispatch=TASKS_AHEAD * self._jobs,
            max_nbytes=None,
            initializer=start_worker,
            initargs=(self._player.job, os.getpid()),
        )

    def _muffled(self, failure: threading.ExceptHookArgs) -> None:
        """Report failures of threads, but not those of loky's manager.

        Workers that are killed while the manager feeds one leave it with a task that is no
        longer there; its traceback would stand above the one message of the run.
        """
        if failure.thread is None or failure.thread.name != "ExecutorManagerThread":
            self._hook(failure)


def _drop(results: Any) -> None:
    with warnings.catch_warnings():
        # joblib warns that unfinished tasks are cancelled; that is what is wanted.
        warnings.simplefilter("ignore")
        results.close()


def _start_trackers() -> None:
    """Start the processes that clean up after killed workers, before any worker.

    Their start would unblock Ctrl-C, and they would report on stderr what they clean up
    after a run is cut short.
    """
    from multiprocessing import resource_tracker as standard

    from joblib.externals.loky.backend import resource_tracker as loky

    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker:UserWarning"
    try:
        standard.ensure_running()
        loky.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def _tasks(first: Block, rest: Iterator[Block]) -> Iterator[Any]:
    from joblib import delayed

    task = delayed(play_in_worker)
    yield task(first)
    for block in rest:
        yield task(block)
