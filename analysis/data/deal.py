"""The deal: which things were dealt in each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analysis.data.design import Cell, Design, plain
from analysis.data.reading import RowBlock, levels_of
from analysis.data.run import Rows

VALUE = "{}"  # where the value stands in the card that a column is about
SIDES = " / "  # between the names of the two sides of a card
DANGLING = ("of", "the", "to", "a", "in")


@dataclass(frozen=True)
class Dealt:
    """A yes/no question about a game that the deal answers: "was the Kraken dealt?".

    family: the table it belongs to; label: what was dealt; against: what the other games
    have, where there is just one other thing, else empty; value: as the column has it.
    cells: numbers of the cells in which the deal made it random.
    paths: of the cards that are asked about, if they are cards: `cards.foes.kraken`.
    offered: whether the column holds several names joined by +, of which `value` is one.
    """

    family: str
    label: str
    against: str
    table: str
    column: str
    value: str
    cells: frozenset[int]
    paths: tuple[str, ...] = ()
    offered: bool = False

    @property
    def name(self) -> str:
        """What the pack calls it, where it is a card; else its words."""
        if self.against:
            return self.label
        card = self.paths[0] if len(self.paths) == 1 else ""
        return card.rpartition(".")[2] or self.value or self.label


def questions(design: Design, run: Rows) -> list[Dealt]:
    """Every question the run's columns can answer, families together, in declared order."""
    dealt: list[Dealt] = []
    texts: dict[tuple[Any, ...], list[tuple[dict[str, Any], list[str]]]] = {}
    for column in design.columns("games", "dealt"):
        cells = random_cells(design, column)
        if not cells:
            continue
        if column["dtype"] == "bool":
            dealt.append(_yes_no(design, column, cells))
        else:
            levels = levels_of(run.games(), column["name"])
            key = (tuple(levels), cells) if len(levels) == 2 else (column["name"],)
            texts.setdefault(key, []).append((column, levels))
    for columns in texts.values():
        dealt += _of_texts(design, columns)
    return _grouped(dealt) + options(design, run) + _offers(design, run)


def paths_of(design: Design, column: Mapping[str, Any], value: str = "") -> tuple[str, ...]:
    """Paths of the cards that a value of a column names, or that a yes/no column is about.

    One card, or the two sides of one that is dealt by their names ("South Bay / Northern Shore").
    """
    section, _, about = str(column.get("cards") or design.section(column)).partition(".")
    if not section and "cards" not in column:
        return _only_known(design, column, value)
    whole = design.card_in(section, about.replace(VALUE, value) if about else value)
    parts = () if whole or about else value.split(SIDES)
    return tuple(filter(None, (whole, *(design.card_in(section, part) for part in parts))))


def _only_known(design: Design, column: Mapping[str, Any], value: str) -> tuple[str, ...]:
    """Of a column of an older run, which does not say of which cards it is: where only one section
    has such a one, by its id in the column (`dire_harpy`, `side_coast`) or by its name.
    """
    own = str(column["name"]).partition("_")[2]
    named = [name.casefold() for name in (own, f"{own}_{value}", *value.split(SIDES))]
    found = [path for key, (name, path) in design.names.items()
             if key in named or name.casefold() in named]  # fmt: skip
    return tuple(found)


def options(design: Design, run: Rows) -> list[Dealt]:
    """One question for each thing that a seat may hold: was it at the table?"""
    dealt = []
    for column in design.columns("seats", "option"):
        cells = random_cells(design, column)
        family = option_family(design, column)
        for level in levels_of(run.seats(), column["name"]) if cells else []:
            dealt.append(_one_of(design, column, "seats", family, level))
    return dealt


def _one_of(
    design: Design, column: dict[str, Any], table: str, family: str, value: str,
    offered: bool = False,
) -> Dealt:  # fmt: skip
    """The question about one of the values of a column."""
    label, cells = design.name_in(design.section(column), value), random_cells(design, column)
    paths = paths_of(design, column, value)
    return Dealt(family, label, "", table, column["name"], value, cells, paths, offered)


def _offers(design: Design, run: Rows) -> list[Dealt]:
    """One question for each thing that a seat may be offered: was it laid before somebody?"""
    offers = []
    for column in design.columns("seats", "offered"):
        cells = random_cells(design, column)
        family = str(column["family"])
        sets = levels_of(run.seats(), column["name"]) if cells else []
        for name in sorted({name for names in sets for name in names.split("+")}):
            offers.append(_one_of(design, column, "seats", family, name, offered=True))
    return offers


def option_family(design: Design, column: dict[str, Any]) -> str:
    """What the things that a seat may hold are called: "heroes"."""
    return str(design.manifest.get("options") or column.get("family") or column["name"])


