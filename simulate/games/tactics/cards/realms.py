"""The realm builder: maps for battle mode, from a seed.

Boxes are laid one after another, the largest first, each on the scroll or on one box that has
been laid, at a lawful place; a map that breaks a rule in the end is thrown away.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from simulate.games.tactics.cards.maps import At, cells, trigger_spaces, troubles
from simulate.games.tactics.cards.pieces import Box, Map, Placement, Scroll
from simulate.games.tactics.cards.vocabulary import BOXES, CAPACITY

BUILDER = {"*": "stand-in: built by the builder rules"}
Thing = TypeVar("Thing")


def build_realms(
    count: int, seed: int, scroll: str, scrolls: Mapping[str, Scroll], boxes: Mapping[str, Box]
) -> list[Map]:
    """So many lawful maps, each drawn anew; the same for the same seed.  Rule T-BUILD-1."""
    return [
        _build(random.Random(f"realm {seed} {number}"), number, scroll, scrolls, boxes)
        for number in range(count)
    ]


def _build(
    luck: random.Random,
    number: int,
    scroll: str,
    scrolls: Mapping[str, Scroll],
    boxes: Mapping[str, Box],
) -> Map:
    while True:
        plan = Map(
            name=f"Built realm {number + 1}",
            scroll=scroll,
            at=_scroll_corner(scrolls[scroll]),
            boxes=_lay_boxes(luck, scrolls[scroll], boxes),
            source=BUILDER,
        )
        if not troubles(plan, scrolls, boxes, battle=True):
            return plan


def _scroll_corner(scroll: Scroll) -> list[int]:
    """Where the scroll lies, so that boxes may hang over every side alike."""
    columns, rows = scroll.size
    return [1 + (CAPACITY["columns"] - columns) // 2, 1 + (CAPACITY["rows"] - rows) // 2]


def _lay_boxes(luck: random.Random, scroll: Scroll, boxes: Mapping[str, Box]) -> list[Placement]:
    """Every box at a lawful place: first what it lies on is drawn, then where."""
    x, y = _scroll_corner(scroll)
    columns, rows = scroll.size
    top: dict[At, str | None] = {(x + i, y + j): None for i in range(columns) for j in range(rows)}
    kept = set(trigger_spaces(scroll, [x, y]))
    laid: list[Placement] = []
    for box in BOXES:
        bases = [None, *(placement.box for placement in laid)]
        choices = [list(_places(boxes[box], base, top, kept)) for base in bases]
        open_to = [(base, ways) for base, ways in zip(bases, choices, strict=True) if ways]
        base, ways = _one(luck, open_to)
        x, y, turns = _one(luck, ways)
        placement = Placement(box=box, at=[x, y], on=base, turned=turns)
        top |= dict.fromkeys(cells(boxes[box], placement), box)
        laid.append(placement)
    return laid


def _one(luck: random.Random, things: Sequence[Thing]) -> Thing:
    return things[int(luck.random() * len(things))]


def _places(
    box: Box, on: str | None, top: Mapping[At, str | None], kept: set[At]
) -> Iterator[tuple[int, int, int]]:
    """(column, row, turns) of every lawful way to lay a box on the scroll or on a box.

    top: what lies uppermost at each position, None for the scroll.  Rules T-BUILD-2 (any way
    up), T-BUILD-3, T-BUILD-4 (what may be covered), T-BUILD-6 (on one thing).
    """
    for turns in range(4):
        columns, rows = box.size if turns % 2 == 0 else box.size[::-1]
        shape = [(i, j) for i in range(columns) for j in range(rows)]
        for x in range(1, CAPACITY["columns"] - columns + 2):
            for y in range(1, CAPACITY["rows"] - rows + 2):
                here = [(x + i, y + j) for i, j in shape]
                beneath = [top[at] for at in here if at in top]
                one_thing = set(beneath) == {on}
                if one_thing and 2 * len(beneath) >= len(here) and kept.isdisjoint(here):
                    yield x, y, turns
