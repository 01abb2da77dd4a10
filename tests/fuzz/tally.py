"""How many cases there were, by kind, and what came of them."""

from collections import Counter
from dataclasses import dataclass, field

CASES, REFUSED, ACCEPTED, PLAYED, CHECKED, PLAIN = COLUMNS = (
    "cases",
    "refused",
    "accepted",
    "played",
    "bounds checked",
    "plain Python",
)


@dataclass
class Tally:
    """Numbers of cases of one kind.

    cases: all; refused: with a message, as wrong input; accepted: the others; played: games of them
    were; bounds checked, plain Python: these were played in that way, too, with the same rows.
    """

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, *columns: str) -> None:
        self.counts.update(columns)

    def row(self) -> list[int]:
        return [self.counts[column] for column in COLUMNS]
