"""The state of a table as plain data to compare, and objects that a copy would share."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.own.game import FIXED, Card, Game

# What the machine gives a table.
GIVEN = frozenset({"players", "rules", "cards", "setting", "luck", "listener"})
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
PLAIN = frozenset({int, float, str, bool, type(None)})


def lying_on(game: Game) -> dict[str, Any]:
    """What lies on a table, by the name that the file gives it."""
    return {name: value for name, value in vars(game).items() if name not in GIVEN}


def contents(game: Game) -> dict[str, Any]:
    """The same as plain data."""
    return {name: plain(value) for name, value in lying_on(game).items()}


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What is another thing than before, as in "`self.deck`, `self.coins`"."""
    names = [n for n in dict.fromkeys([*before, *after]) if before.get(n) != after.get(n)]
    return ", ".join(f"`self.{name}`" for name in names[:3]) + (", ..." if len(names) > 3 else "")


def plain(value: Any, above: tuple[int, ...] = ()) -> Any:
    """A thing of the table as JSON could hold it, the same in every process: a card by its id, a
    set in order, an object by what is in it.

    above: what it lies in, so that a thing that holds itself has an end.
    """
    if type(value) in PLAIN:
        return value
    if type(value) is Card:
        return value.id
    if id(value) in above:
        return "itself"
    above = (*above, id(value))
    if isinstance(value, list | tuple):
        return [
            each if type(each) in PLAIN else each.id if type(each) is Card else plain(each, above)
            for each in value
        ]
    if isinstance(value, dict):
        return {str(plain(key, above)): plain(each, above) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(each, above) for each in value), key=repr)
    if hasattr(value, "__dict__") and not callable(value):
        return plain(vars(value), above)
    return ADDRESS.sub("", repr(value))


def _parts(named: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All in some things that can change, with the place where it lies."""
    seen: set[tuple[str, int]] = set()
    waiting = [*named.items()]
    while waiting:
        place, value = waiting.pop(0)
        if type(value) in FIXED or (place, id(value)) in seen:
            continue
        if len(seen) > 10_000 or place.count("[") + place.count(".") > 12:
            return
        seen.add((place, id(value)))
        if not isinstance(value, tuple):
            yield place, value
        waiting += _inside(place, value)


def _inside(place: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{place}[{key!r}]", each) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [(f"{place}[{k}]", each) for k, each in enumerate(value)]
    if isinstance(value, set | frozenset):
        return [(f"{place} (a set)", each) for each in value]
    if hasattr(value, "__dict__") and not callable(value):
        return [(f"{place}.{name}", each) for name, each in vars(value).items()]
    return []


def not_parted(game: Game, moves: list[Any]) -> str:
    """Why a copy of a table may hang together with it, as far as that can be seen; or ""."""
    places: dict[int, str] = {}
    for place, value in _parts({f"self.{name}": it for name, it in lying_on(game).items()}):
        if callable(value):
            return f"`{place}` holds a function: a copy would call the function of this table"
        if place.endswith("(a set)"):
            return f"`{place}` holds objects that change: a copy of the set would share them"
        if id(value) in places:
            return f"`{places[id(value)]}` and `{place}` are one object: a copy would have two"
        places[id(value)] = place
    for _, value in _parts({str(k): move for k, move in enumerate(moves)}):
        if callable(value):
            return "a move holds a function: describe the move in words, and carry it out in `play`"
        if id(value) in places:
            return f"a move holds `{places[id(value)]}` itself: refer to it by a number or a word"
    return ""
