"""Tallies of things of one kind: areas, dungeons, cards, what seats hold, spaces.

All of this is described and never contrasted: who plays longer holds more cards, and who wins
stands in other places.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design

# With more settings only the total is reported.
MOST_APART = 12


@dataclass(frozen=True)
class TalliedThing:
    """One of several, with a number for each measure, and for each cell that is told apart.

    path: of a card in the pack, else empty.
    """

    label: str
    numbers: tuple[float, ...]
    apart: tuple[float | None, ...] = ()
    path: str = ""


@dataclass(frozen=True)
class Several:
    """Some things alike in some cells.

    noun: what they are, a plural; measures: (unit, meaning) of the numbers; cells: numbers of
    the cells that they are means of; unit: "mean" or "share".  apart: cells in which the first
    measure is told besides, None where it was never met.  seats: that the shares are of, where
    they are of seats.
    """

    noun: str
    measures: tuple[tuple[str, str], ...]
    things: tuple[TalliedThing, ...]
    cells: tuple[int, ...]
    unit: str = "mean"
    apart: tuple[int, ...] = ()
    seats: int = 0


@dataclass(frozen=True)
class SpaceTally:
    """How often something was on each space of a map: space -> times."""

    family: str
    meaning: str
    spaces: Mapping[str, int]
    games: int


# Tallies of several things


def families(design: Design, counts: Counts) -> list[Several]:
    """Tallies of `games` that have a family: a row for each thing, a measure for each unit."""
    columns: dict[str, list[dict[str, Any]]] = {}
    for column in design.columns("games", "tally"):
        if column.get("family") and column.get("option"):
            columns.setdefault(column["family"], []).append(column)
    families = [_family(design, counts, noun, tallies) for noun, tallies in columns.items()]
    return [several for several in families if several.cells]


def _family(
    design: Design, counts: Counts, noun: str, columns: Sequence[Mapping[str, Any]]
) -> Several:
    """Means over the cells in which anything of the family happened."""
    table = counts.happened.filter(pl.col("cell").is_in([c.number for c in design.base]))
    happened = pl.sum_horizontal([pl.col(c["name"]) for c in columns]) > 0
    table = table.filter(happened)
    games = int(table["games"].sum())
    measures = dict.fromkeys((str(c["unit"]), str(c["meaning"])) for c in columns)
    by_unit = {(c["option"], c["unit"]): c["name"] for c in columns}
    things = [
        TalliedThing(
            design.name_in(noun, option),
            tuple(int(table[by_unit[option, u]].sum()) / max(games, 1) for u, _ in measures),
        )
        for option in dict.fromkeys(str(c["option"]) for c in columns)
    ]
    return Several(noun, tuple(measures), tuple(things), tuple(table["cell"].to_list()))


# What seats had and chose


def cards(design: Design, counts: Counts, cells: Sequence[int] | None = None) -> list[Several]:
    """Cards that seats held and used, as shares of the seats: of the printed cells, or of these."""
    cells = [c.number for c in design.base] if cells is None else cells
    families = dict.fromkeys(c["family"] for c in design.columns("seats", "held", "used"))
    return [_cards(design, counts, noun, cells) for noun in families]


def _cards(design: Design, counts: Counts, noun: str, cells: Sequence[int]) -> Several:
    columns = [c for c in design.columns("seats", "held", "used") if c["family"] == noun]
    section = design.section(columns[0])
    shares = [_shares(_split(counts.texts[c["name"]], cells), counts, cells) for c in columns]
    known = sorted({card for share in shares for card in share})
    things = [
        TalliedThing(
            design.name_in(section, card),
            tuple(share.get(card, 0.0) for share in shares),
            path=design.card_in(section, card) or "",
        )
        for card in known
    ]
    ordered = sorted(things, key=lambda t: (-t.numbers[-1], t.label))
    measures = tuple((str(c["role"]), str(c["meaning"])) for c in columns)
    seats = _seats(counts, cells)
    return Several(noun, measures, tuple(ordered), cells=tuple(cells), unit="share", seats=seats)


def _split(table: pl.DataFrame, cells: Iterable[int]) -> dict[str, int]:
    """Seats that had each of the things whose names are joined by +."""
    parts: dict[str, int] = {}
    of_cells = table.filter(pl.col("cell").is_in(list(cells)))
    for value, rows in of_cells.select("value", "games").iter_rows():
        for name in str(value).split("+") if value else ():
            parts[name] = parts.get(name, 0) + rows
    return parts


def _shares(counted: Mapping[str, int], counts: Counts, cells: Iterable[int]) -> dict[str, float]:
    rows = _seats(counts, cells)
    return {name: number / max(rows, 1) for name, number in counted.items()}


def _seats(counts: Counts, cells: Iterable[int]) -> int:
    return int(counts.tallies.filter(pl.col("cell").is_in(list(cells)))["games"].sum())


def chosen(design: Design, counts: Counts) -> list[Several]:
    """What seats chose, where it has a family: the share of seats that chose each card of it."""
    base = [c.number for c in design.base]
    apart = base if 1 < len(base) <= MOST_APART else []
    chosen = []
    for column in design.columns("seats", "chosen"):
        if column.get("family") and column["name"] in counts.texts:
            texts = counts.texts[column["name"]]
            shares = _shares(_split(texts, base), counts, base)
            each = [_shares(_split(texts, [cell]), counts, [cell]) for cell in apart]
            noun, section = str(column["family"]), design.section(column)
            known = sorted({*shares, *design.cards_in(section)})
            things = tuple(
                TalliedThing(
                    design.name_in(section, k),
                    (shares.get(k, 0.0),),
                    # Where seats chose, what none of them chose is a share of nothing.
                    tuple(cell_shares.get(k, 0.0 if cell_shares else None) for cell_shares in each),
                )
                for k in known
            )
            measures = (("chosen", str(column["meaning"])),)
            cells = tuple(base), "share", tuple(apart), _seats(counts, base)
            chosen.append(Several(noun, measures, things, *cells))
    return [several for several in chosen if any(t.numbers[0] for t in several.things)]


def deeds(design: Design, counts: Counts) -> list[Several]:
    """What each of the things that seats held did, in the mean."""
    columns = {c["family"]: c for c in design.columns("seats", "deed")}
    if not columns or counts.deeds.is_empty():
        return []
    base = [c.number for c in design.base]
    noun = str(design.manifest.get("options") or "")
    table = counts.deeds.filter(pl.col("cell").is_in(base) & pl.col("option").is_not_null())
    sums = table.group_by("option").agg(pl.col("games", *columns).sum()).sort("option")
    things = [
        TalliedThing(
            design.name_in(design.option_section, str(row["option"])),
            tuple(row[name] / max(row["games"], 1) for name in columns),
        )
        for row in sums.iter_rows(named=True)
    ]
    ordered = sorted(things, key=lambda t: (-t.numbers[0], t.label))
    measures = tuple((str(name), str(c["meaning"])) for name, c in columns.items())
    return [Several(noun, measures, tuple(ordered), tuple(base))]


# Spaces


def places(design: Design, counts: Counts, board: str, cells: Iterable[int]) -> list[SpaceTally]:
    """How often something was on each space of one map, a family after the other."""
    if counts.places.is_empty():
        return []
    numbers = list(cells)
    on_board = (pl.col("map") == board) & pl.col("cell").is_in(numbers)
    table, games = counts.places.filter(on_board), int(counts.maps.filter(on_board)["games"].sum())
    families = {c["family"]: c["meaning"] for c in design.columns("seats", "place")}
    return [
        SpaceTally(
            str(family),
            str(meaning),
            _spaces(table.filter(pl.col("family") == family)),
            games,
        )
        for family, meaning in families.items()
    ]


def _spaces(table: pl.DataFrame) -> dict[str, int]:
    spaces = table.group_by("value").agg(pl.col("games").sum()).sort("value")
    return {str(space): int(times) for space, times in spaces.iter_rows()}
