"""Which questions did the run settle, and how many games would settle the rest?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from analysis.rates.contrasts import Dealing
from analysis.rates.variants import Worth
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, round_up

CHANGES = "changes"
COMPANY = "in company"


@dataclass(frozen=True)
class Settled:
    """The answers of one family of questions.

    bound: no effect called "none shown" is larger than this (None without one).
    games: games in every cell after which the unsettled ones are known to about half the
    margin either way (None when all are settled).
    """

    family: str
    asked: int
    big: int
    open: int
    small: int
    none: int
    bound: float | None
    more: int
    games: int | None


def settled(dealing: Dealing, worths: Sequence[Worth], games: int) -> list[Settled]:
    """One entry a family; `games` is the most that any cell played."""
    families: dict[str, list[tuple[str, Estimate]]] = {}
    for contrast in dealing.contrasts:
        families.setdefault(contrast.family, []).append((contrast.verdict, contrast.effect))
    if dealing.company:
        families[COMPANY] = [(c.verdict, c.effect) for c in dealing.company]
    if worths:
        families[CHANGES] = [(w.verdict, w.paired.effect) for w in worths]
    return [_of(family, members, games) for family, members in families.items()]


def _of(family: str, members: Sequence[tuple[str, Estimate]], games: int) -> Settled:
    kinds = [verdict for verdict, _ in members]
    none = [verdicts.at_most(e) for v, e in members if v == verdicts.NONE]
    unsettled = [e.half for v, e in members if v == verdicts.MORE]
    needed = None
    if unsettled:
        factor = (max(unsettled) / (verdicts.MARGIN / 2)) ** 2
        needed = round_up(games * max(factor, 1.5))
    # Rounded up to a tenth of a point: "less than" must stay true as it is printed.
    bound = ceil(round(max(none) * 1000, 6)) / 1000 if none else None
    counted = kinds.count(verdicts.BIG), kinds.count(verdicts.OPEN), kinds.count(verdicts.SMALL)
    return Settled(family, len(members), *counted, len(none), bound, len(unsettled), needed)
