"""A game of the kernels that is spoken to in words: what lies there, what may be done, doing it."""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.core.errors import nearest
from simulate.core.game.code_table import CodeTable
from simulate.mechanics.log import ROOM, new_log
from tests.rules.plain import plain_rows


class Kernels(NamedTuple):
    """What a board takes of its game; entry: the module of its `list_moves`, `advance`, `step`."""

    state: np.dtype
    move: np.dtype
    most_moves: int
    phases: CodeTable
    lines: Any
    entry: ModuleType


class Board:
    """One game of the kernels.  `s` is the record, `cards` the tables of its cell.

    A game says what its `kernels` are, how a move reads (`in_words`) and what lies there (`laid`).
    """

    kernels: Kernels

    def __init__(self, cards: Any, names: Any) -> None:
        of = self.kernels
        self.cards, self.names = cards, names
        self.state, self.chosen = np.zeros(1, of.state), np.zeros(1, of.move)
        self.moves = np.zeros(of.most_moves, of.move)
        self.s = self.state[0]
        self.log = new_log(of.lines)

    def in_words(self, m: Any) -> str:
        """A move as the referee names it; m: its fields."""
        raise NotImplementedError

    def laid(self) -> dict[str, Any]:
        """Everything that lies on the table, as the referee tells it."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return int(self.s.phase) == self.kernels.phases.OVER

    @property
    def asked(self) -> int:
        """Seat that must choose."""
        return int(self.s.decider)

    @property
    def question(self) -> str:
        """What is asked."""
        return self.kernels.phases.words[int(self.s.phase)]

    def go_on(self) -> Any:
        """Play on to the next decision."""
        self.kernels.entry.advance(self.s, self.cards, self.moves, self.log)
        return self

    def rows(self) -> list[Any]:
        """The legal moves by their fields, in the order of `moves`."""
        count = self.kernels.entry.list_moves(self.s, self.cards, self.moves)
        return plain_rows(self.moves[:count])

    def listed(self) -> list[str]:
        """The legal moves in words, each of them once."""
        words = [self.in_words(m) for m in self.rows()]
        assert words, f"no move at {self.question}"
        assert len(set(words)) == len(words), f"listed twice: {sorted(words)}"
        return words

    def legal(self) -> Any:
        """Words of the legal moves -> their place in the list."""
        return {word: i for i, word in enumerate(self.listed())}

    def do(self, *words: str) -> Any:
        """Carry out one move after another, each of which must be listed."""
        for word in words:
            listed = self.listed()
            assert word in listed, f"{word!r} is not listed{nearest(word, listed)}: {listed}"
            self.take(listed.index(word))
        return self

    def take(self, place: int) -> None:
        """Carry out the move at a place of the list."""
        self.chosen[0] = self.moves[place]
        self.step()

    def step(self) -> None:
        """Carry out the chosen move."""
        self.kernels.entry.step(self.s, self.cards, self.chosen[0], self.moves, self.log)

    def do_only(self) -> bool:
        """Carry out the only move, if there is no choice; whether there was none."""
        if self.over or len(self.rows()) != 1:
            return False
        self.take(0)
        return True

    def told(self) -> Any:
        """The lines that the log has room for so far."""
        assert self.log.count <= ROOM
        return self.log.lines[: self.log.count]
