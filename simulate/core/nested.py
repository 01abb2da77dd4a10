"""Nested tables and lists as read from TOML."""

from collections.abc import Iterator, Mapping
from typing import Any


def leaves(
    data: Any, way: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every single value of nested tables and lists, with the way to it.

    A list of points, the outline of a region, is one value.
    """
    if isinstance(data, Mapping):
        for key, entry in data.items():
            yield from leaves(entry, (*way, key))
    elif isinstance(data, list) and not any(isinstance(entry, list) for entry in data):
        for number, entry in enumerate(data):
            yield from leaves(entry, (*way, number))
    else:
        yield way, data
