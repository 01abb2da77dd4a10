"""What does each change do to whom?"""

from collections.abc import Sequence

from analysis.shares.effects import Shift, ShiftAt
from analysis.study import Study
from reports.sections.rates.crossed import shift_columns
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
    said = [
        "Each change on the same luck: the share of whom it names, or else of the one among the "
        f"{noun} that it moves most."
    ]
    rows = [dot(s.name, s.verdict) | effect(s.effect) for s in shifts]
    first, last = shifts[0], shifts[-1]
    desc = f"From {first.name} {words.signed(first.effect.value)} to "
    desc += f"{last.name} {words.signed(last.effect.value)} points."
    title = "Points that each change adds to a share of wins"
    shortened = ends_of(rows, MOST_ROWS)
    charts = [dots("chart-shifts", title, desc, shortened, unit="points")]
    return Section("shifts", TITLE, said, charts, [_table(study), *_each(shifts)])


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


def _each(shifts: Sequence[Shift]) -> list[Data]:
    """The same in every setting, where there are several."""
    if all(len(s.at) < 2 for s in shifts):
        return []

    def what_moved(one: tuple[Shift, ShiftAt]) -> str:
        return f"{one[0].name}: {one[0].option}, {setting(one[1].levels)}"

    def more(one: tuple[Shift, ShiftAt]) -> Data:
        shift, at = one
        named = {"name": shift.name, "option": shift.option, "at": setting(at.levels)}
        return named | judged(at.verdict, at.effect)

    columns = shift_columns("Change, whose share, where", what_moved)
    every = [(shift, at) for shift in shifts for at in shift.at]
    caption = "Every change in every setting"
    return [listed("shifts-each", caption, columns, every, more, MOST_ROWS)]
