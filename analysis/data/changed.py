"""The cards that a change is about, and the games in which they take part.

Two runs on the same luck deal the same cards.  So a game in which nothing takes part that was
changed is the same game in both: what was not changed itself is judged by such games alone.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.data.deal import paths_of, random_cells, rows_of_seats
from analysis.data.design import Design
from analysis.data.reading import RowBlock, levels_of
from analysis.data.run import Rows

BLANK = " (blank)"


@dataclass(frozen=True)
class CardColumn:
    """Where rows say that a card takes part: in a column, by a value or as one of several.

    card: its path in the pack.
    """

    card: str
    table: str
    column: str
    value: str

    def takes_part(self, rows: pl.DataFrame) -> np.ndarray:
        """bool for each row."""
        column = rows[self.column]
        if column.dtype != pl.Boolean:
            column = column.cast(pl.String).str.split("+").list.contains(self.value)
        return column.fill_null(False).to_numpy()


class ChangedThings:
    """Which of the things that the deal decides a change is about.

    elsewhere: something was changed besides, so that any game may be another one.  spared: every
    game in which nothing takes part that was changed ends as it did before.
    """

    def __init__(
        self, design: Design, run: Rows, blocks: Iterable[RowBlock], paths: Sequence[str]
    ) -> None:
        """paths: the values that differ."""
        values = [_value(path) for path in paths]
        self.places = tuple(
            place
            for place in card_columns(design, run)
            if any(on_card(v, place.card) for v in values)
        )
        cards = {place.card for place in self.places}
        dealt = [any(on_card(value, card) for card in cards) for value in values]
        self.elsewhere = not dealt or not all(dealt)
        self.spared = not self.elsewhere and self._spares(design, blocks)

    def cards(self, columns: Collection[str], value: str, table: str = "seats") -> tuple[str, ...]:
        """Paths of the changed cards that one of the columns calls so; none where none was."""
        found = (
            place.card
            for place in self.places
            if (place.table, place.value) == (table, value) and place.column in columns
        )
        return tuple(dict.fromkeys(found))

    def touches(self, block: RowBlock) -> np.ndarray:
        """bool for each game of a block: something takes part that was changed."""
        return touched(block, self.places)

    def _spares(self, design: Design, blocks: Iterable[RowBlock]) -> bool:
        pairs = [twin for name in design.variants for twin in design.twins(name)]
        return all(self._spared(block, pairs) for block in blocks)

    def _spared(self, block: RowBlock, pairs: Sequence[tuple[int, int]]) -> bool:
        free, results = ~self.touches(block), _results(block)
        parts = {part.cell: part for part in block.parts}
        for one, other in ((parts.get(a), parts.get(b)) for a, b in pairs):
            if one is None or other is None:
                continue
            _, first, second = np.intersect1d(
                one.replicates, other.replicates, assume_unique=True, return_indices=True
            )
            first, second = first + one.start, second + other.start
            both = free[first] & free[second]
            if (results[first[both]] != results[second[both]]).any():
                return False
        return True


def touched(block: RowBlock, places: Iterable[CardColumn]) -> np.ndarray:
    """bool for each game of a block: one of these takes part."""
    touched = np.zeros(block.games.height, dtype=bool)
    for place in places:
        if place.table == "games":
            touched |= place.takes_part(block.games)
        else:
            touched[rows_of_seats(block)[place.takes_part(block.seats)]] = True
    return touched


def _results(block: RowBlock) -> np.ndarray:
    """A number for each game that tells how it ended: for all who play together, or for whom."""
    seats = block.seats
    results = block.won.astype(float)
    if "win_share" in seats.columns:
        won = seats["win_share"].cast(pl.Float64).fill_null(0.0).to_numpy()
        weighed = won * np.square(seats["seat"].to_numpy().astype(float) + 1)
        results += np.bincount(rows_of_seats(block), weighed, minlength=len(results))
    return results


def card_columns(design: Design, run: Rows) -> Iterator[CardColumn]:
    """Every card that the deal decides about, in the settings of a run alike."""
    everywhere = len(design.cells)
    for table, roles in (("games", ["dealt"]), ("seats", ["option", "offered", "dealt"])):
        for column in design.columns(table, *roles):
            if len(random_cells(design, column)) == everywhere:
                yield from _of_column(design, run, table, column)


def _of_column(
    design: Design, run: Rows, table: str, column: Mapping[str, Any]
) -> Iterator[CardColumn]:
    name = str(column["name"])
    if column["dtype"] == "bool":
        known = paths_of(design, column)
        yield from (CardColumn(card, table, name, str(column.get("option", ""))) for card in known)
        return
    levels = levels_of(getattr(run, table)(), name)
    for value in sorted({value for level in levels for value in level.split("+")}):
        known = paths_of(design, column, value)
        yield from (CardColumn(card, table, name, value) for card in known)


def _value(path: str) -> str:
    """A value that differs by its place, from the pack on; so is a card that is blank."""
    if path.endswith(BLANK):
        return f"cards.{path.removesuffix(BLANK).removeprefix('cards.')}."
    return path


def on_card(value: str, card: str) -> bool:
    """Whether a value is one of a card, both by their paths."""
    return value.startswith(f"{card}.")