def random_cells(design: Design, column: dict[str, Any]) -> frozenset[int]:
    """Cells in which the deal, not the experiment, decides the column."""
    rule = column.get("dealt_by")
    return frozenset(c.number for c in design.cells if rule is None or _holds(c, rule))


def _holds(cell: Cell, rule: Sequence[Any]) -> bool:
    """Whether a factor stands at a level in a cell: in all seats, if it belongs to a seat.

    rule: (factor, level), or several of them; a level may be several, of which one must do.
    """
    if not isinstance(rule[0], str):
        return all(_holds(cell, one) for one in rule)
    factor, level = rule
    allowed = [str(one) for one in (level if isinstance(level, list | tuple) else [level])]
    setting = cell.setting.get(factor, cell.levels.get(factor))
    by_seat = setting if isinstance(setting, list | tuple) else [setting]
    return all(str(one) in allowed for one in by_seat)


def _yes_no(design: Design, column: dict[str, Any], cells: frozenset[int]) -> Dealt:
    family, value = column.get("family") or column["name"], str(column.get("option", ""))
    label = design.name(column.get("option") or column["name"])
    paths = paths_of(design, column)
    return Dealt(family, label, "", "games", column["name"], value, cells, paths)


def _of_texts(design: Design, columns: list[tuple[dict[str, Any], list[str]]]) -> list[Dealt]:
    """Two-way columns with the same two levels share a family, one question each."""
    first, levels = columns[0]
    names = [column.get("family") or column["name"] for column, _ in columns]
    if len(levels) == 2:
        return _two_way(design, names, columns)
    several = levels if len(levels) > 1 else []
    return [_one_of(design, first, "games", names[0], level) for level in several]


def _two_way(
    design: Design, names: list[str], columns: list[tuple[dict[str, Any], list[str]]]
) -> list[Dealt]:
    """ "side of the Coast" of a or b becomes "Coast: side a", against "side b"."""
    shared = _common(names) if len(names) > 1 else ""
    dealt = []
    for name, (column, levels) in zip(names, columns, strict=True):
        short = name.removeprefix(shared).strip()
        for word in DANGLING:
            short = short.removeprefix(f"{word} ")
        label, against = (f"{shared} {level}".strip() for level in levels)
        one = _one_of(design, column, "games", shared or name, levels[0])
        dealt.append(replace(one, label=f"{plain(short)}: {label}", against=against))
    return dealt


def _common(names: Sequence[str]) -> str:
    """The words that all names begin with, without a dangling "of the"."""
    shared: list[str] = []
    for words in zip(*(name.split() for name in names), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    while shared and shared[-1] in DANGLING:
        shared.pop()
    return " ".join(shared)


def _grouped(dealt: Sequence[Dealt]) -> list[Dealt]:
    families = list(dict.fromkeys(d.family for d in dealt))
    return [d for family in families for d in dealt if d.family == family]


def answers(block: RowBlock, questions: Sequence[Dealt]) -> np.ndarray:
    """uint8 (games of the block, questions): 1 where the thing was dealt."""
    matrix = np.zeros((block.games.height, len(questions)), dtype=np.uint8)
    rows = rows_of_seats(block)
    for index, question in enumerate(questions):
        if question.table == "games":
            matrix[:, index] = _column(block.games, question)
        else:
            held = _holds_it(block.seats[question.column].cast(pl.String), question)
            held = held & own_side(block.seats)
            matrix[rows[held.fill_null(False).to_numpy()], index] = 1
    return matrix


def _holds_it(column: pl.Series, question: Dealt) -> pl.Series:
    """Seats that hold the thing, or that it was offered to."""
    if question.offered:
        return column.str.split("+").list.contains(question.value)
    return column == question.value


def own_side(seats: pl.DataFrame) -> pl.Series:
    """Seats of the side whose win is counted; the others play against it."""
    if "team" not in seats.columns:
        return pl.repeat(True, seats.height, eager=True)
    return seats["team"] == 0


def _column(games: pl.DataFrame, question: Dealt) -> np.ndarray:
    values = games[question.column]
    if values.dtype != pl.Boolean:
        values = values.cast(pl.String) == question.value
    return values.fill_null(False).to_numpy().astype(np.uint8)


def rows_of_seats(block: RowBlock) -> np.ndarray:
    """Row in the block's games that each seat row belongs to."""
    return np.searchsorted(_key(block.games), _key(block.seats))


def _key(frame: pl.DataFrame) -> np.ndarray:
    """A number of each game that grows with its cell and its number (below 2**31)."""
    return np.asarray(
        frame["cell"].to_numpy().astype(np.int64) << 32 | frame["replicate"].to_numpy()
    )
