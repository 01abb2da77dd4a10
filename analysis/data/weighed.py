"""Adjust games for the deal, by the known chance of each thing.

Where the deal draws some of the cards of a section, each as likely as any other, chance alone makes
one come more often than the others.  What that is worth is taken off: a regression of the result on
what was dealt, less its known mean.  Refused where a chance is not known, and where few games tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.data.deal import own_side, random_cells, rows_of_seats
from analysis.data.design import Design
from analysis.data.reading import Blocks, CellRows, RowBlock
from analysis.stats.known_chances import Chances
from analysis.stats.results import Weighed


@dataclass(frozen=True)
class Draw:
    """Cards of one section that the deal draws, each as likely as any other.

    things: the cards; columns: one that names what was drawn, or one for each of them.
    """

    section: str
    table: str
    columns: tuple[str, ...]
    things: tuple[str, ...]
    cells: frozenset[int]

    def dealt(self, block: RowBlock) -> np.ndarray:
        """float64[games, things]: how many of each thing a game was dealt."""
        if self.table == "games" and len(self.columns) > 1:
            return block.games.select(self.columns).cast(pl.Float64).fill_null(0.0).to_numpy()
        rows = block.games if self.table == "games" else block.seats
        named = rows[self.columns[0]].cast(pl.String)
        met = np.stack([(named == thing).fill_null(False).to_numpy() for thing in self.things], 1)
        if self.table == "games":
            return met.astype(float)
        counted = np.zeros((block.games.height, len(self.things)))
        own = own_side(rows).to_numpy()
        np.add.at(counted, rows_of_seats(block)[own], met[own])
        return counted


def weighed(
    blocks: Blocks, won: Mapping[int, np.ndarray], winnable: set[int]
) -> dict[int, Weighed]:
    """The results of the cells whose games are won or lost as a whole, where chances are known.

    Of all such cells or of none: a difference of one that is weighed and one that is not would
    know less than that of two that are not.
    """
    known = draws(blocks.design)
    of_cell = {cell: [draw for draw in known if cell in draw.cells] for cell in sorted(winnable)}
    of_cell = {cell: several for cell, several in of_cell.items() if several}
    if not of_cell:
        return {}
    sums = {cell: Chances([len(d.things) for d in some]) for cell, some in of_cell.items()}
    for block in blocks:
        for part, dealt in _dealt(block, known, of_cell):
            sums[part.cell].add(dealt, block.won[part.start : part.stop] == 1)
    fits = {cell: fit for cell, each in sums.items() if (fit := each.fit()) is not None}
    if len(fits) < sum(each.games > 0 for each in sums.values()):
        return {}
    worth = {cell: np.zeros(len(won[cell]), np.float16) for cell in fits}
    for block in blocks if fits else ():
        for part, dealt in _dealt(block, known, of_cell):
            if part.cell in fits:
                worth[part.cell][part.replicates] = fits[part.cell].worth(dealt)
    return {cell: Weighed(won[cell], worth[cell], fit.wide) for cell, fit in fits.items()}


def draws(design: Design) -> list[Draw]:
    """What the deal draws with known chances; nothing of runs that do not say so."""
    named: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for table in ("games", "seats"):
        for column in design.columns(table, "dealt", "option"):
            if column.get("drawn"):
                named.setdefault((table, column["drawn"]), []).append(column)
    found = []
    for (table, section), columns in named.items():
        things = design.drawn_from(section)
        one_each = columns[0]["dtype"] == "bool" and len(columns) == len(things)
        if things and (one_each or (columns[0]["dtype"] == "str" and len(columns) == 1)):
            cells = frozenset.intersection(*(random_cells(design, c) for c in columns))
            names = tuple(str(column["name"]) for column in columns)
            found.append(
                Draw(section=section, table=table, columns=names, things=things, cells=cells)
            )
    return found


def _dealt(
    block: RowBlock, known: Sequence[Draw], of_cell: Mapping[int, Sequence[Draw]]
) -> Iterator[tuple[CellRows, np.ndarray]]:
    """What was dealt in the games of each cell of a block."""
    each = {draw: draw.dealt(block) for draw in known}
    for part in block.parts:
        if part.cell in of_cell:
            rows = slice(part.start, part.stop)
            yield part, np.hstack([each[draw][rows] for draw in of_cell[part.cell]])
