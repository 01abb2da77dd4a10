"""The same experiment with another player in every seat: does what was found hang on who plays?

A robustness check: a twentieth of the games by another policy, on the same seeds, in the folder
`players` of the run; `analysis.conclusions.robustness` compares the two.
"""

from dataclasses import replace

from simulate.core.errors import InputError, Problem, nearest
from simulate.experiment.context import LINEUP, STRATEGY, Axis
from simulate.experiment.plan import Plan
from simulate.pack.strategies import PYTHON

WHO = (STRATEGY, "skill", LINEUP)
PART = 20  # a confirmation has so many times fewer games than the run
FEWEST = 200  # games of a cell


def plan_of(plan: Plan, strategy: str) -> Plan:
    """The plan with the strategy in every seat that one of the pack's plays.

    Raises InputError where there is no such strategy, or the run is about who plays.
    """
    typed = f"--confirm-with {strategy}"
    known = plan.pack.strategies
    if strategy not in known:
        what = f"there is no strategy `{strategy}`{nearest(strategy, list(known))}"
        raise InputError([Problem(typed, what)])
    if known[strategy].choice == PYTHON:
        raise InputError([Problem(typed, "a strategy in Python cannot confirm a run")])
    mixed = {tuple(cell.setting["strategy"]) for cell in plan.cells}
    if len({name for seats in mixed for name in seats if name in known}) > 1:
        what = "this run compares or mixes players itself, so no other player can stand for them"
        raise InputError([Problem(typed, what)])
    if all(strategy in seats for seats in mixed):
        raise InputError([Problem(typed, f"`{strategy}` plays this run already; name another")])
    cells = tuple(plan.seated(cell, strategy).cells[0] for cell in plan.cells)
    others = [a for a in plan.experiment.axes if a.name.partition(".")[0] not in WHO]
    axis = Axis(name=STRATEGY, levels=(strategy,), kind="factor", meaning="who plays", loc=())
    experiment = replace(
        plan.experiment,
        axes=(*others, axis),
        games=max(FEWEST, -(-plan.games // PART)),
        keys={},
        expects=(),
    )
    return replace(plan, experiment=experiment, cells=cells, notes=())
