"""Findings on the course of a game: runaway leaders, and last turns that change nothing."""

from collections.abc import Iterator

from analysis.data.design import Cell
from analysis.description.win_probability import Arc
from analysis.study import Study
from reports.findings.finding import Finding
from reports.sections.description.arc import HALF, before, leading, named
from reports.text import words

RUNAWAY = 0.5  # of the way to a sure win from what was known before the first turn, by half-time
DRAGGING = 0.25  # of a lost game's turns


def findings(study: Study) -> Iterator[Finding]:
    """What is worth knowing where it is sure."""
    alike = all(_is_even(cell) for cell in study.design.base)
    for arc in study.arcs.all:
        if alike:
            yield from _runaway(arc)
        yield from _dragging(arc)


def _is_even(cell: Cell) -> bool:
    """Whether all seats are played alike; else the better player leads, and not who is ahead."""
    seats = zip(cell.setting.get("strategy", ()), cell.skills, strict=False)
    return len({*seats}) < 2


def _runaway(arc: Arc) -> Iterator[Finding]:
    half = leading(arc, HALF)
    if arc.together or half is None:
        return
    known, said = before(arc)
    if known >= 1:  # all is known beforehand: nobody can run away
        return
    size = (half.low - known) / (1 - known)
    if size > RUNAWAY:
        text = (
            f"A runaway leader{_where(arc)}: whoever is ahead after half of the turns wins "
            f"{words.of(half)} ({said})."
        )
        line = f"A runaway leader{_where(arc)}: ahead at half-time wins {words.of(half)}"
        yield Finding(
            "arc", words.LEARNED, text, "arc", size / 10, rows=(("arc", named(arc)),), line=line
        )


def _where(arc: Arc) -> str:
    return f" with {named(arc)}" if arc.levels else ""


def _dragging(arc: Arc) -> Iterator[Finding]:
    rest = arc.rest_lost
    if rest is not None and rest.low > DRAGGING:
        text = (
            f"Lost games drag on{_where(arc)}: "
            f"{words.share_range(*rest.ends)} of their turns are played after "
            "they are lost."
        )
        rest_ = words.share_range(*rest.ends)
        line = f"Lost games drag on{_where(arc)}: {rest_} of their turns come after"
        yield Finding(
            "arc", words.LEARNED, text, "arc", rest.low / 10, rows=(("arc", named(arc)),), line=line
        )
