"""A run with interim analyses, which stops when its verdicts are settled.

Which cells play on is for somebody else to say, who looks at what has been played.  All that count
are whole looks, so what is played depends on results, never on which worker was faster.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from simulate.run.pace import CutBlocks
from simulate.run.precision import WinTally, names_of
from simulate.run.workers.blocks import LARGEST, SMALLEST, Block
from simulate.store import ALL

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

BLOCKS_A_LOOK = 4


class Looks:
    """The blocks of such a run, look by look.

    judge: the cells that have anything left to settle, once a look is played, each with the games
    after which that is likely to be done, where somebody knows; asked after the last look, too.
    most: games of a block that is kept by itself.
    """

    exact = False

    def __init__(self, plan: "Playable", most: int | None = None) -> None:
        self.score = WinTally([cell.number for cell in plan.cells], names_of(plan))
        self.block = LARGEST
        self.judge: Callable[[], Collection[int]] = lambda: self.score.games
        self._looks, self._next = plan.looks, Counter[int]()
        cut = most is not None and most < LARGEST and plan.keep == ALL
        self._parts = CutBlocks(most if cut else None)
        self._playing, self._goal = list(self.score.games), self._looks[0]
        self._likely: Mapping[int, int] = {}

    def __iter__(self) -> Iterator[Iterator[Block]]:
        """Each look once; all its blocks must be on disk before the next."""
        for look in self._looks:
            self._goal = look
            yield self._parts.of(self._blocks())
            open_ = self.judge()
            if look == self._looks[-1] or not open_:
                return
            self._playing = sorted(open_)
            self._likely = open_ if isinstance(open_, Mapping) else {}

    def _blocks(self) -> Iterator[Block]:
        """From what every open cell has played up to the look, the cells taking turns."""
        waiting = []
        for cell in self._playing:
            played = self.score.games[cell]
            size = _size(self._goal - played)
            for first in range(played, self._goal, size):
                waiting.append((first, cell, min(size, self._goal - first)))
        for first, cell, count in sorted(waiting):
            yield Block(cell, self._next[cell], first, count)
            self._next[cell] += 1

    @property
    def whole(self) -> list[Block]:
        """The blocks that were played in parts, so far."""
        return self._parts.whole

    def games_left(self) -> int:
        """Games up to the look at which all is likely to be settled, at least up to the next."""
        return sum(self._end(cell) - self.score.games[cell] for cell in self._playing)

    def _end(self, cell: int) -> int:
        """The games that a cell has at that look."""
        wanted = max(self._likely.get(cell, 0), self._goal, self.score.games[cell])
        return next((look for look in self._looks if look >= wanted), self._looks[-1])

    @property
    def blocks_a_round(self) -> int:
        """How many blocks there are to play at a time, at least."""
        return len(self.score.games) * BLOCKS_A_LOOK

    def most_shards(self) -> int:
        """Upper bound of the number of shards: two for each block."""
        more = (b - a for a, b in zip([0, *self._looks], self._looks, strict=False))
        blocks = (-(-n // _size(n)) * self._parts.times(_size(n)) for n in more)
        return 2 * len(self.score.games) * sum(blocks)


def _size(games: int) -> int:
    """Games of a block, a whole number of the smallest ones."""
    size = -(-games // BLOCKS_A_LOOK)
    return min(-(-size // SMALLEST) * SMALLEST, LARGEST)
