"""Scrolls, boxes and maps as maps.toml holds them: grids of letters that a person can edit."""

from typing import Annotated

from pydantic import Field, model_validator

from simulate.core.game.cardmodel import Ranges, Sources, Strict, Word, refuse
from simulate.core.text.nested import is_place
from simulate.games.tactics.cards import vocabulary

MARKS = (
    vocabulary.NO_MARK,
    *vocabulary.AREAS,
    *(letter.upper() for letter in vocabulary.AREAS),
    *vocabulary.STARTS,
    vocabulary.ARTIFACT,
)


def letters(rows: list[str]) -> list[list[str]]:
    """A grid as rows of letters."""
    return [row.split() for row in rows]


def check_grid(name: str, rows: list[str], allowed: tuple[str, ...]) -> list[list[str]]:
    """The letters of a grid; refuses rows of different length and letters that mean nothing."""
    grid = letters(rows)
    for number, row in enumerate(grid, 1):
        if len(row) != len(grid[0]):
            raise refuse(
                f"row {number} of `{name}` has {len(row)} spaces, the first has {len(grid[0])}",
                name,
                number - 1,
            )
        for letter in row:
            if letter not in allowed:
                raise refuse(
                    f"`{letter}` in row {number} of `{name}` means nothing; "
                    f"allowed: {' '.join(allowed)}",
                    name,
                    number - 1,
                )
    return grid


class Piece(Strict):
    """A grid of spaces with its marks.  Rule T-PARTS-7 (scroll, boxes)."""

    name: Word
    spaces: Annotated[list[str], Field(min_length=1, max_length=12)]
    marks: list[str]
    hidden: Annotated[list[str], Field(default_factory=list)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _grids(self) -> "Piece":
        terrain = check_grid("spaces", self.spaces, (*vocabulary.TERRAINS, vocabulary.COVERED))
        marks = check_grid("marks", self.marks, MARKS)
        if [len(row) for row in marks] != [len(row) for row in terrain]:
            raise refuse("`marks` must have a mark for each space, `.` for none", "marks")
        covered = sum(row.count(vocabulary.COVERED) for row in terrain)
        if self.hidden and len(self.hidden) != covered:
            raise refuse(f"`hidden` must name {covered} spaces, one for each `?`", "hidden")
        for letter in self.hidden:
            if letter not in vocabulary.TERRAINS:
                raise refuse(
                    f"`{letter}` in `hidden` is no terrain: {' '.join(vocabulary.TERRAINS)}",
                    "hidden",
                )
        return self

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.spaces[0].split()), len(self.spaces)

    def terrain(self) -> list[list[str]]:
        """Letters by row; what is covered shows its `hidden` terrain if that is known."""
        hidden = iter(self.hidden)
        return [
            [
                next(hidden, vocabulary.COVERED) if letter == vocabulary.COVERED else letter
                for letter in row
            ]
            for row in letters(self.spaces)
        ]


class Scroll(Piece):
    """One side of the map scroll."""


class Box(Piece):
    """A box: the terrain on its top, how many levels high it is, and portals in its sides."""

    height: Annotated[int, Field(ge=1, le=4)]
    portals: Annotated[list[str], Field(min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _portals_on_sides(self) -> "Box":
        columns, rows = self.size
        for text in self.portals:
            side, _, place = text.partition(" ")
            most = columns if side in ("north", "south") else rows
            if side not in vocabulary.SIDES or not is_place(place) or not 1 <= int(place) <= most:
                raise refuse(
                    f"a portal is a side and a place on it, such as `south 1` (found `{text}`; "
                    f"this box has places 1 to {most})"
                )
        if len(set(self.portals)) != len(self.portals):
            raise refuse("a portal is named twice")
        return self

    def openings(self) -> list[tuple[str, int]]:
        """(side, place from 0) of each portal."""
        return [(text.split()[0], int(text.split()[1]) - 1) for text in self.portals]


Corner = Annotated[list[int], Field(min_length=2, max_length=2)]


class Placement(Strict):
    """Where a box lies: its north-west corner, what it lies on, quarter turns clockwise."""

    box: str
    at: Corner
    on: str | None = None
    turned: Annotated[int, Field(ge=0, le=3)] = 0


class Map(Strict):
    """A scroll with boxes; what it may not be is said by `maps.troubles`."""

    name: Word
    scroll: str
    at: Corner
    boxes: Annotated[list[Placement], Field(max_length=6)]
    source: Sources
    ranges: Ranges

    @model_validator(mode="after")
    def _boxes_once_each(self) -> "Map":
        laid: list[str] = []
        for placement in self.boxes:
            if placement.box not in vocabulary.BOXES:
                raise refuse(
                    f"no box is called `{placement.box}`; allowed: {', '.join(vocabulary.BOXES)}"
                )
            if placement.box in laid:
                raise refuse(f"`{placement.box}` lies on the map twice")
            if placement.on is not None and placement.on not in laid:
                raise refuse(
                    f"`{placement.box}` lies on `{placement.on}`, which must be laid before it"
                )
            laid.append(placement.box)
        return self
