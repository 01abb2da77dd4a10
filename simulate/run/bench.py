"""How fast a game is played on this machine: `simulate doctor --bench`.

`python -m simulate.run.bench GAME` only gets the game ready to play; the bench runs it as a
process of its own, once with nothing compiled and once more.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simulate import store
from simulate.compiler.cache import HOME_VARIABLE
from simulate.core.errors import RunError
from simulate.pack import catalogue
from simulate.run import execute
from simulate.run.workers.blocks import LARGEST, Block, BlockPlayer, Kept, job_of
from simulate.store.folders import SCRATCH
from simulate.store.names import cell_folder

if TYPE_CHECKING:
    from simulate.experiment.plan import Plan

# Seconds that one measurement takes, and a whole run on one core: long and quick.
TRY, WHOLE = {False: 1.5, True: 0.2}, {False: 30.0, True: 1.0}
REPEATS = 3
MEASURED = 300
CPU, TICK = time.process_time, 1e-6


class Took(NamedTuple):
    """Seconds by the clock, and of processor time, which a busy machine hardly changes."""

    clock: float
    processor: float


@dataclass(frozen=True)
class Figures:
    """What was measured; None where the game does not tell.

    kernel, decisions: games and decisions in a second of processor time inside the compiled
    game; outside: share of the time of a block that is not spent there; one, every: games a
    second by the clock of whole runs on one core and on all.
    """

    cold: Took
    warm: Took
    kernel: float
    decisions: float | None
    candidates: float | None
    rows: float
    outside: float
    one: float
    every: float | None


def measure(game: str, jobs: int, quick: bool = False) -> str:
    """A markdown table of the speed of `game`, every factor at its usual level."""

    def plan_of(games: int) -> "Plan":
        return _plan(game, games)

    cold, warm = starts([sys.executable, "-P", "-m", "simulate.run.bench", game])
    return table(plan_of(1), figures(plan_of, jobs, quick, (cold, warm)), jobs)


def _plan(game: str, games: int) -> "Plan":
    from simulate.experiment import RunRequest, load
    from simulate.experiment.plan import build

    return build(load(RunRequest(game, games=str(games), plain=True), []))


def starts(command: list[str]) -> tuple[Took, Took]:
    """What it takes until a new process can play: with nothing compiled, and the next time."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, HOME_VARIABLE: cache}
        took = []
        for _ in range(2):
            start, before = time.perf_counter(), os.times()
            ended = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
            if ended.returncode:
                last = (ended.stderr.strip().splitlines() or ["no message"])[-1]
                raise RunError(f"the game cannot be made ready: {last}")
            spent = [a - b for a, b in zip(os.times()[2:4], before[2:4], strict=True)]
            took.append(Took(time.perf_counter() - start, sum(spent)))
    return took[0], took[1]


def figures(
    plan_of: Callable[[int], "Plan"],
    jobs: int,
    quick: bool,
    started: tuple[Took, Took],
    module: str | None = None,
) -> Figures:
    """Measure one core inside and outside the compiled game, then whole runs."""
    plan = plan_of(1)
    with tempfile.TemporaryDirectory() as folder:
        player = BlockPlayer(job_of(plan, Path(folder), module))
        player.compile()
        kernel, decisions = _kernel(player, quick)
        rows, outside = _logging(player, kernel, quick)
    games = max(int(kernel * WHOLE[quick]), 1)
    return Figures(
        *started,
        kernel=kernel,
        decisions=decisions,
        candidates=_candidates(player, kernel, quick),
        rows=rows,
        outside=outside,
        one=_whole(plan_of(games), 1, module),
        # In a short run the start of the processes is all that one would see.
        every=_whole(plan_of(games), jobs, module) if jobs > 1 and not quick else None,
    )


def _kernel(player: BlockPlayer, quick: bool) -> tuple[float, float | None]:
    """Games and decisions in a second of `play_block`, the median of a few tries."""
    table = player.table(0)
    count, seconds = 10, 0.0
    while seconds < TRY[quick] / 4:
        count *= 2
        seconds, _ = _timed(player.module.play_block, table, player.job.seed, 0, count, clock=CPU)
    speeds, decisions = [], []
    for number in range(REPEATS):
        work = (table, player.job.seed, number * count, count)
        seconds, (games, _) = _timed(player.module.play_block, *work, clock=CPU)
        speeds.append(count / seconds)
        if "decisions" in games:
            decisions.append(float(games["decisions"].sum()) / seconds)
    return statistics.median(speeds), statistics.median(decisions) if decisions else None


