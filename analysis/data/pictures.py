"""What a game wants drawn of its pack: maps, as outlines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True)
class Outline:
    """One outline, the kind of ground inside, and its name ("" where it has none)."""

    kind: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class CardDrawing:
    """One card: closed outlines and open lines, in the card's own units."""

    name: str
    shapes: tuple[Outline, ...]
    lines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Drawing:
    """All cards of one section of the pack.

    bare: kinds of shapes that nobody stands on: those of the second and later keys.
    colours: kind -> colour, for those that the game gives one.
    """

    title: str
    size: tuple[float, float]
    kinds: tuple[str, ...]
    bare: tuple[str, ...]
    colours: Mapping[str, str]
    maps: tuple[CardDrawing, ...]


def drawings(manifest: Mapping[str, Any]) -> list[Drawing]:
    """Every picture that the game declares and whose section the pack has."""
    drawings = [_drawing(p, manifest.get("pack", {})) for p in manifest.get("pictures") or []]
    return [drawing for drawing in drawings if drawing.maps]


def _drawing(declared: Mapping[str, Any], pack: Mapping[str, Any]) -> Drawing:
    cards = _section(pack, str(declared["path"]))
    maps = tuple(_map(name, card, declared) for name, card in cards.items())
    lines: dict[str, list[str]] = {}
    for key, field in declared["shapes"]:
        entries = (e for card in cards.values() for _, e in _entries(card.get(key)))
        lines[key] = sorted({str(e.get(field, key)) for e in entries})
    kinds = [kind for kinds in lines.values() for kind in kinds]
    standing = lines[declared["shapes"][0][0]] if declared["shapes"] else []
    width, height = declared["size"]
    return Drawing(
        title=str(declared["title"]),
        size=(float(width), float(height)),
        kinds=tuple(dict.fromkeys(kinds)),
        bare=tuple(k for k in dict.fromkeys(kinds) if k not in standing),
        colours={str(kind): str(colour) for kind, colour in declared.get("colours") or ()},
        maps=tuple(m for m in maps if m.shapes),
    )


def _section(pack: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The cards at a path, in `cards` too where the path leaves that out."""
    for start in (pack, pack.get("cards", {})):
        section: Any = start
        for part in path.split("."):
            section = section.get(part) if isinstance(section, Mapping) else None
        if isinstance(section, Mapping):
            return {name: card for name, card in section.items() if isinstance(card, Mapping)}
    return {}


def _map(name: str, card: Mapping[str, Any], declared: Mapping[str, Any]) -> CardDrawing:
    shapes = [
        Outline(str(entry.get(field, key)), inner, _points(entry["polygon"]))
        for key, field in declared["shapes"]
        for inner, entry in _entries(card.get(key))
    ]
    lines = [_points(line) for key in declared.get("lines", ()) for line in _lines(card.get(key))]
    return CardDrawing(str(card.get("name", name)), tuple(shapes), tuple(lines))


def _entries(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(name, entry) of a table or a list of shapes; what was put there in their place is none."""
    listed = value if isinstance(value, list) else []
    pairs = value.items() if isinstance(value, Mapping) else (("", entry) for entry in listed)
    return (
        (str(name), entry)
        for name, entry in pairs
        if isinstance(entry, Mapping) and _is_line(entry.get("polygon"))
    )


def _lines(value: Any) -> list[Any]:
    return [line for line in value if _is_line(line)] if isinstance(value, list) else []


def _is_line(value: Any) -> bool:
    """Whether it is a list of two coordinates each."""
    return isinstance(value, list) and all(
        isinstance(point, list) and len(point) == 2 and all(map(_is_number, point))
        for point in value
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _points(entry: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in entry)
