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


class Choices:
    """What strategies choose at every decision of games that the first of them plays.

    differ: float64[names, names], share of decisions at which two chose another move; taken:
    (kind of move, whether the foe is in play) -> name -> share of the decisions that offer it at
    which it was chosen.
    """

    def __init__(self, names: list[str], games: int, seed: int = 1) -> None:
        from simulate.games.defenders.moves.move import KIND
        from tests.strategies.defenders_kernels import compare

        tables = [TABLE.prepare(PACK, setting(name)) for name in names]
        weights = np.concatenate([table.weights[:1] for table in tables])
        many = len(names)
        answers, differ = np.zeros(many, np.int64), np.zeros((many, many), np.int64)
        offered, taken = np.zeros((2, len(KIND)), int), np.zeros((many, 2, len(KIND)), int)
        desk, cards, decisions = TABLE.new_desk(), tables[0].tables[0], 0
        for game in range(games):
            luck = (np.uint64(seed), game)
            decisions += compare(cards, weights, desk, *luck, answers, differ, offered, taken)
        self.differ = differ / decisions
        self.taken = {
            (kind, bool(foe)): {
                name: taken[a, foe, k] / offered[foe, k] for a, name in enumerate(names)
            }
            for k, kind in enumerate(KIND.words)
            for foe in (0, 1)
            if offered[foe, k]
        }
