"""From report.json to what the templates print: every cell as text, sort value and class.

Called by `render` alone.  Templates hold no arithmetic and this module no sentence: words of a
table are made where its section is.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from analysis.conclusions import ledger
from reports.charts import draw, strip
from reports.charts.marks import tag
from reports.text import words
from reports.text.sanitize import apart

Data = Mapping[str, Any]
DEEPEST = 0.10
FEW = 3  # columns
MANY = 7  # columns in a row at their common width
CROWD = 10  # columns whose headings find room side by side
MOST_ENDS = 2  # columns of numbers with intervals, of many
FEW_COLUMNS = 6
BESIDE = "guesses.html"
DATA = "data"  # the section that names what is on no page
INTERVAL = re.compile(
    r"([\d.]+% \([\d.]+-[\d.]+\)|\([\d.]+-[\d.]+\)|[+-]?[\d.]+ \([+-]?[\d.]+ to [+-]?[\d.]+\))"
)
HEAD = re.compile(r"(.+?)(?:([.?:])(?: (.*))?)?", re.DOTALL)
OPTION = re.compile(r"(--[\w-]+)")
NUMERIC = {"rate", "points", "count", "number", "share", "size", "times", "q", "mean", "spread"}
WITH_ENDS = {"rate", "points", "grid", "spread", "measured", "amount"}
CLASSES = {"code": "code", "opens": "code", "verdict": "verdict"}
LINK = tag("a", BESIDE, href=BESIDE)
# A verdict may stand, or hang on something: a word and a mark for each.
STANDINGS = {
    ledger.STANDS: words.Verdict(ledger.STANDS, "●", "firm"),
    ledger.ON_GUESS: words.Verdict(ledger.ON_GUESS, "◐", "half"),
    ledger.ON_PLAYER: words.Verdict(ledger.ON_PLAYER, "◐", "half"),
    ledger.DIFFERS: words.Verdict(ledger.DIFFERS, "·", "calm"),
    ledger.NEEDS_GAMES: words.Verdict(ledger.NEEDS_GAMES, "?", "open"),
}
MOST_CARDS = 3  # of a sheet for a publisher
SEATS, LENGTHS = "chart-seats", ("rounds", "turns")
FEW_ROWS = 5  # of a picture that stands above the findings and not beside them
BELIEVED = ("Guessed", "Yours", "Played by")  # what of a run says how far to believe it
NUMERIC |= {"amount", "grid", "shade", "signed", "beats", "measured"}


def page(report: Data, place: str) -> dict[str, Any]:
    """Context of a page's template; place: of the sections that stand on it."""
    on_it = [s for s in report["sections"] if s["place"] == place]
    return top(report, {s["id"] for s in on_it}) | {
        "again": coded(report.get("again", {}).get("text", "")),
        "shipped": coded(report.get("shipped", "")),
        "lines": [dict(line) | {"html": coded(line["text"])} for line in report["lines"]],
        "questions": questions(on_it, _id_of(report.get("picture"))),
    }


def top(report: Data, on_page: Container[str] = ()) -> dict[str, Any]:
    """What a page and a sheet tell alike: the answer, its picture, findings, what to know first.

    on_page: the sections that findings may lead to.
    """
    picture = report.get("picture")
    answer = next((f for f in report["findings"] if f.get("answer")), None)
    return {
        "header": report["header"],
        "answer": coded(report["header"].get("answer", "")),
        "picture": draw(picture) if picture else "",
        "beside": picture is not None and _is_tall(picture),
        "alerts": [dict(alert) | _alert(alert["text"]) for alert in report["alerts"]],
        "opinion": coded(report.get("opinion", "")),
        "rests": _finding(answer, 0, on_page) if answer else None,
        "findings": [
            _finding(f, i, on_page) for i, f in enumerate(report["findings"], 1) if f is not answer
        ],
        "count": words.count,
    }


def questions(every: Iterable[Data], picture: str = "") -> list[dict[str, Any]]:
    """Sections as a template prints them, under the questions that they answer.

    picture: the chart that stands on the top of the page.
    """
    asked = groupby(every, key=lambda section: section["question"] or section["title"])
    return [_question(title, [_section(part, picture) for part in parts]) for title, parts in asked]


