"""What a designer changed, as changes that can be played one by one.

Each value that differs between two packs is one that a cell can be given; where these are many,
those of a card or a player go together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.pack import Pack, differences
from simulate.pack.edit.steps import ValueStep
from simulate.pack.text.labels import label

APART = "--apart"
MOST_CHANGES = 8
MOST_NAMED = 4
NAME, STRATEGIES, CODE = ".name", "strategies.", " (code)"
# Parts of a path that name what a value stands on, and of the shortest that can be set.
THING, SHORTEST = {"cards": 3, "strategies": 2}, {"cards": 4, "strategies": 3}
STEPS = "make some of them in the pack before, and compare in two steps"


@dataclass(frozen=True)
class PackChange:
    """One change, or those of one card; values: by path, as `--set` takes them."""

    name: str
    values: Mapping[str, Any]


def pack_changes(before: Pack, after: Pack) -> list[PackChange]:
    """Two to eight changes that together make the second pack of the first.

    Raises InputError where there are fewer or more, or something cannot be set by itself.
    """
    values = _values(before, after)
    changed, troubles = before.try_resolve(values)
    if changed is None:
        raise InputError([Problem(path or APART, what) for path, what in troubles])
    if left := [*_played(after, changed)]:
        what = "stands in one of the packs alone and cannot be set by itself; make this change in "
        what += "both packs, then compare them"
        raise InputError([Problem(f"{APART}: {path}", what) for path in left])
    changes = [PackChange(_step(before, each, values[each]), {each: values[each]})
               for each in values]  # fmt: skip
    if len(changes) > MOST_CHANGES:
        changes = _by_thing(before, values)
    _check_number(changes, len(values))
    return changes


def _check_number(changes: list[PackChange], values: int) -> None:
    """Raise InputError where there is nothing to tell apart, or too much."""
    if not changes:
        raise InputError([Problem(APART, "nothing differs that is played")])
    names = "; ".join(change.name for change in changes[:MOST_NAMED])
    if len(changes) == 1 and values == 1:
        what = f"there is one change alone ({names}), which the comparison tells without it"
        raise InputError([Problem(APART, what)])
    if len(changes) == 1:
        what = f"all {values} values stand on one card ({names}), and at most {MOST_CHANGES} "
        raise InputError([Problem(APART, f"{what}values of a card can be told apart; {STEPS}")])
    if len(changes) > MOST_CHANGES:
        what = f"{len(changes)} cards and rules differ ({names}; ...), and at most {MOST_CHANGES} "
        raise InputError([Problem(APART, f"{what}can be told apart; {STEPS}")])


def _values(before: Pack, after: Pack) -> dict[str, Any]:
    """What is to be set in the first pack: values, and whole tables where parts come or go."""
    values = {path: after.value(path) for each in _played(after, before)
              if (path := _settable(each, before, after))}  # fmt: skip
    return {path: value for path, value in values.items()
            if not any(path.startswith(f"{other}.") for other in values)}  # fmt: skip


def _played(pack: Pack, other: Pack) -> Iterator[str]:
    """Paths of what differs and both can play: no names of cards, no player of one pack alone."""
    for each in differences(pack, other):
        thing = ".".join(each.path.split(".")[:2])
        is_name = each.path.startswith("cards.") and each.path.endswith(NAME)
        is_player = each.path.startswith(STRATEGIES) and None in (
            pack.value(thing),
            other.value(thing),
        )
        is_code = each.path.endswith(CODE) and None in (each.shipped, each.value)
        if not (is_name or is_player or is_code):
            yield each.path


def _settable(path: str, before: Pack, after: Pack) -> str:
    """The value itself, or the smallest table or list around it that both packs have; or ""."""
    kind, parts = path.partition(".")[0], path.split(".")
    if before.value(path) is not None and after.value(path) is not None:
        return path
    for end in range(len(parts), SHORTEST.get(kind, len(parts) + 1) - 1, -1):
        stem = ".".join(parts[:end])
        is_known = before.value(stem) is not None or end == SHORTEST[kind]
        if is_known and after.value(stem) is not None:
            return stem
    return ""


def _step(pack: Pack, path: str, value: Any) -> str:
    """A change in words: "Ranger: health 4 -> 5"; of a table only what it is."""
    old = pack.value(path)
    if old is None or isinstance(value, list | dict):
        return label(pack, path)
    return ValueStep(path, old, value).name(pack).replace(" -> ", " → ")


def _by_thing(pack: Pack, values: Mapping[str, Any]) -> list[PackChange]:
    """All changes of a card or a player as one; each rule by itself."""
    groups: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        thing = ".".join(path.split(".")[: THING.get(path.partition(".")[0])])
        groups.setdefault(thing, {})[path] = value
    return [
        PackChange(
            f"{label(pack, thing)} ({len(own)} values)"
            if len(own) > 1
            else _step(pack, *next(iter(own.items()))),
            own,
        )
        for thing, own in groups.items()
    ]
