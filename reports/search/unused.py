"""Changes of cards of which these players make no use."""

from collections.abc import Iterable, Sequence

from analysis.description.grouped_tallies import Several
from analysis.description.unused import Rare, hardly_used
from reports.sections.description.unused import times
from reports.tables.parts import Data
from reports.text import words


def unused(paths: Sequence[str], cards: Sequence[Several]) -> list[Rare]:
    """The cards that some paths are about, if those who have them hardly ever use any of them."""
    rares = [hardly_used(cards, path) for path in paths]
    return [rare for rare in rares if rare] if all(rares) else []


def hardly_ever(count: int, rare: Iterable[Rare], noun: str = "change") -> Data:
    """The line of so many changes that show no effect because nobody uses their cards."""
    names = [f"{one.name} ({times(one)})" for one in dict.fromkeys(rare)]
    more = "other players might use them"
    text = f"{words.plural(count, noun)} ({more}): {words.listing(names)}"
    return {"kind": "open", "label": "Hardly ever used", "text": text}
