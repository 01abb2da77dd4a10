"""What each surface of a report says of the same verdicts, read back from its own words."""

import html as markup
import re
from collections import Counter
from typing import Any

from analysis.stats import verdicts
from reports.page.render import html, summary_of
from reports.text import words

Report = dict[str, Any]
ON, OFF, ALL = "on target", "off target", "all"
FAMILIES = {  # noun of the counts: table of each, table of counts, metric of the facts
    "settings": ("difficulty", "verdicts", "win_rate"),
    "shares": ("shares", "shares-verdicts", "win_share"),
}
ANSWER = r"(\d+ of|None of the|All) (\d+) {noun}\b.*? (?:is|is shown to be|are) on target"
OFF_TARGET, ALL_ON = r"(\d+) of (\d+) {noun} off target", r"all (\d+) {noun} on target"


def disagreements(report: Report) -> list[str]:
    """Every surface that counts otherwise than the first one, or leaves out what another says."""
    said = {noun: counts(report, noun) for noun in FAMILIES}
    wrong = [
        f"{noun}: {surface} says {what}, {first} says {one}"
        for noun, by_surface in said.items()
        for first, one in [*by_surface.items()][:1]
        for surface, what in by_surface.items()
        if not _agree(one, what)
    ]
    return [*wrong, *_left_out(report), *_other_numbers(report)]


def _agree(one: Counter[str], other: Counter[str]) -> bool:
    """Whether two say the same of what both speak of."""
    return all(one[key] == other[key] for key in one.keys() & other.keys())


def counts(report: Report, noun: str) -> dict[str, Counter[str]]:
    """What each surface counts of settings, or of shares of wins; {} where none is judged."""
    each, counted, metric = FAMILIES[noun]
    tables = {t["id"]: t for section in report["sections"] for t in section["tables"]}
    if each not in tables or not any(row.get("verdict") for row in tables[each]["rows"]):
        return {}
    rows = [row["verdict"] for row in tables[each]["rows"]]
    found = {"table": _counter(rows)}
    if counted in tables:
        key = "settings" if noun == "settings" else "shares"
        told = {row["verdict"]: row[key] for row in tables[counted]["rows"]}
        found["table of counts"] = _of_counts(told)
    facts = [f["verdict"] for f in report["facts"] if f["metric"] == metric and f["verdict"]]
    if noun == "settings":
        found["facts"] = _counter(facts)
    found |= _in_words("answer", ANSWER, report["header"]["answer"], noun, ON)
    badge = report["header"]["badge"]["text"]
    found |= _in_words("badge", OFF_TARGET, badge, noun, OFF)
    if match := re.search(ALL_ON.format(noun=noun), badge):
        found["badge"] = Counter({ON: int(match[1]), ALL: int(match[1])})
    if noun == "settings" and len(rows) > 1:
        of_one = [f for f in report["findings"] if f["kind"] == "setting"]
        found["findings"] = Counter({OFF: len(of_one)})
    return found


def _counter(given: list[str]) -> Counter[str]:
    return Counter(
        {
            ON: given.count(verdicts.ON_TARGET),
            OFF: sum(verdict in verdicts.OFF for verdict in given),
            ALL: len(given),
        }
    )


def _of_counts(told: dict[str, int]) -> Counter[str]:
    off = sum(number for verdict, number in told.items() if verdict in verdicts.OFF)
    return Counter({ON: told.get(verdicts.ON_TARGET, 0), OFF: off, ALL: told["all"]})


def _in_words(
    surface: str, pattern: str, text: str, noun: str, what: str
) -> dict[str, Counter[str]]:
    match = re.search(pattern.format(noun=noun), text)
    if match is None:
        return {}
    many = {"All": match[2], "None of the": "0"}.get(match[1], match[1].removesuffix(" of"))
    return {surface: Counter({what: int(many), ALL: int(match[2])})}


def _left_out(report: Report) -> list[str]:
    """What the page or the terminal leaves out of what report.json says first."""
    page = re.sub(r"\s+", " ", markup.unescape(re.sub(r"<[^>]+>", "", html(report))))
    terminal = str(summary_of(report))
    wrong = []
    if report["header"]["badge"]["text"] not in page:
        wrong.append("page: the badge is missing")
    for finding in report["findings"]:
        text = re.sub(r"\s+", " ", finding["text"].replace("`", ""))
        said = re.sub(r"\s+", " ", terminal.replace("`", ""))
        wrong += [f"page: no {text}"] * (text not in page and finding["line"] not in page)
        wrong += [f"terminal: no {text}"] * (text not in said)
    return wrong


def _other_numbers(report: Report) -> list[str]:
    """Findings whose words hold other numbers than their data."""
    wrong = []
    for finding in report["findings"]:
        number = finding["number"]
        if number is None or finding["kind"] not in ("setting", "dealt") or finding["answer"]:
            continue
        told = words.share_range(number["value"], number["low"], number["high"])
        if number["unit"] == "rate" and told not in finding["text"]:
            wrong.append(f"{finding['text']}: {told}")
    return wrong
