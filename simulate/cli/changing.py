"""`simulate compare GAME --set ...`: a game as it is, and with a change, on the same luck."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simulate.cli.comparing import NAME, opened, out_problems, report_of
from simulate.cli.play import announcement, read_jobs
from simulate.cli.say import tell
from simulate.core.errors import InputError, Problem, command
from simulate.experiment import RunRequest, load
from simulate.experiment.find import find_pack
from simulate.experiment.plan import Plan, allowed, build
from simulate.options import Given
from simulate.store import folders

BEFORE, AFTER = "before", "after"
OF_PACK = ("rules", "cards", "strategies")


@dataclass(frozen=True)
class ChangeOptions(Given):
    """Options that no experiment file has, as typed."""

    jobs: str | None = None
    out: str | None = None
    allow_code: bool = False
    check: bool = False
    quiet: bool = False


def foretold(request: RunRequest, options: ChangeOptions, *, as_json: bool) -> None:
    """Check both sides, play neither, and print how long it would take and what it would tell."""
    from simulate.cli.answer import PLANNED, answer
    from simulate.cli.dry_run import Foretold, print_compared
    from simulate.cli.merged import merged

    def told() -> tuple[Foretold, Path]:
        plans, jobs, place = _ready(request, options)
        return Foretold(plans[1], jobs, compared=True), place.folder

    def data() -> dict[str, Any]:
        expected, folder = told()
        paths = {"run": str(folder)}
        whole = merged(expected.plan.experiment, request, expected.jobs, options.jobs)
        parts = {"status": PLANNED, "paths": paths, "expected": expected.data()}
        return parts | {"experiment": whole}

    if as_json:
        answer(NAME, data)
    else:
        print_compared(*told())


def _ready(
    request: RunRequest, options: ChangeOptions
) -> tuple[list[Plan], int, folders.OutFolder]:
    problems = out_problems(options.out)
    jobs = read_jobs(options.jobs, problems)
    plans = [_plan(side, options, problems) for side in sides(request)]
    if plans[1].experiment.usual and not options.quiet:
        tell(plans[1].experiment.usual)
    return (
        plans,
        jobs,
        folders.OutFolder(Path(options.out) if options.out is not None else None, NAME),
    )


def of_change(request: RunRequest, options: ChangeOptions) -> Path:
    """Check both sides, play them and write the comparison; its page.

    The two runs lie in the folder of the comparison.
    """
    from reports.render import DATA, PAGE
    from reports.render import write as write_into
    from simulate.run.play import play

    plans, jobs, place = _ready(request, options)
    place.take()
    try:
        names = (str(place.folder / BEFORE), str(place.folder / AFTER))
        for name, plan in zip(names, plans, strict=True):
            if not options.quiet:
                tell(announcement(plan, Path(name), jobs))
            play(plan, Path(name), jobs, quiet=options.quiet)
        runs = [opened(name, []) for name in names]
        given = ["--out", options.out] if options.out is not None else []
        given += ["--check"] if options.check else []
        typed = command("compare", *plans[1].experiment.typed, *given)
        page = write_into(place.folder, report_of(names, runs, typed, options.check))
        place.release()
    except BaseException:
        place.discard(DATA, PAGE)
        raise
    return page


def sides(request: RunRequest) -> tuple[RunRequest, RunRequest]:
    """What is asked before and after: without the changes of the pack, and with them.

    A `--set` of a factor holds for both sides.  Where no value of the pack is set the pack itself
    is the change, and the shipped one stands before it.
    """
    both = [text for text in request.sets if not _of_pack(text)]
    if len(both) < len(request.sets):
        return replace(request, sets=both), request
    if (pack := find_pack(request.pack)) is not None:
        game = request.target or pack.game
        return replace(request, target=game, pack=None), replace(request, target=game)
    what = "names no change: add a second run, `--set` with a value of the pack, or `--pack`"
    raise InputError([Problem(request.target or "compare", what)])


def _of_pack(text: str) -> bool:
    """Whether a `--set` changes a value of the pack."""
    kind, dot, _ = text.partition("=")[0].strip().partition(".")
    return bool(dot) and kind in OF_PACK


def _plan(request: RunRequest, options: ChangeOptions, problems: Iterable[Problem]) -> Plan:
    plan = allowed(build(load(request, list(problems))), options.allow_code)
    several = [
        Problem(
            f"--set {axis.name}",
            "one value is compared with the game as it is; `simulate run` compares several",
        )
        for axis in plan.experiment.axes
        if axis.kind == "parameter" and axis.crossed and axis.loc[:1] == ("set",)
    ]
    if several:
        raise InputError(several)
    return plan
