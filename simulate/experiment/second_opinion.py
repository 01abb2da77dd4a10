"""The second player that tests findings, and stored results of stronger players.

Of the games of the toolkit costs and opinions were measured once; what a game of a designer's own
takes is counted when it is planned.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.core.game.facts import SKILL
from simulate.experiment.context import STRATEGY
from simulate.pack import Pack, catalogue, configs

SECOND = "second"  # the strategy that is asked whether what another one finds still stands
MEASURED = (SECOND, "expert")  # of these what they find was measured once, the stronger one last
SEED = "seed"  # the level by which the tables of some games are prepared
LOOKING_ON, LOOKS_AHEAD = ("random", "idle"), "look_ahead"
OF_OWN = ("look_ahead", "balanced", "greedy")  # an own game asks the first of another kind

Setting = Mapping[str, Any]


def usual(pack: Pack, settings: Sequence[Setting]) -> str:
    """The default second player; empty if there is none.

    That is where one strategy plays as well as it can: another that chooses in another way.
    """
    known, plays = pack.strategies, _plays_alone(pack, settings)
    if not plays:
        return ""
    if catalogue.own(pack.game) is None:
        others = [] if known[plays].choice == LOOKS_AHEAD else [SECOND]
    else:
        ways = (known[plays].choice, *LOOKING_ON)
        others = [name for name in OF_OWN if name in known and known[name].choice not in ways]
    return next((name for name in others if name in known and name != plays), "")


def _plays_alone(pack: Pack, settings: Sequence[Setting]) -> str:
    """The strategy of all seats, where there is one that plays to win as well as it can."""
    seated = {name for setting in settings for name in setting.get(STRATEGY, ())}
    skills = {skill for setting in settings for skill in setting.get(SKILL.name, ())}
    if len(seated) != 1 or not skills <= {1.0} or not seated <= pack.strategies.keys():
        return ""
    (plays,) = seated
    return "" if plays in LOOKING_ON else plays


def what_is_played(setting: Setting) -> dict[str, Any]:
    """A plan without its players, skill and seed."""
    others = (STRATEGY, SKILL.name, SEED)
    return {name: level for name, level in setting.items() if name not in others}


def costs(pack: Pack, settings: Sequence[Setting], second: str) -> list[dict[str, Any]]:
    """What is known of the time that games take in some settings, as `configs.costs` has it."""
    if catalogue.own(pack.game) is not None:
        from simulate.experiment import effort  # which plays

        seated = {name for setting in settings for name in setting[STRATEGY]}
        return effort.costs(pack, settings, sorted({*seated, second}), pack.facts.crossed)
    known = configs.costs(pack.game)
    return [c for c in known if any(c["setting"].items() <= each.items() for each in settings)]


def opinions(pack: Pack, settings: Sequence[Setting]) -> list[dict[str, Any]]:
    """What stronger players were measured to find where just this was played, strongest last."""
    plays = _plays_alone(pack, settings)
    stronger = MEASURED[MEASURED.index(plays) + 1 :] if plays in MEASURED else MEASURED
    known = [one for one in configs.opinions(pack.game) if plays and one["strategy"] in stronger]
    if not known:
        return []
    cards, cells = pack.played_hash, [what_is_played(setting) for setting in settings]
    of_this = [one for one in known if one["cards"] == cards and one["cells"] == cells]
    return sorted(of_this, key=lambda one: MEASURED.index(one["strategy"]))
