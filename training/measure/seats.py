"""Measure what each seat wins when the look-ahead player plays all seats.

python -m training.measure.seats GAME [FACTOR=LEVEL ...] [--better NAME] [--better-games N]
    [--jobs N]

For games in which players win against each other.  A seat that is far from its fair share among
scripts may be so by the rules, or because the scripts play the opening or the end badly: so the
best known player plays every seat.  Runs are kept in runs/seats/ and are not played again.  Prints
a table, and writes it to configs/GAME/measured/seats.toml, which reports tell beside seats that are
off target.
"""

import argparse
import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from analysis.study import Study, study
from benchmarks.results import is_shared, write_seats
from simulate import store
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue
from simulate.run import execute
from training.measure.expert import version

SEED = 46_000_001


def entries(found: Study, strategy: str) -> Iterator[list[dict[str, Any]]]:
    """What each seat won in each setting where seats compete, with its 95% interval."""
    rows = found.run.seats().select("cell", "seat", "win_share").collect()
    competing = rows.filter(pl.col("win_share").is_not_null())
    for cell in found.design.cells:
        here = competing.filter(pl.col("cell") == cell.number)
        seats = [here.filter(pl.col("seat") == seat) for seat in range(here["seat"].n_unique())]
        if len(seats) > 1:
            yield [
                _entry(found, cell.setting, strategy, seat, won["win_share"])
                for seat, won in enumerate(seats)
            ]


def _entry(
    found: Study, setting: Any, strategy: str, seat: int, won: "pl.Series"
) -> dict[str, Any]:
    game = found.design.manifest["game"]
    share, half = float(won.mean()), 1.96 * float(won.std()) / len(won) ** 0.5  # type: ignore[arg-type]
    return {
        "setting": {name: setting[name] for name in catalogue.facts(game).crossed},
        "strategy": strategy,
        "seat": seat,
        "share": round(share, 4),
        "low": round(max(0.0, share - half), 4),
        "high": round(min(1.0, share + half), 4),
        "games": len(won),
        "on": datetime.date.today().isoformat(),
        "version": version(game),
        "source": f"python -m training.measure.seats {game}",
    }


def played(asked: argparse.Namespace) -> Study:
    """What is found where everybody plays by the better strategy."""
    where = dict(text.split("=", 1) for text in asked.where)
    levels = "-".join(where.values()) or "all"
    made = f"{asked.game}-{levels}-{asked.better}-{asked.better_games}-{version(asked.game)}"
    folder = Path("runs") / "seats" / made
    if not (folder / store.MANIFEST).exists():
        levels_set = {**where, "strategy": asked.better}
        sets = tuple(f"{factor}={level}" for factor, level in levels_set.items())
        request = RunRequest(asked.game, games=str(asked.better_games), seed=str(SEED), sets=sets)
        execute(build(load(request)), folder, asked.jobs, quiet=True, ours=True)
    return study(store.open_run(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("where", nargs="*", metavar="FACTOR=LEVEL")
    parser.add_argument("--better", default="expert")
    parser.add_argument("--better-games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if is_shared(catalogue.facts(asked.game)):
        parser.error("its players win together: seats do not compete")
    for found in entries(played(asked), asked.better):
        write_seats(asked.game, found)
        shares = ", ".join(
            f"{100 * one['share']:.1f} ({100 * one['low']:.1f}-{100 * one['high']:.1f})"
            for one in found
        )
        print(f"{found[0]['setting']}: seats {shares}; {found[0]['games']} games", flush=True)


if __name__ == "__main__":
    main()
