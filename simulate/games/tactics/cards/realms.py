"""The realm builder: maps for battle mode, from a seed.

Boxes are laid one after another, the largest first, each on the scroll or on one box that has
been laid, at a lawful place; a map that breaks a rule in the end is thrown away.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from simulate.games.tactics.cards import maps
from simulate.games.tactics.cards.codes import BATTLES
from simulate.games.tactics.cards.model import CardsModel
from simulate.games.tactics.cards.pieces import Box, Map, Placement, Scroll
from simulate.games.tactics.cards.vocabulary import ARTIFACT, BOXES, CAPACITY

PIECES = {"scrolls", "boxes"}
BUILT = "built"  # level of the factor `map`: realms built by the builder rules
BUILDER = {"*": "stand-in: built by the builder rules"}
WIDTH = CAPACITY["columns"] + 1  # positions are numbered from 1
Thing = TypeVar("Thing")


def build_realms(
    count: int,
    seed: int,
    on_boxes: int,
    scroll: str,
    scrolls: Mapping[str, Scroll],
    boxes: Mapping[str, Box],
) -> list[Map]:
    """So many lawful maps, each drawn anew; the same for the same seed.

    on_boxes: percent of boxes that are laid on another one where they fit.  Rule T-BUILD-1.
    """
    return [
        _build(random.Random(f"realm {seed} {number}"), number, on_boxes, scroll, scrolls, boxes)
        for number in range(count)
    ]


def _build(
    luck: random.Random,
    number: int,
    on_boxes: int,
    scroll: str,
    scrolls: Mapping[str, Scroll],
    boxes: Mapping[str, Box],
) -> Map:
    while True:
        plan = Map(
            name=f"Built realm {number + 1}",
            scroll=scroll,
            at=_scroll_corner(scrolls[scroll]),
            boxes=_lay_boxes(luck, on_boxes, scrolls[scroll], boxes),
            source=BUILDER,
            ranges={},
        )
        if len(plan.boxes) == len(BOXES) and not maps.troubles(plan, scrolls, boxes, battle=True):
            return plan


def _scroll_corner(scroll: Scroll) -> list[int]:
    """Where the scroll lies, so that boxes may hang over every side alike."""
    columns, rows = scroll.size
    return [1 + (CAPACITY["columns"] - columns) // 2, 1 + (CAPACITY["rows"] - rows) // 2]


def _lay_boxes(
    luck: random.Random, on_boxes: int, scroll: Scroll, boxes: Mapping[str, Box]
) -> list[Placement]:
    """Every box at a lawful place: first what it lies on is drawn, then where.

    Ends early when a box fits nowhere any more.
    """
    left, above = _scroll_corner(scroll)
    columns, rows = scroll.size
    top: dict[maps.At, str | None] = {
        (left + i, above + j): None for i in range(columns) for j in range(rows)
    }
    kept = set(maps.trigger_spaces(scroll, [left, above]))
    laid: list[Placement] = []
    for name in BOXES:
        ground = [(None, list(_places(boxes[name], None, top, kept)))]
        raised = [(one.box, list(_places(boxes[name], one.box, top, kept))) for one in laid]
        raised = [(base, ways) for base, ways in raised if ways]
        stacked = raised and (not ground[0][1] or 100 * luck.random() < on_boxes)
        base, ways = _one(luck, raised if stacked else ground)
        if not ways:
            break
        x, y, turns = _one(luck, ways)
        laid.append(Placement(box=name, at=[x, y], on=base, turned=turns))
        top |= dict.fromkeys(maps.cells(boxes[name], laid[-1]), name)
    return laid


def _one(luck: random.Random, things: Sequence[Thing]) -> Thing:
    return things[int(luck.random() * len(things))]


def _places(
    box: Box, on: str | None, top: Mapping[maps.At, str | None], kept: set[maps.At]
) -> Iterator[tuple[int, int, int]]:
    """(column, row, turns) of every lawful way to lay a box on the scroll or on a box.

    top: what lies uppermost at each position, None for the scroll.  Rules T-BUILD-2 (any way
    up), T-BUILD-3, T-BUILD-4 (what may be covered), T-BUILD-6 (on one thing).
    """
    base = [at for at, box_there in top.items() if box_there == on]
    ground, barred = _bits(base), _bits(top.keys() - {*base}) | _bits(kept)
    for turns in range(4):
        columns, rows = box.size if turns % 2 == 0 else box.size[::-1]
        corner = _bits((i, j) for i in range(columns) for j in range(rows))
        for x in _reach([at[0] for at in base], columns, CAPACITY["columns"]):
            for y in _reach([at[1] for at in base], rows, CAPACITY["rows"]):
                covered = corner << (x + WIDTH * y)
                if 2 * (covered & ground).bit_count() >= columns * rows and not covered & barred:
                    yield x, y, turns


def _bits(places: Iterable[maps.At]) -> int:
    """A set of positions as one number, a bit for each: (0, 0) is the lowest."""
    bits = 0
    for column, row in places:
        bits |= 1 << (column + WIDTH * row)
    return bits


def _reach(base: list[int], size: int, most: int) -> range:
    """Where a box of a size may begin along an axis so that it meets its base, in the frame."""
    if not base:
        return range(0)
    return range(max(1, min(base) - size + 1), min(max(base), most - size + 1) + 1)


# The realms of a cell


def played_realms(
    rules: Mapping[str, Any], cards: CardsModel, setting: Mapping[str, Any]
) -> list[maps.Realm]:
    """The realm that is named, or those that the builder makes from the seed.  Rule T-CARD-7."""
    if setting["map"] == BUILT:
        if setting["mode"] not in BATTLES:
            raise ValueError(f"built realms are for battle mode (found mode {setting['mode']})")
        scroll = next(key for key, piece in cards.scrolls.items() if _has_artifact(piece.marks))
        how = (int(rules["built_maps"]), int(setting.get("seed", 0)), int(rules["built_on_boxes"]))
        plans = list(_built(*how, scroll, cards.model_dump_json(include=PIECES)))
    else:
        plans = [_lawful(cards, setting)]
    return [maps.assemble(plan, cards.scrolls, cards.boxes) for plan in plans]


@lru_cache(maxsize=16)
def _built(count: int, seed: int, on_boxes: int, scroll: str, pieces: str) -> tuple[Map, ...]:
    """Built realms, kept: every cell of an experiment is played on the same ones."""
    data = json.loads(pieces)
    scrolls = {key: Scroll.model_validate(piece) for key, piece in data["scrolls"].items()}
    boxes = {key: Box.model_validate(piece) for key, piece in data["boxes"].items()}
    return tuple(build_realms(count, seed, on_boxes, scroll, scrolls, boxes))


def _has_artifact(marks: list[str]) -> bool:
    return any(ARTIFACT in row.split() for row in marks)


def _lawful(cards: CardsModel, setting: Mapping[str, Any]) -> Map:
    plan = cards.maps[setting["map"]]
    wrong = maps.troubles(plan, cards.scrolls, cards.boxes, setting["mode"] in BATTLES)
    if wrong:
        raise ValueError(
            f"map {setting['map']!r} is not for mode {setting['mode']}: {'; '.join(wrong)}"
        )
    return plan
