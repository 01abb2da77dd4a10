"""The arguments of `play_block` as a memory image, which a page loads before it plays.

They are those of the very calls that the command makes, taken before it plays them.  Of each array
all the memory that it is a part of is laid down once, so that two arrays that share some still do.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.core.errors import GivenUp
from simulate.engine.game_engine import GameEngine, Match
from simulate.engine.loop import LEFT
from simulate.portable.linked import ARGUMENTS, BASE, NOTHING, ROOM, SILENT, named, names_of

ALIGNED = 64
NUMBER = 8  # bytes of each that `play_block` takes
NUMBERS = (1 << 64) - 1
# Games of an arbitrary pack may be long; those of the titles have up to 450 moves.  This limit
# keeps a page below some seconds.
MOST_MOVES = 1_000  # of a game, as they are on average
AT_A_TIME = 20  # games, until the moves are looked at


@dataclass(frozen=True)
class PlayedRows:
    """Where the rows of a kind lie in memory, and how they come out.

    address: of the first; each: bytes of those of one game; played: what the command's own code
    leaves there, byte for byte.
    """

    address: int
    each: int
    played: bytes


@dataclass
class Image:
    """Memory, from `BASE` on, in which the first games of a match can be played.

    size: in bytes, with what is nothing; parts: (offset, bytes) of what is not nothing; calls: the
    address of the arguments of each call, one a seating; slots: where each argument stands among
    them; tables: the address of each seating's TABLES; rotations: in how many games each deal is
    played; games, seats: the rows.
    """

    size: int = 0
    parts: list[tuple[int, bytes]] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    slots: dict[str, int] = field(default_factory=dict)
    tables: list[int] = field(default_factory=list)
    rotations: int = 1
    games: PlayedRows = field(init=False)
    seats: PlayedRows = field(init=False)
    _known: dict[int, tuple[int, np.ndarray]] = field(default_factory=dict)  # by where memory lies

    def data(self) -> dict[str, Any]:
        """What `player.js` is told; the bytes of the parts go beside it."""
        return {
            "base": BASE,
            "size": self.size,
            "parts": [[at, len(held)] for at, held in self.parts],
            "calls": self.calls,
            "slots": {name: self.slots[name] for name in ("first", "count")},
            "tables": self.tables,
            "rotations": self.rotations,
            "games": {"address": self.games.address, "each": self.games.each},
            "seats": {"address": self.seats.address, "each": self.seats.each},
        }

    def held(self) -> bytes:
        """The parts, one after another."""
        return b"".join(held for _, held in self.parts)

    def add(self, given: dict[str, Any]) -> None:
        """One more call, by what it is given."""
        at = self._room(ARGUMENTS)
        numbers: list[int] = []
        for name, value in given.items():
            if name not in (*NOTHING, *SILENT):
                self.slots[name] = NUMBER * len(numbers)
                numbers += self._flat(value)
        assert NUMBER * len(numbers) <= ROOM
        self.calls.append(BASE + at)
        self.parts += _without_nothing(at, np.array(numbers, np.uint64).tobytes())
        self.tables.append(self.laid(given["tables"]))

    def laid(self, value: np.ndarray) -> int:
        """The address of an array; what it is a part of is laid down at first sight."""
        if value.nbytes == 0:
            return BASE
        whole = _whole(value)
        begins = whole.ctypes.data
        if begins not in self._known:
            at = self._room(whole.nbytes)
            self._known[begins] = at, whole  # which keeps its memory from being used again
            self.parts += _without_nothing(at, whole.tobytes())
        return BASE + self._known[begins][0] + value.ctypes.data - begins

    def _flat(self, value: Any) -> Iterator[int]:
        """The numbers that Numba makes of an argument: of an array its owner (none), how many
        there are, bytes of each, where it lies, its shape, and steps in bytes.
        """
        if isinstance(value, np.ndarray):
            yield from (0, 0, value.size, value.itemsize, self.laid(value))
            yield from (*value.shape, *value.strides)
        else:
            yield int(value) & NUMBERS

    def _room(self, size: int) -> int:
        at = self.size
        self.size += size + -size % ALIGNED
        return at


def image_of(engine: GameEngine, match: Match, seed: int, count: int) -> Image:
    """The image of the first `count` games of a match, which are played on the way.

    Raises GivenUp where they have more than `MOST_MOVES` moves a game: on every machine alike.
    """
    image, names = Image(rotations=match.rotations), names_of(engine)
    rows: dict[str, np.ndarray] = {}
    left = np.array([[count * MOST_MOVES, 0]])
    listening, compiled = dataclasses.replace(engine), engine._block

    def heard(*arguments: Any) -> None:
        image.add(dict(named(names, arguments)))
        given = dict(zip(names, arguments, strict=True))
        given["watch"] = given["watch"]._replace(counts=left)
        for kind in ("games", "seats"):
            rows.setdefault(kind, _whole(given[kind]))
        for few in _few_at_a_time(given):
            compiled(*few.values())
            if left[0, LEFT] < 0:
                raise GivenUp(f"{count:,} games have more than {count * MOST_MOVES:,} moves")

    listening.__dict__["_block"] = heard
    listening.play_block(match, seed, 0, count)
    image.games, image.seats = (
        PlayedRows(image.laid(held), held.nbytes // count, held.tobytes()) for held in rows.values()
    )
    return image


def _few_at_a_time(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A call as several, one after another."""
    step = AT_A_TIME * given["every"]
    for at in range(0, given["count"], step):
        yield given | {
            "first": given["first"] + at // given["every"] * given["apart"],
            "count": min(step, given["count"] - at),
            "games": given["games"][at:],
            "seats": given["seats"][at * given["n_row_seats"] :],
        }


def _whole(value: np.ndarray) -> np.ndarray:
    """The array whose memory this is a part of."""
    whole: np.ndarray = value
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return whole


def _without_nothing(at: int, held: bytes, apart: int = 256) -> Iterator[tuple[int, bytes]]:
    """The pieces of some bytes that are not all 0, by steps of `apart` bytes."""
    blocks = (
        np.frombuffer(held + bytes(-len(held) % apart), np.uint8).reshape(-1, apart).any(axis=1)
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[0], blocks, [0]]))) * apart
    for begins, ends in edges.reshape(-1, 2):
        yield at + int(begins), held[begins:ends]
