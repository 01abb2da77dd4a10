"""The closest game of a run, told move by move, where this version can play it again.

Where nothing says how close a game was, one that is like most others.
"""

from pathlib import Path
from typing import Any

from analysis.study import Study
from reports.sections.description.samples import ID, why
from reports.tables.parts import Data
from reports.tables.shape import StoryPart
from reports.text import words
from simulate.core.errors import GivenUp, InputError, RunError
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.own.file.reading import is_known, source_of
from simulate.pack import catalogue
from simulate.run import replay
from simulate.store import MANIFEST

KINDS = ("closest", "typical")  # the first that there is
MOST_TRIED = 500_000  # rounds of play: about half a minute
NOT_TOLD = "No game is told here move by move"
TOO_LONG = "takes more than a report gives to one game; the command above tells it all the same"


def told(folder: Path, study: Study, before: Any) -> Data:
    """What the section of single games says besides: the story of one, or why it is not told.

    Nothing for a game of other sources, or one that needs a pack's own code.  The Python of a
    designer's own game is not run: where only that could tell it, it stands as it was told before.
    before: the data of an older report of the run.
    """
    known = {sample.kind: sample for sample in study.samples}
    sample = next((known[kind] for kind in KINDS if kind in known), None)
    manifest = study.design.manifest
    game = str(manifest["game"])
    if sample is None:
        return {}
    if manifest.get("own") and not is_known(source_of(manifest["own"])):
        return _told_before(before)
    if game not in catalogue.names():
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
    title = f"The story of {why(study)[sample.kind]}{where}"
    return {"story": {"title": title, "lines": list(replay.story(game, iter(lines)))}}


def _told_before(report: Any) -> Data:
    """The story as the run's own report has it."""
    note = {"notes": [f"{NOT_TOLD}: a report runs no code of the game; the command above does."]}
    try:
        story = next(each["story"] for each in report["sections"] if each["id"] == ID)
    except (LookupError, TypeError, StopIteration):
        return note
    return {"story": story} if _is_story(story) else note


def _is_story(found: Any) -> bool:
    """Whether what was read is one: a folder may be anybody's."""
    try:
        return StoryPart.model_validate(found) is not None
    except ValueError:
        return False


def _too_far(effort: float) -> str:
    return (
        f"{NOT_TOLD}: its players look so far ahead that playing it again "
        f"would try moves for about {words.count(effort)} rounds of play, and a report tells a "
        f"game up to {words.count(MOST_TRIED)}; the command above tells it all the same."
    )
