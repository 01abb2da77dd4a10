"""`simulate sensitivity` and `simulate advise`."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simulate import configs, folders
from simulate.cli.amounts import duration
from simulate.cli.play import out_problems, read_jobs, usual_place_problems
from simulate.cli.say import show, tell
from simulate.core.errors import InputError, Problem
from simulate.experiment import Asked, Experiment, load
from simulate.experiment.asked import read_value
from simulate.plan import Plan, allowed, build
from simulate.toml.validate import literal

USUAL = "steps"  # the experiment whose settings stand for a game, where only the game is named
OUTCOMES = "outcomes"
PACKS = "packs"
CONFIRMED = "confirmed"
WHY = "changed to bring the game to its target"


@dataclass(frozen=True)
class SearchOptions:
    """Options of both commands that no experiment file has, as typed."""

    jobs: str | None
    out: str | None
    dry_run: bool
    allow_code: bool
    quiet: bool
    precision: str | None = None
    seats: bool = False


def sensitivity_command(asked: Asked, options: SearchOptions) -> None:
    """Play every step of the numbers that are named, rank them, write the report."""
    from reports.render import write
    from reports.search import sensitivity as pages
    from simulate.search.confirm import play_command
    from simulate.search.sensitivity import MOST_GAMES, PRECISION, Until, ranked
    from simulate.search.trial import Trial

    problems: list[Problem] = []
    jobs, asked = _read(asked, options, problems)
    precision = _precision(options.precision, PRECISION, problems)
    experiment = load(replace(asked, games=asked.games or str(MOST_GAMES)), problems)
    plan = allowed(build(experiment), options.allow_code)
    if options.dry_run:
        _print_expectation(plan, jobs, "sensitivity")
        return
    with _folder(options.out, "sensitivity") as folder:
        tell(_announcement(plan, folder, jobs))
        trial = Trial(plan, jobs, quiet=options.quiet)
        trial.run(Until(precision, experiment.games))
        _write_outcomes([trial], folder)

        def told(changes: Mapping[str, Any]) -> str:
            return play_command(experiment, changes, asked.pack)

        games = sum(trial.score.games.values())
        found = pages.document(experiment, ranked(trial), games, len(trial.base), told)
        report = write(folder, found)
    _print(report)


def advise_command(asked: Asked, options: SearchOptions) -> None:
    """Look for small changes that bring the game into its target, and confirm them."""
    from analysis.verdicts import Band
    from reports.render import write
    from reports.search import advice as pages
    from simulate.pack import steps
    from simulate.search.advise import Advice
    from simulate.search.confirm import play_command
    from simulate.search.sums import OPTION

    problems: list[Problem] = []
    jobs, asked = _read(asked, options, problems)
    experiment = load(asked, problems)
    plan = allowed(build(experiment), options.allow_code)
    target = experiment.target
    if target is None:
        what = "without a target nothing can be advised; name one: --target 0.40-0.55"
        raise InputError([Problem(experiment.typed[0], what)])
    aim = _aim(plan, options.seats, problems)
    if problems:
        raise InputError(problems)
    if options.dry_run:
        _print_expectation(plan, jobs, "advice")
        return
    first = [step for step in steps.steps(experiment.pack, asked.steps) if step.size]
    with _folder(options.out, "advise") as folder:
        tell(_announcement(plan, folder, jobs))
        band = Band(target.low, target.high)
        looking = Advice(experiment, band, jobs, aim=aim, quiet=options.quiet, tell=tell)
        search = looking.each_option(asked.steps) if aim == OPTION else looking.search(first)
        _write_outcomes(looking.trials, folder)
        fine = all(place.verdict == "on target" for place in search.base)
        confirmed: list[Any] = []
        games = 0
        if search.best and not fine:
            confirmed, games = _confirm(looking, search, asked, options, jobs, folder)
        packs = _write_packs(experiment, confirmed, folder)

        def told(changes: Mapping[str, Any]) -> str:
            return play_command(experiment, changes, asked.pack)

        found = pages.document(experiment, search, confirmed, search.games + games, told, packs)
        report = write(folder, found)
    _print(report)


def _read(asked: Asked, options: SearchOptions, problems: list[Problem]) -> tuple[int, Asked]:
    """The number of processes, and what was asked with the usual settings of a game."""
    from simulate.pack.steps import EVERYTHING

    jobs = read_jobs(options.jobs, problems)
    if options.out is not None:
        problems += out_problems(options.out)
    elif not options.dry_run:
        problems += usual_place_problems()
    target, patterns = asked.target, tuple(asked.steps)
    if target is not None and target.partition(".")[0] in EVERYTHING:
        # With --pack the game need not be named.
        patterns, target = (target, *patterns), None
    if target is not None and USUAL in configs.experiments(configs.game_folder(target)):
        target = f"{target}/{USUAL}"
    if target is None and asked.pack is not None:
        target = USUAL
    return jobs, replace(asked, target=target, steps=patterns or EVERYTHING)


def planned(asked: Asked, options: SearchOptions) -> Plan:
    """The first round of a search as it was typed.  Raises InputError with all that is wrong."""
    problems: list[Problem] = []
    _, asked = _read(asked, options, problems)
    return allowed(build(load(asked, problems)), options.allow_code)


def _precision(text: str | None, usual: float, problems: list[Problem]) -> float:
    if text is None:
        return usual
    value = read_value(text)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0.0005 <= value <= 0.2:
        return float(value)
    what = f"must be a number from 0.0005 to 0.2 (found {literal(value)})"
    problems.append(Problem(f"--precision {text}", what))
    return usual


def _aim(plan: Plan, seats: bool, problems: list[Problem]) -> str:
    """What is to come into the band: games won, the shares of options, or those of seats."""
    from simulate.search.sums import OPTION, SEAT, WON

    target = plan.experiment.target
    if target is None or target.metric == "win_rate":
        if seats:
            what = "is about players who compete; here they win together"
            problems.append(Problem("--seats", what))
        return WON
    options = any(column.role == "option" for column in plan.facts.seats_columns)
    return OPTION if options and not seats else SEAT


@contextmanager
def _folder(out: str | None, name: str) -> Iterator[Path]:
    """A folder of the command's own; cut short before the first games are written, it goes."""
    place = folders.Place(Path(out) if out is not None else None, name)
    try:
        place.take()
        yield place.folder
        place.release()
    except BaseException:
        if (place.folder / OUTCOMES).is_dir():
            place.release()
            tell(f"What was played before is kept in {place.folder}, without a report.")
        else:
            place.discard()
        raise


