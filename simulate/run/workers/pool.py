"""A pool that plays blocks, in this process or in worker processes, in any order.

Called by `runner`; a cluster has the same interface.  A worker that dies has its blocks played
again.
"""

import errno
import os
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import chain
from typing import Any, Generic, TypeVar

from simulate.run.workers.blocks import (
    Block,
    Failed,
    GameFailed,
    PlayerLike,
    attempt,
    play_in_worker,
    start_worker,
    try_in_worker,
    wake_worker,
)
from simulate.run.workers.cleanup import SHARED, tidy
from simulate.run.workers.interrupt import InterruptHandler
from simulate.run.workers.job_file import hand, take_back

# Workers take more than half a second to start: a short run may be over by then.
ALONE_FIRST = 0.5
SHORT_RUN = 100_000
TASKS_AHEAD = 3
MOST_FAILURES = 3  # of one block, until the run stops
DIED = "the process that plays it dies, perhaps because memory runs out"
# What processes are started with.  They begin as `python -m` and `python -c`, which look for
# modules in the current folder first, a stranger's perhaps; and those that clean up after killed
# workers would report on stderr what they clean up after a run is cut short, and joblib in them
# that it can make no lock.
CHILDREN = {
    "PYTHONSAFEPATH": "1",
    "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning,"
    "ignore::UserWarning:joblib._multiprocessing_helpers",
}

Result = TypeVar("Result")

ALONE = (
    "no process can be started beside this one ({}), so this process plays alone, as with --jobs 1"
)

# Hears of blocks that failed or were lost with their process, and why; they are played again.
Lost = Callable[[list[Block], str], None]


_are_kept = False
_left = ExitStack()  # of pools whose workers are kept


@contextmanager
def kept_workers() -> Iterator[None]:
    """The processes that play are the same for all that is played inside; none outlives it.

    A process takes two seconds to start, of which most is to load what plays.
    """
    global _are_kept
    if _are_kept:
        yield
        return
    _are_kept = True
    try:
        yield
    finally:
        _are_kept = False
        end_workers()
        _left.close()


def end_workers() -> None:
    """End the processes that play, if there are any."""
    if "joblib.externals.loky" in sys.modules:
        from joblib.externals.loky import reusable_executor

        if reusable_executor._executor is not None:
            reusable_executor._executor.shutdown(wait=True, kill_workers=True)
        tidy()


class NoWorkers(Exception):
    """This machine lets no workers be started: no shared memory, too many files or processes."""


class _Waking:
    """Hears, beside what is played, when all workers have answered."""

    def __init__(self, answers: Iterator[Any]) -> None:
        self._thread = threading.Thread(target=self._hear, args=(answers,), daemon=True)
        self._thread.start()

    def _hear(self, answers: Iterator[Any]) -> None:
        with suppress(Exception):  # a worker that died: the blocks will show it
            for _ in answers:
                pass

    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def end(self) -> None:
        """Wait for those that are still to answer."""
        self._thread.join()


