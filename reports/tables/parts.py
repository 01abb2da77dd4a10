"""The bricks of report.json: sections, tables and charts as plain data.

Every section is made of these, so that the page, the data and the figures say the same.  A new
kind of brick needs its shape in `shape` and its drawing in `charts`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Any

from analysis.conclusions.facts import Fact
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from reports.text import words
from reports.text.words import rounded as rounded

Data = dict[str, Any]
MORE_HELP = "to this setting, so that a verdict on this row by itself is likely (80%)"


@dataclass(frozen=True)
class Col:
    """A column: what its cells hold and how they are shown.

    kind: text, code, rate, points, count, number, share, q, verdict, spread, amount.
    get: what a row's thing has there; without it the attribute that bears the column's key.
    """

    key: str
    label: str
    kind: str = "text"
    help: str = ""
    get: Callable[[Any], Any] | None = None

    def data(self) -> Data:
        """As plain data, without what is empty."""
        return {k: v for k, v in vars(self).items() if v and k != "get"}

    def cell(self, thing: Any) -> Any:
        """What a row has here, as data."""
        return plain(self.get(thing) if self.get else getattr(thing, self.key))


def plain(value: Any) -> Any:
    """A number as data, with its interval where it has one; all else as it is."""
    if isinstance(value, Rate):
        return rate(value)
    if isinstance(value, Estimate):
        return effect(value)
    return rounded(value) if isinstance(value, float) else value


@dataclass
class Section:
    """A part of an answer: charts, words, tables, notes, in that order.

    question: of the page, under which it stands; empty where its own title is one.
    place: "page", "data" (no part of any page), "guesses" (the page beside).
    story: title and lines of a game that is told.
    """

    id: str
    title: str
    words: list[str] = field(default_factory=list)
    charts: list[Data] = field(default_factory=list)
    tables: list[Data] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    place: str = "page"
    question: str = ""
    story: Data | None = None

    def data(self) -> Data:
        """As plain data."""
        return dict(vars(self))


def only_data(name: str, title: str, tables: Iterable[Data | None]) -> Section | None:
    """Tables that no page shows; nothing where none of them has a row."""
    held = [each for each in tables if each and each["rows"]]
    return Section(name, title, tables=held, place="data") if held else None


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


def listed(
    name: str,
    caption: str,
    columns: Sequence[Col],
    things: Iterable[Any],
    more: Callable[[Any], Data] | None = None,
    folded: int | None = None,
) -> Data:
    """A table with a row for each thing, of which the columns say what they hold.

    more: what a row has besides; folded: with more rows than so many.
    """
    rows = [{c.key: c.cell(one) for c in columns} | (more(one) if more else {}) for one in things]
    return table(name, caption, columns, rows, folded is not None and len(rows) > folded)


def q_of(all_: str, get: Callable[[Any], Any] | None = None) -> Col:
    """The column of q, of so many questions at once."""
    return Col("q", "q", "q", f"share of false alarms among all {all_}", get)


def of_each(
    things: Iterable[Any], column: Callable[[int, Any], Col], get: Callable[[Any, Any], Any]
) -> list[Col]:
    """A column for each of some things; get: what a row has of it."""
    each = enumerate(things)
    return [replace(column(i, thing), get=partial(get, thing)) for i, thing in each]


def rate(share: Rate) -> Data:
    """A rate as data."""
    return effect(share) | {"games": share.games}


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


def effect(difference: Estimate | Rate) -> Data:
    """A difference as data."""
    return dict(zip(("value", "low", "high"), map(rounded, difference.ends), strict=True))


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
    bars: bool = False,
) -> Data:
    """Dots with whiskers, one row each: label, value, low, high, tone, text.

    unit: "rate", "points" or a plain unit.  A row with `heading` alone is a heading.  bars: from
    nothing, in place of dots: of parts of a whole.
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
        **({"bars": True} if bars else {}),
    }


def judged(verdict: str, difference: Estimate) -> Data:
    """A verdict, with the size that stays possible where no effect is shown."""
    if verdict != verdicts.NONE:
        return {"verdict": verdict}
    # Rounded up to a tenth of a point: "less than" must stay true as it is printed.
    bound = ceil(round(verdicts.at_most(difference) * 1000, 6)) / 1000
    return {"verdict": verdict, "bound": rounded(bound)}


def hist(name: str, title: str, desc: str, panels: Iterable[Data]) -> Data:
    """A chart of how often each whole number was met."""
    return {"kind": "hist", "id": name, "title": title, "desc": desc, "panels": list(panels)}


def by_verdict(name: str, caption: str, noun: str, given: Sequence[str]) -> Data:
    """How often each verdict was given, and how many there are in all."""
    rows = [{"verdict": one, noun: given.count(one)} for one in dict.fromkeys(given)]
    columns = [Col("verdict", "Verdict", "verdict"), Col(noun, words.sentence(noun), "count")]
    rows.append({"verdict": "all", noun: len(given)})
    return table(name, caption, columns, rows, folded=True)


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