def _logging(player: BlockPlayer, kernel: float, quick: bool) -> tuple[float, float]:
    """Rows a second from arrays to Parquet files, and their share of a block's time.

    A game that takes long is played a few times only, and its rows are stored many times.
    """
    job, cell = player.job, 0
    assert job.folder is not None
    for kind in store.KINDS:
        (job.folder / cell_folder(kind, cell)).mkdir(parents=True)
    (job.folder / SCRATCH).mkdir()
    most = 1_000 if quick else LARGEST
    count = _so_many(most, kernel, quick)
    times = most // count
    speeds, shares = [], []
    for number in range(REPEATS + 1):
        block = Block(cell, number, number * most, count * times)
        work = (player.table(cell), job.seed, block.first, count)
        inside, arrays = _timed(player.module.play_block, *work)
        whole = tuple(_repeated(columns, times) for columns in arrays)
        outside, rows = _timed(_keep, player, block, whole, job.folder)
        shares.append(outside / (inside * times + outside))
        speeds.append(rows / outside)
    # The first block is a warm-up: it pays for imports.
    return statistics.median(speeds[1:]), statistics.median(shares[1:])


def _so_many(most: int, kernel: float, quick: bool) -> int:
    """Games that one measurement has time for, `most` at most."""
    return max(min(most, int(kernel * TRY[quick])), 1)


def _repeated(columns: dict[str, Any], times: int) -> dict[str, Any]:
    """The rows of `play_block` so many times over; texts are (codes, labels)."""

    def over(column: Any) -> Any:
        if isinstance(column, tuple):
            return (over(column[0]), column[1])
        return None if column is None else np.tile(column, times)

    return {name: over(column) for name, column in columns.items()}


def _keep(player: BlockPlayer, block: Block, arrays: Any, folder: Path) -> int:
    """Store what was played; how many rows that is."""
    kept = Kept(player.job, block)
    kept.add(*player.framed(block, arrays))
    for shard, data in (files := kept.files(None)):
        store.write_shard(folder, shard, data)
    return sum(shard.rows for shard, _ in files)


def _candidates(player: BlockPlayer, kernel: float, quick: bool) -> float | None:
    """Candidates a decision, when the table module counts them."""
    counter = getattr(player.module, "measure", None)
    if counter is None:
        return None
    counts = counter(player.table(0), player.job.seed, _so_many(MEASURED, kernel, quick))
    return float(counts["candidates"] / max(counts["decisions"], 1))


def _whole(plan: "Plan", jobs: int, module: str | None) -> float:
    """Games a second of a run from its first check to its manifest."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        execute(plan, Path(folder) / "run", jobs, quiet=True, table=module, turns=False)
        seconds = time.perf_counter() - start
    return plan.games * len(plan.cells) / seconds


def _timed(
    work: Callable[..., Any], *arguments: Any, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, Any]:
    start = clock()
    result = work(*arguments)
    return max(clock() - start, TICK), result


def table(plan: "Plan", figures: Figures, jobs: int) -> str:
    """The figures as a markdown table, with what was played above it."""
    from platform import python_version

    setting = ", ".join(f"{name} {_level(level)}" for name, level in plan.cells[0].setting.items())
    is_own = catalogue.own(plan.game) is not None
    first, played = ("check", "Python of the file") if is_own else ("compile", "compiled game")
    rows = [
        (f"{first}, first run", _took(figures.cold)),
        ("start, later runs", _took(figures.warm)),
        (f"games in a second of processor time, {played}", _number(figures.kernel)),
        ("games a second, whole run, one core", _number(figures.one)),
    ]
    if figures.every is not None:
        rows.append((f"games a second, whole run, {jobs} processes", _number(figures.every)))
        rows.append((f"{jobs} processes against one", f"{figures.every / figures.one:.2f} times"))
    if figures.decisions is not None:
        rows.append(("decisions in a second of processor time", _number(figures.decisions)))
    if figures.candidates is not None:
        rows.append(("candidates a decision", f"{figures.candidates:.1f}"))
    rows += [
        ("rows a second into Parquet files, one core", _number(figures.rows)),
        (f"share of time outside the {played}", f"{figures.outside:.1%}"),
    ]
    head = [
        f"{plan.facts.title}: {setting}",
        f"Python {python_version()}, {os.cpu_count()} cores; decisions with two candidates or more",
    ]
    lines = ["| measured | figure |", "|---|---|", *(f"| {what} | {n} |" for what, n in rows)]
    return "\n".join([*head, "", *lines]) + "\n"


def _level(level: object) -> str:
    """One level, or one for all seats when they are the same."""
    if isinstance(level, list | tuple) and level and all(other == level[0] for other in level):
        return str(level[0])
    return str(level)


def _took(seconds: Took) -> str:
    return f"{seconds.clock:.1f} s ({seconds.processor:.1f} s of processor time)"


def _number(value: float) -> str:
    return f"{value:,.0f}"


def main(game: str) -> None:
    """Get a game ready, and leave."""
    BlockPlayer(job_of(_plan(game, 1), Path())).compile()


if __name__ == "__main__":
    main(sys.argv[1])
