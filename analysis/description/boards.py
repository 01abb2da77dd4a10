"""Maps of square spaces that a run was played on, with how often things were where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design
from analysis.description.grouped_tallies import SpaceTally, places


@dataclass(frozen=True)
class BoardSpace:
    """A space by its column and row, from 1, north-west first."""

    name: str
    column: int
    row: int
    ground: str
    level: int
    area: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A map.

    grounds: the kinds that it has; colours: ground -> colour; places: what was where, a family
    after another.
    """

    name: str
    label: str
    grounds: tuple[str, ...]
    spaces: tuple[BoardSpace, ...]
    places: tuple[SpaceTally, ...]
    colours: Mapping[str, str]


def boards(design: Design, counts: Counts) -> list[Board]:
    """Every map of the manifest that was played on."""
    declared = design.manifest.get("boards") or {}
    if counts.places.is_empty():
        return []
    cells = [c.number for c in design.base]
    placed = counts.places.filter(pl.col("cell").is_in(cells))
    boards = []
    for name in sorted(set(placed["map"].to_list()) & set(declared)):
        on_map = sorted(set(placed.filter(pl.col("map") == name)["cell"].to_list()))
        boards.append(_board(design, counts, name, declared[name], on_map))
    return boards


def _board(
    design: Design, counts: Counts, name: str, board: Mapping[str, Any], cells: list[int]
) -> Board:
    spaces = tuple(_space(at, space) for at, space in board["spaces"].items())
    return Board(
        name=name,
        label=f"{board['name']}" if board.get("name") else design.name(name),
        grounds=tuple(dict.fromkeys(s.ground for s in spaces)),
        spaces=spaces,
        places=tuple(places(design, counts, name, cells)),
        colours=dict(board.get("colours") or {}),
    )


def _space(at: str, space: Mapping[str, Any]) -> BoardSpace:
    column, row = at.split(",")
    return BoardSpace(
        name=at,
        column=int(column),
        row=int(row),
        ground=str(space["ground"]),
        level=int(space["level"]),
        area=str(space["area"]),
        marks=tuple(space["marks"]),
    )
