"""The closest game of a run, told move by move, where this version can play it again."""

from pathlib import Path

from analysis.study import Study
from reports import words
from reports.parts import Data
from reports.sections.sample_games import why
from simulate import catalogue, replay
from simulate.core.errors import InputError, RunError

KIND = "closest"


def story(folder: Path, study: Study) -> Data | None:
    """Title and lines; None for a game of other sources, or one that needs a pack's own code."""
    sample = next((s for s in study.samples if s.kind == KIND), None)
    game = str(study.design.manifest["game"])
    if sample is None or game not in catalogue.names():
        return None
    try:
        lines = list(replay.from_run(folder, sample.cell, sample.replicate))
    except (InputError, RunError):
        return None
    cell = next(c for c in study.design.cells if c.number == sample.cell)
    where = f", {words.setting(cell.levels)}" if cell.levels else ""
    title = f"The story of {why(study)[KIND]}{where}"
    return {"title": title, "lines": list(replay.story(game, iter(lines)))}
