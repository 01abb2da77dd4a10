"""What each seat of a setting wins beyond the mean of all seats.

Where chance brings each thing to each seat as often, how often it came to which is luck, and what
the seat did is none of its doing: shares are weighed by it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import numpy as np

from analysis.data.entrants import EntrantKind
from analysis.data.frames import Frame

FEWEST = 100  # games of a setting for each seat, below which nothing is weighed


class SeatWorth:
    """Sums of what each seat won, by cell."""

    def __init__(self) -> None:
        self._won: dict[int, np.ndarray] = {}
        self._games: dict[int, np.ndarray] = {}

    def add(self, cell: int, won: np.ndarray, games: np.ndarray) -> None:
        """Count some games: for each seat what it won, and of how many."""
        self._won[cell] = self._won.get(cell, 0.0) + won
        self._games[cell] = self._games.get(cell, 0.0) + games

    def count(self, frames: Iterable[Frame]) -> None:
        """Count the games of some frames."""
        for frame in frames:
            seats = frame.seats.ravel()
            self.add(frame.cell, np.bincount(seats, frame.won.ravel()), np.bincount(seats))

    def weighed(self, things: EntrantKind) -> EntrantKind:
        """The same things, weighed by seat in all cells where that is even, or in none."""
        return replace(things, ahead=self._ahead(things.even))

    def _ahead(self, cells: Collection[int]) -> Mapping[int, np.ndarray]:
        met = [cell for cell in sorted(cells) if cell in self._games]
        if any(self._games[cell].min() < FEWEST * len(self._games[cell]) for cell in met):
            return {}
        each = {cell: self._won[cell] / self._games[cell] for cell in met}
        return {cell: shares - shares.mean() for cell, shares in each.items()}


def weighed_by_seat(
    things: Iterable[EntrantKind], frames: Iterable[Frame]
) -> tuple[EntrantKind, ...]:
    """The kinds, those that come to all seats alike weighed by seat; frames: every game once."""
    kinds = tuple(things)
    if not any(kind.even for kind in kinds):
        return kinds
    worth = SeatWorth()
    worth.count(frames)
    return tuple(worth.weighed(kind) if kind.even else kind for kind in kinds)
