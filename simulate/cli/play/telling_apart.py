"""`simulate compare --apart`: which of several changes did it?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.cli.play.comparing import NAME, opened, out_problems, report_of, write
from simulate.cli.play.playing import read_jobs
from simulate.cli.shared.amounts import duration
from simulate.cli.shared.answer import PLANNED, answer
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem, command
from simulate.core.options import DEFAULT_GAMES, Given
from simulate.experiment.plan import Playable
from simulate.experiment.stored_plan import PlanFromManifest, made_by_others
from simulate.search.attribution import Attributing, ChangesApart, changes_apart
from simulate.search.checkpoint import SearchCheckpoint
from simulate.store import MANIFEST, OUTCOMES


@dataclass(frozen=True)
class ApartOptions(Given):
    """Options beside two finished runs, as typed."""

    jobs: str | None = None
    out: str | None = None
    allow_code: bool = False
    check: bool = False
    quiet: bool = False
    as_json: bool = False


def of_plans(before: Playable, after: Playable, allow_code: bool) -> ChangesApart:
    """What tells the changes between two plans apart, checked.  Raises InputError."""
    most = min(after.games, DEFAULT_GAMES)
    return changes_apart(before, after, most=most, precision=after.precision,
                         allow_code=allow_code)  # fmt: skip


def added(
    report: dict[str, Any], apart: ChangesApart, jobs: int, quiet: bool,
    kept: SearchCheckpoint | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The report of a comparison with what each change does; kept: where its games are kept."""
    from reports.comparison.apart import with_apart

    if not quiet:
        tell(f"Which change did it: {foretold(apart)} ...")
    attributing = Attributing(apart, jobs, quiet=quiet, kept=kept)
    found = attributing.play()
    if kept is not None:
        attributing.trial.write(kept.folder / OUTCOMES / "1")
    return with_apart(report, found, str(apart.plan.facts.options))


def foretold(apart: ChangesApart) -> str:
    """How much is played: "7 variants of 3 changes, at most 320,000 games"."""
    pairs = f"; then {len(apart.pairs)} pairs, if they do not add up" if apart.pairs else ""
    what = f"{len(apart.main)} variants of {len(apart.changes)} changes"
    return f"{what}, at most {apart.most_games:,} games{pairs}"


def of_runs_apart(before: str, after: str, options: ApartOptions) -> Path:
    """The page of the comparison of two runs, and which of the changes between them did it.

    What differs is played again, by the packs of their manifests, on the luck of the first.
    """
    runs, apart, jobs = _ready(before, after, options)
    given = ["--apart", *(["--out", options.out] if options.out is not None else [])]
    given += ["--check"] if options.check else []
    again = command(NAME, before, after, *given)
    report = report_of((before, after), runs, again, options.check)
    return write(added(report, apart, jobs, options.quiet), options.out)


def foretold_of_runs(before: str, after: str, options: ApartOptions) -> None:
    """Say how much that would be, and play nothing."""

    def data() -> dict[str, Any]:
        _, apart, jobs = _ready(before, after, options)
        seconds = apart.most_games / run.probe(apart.plan, jobs)[0]
        games = {"cells": len(apart.plan.cells), "games": apart.most_games, "seconds": seconds}
        return {"status": PLANNED, "expected": games | {"bytes": 0.0, "beside": [foretold(apart)]}}

    from simulate import run

    if options.as_json:
        answer(NAME, data)
        return
    expected = data()["expected"]
    show(f"apart   {expected['beside'][0]}", f"time    at most {duration(expected['seconds'])}")


def _ready(before: str, after: str, options: ApartOptions) -> tuple[list[Any], ChangesApart, int]:
    problems = out_problems(options.out)
    jobs = read_jobs(options.jobs, problems)
    runs = [opened(name, problems) for name in (before, after)]
    if problems:
        raise InputError(problems)
    first, second = (PlanFromManifest(run.manifest, str(run.path / MANIFEST), options.allow_code)
                     for run in runs)  # fmt: skip
    if first.game != second.game:
        what = f"this is a run of {second.game}, and {before} is one of {first.game}"
        raise InputError([Problem(after, f"{what}; only runs of one game can be compared")])
    if note := made_by_others(first):
        tell(f"note: {note}")
    return runs, of_plans(first, second, options.allow_code), jobs
