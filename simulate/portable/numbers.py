"""Parameters that a page can adjust, each value as the table bytes that it changes.

Python resolves the pack with the value, checks it as it checks a person's, and lays down TABLES;
what differs from those of the game as it is, byte by byte, is all that a page may do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Any

import numpy as np

from simulate.engine.game_engine import Match
from simulate.experiment.plan import refuse_setting
from simulate.pack import Pack, catalogue
from simulate.pack.text.labels import label

FARTHEST = 3  # steps, each way
MOST_BYTES = 64  # of a value; what changes more is no number of the tables
AT_A_GLANCE = 1 << 16  # bytes compared at a time: nearly all are as before

Patch = tuple[tuple[int, int, int], ...]  # seating, place in its TABLES, the byte that stands there


@dataclass(frozen=True)
class TurnedValue:
    """A value that a number may be turned to, and what changes in the tables."""

    path: str
    value: Any
    patch: Patch


@dataclass(frozen=True)
class Turnable:
    """A number, switch or choice of the pack: its path, what people call it, and its values."""

    path: str
    label: str
    before: Any
    values: tuple[TurnedValue, ...]


@dataclass(frozen=True)
class LaidGame:
    """A setting of a pack, in which numbers are turned one, two or three at a time."""

    pack: Pack
    setting: Mapping[str, Any]

    @cached_property
    def match(self) -> Match:
        """As it is played by the command."""
        found: Match = catalogue.table(self.pack.game).prepare(self.pack, self.setting)
        return found

    def turnable(self, paths: Sequence[str], most: int) -> list[Turnable]:
        """The first numbers of some paths that change anything here, `most` at most."""
        found: list[Turnable] = []
        for path in paths:
            if len(found) < most and (values := self._values(path)):
                found.append(Turnable(path, label(self.pack, path), self.pack.value(path), values))
        return found

    def pairs(self, numbers: Sequence[Turnable]) -> list[tuple[int, int]]:
        """Which two numbers, by their place, may be turned together: tried at all their ends.

        Each pack with both must be a game, and bytes laid on one another must give the tables that
        it gives.  Those are laid down with others turned beside, so that few packs try all pairs;
        where they do not add up, each pair in it is tried alone.
        """
        ends = [number.values[end] for number in numbers for end in (0, -1)]
        every = {both for both in combinations(range(len(ends)), 2) if len(_set(ends, both)) == 2}
        wrong = {both for both in every if self._game(_set(ends, both)) is None}
        left = every - wrong
        while left:
            many = _many(left, every - wrong)
            tried = left & {*combinations(many, 2)}
            if not self._adds_up(ends, many):
                wrong |= {both for both in tried if not self._adds_up(ends, both)}
            left -= tried
        apart = {tuple(_set(ends, both)) for both in wrong}
        two = combinations(range(len(numbers)), 2)
        return [(i, j) for i, j in two if (numbers[i].path, numbers[j].path) not in apart]

    def patch(self, changes: Mapping[str, Any]) -> Patch | None:
        """What changes in the tables; None where that is no game, or more changes."""
        pack = self._game(changes)
        if pack is None:
            return None
        after: Match = catalogue.table(pack.game).prepare(pack, self.setting)
        if _beside_tables(after) != _beside_tables(self.match):
            return None
        seatings = zip(self.match.seatings, after.seatings, strict=True)
        laid = [_bytes_of(before.tables, now.tables) for before, now in seatings]
        patch = tuple((k, *changed) for k, found in enumerate(laid) for changed in found)
        return patch if len(patch) <= MOST_BYTES * len(laid) * len(changes) else None

    def _values(self, path: str) -> tuple[TurnedValue, ...]:
        """The values beside the one that is, from the lowest, but those that change nothing."""
        found = []
        for way in _ways(self.pack, path):
            for value in way:
                patch = self.patch({path: value})
                if patch is None:
                    break  # a value beyond one that is refused is not reached
                found.append(TurnedValue(path, value, patch))
        return tuple(sorted((each for each in found if each.patch), key=lambda each: each.value))

    def _game(self, changes: Mapping[str, Any]) -> Pack | None:
        """The pack with changes; None where its game cannot be set so."""
        pack, _ = self.pack.try_resolve(changes)
        return None if pack is None or refuse_setting(pack, self.setting) else pack

    def _adds_up(self, ends: Sequence[TurnedValue], some: Iterable[int]) -> bool:
        """Whether the bytes of some values, laid on one another, are those of all at once."""
        patch = self.patch(_set(ends, some))
        each = (place for k in some for place in _places(ends[k].patch))
        return patch is not None and dict(_places(patch)) == dict(each)


def _set(values: Sequence[TurnedValue], some: Iterable[int]) -> dict[str, Any]:
    """Some of the values, by path."""
    return {values[k].path: values[k].value for k in some}


def _many(left: Set[tuple[int, int]], together: Set[tuple[int, int]]) -> list[int]:
    """Many ends that may go together, first those of which most pairs are left to be tried."""
    many = [*min(left)]
    for end, _ in Counter(chain.from_iterable(left)).most_common():
        if all((min(end, other), max(end, other)) in together for other in many):
            many.append(end)
    return sorted(many)


def _places(patch: Patch) -> Iterator[tuple[tuple[int, int], int]]:
    return (((seating, place), byte) for seating, place, byte in patch)


def _ways(pack: Pack, path: str) -> list[list[Any]]:
    """Values in each direction, the nearest first."""
    value = pack.value(path)
    if isinstance(value, bool):
        return [[not value]]
    if isinstance(value, int):
        return [[value + way * n for n in range(1, FARTHEST + 1)] for way in (-1, 1)]
    rule = pack.rules.get(path.removeprefix("rules."))
    choices = rule.choices if rule is not None and rule.kind == "choice" else ()
    return [[other] for other in choices if other != value]


def _beside_tables(match: Match) -> tuple[Any, ...]:
    """All that makes a match but the bytes of its tables."""
    seatings = [(s.tables.nbytes, s.weights.tobytes(), s.strategies) for s in match.seatings]
    return match.n_row_seats, match.seat_stride, seatings


def _bytes_of(before: np.ndarray, after: np.ndarray) -> Iterator[tuple[int, int]]:
    """Place and new byte of each that differs."""
    old, new = before.view(np.uint8), after.view(np.uint8)
    for at in range(0, len(old), AT_A_GLANCE):
        part = slice(at, at + AT_A_GLANCE)
        if not np.array_equal(old[part], new[part]):
            places = at + np.flatnonzero(old[part] != new[part])
            yield from zip(places.tolist(), new[places].tolist(), strict=True)
