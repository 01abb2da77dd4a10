"""Actions that holders of one thing hardly ever take, although all others do.

Players who never learnt to use a thing shun it, and then its share of wins is theirs, not the
thing's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from analysis.data.counts import Counts
from analysis.data.design import Design

SELDOM = 0.2  # of what the holders of every other thing do: hardly ever
DONE = 0.1  # times a game: what others do less often is done by nobody
FEWEST = 150  # seats that held a thing: fewer say nothing (as of what is never used)
FEW = 30  # of another player, who is only asked whether it is so with him, too

Deed = tuple[str, str]  # the thing that is held, and what is counted, as data call them
Means = Mapping[Deed, float]


@dataclass(frozen=True)
class Shunned:
    """One thing and what its holders hardly ever do.

    option, column: as data call them; name, deed: in words.  often: times a game; least, most: of
    the holders of the others.
    """

    option: str
    column: str
    name: str
    deed: str
    often: float
    least: float
    most: float


def means(design: Design, counts: Counts, fewest: int = FEWEST) -> Means:
    """How often a game the holders of each thing do what is counted, over the printed cells.

    fewest: seats that must have held it.
    """
    columns = [str(column["name"]) for column in design.columns("seats", "tally")]
    if counts.by_option.is_empty() or not columns:
        return {}
    base = pl.col("cell").is_in([cell.number for cell in design.base])
    held = counts.by_option.filter(base & pl.col("option").is_not_null())
    sums = held.group_by("option").agg(pl.col("games", *columns).sum()).sort("option")
    return {
        (str(row["option"]), column): row[column] / row["games"]
        for row in sums.iter_rows(named=True)
        for column in columns
        if row["games"] >= fewest
    }


def shunned(design: Design, counts: Counts) -> tuple[Shunned, ...]:
    """Everything that the holders of one thing alone hardly ever do."""
    known = means(design, counts)
    words = {str(c["name"]): str(c.get("meaning", "")) for c in design.columns("seats", "tally")}
    return tuple(
        Shunned(option, column, name, words[column] or column.replace("_", " "), *often)
        for (option, column), *often in _seldom(known)
        for name in [design.name_in(design.option_section, option)]
    )


def is_so_with(one: Shunned, did: Means) -> bool:
    """Whether the holders hardly ever do it for another player, too: so it is the thing itself."""
    his = did.get((one.option, one.column))
    others = [mean for (option, what), mean in did.items()
              if what == one.column and option != one.option]  # fmt: skip
    return his is not None and bool(others) and his <= SELDOM * min(others)


def _seldom(known: Means) -> Iterator[tuple[Deed, float, float, float]]:
    for (option, column), often in known.items():
        others = [mean for (one, what), mean in known.items() if what == column and one != option]
        if others and min(others) >= DONE and often <= SELDOM * min(others):
            yield (option, column), often, min(others), max(others)
