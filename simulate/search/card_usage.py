"""Cards that the players of a search hold and use in the unchanged game."""

from typing import TYPE_CHECKING

import polars as pl

from analysis.data.counts import Counts
from analysis.description.grouped_tallies import Several, cards
from simulate.run.in_memory import telling
from simulate.run.progress import GivenGames
from simulate.run.workers.blocks import Block
from simulate.search.checkpoint import SearchCheckpoint
from simulate.search.trial import KEYS, STEP, design_of

if TYPE_CHECKING:
    from simulate.experiment.plan import Plan

MOST_GAMES = 500  # of a setting: enough to tell a card that is hardly ever used from others


def measured(
    plan: "Plan", jobs: int, *, quiet: bool = False, kept: SearchCheckpoint | None = None
) -> list[Several]:
    """What seats held and used in the first games of each setting without a change.

    These are games that the search has played, watched once more, and kept until it ends; nothing
    comes of a game that does not count its cards.
    """
    design = design_of(plan)
    names = [str(column["name"]) for column in design.columns("seats", "held", "used")]
    if not names:
        return []
    most, base = min(plan.experiment.games, MOST_GAMES), [cell.number for cell in design.base]
    blocks = [
        Block(cell, first // STEP, first, min(STEP, most - first))
        for first in range(0, most, STEP)
        for cell in base
    ]
    look, rows = GivenGames(most * len(base)), []
    columns = {"games": KEYS["games"], "seats": (*KEYS["seats"], *names)}
    watched = None if kept is None else kept.watched(plan, columns)
    with telling(plan, jobs, columns, look, quiet=quiet, kept=watched) as play:
        for done in play(blocks):
            look.add(done.cell, done.games)
            assert done.rows is not None
            rows.append(done.rows[1])
    seats = pl.concat(rows)
    texts = {name: _counted(seats, pl.col(name).alias("value")) for name in names}
    counts = Counts({}, texts=texts, tallies=_counted(seats))
    return cards(design, counts)


def _counted(seats: pl.DataFrame, *by: pl.Expr) -> pl.DataFrame:
    """How many seats of each cell there are, or of each value in it."""
    return seats.group_by("cell", *by).agg(games=pl.len())
