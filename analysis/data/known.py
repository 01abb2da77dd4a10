"""What is known before the first turn: what seats hold, and what is dealt."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analysis.data.deal import own_side
from analysis.data.design import Design, is_side
from simulate.core.game.facts import SIDE_BEFORE

HELD = ("option", "dealt")  # roles of what a seat has from the beginning


def known_of_seats(design: Design) -> list[str]:
    """Columns of seats that are known before the first turn."""
    held = design.columns("seats", *HELD)
    return [SIDE_BEFORE if is_side(column) else str(column["name"]) for column in held]


def known_of_games(design: Design) -> list[str]:
    """Columns of games that are known before the first turn."""
    return [str(column["name"]) for column in design.columns("games", "dealt")]


def marks(frame: pl.DataFrame, columns: Sequence[str]) -> np.ndarray:
    """float64[rows, things]: 1 where one of the columns names the thing."""
    texts = [frame[column].cast(pl.String) for column in columns]
    things = sorted({thing for text in texts for thing in text.drop_nulls().unique()})
    return np.stack(
        [sum((text == thing).fill_null(False).to_numpy() for text in texts) for thing in things]
        or [np.zeros(frame.height)],
        axis=1,
    ).astype(float)


def held_together(design: Design, seats: pl.DataFrame, keys: pl.DataFrame) -> np.ndarray:
    """float64[games, things]: how many of the players have each thing; games as in `keys`."""
    seats = seats.filter(own_side(seats))
    found = marks(seats, known_of_seats(design))
    names = [str(k) for k in range(found.shape[1])]
    summed = (
        pl.concat([seats.select(keys.columns), pl.DataFrame(found, names)], how="horizontal")
        .group_by(keys.columns)
        .sum()
    )
    whole = keys.join(summed, on=keys.columns, how="left", maintain_order="left")
    return whole.select(pl.col(names).fill_null(0.0)).to_numpy()