def _question(title: str, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Known by its words, or by its only part where that is the question."""
    name = words.slug(title) if parts[0]["question"] else parts[0]["id"]
    return {"id": name, "title": title, "parts": parts}


def _is_tall(picture: Data) -> bool:
    """Whether findings find room beside it; of few rows it stands above them."""
    return "rows" not in picture or len(picture["rows"]) > FEW_ROWS


def _id_of(picture: Data | None) -> str:
    return picture["id"] if picture else ""


def sheet(report: Data) -> dict[str, Any]:
    """Context of the one side of A4: the top of the page, and what a publisher asks besides."""
    every = top(report)
    charts = {chart["id"]: chart for s in report["sections"] for chart in s["charts"]}
    shown = _id_of(report.get("picture"))
    return every | {
        "cards": [f for f in every["findings"] if f["of_card"]][:MOST_CARDS],
        "lengths": _lengths(report["facts"]),
        "seats": draw(charts[SEATS]) if SEATS in charts and shown != SEATS else "",
        "believed": [f for f in report["header"]["facts"] if f[0] in BELIEVED],
        # A question to who owns the game is no caution to who reads of it.
        "cautions": [a for a in every["alerts"] if not a["asks"] and a["level"] != "red"],
    }


def _lengths(facts: Sequence[Data]) -> str:
    """How long a game is on average: from the shortest setting to the longest."""
    told = []
    for what in LENGTHS:
        means = [fact["value"] for fact in facts if fact["metric"] == f"{what}_mean"]
        ends = list(dict.fromkeys(words.number(end(means)) for end in (min, max) if means))
        told += [f"{' to '.join(ends)} {what}"] if ends else []
    return words.listing(told)


def _alert(text: str) -> dict[str, Markup | str | bool]:
    """What must be known first: all of it, and a line that tells what it is about."""
    head, end, rest = HEAD.fullmatch(text).groups("")  # type: ignore[union-attr]
    head += "" if end == ":" else end
    said = {"html": coded(text), "head": coded(head), "rest": coded(rest) if rest else ""}
    return said | {"asks": end == "?"}


def coded(text: str) -> Markup:
    """Text with what stands between backticks as code, and intervals kept on one line."""
    parts = text.split("`")
    marked = [_command(p) if i % 2 else _unbroken(p) for i, p in enumerate(parts)]
    return Markup("").join(marked)


def _command(text: str) -> Markup:
    """Code in which no line ends between the hyphens of an option."""
    parts = OPTION.split(text)
    marked = [tag("span", p, class_="option") if i % 2 else apart(p) for i, p in enumerate(parts)]
    return tag("code", Markup("").join(marked))


def _unbroken(text: str) -> Markup:
    parts = INTERVAL.split(text)
    marked = [tag("span", p, class_="whole") if i % 2 else _linked(p) for i, p in enumerate(parts)]
    return Markup("").join(marked)


def _linked(text: str) -> Markup:
    """The page beside is a link wherever it is named."""
    return LINK.join(apart(part) for part in text.split(BESIDE))


def _finding(finding: Data, number: int, on_page: Container[str]) -> dict[str, Any]:
    """A line with its drawing and its badge, and what opens under it."""
    tone = words.VERDICTS[finding["verdict"]].tone
    badge = STANDINGS.get(finding.get("standing", "")) or words.VERDICTS[finding["verdict"]]
    line, measured = finding.get("line", ""), finding.get("number")
    band = finding.get("band")
    return {
        "line": coded(line or finding["text"]),
        "said": coded(finding["text"]) if line else "",
        "strip": strip.draw(f"finding-{number}", measured, band, tone) if measured else "",
        "advice": coded(finding["try"]) if finding["try"] else "",
        "section": finding["section"] if finding["section"] in on_page else DATA,
        "doubts": [coded(text) for text in finding.get("doubts", ())],
        "tone": tone,
        "of_card": bool(finding.get("card")) or finding.get("asked") == ledger.CHANGED,
        "badge": badge.badge(),
    }


def _section(section: Data, picture: str) -> dict[str, Any]:
    """A section without the chart that the top of the page shows."""
    charts = [draw(chart) for chart in section["charts"] if chart["id"] != picture]
    return dict(section) | {
        "words": [coded(text) for text in section["words"]],
        "charts": charts,
        "tables": [_whole(t) for t in section["tables"]],
    }


def _whole(table: Data) -> dict[str, Any]:
    """A table, and folded under it the rows at its end in which nothing is shown to move."""
    still, rows = table["still"], table["rows"]
    if not still:
        return _table(table)
    caption = f"{table['caption']}: {table['still_so']}"
    rest = {**table, "caption": caption, "rows": rows[-still:], "folded": True}
    if len(rows) == still:
        return _table(rest)
    rest["id"] = f"{table['id']}-still"
    return _table({**table, "rows": rows[:-still]}) | {"rest": _table(rest)}


def _table(table: Data) -> dict[str, Any]:
    columns = [dict(c) | {"numeric": c["kind"] in NUMERIC} for c in table["columns"]]
    rows = [[_cell(c, row.get(c["key"]), row) for c in columns] for row in table["rows"]]
    wordy = table["look"] == "list" and len(columns) > FEW and not any(map(_is_number, columns))
    return dict(table) | {
        "columns": columns,
        "rows": rows,
        "helps": [(c["label"], c["help"]) for c in columns if c.get("help")],
        "classes": _classes(table["look"], [c["kind"] for c in columns]) + " wordy" * wordy,
        "wordy": wordy,
        "sortable": len(rows) > 4,
        "rest": None,
    }


def _is_number(column: Data) -> bool:
    return bool(column["numeric"])


def _classes(look: str, kinds: list[str]) -> str:
    """How a table is set: what has many columns is set closer, intervals below their numbers."""
    names = [look]
    if len(kinds) > MANY:
        names.append("many")
    if len(kinds) > CROWD and look == "list":
        names.append("crowd")
    if sum(kind in WITH_ENDS for kind in kinds) > (MOST_ENDS if len(kinds) > FEW_COLUMNS else 3):
        names.append("stacked")
    return " ".join(names)


def _cell(column: Data, value: Any, row: Data) -> dict[str, Any]:
    kind = column["kind"]
    classes = "num" if column["numeric"] else CLASSES.get(kind, "")
    if value is None:
        return {"html": Markup("–"), "class": classes, "style": ""}
    show = SHOW.get(kind, _text)
    cell = {"html": show(value, row), "class": classes, "style": ""}
    if kind == "grid":
        cell["class"] += f" {words.verdict(value['verdict']).tone}"
    if kind == "shade":
        cell |= _heat(cell["class"], value, 0.0, DEEPEST)
    if kind == "beats" and value["few"]:
        cell["class"] += " few"
    elif kind == "beats":
        cell |= _heat(cell["class"], value, 0.5, 2 * DEEPEST)
    return cell


def _heat(classes: str, value: Data, even: float, deepest: float) -> dict[str, str]:
    """Colour by how far from even; none where that is not sure."""
    if not value.get("sure", not value["low"] <= even <= value["high"]):
        return {"class": f"{classes} chance"}
    side = "plus" if value["value"] > even else "minus"
    depth = min(abs(value["value"] - even) / deepest, 1.0)
    return {"class": f"{classes} {side}", "style": f"--depth:{depth:.2f}"}


def _text(value: Any, row: Data) -> Markup:
    text = coded(str(value))
    if "tone" in row and str(value)[:1] in "✓✗!":
        return tag("span", text, class_=f"chip {row['tone']}")
    return text


def _two(main: str, rest: str) -> Markup:
    """A number and, smaller, its interval."""
    return tag("b", main) + Markup(" ") + tag("i", rest)


def _split(text: str) -> Markup:
    main, _, rest = text.partition(" ")
    return _two(main, rest)


def _rate(value: Data, _: Data) -> Markup:
    return _split(words.share_range(value["value"], value["low"], value["high"]))


def _points(value: Data, _: Data) -> Markup:
    return _split(words.signed_range(value["value"], value["low"], value["high"]))


def _grid(value: Data, row: Data) -> Markup:
    verdict = words.verdict(value["verdict"])
    said = f"{verdict.mark} {verdict.word.partition(',')[0]}"
    chip = tag("span", said, class_="verdict") if verdict.mark else Markup("")
    return _rate(value, row) + Markup(" ") + chip


def _shade(value: Data, _: Data) -> Markup:
    return Markup(escape(words.signed(value["value"])))


def _beats(value: Data, _: Data) -> Markup:
    """Percent, and below it the games, and what a target wants."""
    below = [words.count(value["games"]), *filter(None, [value.get("mark")])]
    told = [tag("small", text) for text in below]
    return tag("b", f"{value['value'] * 100:.0f}") + Markup("").join(told)


def _verdict(value: str, row: Data) -> Markup:
    verdict = words.verdict(value)
    said = f"{verdict.mark} {verdict.word}".strip()
    if row.get("bound") is not None:
        said += f" (less than {words.points(row['bound'])})"
    return tag("span", said, class_=f"chip {verdict.tone}")


def _spread(value: Data, _: Data) -> Markup:
    ends = f"({words.number(value['low'])}-{words.number(value['high'])})"
    return _two(words.number(value["value"]), ends)


def _amount(value: Data, _: Data) -> Markup:
    return _two(f"{value['value']:.2f}", f"({value['low']:.2f}-{value['high']:.2f})")


def _opens(value: str, row: Data) -> Markup:
    """A folder by its name, which opens its page where there is one."""
    name = tag("code", value)
    return tag("a", name, href=row["page"]) if row.get("page") else name


def _q(value: float, _: Data) -> Markup:
    return escape("<0.001" if value < 0.001 else f"{value:.3f}")


def _plain(form: Callable[[Any], str]) -> Callable[[Any, Data], Markup]:
    return lambda value, _: Markup(escape(form(value)))


SHOW: dict[str, Callable[[Any, Data], Markup]] = {
    "code": lambda value, _: tag("code", value),
    "opens": _opens,
    "rate": _rate,
    "points": _points,
    "grid": _grid,
    "shade": _shade,
    "beats": _beats,
    "measured": _amount,
    "signed": _plain(words.signed),
    "verdict": _verdict,
    "spread": _spread,
    "amount": _amount,
    "q": _q,
    "count": _plain(words.count),
    "number": _plain(words.number),
    "share": _plain(words.percent),
    "size": _plain(lambda v: words.points(v).removesuffix(" points")),
    "times": _plain(lambda v: f"x{v:.1f}"),
    "mean": _plain(lambda v: f"{v:.2f}"),
}
