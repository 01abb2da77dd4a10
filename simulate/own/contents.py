"""What a table holds, as plain data that can be compared, and what of it a copy would not part."""

import re
from collections.abc import Iterator
from typing import Any

from simulate.own.game import FIXED, Card, Game, Printed

# What the machine gives a table.
GIVEN = frozenset({"players", "rules", "cards", "setting", "luck", "listener"})
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
PLAIN = frozenset({int, float, str, bytes, bool, type(None)})


def contents(game: Game) -> dict[str, Any]:
    """What lies on a table, by the name that the file gives it."""
    return {name: dump(value) for name, value in vars(game).items() if name not in GIVEN}


def changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What is another thing than before, as in "`self.deck`, `self.coins`"."""
    names = [n for n in dict.fromkeys([*before, *after]) if before.get(n) != after.get(n)]
    return ", ".join(f"`self.{name}`" for name in names[:3]) + (", ..." if len(names) > 3 else "")


def dump(value: Any, above: tuple[int, ...] = ()) -> Any:
    """A thing as plain data, the same in every process: sets in order, objects by what is in them.

    above: what it lies in, so that a thing that holds itself has an end.
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is Card:
        return f"card {value.id}"
    if id(value) in above:
        return "itself"
    above = (*above, id(value))
    if isinstance(value, list | tuple):
        return [each if type(each) in PLAIN else dump(each, above) for each in value]
    if isinstance(value, dict):
        return [(dump(key, above), dump(each, above)) for key, each in value.items()]
    if isinstance(value, set | frozenset):
        return sorted((dump(each, above) for each in value), key=repr)
    if hasattr(value, "__dict__") and not callable(value):
        return [kind.__name__, dump(vars(value), above)]
    return ADDRESS.sub("", repr(value))


def printed(*given: Printed) -> dict[str, Any]:
    """Rules, cards and setting, by the way to each: no game changes them."""
    found: dict[str, Any] = {}
    for name, whole in zip(("rules", "cards", "setting"), given, strict=True):
        for key, value in vars(whole).items():
            if isinstance(value, dict):
                found |= {f"{name}.{key}.{card}": dump(vars(it)) for card, it in value.items()}
            else:
                found[f"{name}.{key}"] = dump(value)
    return found


def parts(game: Game) -> Iterator[tuple[str, Any]]:
    """Everything on a table that can change, with the place where it lies."""
    seen: set[tuple[str, int]] = set()
    waiting = [(f"self.{k}", value) for k, value in vars(game).items() if k not in GIVEN]
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
    for place, value in parts(game):
        if callable(value):
            return f"`{place}` holds a function: a copy would call the one of this table"
        if place.endswith("(a set)"):
            return f"`{place}` holds things that change: a set is copied with the same things in it"
        if id(value) in places:
            return f"`{places[id(value)]}` and `{place}` are one thing: a copy would have two"
        places[id(value)] = place
    for move in moves:
        for value in _flat(move):
            if callable(value):
                return "a move holds a function: say what to do in words, and do it in `play`"
            if id(value) in places:
                where = places[id(value)]
                return f"a move holds `{where}` itself: name it by a number or a word"
    return ""


def _flat(move: Any) -> Iterator[Any]:
    if isinstance(move, list | tuple):
        for each in move:
            yield from _flat(each)
    if type(move) not in FIXED and not isinstance(move, tuple):
        yield move
