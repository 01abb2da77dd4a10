"""Plans and runs of shipped games, and what holds of the rows of each."""

from pathlib import Path
from typing import Any

import polars as pl

from simulate import store
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.run import execute, replay
from simulate.run.workers.blocks import BlockPlayer, job_of


def plan(game: str, *sets: str, games: int = 150, plain: bool = True, **wanted: Any) -> Any:
    """A game with every factor at its usual level but for `sets`."""
    wanted = {name: str(value) for name, value in wanted.items()}
    return build(load(RunRequest(game, games=str(games), sets=sets, plain=plain, **wanted), []))


def player(game: str, *sets: str, **wanted: Any) -> BlockPlayer:
    """Plays blocks of such games."""
    return BlockPlayer(job_of(plan(game, *sets, **wanted), Path()))


def run_of(plan: Any, out: Path) -> Any:
    """The run of a plan, played and opened."""
    return store.open_run(execute(plan, out, 1, quiet=True))


def in_order(run: Any, cell: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rows of games and seats of a cell, in the order of games."""
    games = run.games().filter(pl.col("cell") == cell).sort("replicate").collect()
    seats = run.seats().filter(pl.col("cell") == cell).sort("replicate", "seat").collect()
    return games, seats


def told_again(run: Any, cell: int, game: int) -> list[dict[str, Any]]:
    """The lines of a stored game: they end in its row, or the replay would be refused."""
    lines = list(replay.from_run(run.path, cell, game))
    seats = in_order(run, cell)[1].filter(pl.col("replicate") == game)
    assert lines[-1]["event"] == "end" and lines[-1]["seats"] == seats.to_dicts()
    return lines


def points_add_up(seats: pl.DataFrame) -> bool:
    """Whether points of all kinds add up to the score."""
    parts = [name for name in seats.columns if name.startswith("points_")]
    return bool((seats.select(pl.sum_horizontal(parts)).to_series() == seats["score"]).all())
