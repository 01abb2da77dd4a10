"""All measurements of a number: by the run's players, a second one, stronger ones.

What one finds is drawn to what the others find by as much as players of the same kind of quantity
are known to agree (`analysis.estimators.player_pool`).  Asked is the strongest that measured it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np

from analysis.conclusions.facts import Fact
from analysis.conclusions.robustness import Claim, Key, Players, key_of
from analysis.estimators.player_pool import PlayerPool, PooledValue
from analysis.stats.interim import ONE_LOOK, Confidence
from simulate.experiment.second_opinion import BEST, STRENGTH

POWER = 0.8
REACH = ONE_LOOK.reach + NormalDist().inv_cdf(POWER)
Kind = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class PlayerView:
    """What the strongest player that measured a number would find of it, by all that is known.

    strategy: who; games: of each setting, that he played; value: by everybody's figures; least: the
    smallest difference that his own games would have shown four times in five (0.02 is two points);
    keenest: that of whoever else measured it best.
    """

    strategy: str
    games: int
    value: PooledValue
    least: float
    keenest: float

    def chance(self, held: Claim) -> float:
        """How likely what is claimed holds for him."""
        return self.value.chance(held.low, held.high)


class PlayerPanel:
    """What is known of the numbers of a run by all who played it.

    Parameters
    ----------
    told : sequence of Fact
        What those found who played the run.
    confidence : Confidence
        How sure their intervals are.
    others : sequence of Players
        Everybody else, in any order.
    """

    def __init__(
        self, told: Sequence[Fact], confidence: Confidence, others: Sequence[Players]
    ) -> None:
        self._others = sorted(others, key=_strength)
        self._own = {key_of(fact.metric, fact.where): fact for fact in told}
        others_facts = [(one.facts, ONE_LOOK) for one in self._others]
        self._columns = ((self._own, confidence), *others_facts)
        self._pools: dict[Kind, _Pooled] = {}

    def view(self, key: Key) -> PlayerView | None:
        """The estimate for the strongest player; None if only the run measured it."""
        who = [n for n, one in enumerate(self._others, 1) if _is_told(one.facts.get(key))]
        if not who or not _is_told(self._own.get(key)):
            return None
        one, pooled = self._others[who[-1] - 1], self._pooled(kind_of(key))
        fact, least = one.facts[key], [self._least(n, key) for n in who]
        value, games = pooled.value(key, who[-1]), fact.games or one.games
        return PlayerView(one.strategy, games, value, least[-1], min(least))

    def _least(self, player: int, key: Key) -> float:
        facts, confidence = self._columns[player]
        return REACH * _error(facts[key], confidence)

    def keys(self) -> list[Key]:
        """Numbers that others have measured."""
        told = {key for one in self._others for key, fact in one.facts.items() if _is_told(fact)}
        return [key for key in self._own if key in told and _is_told(self._own[key])]

    def spread(self, key: Key) -> tuple[float, float]:
        """By how much players differ in numbers of this kind (standard deviation), its error."""
        return self._pooled(kind_of(key)).pool.spread

    def _pooled(self, kind: Kind) -> "_Pooled":
        if kind not in self._pools:
            keys = [key for key in self.keys() if kind_of(key) == kind]
            self._pools[kind] = _Pooled(tuple(keys), self._columns)
        return self._pools[kind]


@dataclass(frozen=True)
class _Pooled:
    """All numbers of a kind; columns: what each player found, with how sure that is."""

    keys: tuple[Key, ...]
    columns: tuple[tuple[Mapping[Key, Fact], Confidence], ...]

    @cached_property
    def met(self) -> list[int]:
        """Players who measured some of them."""
        return [
            n
            for n, (facts, _) in enumerate(self.columns)
            if any(_is_told(facts.get(key)) for key in self.keys)
        ]

    @cached_property
    def pool(self) -> PlayerPool:
        """The numbers as a table, a row each, a column for each of these players."""
        cells = np.full((2, len(self.keys), len(self.met)), np.nan)
        for column, player in enumerate(self.met):
            facts, confidence = self.columns[player]
            for row, key in enumerate(self.keys):
                if _is_told(fact := facts.get(key)) and fact is not None:
                    cells[:, row, column] = fact.value, _error(fact, confidence)
        return PlayerPool(*cells)

    def value(self, key: Key, player: int) -> PooledValue:
        """What one of them is for a player."""
        return self.pool.value(self.keys.index(key), self.met.index(player))


def kind_of(key: Key) -> Kind:
    """Which numbers are alike: the same metric of the same sort of things."""
    return key[0], tuple(name for name, _ in key[1])


def measured(manifest: Mapping[str, Any]) -> list[Players]:
    """What other players found once of just what a run plays, the strongest last."""
    return [_measured(known) for known in manifest.get("opinions", ())]


def best_play(manifest: Mapping[str, Any]) -> Players | None:
    """Best play of what a run plays, where it is solved."""
    return next((one for one in measured(manifest) if one.strategy == BEST), None)


def _measured(known: Mapping[str, Any]) -> Players:
    found = [
        Fact(f["metric"], f["where"], f["value"], f["low"], f["high"], "", known["games"])
        for f in known["facts"]
    ]
    by_key = {key_of(fact.metric, fact.where): fact for fact in found}
    return Players(known["strategy"], known["games"], by_key, known["on"])


def _strength(one: Players) -> int:
    return STRENGTH.index(one.strategy) if one.strategy in STRENGTH else -1


def _is_told(fact: Fact | None) -> bool:
    """Whether a number has an interval from which its error follows."""
    return (
        fact is not None and fact.low is not None and fact.high is not None and fact.high > fact.low
    )


def _error(fact: Fact, confidence: Confidence) -> float:
    return ((fact.high or 0.0) - (fact.low or 0.0)) / 2 / confidence.reach
