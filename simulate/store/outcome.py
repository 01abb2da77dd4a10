"""The outcome of games from their rows: won or lost together, or by seat.

The one place that tells a win rate from a contest.  Where one person plays, or all together, every
game is won or lost, whatever else its seats hold beside it (the dummy player's share); where
persons compete, none is.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import polars as pl

AGAINST = -1  # the result of a game that persons win against each other


def results(games: "pl.DataFrame", won: str | None) -> np.ndarray:
    """int8 for each game: 1 won, 0 lost, AGAINST; won: the column of it, if the game has one."""
    import polars as pl

    if not won:
        return np.full(games.height, AGAINST, np.int8)
    return games[won].cast(pl.Int8).fill_null(AGAINST).to_numpy().astype(np.int8)


def as_a_whole(results: np.ndarray) -> bool:
    """Whether games of one cell are won or lost as a whole, by their results."""
    return bool((results != AGAINST).any())
