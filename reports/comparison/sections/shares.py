"""Who wins more now, and who less?"""

from collections.abc import Sequence

from analysis.comparison import Comparison
from analysis.effects import Shift
from reports import words
from reports.comparison.winners import noun
from reports.parts import Col, Data, Section, dot, dots, effect, ends_of, judged, kept, table

MOST_ROWS = 24


def section(found: Comparison) -> Section | None:
    if not (found.options or found.seats):
        return None
    made = Section("moved", "Who wins more now, and who less?")
    made.words = [
        "Shares of the wins before and after the change, every setting weighed alike. A minus says "
        "that it wins less often after the change."
    ]
    for name, shifts in ((noun(found), found.options), ("seats", found.seats)):
        if shifts:
            made.charts.append(_chart_of(name, shifts))
            made.tables.append(_table_of(name, shifts))
    made.paired = True
    return made


def _chart_of(name: str, shifts: Sequence[Shift]) -> Data:
    ranked = sorted(shifts, key=lambda s: (s.effect.value, s.option))
    rows = [dot(s.option, s.verdict) | effect(s.effect) for s in ranked]
    first, last = ranked[0], ranked[-1]
    desc = f"From {first.option} {words.signed(first.effect.value)} to "
    desc += f"{last.option} {words.signed(last.effect.value)} points."
    title = f"{words.sentence(name)}: points that the change adds to the share of wins"
    return dots(
        f"chart-moved-{words.slug(name)}", title, desc, ends_of(rows, MOST_ROWS), unit="points"
    )


def _table_of(name: str, shifts: Sequence[Shift]) -> Data:
    columns = [
        Col("option", words.sentence(words.one_of(name))),
        Col("effect", "Points after the change", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Share before", "share"),
        Col("after", "Share after", "share"),
        Col("games", "Games after", "count"),
    ]
    rows = [
        {
            "option": s.option,
            "effect": effect(s.effect),
            "q": kept(s.q),
            **judged(s.verdict, s.effect),
            "before": kept(s.before),
            "after": kept(s.after),
            "games": s.games,
        }
        for s in sorted(shifts, key=lambda s: (-s.effect.value, s.option))
    ]
    caption = f"{words.sentence(name)} before and after the change"
    return table(f"moved-{words.slug(name)}", caption, columns, rows)
