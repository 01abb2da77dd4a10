"""Did it help, and where?"""

from analysis.comparison import Comparison
from reports import words
from reports.parts import Col, Section, dot, dots, effect, ends_of, judged, kept, rate, table

MOST_ROWS = 24


def section(found: Comparison) -> Section | None:
    if not found.settings:
        return None
    made = Section("compared", "Did it help, and where?")
    made.words = [
        "Points that the change adds to the win rate of each setting; a minus says that the "
        "players win less often after it."
    ]
    if found.whole and len(found.settings) > 1:
        whole = words.signed_range(
            found.whole.effect.value, found.whole.effect.low, found.whole.effect.high
        )
        made.words.append(f"Over all settings, each weighed alike: {whole} points.")
    rows = [
        dot(words.setting(s.cell.levels), s.verdict) | effect(s.paired.effect)
        for s in found.settings
    ]
    title = "Points that the change adds to the win rate"
    desc = f"{words.plural(len(rows), 'setting')}, each with its interval."
    made.charts = [dots("chart-compared", title, desc, ends_of(rows, MOST_ROWS), unit="points")]
    columns = [
        Col("setting", "Setting"),
        Col("effect", "Points after the change", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Won before", "rate"),
        Col("after", "Won after", "rate"),
    ]
    if found.design.band:
        columns += [Col("was", "Target before", "verdict"), Col("now", "Target after", "verdict")]
    columns += [
        Col("games", "Games", "count", "of the run that has fewer"),
        Col("saving", "Games saved", "times", "by shared luck: so many times as many without it"),
    ]
    told = [
        {
            "setting": words.setting(s.cell.levels),
            "effect": effect(s.paired.effect),
            "q": kept(s.q),
            **judged(s.verdict, s.paired.effect),
            "before": rate(s.before),
            "after": rate(s.after),
            "was": s.was,
            "now": s.now,
            "games": s.paired.games,
            "saving": round(s.paired.saving, 2),
        }
        for s in found.settings
    ]
    made.tables = [table("compared", "Every setting before and after the change", columns, told)]
    return made
