"""`simulate run`, `simulate ladder` and `simulate report`.

`commands` calls one function for each command.  Everything heavy is imported inside it, so that
`--help` stays quick.  What a run does stands in `simulate.run`; here options are read, refused
all at once, and turned into a plan, and what was found is printed.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from simulate.cli.shared.amounts import amount
from simulate.cli.shared.answer import PLANNED, answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import memory
from simulate.core.options import AUTO, JOBS_VARIABLE, Given
from simulate.core.text.validate import literal
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, Playable, allowed, build
from simulate.experiment.request import read_value
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack.text.document import nearest_file

if TYPE_CHECKING:
    from analysis.conclusions.players.policy_robustness import OpinionPlan
    from simulate import store
    from simulate.run.workers.cluster import Cluster

LADDER = "ladder"
MOST_JOBS = 1024
P = TypeVar("P", Plan, PlanFromManifest)


@dataclass(frozen=True)
class RunOptions(Given):
    """Options of `simulate run` and `simulate ladder` that no experiment file has, as typed."""

    jobs: str | None = None
    out: str | None = None
    dry_run: bool = False
    allow_code: bool = False
    as_json: bool = False
    quiet: bool = False
    check: bool = False
    resume: str | None = None
    verb: str = "run"
    cluster: str | None = None
    again: str | None = None
    open: bool = False


def run_command(request: RunRequest, options: RunOptions) -> int | None:
    """Check everything, play, write the report, print what was found.

    With `check` the exit code says whether all that is expected is met.
    """
    if options.as_json:
        page = answer(options.verb, lambda: _answer(request, options))["paths"].get("report")
    else:
        page = _told(request, options)
    open_page(Path(page) if page else None, options.open)
    return _checked(Path(page)) if options.check and page else None


def _told(request: RunRequest, options: RunOptions) -> Path | None:
    """The page of a run that was played, after what was found."""
    plan, jobs = prepared(request, options)
    options = _placed(plan, request, options)
    if options.dry_run:
        _tell_notes(plan, options)
        from simulate.cli.play.dry_run import print_foretold

        print_foretold(plan, _place(plan, options), jobs)
        return None
    return _show_findings(_played(plan, jobs, options))


def _answer(request: RunRequest, options: RunOptions) -> dict[str, Any]:
    """The same for `--json`, to be printed as one document."""
    plan, jobs = prepared(request, options)
    options = _placed(plan, request, options)
    if options.dry_run:
        from simulate.cli.play.dry_run import Foretold
        from simulate.cli.shared.merged import merged

        expected = Foretold(plan, jobs).data()
        paths = {"run": str(_place(plan, options))}
        document: dict[str, Any] = {"status": PLANNED, "paths": paths, "expected": expected}
        if isinstance(plan, Plan):
            document["experiment"] = merged(plan.experiment, request, jobs, options.jobs)
    else:
        folder = _played(plan, jobs, options)
        page = _report_of(folder)
        document = of_report(page)
        document["paths"]["run"] = str(folder)
    return document | {"notes": [note.removeprefix("note: ") for note in plan.notes]}


def _played(plan: Playable, jobs: int, options: RunOptions) -> Path:
    from simulate import store
    from simulate.cli.play.card_packs import try_cards
    from simulate.cli.play.live import LiveFindings
    from simulate.cli.play.people import keep_people, sheet_read
    from simulate.run import Interrupted
    from simulate.run.play import play, same_as_stored
    from simulate.run.workers.pool import kept_workers

    if options.resume is not None and not _is_unfinished(Path(options.resume)):
        same_as_stored(plan, Path(options.resume))
        store.verify(Path(options.resume))
        tell("This run is finished: there is nothing left to play.")
        return Path(options.resume)
    people = sheet_read(plan)
    _tell_notes(plan, options)

    def announce(folder: Path) -> None:
        if not options.quiet:
            tell(announcement(plan, folder, jobs, options.cluster))
            tell_price(plan)
        _begin_module(plan)

    place = options.out if options.resume is None else options.resume
    out, again = Path(place) if place is not None else None, options.resume is not None
    try:
        with kept_workers():
            folder = play(
                plan,
                out,
                jobs,
                quiet=options.quiet,
                announce=announce,
                resume=again,
                cluster=cluster_of(options.cluster),
                asks=asks,
                watch=LiveFindings(),
            )
            if again:  # somebody may have made what lay there
                store.verify(folder)
            jobs = jobs_here(jobs, options.cluster)
            try_cards(plan, folder, jobs, quiet=options.quiet)
            keep_people(people, plan, folder, jobs, quiet=options.quiet)
        return folder
    except Interrupted as stopped:
        if stopped.path is not None:
            tell(f"Report so far: {_report_of(stopped.path)}")
        raise


def _begin_module(plan: Playable) -> None:
    """Let what a page plays be made meanwhile, where the report plays (`reports.run.what_if`)."""
    from simulate.portable.offered import offered

    if any(offered(plan)):
        from simulate.portable.maker import begin

        begin(plan.game)


def asks(played: "store.StoredRun") -> "OpinionPlan | None":
    """What a second player is asked about a run."""
    from reports.findings.policy_robustness import asked  # which loads all that makes a report

    return asked(played)


def cluster_of(address: str | None) -> "Cluster | None":
    """Where games are played; None on this machine."""
    from simulate.run.workers.cluster import Cluster

    return None if address is None else Cluster(address)


def jobs_here(jobs: int, cluster: str | None) -> int:
    """Processes of this machine, where the games themselves are played on a cluster."""
    from simulate import run

    return jobs if cluster is None else run.default_jobs()


def _is_unfinished(folder: Path) -> bool:
    """Whether there is anything of a run to go on with; InputError where it is no run at all."""
    from simulate import store
    from simulate.store.folders import JOURNAL

    if (folder / JOURNAL).is_file():
        return True
    return bool(store.open_run(folder).manifest["status"] != "complete")


def _tell_notes(plan: Playable, options: RunOptions) -> None:
    for note in () if options.quiet else plan.notes:
        tell(note)


def _placed(plan: Playable, request: RunRequest, options: RunOptions) -> RunOptions:
    """The options with the folder of the run, where runs of this folder are numbered elsewhere."""
    from simulate.store import folders

    root = request.usual.root
    if not root or options.out is not None or options.resume is not None:
        return options
    return replace(options, out=str(folders.next_folder(plan.name, Path(root))))


def _place(plan: Playable, options: RunOptions) -> Path:
    """Where the run would be."""
    from simulate.store import folders

    return Path(options.out) if options.out is not None else folders.next_folder(plan.name)


def prepared(request: RunRequest, options: RunOptions) -> tuple[Playable, int]:
    """What is to be played and with how many processes; all is checked, nothing written."""
    from simulate.run.play import begun, besides

    problems: list[Problem] = []
    is_local = options.cluster is None
    jobs = read_jobs(options.jobs, problems, is_local)
    if options.jobs is None and not is_local:
        jobs = MOST_JOBS  # all that the cluster has
    if options.resume is not None:
        problems += _not_again(options)
        if request.target is None and request.pack is None and request != RunRequest():
            what = "give it alone, or with the whole command that began the run"
            problems.append(Problem("--resume", f"the run stores what it plays; {what}"))
            raise InputError(problems)
        if request == RunRequest():
            if problems:
                raise InputError(problems)
            again = begun(Path(options.resume), options.allow_code)
            if request.usual.jobs and not options.quiet:
                tell(f"note: from {request.usual.shown}: jobs {jobs}")
            return _to_check(again, _expects(again), options), jobs
    elif options.out is not None:
        problems += out_problems(options.out)
    elif not options.dry_run:
        problems += usual_place_problems(request.usual.root)
    if options.again is not None:
        from simulate.cli.play.replication import plan_again

        again = plan_again(request, options.again, options.allow_code, problems)
        return _to_check(again, _expects(again), options), jobs
    if options.verb == LADDER:
        from simulate.run import ladder

        return ladder.plan_of(load(ladder.asked(request), problems), options.allow_code), jobs
    experiment = load(request, problems)
    asks = any(expect.check for expect in experiment.expects)
    plan = allowed(_to_check(build(experiment), asks, options), options.allow_code)
    besides(plan)
    return plan, jobs


def _to_check(plan: P, expects: bool, options: RunOptions) -> P:
    """The plan, where what is to be checked is played."""
    if options.check and not expects:
        what = "there is nothing to check: no [[target]] with `check = true` is played"
        raise InputError([Problem("--check", what)])
    return plan


def _expects(plan: PlanFromManifest) -> bool:
    """Whether a run has anything to check."""
    return any(one.get("check", True) for one in plan.data.get("expect", ()))


def _not_again(options: RunOptions) -> list[Problem]:
    """Options that do not go with a run that is gone on with, and a folder that is none."""
    from simulate.store import folders

    folder = Path(options.resume or "")
    if folders.whole_of(folder) != folder:
        what = f"this folder holds games of a search; continue it with `{folders.goes_on(folder)}`"
        return [Problem(str(folder), what)]
    given = {f"--out {options.out}": options.out, "--dry-run": options.dry_run or None}
    what = "a run goes on in its own folder, so this does not go with --resume"
    return [Problem(typed, what) for typed, value in given.items() if value is not None]


def _checked(page: Path) -> int | None:
    """The exit code of what is expected: a miss for certain comes before what is not known."""
    from reports.page.render import DATA, read
    from simulate.cli.shared.codes import MISSED, OPEN

    expectations = read(page.with_name(DATA))["expectations"]
    given = {one["verdict"] for one in expectations if one.get("check", True)}
    return MISSED if "missed" in given else OPEN if given != {"met"} else None


def read_jobs(text: str | None, problems: list[Problem], is_local: bool = True) -> int:
    """How many processes; what is wrong with the option goes to `problems`.

    is_local: they are processes of this machine, which must have the memory for them (InputError).
    """
    from simulate import run

    shown = f"--jobs {text}"
    if text is None and (text := os.environ.get(JOBS_VARIABLE) or None):
        shown = f"{JOBS_VARIABLE}={text}"
    if text is None or text.strip() == AUTO:
        return run.default_jobs()
    jobs = read_value(text)
    if isinstance(jobs, int) and not isinstance(jobs, bool) and 1 <= jobs <= MOST_JOBS:
        if is_local:
            memory.check(jobs)
        return jobs
    what = f"must be a whole number from 1 to {MOST_JOBS}, or {AUTO} (found {literal(jobs)})"
    problems.append(Problem(shown, what))
    return 1


def out_problems(out: str) -> list[Problem]:
    from simulate.store import folders

    if not out.strip():
        return [Problem("--out ''", "needs the name of a new or empty folder")]
    try:
        return folders.out_problems(Path(out))
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        return [Problem(f"--out {out}", f"cannot be used: {what.lower()}")]


def usual_place_problems(root: str = "") -> list[Problem]:
    """Why no run can be made where runs go when no folder is named; root: that of this folder."""
    from simulate.store import folders

    if root:
        return folders.usual_problems(Path(root))
    what = "without --out a run goes into `runs/` in this folder; name another with --out FOLDER"
    return [Problem("runs", f"{p.what}; {what}") for p in folders.usual_problems()]


def tell_price(plan: Playable, sides: int = 1) -> None:
    """Print the cost of the second player, if there is one; sides: 2 for a comparison."""
    from simulate.cli.play.second_opinion import price

    if text := price(plan, sides):
        tell(text)


def announcement(plan: Playable, folder: Path, jobs: int, cluster: str | None = None) -> str:
    workers = "1 process" if jobs == 1 else f"{jobs} processes"
    if cluster is not None:
        workers = f"the cluster {cluster}"
    return f"{plan.facts.title}: {amount(plan)}, seed {plan.seed}, {workers}, into {folder}"


def _show_findings(folder: Path) -> Path:
    """Findings and a small table, then the path of the report as the last line."""
    from reports.page.render import summary

    page = _report_of(folder)
    show(*summary(folder).rstrip("\n").split("\n"), "", str(page))
    return page


def _report_of(folder: Path) -> Path:
    """Write the report of a run whose games are finished; the page's path."""
    from reports.page.render import write_report

    try:
        return write_report(folder)
    except InputError:
        raise
    except KeyboardInterrupt:
        message = (
            f"interrupted; the games are finished, `{command('report', folder)}` writes the report"
        )
        tell(message)
        raise KeyboardInterrupt(message) from None
    except Exception as error:
        raise RunError(
            f"the games are finished and kept in {folder}, but the report could not be written "
            f"({type(error).__name__}: {error}); try again with `{command('report', folder)}`"
        ) from error


def report_command(folder: str, is_opened: bool = False, one_page: bool = False) -> None:
    """Write the report of a run again, and its one side of A4; the path is the last line."""
    from simulate import store
    from simulate.store import folders

    path = Path(folder)
    if not path.exists():
        raise InputError([Problem(folder, f"there is no such run{nearest_file(path)}")])
    if problems := folders.write_problems(path) if path.is_dir() else []:
        hint = "a copy of it can be written to; `simulate export RUN --out DIR` only reads it"
        raise InputError(problems, hint=hint)
    store.verify(path)
    page = _show_findings(path)
    if one_page:
        page = _sheet_of(path)
    open_page(page, is_opened)


def _sheet_of(folder: Path) -> Path:
    """Write the one side of A4 of a report that is written; its path is shown and given."""
    from reports.page.render import write_sheet

    sheet = write_sheet(folder)
    show(str(sheet))
    return sheet
