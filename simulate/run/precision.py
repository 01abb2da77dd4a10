"""The number of games: fixed, or as many as an interval needs.

A run that stops by precision looks at its results only after whole rounds of fixed blocks
of every unfinished cell.  So what it plays depends on the results, never on which worker
was faster.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil, lcm, sqrt
from typing import TYPE_CHECKING, Any

from simulate.experiment.context import GUESS
from simulate.run.pace import CutBlocks
from simulate.run.workers.blocks import (
    LARGEST,
    SMALLEST,
    Block,
    Done,
    block_size,
    blocks,
    count_blocks,
)
from simulate.store import ALL

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

Z95 = 1.959963984540054
MIN_GAMES = 1_000
ROUNDS_WANTED = 8
BLOCKS_A_ROUND = 4


def half_width(wins: float, games: float) -> float:
    """Half the width of the 95% Wilson interval of a rate; 0.5 with no games."""
    if games == 0:
        return 0.5
    rate = wins / games
    spread = rate * (1 - rate) / games + Z95**2 / (4 * games**2)
    return Z95 / (1 + Z95**2 / games) * sqrt(spread)


def games_needed(width: float, rate: float = 0.5) -> int:
    """Games after which the Wilson half-width of `rate` is at most `width`."""
    low, high = 1, 2
    while half_width(rate * high, high) > width:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if half_width(rate * middle, middle) > width:
            low = middle + 1
        else:
            high = middle
    return high


class WinTally:
    """Games and wins of every cell so far; its size does not grow with the games.

    names: of options, as they are printed; one without is called by its id.
    """

    def __init__(self, cells: list[int], names: Mapping[str, str] | None = None) -> None:
        self.games, self._names = dict.fromkeys(cells, 0), names or {}
        self._tally: dict[int, dict[str, list[float]]] = {
            cell: defaultdict(lambda: [0.0, 0]) for cell in cells
        }

    def add(self, done: Done) -> None:
        self.games[done.cell] += done.games
        for option, (wins, games) in done.tally.items():
            entry = self._tally[done.cell][option]
            entry[0] += wins
            entry[1] += games

    def width(self, cell: int) -> float:
        """Widest half-width in a cell: of its win rate, or of its options' shares."""
        tally = self._tally[cell].values()
        return max((half_width(wins, games) for wins, games in tally), default=0.5)

    def so_far(self) -> str:
        """What is found so far, in short: the least and the most that was won."""
        rates = [
            wins / games
            for tally in self._tally.values()
            for option, (wins, games) in tally.items()
            if games and not option
        ]
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])
        for tally in self._tally.values():
            for option, (wins, games) in tally.items():
                if games and option:
                    sums[option][0] += wins
                    sums[option][1] += games
        shares = sorted((wins / games, option) for option, (wins, games) in sums.items())
        parts = [f"won {_from_to(min(rates), max(rates))}"] if rates else []
        if shares:
            (least, last), (most, first) = shares[0], shares[-1]
            worst, best = f"{self._name(last)} {100 * least:.1f}%", f"{100 * most:.1f}%"
            parts.append(f"{worst} to {self._name(first)} {best}")
        return ", ".join(parts)

    def _name(self, option: str) -> str:
        """What people call an option of a tally; seats count from 1 for them."""
        if option.isdecimal():
            return f"seat {int(option) + 1}"
        return self._names.get(option, option.replace("_", " "))

    def widest(self) -> float:
        return max(self.width(cell) for cell in self.games)

    def needed(self, cell: int, width: float) -> int:
        """Games that the cell will have had when every interval is narrow enough (a guess)."""
        most = 0.0
        for wins, games in self._tally[cell].values():
            share = games / max(self.games[cell], 1)
            most = max(most, games_needed(width, wins / games) / share)
        return ceil(most) or games_needed(width)


def _from_to(least: float, most: float) -> str:
    low, high = f"{100 * least:.1f}", f"{100 * most:.1f}"
    return f"{low}%" if low == high else f"{low} to {high}%"


def names_of(plan: "Playable") -> dict[str, str]:
    """The printed names of what seats hold, by their ids."""
    cards = plan.pack.sections.get(plan.facts.options)
    known = cards.items() if isinstance(cards, Mapping) else ()
    return {key: str(card["name"]) for key, card in known if "name" in card}


def _pack(levels: Mapping[str, Any]) -> int:
    """Which of the packs of other guesses a cell is of, from 0; 0 where there are none."""
    pack = levels.get(GUESS)
    return pack - 1 if isinstance(pack, int) and pack > 0 else 0


class Rounds:
    """The blocks of a run, round by round; most: games of one that is kept by itself."""

    def __init__(self, plan: "Playable", most: int | None = None) -> None:
        self._cells = [cell.number for cell in plan.cells]
        self.score = WinTally(self._cells, names_of(plan))
        self._precision = plan.precision
        self.exact = plan.precision is None
        deal = lcm(*(cell.rotations for cell in plan.cells))
        games = ceil(plan.games / deal) * deal  # no deal is shared by two packs
        self._before = {cell.number: _pack(cell.levels) * games for cell in plan.cells}
        if self._precision is None:
            self._most = plan.games
            self.block = block_size(plan.games * len(self._cells))
            self.round = plan.games
        else:
            self._most = plan.games
            wanted = games_needed(self._precision) // ROUNDS_WANTED
            self.block = min(max(wanted // BLOCKS_A_ROUND, SMALLEST), LARGEST)
            self.round = max(ceil(wanted / self.block), 1) * self.block
        cut = most is not None and most < self.block <= LARGEST and plan.keep == ALL
        self._parts = CutBlocks(most if cut else None)

    def __iter__(self) -> Iterator[Iterator[Block]]:
        """Each round once; the score must have been told of all its blocks before the next."""
        first = 0
        cells = self._cells
        while cells and first < self._most:
            last = min(first + self.round, self._most)
            whole = blocks(cells, first, last, self.block)
            yield map(self._placed, self._parts.of(whole))
            first = last
            cells = [cell for cell in cells if not self.finished(cell)]

    def _placed(self, block: Block) -> Block:
        """The block behind the games of all packs before: each has luck of its own."""
        return replace(block, first=block.first + self._before[block.cell])

    @property
    def whole(self) -> list[Block]:
        """The blocks that were played in parts, so far."""
        return [self._placed(block) for block in self._parts.whole]

    def finished(self, cell: int) -> bool:
        """Whether a cell needs no further round."""
        played = self.score.games[cell]
        if self._precision is None or played >= self._most:
            return played >= self._most
        return played >= MIN_GAMES and self.score.width(cell) <= self._precision

    def games_left(self) -> int:
        """Games still to play; a guess when precision decides."""
        left = 0
        for cell, played in self.score.games.items():
            if self._precision is None or not self.finished(cell):
                goal = self._goal(cell)
                left += max(goal - played, 0)
        return left

    def _goal(self, cell: int) -> int:
        if self._precision is None:
            return self._most
        goal = max(self.score.needed(cell, self._precision), MIN_GAMES)
        return min(ceil(goal / self.round) * self.round, self._most)

    @property
    def blocks_a_round(self) -> int:
        """How many blocks there are to play at a time, at most."""
        return self._blocks(min(self.round, self._most))

    def most_shards(self) -> int:
        """Upper bound of the number of shards: two for each block."""
        return 2 * self._blocks(self._most)

    def _blocks(self, games: int) -> int:
        """Blocks of so many games of every cell, or parts of them."""
        parts = self._parts.times(min(games, self.block))
        return len(self._cells) * count_blocks(games, self.block) * parts
