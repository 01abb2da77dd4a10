"""What each card of an own game brings: with it against without it, on the same luck."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.data.design import Design
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, bonett_price_interval
from simulate.store.card_packs import Ablation


@dataclass(frozen=True)
class CardWorth:
    """What a card brings to those that had it; q, verdict: of this, among all cards.

    over: what these seats won over the fair share; brings: over what they win without it.
    """

    found: Ablation
    kind: str
    label: str
    over: Estimate
    brings: Estimate
    q: float
    verdict: str

    @property
    def without(self) -> float:
        """What the same seats win without it."""
        return self.found.won - self.brings.value

    @property
    def misleads(self) -> float:
        """How far from fair who has it surely is, where at most half of that is the card; or 0."""
        way = 1 if self.over.value > 0 else -1
        far, brings = verdicts.sure_size(self.over), max(way * end for end in self.brings.ends)
        is_lead = not self.found.held and far > verdicts.MARGIN and 2 * brings < far
        return far if is_lead else 0.0


def card_worths(design: Design, found: Sequence[Ablation]) -> list[CardWorth]:
    """Every card that was taken away, what brings most first."""

    def estimate(one: Ablation, value: float, error: float) -> Estimate:
        return bonett_price_interval(value, error**2, one.games, 1.0)

    brings = {one.card: estimate(one, one.brings, one.error) for one in found}
    told = [one for one in found if not (one.held and one.same)]
    judged = verdicts.of_family([brings[one.card] for one in told], [one.games for one in told])
    given = {one.card: each for one, each in zip(told, judged, strict=True)}
    worths = []
    for one in found:
        kind, _, card = one.card.partition(".")
        over, q_and_verdict = one.won - one.fair, given.get(one.card, (1.0, verdicts.SAME))
        estimates = estimate(one, over, one.over_error), brings[one.card]
        worths.append(CardWorth(one, kind, design.name_in(kind, card), *estimates, *q_and_verdict))
    return sorted(worths, key=lambda one: (-one.brings.value, one.kind, one.label))
