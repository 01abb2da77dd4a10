"""The arguments of a game's `play_block` as memory: what a page lays down before it plays.

They are those of the very calls that the command makes, taken before it plays them.  Of each array
all the memory that it is a part of is laid down once, so that two arrays that share some still do.
"""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.engine.game_engine import GameEngine, Match
from simulate.portable.linked import ARGUMENTS, BASE, NOTHING, ROOM, SILENT, named, names_of

ALIGNED = 64
NUMBER = 8  # bytes of each that `play_block` takes
NUMBERS = (1 << 64) - 1


@dataclass(frozen=True)
class PlayedRows:
    """Where the rows of a kind lie in memory, and how they come out.

    address: of the first; each: bytes of those of one game; played: what the command's own code
    leaves there, byte for byte.
    """

    address: int
    each: int
    played: bytes


@dataclass(frozen=True)
class Image:
    """Memory, from `BASE` on, in which the first games of a match can be played.

    size: in bytes, with what is nothing; parts: (offset, bytes) of what is not nothing; calls: the
    address of the arguments of each call, one a seating; slots: where each argument stands among
    them; tables: the address of each seating's TABLES; count: of games; games, seats: the rows.
    """

    size: int
    parts: tuple[tuple[int, bytes], ...]
    calls: tuple[int, ...]
    slots: dict[str, int]
    tables: tuple[int, ...]
    count: int
    games: PlayedRows
    seats: PlayedRows

    def data(self) -> dict[str, Any]:
        """What `player.js` is told; the bytes of the parts go beside it."""
        return {
            "base": BASE,
            "size": self.size,
            "parts": [[at, len(held)] for at, held in self.parts],
            "calls": list(self.calls),
            "slots": {name: self.slots[name] for name in ("first", "count")},
            "tables": list(self.tables),
            "games": {"address": self.games.address, "each": self.games.each},
            "seats": {"address": self.seats.address, "each": self.seats.each},
        }

    def held(self) -> bytes:
        """The parts, one after another."""
        return b"".join(held for _, held in self.parts)


def image_of(engine: GameEngine, match: Match, seed: int, count: int) -> Image:
    """The image of the first `count` games of a match, which are played on the way."""
    making = _Making(names_of(engine))
    listening = dataclasses.replace(engine)
    compiled = engine._block

    def heard(*arguments: Any) -> None:
        making.add(arguments)
        compiled(*arguments)

    listening.__dict__["_block"] = heard
    listening.play_block(match, seed, 0, count)
    return making.image(count)


class _Making:
    """An image in the making."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)  # of the arguments
        self.size = 0
        self.parts: list[tuple[int, bytes]] = []
        self.known: dict[int, tuple[int, np.ndarray]] = {}  # where memory lies -> where it is laid
        self.calls: list[int] = []
        self.slots: dict[str, int] = {}
        self.tables: list[int] = []
        self.rows: list[np.ndarray] = []

    def add(self, arguments: tuple[Any, ...]) -> None:
        """One more call."""
        at = self._room(ARGUMENTS)
        numbers: list[int] = []
        given = dict(named(self.names, arguments))
        for name, value in given.items():
            if name not in (*NOTHING, *SILENT):
                self.slots[name] = NUMBER * len(numbers)
                numbers += self._flat(value)
        assert NUMBER * len(numbers) <= ROOM
        held = np.array(numbers, np.uint64).tobytes()
        self.calls.append(BASE + at)
        self.parts.append((at, held))
        self.tables.append(self._laid(given["tables"]))
        self.rows = self.rows or [_whole(given[kind]) for kind in ("games", "seats")]

    def _flat(self, value: Any) -> Iterator[int]:
        """The numbers that Numba makes of an argument: of an array its owner (none), how many
        there are, bytes of each, where it lies, its shape, and steps in bytes.
        """
        if isinstance(value, np.ndarray):
            yield from (0, 0, value.size, value.itemsize, self._laid(value))
            yield from (*value.shape, *value.strides)
        else:
            yield int(value) & NUMBERS

    def _laid(self, value: np.ndarray) -> int:
        """The address of an array or record; what it is a part of is laid down at first sight."""
        if value.nbytes == 0:
            return BASE
        whole = _whole(value)
        begins = _address(whole)
        if begins not in self.known:
            at = self._room(whole.nbytes)
            self.known[begins] = at, whole  # which keeps its memory from being used again
            self.parts.append((at, whole.tobytes()))
        return BASE + self.known[begins][0] + _address(value) - begins

    def _room(self, size: int) -> int:
        at = self.size
        self.size += size + -size % ALIGNED
        return at

    def image(self, count: int) -> Image:
        """All that was added, with room set for what a game makes itself."""
        parts = [part for at, held in self.parts for part in _without_nothing(at, held)]
        games, seats = (
            PlayedRows(self._laid(rows), rows.nbytes // count, rows.tobytes()) for rows in self.rows
        )
        return Image(
            size=self.size,
            parts=tuple(parts),
            calls=tuple(self.calls),
            slots=self.slots,
            tables=tuple(self.tables),
            count=count,
            games=games,
            seats=seats,
        )


def _whole(value: np.ndarray) -> np.ndarray:
    """The array whose memory this is a part of."""
    whole: np.ndarray = value
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return whole


def _address(value: np.ndarray) -> int:
    found: int = value.__array_interface__["data"][0]
    return found


def _without_nothing(at: int, held: bytes, apart: int = 256) -> Iterator[tuple[int, bytes]]:
    """The pieces of some bytes that are not all 0, by steps of `apart` bytes."""
    blocks = (
        np.frombuffer(held + bytes(-len(held) % apart), np.uint8).reshape(-1, apart).any(axis=1)
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[0], blocks, [0]]))) * apart
    for begins, ends in edges.reshape(-1, 2):
        yield at + int(begins), held[begins:ends]
