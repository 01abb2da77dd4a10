"""Differences of a designer's pack from the shipped one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulate.core.text.nested import leaves, printed
from simulate.pack import sources

if TYPE_CHECKING:
    from simulate.pack.pack import Pack


@dataclass(frozen=True)
class Difference:
    """One value that differs; None on the side that does not have it.

    source: where the shipped value is from; empty for players.
    """

    path: str
    shipped: Any
    value: Any
    source: str = ""


def differences(pack: "Pack", shipped: "Pack") -> list[Difference]:
    """Every value of `pack` that is not as in `shipped`, rules first; notes and sources aside."""
    before, after = dict(_values(shipped)), dict(_values(pack))
    paths = [*after, *(path for path in before if path not in after)]
    return [
        Difference(path, before.get(path), after.get(path), _source(shipped, path, before))
        for path in paths
        if before.get(path) != after.get(path)
    ]


def _source(shipped: "Pack", path: str, before: Mapping[str, Any]) -> str:
    known = path in before and path.startswith(("rules.", "cards.")) and path.count(".") != 1
    return shipped.source_of(path) if known or path.startswith("rules.") else ""


def _values(pack: "Pack") -> Iterator[tuple[str, Any]]:
    for rule in pack.rules.values():
        yield rule.path, rule.value
    for way, value in leaves({"cards": _without_sources(pack.sections)}):
        yield sources.dotted(way), value
    strategies = {name: strategy.model_dump() for name, strategy in pack.strategies.items()}
    for way, value in leaves({"strategies": strategies}):
        if way[2] != "source":
            yield sources.dotted(way), value
    for file, text in pack.code.items():
        yield f"{file} (code)", text


def _without_sources(sections: Mapping[str, Any]) -> dict[str, Any]:
    return {
        section: {
            name: printed(card) if isinstance(card, Mapping) else card
            for name, card in cards.items()
        }
        if isinstance(cards, Mapping)
        else cards
        for section, cards in sections.items()
    }
