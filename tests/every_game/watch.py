"""Games shown to the watchers of `<game>_kernels.py` (`simulate.table.loop.Watch`)."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from simulate import catalogue
from simulate.core.errors import RunError
from simulate.table.loop import Watch
from tests.every_game.adapters import Audit, Hidden

WIDE = 128  # more than there are phases, cards or kinds of points


def audit(
    table: Any,
    games: tuple[int, range],
    kernels: ModuleType,
    points: Mapping[str, int],
    reasons: Sequence[str],
) -> Audit:
    """Games (seed, replicates) at random, looked at after every move.

    points: decision point -> phase; reasons: by outcome.
    """
    sitting = catalogue.table(table.game).SITTING
    (seed, replicates), own = games, sitting.records.new_desk()
    found = np.zeros((4, WIDE), np.int64)
    watch = Watch((kernels.audit,), own, table.weights[None], found)
    told = Audit(len(replicates), [], 0, sitting.records.limit)
    sums = found[kernels.SUMS]
    for game in replicates:
        sums[kernels.LAW] = sums[kernels.MOVES] = sums[kernels.DEALT] = 0
        try:
            s = sitting.watch(table, (seed, game), watch)
        except RunError:
            assert sums[kernels.LAW]
            told.broken.append(f"game {game}: {kernels.LAWS[sums[kernels.LAW]]}")
        else:
            reason = reasons[int(s.outcome)]
            told.reasons[reason] = told.reasons.get(reason, 0) + 1
    told.most_moves = int(sums[kernels.LONGEST])
    told.points = {name: int(found[kernels.MET, phase]) for name, phase in points.items()}
    told.answers = {name: bool(found[kernels.TWO, phase]) for name, phase in points.items()}
    return told


def choices_with_hidden_dealt_anew(
    table: Any, games: tuple[int, range], kernels: ModuleType
) -> Hidden:
    """Ask every seat at every decision a second time, with the hidden part dealt anew."""
    sitting, found = catalogue.table(table.game).SITTING, np.zeros((1, 5), np.int64)
    seed, replicates = games
    for game in replicates:
        own = sitting.records.new_desk()
        watch = Watch((kernels.ask_again,), own, table.weights[None], found)
        sitting.watch(table, (seed, game), watch)
    return Hidden(*found[0, : kernels.AGAIN].tolist())
