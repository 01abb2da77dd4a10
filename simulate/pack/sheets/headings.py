"""Column headings of a card's values: their paths below the card.

`melee.damage` is a value in a table.  Tables that have ids of the designer's own, as abilities do,
are counted: `abilities 1` is the id of the first, `abilities 1.points` a value of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ID = "id"  # of the card itself, in the first column
Heading = tuple[str | int, ...]  # the way, with a number in the place of an id
COUNTED = re.compile(r"(.+?) ([1-9]\d?)")


def of_card(entry: Mapping[str, Any], way: Heading = ()) -> Iterator[tuple[Heading, Any]]:
    """Each value of a card under its heading, ids of tables among them."""
    for key, value in entry.items():
        if not isinstance(value, Mapping):
            yield (*way, key), value
        elif not value or not all(isinstance(inner, Mapping) for inner in value.values()):
            yield from of_card(value, (*way, key))
        else:
            for number, (name, inner) in enumerate(value.items(), start=1):
                yield (*way, key, number), name
                yield from of_card(inner, (*way, key, number))


@dataclass
class _Part:
    """A part of headings, what stands below it in order, and which of that was entered last."""

    below: dict[str | int, "_Part"] = field(default_factory=dict)
    order: list[str | int] = field(default_factory=list)
    last: int = -1
    ends: bool = False

    def entered(self, part: str | int) -> "_Part":
        """The part below, which stands behind the one before where it is new."""
        if part not in self.below:
            self.below[part] = _Part()
            self.order.insert(self.last + 1, part)
        self.last = self.order.index(part)
        return self.below[part]

    def walked(self, way: Heading) -> Iterator[Heading]:
        if self.ends:
            yield way
        for part in self.order:
            yield from self.below[part].walked((*way, part))


def together(cards: Iterable[Iterable[Heading]]) -> list[Heading]:
    """The headings of all cards, each behind what it stands behind on a card."""
    whole = _Part()
    for headings in cards:
        for heading in headings:
            part = whole
            for each in heading:
                part = part.entered(each)
            part.ends = True
    return [*whole.walked(())]


def written(heading: Heading) -> str:
    """The heading as it stands above its column."""
    text = ""
    for part in heading:
        text += f" {part}" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text


def read(text: str) -> Heading:
    """The heading that a text means."""
    heading: list[str | int] = []
    for part in text.strip().split("."):
        match = COUNTED.fullmatch(part.strip())
        heading += [match[1], int(match[2])] if match else [part.strip()]
    return tuple(heading)
