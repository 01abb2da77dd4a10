"""What each seat wins where the look-ahead player sits in all of them.

python -m benchmarks.seats GAME [FACTOR=LEVEL ...] [--games N] [--jobs N]

For games in which players win against each other.  A seat that is far from its fair share among
scripts may be so by the rules, or because the scripts play the opening or the end badly: so the
best known player plays every seat.  Without a FACTOR=LEVEL every setting of the default experiment
with three players or more is played; slow, a game takes seconds.  Prints a table, and writes it to
configs/GAME/measured/seats.toml, which reports tell beside seats that are off target.
"""

import argparse
import datetime
from collections.abc import Iterator
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from benchmarks.expert import SEED, cells, version
from benchmarks.results import by_seat, is_shared, write_seats
from simulate import pack
from simulate.pack import catalogue

CHUNK = 5
EXPERT = "expert"


def play(game: str, setting: dict[str, Any], first: int, count: int) -> np.ndarray:
    """Shares of the win of games `first` .. `first + count - 1`: float[games, seats]."""
    table, facts = catalogue.table(game), catalogue.facts(game)
    setting = by_seat(facts, {**setting, "strategy": EXPERT, "skill": 1.0, "seed": SEED})
    _, seats = table.play_block(table.prepare(pack.load(game), setting), SEED, first, count)
    won = np.zeros((count, facts.seats(setting)))
    won[np.asarray(seats["replicate"]) - first, np.asarray(seats["seat"])] = seats["win_share"]
    return won


def asked_cells(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The settings to play."""
    facts = catalogue.facts(game)
    wanted = dict(text.split("=", 1) for text in asked.where)
    for setting in cells(game):
        here = all(str(setting[name]) == level for name, level in wanted.items())
        if here and facts.seats(setting) > (1 if wanted else 2):
            yield setting


def entries(game: str, setting: dict[str, Any], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """What each seat won in one setting, with its 95% interval."""
    work = (
        delayed(play)(game, setting, first, min(CHUNK, asked.games - first))
        for first in range(0, asked.games, CHUNK)
    )
    won = np.concatenate(Parallel(n_jobs=asked.jobs)(work))
    half = 1.96 * won.std(axis=0, ddof=1) / len(won) ** 0.5
    levels = {name: setting[name] for name in catalogue.facts(game).crossed}
    return [
        {
            "setting": levels,
            "strategy": EXPERT,
            "seat": seat,
            "share": round(float(share), 4),
            "low": round(max(0.0, float(share - half[seat])), 4),
            "high": round(min(1.0, float(share + half[seat])), 4),
            "games": len(won),
            "on": datetime.date.today().isoformat(),
            "version": version(game),
            "source": f"python -m benchmarks.seats {game}",
        }
        for seat, share in enumerate(won.mean(axis=0))
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("where", nargs="*", metavar="FACTOR=LEVEL")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if is_shared(catalogue.facts(asked.game)):
        parser.error("its players win together: seats do not compete")
    for setting in asked_cells(asked.game, asked):
        found = entries(asked.game, setting, asked)
        write_seats(asked.game, found)
        shares = ", ".join(
            f"{100 * one['share']:.1f} ({100 * one['low']:.1f}-{100 * one['high']:.1f})"
            for one in found
        )
        print(f"{found[0]['setting']}: seats {shares}; {asked.games} games", flush=True)


if __name__ == "__main__":
    main()
