"""The effect of a change in the other settings of the game's own experiment.

Its default experiment, played by who plays the asked settings and with what is changed for good
there, less these settings themselves.  A hundred games or two of each tell only large moves; these
are what a designer would not have wished for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simulate.core.text.validate import written
from simulate.experiment import Experiment, RunRequest, load
from simulate.experiment.plan import Plan
from simulate.pack import catalogue
from simulate.pack.edit.steps import ValueStep
from simulate.search.aim.goals import EVERYTHING, GoalChange, goals, places
from simulate.search.aim.sums import WON
from simulate.search.candidate import Candidate, together, with_variants
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.fresh import fresh_seed
from simulate.search.trial import STEP, Trial, Tried

DEFAULT = "default"
MOST_TRIED = 5  # changes: those that are told first
FEWEST, MOST = 100, 200  # games of each setting with a change, and without
SHARE = 0.5  # of the games of the search, beyond the fewest


@dataclass(frozen=True)
class OtherSettings:
    """The settings beside those asked about, before any game is played."""

    experiment: Experiment
    asked: tuple[Mapping[str, Any], ...]

    def plan(self, changes: Sequence[Confirmed]) -> Plan:
        """Each of the changes beside the game as it is, in these settings."""
        named = {change.name: Candidate(tuple(_steps(change))) for change in changes}
        plan = with_variants(self.experiment, named)
        cells = [cell for cell in plan.cells if cell.setting not in self.asked]
        return replace(plan, cells=tuple(replace(c, number=n) for n, c in enumerate(cells)))

    @property
    def settings(self) -> int:
        return len(self.plan([]).cells)


def other_settings(asked: Experiment, pack: str | None) -> OtherSettings:
    """What lies around the settings of an experiment.  Raises InputError where it is none."""
    target = DEFAULT if pack else f"{catalogue.typed(asked.game)}/{DEFAULT}"
    usual = load(RunRequest(target, pack, question=""))
    sets = [f"{name}={_typed(level)}" for name, level in _fixed(asked, usual)]
    seed = str(fresh_seed(asked))
    experiment = load(RunRequest(target, pack, seed=seed, sets=sets, question=""))
    cells = with_variants(asked, {}).cells
    settings = tuple(cell.setting for cell in cells)
    return OtherSettings(replace(experiment, pack=asked.pack), settings)


def _fixed(asked: Experiment, usual: Experiment) -> Iterator[tuple[str, Any]]:
    """What stands at one level where it was asked, and is not crossed in the usual experiment."""
    crossed = {axis.name for axis in usual.axes if axis.crossed}
    yield from together(asked).items()
    for axis in asked.axes:
        if axis.kind == "factor" and not axis.crossed and axis.name not in crossed:
            yield axis.name, axis.levels[0]


def _typed(level: Any) -> str:
    return level if isinstance(level, str) else written(level)


def _steps(change: Confirmed) -> Iterator[ValueStep]:
    return (ValueStep(each.path, each.printed, each.value) for each in change.changes)


def worth_trying(confirmed: Sequence[Confirmed]) -> list[Confirmed]:
    """The changes that are told first; where none does it, what helps."""
    good = [change for change in confirmed if change.lands or change.open]
    return good[:MOST_TRIED] or [change for change in confirmed if change.helps][:1]


def most_games(beside: OtherSettings) -> int:
    """How many games are played in other settings, at most."""
    return beside.settings * (MOST_TRIED + 1) * MOST


def games_of_each(settings: int, changes: int, searched: int) -> int:
    """Games of each setting: as many as are a part of those of the search, a hundred or two."""
    share = SHARE * searched / max(1, settings * (changes + 1))
    return min(MOST, max(FEWEST, round(share / STEP) * STEP))


def measured(trial: Trial, games: int, confirmed: Sequence[Confirmed], aim: str) -> list[Confirmed]:
    """The changes with what each does in the settings of a trial.

    A change that does harm there is no first answer: one that may do without goes before it.
    """
    trial.run(lambda all_: [games] * len(all_), first=games)
    of = {each.name: each for each in trial.tried}
    found = [
        replace(change, elsewhere=_moved(trial, of[change.name], change, aim))
        if change.name in of
        else change
        for change in confirmed
    ]
    return sorted(found, key=lambda c: (not (c.lands or c.open), bool(c.ruined), not c.lands))


def _moved(trial: Trial, change: Tried, told: Confirmed, aim: str) -> tuple[GoalChange, ...]:
    """Every setting before and after; where players compete, the shares that it is judged by."""
    assert change.sums is not None
    own = {place.goal.value for place in told.places}
    wanted = [
        goal
        for goal in goals(trial.design, change.sums, aim, EVERYTHING)
        if aim == WON or goal.value in own
    ]
    return places(change.sums, wanted)
