"""`simulate compare`: compare two finished runs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.shared.answer import answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show
from simulate.core import options
from simulate.core.errors import InputError, Problem, command
from simulate.pack.text.document import nearest_file
from simulate.store import folders

if TYPE_CHECKING:
    from analysis.data.joined import Joined

NAME = "compare"
MOST_NAMED = 4


def compare_command(
    written: Callable[[], Path],
    as_json: bool = False,
    check: bool = False,
    is_opened: bool = False,
) -> int | None:
    """Print what a comparison found; written: checks everything, writes it, and says its page.

    With `check` the exit code says whether anything is worse after the change.
    """
    from reports.page.render import summary

    if as_json:
        document = answer("compare", lambda: of_report(written()))
        open_page(Path(document["paths"]["report"]), is_opened)
        return _guarded(Path(document["paths"]["data"])) if check else None
    page = written()
    show(*summary(page.parent).rstrip("\n").split("\n"), "", str(page))
    open_page(page, is_opened)
    return _guarded(page.with_name("report.json")) if check else None


def _guarded(data: Path) -> int | None:
    from reports.page.render import read
    from simulate.cli.shared.codes import MISSED

    return MISSED if read(data)["worse"] else None


def of_runs(
    before: str, after: str, out: str | None, check: bool, others: Sequence[Problem] = ()
) -> Path:
    """The page of the comparison of two runs; others: what is wrong with the other options."""
    problems = [*others, *out_problems(out)]
    runs = [opened(name, problems) for name in (before, after)]
    if problems:
        raise InputError(problems)
    given = ["--out", out] if out is not None else []
    given += ["--check"] if check else []
    names = (before, after)
    return write(report_of(names, runs, command("compare", *names, *given), check), out)


def report_of(names: tuple[str, str], runs: list[Any], again: str, check: bool) -> dict[str, Any]:
    """The comparison of two runs; again: what makes it again, check: it must say what is worse."""
    from reports.page.render import build_comparison

    report = build_comparison(joined(names, runs), names, again, guard=check)
    if check and "worse" not in report:
        what = "nothing could be worse: the runs have no [[target]] that both have"
        raise InputError([Problem("--check", what)])
    return report


def played_already(given: Mapping[str, Any]) -> list[Problem]:
    """Options that two finished runs cannot take, of those that were given.

    `--no-second` is none: nobody is asked about two finished runs in any case.  With `--apart` what
    differs is played again, so that it may be said how.
    """
    says = (options.GAMES, options.UNTIL, options.RESOLUTION, options.JOBS, options.SEED,
            options.PACK, options.SETS, options.DRY_RUN, options.ALLOW_CODE,
            options.RESUME)  # fmt: skip
    again = (options.JOBS, options.DRY_RUN, options.ALLOW_CODE) if given["apart"] else ()
    what = (
        "says how to play, but finished runs are not played again; name a game instead of the runs"
    )
    return [
        Problem(option.typed, what) for option in says if given[option.name] and option not in again
    ]


def out_problems(out: str | None) -> list[Problem]:
    """Why no comparison can be written into a folder, or where they go without one."""
    if out is None:
        return folders.usual_problems()
    if out.strip():
        return folders.out_problems(Path(out))
    return [Problem("--out ''", "needs the name of a new or empty folder")]


def write(
    report: dict[str, Any], out: str | None, name: str = NAME, data: str | None = None
) -> Path:
    """Write a report that has no run into a folder of its own; the path of its page.

    name: of the command; data: the file of its numbers, without it the usual one.
    """
    from reports.page.render import DATA, page_of
    from reports.page.render import write as write_into

    data = data or DATA
    place = folders.OutFolder(Path(out) if out is not None else None, name)
    try:
        place.take()
        page = write_into(place.folder, report, data=data)
        place.release()
    except BaseException:
        place.discard(data, page_of(data))
        raise
    return page


def opened(name: str, problems: list[Problem]) -> Any:
    """A run whose files are as it wrote them, or None; what is wrong goes to `problems`."""
    from simulate import store

    path = Path(name)
    if not path.exists():
        problems.append(Problem(name, f"there is no such run{nearest_file(path)}"))
        return None
    try:
        run = store.open_run(path)
        run.verify()
    except InputError as error:
        problems += error.problems
        return None
    return run


def joined(names: tuple[str, str], runs: list[Any]) -> "Joined":
    """Two runs of one game as one; InputError where they cannot be compared."""
    from analysis.data.joined import join

    games = [run.manifest["game"] for run in runs]
    if games[0] != games[1]:
        what = f"this is a run of {games[1]}, and {names[0]} is one of {games[0]}"
        raise InputError([Problem(names[1], f"{what}; only runs of one game can be compared")])
    for name, run in zip(names, runs, strict=True):
        if (keep := run.manifest.get("keep", "all")) != "all":
            what = f"keeps no row of every game (--keep {keep}), and a comparison needs them"
            hint = "play both with `--keep all`, or what changes as settings of one run "
            hint += f"(`--set NAME=BEFORE,AFTER --keep {keep}`): its report compares them"
            raise InputError([Problem(name, what)], hint=hint)
    both = join(*runs)
    if not both.twins:
        before, after = (_settings(alone) for alone in both.alone)
        what = f"has no setting in common with {names[0]} (it has: {after}; there: {before})"
        raise InputError([Problem(names[1], what)])
    return both


def _settings(alone: Sequence[Mapping[str, Any]]) -> str:
    from reports.text.words import setting

    settings = [setting(levels) for levels in alone[:MOST_NAMED]]
    rest = f"{len(alone) - MOST_NAMED} more, which its report shows"
    more = [rest] if len(alone) > MOST_NAMED else []
    return "; ".join([*settings, *more]) or "none without a change"
