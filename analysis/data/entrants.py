"""The competitors of a contest: seats, and what they hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from analysis.data.counts import Counts
from analysis.data.deal import option_family, random_cells
from analysis.data.design import Design, is_side
from analysis.data.frames import Frame
from analysis.data.reading import levels_of
from analysis.data.run import Seats
from simulate.core.game.facts import SIDE_BEFORE

SEATS = "seats"
STRATEGIES = "strategies"
SKILLS, PLAYERS = "skill levels", "players"  # the second: each strategy at each level
SKILL, PLAYER = "skill", "player"  # their roles
# Who plays is what these are compared by: they are pooled over all of it.
WHO = ("strategy", SKILL, PLAYER)
BY_SKILL = ", skill "  # between a strategy and its level
# With more options pairs are not analysed.
MOST_PAIRED = 64


@dataclass(frozen=True)
class EntrantKind:
    """One kind of thing that a seat has: where it stands and what it may be.

    noun: what they are, a plural; section: of the cards that they are, if any.  role: option,
    dealt, seat, strategy, skill, or player, whose two columns are put together.  columns, values,
    labels: where a thing is named, all that is named there, and what each is called; cells: those
    in which it tells anything.  sorts: for each value the column it stands in, where a seat holds
    one of each sort; sort: what such a sort is called.  unswept: the cells over which it is pooled,
    where a number of the pack is swept; else empty.  even: the cells in which chance brings each
    thing to each seat as often; ahead: for each of these what its seats win beyond the mean of all.
    sides: they are those who win together, each counted once a game, however many seats it has.
    """

    noun: str
    role: str
    columns: tuple[str, ...]
    values: tuple[str, ...]
    labels: tuple[str, ...]
    cells: frozenset[int]
    sorts: tuple[str, ...] = ()
    sort: str = "sort"
    unswept: frozenset[int] = frozenset()
    even: frozenset[int] = frozenset()
    ahead: Mapping[int, np.ndarray] = field(default_factory=dict)
    section: str = ""
    sides: bool = False

    def won(self, frame: Frame) -> np.ndarray:
        """What each seat won, less what the seat itself is worth where things come to all alike.

        Of sides what each of them won, a column a side, as in `codes`.
        """
        if self.sides:
            return frame.sides(self.values)[1]
        ahead = self.ahead.get(frame.cell)
        return frame.won if ahead is None else frame.won - ahead[frame.seats]

    def pooled(self, frame: Frame) -> list[np.ndarray]:
        """The same, and nothing in a cell in which a swept number stands at another level."""
        codes = self.held(frame)
        out = self.unswept and frame.cell not in self.unswept
        return [np.full_like(code, -1) for code in codes] if out else codes

    def codes(self, frame: Frame) -> list[np.ndarray]:
        """What is counted, one array a column; a seat that holds several things has several."""
        if self.sides and frame.cell in self.cells:
            return [frame.sides(self.values)[0]]
        return self.held(frame)

    def held(self, frame: Frame) -> list[np.ndarray]:
        """The same seat by seat."""
        if frame.cell not in self.cells:
            return []
        if self.role == "seat":
            return [frame.seats]
        if self.role == PLAYER:
            return [frame.joined_codes(self.columns, BY_SKILL, self.values)]
        return [frame.codes(column, self.values) for column in self.columns]


@dataclass(frozen=True)
class Entrants:
    """What one pass over a contest must know before it begins.

    things: options first, then what was dealt to seats, then seats and who plays; seats: how
    many there are at the largest table.
    """

    design: Design
    run: Seats
    counts: Counts
    things: tuple[EntrantKind, ...]
    seats: int

    @cached_property
    def cells(self) -> list[int]:
        """Numbers of all cells."""
        return [cell.number for cell in self.design.cells]

    @cached_property
    def base(self) -> list[int]:
        """Numbers of the printed cells."""
        return [cell.number for cell in self.design.base]

    @property
    def option(self) -> EntrantKind | None:
        """What seats hold."""
        return self.kind("option")

    @property
    def sides(self) -> EntrantKind | None:
        """Those who win together, where sides are what competes."""
        return self.option if self.option is not None and self.option.sides else None

    @property
    def strategy(self) -> EntrantKind | None:
        """Who plays for them."""
        return self.kind("strategy")

    def kind(self, role: str) -> EntrantKind | None:
        """The first kind of things with a role."""
        return next((things for things in self.things if things.role == role), None)

    def columns(self, role: str) -> list[str]:
        """Columns of seats with a role, in declared order."""
        return [str(c["name"]) for c in self.design.columns("seats", role)]

    def column(self, role: str) -> str:
        """The first of them; empty where there is none."""
        return next(iter(self.columns(role)), "")

    def values(self, column: str) -> list[str]:
        """What a column of text says in any of the cells."""
        return levels_of(_seats(self.design, self.run), column)


def entrants(design: Design, run: Seats, counts: Counts) -> Entrants:
    """What competes in the cells of `design`; what is only ever one thing does not."""
    everywhere = frozenset(c.number for c in design.cells)
    rows = counts.seat_rows.filter(pl.col("cell").is_in(list(everywhere)))
    seats = max(rows["seats"].to_list(), default=0)
    kinds = []
    options = design.columns("seats", "option")
    if options:
        noun = option_family(design, options[0])
        kinds.append(_named(design, run, noun, "option", options, everywhere))
    for column in design.columns("seats", "dealt"):
        noun = str(column.get("family") or column["name"])
        cells = random_cells(design, column)
        kinds.append(_named(design, run, noun, "dealt", [column], cells))
    numbers = tuple(str(s) for s in range(seats))
    names = tuple(f"Seat {s + 1}" for s in range(seats))
    seat = EntrantKind(SEATS, "seat", (), numbers, names, everywhere, unswept=_unswept(design))
    kinds.append(seat)
    strategies = design.columns("seats", "strategy")[:1]
    kinds.append(_named(design, run, STRATEGIES, "strategy", strategies, everywhere))
    if skills := design.columns("seats", SKILL)[:1]:
        mixed = frozenset(c.number for c in design.cells if len({*c.skills}) > 1)
        kinds.append(_named(design, run, SKILLS, SKILL, skills, mixed))
        kinds.append(_players(design, (*strategies, *skills), mixed))
    several = tuple(things for things in kinds if len(things.values) > 1 and things.cells)
    return Entrants(design=design, run=run, counts=counts, things=several, seats=seats)


def _players(
    design: Design, columns: Sequence[Mapping[str, Any]], mixed: frozenset[int]
) -> EntrantKind:
    """Each strategy at each level of skill, where both differ; mixed: cells in which skill does."""
    cells = [
        cell
        for cell in design.cells
        if cell.number in mixed and len({*cell.setting.get("strategy", ())}) > 1
    ]
    who = {
        f"{strategy}{BY_SKILL}{skill}"
        for cell in cells
        for strategy, skill in zip(cell.setting["strategy"], cell.skills, strict=False)
    }
    return EntrantKind(
        noun=PLAYERS,
        role=PLAYER,
        columns=tuple(str(c["name"]) for c in columns),
        values=tuple(sorted(who)),
        labels=tuple(sorted(who)),
        cells=frozenset(cell.number for cell in cells),
    )


def _seats(design: Design, run: Seats) -> pl.LazyFrame:
    """The seats of the cells of a design."""
    return run.seats().filter(pl.col("cell").is_in([c.number for c in design.cells]))


def _named(
    design: Design, run: Seats, noun: str, role: str, columns: Sequence[Mapping[str, Any]],
    cells: frozenset[int],
) -> EntrantKind:  # fmt: skip
    """Things that columns of text name."""
    names = [str(c["name"]) for c in columns]
    seats = _seats(design, run)
    sides = any(is_side(column) for column in columns)
    read = [*names, SIDE_BEFORE] if sides else names
    sort_of = {v: name for name in read for v in levels_of(seats, name)}
    section = "" if role in WHO else design.section(columns[0])
    label = {v: _label(design, section, role, v) for v in sort_of}
    values = tuple(sorted(sort_of, key=lambda v: (label[v], v)))
    labels = tuple(label[v] for v in values)
    sorts = tuple(sort_of[v] for v in values) if len(names) > 1 else ()
    sort = str(columns[0].get("unit") or "sort") if columns else "sort"
    unswept = frozenset[int]() if role in WHO else _unswept(design)
    even = seated_evenly(design, columns) if role == "option" else frozenset[int]()
    return EntrantKind(
        noun, role, tuple(names), values, labels, cells, sorts, sort, unswept, even & cells,
        section=section, sides=sides,
    )  # fmt: skip


def _label(design: Design, section: str, role: str, value: str) -> str:
    """What a thing is called."""
    if role == SKILL:
        return f"Skill {value}"
    return value if role in WHO else design.name_in(section, value)


def seated_evenly(design: Design, columns: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    """The cells in which the deal brings each thing of some columns to each seat as often."""
    if not columns or not all(column.get("drawn") for column in columns):
        return frozenset()
    return frozenset.intersection(*(random_cells(design, dict(column)) for column in columns))


def _unswept(design: Design) -> frozenset[int]:
    """The cells over which things are pooled; empty where that is all of them."""
    return design.unswept if len(design.unswept) < len(design.base) else frozenset()
