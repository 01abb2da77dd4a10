"""Outlines of the maps of a pack, counted by kind."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Drawing:
    """All cards of one section of the pack: name -> kind of outline -> how many."""

    title: str
    maps: Mapping[str, Mapping[str, int]]

    @property
    def kinds(self) -> list[str]:
        """Every kind that some card has."""
        return sorted({kind for shapes in self.maps.values() for kind in shapes})


def drawings(manifest: Mapping[str, Any]) -> list[Drawing]:
    """Every picture that the game declares and whose section the pack has."""
    drawings = [_drawing(p, manifest.get("pack", {})) for p in manifest.get("pictures") or []]
    return [drawing for drawing in drawings if drawing.maps]


def _drawing(declared: Mapping[str, Any], pack: Mapping[str, Any]) -> Drawing:
    maps = {
        str(card.get("name", name)): Counter(
            str(entry.get(field, key))
            for key, field in declared["shapes"]
            for entry in _entries(card.get(key))
        )
        for name, card in _section(pack, str(declared["path"])).items()
    }
    return Drawing(
        str(declared["title"]), {name: shapes for name, shapes in maps.items() if shapes}
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


def _entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """Of a table or a list of shapes; what was put there in their place is none."""
    listed = value if isinstance(value, list) else []
    entries = value.values() if isinstance(value, Mapping) else listed
    return (e for e in entries if isinstance(e, Mapping) and isinstance(e.get("polygon"), list))
