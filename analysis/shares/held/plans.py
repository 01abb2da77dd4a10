"""Which option needs which plan?  Options by the strategies that played them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.data.entrants import EntrantKind, Entrants
from analysis.data.frames import Frame, Slice, crossed
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, over_fair
from analysis.stats import verdicts
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, effect, within


@dataclass(frozen=True)
class PlayedOption:
    """One option played by one strategy.

    over: points over the fair share; beyond: points more than the option and the strategy
    bring on their own (how well the two suit each other).
    """

    option: str
    strategy: str
    games: int
    over: Estimate
    beyond: Estimate
    q: float
    verdict: str


@dataclass(frozen=True)
class Best:
    """The strategy with which an option wins most, against its next best."""

    option: str
    strategy: str
    over: Estimate
    next: str
    gain: Estimate
    q: float
    verdict: str


class Plans:
    """Sums of one pass: every option with every strategy that played it."""

    def __init__(self, entrants: Entrants, option: EntrantKind, strategy: EntrantKind) -> None:
        self.option, self.strategy = option, strategy
        size = len(option.values) * len(strategy.values)
        self.ratios = Ratios(entrants.base, size, entrants.design.confidence)

    @classmethod
    def of(cls, entrants: Entrants) -> "Plans | None":
        """Where several strategies play several options."""
        option, strategy = entrants.option, entrants.strategy
        return cls(entrants, option, strategy) if option and strategy else None

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        self.ratios.count(games.printed, map(self._codes, games.printed))

    def _codes(self, frame: Frame) -> list[np.ndarray]:
        (strategy,) = self.strategy.codes(frame)
        width = len(self.strategy.values)
        return [crossed(option, strategy, width) for option in self.option.pooled(frame)]

    def result(self, fair: Fair) -> tuple[PlayedOption, ...]:
        """Every option with every strategy that played it."""
        return tuple(plans(self.ratios, self.option.labels, self.strategy.labels, fair))


def plans(
    ratios: Ratios, options: Sequence[str], strategies: Sequence[str], fair: Fair
) -> list[PlayedOption]:
    """Every option with every strategy that played it.

    Games of one option with two strategies are different games, so the parts of `beyond` are
    taken for independent; luck that settings share makes its interval a little too wide.
    """
    width = len(strategies)
    over = {
        (i, j): over_fair(ratios, i * width + j, fair)
        for i in range(len(options))
        for j in range(width)
        if ratios.bottom[:, i * width + j].sum() > 0
    }
    beyond = {place: _beyond(over, *place, ratios.confidence) for place in over}
    games = [float(ratios.bottom[:, i * width + j].sum()) for i, j in beyond]
    judged = verdicts.of_family(list(beyond.values()), games)
    return [
        PlayedOption(options[i], strategies[j], int(seats), over[i, j], difference, *given)
        for ((i, j), difference), seats, given in zip(beyond.items(), games, judged, strict=True)
    ]


def _beyond(
    over: dict[tuple[int, int], Estimate], option: int, strategy: int, confidence: Confidence
) -> Estimate:
    """Its value, less the means of its row and its column, plus the mean of all."""
    value = variance = reach = 0.0
    row = [p for p in over if p[0] == option]
    column = [p for p in over if p[1] == strategy]
    for place, estimate in over.items():
        weight = float(place == (option, strategy)) + 1 / len(over)
        weight -= (place in row) / len(row) + (place in column) / len(column)
        value += weight * estimate.value
        variance += (weight * estimate.se) ** 2
        reach += abs(weight) / 2
    # The weights add up to nothing: no more than half of them can go one way.
    return within(effect(value, variance, confidence=confidence), -reach, reach)


def bests(played: Sequence[PlayedOption]) -> list[Best]:
    """For each option played by two or more strategies, the best one."""
    gains = []
    for option in dict.fromkeys(p.option for p in played):
        of_option = sorted((p for p in played if p.option == option), key=lambda p: -p.over.value)
        if len(of_option) > 1:
            gain = effect(
                of_option[0].over.value - of_option[1].over.value,
                of_option[0].over.se ** 2 + of_option[1].over.se ** 2,
                confidence=of_option[0].over.confidence,
            )
            gain = within(gain, -1.0, 1.0)
            gains.append((option, of_option[0], of_option[1], gain))
    games = [min(first.games, second.games) for _, first, second, _ in gains]
    judged = verdicts.of_family([gain for *_, gain in gains], games)
    return [
        Best(option, first.strategy, first.over, second.strategy, gain, *given)
        for (option, first, second, gain), given in zip(gains, judged, strict=True)
    ]
