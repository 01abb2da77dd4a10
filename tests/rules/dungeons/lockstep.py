"""The kernel and the referee side by side: the same moves are legal, the same table lies there.

Both have the same luck: the referee's comes from the kernel's streams.
"""

import random
from typing import Any

import numpy as np

from simulate.core import streams
from simulate.games.dungeons import setup as kernel_setup
from simulate.games.dungeons import turn
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.state import record
from tests.rules.dungeons import shipped, words
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.player import Player
from tests.rules.dungeons.referee import Hero, Table, play, setup
from tests.rules.dungeons.referee.table import laid

SHUFFLED = {
    "rooms": record.ROOMS_SHUFFLED,
    "encounters": record.ENCOUNTERS_SHUFFLED,
    "deck_b": record.DECK_B_SHUFFLED,
    "deck_c": record.DECK_C_SHUFFLED,
    "goblins": record.GOBLINS_SHUFFLED,
    "minions": record.MINIONS_SHUFFLED,
    "loot": record.LOOT_SHUFFLED,
    "spells": record.SPELLS_SHUFFLED,
}
ROLLED = {"hero": record.HERO_DICE, "enemy": record.ENEMY_DIE}


class SameLuck:
    """The referee's luck, from the streams of the kernel's game."""

    def __init__(self, seed: int, replicate: int) -> None:
        self.array = np.zeros(1, record.STATE)
        self.s = self.array[0]
        streams.open_streams(self.s, seed, replicate)
        self.shuffles: dict[str, int] = {}

    def shuffle(self, what: str, things: Any) -> list[Any]:
        number = self.shuffles.get(what, 0)
        self.shuffles[what] = number + 1
        order = np.arange(len(things))
        streams.shuffle(self.s, SHUFFLED[what], number, order, len(things))
        return [things[i] for i in order]

    def roll(self, what: str) -> int:
        return 1 + int(streams.below(self.s, ROLLED[what], 6))

    def pick(self, what: str, things: Any) -> Any:
        return list(things)[int(streams.below(self.s, record.TIES, len(things)))]


class Pair:
    """A game in the kernel and the same one before the referee."""

    def __init__(
        self,
        heroes: int,
        seed: int,
        replicate: int = 0,
        *,
        data: dict[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        self.cards, self.names = built(
            heroes, data=data, changes={k.replace("__", "."): v for k, v in changes.items()}
        )
        self.array, self.buffer = np.zeros(1, record.STATE), np.zeros(1, MOVE)
        self.s, self.m = self.array[0], self.buffer[0]
        self.moves = np.zeros(record.LIMIT_MOVES, MOVE)
        kernel_setup.deal(self.s, self.cards, seed, replicate)
        self.t = self._table(data, seed, replicate, changes)
        self.game = play(self.t)
        self.question: Any = None
        self.decisions = 0
        self.phases: set[int] = set()

    def _table(self, data: Any, seed: int, replicate: int, changes: Any) -> Table:
        party = [self.names.heroes[self.s.hero[seat]] for seat in range(self.s.players)]
        seats = [Hero(seat, name) for seat, name in enumerate(party)]
        values = data or shipped.cards()
        luck = SameLuck(seed, replicate)
        boss = self.names.bosses[self.s.boss]
        t = Table(shipped.rules(**changes), values, seats, luck, boss_card=boss)
        setup(t)
        return t

    def listed(self) -> list[str]:
        """Words of the kernel's legal moves; forced ones are played."""
        while self.s.phase != record.OVER:
            count = list_moves(self.s, self.cards, self.moves)
            assert count > 0
            if count > 1:
                found = [words.move_word(self.names, self.s, m) for m in self.moves[:count]]
                assert len(set(found)) == count, sorted(found)
                return found
            self._take(0)
        return []

    def _take(self, index: int) -> None:
        self.buffer[0] = self.moves[index]
        turn.step(self.s, self.cards, self.m, self.moves, None)

    def compare(self, found: list[str]) -> None:
        assert words.laid(self.names, self.s) == laid(self.t)
        if self.question:
            seat, options = self.question
            assert set(found) == set(options)
            assert self.s.asked == seat
            self.phases.add(int(self.s.phase))

    def _ask(self, answer: str | None) -> None:
        try:
            self.question = self.game.send(answer)
        except StopIteration:
            self.question = None

    def play_out(self, player: Player, seed: int) -> int:
        """Play to the end, comparing at each decision; returns how many there were."""
        luck = random.Random(seed)
        turn.advance(self.s, self.cards, self.moves, None)
        self._ask(None)
        while True:
            found = self.listed()
            self.compare(found)
            if not found:
                assert self.question is None
                return self.decisions
            word = player(self.t, luck, self.question[1])
            self._take(found.index(word))
            self._ask(word)
            self.decisions += 1


