"""Who wins more now, and who less?"""

from collections.abc import Sequence

from analysis.conclusions.comparison import RunComparison
from analysis.shares.effects import Shift
from analysis.stats import verdicts
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import moved_by, moved_first, still_so
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    ends_of,
    judged,
    rounded,
    table,
)
from reports.text import words
from simulate.pack.text.nouns import one_of

MOST_ROWS = 24


def section(comparison: RunComparison) -> Section | None:
    if not comparison.shares:
        return None
    section = Section("moved", "Who wins more now, and who less?")
    section.words = [
        "Shares of the wins before and after the change, every setting weighed alike. A minus says "
        "that it wins less often after the change."
    ]
    if any(s.verdict == verdicts.SAME for _, shifts in comparison.shares for s in shifts):
        section.words.append(
            "Games without anything changed are the same before and after, so what was not changed "
            "has no points of its own. Its shares are those of all its games: where they differ, "
            "what was changed wins less or more against it."
        )
    for name, shifts in comparison.shares:
        section.charts.append(_chart_of(name, shifts))
        section.tables.append(_table_of(name, shifts))
    return section


def _chart_of(name: str, shifts: Sequence[Shift]) -> Data:
    own = [s for s in shifts if s.verdict != verdicts.SAME] or shifts
    ranked = sorted(own, key=lambda s: (s.effect.value, s.option))
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
        Col("option", words.sentence(one_of(name))),
        Col("effect", "Points after the change", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Share before", "share"),
        Col("after", "Share after", "share"),
        Col("games", "Games after", "count"),
    ]
    ranked = sorted(shifts, key=lambda s: (not s.named, -s.effect.value, s.option))
    ordered, still = moved_first(ranked, lambda s: s.named or s.verdict in SHOWN)
    rows = [
        {
            "option": s.option,
            **moved_by(s),
            **judged(s.verdict, s.effect),
            "before": rounded(s.before),
            "after": rounded(s.after),
            "games": s.games,
        }
        for s in ordered
    ]
    caption = f"{words.sentence(name)} before and after the change"
    return table(
        f"moved-{words.slug(name)}", caption, columns, rows, still=still, still_so=still_so(shifts)
    )
