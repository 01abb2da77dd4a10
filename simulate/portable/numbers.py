"""The numbers that may be turned in a page, each value as the bytes of the tables that change.

Python resolves the pack with the value, checks it as it checks a person's, and lays down TABLES;
what differs from those of the game as it is, byte by byte, is all that a page may do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np

from simulate.engine.game_engine import Match
from simulate.experiment.plan import refuse_setting
from simulate.pack import Pack, catalogue
from simulate.pack.labels import label

FARTHEST = 3  # steps, each way
MOST_BYTES = 64  # of a value; what changes more is no number of the tables

Patch = tuple[tuple[int, int, int], ...]  # seating, place in its TABLES, the byte that stands there


@dataclass(frozen=True)
class TurnedValue:
    """A value that a number may be turned to, and what changes in the tables."""

    value: Any
    patch: Patch


@dataclass(frozen=True)
class Turnable:
    """A number, switch or choice of the pack: its path, what people call it, and its values."""

    path: str
    label: str
    before: Any
    values: tuple[TurnedValue, ...]

    @property
    def ends(self) -> tuple[TurnedValue, ...]:
        """The values that lie farthest from each other."""
        return (self.values[0], self.values[-1])[: len(self.values)]


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
            values = tuple(self._values(path))
            if values and len(found) < most:
                found.append(Turnable(path, label(self.pack, path), self.pack.value(path), values))
        return found

    def pairs(self, numbers: Sequence[Turnable]) -> list[tuple[int, int]]:
        """Which two numbers, by their place, may be turned together: tried at all their ends.

        Bytes laid on one another must give the tables that the pack with both gives.
        """
        each = combinations(range(len(numbers)), 2)
        return [(i, j) for i, j in each if self._go_together(numbers[i], numbers[j])]

    def patch(self, changes: Mapping[str, Any]) -> Patch | None:
        """What changes in the tables; None where that is no game, or more changes."""
        pack, _ = self.pack.try_resolve(changes)
        if pack is None or refuse_setting(pack, self.setting):
            return None
        after: Match = catalogue.table(pack.game).prepare(pack, self.setting)
        if not _differ_in_tables_alone(self.match, after):
            return None
        seatings = zip(self.match.seatings, after.seatings, strict=True)
        laid = [_bytes_of(before.tables, now.tables) for before, now in seatings]
        patch = tuple((k, *changed) for k, found in enumerate(laid) for changed in found)
        return patch if len(patch) <= MOST_BYTES * len(laid) else None

    def _values(self, path: str) -> Iterator[TurnedValue]:
        """The values beside the one that is, from the lowest, but those that change nothing."""
        for way in _ways(self.pack, path):
            found = []
            for value in way:
                patch = self.patch({path: value})
                if patch is None:
                    break  # a value beyond one that is refused is not reached
                found.append(TurnedValue(value, patch))
            below = found and isinstance(found[0].value, int) and way[0] < self.pack.value(path)
            yield from (one for one in (reversed(found) if below else found) if one.patch)

    def _go_together(self, one: Turnable, other: Turnable) -> bool:
        for a, b in product(one.ends, other.ends):
            both = self.patch({one.path: a.value, other.path: b.value})
            if both is None or dict(_places(both)) != dict(_places((*a.patch, *b.patch))):
                return False
        return True


def _places(patch: Patch) -> Iterator[tuple[tuple[int, int], int]]:
    return (((seating, place), byte) for seating, place, byte in patch)


def _ways(pack: Pack, path: str) -> list[list[Any]]:
    """Values in each direction, the nearest first."""
    value = pack.value(path)
    if isinstance(value, bool):
        return [[not value]]
    if isinstance(value, int):
        return [
            [value - n for n in range(1, FARTHEST + 1)],
            [value + n for n in range(1, FARTHEST + 1)],
        ]
    rule = pack.rules.get(path.removeprefix("rules."))
    choices = rule.choices if rule is not None and rule.kind == "choice" else ()
    return [[other] for other in choices if other != value]


def _differ_in_tables_alone(before: Match, after: Match) -> bool:
    """Whether two matches are one but for the bytes of their tables."""
    same_table = (before.n_row_seats, before.seat_stride) == (after.n_row_seats, after.seat_stride)
    if not same_table or len(before.seatings) != len(after.seatings):
        return False
    return all(
        a.tables.nbytes == b.tables.nbytes
        and a.weights.tobytes() == b.weights.tobytes()
        and a.strategies == b.strategies
        for a, b in zip(before.seatings, after.seatings, strict=True)
    )


def _bytes_of(before: np.ndarray, after: np.ndarray) -> list[tuple[int, int]]:
    """Place and new byte of each that differs."""
    old, new = (np.frombuffer(tables.tobytes(), np.uint8) for tables in (before, after))
    return [(int(place), int(new[place])) for place in np.flatnonzero(old != new)]
