"""The seats of a block of games as arrays: a row a game, a column a seat."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.reading import Block, Part

SLICE = 8_000


@dataclass(frozen=True)
class Tables:
    """The games of one cell in one block.

    games: number of each game in the block; seats: number of each seat (games, seats); the
    same shape for everything that is asked for by name.
    """

    part: Part
    games: np.ndarray
    seats: np.ndarray
    frame: pl.DataFrame

    @property
    def shape(self) -> tuple[int, int]:
        """(games, seats)"""
        return self.seats.shape[0], self.seats.shape[1]

    def numbers(self, column: str) -> np.ndarray:
        """A column of numbers; null is not a number."""
        return self.frame[column].cast(pl.Float64).to_numpy().reshape(self.shape)

    def codes(self, column: str, levels: Sequence[str]) -> np.ndarray:
        """A column of text as places in `levels`; -1 where it is null or none of them."""
        known = dict(zip(levels, range(len(levels)), strict=True))
        found = self.frame[column].cast(pl.String).replace_strict(known, default=-1)
        return found.fill_null(-1).to_numpy().astype(np.int64).reshape(self.shape)

    def numbers_of_games(self) -> np.ndarray:
        """Number of each game in its cell."""
        return self.frame["replicate"].to_numpy()[:: self.shape[1]].astype(np.int64)

    def teams(self) -> np.ndarray:
        """Who wins together: the teams, or every seat for itself where all teams are alike."""
        if "team" not in self.frame.columns:
            return self.seats
        found = self.frame["team"].to_numpy().astype(np.int64).reshape(self.shape)
        alone = (found == found[:, :1]).all(axis=1, keepdims=True)
        return np.where(alone, self.seats, found)

    def wins(self, column: str) -> np.ndarray:
        """What the side of each seat won of a game: of a team's win each seat has all."""
        teams = self.teams()
        return self.numbers(column) * (teams[:, :, None] == teams[:, None, :]).sum(axis=2)

    def between(self, first: int, last: int) -> "Tables":
        """The games with numbers first .. last-1 of the block."""
        start, stop = (int(i) for i in np.searchsorted(self.games, [first, last]))
        seats = self.shape[1]
        return Tables(
            self.part,
            self.games[start:stop],
            self.seats[start:stop],
            self.frame[start * seats : stop * seats],
        )


def in_slices(block: Block, cells: Collection[int]) -> Iterator[list[Tables]]:
    """Some game numbers of all cells at a time, so that no number is split."""
    whole = list(_tables(block, cells))
    for first in range(0, block.count, SLICE):
        mine = [t.between(first, first + SLICE) for t in whole]
        mine = [t for t in mine if len(t.games)]
        if mine:
            yield mine


def _tables(block: Block, cells: Collection[int]) -> Iterator[Tables]:
    """The games of every cell; one whose games do not have the same seats is left out."""
    numbers = block.seats["cell"].to_numpy()
    for part in block.parts:
        if part.cell not in cells:
            continue
        first, last = np.searchsorted(numbers, [part.cell, part.cell + 1])
        frame = block.seats[int(first) : int(last)]
        games = part.stop - part.start
        if not frame.height or frame.height % games:
            continue
        shape = games, frame.height // games
        replicates = frame["replicate"].to_numpy().reshape(shape)
        if (replicates == part.replicates[:, None]).all():
            seats = frame["seat"].to_numpy().astype(np.int64).reshape(shape)
            yield Tables(part, part.replicates - block.first, seats, frame)
