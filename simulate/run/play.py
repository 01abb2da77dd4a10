"""Play a plan with all its side runs.

The orchestration of a run, called by the command line and by `simulate.api`: the run itself
(`runner`), then robustness runs with other guesses and with another policy.  Each is a run folder
of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate import run, store
from simulate.core.errors import command
from simulate.experiment.plan import Plan, Playable
from simulate.experiment.stored_plan import PlanFromManifest, recorded
from simulate.pack import catalogue
from simulate.run import journal, ladder
from simulate.run.progress import Progress
from simulate.run.side import guesses, second_opinion, shipped
from simulate.run.side.partner import Partner
from simulate.run.side.second_opinion import Asks
from simulate.run.workers.blocks import Counting
from simulate.run.workers.pool import kept_workers
from simulate.store.folders import JOURNAL, remove_unfinished

if TYPE_CHECKING:
    from analysis.study import Study

# Of the time of a run's games, what is tried with cards takes so much: `card_sensitivity`, and in
# own games `ablation` and `feel`.
PART_OF_CARDS, PART_OF_OWN_CARDS = 1 / 5, 1.5

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
    judge: run.Judge | None = None,
    partner: Partner | None = None,
) -> Path:
    """Play a plan into a folder and return it: as `simulate.run.execute`.

    With other guesses, where it asks for them, in a folder of that folder; with another player
    that is asked about what was found; and of a changed game the shipped one.
    asks: what is asked of another player, None for nothing.
    watch: hears at each look what is found, and where it may be shown.
    judge: who says where it plays on; None for what is found.
    partner: what it is compared with, and played in step with; of a changed game the shipped one.
    """
    side_runs = besides(plan)
    asks = asks if second_of(plan) else None
    step = partial(play_beside, jobs=jobs, quiet=quiet, ours=ours, resume=resume, cluster=cluster)
    beside = _Beside(plan, step, goes_on, partner, watch)
    folder = run.execute(
        plan,
        out,
        jobs,
        quiet=quiet,
        announce=announce,
        ours=ours,
        judge=judge or beside.open_cells,
        counter=counter_of(plan),
        resume=resume,
        beside=side_runs,
        pending=asks is not None or partner is not None or _with_shipped(plan),
        cluster=cluster,
        goes_on=goes_on,
        after=_times_after(plan, asks) if watch is not None else 0.0,
    )
    played = store.open_run(folder)
    if asks is not None and (asked := asks(played)) is not None:
        of_second = second_opinion.plan_of(played, asked)
        of_second = second_opinion.with_duel(of_second, played, asked)
        side_runs = {**side_runs, store.PLAYERS: of_second}
    try:
        beside.play(played, side_runs)
    except run.Interrupted as stopped:
        raise run.Interrupted(str(stopped), folder) from None
    verb = plan.verb
    if verb == ladder.VERB:
        ladder.keep(folder, ladder.speeds(plan))
    run.is_finished(folder)
    return folder


@dataclass(frozen=True)
class _Beside:
    """What is played beside a run; step: `play_beside`, but for what says how to go on."""

    plan: Playable
    step: Callable[..., None]
    goes_on: str | None
    partner: Partner | None
    watch: Watch | None

    def open_cells(self, played: store.StoredRun, progress: Progress) -> Mapping[int, int]:
        """Where a run that stops when all is settled plays on."""
        open_ = _open_cells(self.watch, played, progress)
        other = None if open_ else self._in_step(played.path)
        return open_ if other is None else other.open_cells(played, progress)

    def play(self, played: store.StoredRun, side_runs: Mapping[str, Playable]) -> None:
        """All of it, once the games of the run are played."""
        folder, other = played.path, self._in_step(played.path)
        for name, plan in side_runs.items():
            self._step(folder)(plan, folder / name)
        if other is not None:
            other.end(played)
        elif of_shipped := shipped.beside(played, self.plan.pack.may_run_code):
            self._step(folder)(of_shipped, folder / store.SHIPPED)

    def _in_step(self, folder: Path) -> Partner | None:
        """What is played in step with the run: what was named, or of a changed game the shipped."""
        step = partial(self._step(folder), resume=True)
        return self.partner or shipped.partner(self.plan, folder / store.SHIPPED, step)

    def _step(self, folder: Path) -> "partial[None]":
        resumed = command("run", "--resume", folder) if self.goes_on is None else self.goes_on
        return partial(self.step, goes_on=resumed)


def play_beside(
    plan: Playable,
    folder: Path,
    *,
    jobs: int,
    quiet: bool,
    goes_on: str,
    ours: bool = True,
    resume: bool = True,
    cluster: run.Cluster | None = None,
    judge: run.Judge | None = None,
) -> None:
    """Play a side run into a folder of its run, with nothing beside it.

    resume: all of it may be played there, or a part.  judge: who says where it plays on, if it
    stops when all is settled.
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
        judge=judge,
        turns=False,
        counter=counter_of(plan),
        resume=again,
        goes_on=goes_on,
        cluster=cluster,
    )


def play_on(
    plan: Playable,
    folder: Path,
    *,
    jobs: int,
    quiet: bool,
    goes_on: str,
    judge: run.Judge | None = None,
    partner: Partner | None = None,
) -> None:
    """Play a plan into a folder in which all of it may be played, or a part, or nothing yet.

    goes_on, judge, partner: as of `play`.  Raises InputError where something else lies there.
    """
    if is_finished(folder):
        same_as_stored(plan, folder)
        return
    again = run.is_begun(folder)
    if not again:
        remove_unfinished(folder)
    play(
        plan, folder, jobs, quiet=quiet, resume=again, goes_on=goes_on, judge=judge,
        partner=partner,
    )  # fmt: skip


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
    ours, stored = _without_games(plan.manifest()), store.open_run(folder).manifest
    begun = _without_games({key: value for key, value in stored.items() if key in ours})
    journal.check_same(folder, {"run": begun}, ours)


def _without_games(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The same whatever was played of it."""
    cells = [{key: each[key] for key in each if key != "games"} for each in manifest["cells"]]
    return {**manifest, "cells": cells}


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
    cards = PART_OF_CARDS if catalogue.own(plan.game) is None else PART_OF_OWN_CARDS
    return second + (1.0 if _with_shipped(plan) else 0.0) + cards
