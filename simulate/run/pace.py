"""Block sizes for slow players, so that an interrupted run keeps some games.

By what games take (`experiment.price`), never by a clock: the same blocks on any
machine, at any load.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from simulate.experiment import price
from simulate.experiment.plan import Playable
from simulate.experiment.price import A_THOUSAND
from simulate.run.workers.blocks import Block

# Games in a block of a player of unknown speed (look-ahead, a designer's Python), and the most
# blocks: a longer run has larger blocks.
UNKNOWN, MOST_UNKNOWN = 10, 1_000


def most_games(plan: Playable) -> int | None:
    """The most games that a block should have; None where all players are quick."""
    settings, known = price.told_apart(plan), plan.pack.strategies
    names = sorted({name for each in settings for name in price.players_of(each)} & known.keys())
    if not names:
        return None
    a_block, costs = price.costs_of(plan, settings, names)
    choices = {name: strategy.choice for name, strategy in known.items()}
    slowest = [
        price.of_player(name, each, costs, choices)
        for each in settings
        for name in price.players_of(each)
    ]
    most = [int(A_THOUSAND * a_block / loops) for loops in slowest if loops]
    if None in slowest:
        most.append(max(UNKNOWN, plan.games * len(plan.cells) // MOST_UNKNOWN))
    return max(1, min(most)) if most else None


class CutBlocks:
    """Blocks split into parts of at most a number of games, renumbered.

    CutBlocks are kept one by one; a run that is complete has the files of the blocks, so that these
    hang on the number of games alone.  most: None where blocks stay whole.
    """

    def __init__(self, most: int | None) -> None:
        self.most, self.whole = most, list[Block]()
        self._next: Counter[int] = Counter()

    def of(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The parts of the blocks that come next, the cells taking turns."""
        if self.most is None:
            yield from blocks
            return
        came = [*blocks]
        self.whole += came
        cut = ((b.cell, first, b.first + b.count) for b in came for first in self._starts(b))
        for cell, first, end in sorted(cut, key=lambda part: (part[1], part[0])):
            yield Block(cell, self._next[cell], first, min(self.most, end - first))
            self._next[cell] += 1

    def _starts(self, block: Block) -> range:
        return range(block.first, block.first + block.count, self.most or block.count)

    def times(self, games: int) -> int:
        """The number of parts of a block."""
        return -(-games // self.most) if self.most else 1