class Pool(Generic[Result]):
    """Plays blocks with `jobs` processes; with one job it starts none.

    A block that fails, or whose process dies, is played again, until it has failed three times.

    games: how many are to be played, about; a short run begins in this process.
    """

    def __init__(
        self,
        player: PlayerLike[Result],
        jobs: int,
        stop: InterruptHandler,
        games: int,
        lost: Lost = lambda *_: None,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._player = player
        self._jobs = jobs
        self._stop = stop
        self._lost = lost
        self._note = note
        self._failures: Counter[Block] = Counter()
        alone = ALONE_FIRST if games <= SHORT_RUN else -1.0
        self._waits = alone < 0
        self._alone_until = time.monotonic() + alone
        self._started = False
        self._waking: _Waking | None = None
        self._handed: Any = None
        self._kept = ExitStack()
        self._hook = threading.excepthook

    def play(self, blocks: Iterator[Block]) -> Iterator[tuple[Block, Result]]:
        """Blocks with their results as they come; workers start when there is work for them."""
        return self._stop.between(self._played(blocks))

    def _played(self, blocks: Iterator[Block]) -> Generator[tuple[Block, Result], None, None]:
        for block in blocks:
            if self._jobs > 1 and time.monotonic() > self._alone_until:
                left = chain([block], blocks)
                try:
                    if self._awake():
                        yield from self._in_workers(left)
                        return
                except NoWorkers as why:
                    self._tidy()
                    self._jobs = 1
                    self._note(ALONE.format(why))
            while isinstance(result := attempt(self._player, block), GameFailed):
                self._again(block, result)
            yield block, result

    def _awake(self) -> bool:
        """Whether the workers are there and have loaded what they play; the first call starts them.

        Until then this process plays, but of a long run.  Raises NoWorkers.
        """
        if self._waking is None:
            load_joblib()
            _try_lock()
            self._waking = _Waking(self._results_of_waking())
            if self._waits:
                self._waking.end()
        return self._waking.is_done()

    def _results_of_waking(self) -> Iterator[Any]:
        from joblib import delayed

        with _starting():
            parallel = self._parallel(self._jobs)
            with self._stop.workers_start():
                woken: Iterator[Any] = parallel(
                    delayed(wake_worker)(self._handed) for _ in range(self._jobs)
                )
        return woken

    def close(self) -> None:
        """End the workers, unless they are kept for what is played next."""
        if not self._started:
            return
        if _are_kept and not self._stop.pressed:
            if self._waking is not None:
                self._waking.end()
            take_back(self._handed)
            self._started = False
            _left.enter_context(self._kept.pop_all())
            threading.excepthook = self._hook
        else:
            end_workers()
            self._tidy()

    def _tidy(self) -> None:
        """Leave all as it was before workers were to start."""
        take_back(self._handed)
        tidy()
        threading.excepthook = self._hook
        self._kept.close()
        self._started = False

    def _again(self, block: Block, failed: GameFailed) -> None:
        """The block is played again, or the run stops."""
        self._failures[block] += 1
        if self._failures[block] >= MOST_FAILURES:
            raise failed
        self._lost([block], str(failed))

    def _in_workers(self, blocks: Iterator[Block]) -> Iterator[tuple[Block, Result]]:
        """Results of all blocks, though workers die and blocks fail."""
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        waiting: list[Block] = []
        while True:
            # A worker's death takes along all that was sent to any of them.  What was lost twice
            # is played by itself: so it shows which it is.
            alone = [block for block in waiting if self._failures[block] + 1 == MOST_FAILURES][:1]
            batch = iter(alone) if alone else chain(waiting, blocks)
            waiting = [block for block in waiting if alone and block not in alone]
            sent: dict[Block, None] = {}
            try:
                for block, result in self._results(play_in_worker, batch, sent, bool(alone)):
                    del sent[block]
                    if isinstance(result, GameFailed):
                        self._again(block, result)
                        waiting.append(block)
                    else:
                        yield block, result
            except TerminatedWorkerError:
                self._died([*sent])
                waiting += sent
            if not waiting and not alone:
                return

    def _died(self, blocks: list[Block]) -> None:
        """A worker died that had some of these; a single one was alone with it."""
        for block in blocks:
            self._failures[block] += 1
            if self._failures[block] >= MOST_FAILURES:
                raise self._player.failure(block, Failed(DIED, self._deadly(block)))
        self._lost(blocks, "a worker process was killed or died, perhaps because memory ran out")

    def _deadly(self, block: Block) -> int | None:
        """Halve a block that its process does not survive, until one game is left."""
        first, count = block.first, block.count
        while count > 1:
            half = count // 2
            if self._dies(replace(block, first=first, count=half)):
                count = half
            else:
                first, count = first + half, count - half
        return first if self._dies(replace(block, first=first, count=1)) else None

    def _dies(self, block: Block) -> bool:
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        try:
            [*self._results(try_in_worker, [block], {}, alone=True)]
        except TerminatedWorkerError:
            return True
        return False

    def _results(
        self,
        work: Callable[[Any, Block], Any],
        blocks: Iterable[Block],
        sent: dict[Block, None],
        alone: bool,
    ) -> Iterator[Any]:
        """What workers return of blocks; `sent` gets each that was taken, `alone` one at a time."""
        results = None
        try:
            with _starting():
                parallel = self._parallel(1 if alone else TASKS_AHEAD * self._jobs)
                with self._stop.workers_start():  # a stop is raised at its end: keep them before
                    results = parallel(_tasks(work, self._handed, blocks, sent))
            yield from results
        finally:
            if results is not None:
                _drop(results)

    def _parallel(self, ahead: int) -> Any:
        if not self._started:
            self._kept.enter_context(_for_children())
            with self._stop.workers_start():
                _start_trackers()
            self._handed = hand(self._player.job)
            threading.excepthook = self._muffled
            self._started = True
        from joblib import Parallel

        return Parallel(
            n_jobs=self._jobs,
            backend="loky",
            return_as="generator_unordered",
            batch_size=1,
            pre_dispatch=ahead,
            max_nbytes=None,
            initializer=start_worker,
            initargs=(os.getpid(),),
        )

    def _muffled(self, failure: threading.ExceptHookArgs) -> None:
        """Report failures of threads, but not those of loky's manager.

        Workers that are killed while the manager feeds one leave it with a task that is no
        longer there; its traceback would stand above the one message of the run.
        """
        if failure.thread is None or failure.thread.name != "ExecutorManagerThread":
            self._hook(failure)


def load_joblib() -> None:
    """Load it without a word: it warns where it can make no lock, which `Pool` says better."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import joblib  # noqa: F401
    # A run that is stopped while its workers wake up cancels that, which is what is wanted.
    warnings.filterwarnings("ignore", "[0-9]+ tasks which were still", UserWarning)


def _try_lock() -> None:
    """Make a lock that processes could share, and let it go.  Raises NoWorkers where none can be.

    joblib would play in threads then, which a game is not made for.
    """
    from multiprocessing import get_context

    try:
        get_context(None if os.name == "nt" else "fork").Lock()
    except (OSError, ImportError) as error:
        raise NoWorkers(_why(error)) from error


@contextmanager
def _starting() -> Iterator[None]:
    """Raises NoWorkers where the system lets none be started."""
    try:
        yield
    except OSError as error:
        raise NoWorkers(_why(error)) from error


def _why(error: OSError | ImportError) -> str:
    """What the system says; locks lie in shared memory, and it does not say so."""
    said = getattr(error, "strerror", None) or str(error)
    of_locks = getattr(error, "errno", None) in (errno.EROFS, errno.ENOSPC, errno.EACCES)
    return f"{SHARED}: {said}" if of_locks else said


def _drop(results: Any) -> None:
    with warnings.catch_warnings():
        # joblib warns that unfinished tasks are cancelled; that is what is wanted.
        warnings.simplefilter("ignore")
        results.close()


@contextmanager
def _for_children() -> Iterator[None]:
    """While workers may start (a dead one is replaced at any time) they find `CHILDREN`."""
    before = {name: os.environ.get(name) for name in CHILDREN}
    os.environ.update(CHILDREN)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _start_trackers() -> None:
    """Start the processes that clean up after killed workers, before any worker.

    Their start would unblock Ctrl-C.
    """
    from multiprocessing import resource_tracker as standard

    from joblib.externals.loky.backend import resource_tracker as loky

    standard.ensure_running()
    loky.ensure_running()


def _tasks(
    work: Callable[[Any, Block], Any], job: Any, blocks: Iterable[Block], sent: dict[Block, None]
) -> Iterator[Any]:
    from joblib import delayed

    task = delayed(work)
    for block in blocks:
        sent[block] = None
        yield task(job, block)
