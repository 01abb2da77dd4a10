"""Did it help, and where?"""

from analysis.conclusions.comparison import RunComparison, Setting
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_first
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
from reports.text.changes import setting

MOST_ROWS = 24
EVERY_SETTING = "Every setting before and after the change"


def section(comparison: RunComparison) -> Section | None:
    if not comparison.settings:
        return None
    said = [
        "Points that the change adds to the win rate of each setting; a minus says that the "
        "players win less often after it."
    ]
    if any(s.before.saving != 1 or s.after.saving != 1 for s in comparison.settings):
        said.append("Weighed by the known chances of what is dealt.")
    if comparison.whole and len(comparison.settings) > 1:
        whole = words.signed_range(*comparison.whole.effect.ends)
        said.append(f"Over all settings, each weighed alike: {whole} points.")
    ordered, still = moved_first(comparison.settings, lambda s: s.verdict in SHOWN)
    rows = [dot(setting(s.cell), s.verdict) | effect(s.paired.effect) for s in ordered]
    title = "Points that the change adds to the win rate"
    desc = f"{words.plural(len(rows), 'setting')}, each with its interval."
    charts = [dots("chart-compared", title, desc, ends_of(rows, MOST_ROWS), unit="points")]
    columns = [
        Col("setting", "Setting", get=lambda s: setting(s.cell)),
        Col("effect", "Points after the change", "points", get=lambda s: s.paired.effect),
        q_of("of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Won before", "rate"),
        Col("after", "Won after", "rate"),
    ]
    if any(s.band for s in comparison.settings):
        columns += [Col("was", "Target before", "verdict"), Col("now", "Target after", "verdict")]
    columns += [
        Col("games", "Games", "count", "of the run that has fewer", lambda s: s.paired.games),
        Col("saving", "Games saved", "times", "by shared luck: so many times as many without it",
            lambda s: round(s.paired.saving, 2)),
    ]  # fmt: skip
    made = listed("compared", EVERY_SETTING, columns, ordered, _besides) | {"still": still}
    return Section("compared", "Did it help, and where?", said, charts, [made])


def _besides(setting: Setting) -> Data:
    return {"was": setting.was, "now": setting.now} | judged(setting.verdict, setting.paired.effect)
