"""The range of a number, by which the size of an edit is measured.

From the lowest to the highest of the range that is written beside a guess; else of the bounds of
the number, as the rules file has them, or the effects or the model of the cards.  By its value no
edit is measured: one of three actions is no larger than one of thirty coins for that.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from simulate.pack import catalogue
from simulate.pack.pack import Pack
from simulate.pack.text import keys

UNBOUNDED = 12  # of a number without bounds: as many steps as a search goes, up and down

Part = Mapping[str, Any]  # of a JSON Schema


def width(pack: Pack, path: str) -> int:
    """How far it is from the lowest to the highest that a number could be, 1 at least."""
    could_be = pack.ranges().get(path)
    if could_be is not None:
        return max(1, could_be.high - could_be.low)
    low, high = bounds(pack, path)
    return UNBOUNDED if low is None or high is None else max(1, high - low)


def bounds(pack: Pack, path: str) -> tuple[int | None, int | None]:
    kind, _, rest = path.partition(".")
    if kind == "rules":
        return pack.rules[rest].min, pack.rules[rest].max
    entry, _, key = path.rpartition(".")
    spec = catalogue.effects(pack.game).get(pack.value(f"{entry}.do"))
    if spec is not None and key in spec.takes:
        low, high = spec.takes[key]
        return low, high
    whole = _whole(pack.game)
    ends = [_ends(part) for part in _parts(whole, whole, rest.split("."))]
    known = [end for end in ends if None not in end]
    return known[0] if known else (None, None)


def part(game: str, way: list[str]) -> Part:
    """What the schema of a game's cards says of what stands at a way; empty where it has none."""
    whole = _whole(game)
    return next(_parts(whole, whole, way), {})


def _whole(game: str) -> Part:
    return _schema(game, catalogue.cards_model(game))


@cache
def _schema(game: str, model: Any) -> Part:
    """The schema of a game's cards; model: another one once an own game's file was changed."""
    return keys.cards_schema(game)


def _parts(part: Part, whole: Part, way: list[str]) -> Iterator[Part]:
    """What a schema says may stand at the end of a way."""
    if "$ref" in part:
        yield from _parts(whole["$defs"][part["$ref"].rpartition("/")[2]], whole, way)
    elif choices := part.get("anyOf", part.get("oneOf")):
        for choice in choices:
            yield from _parts(choice, whole, way)
    elif not way:
        yield part
    else:
        inner = part.get("properties", {}).get(way[0], part.get("items"))
        inner = part.get("additionalProperties") if inner is None else inner
        if isinstance(inner, Mapping):
            yield from _parts(inner, whole, way[1:])


def _ends(part: Part) -> tuple[int | None, int | None]:
    return part.get("minimum"), part.get("maximum")
