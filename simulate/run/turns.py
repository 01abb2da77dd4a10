"""Some games of a run are seen turn by turn, for the arc of the game: who was ahead, and when.

They are games of the run, played once more before a watcher; what is kept of them are the
columns of `games` and `seats` as they would stand if the game ended there.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.core.facts import Column
from simulate.run.blocks import Block

if TYPE_CHECKING:
    import polars as pl

    from simulate.experiment.plan import Plan
    from simulate.experiment.stored_plan import PlanFromManifest
    from simulate.run.blocks import BlockPlayer, Done, Job

# One game of so many is seen, at most MOST of all settings together, but none of a run in which
# they would be fewer than FEWEST: they would tell nothing.
ONE_OF, MOST, FEWEST = 10, 2_000, 100
BLOCK = 25
VARIANT, PRINTED = "variant", "printed"  # the factor of changes, and its level without any
ROLES = ("tally", "deed", "level", "score", "score_part", "margin")  # what grows as a game goes on
OF_GAME = "game_"  # begins the name of a column of `games`
OF_TABLE = "game_table_"  # and of one that tells how the table stands
KEYS = (
    Column("replicate", "int64", "key", "number of the game in its cell"),
    Column("turn", "int32", "key", "the turn, as the game counts them"),
    Column("seat", "int8", "key", "seat, from 0"),
)


def seen(
    plan: "Plan | PlanFromManifest", played: Mapping[int, int], player: "BlockPlayer"
) -> Iterator[Block]:
    """The blocks of games that are seen, of what was played of each cell; changes are left out."""
    if not hasattr(player.module, "play_turns"):
        return
    cells = [c.number for c in plan.cells if c.levels.get(VARIANT, PRINTED) == PRINTED]
    games = min(sum(played[cell] for cell in cells) // ONE_OF, MOST)
    each = games // max(len(cells), 1)
    if games < FEWEST or not each:
        return
    for cell in cells:
        count = min(each, played[cell])
        for first in range(0, count, BLOCK):
            yield Block(cell, first // BLOCK, first, min(BLOCK, count - first), turns=True)


def joined(done: "Iterable[Done]") -> "pl.DataFrame":
    """The turns of all blocks as one table, in order."""
    import polars as pl

    keys = [pl.col(name) for name in ("cell", "replicate", "turn", "seat")]
    return pl.concat([each.turns for each in done if each.turns is not None]).sort(keys)


def framed(job: "Job", cell: int, arrays: Any) -> "pl.DataFrame":
    """What `play_turns` returned, as one table: a row a seat at each turn of each game."""
    import numpy as np
    import polars as pl

    which, games, seats, standing = arrays
    seat = np.asarray(seats["seat"])
    row = np.arange(len(seat)) // (len(seat) // len(which))  # of `games`, of each row of `seats`
    keys = {"replicate": which[row], "turn": np.asarray(games["turns"])[row], "seat": seat}
    of_games, of_seats = kept(job.games_columns), kept(job.seats_columns)
    frames = [
        store.frame(KEYS, keys, cell),
        *(
            store.frame(
                [KEYS[0], *columns],
                {c.name: values[c.name] for c in columns} | {"replicate": replicates},
                cell,
            )[at]
            .drop("cell", "replicate")
            .select(pl.all().name.prefix(prefix))
            for columns, values, replicates, at, prefix in (
                (of_seats, seats, which[row], slice(None), ""),
                (of_games, games, which, row, OF_GAME),
            )
        ),
    ]
    stood = pl.DataFrame({f"{OF_TABLE}{name}": values[row] for name, values in standing.items()})
    return pl.concat([*frames, stood] if standing else frames, how="horizontal")


def kept(columns: Iterable[Column]) -> list[Column]:
    """The columns of a table that are kept."""
    return [c for c in columns if c.role in ROLES and c.dtype != "str"]
