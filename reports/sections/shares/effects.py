"""What does each change do to whom?"""

from collections.abc import Sequence

from analysis.shares.effects import Shift
from analysis.study import Study
from reports.sections.rates.variants import what
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    ends_of,
    judged,
    listed,
    q_of,
    rounded,
    table,
)
from reports.text import words
from reports.text.command import basis
from reports.text.question import setting

TITLE = "What does each change do to whom?"
MOST_ROWS = 24


def section(study: Study) -> Section | None:
    """Every change against the printed game on the same luck."""
    shifts = study.contest.shifts
    if not shifts:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    section = Section("shifts", TITLE)
    section.words = [
        "Each change on the same luck: the share of whom it names, or else of the one among the "
        f"{noun} that it moves most."
    ]
    rows = [dot(s.name, s.verdict) | effect(s.effect) for s in shifts]
    first, last = shifts[0], shifts[-1]
    desc = f"From {first.name} {words.signed(first.effect.value)} to "
    desc += f"{last.name} {words.signed(last.effect.value)} points."
    title = "Points that each change adds to a share of wins"
    shortened = ends_of(rows, MOST_ROWS)
    section.charts = [dots("chart-shifts", title, desc, shortened, unit="points")]
    section.tables = [t for t in (_table(study), _each(shifts)) if t]
    return section


def _table(study: Study) -> Data:
    columns = [
        Col("name", "Change"),
        Col("option", "Whose share"),
        Col("effect", f"Points against {basis(study.design.manifest)}", "points"),
        q_of("options and changes called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("what", "What is changed", get=lambda s: what(s.blanks, s.changes, study)),
        Col("games", "Games", "count"),
    ]
    caption = "Every change, the most costly first (q: over every option and change)"
    return listed(
        "shifts", caption, columns, study.contest.shifts,
        lambda s: judged(s.verdict, s.effect), MOST_ROWS,
    )  # fmt: skip


def _each(shifts: Sequence[Shift]) -> Data | None:
    """The same in every setting, where there are several."""
    if all(len(s.at) < 2 for s in shifts):
        return None
    columns = [
        Col("what", "Change, whose share, where"),
        Col("before", "Before", "share"),
        Col("after", "After", "share"),
        Col("effect", "Points", "points"),
        Col("verdict", "Verdict", "verdict"),
    ]
    rows = [
        {
            "what": f"{s.name}: {s.option}, {setting(at.levels)}",
            "name": s.name,
            "option": s.option,
            "at": setting(at.levels),
            "before": rounded(at.before),
            "after": rounded(at.after),
            "effect": effect(at.effect),
            **judged(at.verdict, at.effect),
        }
        for s in shifts
        for at in s.at
    ]
    caption = "Every change in every setting"
    return table("shifts-each", caption, columns, rows, folded=len(rows) > MOST_ROWS)
