"""Rows of a game that is followed turn by turn: one for each seat and turn.

The columns of `games` and `seats` as they would stand if the game ended there.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.core.game.facts import Column

if TYPE_CHECKING:
    import polars as pl

ROLES = ("tally", "deed", "level", "score", "score_part", "margin")  # what grows as a game goes on
OF_GAME = "game_"  # begins the name of a column of `games`
OF_TABLE = "game_table_"  # and of one that tells how the table stands
KEYS = (
    Column("replicate", "int64", "key", "number of the game in its cell"),
    Column("turn", "int32", "key", "the turn, as the game counts them"),
    Column("seat", "int8", "key", "seat, from 0"),
)


def framed(
    games_columns: Iterable[Column], seats_columns: Iterable[Column], cell: int, arrays: Any
) -> "pl.DataFrame":
    """What `play_turns` returned, as one table: a row a seat at each turn of each game."""
    import numpy as np
    import polars as pl

    which, games, seats, standing = arrays
    seat = np.asarray(seats["seat"])
    row = np.arange(len(seat)) // (len(seat) // len(which))  # of `games`, of each row of `seats`
    keys = {"replicate": which[row], "turn": np.asarray(games["turns"])[row], "seat": seat}
    of_games, of_seats = kept(games_columns), kept(seats_columns)
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
