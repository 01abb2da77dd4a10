"""What a change made worse for certain, in sentences."""

from collections.abc import Sequence

from analysis.conclusions.guard import FARTHER, LEFT, Worse
from analysis.stats.verdicts import MARGIN
from reports.sections.conclusions.expected import found, label, wanted
from reports.tables.parts import Data
from reports.text import words

MOST_NAMED = 6
WHY = {
    LEFT: "on target before and off target now",
    FARTHER: f"moved for certain by more than {words.points(MARGIN)}, away from its target",
}


def sentences(worse: Sequence[Worse]) -> list[str]:
    """One for each thing that is worse."""
    return [words.sentence(_said(one)) for one in worse]


def _said(one: Worse) -> str:
    if one.expected:
        was, now = one.expected
        return f"{label(now)} {found(now)}, expected {wanted(now)}; before {found(was)}, met"
    where = [words.setting(one.where)] if one.where or not one.name else []
    name = ", ".join([one.name, *where] if one.name else where)
    won = "of the wins" if one.name else "won"
    sizes = f"{words.percent(one.before)} {won} before, {words.percent(one.after)} after"
    return f"{name}: {sizes}, {WHY[one.why]}"


def line(worse: Sequence[Worse]) -> Data:
    """All of it in one line, or that there is nothing."""
    said = sentences(worse)
    more = ["the others stand in report.json"] if len(said) > MOST_NAMED else []
    text = "; ".join([*said[:MOST_NAMED], *more]) or "Nothing, for certain"
    kind = "off" if said else "good"
    return {"kind": kind, "label": "Worse after the change", "text": f"{text}.", "rows": []}
