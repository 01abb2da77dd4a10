"""How close were the games?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analysis.description.lengths import Margin
from analysis.stats.intervals import Rate
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, hist, listed, rounded
from reports.text import words

TITLE = "How close were the games?"
MOST_VALUES = 200


def section(study: Study) -> Section | None:
    """How far lost games were from a win, and won games from a loss."""
    if not study.margins:
        return None
    near = [each for margin in study.margins for each in _near(margin)]
    said = [_said(each) for each in near]
    panels = [_panel(m) for m in study.margins if not m.yes_no and (m.lost or m.won)]
    title = "Where lost and won games stood at their end"
    desc = " ".join(said) or "Shares of lost and of won games."
    charts = [hist("chart-closeness", title, desc, panels)] if panels else []
    tables = (_close(near), _yes_no(study.margins), _values(study.margins))
    return Section("closeness", TITLE, said, charts, [t for t in tables if t["rows"]])


def edge(margin: Margin, value: float | None, better: bool) -> str:
    """The edge in words: "2 or less"; nothing without an edge."""
    if value is None:
        return ""
    below = (margin.better == "low") == better
    return f"{words.number(value)} or {'less' if below else 'more'}"


def name(margin: Margin) -> str:
    """What the margin measures."""
    return margin.meaning.split(";")[0] or margin.column.replace("_", " ")


@dataclass(frozen=True)
class _Near:
    """Games that could have gone the other way, by one margin."""

    margin: Margin
    games: str  # which, of all of them
    all: str
    edge: str
    share: Rate


def _near(margin: Margin) -> Iterator[_Near]:
    """Of the lost games and of the won ones."""
    if margin.close_lost:
        at = edge(margin, margin.close_at, True)
        yield _Near(margin, "were close", "the lost games", at, margin.close_lost)
    if margin.close_won:
        at = edge(margin, margin.worst_at, False)
        yield _Near(margin, "were close", "the won games", at, margin.close_won)


def _said(near: _Near) -> str:
    often = words.sentence(words.of(near.share, near.all))
    return f"{often} {near.games} ({name(near.margin)}: {near.edge})."


def _panel(margin: Margin) -> Data:
    series = []
    for label, counted in (("won", margin.won), ("lost", margin.lost)):
        total = sum(counted.values())
        if total:
            shares = {str(int(v)): rounded(g / total) for v, g in counted.items()}
            series.append({"name": label, "shares": shares})
    return {"title": words.sentence(name(margin)), "unit": margin.unit, "series": series}


def _close(found: Sequence[_Near]) -> Data:
    columns = [
        Col("what", "Measured by", get=lambda near: name(near.margin)),
        Col("games", "Which games",
            get=lambda near: f"{near.all.removeprefix('the ')} that {near.games}"),
        Col("edge", "Where"),
        Col("share", "Share", "rate"),
        Col("of", "Of games", "count", get=lambda near: near.share.games),
    ]  # fmt: skip
    caption = "How many games could have gone the other way"
    return listed("closeness", caption, columns, found)


def _yes_no(margins: Sequence[Margin]) -> Data:
    columns = [
        Col("what", "Yes", get=name),
        Col("lost", "In lost games", "share", get=lambda m: _part(m.lost, 1)),
        Col("won", "In won games", "share", get=lambda m: _part(m.won, 1)),
    ]
    asked = [m for m in margins if m.yes_no]
    return listed("closeness-yes", "How often it was so", columns, asked)


def _part(counted: Mapping[float, int], value: float) -> float | None:
    """Of all the games those with a value."""
    total = sum(counted.values())
    return counted.get(value, 0) / total if total else None


def _values(margins: Sequence[Margin]) -> Data:
    columns = [
        Col("what", "Measured by", get=lambda one: name(one[0])),
        Col("value", "Value at the end", "number", get=lambda one: one[1]),
        Col("lost", "Of the lost games", "share", get=lambda one: _part(one[0].lost, one[1])),
        Col("won", "Of the won games", "share", get=lambda one: _part(one[0].won, one[1])),
    ]
    found = [(m, v) for m in margins if not m.yes_no for v in sorted({*m.lost, *m.won})]
    several = found if len(found) <= MOST_VALUES else []
    return listed("closeness-values", "Every value at the end", columns, several, folded=0)
