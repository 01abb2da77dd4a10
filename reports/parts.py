"""The bricks of report.json: sections, tables and charts as plain data.

Every section is made of these, so that the page, the data and the figures say the same.  A new
kind of brick needs its shape in `shape` and its drawing in `charts`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from analysis.conclusions.facts import Fact
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from reports import words
from reports.words import rounded as rounded

Data = dict[str, Any]
MORE_HELP = "to this setting, so that a verdict on this row by itself is likely (80%)"


@dataclass(frozen=True)
class Col:
    """A column: what its cells hold and how they are shown.

    kind: text, code, rate, points, count, number, share, q, verdict, spread, amount.
    """

    key: str
    label: str
    kind: str = "text"
    help: str = ""

    def data(self) -> Data:
        """As plain data, without what is empty."""
        return {k: v for k, v in vars(self).items() if v}


@dataclass
class Section:
    """One question and its answer: words, charts, tables, in that order.

    paired: each chart is followed by its table; tables beyond the charts come last.
    lead: how many tables come before the charts.  drawn_first: charts come before the words.
    story: title and lines of a game that is told.
    names: of things of which the page gathers what its tables say.
    place: "front", "more" (folded, under "more about play"), "guesses" (the page beside).
    """

    id: str
    title: str
    words: list[str] = field(default_factory=list)
    charts: list[Data] = field(default_factory=list)
    tables: list[Data] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    paired: bool = False
    lead: int = 0
    place: str = "front"
    names: list[str] = field(default_factory=list)
    story: Data | None = None
    drawn_first: bool = False

    def data(self) -> Data:
        """As plain data."""
        return dict(vars(self))


def table(
    name: str,
    caption: str,
    columns: Sequence[Col],
    rows: Iterable[Mapping[str, Any]],
    folded: bool = False,
    look: str = "list",
    still: int = 0,
    still_so: str = "where no difference is shown",
) -> Data:
    """A table; the first column heads its rows.

    folded: shown only when asked for.  still: so many rows at the end tell that nothing is shown
    to have moved, and are folded by themselves; still_so: what their caption says.  look: "list",
    "grid" (every cell a rate with its verdict), "matrix" (differences coloured by size).
    """
    return {
        "id": name,
        "caption": caption,
        "look": look,
        "folded": folded,
        "still": still,
        "still_so": still_so,
        "columns": [c.data() for c in columns],
        "rows": [dict(row) for row in rows],
    }


def rate(share: Rate) -> Data:
    """A rate as data."""
    return {
        "value": rounded(share.value),
        "low": rounded(share.low),
        "high": rounded(share.high),
        "games": share.games,
    }


def fact(one: Fact) -> Data:
    """A fact as data; a number without an interval has none."""
    ends = {
        name: None if end is None else rounded(end)
        for name, end in (("low", one.low), ("high", one.high))
    }
    return {
        "metric": one.metric,
        "where": dict(one.where),
        "value": rounded(one.value),
        **ends,
        "verdict": one.verdict,
        "games": one.games,
        **({} if one.differs is None else {"differs": one.differs}),
    }


def maybe(difference: Estimate | None) -> Data | None:
    """A difference as data; None stays None."""
    return None if difference is None else effect(difference)


def effect(difference: Estimate) -> Data:
    """A difference as data."""
    return {
        "value": rounded(difference.value),
        "low": rounded(difference.low),
        "high": rounded(difference.high),
    }


def square(difference: Estimate, sure: bool) -> Data:
    """A difference of a matrix; coloured only where it is sure with all of its table in view."""
    return effect(difference) | {"sure": sure}


def dot(label: str, verdict: str) -> Data:
    """A row of dots without its number: what it is called, and the tone of its verdict."""
    return {"label": label, "tone": words.verdict(verdict).tone}


def dots(
    name: str,
    title: str,
    desc: str,
    rows: Sequence[Data],
    *,
    unit: str,
    band: tuple[float, float] | None = None,
    folded: bool = False,
) -> Data:
    """Dots with whiskers, one row each: label, value, low, high, tone, text.

    unit: "rate", "points" or a plain unit.  A row with `heading` alone is a heading.
    """
    return {
        "kind": "dots",
        "id": name,
        "title": title,
        "desc": desc,
        "unit": unit,
        "band": list(band) if band else None,
        "rows": list(rows),
        "folded": folded,
    }


def judged(verdict: str, difference: Estimate) -> Data:
    """A verdict, with the size that stays possible where no effect is shown."""
    if verdict != verdicts.NONE:
        return {"verdict": verdict}
    # Rounded up to a tenth of a point: "less than" must stay true as it is printed.
    bound = ceil(round(verdicts.at_most(difference) * 1000, 6)) / 1000
    return {"verdict": verdict, "bound": rounded(bound)}


def few(number: int, row: str, which: str) -> list[str]:
    """What is said of rows that are left out because too few games tell of them; none of none."""
    said = f"{words.plural(number, row)} {which} {'is' if number == 1 else 'are'} not shown."
    return [said] if number else []


def ends_of(rows: Sequence[Data], most: int) -> list[Data]:
    """The first and last rows where there are more than `most`; the rest stands in the table."""
    if len(rows) <= most:
        return list(rows)
    half = most // 2
    return [
        *rows[:half],
        {"heading": f"{len(rows) - 2 * half} between: in the table"},
        *rows[-half:],
    ]
