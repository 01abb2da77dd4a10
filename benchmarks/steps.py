"""What a designer's step costs besides its games: python -m benchmarks.steps [GAME ...]

One number is changed, 2,000 games of a quick player are played, a report is written, with all code
compiled before.  Told is the processor time of the whole process, in units of what a new process
takes to import NumPy, Polars and Numba: the median of runs that take turns.  `games` is what as
many games more add, `besides` what is left without them.  `--against FOLDER` measures another
checkout in turn with this one, `--once` leaves out the games.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1]
UNIT = ("-c", "import numpy, polars, numba")
LIST = ("-m", "simulate.cli", "list", "games")
GAMES = 2_000
CHANGED = {
    "defenders": ("players=3", "horde=medium", "rules.capital_start=2"),
    "kingdoms": ("players=3", "strategy=quick", "rules.resource_limit=8"),
    "ultra_kingdoms": ("players=3", "strategy=quick", "rules.resource_limit=8"),
    "tactics": ("players=2", "strategy=quick", "rules.actions=4"),
    "dungeons": ("heroes=2", "strategy=quick", "rules.deck_b_rooms=2"),
}


def step(game: str, games: int, out: str) -> tuple[str, ...]:
    """The words of one step."""
    sets = [word for value in CHANGED[game] for word in ("--set", value)]
    words = ["--games", str(games), "--jobs", "1", "--quiet", "--out", out]
    return ("-m", "simulate.cli", "run", game, *sets, *words)


def spent(words: tuple[str, ...], checkout: Path) -> float:
    """Seconds of processor time of a new process, with all that it starts."""
    before = os.times()
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    subprocess.run(
        [sys.executable, *words], cwd=checkout, env=environment, capture_output=True, check=True
    )
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def turn(checkouts: list[Path], games: list[str], amounts: tuple[int, ...]) -> dict[str, float]:
    """What each thing costs, in units, once."""
    unit = spent(UNIT, HERE)
    told = {}
    for checkout in checkouts:
        told[f"{checkout} list games"] = spent(LIST, checkout) / unit
        for game in games:
            for amount in amounts:
                with tempfile.TemporaryDirectory() as folder:
                    words = step(game, amount, f"{folder}/run")
                    told[f"{checkout} {game} {amount}"] = spent(words, checkout) / unit
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*CHANGED, []])
    parser.add_argument("--against", type=Path)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--once", action="store_true")
    asked = parser.parse_args()
    checkouts = [each for each in (asked.against, HERE) if each]
    amounts = (GAMES,) if asked.once else (GAMES, 2 * GAMES)
    games = asked.games or [*CHANGED]
    turn(checkouts, games, amounts)  # so that all is compiled
    turns = [turn(checkouts, games, amounts) for _ in range(asked.repeats)]
    costs = {name: statistics.median(each[name] for each in turns) for name in turns[0]}
    for name, cost in costs.items():
        sys.stdout.write(f"{name}: {cost:.2f}\n")
        if (twice := costs.get(name.replace(f" {GAMES}", f" {2 * GAMES}"), cost)) != cost:
            sys.stdout.write(f"  games {twice - cost:.2f}, besides {2 * cost - twice:.2f}\n")


if __name__ == "__main__":
    main()
