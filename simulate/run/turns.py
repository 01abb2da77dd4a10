"""Follow some games of a run turn by turn, for the win-probability curve.

They are games of the run, played once more before a watcher (`turn_rows` says what is kept).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from simulate.run.workers.blocks import Block

if TYPE_CHECKING:
    import polars as pl

    from simulate.experiment.plan import Playable
    from simulate.run.workers.blocks import BlockPlayer, Done

# One game in ONE_OF is followed, at most MOST over all settings, and none if they would be fewer
# than FEWEST, which are too few for the model.
ONE_OF, MOST, FEWEST = 10, 800, 100
BLOCK = 25
VARIANT, PRINTED = "variant", "printed"  # the factor of changes, and its level without any


def seen(plan: "Playable", played: Mapping[int, int], player: "BlockPlayer") -> Iterator[Block]:
    """The blocks of games that are seen, of what was played of each cell; changes are left out."""
    if not hasattr(player.module, "play_turns"):
        return
    for cell, count in seen_of(plan, played).items():
        for first in range(0, count, BLOCK):
            yield Block(cell, first // BLOCK, first, min(BLOCK, count - first), turns=True)


def seen_of(plan: "Playable", played: Mapping[int, int]) -> dict[int, int]:
    """How many games of each cell are seen, of what was played of it, or will be."""
    cells = [c.number for c in plan.cells if c.levels.get(VARIANT, PRINTED) == PRINTED]
    games = min(sum(played[cell] for cell in cells) // ONE_OF, MOST)
    each = games // max(len(cells), 1)
    return {cell: min(each, played[cell]) for cell in cells if each and games >= FEWEST}


def joined(done: "Iterable[Done]") -> "pl.DataFrame":
    """The turns of all blocks as one table, in order."""
    import polars as pl

    keys = [pl.col(name) for name in ("cell", "replicate", "turn", "seat")]
    return pl.concat([each.turns for each in done if each.turns is not None]).sort(keys)
