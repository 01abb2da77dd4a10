"""What games take, by stored costs: what every limit on time follows from, never from a clock.

Of the games of the toolkit costs were measured once (`configs.costs`); of a game of a designer's
own its calls are counted (`experiment.effort`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from simulate.core.game.facts import Facts
from simulate.experiment.context import STRATEGY
from simulate.experiment.second_opinion import LOOKS_AHEAD
from simulate.pack import Pack, catalogue, configs
from simulate.pack.strategies import PYTHON

# Some ten seconds: loops of `training.measure.costs`, and calls of an own game's code.
CALLS_A_SECOND = 300_000.0
LOOPS, CALLS = 30.0, 10 * CALLS_A_SECOND
A_THOUSAND = 1_000  # games: the unit of costs

Setting = Mapping[str, Any]
Cost = Mapping[str, Any]


class Priced(Protocol):
    """What of a plan its price hangs on (`simulate.experiment.plan.Playable`)."""

    @property
    def game(self) -> str: ...

    @property
    def facts(self) -> Facts: ...

    @property
    def pack(self) -> Pack: ...

    @property
    def cells(self) -> Sequence[Any]: ...


def blocks_a_game(plan: Priced) -> float | None:
    """What one game in every setting takes, all of them together, in blocks of some ten seconds.

    0 where all are quick; None where somebody is slow of whom nothing is known.
    """
    known = plan.pack.strategies
    settings = [cell.setting for cell in plan.cells]
    names = sorted({name for each in settings for name in players_of(each)} & known.keys())
    if not names:
        return 0.0
    a_block, costs = costs_of(plan, told_apart(plan), names)
    choices = {name: strategy.choice for name, strategy in known.items()}
    total = 0.0
    for each in settings:
        loops = [of_player(name, each, costs, choices) for name in players_of(each)]
        if None in loops:
            return None
        total += max(filter(None, loops), default=0.0)
    return total / (A_THOUSAND * a_block)


def costs_of(
    plan: Priced, settings: Sequence[Setting], names: Sequence[str]
) -> tuple[float, Sequence[Cost]]:
    """What a block of some ten seconds takes, and a thousand games, in one unit."""
    if catalogue.own(plan.game) is not None:
        from simulate.experiment import effort  # which plays

        return CALLS, effort.costs(plan.pack, settings, names, plan.facts.crossed)
    return LOOPS, configs.costs(plan.game)


def players_of(setting: Setting) -> set[str]:
    return set(setting.get(STRATEGY, ()))


def told_apart(plan: Priced) -> Sequence[Setting]:
    """The settings of a plan, of those that games take as long in one."""
    crossed = (*plan.facts.crossed, STRATEGY)
    apart = {str([cell.setting.get(name) for name in crossed]): cell for cell in plan.cells}
    return [cell.setting for cell in apart.values()]


def of_player(
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
