"""Games of an own game played again without a card, to tell what it brings to whom has it.

A part of the games of each setting is watched, and played again on the same luck without some of
the cards in them (`simulate.own.ablation`): at most as much as was played.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path

import polars as pl

from analysis.study import Study
from simulate.experiment.plan import Playable
from simulate.own import ablation
from simulate.own.declared import OwnGame
from simulate.pack import catalogue
from simulate.run.in_memory import telling
from simulate.run.progress import GivenGames
from simulate.run.workers.blocks import Block, job_of
from simulate.store.card_packs import Ablation

PART, MOST, FEWEST = 4, 1_000, 50  # of a setting's games: a fourth, at most and at least so many
TIMES = 2 + ablation.PICKED  # that such a game is played, at most: once as it is
STEP = 50  # games of a block
SEATS = 30  # that had a card, at least, to tell what it brings


def watched(plan: Playable, games: int) -> int:
    """How many games of a setting are watched, of so many that are played; 0 where none are."""
    own = catalogue.own(plan.game)
    can_be = plan.verb == "run" and isinstance(own, OwnGame) and bool(own.kind.CARDS)
    each = min(games // PART, MOST)
    return each if can_be and each >= FEWEST else 0


def taken_away(plan: Playable, study: Study, jobs: int, *, quiet: bool = False) -> list[Ablation]:
    """What each card brings that enough seats had, over the settings of the game as it is."""
    blocks = [*_blocks(plan, study)]
    if not blocks:
        return []
    job = replace(
        job_of(plan, Path(), ablation.__name__),
        games_columns=ablation.GAMES,
        seats_columns=ablation.SEATS,
    )
    names = {kind: ("cell", *(column.name for column in of))
             for kind, of in (("games", ablation.GAMES), ("seats", ablation.SEATS))}  # fmt: skip
    left, told = GivenGames(sum(block.count for block in blocks)), []
    with telling(plan, jobs, names, left, quiet=quiet, job=job) as play:
        for done in play(blocks):
            left.add(done.cell, done.games)
            assert done.rows is not None
            told.append(done.rows)
    games, seats = (pl.concat(each) for each in zip(*told, strict=True))
    fair = games.sort("cell", "replicate").group_by("cell").agg(pl.col("fair").mean())
    turns = {"cell": [c.number for c in plan.cells], "turns": [c.rotations for c in plan.cells]}
    rows = seats.join(fair, "cell").join(
        pl.DataFrame(turns, schema_overrides={"cell": pl.Int16}), "cell"
    )
    rows = rows.with_columns(pl.col("replicate") // pl.col("turns"))
    each = rows.sort("card", "cell", "replicate", "seat").group_by("card", maintain_order=True)
    return [
        found_of(str(card), str(card).startswith(f"{study.design.option_section}."), of_card)
        for (card,), of_card in each
        if of_card.height >= SEATS and of_card["without"].is_not_nan().all()
    ]


def _blocks(plan: Playable, study: Study) -> Iterator[Block]:
    """The first games of each setting of the game as it is."""
    for cell in study.design.base:
        games = watched(plan, study.counts.games(cell.number))
        if cell.number in study.design.unswept:
            for first in range(0, games, STEP):
                yield Block(cell.number, first // STEP, first, min(STEP, games - first))


def found_of(card: str, held: bool, rows: pl.DataFrame) -> Ablation:
    """Means over the seats that had a card, each with its weight; their errors are by deal."""
    won = pl.col("win_share")
    worth = {"won": won, "over": won - pl.col("fair"), "brings": won - pl.col("without")}
    deals = rows.group_by("cell", "replicate", maintain_order=True).agg(
        pl.col("weight").sum(), **{k: (pl.col("weight") * of).sum() for k, of in worth.items()}
    )
    of_all, count = float(deals["weight"].sum()), deals.height
    mean = {name: float(deals[name].sum()) / of_all for name in worth}
    strays = {k: float(((deals[k] - mean[k] * deals["weight"]) ** 2).sum()) for k in worth}
    error = {k: sqrt(strays[k] * count / max(count - 1, 1)) / of_all for k in worth}
    return Ablation(
        card=card,
        held=held,
        seats=rows.height,
        games=count,
        won=min(max(mean["won"], 0.0), 1.0),
        fair=min(max(mean["won"] - mean["over"], 0.0), 1.0),
        over_error=error["over"],
        brings=min(max(mean["brings"], -1.0), 1.0),
        error=error["brings"],
        same=bool((rows["win_share"] == rows["without"]).all()),
    )
