"""One finding: a sentence with numbers, tied to the rows that it rests on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.facts import WIN_SHARE, Fact
from analysis.conclusions.ledger import LedgerEntry, of_number
from analysis.conclusions.robustness import key_of
from analysis.stats.verdicts import Band
from reports.tables.parts import rounded
from reports.text import words
from simulate.core.game.facts import WIN_RATE

MOST_OF_A_KIND = 2


@dataclass(frozen=True)
class Finding:
    """A sentence with numbers.

    size: points beyond what would be fine; the ranking.  rows: where its numbers stand,
    as (table, key of the row's first column).  about: the fact that it is told of, as
    (metric, where), if it is of one.  asks: the verdict on that fact, where the finding itself
    gives none but a second player is to be asked about it.  line: the same in at most 16 words.
    note: what is known of how it was found.  band: what its number should lie in, where no ledger
    of a run holds that.
    """

    kind: str
    verdict: str
    text: str
    section: str
    size: float = 0.0
    rows: tuple[tuple[str, str], ...] = ()
    advice: str = ""
    advice_rows: tuple[tuple[str, str], ...] = ()
    about: tuple[str, Mapping[str, Any]] | None = None
    asks: str = ""
    line: str = ""
    note: str = ""
    band: Band | None = None

    def data(self) -> dict[str, Any]:
        """As plain data for report.json."""
        return {
            "kind": self.kind,
            "verdict": self.verdict,
            "line": words.in_short(self.line or self.text),
            "text": self.text,
            "try": self.advice,
            "section": self.section,
            "rows": [list(row) for row in self.rows],
            "try_rows": [list(row) for row in self.advice_rows],
        }


@dataclass(frozen=True)
class ToldFinding:
    """A finding and what the ledger says of its number; is_answer: it answers the question."""

    finding: Finding
    entry: LedgerEntry
    is_answer: bool = False

    def data(self) -> dict[str, Any]:
        """As plain data for report.json."""
        return self.finding.data() | {
            **_number(self.entry),
            "answer": self.is_answer,
            "standing": self.entry.standing,
            "asked": self.entry.asked,
        }


def told_of(
    findings: Sequence[Finding],
    facts: Iterable[Fact],
    asked: str,
    answer: Finding | None = None,
    is_doubted: Callable[[Fact | None], bool] = lambda _: False,
) -> list[ToldFinding]:
    """What is told of two runs or of a search.

    facts: the numbers that findings are of; asked: as in the ledger; answer: the one of them that
    answers the question; is_doubted: whether a number hangs on who plays.
    """
    numbers = {key_of(fact.metric, fact.where): fact for fact in facts}
    told = []
    for one in findings:
        number = numbers.get(key_of(*one.about)) if one.about is not None else None
        entry = of_number(one.verdict, number, one.band, asked, is_doubted(number))
        told.append(ToldFinding(one, entry, one is answer))
    return told


def answer_of(told: Iterable[ToldFinding]) -> str:
    """The answer to the question, in one sentence; empty where there is none."""
    return next((one.finding.text for one in told if one.is_answer), "")


def _number(entry: LedgerEntry) -> dict[str, Any]:
    """The number of a finding and what it should lie in, both in parts of 1."""
    told = entry.fact
    if told is None or told.low is None or told.high is None:
        return {"number": None, "band": None}
    unit = "rate" if told.metric in (WIN_RATE, WIN_SHARE) else "points"
    ends = {"value": told.value, "low": told.low, "high": told.high}
    number = {name: rounded(value) for name, value in ends.items()} | {"unit": unit}
    return {
        "number": number,
        "band": entry.band and {"low": entry.band.low, "high": entry.band.high},
    }


def largest(findings: Sequence[Finding], most: int) -> list[Finding]:
    """The largest few of each kind; where room is left, whatever else is largest."""
    ranked = sorted(findings, key=lambda f: -f.size)
    first, kinds = [], list[str]()
    for finding in ranked:
        if kinds.count(finding.kind) < MOST_OF_A_KIND:
            first.append(finding)
            kinds.append(finding.kind)
    rest = [finding for finding in ranked if finding not in first]
    return sorted([*first, *rest][:most], key=lambda f: -f.size)
