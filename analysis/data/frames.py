"""The seats of a block of games as arrays: a row a game, a column a seat."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from analysis.data.reading import CellRows, RowBlock
from simulate.core.game.facts import SIDE, SIDE_BEFORE

SLICE = 8_000


@dataclass(frozen=True)
class Frame:
    """The games of one cell in one block.

    deals: number of the deal of each game in the block; seats: number of each seat (games, seats);
    the same shape for everything that is asked for by name.  win_share: the column that says what
    a seat won.
    """

    part: CellRows
    deals: np.ndarray
    seats: np.ndarray
    rows: pl.DataFrame
    win_share: str

    @property
    def cell(self) -> int:
        """Number of the cell."""
        return self.part.cell

    @property
    def shape(self) -> tuple[int, int]:
        """(games, seats)"""
        return self.seats.shape[0], self.seats.shape[1]

    def numbers(self, column: str) -> np.ndarray:
        """A column of numbers; null is not a number."""
        return self.rows[column].cast(pl.Float64).to_numpy().reshape(self.shape)

    def codes(self, column: str, levels: tuple[str, ...]) -> np.ndarray:
        """A column of text as places in `levels`; -1 where it is null or none of them."""
        key = column, levels
        if key not in self._coded:
            self._coded[key] = self._places(self.rows[column].cast(pl.String), levels)
        return self._coded[key]

    def joined_codes(
        self, columns: Sequence[str], between: str, levels: tuple[str, ...]
    ) -> np.ndarray:
        """The same of several columns, put together as one text."""
        joined = self.rows.select(pl.concat_str(columns, separator=between)).to_series()
        return self._places(joined, levels)

    def _places(self, texts: pl.Series, levels: tuple[str, ...]) -> np.ndarray:
        """The place of each text in `levels`, or -1."""
        known = dict(zip(levels, range(len(levels)), strict=True))
        places = texts.replace_strict(known, default=-1).fill_null(-1)
        return places.to_numpy().astype(np.int64).reshape(self.shape)

    @cached_property
    def _coded(self) -> dict[tuple[str, tuple[str, ...]], np.ndarray]:
        """Columns that were asked for as codes: several tables want the same."""
        return {}

    def numbers_of_games(self) -> np.ndarray:
        """Number of each game in its cell."""
        return self.rows["replicate"].to_numpy()[:: self.shape[1]].astype(np.int64)

    @cached_property
    def teams(self) -> np.ndarray:
        """Who wins together: the teams, or every seat for itself where all teams are alike."""
        if "team" not in self.rows.columns:
            return self.seats
        teams = self.rows["team"].to_numpy().astype(np.int64).reshape(self.shape)
        alone = (teams == teams[:, :1]).all(axis=1, keepdims=True)
        if SIDE in self.rows.columns:  # all may have come over to one side, which has won
            now, before = (self.rows[c].to_numpy().reshape(self.shape) for c in (SIDE, SIDE_BEFORE))
            alone &= (before == now[:, :1]).all(axis=1, keepdims=True)
        return np.where(alone, self.seats, teams)

    def sides(self, levels: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Of each side, a column a side: its place in `levels` in games where it competes, else
        -1; and what it won.

        It competes where a seat was on it at the first decision or at the end, against another: one
        that all have left has lost.
        """
        now, before = (self.codes(column, levels) for column in (SIDE, SIDE_BEFORE))
        on_side = [((now == k) | (before == k)).any(axis=1) for k in range(len(levels))]
        competes = np.column_stack(on_side) & (np.sum(on_side, axis=0) > 1)[:, None]
        share = np.nan_to_num(self.numbers(self.win_share))
        won = [(share * (now == k)).sum(axis=1) for k in range(len(levels))]
        return np.where(competes, np.arange(len(levels)), -1), np.column_stack(won)

    @cached_property
    def won(self) -> np.ndarray:
        """What the side of each seat won of a game: of a team's win each seat has all."""
        together = (self.teams[:, :, None] == self.teams[:, None, :]).sum(axis=2)
        return np.asarray(self.numbers(self.win_share) * together)

    def between(self, first: int, last: int) -> "Frame":
        """The games of deals first .. last-1 of the block."""
        return self._rows(*np.searchsorted(self.deals, [first, last]))

    def between_games(self, first: int, last: int) -> "Frame":
        """The games with numbers first .. last-1 of the cell."""
        return self._rows(*np.searchsorted(self.numbers_of_games(), [first, last]))

    def _rows(self, start: int, stop: int) -> "Frame":
        seats = self.shape[1]
        rows = self.rows[start * seats : stop * seats]
        deals = self.deals[start:stop]
        return Frame(self.part, deals, self.seats[start:stop], rows, self.win_share)


@dataclass(frozen=True)
class Slice:
    """Some deals of every cell, and the printed cells among them."""

    all: list[Frame]
    printed: list[Frame]


def in_slices(
    block: RowBlock, cells: Collection[int], printed: Collection[int], win_share: str
) -> Iterator[Slice]:
    """Some deals of all cells at a time, so that none is split."""
    whole = list(whole_frames(block, cells, win_share))
    for first in range(0, block.count, SLICE):
        frames = [frame.between(first, first + SLICE) for frame in whole]
        frames = [frame for frame in frames if len(frame.deals)]
        if frames:
            yield Slice(frames, [frame for frame in frames if frame.cell in printed])


def whole_frames(block: RowBlock, cells: Collection[int], win_share: str) -> Iterator[Frame]:
    """The games of every cell; one whose games do not have the same seats is left out."""
    numbers = block.seats["cell"].to_numpy()
    for part in block.parts:
        if part.cell not in cells:
            continue
        first, last = np.searchsorted(numbers, [part.cell, part.cell + 1])
        rows = block.seats[int(first) : int(last)]
        games = part.stop - part.start
        if not rows.height or rows.height % games:
            continue
        shape = games, rows.height // games
        replicates = rows["replicate"].to_numpy().reshape(shape)
        if (replicates == part.replicates[:, None]).all():
            seats = rows["seat"].to_numpy().astype(np.int64).reshape(shape)
            yield Frame(part, part.deals - block.first, seats=seats, rows=rows, win_share=win_share)


def crossed(first: np.ndarray, second: np.ndarray, width: int) -> np.ndarray:
    """One code for two, -1 where either is missing; width: how many the second may be."""
    return np.where((first >= 0) & (second >= 0), first * width + second, -1)
