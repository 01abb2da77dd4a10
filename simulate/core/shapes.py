"""The shape that plain data must have, so that what is damaged is named by its key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

IN_WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass(frozen=True)
class Each:
    """A list whose every entry has the shape `inner`."""

    inner: Any


@dataclass(frozen=True)
class Named:
    """A table with any keys, whose every entry has the shape `inner`."""

    inner: Any


@dataclass(frozen=True)
class May:
    """The shape `inner`, or left out."""

    inner: Any


@dataclass(frozen=True)
class OrNull(May):
    """The shape `inner`, or null, or left out."""


def faults(data: Any, shape: Any, path: str = "") -> Iterator[str]:
    """What is not as the shape says, each with its key, in words.

    shape: a type of `IN_WORDS`, `object` for anything, a table of keys and their shapes, or one
    of the classes above.  Keys that the shape does not name may be there.
    """
    if isinstance(shape, May):
        if data is not None or not isinstance(shape, OrNull):
            yield from faults(data, shape.inner, path)
    elif isinstance(shape, type):
        if not _is(data, shape):
            yield f"`{path}` must be {IN_WORDS[shape]}"
    elif not _is(data, list if isinstance(shape, Each) else dict):
        yield f"`{path}` must be {'a list' if isinstance(shape, Each) else 'a table'}"
    elif isinstance(shape, Mapping):
        yield from _of_table(data, shape, path)
    else:
        entries = enumerate(data) if isinstance(shape, Each) else data.items()
        for key, entry in entries:
            yield from faults(entry, shape.inner, _below(path, key))


def _of_table(data: Mapping[str, Any], shape: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, inner in shape.items():
        if key in data:
            yield from faults(data[key], inner, _below(path, key))
        elif not isinstance(inner, May):
            yield f"`{_below(path, key)}` is missing"


def _below(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)


def _is(data: Any, kind: type) -> bool:
    """Whether data is of a kind; true is no number, and a whole number is a number."""
    if isinstance(data, bool):
        return kind in (bool, object)
    return isinstance(data, int | float if kind is float else kind)
