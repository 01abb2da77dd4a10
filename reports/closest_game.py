"""The closest game of a run, told move by move, where this version can play it again."""

from pathlib import Path

from analysis.study import Study
from reports import words
from reports.parts import Data
from reports.sections.description.samples import why
from simulate.core.errors import GivenUp, InputError, RunError
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import catalogue
from simulate.run import replay
from simulate.store import MANIFEST

KIND = "closest"
MOST_TRIED = 500_000  # rounds of play: about half a minute
NOT_TOLD = "No game is told here move by move"
TOO_LONG = "takes more than a report gives to one game; the command above tells it all the same"


def told(folder: Path, study: Study) -> Data:
    """What the section of single games says besides: the story of one, or why it is not told.

    Nothing for a game of other sources, or one that needs a pack's own code.
    """
    sample = next((s for s in study.samples if s.kind == KIND), None)
    manifest = study.design.manifest
    game = str(manifest["game"])
    if sample is None or game not in catalogue.names():
        return {}
    try:
        longest = max((n for n in sample.lengths.values() if n is not None), default=1.0)
        plan = PlanFromManifest(manifest, str(folder / MANIFEST))
        effort = replay.effort(plan, sample.cell, longest)
    except InputError as error:
        return {"notes": [f"{NOT_TOLD}: {error.problems[0].what}."]}
    if effort > MOST_TRIED:
        return {"notes": [_too_far(effort)]}
    try:
        at = sample.cell, sample.replicate
        lines = list(replay.from_run(folder, *at, most=MOST_TRIED))
    except GivenUp:
        return {"notes": [f"{NOT_TOLD}: to play it again {TOO_LONG}."]}
    except (InputError, RunError):
        return {}
    cell = next(c for c in study.design.cells if c.number == sample.cell)
    where = f", {words.setting(cell.levels)}" if cell.levels else ""
    title = f"The story of {why(study)[KIND]}{where}"
    return {"story": {"title": title, "lines": list(replay.story(game, iter(lines)))}}


def _too_far(effort: float) -> str:
    return (
        f"{NOT_TOLD}: its players look so far ahead that playing it again "
        f"would try moves for about {words.count(effort)} rounds of play, and a report tells a "
        f"game up to {words.count(MOST_TRIED)}; the command above tells it all the same."
    )
