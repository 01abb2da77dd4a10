"""What does each change do to whom?  Shares with it against the printed game, same seeds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis import verdicts
from analysis.design import Design
from analysis.intervals import Effect, cautious
from analysis.ratios import Ratios
from analysis.variants import Change, changes_of


@dataclass(frozen=True)
class Shift:
    """What a change does to the share of one option, every setting weighed alike.

    named: the change is about this very option.
    """

    name: str
    changes: tuple[Change, ...]
    blanks: tuple[str, ...]
    option: str
    named: bool
    games: int
    effect: Effect
    q: float
    verdict: str


def shifts(
    design: Design, ratios: Ratios, values: Sequence[str], labels: Sequence[str]
) -> list[Shift]:
    """For each variant the option that it names, or else the one that it moves most.

    q: over every option and every variant, because the largest is picked.
    """
    found = [
        (name, twins, j, _moved(ratios, j, twins))
        for name in design.variants
        if (twins := list(design.twins(name)))
        for j in range(len(labels))
        if all(ratios.bottom[ratios.index[c], j] > 0 for twin in twins for c in twin)
    ]
    held = [float(_held(ratios, j, twins).min()) for _, twins, j, _ in found]
    qs = verdicts.q_of_enough([moved for _, _, _, moved in found], held)
    made = []
    for name in dict.fromkeys(name for name, _, _, _ in found):
        mine = [(entry, q) for entry, q in zip(found, qs, strict=True) if entry[0] == name]
        base, cell = design.pair(mine[0][0][1][0])
        own = changes_of(cell, base, design.manifest)
        paths = (*cell.blanks, *(change.path for change in own))
        words = {part for path in paths for part in path.split(".")}
        about = [m for m in mine if values[m[0][2]] in words]
        (_, twins, j, moved), q = max(about or mine, key=lambda m: abs(m[0][3].value))
        games = int(_held(ratios, j, twins)[1].sum())
        made.append(
            Shift(
                name,
                own,
                cell.blanks,
                labels[j],
                bool(about),
                games,
                moved,
                q,
                verdicts.of_effect(moved, q),
            )
        )
    return sorted(made, key=lambda s: (s.effect.value, s.name))


def _held(ratios: Ratios, question: int, twins: Sequence[tuple[int, int]]) -> np.ndarray:
    """Games of an option in the cells before a change (row 0) and after it (row 1)."""
    return np.array([[ratios.bottom[ratios.index[c], question] for c in twin] for twin in twins]).T


def _moved(ratios: Ratios, question: int, twins: Sequence[tuple[int, int]]) -> Effect:
    weights = np.zeros(len(ratios.cells))
    for base, other in twins:
        weights[ratios.index[other]] += 1 / len(twins)
        weights[ratios.index[base]] -= 1 / len(twins)
    games = int(_held(ratios, question, twins).min())
    return cautious(ratios.value(question, weights), ratios.variance(question, weights), games, 1.0)
