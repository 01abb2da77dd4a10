"""The runs that the analysis reads: a stored one, a pair, or a part of one."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import polars as pl

from simulate.store import MOST_REPLICATE, Speed


class Seats(Protocol):
    """The columns that say which strategy played which seat, with what."""

    def seats(self) -> pl.LazyFrame:
        """One row a seat."""
        ...


class Rows(Protocol):
    """Rows of games and of their seats, and what was played."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Cells, factors, columns and the pack, as docs/run-folder.md has them."""
        ...

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a game, of game numbers `first` to `last` of every cell."""
        ...

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        """One row a seat, of the same games."""
        ...


class RunLike(Rows, Protocol):
    """All that a report may be made of."""

    def turns(self) -> pl.DataFrame | None:
        """Some games turn by turn; None where none were seen so."""
        ...

    def sums(self) -> Iterator[pl.DataFrame]:
        """Tables of sums, where they were kept."""
        ...

    def speeds(self) -> list[Speed]:
        """How fast players played, where that was measured."""
        ...
