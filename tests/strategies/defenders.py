"""Games of Tiny Epic Defenders for tests of strategies."""

from typing import Any

import numpy as np

from simulate import catalogue, pack

PACK = pack.load("defenders")
TABLE = catalogue.table("defenders")


def setting(strategy: str, **levels: Any) -> dict[str, Any]:
    """A setting, everybody playing one strategy; all else as usual."""
    facts = catalogue.facts("defenders")
    found = {factor.name: factor.default for factor in facts.factors} | levels
    seats = found["players"]
    return {**found, "strategy": [strategy] * seats, "skill": [found["skill"]] * seats}


def played(strategy: str, games: int, seed: int = 1, **levels: Any) -> tuple[Any, Any]:
    """Columns of `games` and `seats`."""
    table = TABLE.prepare(PACK, setting(strategy, **levels))
    return TABLE.play_block(table, seed, 0, games)


def share_of_other_choices(names: list[str], games: int, seed: int = 1) -> np.ndarray:
    """float64[names, names]: how often two strategies choose differently.

    Asked at every decision of games that the first of them plays, at the anchor cell.
    """
    from tests.strategies.defenders_kernels import compare

    tables = [TABLE.prepare(PACK, setting(name)) for name in names]
    weights = np.concatenate([table.weights[:1] for table in tables])
    answers, differ = np.zeros(len(names), np.int64), np.zeros((len(names),) * 2, np.int64)
    desk, decisions = TABLE.new_desk(), 0
    for game in range(games):
        decisions += compare(
            tables[0].tables[0], weights, desk, np.uint64(seed), game, answers, differ
        )
    return differ / decisions
