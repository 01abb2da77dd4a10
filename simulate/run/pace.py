"""Block sizes for slow players, so that an interrupted run keeps some games.

By what games were measured to take (`configs.costs`), or by what those of an own game call
(`experiment.effort`), never by a clock: the same blocks on any machine, at any load.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simulate.experiment import effort
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Playable
from simulate.experiment.second_opinion import LOOKS_AHEAD
from simulate.pack import catalogue, configs
from simulate.pack.strategies import PYTHON
from simulate.run.workers.blocks import Block

# Some ten seconds: loops of `training.measure.costs`, and calls of an own game's code.
CALLS_A_SECOND = 300_000.0
LOOPS, CALLS = 30.0, 10 * CALLS_A_SECOND
A_THOUSAND = 1_000  # games: the unit of costs
# Games in a block of a player of unknown speed (look-ahead, a designer's Python), and the most
# blocks: a longer run has larger blocks.
UNKNOWN, MOST_UNKNOWN = 10, 1_000

Setting = Mapping[str, Any]
Cost = Mapping[str, Any]


def most_games(plan: Playable) -> int | None:
    """The most games that a block should have; None where all players are quick."""
    settings, known = _settings(plan), plan.pack.strategies
    names = sorted({name for each in settings for name in _seated(each)} & known.keys())
    if not names:
        return None
    a_block, costs = _measured(plan, settings, names)
    choices = {name: strategy.choice for name, strategy in known.items()}
    slowest = [_loops(name, each, costs, choices) for each in settings for name in _seated(each)]
    most = [int(A_THOUSAND * a_block / loops) for loops in slowest if loops]
    if None in slowest:
        most.append(max(UNKNOWN, plan.games * len(plan.cells) // MOST_UNKNOWN))
    return max(1, min(most)) if most else None


def blocks_a_game(plan: Playable) -> float | None:
    """What one game in every setting takes, all of them together, in blocks of some ten seconds.

    0 where all are quick; None where somebody is slow of whom nothing is known.
    """
    known = plan.pack.strategies
    settings = [cell.setting for cell in plan.cells]
    names = sorted({name for each in settings for name in _seated(each)} & known.keys())
    if not names:
        return 0.0
    a_block, costs = _measured(plan, _settings(plan), names)
    choices = {name: strategy.choice for name, strategy in known.items()}
    total = 0.0
    for each in settings:
        loops = [_loops(name, each, costs, choices) for name in _seated(each)]
        if None in loops:
            return None
        total += max(filter(None, loops), default=0.0)
    return total / (A_THOUSAND * a_block)


def _measured(
    plan: Playable, settings: Sequence[Setting], names: Sequence[str]
) -> tuple[float, Sequence[Cost]]:
    """What a block of some ten seconds takes, and a thousand games, in one unit."""
    if catalogue.own(plan.game) is not None:
        return CALLS, effort.costs(plan.pack, settings, names, plan.facts.crossed)
    return LOOPS, configs.costs(plan.game)


def _seated(setting: Setting) -> set[str]:
    return set(setting.get(STRATEGY, ()))


def _settings(plan: Playable) -> Sequence[Setting]:
    """The settings of a plan, of those that games take as long in one."""
    crossed = (*plan.facts.crossed, STRATEGY)
    apart = {str([cell.setting.get(name) for name in crossed]): cell for cell in plan.cells}
    return [cell.setting for cell in apart.values()]


def _loops(
    name: str, setting: Setting, costs: Sequence[Cost], choices: Mapping[str, str]
) -> float | None:
    """What a thousand games with a player take; 0 where they are quick, None where he is slow and
    nothing is known.
    """
    known = [cost for cost in costs if cost["setting"].items() <= setting.items()]
    if of_him := [cost["loops"] for cost in known if cost["strategy"] == name]:
        return float(max(of_him))
    choice = choices.get(name)
    if choice == LOOKS_AHEAD and (alike := [*_alike(known, choice, choices)]):
        return max(alike)
    return None if choice in (LOOKS_AHEAD, PYTHON) else 0.0


def _alike(costs: Sequence[Cost], choice: str, choices: Mapping[str, str]) -> Iterator[float]:
    """What games take with others who choose in the same way."""
    return (float(c["loops"]) for c in costs if choices.get(c["strategy"]) == choice)


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
