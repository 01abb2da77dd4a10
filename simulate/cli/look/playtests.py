"""`simulate playtests`: what people's games say beside simulated ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.play.comparing import out_problems, write
from simulate.cli.play.playing import read_jobs
from simulate.cli.shared.amounts import duration
from simulate.cli.shared.answer import PLANNED, answer, of_report
from simulate.cli.shared.opening import open_page
from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem, command
from simulate.core.game.facts import WIN_RATE
from simulate.core.options import Given
from simulate.core.text.amounts import plural
from simulate.experiment import Experiment, RunRequest, load

if TYPE_CHECKING:
    from analysis.people.answer import PeopleAnswer
    from analysis.people.grid import Grid
    from analysis.stats.verdicts import Band
    from simulate.pack import Pack
    from simulate.playtests.records import Playtests
    from simulate.run.side.playtests import GridPlan

NAME = "playtests"


@dataclass(frozen=True)
class PlaytestsOptions(Given):
    """Options of `simulate playtests`, as typed."""

    out: str | None = None
    jobs: str | None = None
    template: bool = False
    dry_run: bool = False
    quiet: bool = False
    as_json: bool = False


@dataclass(frozen=True)
class PeopleFound:
    """People's games with what was simulated beside them, and what both say."""

    played: "Playtests"
    grid: "Grid"
    answer: "PeopleAnswer"


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
        tell(_foretold(asked, seconds))
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
    experiment, played = _read(request, file, problems)
    target = experiment.target
    band = None if target is None else target.as_data()
    people = found(request, played, jobs, band, quiet=options.quiet)
    again = command(NAME, *_again(request, file, options))
    report = document(experiment, people.played, people.grid, people.answer, again)
    return write(report, options.out, NAME, PLAYTESTS)


def found(
    request: RunRequest,
    played: "Playtests",
    jobs: int,
    target: Mapping[str, Any] | None,
    *,
    quiet: bool = False,
    pack: "Pack | None" = None,
) -> PeopleFound:
    """What people's games say beside simulated ones of their settings.

    target: as of a manifest; pack: another than that of the request.
    """
    from analysis.people.answering import answer as answered
    from simulate.run.side import playtests as simulated

    asked = simulated.plan_of(request, played.games, pack)
    if asked.note:
        played = replace(played, notes=(*played.notes, asked.note))
    if asked.missing and not quiet:
        tell(_foretold(asked))
    grid = simulated.played(asked, jobs, quiet)
    band = _band(target, played)
    return PeopleFound(played, grid, answered(played, grid, band, asked.plan.seed))


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


def _template(request: RunRequest, file: str) -> list[str]:
    from simulate.playtests import template
    from simulate.run.side import playtests as simulated

    return [str(path) for path in template.write(load(simulated.alone(request)), file)]


def _expected(
    request: RunRequest, file: str, options: PlaytestsOptions
) -> tuple["GridPlan", int, float]:
    """What would be played: how many games, and about how many seconds."""
    from simulate.run.side import playtests as simulated

    problems: list[Problem] = []
    jobs = read_jobs(options.jobs, problems)
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


def _foretold(asked: "GridPlan", seconds: float | None = None) -> str:
    """What is simulated, in a sentence."""
    settings = f"{plural(len(asked.settings), 'setting')} of these games"
    if not asked.left:
        return f"{asked.plan.facts.title}: {settings}, which are simulated already"
    what = f"{asked.left:,} games are simulated at {len(asked.places)} places of skill"
    time = "" if seconds is None else f", about {duration(seconds)}"
    return f"{asked.plan.facts.title}: {settings}; {what}{time}"


def _band(target: Mapping[str, Any] | None, played: "Playtests") -> "Band | None":
    """What an option should win, where all settings have one target of it; 0..1."""
    from analysis.stats.verdicts import Band

    seats = {len(game.seats) for game in played.games}
    if target is None or target["metric"] == WIN_RATE or len(seats) > 1:
        return None
    fair = 1 / seats.pop()
    return Band(fair + target["low"], fair + target["high"])


def _again(request: RunRequest, file: str, options: PlaytestsOptions) -> list[str]:
    """The words that make it again."""
    given = [("--seed", request.seed), ("--target", request.band), ("--out", options.out)]
    sets = [word for each in request.sets for word in ("--set", each)]
    words = [word for name, value in given if value is not None for word in (name, value)]
    return [request.target or str(request.pack), file, *words, *sets]
