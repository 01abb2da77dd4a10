"""One finding: a sentence with numbers, tied to the rows that it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.text import words

MOST_OF_A_KIND = 2


@dataclass(frozen=True)
class Finding:
    """A sentence with numbers.

    size: points beyond what would be fine; the ranking.  rows: where its numbers stand,
    as (table, key of the row's first column).  about: the fact that it is told of, as
    (metric, where), if it is of one.  asks: the verdict on that fact, where the finding itself
    gives none but a second player is to be asked about it.  line: the same in at most 16 words.
    note: what is known of how it was found.
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
