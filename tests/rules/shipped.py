"""The shipped files of values as plain data: read, laid flat, changed, and drawn anew."""

import copy
import functools
import random
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

CONFIGS = Path(__file__).parents[2] / "configs"


@functools.cache
def read(folder: str, name: str) -> dict[str, Any]:
    """A shipped file; not to be changed."""
    with (CONFIGS / folder / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


@functools.cache
def parameters(folder: str) -> dict[str, dict[str, Any]]:
    """Entries of rules.toml by path, as `enemy_die.face_1`."""
    return dict(_entries(read(folder, "rules")))


def _entries(table: Mapping[str, Any], way: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, entry in table.items():
        if "value" in entry:
            yield ".".join((*way, key)), entry
        else:
            yield from _entries(entry, (*way, key))


def rules(folder: str, more: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Values of parameters by path, and `more`; in names of changes `__` stands for a dot."""
    found = {name: entry["value"] for name, entry in parameters(folder).items()} | dict(more or {})
    changes = {name.replace("__", "."): value for name, value in changes.items()}
    unknown = set(changes) - set(found)
    assert not unknown, f"no such parameters: {unknown}"
    return found | changes


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of plain data with the value at the dotted path replaced or added."""
    new = copy.deepcopy(data)
    *way, last = path.split(".")
    inner: Any = new
    for part in way:
        inner = inner[int(part)] if isinstance(inner, list) else inner[part]
    inner[last] = value
    return new


def other_values(entry: Mapping[str, Any]) -> list[Any]:
    """Values that a parameter may have instead: the other words, the lowest and the highest."""
    value = entry["value"]
    if isinstance(value, bool):
        return [not value]
    if "choices" in entry:
        return [word for word in entry["choices"] if word != value]
    return [number for number in (entry["min"], entry["max"]) if number != value]


def drawn_values(
    luck: random.Random, folder: str, kept: Collection[str] = (), most_more: int | None = None
) -> dict[str, Any]:
    """A dozen parameters or switches off their values; most_more: than the value, of a number.

    kept: parameters and groups that keep theirs, though they are among the dozen.
    """
    found = {}
    for name, entry in luck.sample(sorted(parameters(folder).items()), 12):
        if name in kept or name.partition(".")[0] in kept:
            continue
        if "choices" in entry:
            found[name] = luck.choice(entry["choices"])
        elif isinstance(entry["value"], bool):
            found[name] = not entry["value"]
        else:
            above = entry["max"] if most_more is None else entry["value"] + most_more
            found[name] = luck.randint(entry["min"], min(entry["max"], above))
    return found
