"""Changed cards of which the players make no use: their numbers cannot matter much."""

from analysis.conclusions.comparison import RunComparison
from reports.sections.description import unused
from reports.tables.parts import Data
from reports.text import changes, words

MOST_NAMED = 4


def lines(comparison: RunComparison) -> list[Data]:
    """A line of the changed cards that are hardly ever used before and after, if there are any."""
    uses = {}
    for one in comparison.differs:
        before, after = (unused.beside(one.path, cards) for cards in comparison.cards)
        if before and after:
            uses[words.sentence(changes.named(one, comparison))] = (
                f"of a card {after} after the change"
            )
    if not uses:
        return []
    said = [f"{name}, {often}" for name, often in [*uses.items()][:MOST_NAMED]]
    more = [f"{len(uses) - MOST_NAMED} more, in report.json"] if len(uses) > MOST_NAMED else []
    text = f"{'; '.join([*said, *more])}."
    rows = [["differs", name] for name in uses]
    return [{"kind": "open", "label": "Hardly ever used", "text": text, "rows": rows}]
