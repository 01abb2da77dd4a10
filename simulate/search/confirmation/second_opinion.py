"""Test the first answer of a search with a second player.

Asked is the number that the change moves most where it was off, in the cells of the confirming run
and on its luck; its games lie beside that run as those of any second player.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from analysis.conclusions.facts import CHANGE, SHARE_CHANGE
from analysis.conclusions.players import policy_robustness
from analysis.conclusions.players.change_robustness import (
    ChangeOpinion,
    ChangeQuestion,
    question,
    surplus_of,
)
from analysis.conclusions.players.policy_robustness import FEWEST, OpinionPlan, most
from analysis.conclusions.robustness import Key, key_of, players
from analysis.data.design import VARIANT, Design
from analysis.stats.verdicts import sure_size
from analysis.study import study
from simulate import store
from simulate.experiment import Experiment
from simulate.experiment.plan import Plan
from simulate.run.play import play_beside
from simulate.run.side import second_opinion
from simulate.search.aim.goals import GoalChange, outside, places
from simulate.search.aim.sums import OPTION, SEAT, WON, PairedSums, competing
from simulate.search.confirmation.confirm import Confirmed, SecondSaid, cell_rows, second_command


@dataclass(frozen=True)
class SecondPlayer:
    """The second player of a search, who plays beside the confirming run in the search's folder.

    experiment, pack: what was asked; search: the folder.  say: tells how far the search is.
    """

    experiment: Experiment
    pack: str | None
    search: Path
    jobs: int
    quiet: bool
    say: Callable[[str], None]

    @property
    def confirming(self) -> store.StoredRun:
        """The run that the second player is asked about."""
        return store.open_run(self.search / store.CONFIRMED)

    def play(self, plan: OpinionPlan) -> store.StoredRun:
        """What it played, in an earlier process or now."""
        run = self.confirming
        self.say(f"`{plan.strategy}` tests the first answer ...")
        folder = run.path / store.PLAYERS
        asked = second_opinion.with_duel(second_opinion.plan_of(run, plan), run, plan)
        play_beside(asked, folder, jobs=self.jobs, quiet=self.quiet, goes_on="")
        return store.verify(folder)

    def is_shown(self, played: store.StoredRun) -> bool:
        """Whether he is shown to play well."""
        if not played.manifest.get("own"):
            return True
        return policy_robustness.is_shown(study(self.confirming), players(played))


def asked_of(change: Confirmed) -> GoalChange | None:
    """What the change moves for certain, and most where the game was off; None if nothing."""
    shares = [place for place in change.places if place.goal.kind in (WON, OPTION, SEAT)]
    sure = [place for place in shares if sure_size(place.effect) > 0]
    off = [place for place in sure if outside(place.before, place.goal.band) > 0]
    return max(off or sure, key=lambda place: abs(place.effect.value), default=None)


def heard(beside: SecondPlayer, change: Confirmed, games: int) -> Confirmed:
    """The change with what the second player of the confirming run says of it.

    games: of the whole search, by whose time the second player is paid.
    """
    place = asked_of(change)
    about = None if place is None else _question(beside.confirming.manifest, change, place, games)
    if place is None or about is None:
        return change
    again = second_command(beside.experiment, beside.pack, change, place, about.strategy,
                           about.surplus.needed)  # fmt: skip
    if about.plan is None:
        return replace(change, second=SecondSaid(ChangeOpinion(about), place, None, again))
    found = _found(played := beside.play(about.plan), place)
    effect, shown = None if found is None else found.effect, beside.is_shown(played)
    said = ChangeOpinion(about, about.plan.games, effect, shown)
    return replace(change, second=SecondSaid(said, place, found, again))


def _question(
    manifest: Mapping[str, Any], change: Confirmed, place: GoalChange, games: int
) -> ChangeQuestion | None:
    """What is asked, as if the games of the search were those of its settings."""
    cells, twin = manifest["cells"], frozenset(place.goal.twin)
    each = games / len(cells)
    own = min(cell["games"] for cell in cells if cell["number"] in twin)
    paid_by = {**manifest, "cells": [cell | {"games": each} for cell in cells]}
    return question(paid_by, surplus_of(_key(change, place), place.effect, twin, own))


def foretold(plan: Plan, games: int) -> str:
    """What the second player may play by the time of so many games of a search, and what it tells.

    Empty where nobody is asked.
    """
    who = plan.second
    if not who:
        return ""
    manifest = plan.manifest()
    cells = manifest["cells"]
    paid_by = manifest | {"cells": [c | {"games": games / len(cells)} for c in cells]}
    paid = int(most(paid_by) / 2)
    part = "" if manifest.get("own") else " (as long again as the search)"
    text = f"{2 * paid:,} games of `{who}` or more about the first answer{part}"
    if 2 * paid < FEWEST:
        return f"{text}: too few to test it"
    size = ceil(policy_robustness.told(sqrt(0.5 / paid)) * 1000) / 10
    return f"{text}: so many tell, 4 times in 5, of one that adds {size:.1f} points or more"


def _key(change: Confirmed, place: GoalChange) -> Key:
    where: Mapping[str, Any] = {**place.levels, VARIANT: change.name}
    return key_of(CHANGE if place.goal.kind == WON else SHARE_CHANGE, where)


def _found(run: store.StoredRun, place: GoalChange) -> GoalChange | None:
    """The same number in the second player's games; None where they do not have it."""
    design, goal = Design(run.manifest), place.goal
    rows = [cell_rows(design, run, cell.number) for cell in design.cells]
    frames = [each.frame for each in rows if each.frame is not None]
    things = competing(design, frames, frozenset(cell.number for cell in design.cells))
    twins = [twin for name in design.variants for twin in design.twins(name)]
    at = 0
    if goal.kind != WON:
        values = things[goal.kind].values if goal.kind in things else ()
        if goal.value not in values:
            return None
        at = values.index(goal.value)
    sums = PairedSums(twins, things)
    sums.add(rows)
    if not sums.counted(goal.kind, at, twins):
        return None
    return places(sums, [replace(goal, twin=twins[0], place=at, given=(str, str))])[0]