def _announcement(plan: Plan, folder: Path, jobs: int) -> str:
    changes = len({cell.levels.get("variant") for cell in plan.cells}) - 1
    settings = len(plan.cells) // (changes + 1)
    workers = "1 process" if jobs == 1 else f"{jobs} processes"
    where = "1 setting" if settings == 1 else f"{settings} settings"
    what = f"{changes:,} changes in {where}, seed {plan.seed}, {workers}, into {folder}"
    return f"{plan.facts.title}: {what}"


def _write_outcomes(trials: Sequence[Any], folder: Path) -> None:
    """Every game that was played, a folder for each round of the search."""
    for number, trial in enumerate(trials, 1):
        place = folder / OUTCOMES / f"{number}"
        place.mkdir(parents=True)
        trial.write(place)


def _confirm(
    looking: Any,
    search: Any,
    asked: Asked,
    options: SearchOptions,
    jobs: int,
    folder: Path,
) -> tuple[list[Any], int]:
    """Play what was found on fresh luck, as an ordinary run with a report of its own."""
    from simulate import run, store
    from simulate.search import confirm

    experiment: Experiment = looking.experiment
    file = folder / confirm.FILE
    games = experiment.games if asked.games is not None else confirm.games_wanted(search)
    confirm.write_experiment(experiment, search.best, games, file)
    plan = allowed(confirm.plan_of(file, asked.pack), options.allow_code)
    tell(f"{len(search.best):,} of them are played once more on fresh luck ...")
    run.execute(plan, folder / CONFIRMED, jobs, quiet=options.quiet)
    from reports.render import write_report

    write_report(folder / CONFIRMED)
    names = {sought.tried.name: sought.candidate for sought in search.best}
    found = confirm.confirmed(store.open_run(folder / CONFIRMED), names, looking)
    return found, games * len(plan.cells)


def _write_packs(experiment: Experiment, confirmed: Sequence[Any], folder: Path) -> dict[str, str]:
    """A pack ready to run for each change that landed, or may have."""
    from simulate.pack import edited

    packs = {}
    pack = experiment.pack
    together = {
        axis.name: axis.levels[0]
        for axis in experiment.axes
        if axis.kind == "parameter" and not axis.crossed
    }
    # Of several numbers together a pack is the handiest form, whatever came out.
    chosen = [c for c in confirmed if c.lands or c.open or len(c.changes) > 1] or confirmed[:1]
    for number, change in enumerate(chosen, 1):
        changes = together | {each.path: each.value for each in change.changes}
        try:
            texts = edited.texts(pack, changes, WHY)
        except KeyError:
            continue  # a value that was set from outside and stands in no file
        place = folder / PACKS / f"{number}"
        if pack.folder == configs.game_folder(pack.game):
            place.mkdir(parents=True)
        else:
            shutil.copytree(pack.folder, place)
        for name, text in texts.items():
            named = name != "rules.toml" or text.startswith("game =")
            (place / name).write_text(text if named else f'game = "{pack.game}"\n\n{text}', "utf-8")
        packs[change.name] = str(place)
    return packs


def _print_expectation(plan: Plan, jobs: int, name: str) -> None:
    """How much the first round is, from which all others follow."""
    from simulate import run
    from simulate.search.trial import FIRST_ROUND

    changes = len({cell.levels.get("variant") for cell in plan.cells}) - 1
    games = FIRST_ROUND * len(plan.cells)
    speed, _ = run.probe(plan, jobs)
    show(f"{plan.facts.title}: {name}")
    show("")
    show(f"changes   {changes:,}")
    show(f"settings  {len(plan.cells) // (changes + 1):,}")
    show(f"games     {games:,} in the first round; what is doubtful is played on")
    show(f"time      about {duration(games / speed)} for it  ({speed:,.0f} games/s, jobs {jobs})")


def _print(report: Path) -> None:
    from reports.render import summary

    show(*summary(report.parent).rstrip("\n").split("\n"), "", str(report))
