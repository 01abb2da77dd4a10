"""The same settings with another strategy in every seat, to test the findings.

A robustness check by another policy, on the same seeds, in the folder `players` of the run.  What
it plays follows from what was found, and so it is known only when the run itself is played.
`analysis.conclusions.players.policy_robustness` says how much it plays, and compares the two.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.core.errors import InputError, Problem, nearest
from simulate.experiment.context import STRATEGY
from simulate.experiment.plan import Plan, seated
from simulate.experiment.second_opinion import A_THOUSAND, BEST
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack.strategies import PYTHON

if TYPE_CHECKING:
    from analysis.conclusions.players.policy_robustness import OpinionPlan

SKILL = "skill"
LEAST_TO_COMPETE = 2  # players
# Of the manifest of a run: what was played, what stopped it, and what is known of its players.
OF_THE_RUN = (
    *(
        "status",
        "stopped",
        "shards",
        "files",
        "until",
        "looks",
        "first_look",
        "resolution",
        "keep",
        "precision",
        "expect",
        "checksum",
    ),
    *("second", "costs", "opinions", "gaps", "better_seats", "strength"),
)
# What another player is asked about a run that was played.
Asks = Callable[[store.StoredRun], "OpinionPlan | None"]


def check(plan: Plan, strategy: str) -> None:
    """Raise InputError if a strategy cannot be a second player, or the run compares players."""
    typed = f"--confirm-with {strategy}"
    known = plan.pack.strategies
    if strategy not in known:
        what = f"there is no strategy `{strategy}`{nearest(strategy, list(known))}"
        raise InputError([Problem(typed, what)])
    if known[strategy].choice == PYTHON:
        raise InputError([Problem(typed, "a strategy in Python cannot confirm a run")])
    mixed = {tuple(cell.setting[STRATEGY]) for cell in plan.cells}
    if len({name for seats in mixed for name in seats if name in known}) > 1:
        what = "this run compares or mixes strategies itself, so no other can replace them"
        raise InputError([Problem(typed, what)])
    if all(strategy in seats for seats in mixed):
        raise InputError([Problem(typed, f"`{strategy}` plays this run already; name another")])


def plan_of(run: store.StoredRun, asked: "OpinionPlan") -> PlanFromManifest:
    """The plan of a second player: settings of a run, on common random numbers."""
    plan = PlanFromManifest(run.manifest, str(run.path / store.MANIFEST))
    cells = [cell for cell in plan.cells if cell.number in asked.cells]
    sits = [
        asdict(seated(cell, plan.pack, asked.strategy)) | {"number": n, "blanks": [*cell.blanks]}
        for n, cell in enumerate(cells)
    ]
    who = {STRATEGY: asked.strategy, SKILL: 1.0}
    data = {key: each for key, each in plan.manifest().items() if key not in OF_THE_RUN}
    data |= {
        "cells": sits,
        "precision": None,
        "experiment": {**data["experiment"], "games": asked.games},
        "factors": [_factor(each, who) for each in data["factors"]],
        "setting": {key: who.get(key, level) for key, level in data["setting"].items()},
    }
    return PlanFromManifest(data, plan.file)


def with_duel(
    plan: PlanFromManifest, run: store.StoredRun, asked: "OpinionPlan"
) -> PlanFromManifest:
    """The plan of a second player with what it wins alone among the players of the run.

    Of own games in which seats compete, where nobody knows best play: where all win together, the
    games of both are on the same luck, which says it.
    """
    known = {each["strategy"] for each in run.manifest.get("opinions", ())}
    if plan.own is None or plan.facts.cooperative or BEST in {asked.strategy, *known}:
        return plan
    cells = [c for c in PlanFromManifest(run.manifest, plan.file).cells if c.number in asked.cells]
    cell = min(cells, key=lambda each: int(each.setting["players"]))
    people, rival = int(cell.setting["players"]), str(cell.setting[STRATEGY][-1])
    calls = {
        cost["strategy"]: cost["loops"] / A_THOUSAND
        for cost in run.manifest.get("costs", ())
        if cost["setting"].items() <= cell.setting.items()
    }
    if people < LEAST_TO_COMPETE or not {asked.strategy, rival} <= calls.keys():
        return plan
    from simulate.own.strength import against_players

    each = (calls[asked.strategy] + (people - 1) * calls[rival]) / people
    duel = against_players(plan.pack_for(cell), cell.setting, asked.strategy, each)
    return replace(plan, data={**plan.data, "duel": duel}) if duel else plan


def _factor(factor: dict[str, Any], who: dict[str, Any]) -> dict[str, Any]:
    """A factor of a run; who plays, and how well, is as the other player does it."""
    name = factor["name"]
    return factor | {"levels": [who[name]], "crossed": False} if name in who else factor
