"""Who wins more now, and who less?"""

from collections.abc import Sequence

from analysis.conclusions.comparison import RunComparison
from analysis.shares.effects import Shift
from analysis.stats import verdicts
from analysis.stats.verdicts import SHOWN
from reports.comparison.winners import as_judged, moved_first, of_its_own, still_so
from reports.tables.parts import (
    Col,
    Data,
    Section,
    dot,
    dots,
    effect,
    ends_of,
    listed,
    q_of,
)
from reports.text import words
from simulate.pack.text.nouns import one_of

MOST_ROWS = 24


def section(comparison: RunComparison) -> Section | None:
    if not comparison.shares:
        return None
    said = [
        "Shares of the wins before and after the change, every setting weighed alike. A minus says "
        "that it wins less often after the change."
    ]
    if any(s.verdict == verdicts.SAME for _, shifts in comparison.shares for s in shifts):
        said.append(
            "Games without anything changed are the same before and after, so what was not changed "
            "has no points of its own. Its shares are those of all its games: where they differ, "
            "what was changed wins less or more against it."
        )
    charts = [_chart_of(name, shifts) for name, shifts in comparison.shares]
    tables = [_table_of(name, shifts) for name, shifts in comparison.shares]
    return Section("moved", "Who wins more now, and who less?", said, charts, tables)


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
        Col("effect", "Points after the change", "points",
            get=lambda shift: of_its_own(shift, shift.effect)),
        q_of("of this table called so", lambda shift: of_its_own(shift, shift.q)),
        Col("verdict", "Verdict", "verdict"),
        Col("before", "Share before", "share"),
        Col("after", "Share after", "share"),
        Col("games", "Games after", "count"),
    ]  # fmt: skip
    ranked = sorted(shifts, key=lambda s: (not s.named, -s.effect.value, s.option))
    ordered, still = moved_first(ranked, lambda s: s.named or s.verdict in SHOWN)
    caption = f"{words.sentence(name)} before and after the change"
    made = listed(f"moved-{words.slug(name)}", caption, columns, ordered, as_judged)
    return made | {"still": still, "still_so": still_so(shifts)}
