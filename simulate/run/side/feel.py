"""Follow some games of a run decision by decision, for how the game feels (`followed`).

As many as half the run's time pays for: what one costs is known from the first, in moves and never
by a clock.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from analysis.data.design import Cell
from analysis.study import Study
from simulate.experiment.plan import Playable
from simulate.pack import catalogue
from simulate.run.in_memory import Play, telling
from simulate.run.progress import GivenGames
from simulate.run.side import followed
from simulate.run.workers.blocks import Block, job_of
from simulate.store.card_packs import FollowedGames

FEWEST, FEWEST_OF_TITLE = 400, 1_000  # games of a run of which some are followed
FIRST, MOST = 16, 1_000  # games that are followed at first, and at most
PART, LEAST = 1 / 2, 60_000  # of the moves of a run, played on from positions; a few seconds
CHEAPER = 10  # moves of a play-out in the time of one by who tries moves out, in own games
STEP = 4  # games of a block
DECISIONS = "decisions"


def is_paid(plan: Playable, games: int) -> bool:
    """Whether games are played on from positions, beside a run of so many."""
    fewest = FEWEST_OF_TITLE if catalogue.own(plan.game) is None else FEWEST
    return plan.verb == "run" and games >= fewest


def follow(plan: Playable, study: Study, jobs: int, *, quiet: bool = False) -> list[FollowedGames]:
    """What games of the game as it is tell, by setting; nothing of a run with too few."""
    cells = [cell for cell in study.design.base if cell.number in study.design.unswept]
    if not is_paid(plan, study.games) or not cells:
        return []
    job = replace(
        job_of(plan, Path(), followed.__name__),
        games_columns=followed.GAMES,
        seats_columns=followed.SEATS,
    )
    names = {kind: ("cell", *(column.name for column in of))
             for kind, of in (("games", followed.GAMES), ("seats", followed.SEATS))}  # fmt: skip
    left = GivenGames(0)
    with telling(plan, jobs, names, left, quiet=quiet, job=job) as play:
        first = max(1, FIRST // len(cells))
        told = _played(cells[:FIRST], 0, first, play, left)
        if (more := _paid_for(plan, study, told)) > first * len(cells):
            told += _played(cells, first, more // len(cells), play, left)
    games, waits = (pl.concat(each) for each in zip(*told, strict=True))
    return [_found(cell.number, games, waits) for cell in cells if cell.number in games["cell"]]


def _played(
    cells: Sequence[Cell], first: int, last: int, play: Play, left: GivenGames
) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
    """Games `first` .. `last - 1` of each cell."""
    blocks = [
        Block(cell.number, start // STEP, start, min(STEP, last - start))
        for cell in cells
        for start in range(first, last, STEP)
    ]
    left.games += sum(block.count for block in blocks)
    told = []
    for done in play(blocks):
        left.add(done.cell, done.games)
        assert done.rows is not None
        told.append(done.rows)
    return told


def _paid_for(plan: Playable, study: Study, told: Sequence[tuple[pl.DataFrame, ...]]) -> int:
    """How many games may be followed, by what the first ones cost."""
    means = next((each.means for each in study.lengths if each.column == DECISIONS), {})
    decisions = max((mean.value for mean in means.values()), default=0.0)
    seated = [cell.setting["strategy"] for cell in plan.cells]
    known = {name for names in seated for name in names} & plan.pack.strategies.keys()
    is_slow = any(plan.pack.tried(name, max(map(len, seated))) > 0 for name in known)
    is_cheaper = is_slow and catalogue.own(plan.game) is not None
    purse = PART * study.games * decisions * (CHEAPER if is_cheaper else 1)
    plays = sum(int(games["plays"].sum()) for games, _ in told)
    count = sum(games.height for games, _ in told)
    return int(min(MOST, study.games, max(purse, LEAST) * count / max(plays, 1)))


def _found(cell: int, games: pl.DataFrame, waits: pl.DataFrame) -> FollowedGames:
    own = games.filter(pl.col("cell") == cell)
    each = waits.filter(pl.col("cell") == cell).group_by("wait").agg(pl.col("times").sum())
    sums = {name: int(own[name].sum()) for name in ("weighed", "obvious", "searched", "made")}
    return FollowedGames(cell, own.height, [*each.sort("wait").iter_rows()], **sums)
