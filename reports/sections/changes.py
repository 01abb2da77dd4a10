"""What is each change worth?"""

from collections.abc import Sequence

from analysis.study import Study
from analysis.variants import Change, Worth
from reports import words
from reports.command import basis
from reports.parts import Col, Data, Section, dot, dots, effect, ends_of, judged, rounded, table

TITLE = "What is each change worth?"
MOST_ROWS = 24


def section(study: Study) -> Section | None:
    """Every variant against the printed game, on the same seeds."""
    if not study.variants:
        return None
    section = Section("variants", TITLE)
    section.words = [
        f"Each change was played on the same luck as {basis(study.design.manifest)}: the same "
        "deal, the same shuffles, one thing different. A minus says that the players win less "
        "with the change; "
        "for a card that was blanked, that is what the card is worth to them, over all games: "
        "what seldom comes up, or is seldom taken, is worth little here, however strong it is.",
        _saving(study.variants),
    ]
    section.charts = [_chart(study.variants)]
    section.tables = [_table(study)]
    return section


def _saving(worths: Sequence[Worth]) -> str:
    times = sorted(w.paired.saving for w in worths)
    middle = times[len(times) // 2]
    if middle < 1.1:
        return "Sharing luck does not help here: the changes move nearly every game."
    return (
        f"Sharing luck saves games: without it, the same certainty would take about "
        f"{middle:.1f} times as many (the middle of the changes)."
    )


def _chart(worths: Sequence[Worth]) -> Data:
    rows = [dot(w.name, w.verdict) | effect(w.paired.effect) for w in worths]
    first, last = worths[0], worths[-1]
    desc = f"From {first.name} {words.signed(first.paired.effect.value)}"
    desc += f" to {last.name} {words.signed(last.paired.effect.value)} points."
    title = "Points that each change adds to the win rate"
    return dots("chart-variants", title, desc, ends_of(rows, MOST_ROWS), unit="points")


def _table(study: Study) -> Data:
    columns = [
        Col("name", "Change"),
        Col("effect", f"Points against {basis(study.design.manifest)}", "points"),
        Col("q", "q", "q", "share of false alarms among all of this table called so"),
        Col("verdict", "Verdict", "verdict"),
        Col("what", "What is changed", "code"),
        Col("won", "Won", "rate"),
        Col("games", "Games", "count"),
        Col("saving", "Games saved by shared luck", "times"),
    ]
    if any(w.cut_off for w in study.variants):
        columns.append(Col("cut_off", "Cut off", "count", "stopped by a limit, counted as not won"))
    rows = [_row(w) for w in study.variants]
    caption = "Every change, the most costly first (q: within this table)"
    return table("variants", caption, columns, rows, folded=len(rows) > MOST_ROWS)


def what(worth: Worth) -> str:
    """blank tools.rope; rules.oil 4 -> 5"""
    parts = [f"blank {name}" for name in worth.blanks]
    parts += [change(c) for c in worth.changes]
    return "; ".join(parts)


def change(change: Change) -> str:
    """rules.oil 4 -> 5"""
    if change.printed is None:
        return f"{change.path} = {words.value(change.value)}"
    return f"{change.path} {words.value(change.printed)} -> {words.value(change.value)}"


def _row(worth: Worth) -> Data:
    rate = worth.rate
    return {
        "name": worth.name,
        "what": what(worth),
        "kind": worth.family.replace("_", " "),
        "effect": effect(worth.paired.effect),
        "q": rounded(worth.q),
        **judged(worth.verdict, worth.paired.effect),
        "won": {"value": rounded(rate.value), "low": rounded(rate.low), "high": rounded(rate.high)},
        "games": rate.games,
        "saving": round(worth.paired.saving, 2),
        "cut_off": worth.cut_off,
    }
