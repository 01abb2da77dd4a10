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
    """What a space is: its ground, and the control area that it is in, if any."""

    ground: str
    area: str


@dataclass(frozen=True)
class Board:
    """A map: its spaces by name; places: what was where, a family after another."""

    name: str
    label: str
    spaces: Mapping[str, BoardSpace]
    places: tuple[SpaceTally, ...]


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
    return Board(
        name=name,
        label=f"{board['name']}" if board.get("name") else design.name(name),
        spaces={
            at: BoardSpace(str(space["ground"]), str(space["area"]))
            for at, space in board["spaces"].items()
        },
        places=tuple(places(design, counts, name, cells)),
    )
