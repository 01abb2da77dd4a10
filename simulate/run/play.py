"""Play a plan with all its side runs.

The orchestration of a run, called by the command line and by `simulate.api`: the run itself
(`runner`), then robustness runs with other guesses and with another policy.  Each is a run folder
of its own.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulate import run, store
from simulate.core.errors import command
from simulate.experiment.plan import Plan, Playable
from simulate.experiment.stored_plan import PlanFromManifest, recorded
from simulate.run import journal, ladder
from simulate.run.progress import Progress
from simulate.run.side import guesses, second_opinion, shipped
from simulate.run.side.second_opinion import Asks
from simulate.run.workers.blocks import Counting
from simulate.run.workers.pool import kept_workers
from simulate.store.folders import JOURNAL, remove_unfinished

if TYPE_CHECKING:
    from analysis.study import Study

PART_OF_CARDS = 1 / 5  # of the time of a run's games, that packs of cards take (`card_sensitivity`)

# Hears of a run at a look: its folder, what is found, and where it may be shown.
Watch = Callable[[Path, "Study", Progress], None]


@kept_workers()
def play(
    plan: Playable,
    out: Path | None,
    jobs: int,
    *,
    quiet: bool = False,
    announce: Callable[[Path], None] | None = None,
    ours: bool = True,
    resume: bool = False,
    cluster: run.Cluster | None = None,
    goes_on: str | None = None,
    asks: Asks | None = None,
    watch: Watch | None = None,
) -> Path:
    """Play a plan into a folder and return it: as `simulate.run.execute`.

    With other guesses, where it asks for them, in a folder of that folder; with another player
    that is asked about what was found; and of a changed game the shipped one.
    asks: what is asked of another player, None for nothing.
    watch: hears at each look what is found, and where it may be shown.
    """
    side_runs = besides(plan)
    asks = asks if second_of(plan) else None
    folder = run.execute(
        plan,
        out,
        jobs,
        quiet=quiet,
        announce=announce,
        ours=ours,
        judge=partial(_open_cells, watch),
        counter=counter_of(plan),
        resume=resume,
        beside=side_runs,
        pending=asks is not None or _with_shipped(plan),
        cluster=cluster,
        goes_on=goes_on,
        after=_times_after(plan, asks) if watch is not None else 0.0,
    )
    of_run = command("run", "--resume", folder) if goes_on is None else goes_on
    played = store.open_run(folder)
    if asks is not None and (asked := asks(played)) is not None:
        side_runs = {**side_runs, store.PLAYERS: second_opinion.plan_of(played, asked)}
    if (of_shipped := shipped.beside(played, plan.pack.may_run_code)) is not None:
        side_runs = {**side_runs, store.SHIPPED: of_shipped}
    for name, beside in side_runs.items():
        try:
            play_beside(
                beside, folder / name, jobs, quiet=quiet, ours=ours, resume=resume,
                goes_on=of_run, cluster=cluster,
            )  # fmt: skip
        except run.Interrupted as stopped:
            raise run.Interrupted(str(stopped), folder) from None
    verb = plan.verb
    if verb == ladder.VERB:
        ladder.keep(folder, ladder.speeds(plan))
    run.is_finished(folder)
    return folder


def play_beside(
    plan: Playable,
    folder: Path,
    jobs: int,
    *,
    quiet: bool,
    goes_on: str,
    ours: bool = True,
    resume: bool = True,
    cluster: run.Cluster | None = None,
) -> None:
    """Play a side run into a folder of its run, with nothing beside it.

    resume: all of it may be played there, or a part.
    """
    if resume and is_finished(folder):
        same_as_stored(plan, folder)
        return
    again = resume and run.is_begun(folder)
    if resume and not again:
        remove_unfinished(folder)
    run.execute(
        plan,
        folder,
        jobs,
        quiet=quiet,
        ours=ours,
        turns=False,
        counter=counter_of(plan),
        resume=again,
        goes_on=goes_on,
        cluster=cluster,
    )


def play_on(plan: Playable, folder: Path, jobs: int, *, quiet: bool, goes_on: str) -> None:
    """Play a plan into a folder in which all of it may be played, or a part, or nothing yet.

    goes_on: as of `simulate.run.execute`.  Raises InputError where something else lies there.
    """
    if is_finished(folder):
        same_as_stored(plan, folder)
        return
    again = run.is_begun(folder)
    if not again:
        remove_unfinished(folder)
    play(plan, folder, jobs, quiet=quiet, resume=again, goes_on=goes_on)


def besides(plan: Playable) -> Mapping[str, Playable]:
    """What is played beside a run, by its folder.  Raises InputError where that cannot be."""
    if isinstance(plan, PlanFromManifest):
        return plan.beside
    assert isinstance(plan, Plan)
    plans = {}
    if plan.guesses:
        plans[store.GUESSES] = guesses.plan_of(plan, plan.guesses)
    if plan.confirm_with:
        second_opinion.check(plan, plan.confirm_with)
    return plans


def _with_shipped(plan: Playable) -> bool:
    """Whether the shipped game is played beside it."""
    if isinstance(plan, PlanFromManifest):
        return bool(plan.data.get("shipped"))
    assert isinstance(plan, Plan)
    return plan.shipped


def second_of(plan: Playable) -> str:
    """The second player of a plan, if any."""
    if isinstance(plan, PlanFromManifest):
        return str(plan.data.get("second", ""))
    assert isinstance(plan, Plan)
    return plan.second


def begun(folder: Path, allow_code: bool = False) -> PlanFromManifest:
    """What is to be played of a run that was cut short, as its journal says it.

    Of a finished one what was played.  Raises InputError where there is nothing to go on with.
    """
    if is_finished(folder):
        return PlanFromManifest(
            store.open_run(folder).manifest, str(folder / store.MANIFEST), allow_code
        )
    header, *_ = journal.read(folder)
    plan = recorded(header, folder, str(folder / JOURNAL), allow_code)
    for name in plan.beside:
        if (folder / name / JOURNAL).is_file():  # before a game of the run itself is played
            journal.read(folder / name)
    return plan


def is_finished(folder: Path) -> bool:
    """Whether nothing of a run is left to play, nor beside it."""
    return run.is_whole(folder) and not (folder / JOURNAL).is_file()


def same_as_stored(plan: Playable, folder: Path) -> None:
    """Raise InputError if a finished run has another plan, and name the difference."""
    ours = plan.manifest()
    stored = store.open_run(folder).manifest
    cells = [{key: each[key] for key in each if key != "games"} for each in stored["cells"]]
    begun = {key: value for key, value in stored.items() if key in ours} | {"cells": cells}
    if isinstance(plan, Plan):
        journal.check_same(folder, {"run": begun}, ours)


def counter_of(plan: Playable) -> Counting | None:
    """What adds up the games of a plan of which sums are kept; None where rows of all are."""
    if plan.keep == store.ALL:
        return None
    from analysis.data.counter import Counter

    return Counter


def _open_cells(
    watch: Watch | None, played: store.StoredRun, progress: Progress
) -> Mapping[int, int]:
    from analysis.conclusions.unsettled import open_cells
    from analysis.study import study

    told = study(played)
    open_ = open_cells(told)
    if watch is not None:
        watch(played.path, told, progress)
    return open_


def _times_after(plan: Playable, asks: Asks | None) -> float:
    """How long what is played beside a run may take, in times of its own games."""
    second = 1.0 if asks is not None else 0.0
    return second + (1.0 if _with_shipped(plan) else 0.0) + PART_OF_CARDS
