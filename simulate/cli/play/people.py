"""What people's games say, beside a run whose pack names a sheet of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.shared.amounts import duration
from simulate.cli.shared.say import tell
from simulate.core.errors import RunError
from simulate.core.game.facts import WIN_RATE
from simulate.core.text.amounts import plural
from simulate.experiment import RunRequest
from simulate.experiment.plan import Playable

if TYPE_CHECKING:
    from analysis.people.answer import PeopleAnswer
    from analysis.people.grid import Grid
    from analysis.people.plan import EveningPlan
    from analysis.stats.verdicts import Band
    from simulate.pack import Pack
    from simulate.playtests.records import Playtests
    from simulate.run.side.playtests import GridPlan


@dataclass(frozen=True)
class PeopleFound:
    """People's games with what was simulated beside them, and what both say.

    plan: which games to play next, where that was asked.
    """

    played: "Playtests"
    grid: "Grid"
    answer: "PeopleAnswer"
    plan: "EveningPlan | None" = None


def sheet_read(plan: Playable) -> "Playtests | None":
    """People's games of a plan, before it is played.  Raises InputError."""
    if plan.verb != "run" or "playtests" not in plan.manifest()["experiment"]:
        return None
    from simulate.playtests.beside import read_for

    return read_for(plan)


def keep_people(
    played: "Playtests | None", plan: Playable, folder: Path, jobs: int, *, quiet: bool = False
) -> None:
    """Hold people's games against simulated ones, and keep what both say beside the run."""
    if played is None:
        return
    from analysis.conclusions import kept_people
    from simulate.playtests.beside import pack_of, request_of

    try:
        target = plan.manifest().get("target")
        people = found(request_of(plan), played, jobs, target, quiet=quiet, pack=pack_of(plan))
        kept_people.write(folder, played.file, people.grid, people.answer)
    except RunError as failed:
        tell(f"people's games were not held against the simulation: {failed}")


def found(
    request: RunRequest,
    played: "Playtests",
    jobs: int,
    target: Mapping[str, Any] | None,
    *,
    quiet: bool = False,
    pack: "Pack | None" = None,
    evening: int = 0,
) -> PeopleFound:
    """What people's games say beside simulated ones of their settings.

    target: as of a manifest; pack: another than that of the request; evening: games to plan.
    """
    from analysis.people.answering import answer as answered
    from analysis.people.plan import evening_plan
    from simulate.run.side import playtests as simulated

    asked = simulated.plan_of(request, played.games, pack)
    if asked.note:
        played = replace(played, notes=(*played.notes, asked.note))
    if asked.missing and not quiet:
        tell(foretold(asked))
    grid = simulated.played(asked, jobs, quiet)
    band = _band(target, played)
    seed = asked.plan.seed
    answer, plan = answered(played, grid, band, seed), None
    if evening:
        plan = evening_plan(played, grid, band, answer.agreement.differs, evening, seed)
    return PeopleFound(played, grid, answer, plan)


def foretold(asked: "GridPlan", seconds: float | None = None) -> str:
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
