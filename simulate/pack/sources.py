"""Where a value comes from: rulebook, cited or stand-in."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

SOURCE_KINDS = ("rulebook", "cited", "stand-in")
SOURCE = re.compile(rf"({'|'.join(SOURCE_KINDS)}): \S")
MUST = "must start with `rulebook: `, `cited: ` or `stand-in: ` and say where the value is from"

Troubles = list[tuple[tuple[str | int, ...], str]]


def is_source(text: Any) -> bool:
    """Whether the text says where a value comes from."""
    return isinstance(text, str) and SOURCE.match(text) is not None


def kind(source: str) -> str:
    """rulebook, cited or stand-in."""
    return source.partition(":")[0]


def count(sources: Iterable[str]) -> dict[str, int]:
    """How many values come from each kind of source; every kind is named."""
    found = Counter(kind(source) for source in sources)
    return {name: found[name] for name in SOURCE_KINDS}


def dotted(way: Iterable[str | int]) -> str:
    return ".".join(str(part) for part in way)


def source_for(sources: Mapping[str, str], path: str) -> str:
    """Source of the value at `path` inside a card: the longest prefix wins, then "*"."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        found = sources.get(".".join(parts[:length]))
        if found is not None:
            return found
    return sources.get("*", "")
