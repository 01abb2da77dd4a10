"""One finding: a sentence with numbers, tied to the rows that it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_OF_A_KIND = 2


@dataclass(frozen=True)
class Finding:
    """A sentence with numbers.

    size: points beyond what would be fine; the ranking.  rows: where its numbers stand,
    as (table, key of the row's first column).  about: the fact that it is told of, as
    (metric, where), if it is of one.  asks: the verdict on that fact, where the finding itself
    gives none but a second player is to be asked about it.
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

    def data(self) -> dict[str, Any]:
        """As plain data for report.json."""
        return {
            "kind": self.kind,
            "verdict": self.verdict,
            "text": self.text,
            "try": self.advice,
            "section": self.section,
            "rows": [list(row) for row in self.rows],
            "try_rows": [list(row) for row in self.advice_rows],
        }


@dataclass
class Ranked:
    """Chooses the findings: answer and overview, the largest of each kind, then what fills up."""

    chosen: list[Finding] = field(default_factory=list)

    def take(self, findings: Sequence[Finding], most: int) -> None:
        """The largest few of each kind; where room is left, whatever else is largest."""
        ranked = sorted(findings, key=lambda f: -f.size)
        kinds = [f.kind for f in self.chosen]
        first = []
        for finding in ranked:
            if kinds.count(finding.kind) < MOST_OF_A_KIND:
                first.append(finding)
                kinds.append(finding.kind)
        rest = [finding for finding in ranked if finding not in first]
        taken = [*first, *rest][: max(0, most - len(self.chosen))]
        self.chosen += sorted(taken, key=lambda f: -f.size)
