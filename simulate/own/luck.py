"""Random streams of an own game, by purpose, so that a changed rule keeps all other draws.

Each purpose ("deck", "storm") has a stream of its own, named by seed, game and purpose, never by
worker.  A shuffle gives every card luck of its own besides: two variants of a game that shuffle
the same cards have them in the same order, and one card more moves no other.
"""

import zlib
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

Item = TypeVar("Item")
Items = TypeVar("Items", bound=MutableSequence[Any])

# splitmix64, as in `simulate.core.streams`, in numbers of plain Python.
MASK = (1 << 64) - 1
GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
SALT_REPLICATE, SALT_SHUFFLE, SALT_COPY = 0xD1B54A32D192ED03, 0xA0761D6478BD642F, 0x8CB92BA72F3D8DD7

ROUNDED = 1e-9  # by which a sum of what is likely may be off


def mix(x: int) -> int:
    """Finaliser of splitmix64: every bit of the input moves every bit of the output."""
    x = ((x ^ (x >> 30)) * MIX_1) & MASK
    x = ((x ^ (x >> 27)) * MIX_2) & MASK
    return x ^ (x >> 31)


def mark_of(thing: Any) -> int:
    """A number of a card, a word or a number that is the same in every process."""
    name = getattr(thing, "id", thing)
    return name if isinstance(name, int) else zlib.crc32(str(name).encode())


class GameLuck:
    """What chance does in one game: `shuffle`, `roll`, `pick`, `chance`, each for a purpose.

    A copy of a table that tries something has another's guess of the luck instead: `guessed`.
    """

    __slots__ = ("_guess", "_key", "_shuffles", "_streams")

    def __init__(self, key: int, guess: Random | None = None) -> None:
        self._key, self._guess = key, guess
        self._streams: dict[str, Random] = {}
        self._shuffles: dict[str, int] = {}

    @classmethod
    def of_game(cls, seed: int, replicate: int) -> "GameLuck":
        """The luck of game `replicate` of a run with this seed."""
        return cls(mix(mix((seed + GOLDEN) & MASK) ^ ((replicate + 1) * SALT_REPLICATE & MASK)))

    @classmethod
    def guessed(cls, guess: Random) -> "GameLuck":
        """A guess of what chance will do, all purposes from one stream."""
        return cls(0, guess)

    def stream(self, purpose: str) -> Random:
        """The stream of a purpose, as Python's `random.Random`."""
        if self._guess is not None:
            return self._guess
        found = self._streams.get(purpose)
        if found is None:
            found = self._streams[purpose] = Random(mix(self._key ^ zlib.crc32(purpose.encode())))
        return found

    def roll(self, purpose: str, faces: int) -> int:
        """1 to `faces`, each as likely."""
        if faces < 1:
            raise ValueError(f"a die has a face at least (`luck.roll({purpose!r}, {faces})`)")
        return 1 + int(self.stream(purpose).random() * faces)

    def chance(self, purpose: str, likely: float) -> bool:
        """Whether something happens that is so likely, from 0 to 1."""
        if not -ROUNDED <= likely <= 1 + ROUNDED:
            what = "how likely something is goes from 0 to 1"
            raise ValueError(f"{what} (`luck.chance({purpose!r}, {likely})`)")
        return self.stream(purpose).random() < likely

    def pick(self, purpose: str, items: Sequence[Item]) -> Item:
        """One of several, each as likely."""
        if not len(items):
            raise ValueError(f"there is nothing to pick from (`luck.pick({purpose!r}, [])`)")
        return items[int(self.stream(purpose).random() * len(items))]

    def shuffled(self) -> list[str]:
        """The purposes for which something was shuffled so far."""
        return [*self._shuffles]

    def shuffle(self, purpose: str, items: Items) -> Items:
        """Shuffle a list in place, and return it."""
        if self._guess is not None:
            self._guess.shuffle(items)
            return items
        number = self._shuffles[purpose] = self._shuffles.get(purpose, 0) + 1
        key = mix(self._key ^ zlib.crc32(purpose.encode()) ^ (number * SALT_SHUFFLE & MASK))
        alike: dict[int, int] = {}
        order = []
        for place, item in enumerate(items):
            mark = mark_of(item)
            copy = alike[mark] = alike.get(mark, 0) + 1
            order.append((mix((key + mark * GOLDEN + copy * SALT_COPY) & MASK), place))
        order.sort()
        items[:] = [items[place] for _, place in order]
        return items
