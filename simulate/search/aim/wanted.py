"""Targets that a search can aim at, and why others can only be judged."""

from simulate.core.game.facts import EFFECT
from simulate.experiment import Experiment
from simulate.experiment.context import VARIANT
from simulate.experiment.expected.expect import BRINGS, Expect
from simulate.search.aim.goals import is_sought

CAN = "`advise` and `tune` look for win_rate, over_fair_share, share (of a seat, or of what seats "
CAN += "hold), matchup, end and length"
WHY = {
    BRINGS: "is a difference over all settings at once, which takes far more games than a search "
    "plays of a change",
    EFFECT: "is what a [[variant]] adds, and a search makes changes of its own",
}
OTHERWISE = "depends on a setting, not on a value that a search can change"


def besides(experiment: Experiment) -> list[Expect]:
    """What is wanted besides the bands that settings are to come to."""
    return [expect for expect in experiment.expects if expect.band is None]


def named(experiment: Experiment) -> list[Expect]:
    """What is looked for besides the bands of settings: targets that name one thing."""
    return [each for each in besides(experiment) if _sought(experiment, each)]


def unsought(experiment: Experiment) -> list[Expect]:
    """What can be judged and not looked for."""
    return [each for each in besides(experiment) if not _sought(experiment, each)]


def _sought(experiment: Experiment, each: Expect) -> bool:
    facts = experiment.pack.facts
    return VARIANT not in each.levels and is_sought(each.metric, each.of, facts.options)


def not_sought(each: Expect) -> str:
    """That a target can be judged alone, and why."""
    return (
        f"`{each.metric}` can be judged but not searched for: it {WHY.get(each.metric, OTHERWISE)}"
    )
