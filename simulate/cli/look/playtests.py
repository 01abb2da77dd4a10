"""`simulate playtests`: what people's games say beside simulated ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.play.comparing import out_problems, write
from simulate.cli.play.people import foretold, found
from simulate.cli.play.playing import read_jobs
from simulate.cli.shared.answer import PLANNED, answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.options import Given
from simulate.core.text.validate import literal
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.request import read_value

if TYPE_CHECKING:
    from simulate.playtests.records import Playtests
    from simulate.run.side.playtests import GridPlan

NAME = "playtests"
EVENING, LONGEST = 6, 24  # games: the usual evening that is planned, and the longest


@dataclass(frozen=True)
class PlaytestsOptions(Given):
    """Options of `simulate playtests`, as typed."""

    out: str | None = None
    jobs: str | None = None
    template: bool = False
    plan: bool = False
    evening: str | None = None
    dry_run: bool = False
    quiet: bool = False
    as_json: bool = False


def playtests_command(
    request: RunRequest, file: str, options: PlaytestsOptions, is_opened: bool = False
) -> None:
    """Read a sheet, play its settings, and tell what both say; or write an empty sheet."""
    if options.as_json:
        page = answer(NAME, lambda: _answer(request, file, options)).get("paths", {}).get("report")
        open_page(Path(page) if page else None, is_opened)
        return
    if options.template:
        show(*_template(request, file))
        return
    if options.dry_run:
        asked, _, seconds = _expected(request, file, options)
        tell(foretold(asked, seconds))
        return
    page = told(request, file, options)
    from reports.page.render import data_of, read, summary_of

    show(*str(summary_of(read(data_of(page)))).split("\n"), "", str(page))
    open_page(page, is_opened)


def _answer(request: RunRequest, file: str, options: PlaytestsOptions) -> dict[str, Any]:
    if options.template:
        return {"paths": {"sheet": _template(request, file)[0]}}
    if options.dry_run:
        _, games, seconds = _expected(request, file, options)
        return {"status": PLANNED, "expected": {"games": games, "seconds": seconds}}
    return of_report(told(request, file, options))


def told(request: RunRequest, file: str, options: PlaytestsOptions) -> Path:
    """The page of what people's games say.  Raises InputError before anything is played."""
    from reports.page.render import PLAYTESTS
    from reports.search.playtests import document

    problems = out_problems(options.out)
    jobs = read_jobs(options.jobs, problems)
    evening = _evening(options, problems)
    experiment, played = _read(request, file, problems)
    target = experiment.target
    band = None if target is None else target.as_data()
    people = found(request, played, jobs, band, quiet=options.quiet, evening=evening)
    again = command(NAME, *_again(request, file, options))
    made = people.played, people.grid, people.answer
    report = document(experiment, *made, again, people.plan)
    return write(report, options.out, NAME, PLAYTESTS)


def _read(
    request: RunRequest, file: str, problems: Sequence[Problem]
) -> tuple[Experiment, "Playtests"]:
    """What was asked and the games of a file; everything that is wrong with both at once."""
    from simulate.playtests.reading import read
    from simulate.run.side import playtests as simulated

    experiment = load(simulated.alone(request))
    try:
        played = read(experiment, file)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from error
    if problems:
        raise InputError(problems)
    return experiment, played


def _evening(options: PlaytestsOptions, problems: list[Problem]) -> int:
    """How many games are planned, 0 where none are asked for; what is wrong goes to `problems`."""
    if options.evening is None:
        return EVENING if options.plan else 0
    shown, games = f"--evening {options.evening}", read_value(options.evening)
    if not options.plan:
        problems.append(Problem(shown, "is of planned games: give --plan as well"))
    if isinstance(games, int) and not isinstance(games, bool) and 1 <= games <= LONGEST:
        return games
    what = f"must be a whole number of games from 1 to {LONGEST} (found {literal(games)})"
    problems.append(Problem(shown, what))
    return 0


def _template(request: RunRequest, file: str) -> list[str]:
    from simulate.playtests import template
    from simulate.run.side import playtests as simulated

    experiment = load(simulated.alone(request))
    try:
        return [str(path) for path in template.write(experiment, file)]
    except OSError as error:
        raise RunError(f"{file} could not be written: {error.strerror or error}") from error


def _expected(
    request: RunRequest, file: str, options: PlaytestsOptions
) -> tuple["GridPlan", int, float]:
    """What would be played: how many games, and about how many seconds."""
    from simulate.run.side import playtests as simulated

    problems: list[Problem] = []
    jobs = read_jobs(options.jobs, problems)
    _evening(options, problems)
    _, played = _read(request, file, problems)
    asked = simulated.plan_of(request, played.games)
    return asked, *_price(asked, jobs)


def _price(asked: "GridPlan", jobs: int) -> tuple[int, float]:
    """Games that are still to be played, and about how many seconds they take."""
    from simulate import run

    if not (games := asked.left):
        return 0, 0.0
    speed, _ = run.probe(asked.plan, jobs)
    return games, games / speed


def _again(request: RunRequest, file: str, options: PlaytestsOptions) -> list[str]:
    """The words that make it again."""
    given = [("--seed", request.seed), ("--target", request.band), ("--out", options.out),
             ("--evening", options.evening)]  # fmt: skip
    sets = [word for each in request.sets for word in ("--set", each)]
    words = [word for name, value in given if value is not None for word in (name, value)]
    plan = ["--plan"] if options.plan else []
    return [request.target or str(request.pack), file, *plan, *words, *sets]
