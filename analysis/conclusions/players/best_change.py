"""What a changed game has more than the game before where both are solved.

Within one run the best player plays what is held against each other.  Of two games what best play
of each comes to is known without a game, in the settings that both have.
"""

from collections.abc import Callable, Iterator, Mapping
from statistics import fmean
from typing import Any

from analysis.conclusions.facts import CHANGE, SHARE_CHANGE, Fact
from analysis.conclusions.players.change_robustness import surplus_of
from analysis.conclusions.players.player_panel import best_play
from analysis.conclusions.players.policy_robustness import Opinion
from analysis.conclusions.robustness import YES, Key, Players, key_of
from analysis.stats.intervals import Estimate
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.second_opinion import ROUNDING

SOLVED = {CHANGE: WIN_RATE, SHARE_CHANGE: OVER_FAIR_SHARE}  # what is known, by what moves it


def opinion(before: Players, now: Players, told: Fact) -> Opinion | None:
    """What best play says of what another game has more; None where that is not known."""
    changes = [*_changes(before.facts, now.facts, told)]
    if not changes or told.low is None or told.high is None:
        return None
    found = Estimate(told.value, told.low, told.high, (told.high - told.low) / 2)
    surplus = surplus_of(key_of(told.metric, told.where), found, frozenset(), told.games or 1)
    change = fmean(changes)
    exact = Estimate(change, change - ROUNDING, change + ROUNDING, ROUNDING)
    said = surplus.of(exact.low, exact.high) if surplus is not None else ""
    return Opinion(surplus, said, by=now.strategy, pooled=exact, heard=True)


def doubts(before: Mapping[str, Any], now: Mapping[str, Any]) -> Callable[[Fact | None], bool]:
    """Whether a number of two runs of own games hangs on who played them; by their manifests.

    It does unless best play of both, where both are solved, finds what they found.
    """
    if not now.get("own"):
        return lambda told: False
    then, since = best_play(before), best_play(now)

    def is_doubted(told: Fact | None) -> bool:
        if told is None or then is None or since is None:
            return True
        said = opinion(then, since, told)
        return said is None or said.said != YES

    return is_doubted


def _changes(before: Mapping[Key, Fact], now: Mapping[Key, Fact], told: Fact) -> Iterator[float]:
    """In each setting that it is of."""
    of_it = {*key_of(told.metric, told.where)[1]}
    for key in now.keys() & before.keys():
        if key[0] == SOLVED.get(told.metric) and of_it <= {*key[1]}:
            yield now[key].value - before[key].value
