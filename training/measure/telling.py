"""Measure which guesses move the balance: `simulate edit` asks for them first.

python -m training.measure.telling GAME [--games N] [--jobs N] [FACTOR=LEVEL]...

Every guessed whole number goes a step down and a step up, as in `simulate sensitivity`, in the
settings that are named.  What is shown to move the balance goes into
configs/GAME/measured/telling.toml with the larger of its two steps, in points; what is not shown is
left out.
"""

import argparse
import re
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import simulate
from simulate.pack import catalogue, configs, load
from simulate.pack.edit import asking, steps
from training.measure.expert import version

GAMES, SEED = 2_000, 1
SHOWN = "effect"  # what verdicts of what is shown begin with
TEXT = """\
# Guessed numbers that move the balance, by points of one step: `simulate edit` asks for them first.
# Measured, and written by `python -m training.measure.telling {again}`
# on {day} with at most {games:,} games of a change, seed {seed}, version {version}.

[points]
"""


def guessed(game: str) -> list[str]:
    """Paths of the guessed whole numbers that can go a step."""
    paths = [found.path for found in asking.questions(load(game))]
    movable = {step.path for step in steps.steps(load(game), paths) if step.size}
    return [path for path in paths if path in movable]


def measured(
    game: str, games: int, jobs: int, factors: Mapping[str, int | str]
) -> dict[str, float]:
    """Path of a guess -> points that a step of it was shown to move."""
    paths, points = guessed(game), dict[str, float]()
    given: dict[str, Any] = {"games": games, "seed": SEED, "jobs": jobs, "quiet": False, **factors}
    with tempfile.TemporaryDirectory() as folder:
        search = simulate.sensitivity(game, *paths, out=Path(folder) / "search", **given)
        for row in search.changes().iter_rows(named=True):
            if row["verdict"].startswith(SHOWN):
                for path in set(re.findall(r"--set '?([\w.]+)=", row["command"])) & set(paths):
                    moved = round(100 * abs(row["effect"]), 1)
                    points[path] = max(moved, points.get(path, 0.0))
    return dict(sorted(points.items(), key=lambda each: -each[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("setting", nargs="*")
    given = parser.parse_intermixed_args()
    pairs = (text.split("=", 1) for text in given.setting)
    factors = {name: int(level) if level.isdecimal() else level for name, level in pairs}
    points = measured(given.game, given.games, given.jobs, factors)
    again = " ".join([given.game, f"--games {given.games}", *given.setting])
    head = TEXT.format(
        again=again, day=date.today(), games=given.games, seed=SEED, version=version(given.game)
    )
    lines = [f'"{path}" = {moved}\n' for path, moved in points.items()]
    file = configs.game_folder(given.game) / configs.MEASURED / "telling.toml"
    file.write_text(head + "".join(lines), "utf-8")
    print(f"{file}: {len(lines)} of {len(guessed(given.game))} guesses are shown to tell")


if __name__ == "__main__":
    main()
