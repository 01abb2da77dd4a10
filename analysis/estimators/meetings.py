"""Which options met at a table, and which of two ended ahead."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np

from analysis.data.frames import Frame

# (one, other, whether the one ended ahead): codes below 0 where they are of one team.
Meeting = tuple[np.ndarray, np.ndarray, np.ndarray]


def meetings(frame: Frame, codes: Sequence[np.ndarray], rank: str) -> Iterator[Meeting]:
    """Every two seats of each game: what they held, and 1, 0.5 (a tie) or 0.

    codes: what seats held, int[games, seats], -1 for nothing; rank: the column of places.
    """
    places = frame.numbers(rank)
    for s, t in combinations(range(frame.shape[1]), 2):
        ahead = (np.sign(places[:, t] - places[:, s]) + 1) / 2
        apart = frame.teams[:, s] != frame.teams[:, t]
        for one, other in product(codes, codes):
            yield np.where(apart, one[:, s], -1), other[:, t], ahead


def ahead_in_games(
    frame: Frame, columns: Sequence[str], rank: str, pair: tuple[str, str]
) -> np.ndarray:
    """How often the first of two ended ahead of the second, float[games], 0 to 1.

    A tie counts half.  Each game is one number, however many seats held them; not a number where
    they did not meet.  columns: of what seats held.
    """
    codes = [frame.codes(column, pair) for column in columns]
    won, met = np.zeros((2, frame.shape[0]))
    for one, other, ahead in meetings(frame, codes, rank):
        for first, second, share in ((one, other, ahead), (other, one, 1 - ahead)):
            both = (first == 0) & (second == 1)
            won += np.where(both, share, 0.0)
            met += both
    with np.errstate(invalid="ignore"):
        return np.asarray(won / met)
