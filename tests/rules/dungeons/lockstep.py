"""The kernel and the referee side by side: the same moves are legal, the same table lies there.

Both have the same luck: the referee's comes from the kernel's streams.
"""

import random
from collections import Counter
from typing import Any

import numpy as np

from simulate.core import streams
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state import record
from tests.rules.dungeons import shipped
from tests.rules.dungeons.board import Board
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.player import Player
from tests.rules.dungeons.referee import Hero, Table, play, setup
from tests.rules.dungeons.referee.table import laid
from tests.rules.twice import Lockstep

SHUFFLED = {
    "rooms": record.PURPOSE.ROOMS_SHUFFLED,
    "encounters": record.PURPOSE.ENCOUNTERS_SHUFFLED,
    "deck_b": record.PURPOSE.DECK_B_SHUFFLED,
    "deck_c": record.PURPOSE.DECK_C_SHUFFLED,
    "goblins": record.PURPOSE.GOBLINS_SHUFFLED,
    "minions": record.PURPOSE.MINIONS_SHUFFLED,
    "loot": record.PURPOSE.LOOT_SHUFFLED,
    "spells": record.PURPOSE.SPELLS_SHUFFLED,
}
ROLLED = {"hero": record.PURPOSE.HERO_DICE, "enemy": record.PURPOSE.ENEMY_DIE}


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
        return list(things)[int(streams.below(self.s, record.PURPOSE.TIES, len(things)))]


class Pair(Lockstep):
    """A game in the kernels and the same one before the referee."""

    def __init__(
        self,
        heroes: int,
        seed: int,
        replicate: int = 0,
        *,
        data: dict[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        super().__init__()
        rules = {name.replace("__", "."): value for name, value in changes.items()}
        self.board = Board(*built(heroes, data=data, changes=rules))
        self.s, names = self.board.s, self.board.names
        deal(self.s, self.board.cards, seed, replicate)
        seats = [Hero(seat, names.heroes[self.s.hero[seat]]) for seat in range(heroes)]
        values, luck = data or shipped.cards(), SameLuck(seed, replicate)
        boss = names.bosses[self.s.boss]
        self.t = Table(shipped.rules(**changes), values, seats, luck, boss_card=boss)
        setup(self.t)
        self.game = play(self.t)
        self.phases: Counter[int] = Counter()  # decisions met

    def compare(self) -> None:
        super().compare()
        self.phases[int(self.s.phase)] += 1

    def compare_tables(self) -> None:
        assert self.board.laid() == laid(self.t)

    def play_out(self, player: Player, seed: int) -> None:
        """Play to the end, comparing at each decision."""
        luck = random.Random(seed)
        self.choose = lambda _: player(self.t, luck, self.options)
        self.run()
