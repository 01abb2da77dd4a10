"""What does each change do to whom?"""

from collections.abc import Sequence

from analysis.shares.effects import Shift
from analysis.study import Study
from reports import words
from reports.command import basis
from reports.parts import Col, Data, Section, dot, dots, effect, ends_of, judged, rounded, table
from reports.question import setting
from reports.sections.rates.variants import what

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
        f"Each change was played on the same luck as {basis(study.design.manifest)}. A row shows "
        "the share of "
        f"wins of the one that the change names, or else of the one among the {noun} that it "
        "moves most; a minus says that it wins less with the change."
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
        Col("q", "q", "q", "share of false alarms among all options and changes called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("what", "What is changed"),
        Col("games", "Games", "count"),
    ]
    rows = [
        {
            "name": s.name,
            "option": s.option,
            "effect": effect(s.effect),
            "q": rounded(s.q),
            **judged(s.verdict, s.effect),
            "what": what(s.blanks, s.changes, study),
            "games": s.games,
        }
        for s in study.contest.shifts
    ]
    caption = "Every change, the most costly first (q: over every option and change)"
    return table("shifts", caption, columns, rows, folded=len(rows) > MOST_ROWS)


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
