"""Nested tables and lists as read from TOML: values by path, flattened, changed in a copy.

Pure functions on plain data, used by packs, experiments and the manifest of a run.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

PLACE = re.compile(r"0|[1-9][0-9]{0,8}")
ABOUT = ("source", "ranges")  # what a card of a pack says about its values


def printed(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card of a pack without what it says about its values."""
    return {key: value for key, value in card.items() if key not in ABOUT}


def leaves(
    data: Any, way: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every single value of nested tables and lists, with the way to it.

    A list of points, the outline of a region, is one value, and so is a list of lines.
    """
    if isinstance(data, Mapping):
        for key, entry in data.items():
            yield from leaves(entry, (*way, key))
    elif isinstance(data, list) and not is_drawing(data):
        for number, entry in enumerate(data):
            yield from leaves(entry, (*way, number))
    else:
        yield way, data


def is_place(text: str) -> bool:
    """Whether the text counts: a whole number as people write it, in the digits 0 to 9."""
    return PLACE.fullmatch(text) is not None


def is_drawing(data: list[Any]) -> bool:
    """Whether a list holds points, or lists of points, and nothing else."""
    return bool(data) and all(
        isinstance(entry, list) and (_is_point(entry) or is_drawing(entry)) for entry in data
    )


def _is_point(entry: list[Any]) -> bool:
    return len(entry) == 2 and all(isinstance(number, int | float) for number in entry)
