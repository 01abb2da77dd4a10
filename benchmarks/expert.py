"""How near the default strategy comes to the look-ahead player.

python -m benchmarks.expert GAME [--games N] [--jobs N] [--curve-games N] [--out FILE]

Plays `random`, the default strategy and `expert` on the same games in every cell of the
default experiment, and the expert again with 2 and 4 times the playouts in the anchor cell
(every factor at its usual level).  Writes a table to docs/.  Slow: an expert's game takes
some thousand times a usual one's.  What is played is kept in runs/expert-GAME-SOURCES.json
and is not played again.  Co-operative games only.
"""

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from analysis.intervals import wilson
from simulate import catalogue, pack
from simulate.core.compiler import source_hash

SEED = 20_260_000
CHUNK = 10
MULTIPLES = (1, 2, 4)


def play(
    game: str, setting: dict[str, Any], strategy: str, times: int, first: int, count: int
) -> list[int]:
    """Whether games `first` .. `first + count - 1` were won, everybody playing `strategy`.

    times: multiple of the look-ahead's playouts.
    """
    table = catalogue.table(game)
    chosen = pack.load(game)
    if times > 1:
        path = f"strategies.{strategy}.look_ahead.playouts"
        look = chosen.strategies[strategy].look_ahead
        chosen = chosen.resolve({path: times * look["playouts"]}, [])
    seats = catalogue.facts(game).seats(setting)
    setting = {**setting, "strategy": [strategy] * seats, "skill": [1.0] * seats}
    games, _ = table.play_block(table.prepare(chosen, setting), SEED, first, count)
    return [int(won) for won in games["won"]]


def cells(game: str) -> Iterator[dict[str, Any]]:
    """Settings of the default experiment."""
    facts = catalogue.facts(game)
    usual = {f.name: f.default for f in facts.factors}
    factors = [facts.factor(name) for name in facts.crossed]
    for levels in itertools.product(*(f.levels for f in factors if f)):
        yield usual | dict(zip(facts.crossed, levels, strict=True))


class Kept:
    """Results so far, on disk, so that a stopped measurement goes on where it was."""

    def __init__(self, game: str) -> None:
        self.path = Path("runs") / f"expert-{game}-{source_hash()}.json"
        self.won: dict[str, list[int]] = {}
        if self.path.exists():
            self.won = json.loads(self.path.read_text())

    def extend(self, game: str, key: str, job: tuple[Any, ...], games: int, jobs: int) -> list[int]:
        """Play until `games` games of `key` are known; returns their results."""
        known = self.won.setdefault(key, [])
        starts = range(len(known), games, CHUNK)
        work = (delayed(play)(game, *job, first, min(CHUNK, games - first)) for first in starts)
        for part in Parallel(n_jobs=jobs, return_as="generator")(work):
            known += part
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(json.dumps(self.won))
        return known[:games]


def rate(won: list[int]) -> str:
    low, high = wilson(sum(won), len(won))
    return f"{100 * np.mean(won):.1f}% ({100 * low:.1f}-{100 * high:.1f})"


def gap(better: list[int], worse: list[int]) -> str:
    """Paired difference in points with its 95% interval."""
    difference = np.array(better, float) - np.array(worse, float)
    mean = 100 * difference.mean()
    half = 196 * difference.std() / np.sqrt(len(difference))
    return f"{mean:+.1f} ({mean - half:+.1f} to {mean + half:+.1f})"


def lines(game: str, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page, played as it goes."""
    facts, kept = catalogue.facts(game), Kept(game)
    default = str(facts.factor("strategy").default)
    look = pack.load(game).strategies["expert"].look_ahead
    yield f"# {facts.title}: how near `{default}` comes to the look-ahead player\n"
    yield (
        f"Made by `python -m benchmarks.expert {game} --games {asked.games} "
        f"--curve-games {asked.curve_games}`, seed {SEED}, sources {source_hash()}; "
        f"the expert tries {look['candidates']} moves with {look['playouts']} playouts each. "
        f"{asked.games} games a cell, the same for all; 95% intervals; differences in points.\n"
    )
    heads = [*facts.crossed, "random", default, "expert"]
    heads += [f"{default} over random", f"expert over {default}"]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * (len(facts.crossed) + 5)}"
    for setting in cells(game):
        levels = [str(setting[name]) for name in facts.crossed]
        won = {
            name: kept.extend(
                game, f"{'/'.join(levels)}/{name}/1", (setting, name, 1), asked.games, asked.jobs
            )
            for name in ("random", default, "expert")
        }
        cell = [rate(won[name]) for name in ("random", default, "expert")]
        cell += [gap(won[default], won["random"]), gap(won["expert"], won[default])]
        yield f"| {' | '.join([*levels, *cell])} |"
    if asked.curve_games:
        yield from curve(game, kept, asked)


def curve(game: str, kept: Kept, asked: argparse.Namespace) -> Iterator[str]:
    """What more playouts bring the expert, at the anchor cell."""
    facts = catalogue.facts(game)
    setting = {f.name: f.default for f in facts.factors}
    levels = "/".join(str(setting[name]) for name in facts.crossed)
    yield f"\nMore playouts, at {levels}, {asked.curve_games} games:\n"
    yield "| playouts | expert | over half as many |\n|---|---|---|"
    before: list[int] = []
    for times in MULTIPLES:
        key = f"{levels}/expert/{times}"
        won = kept.extend(game, key, (setting, "expert", times), asked.curve_games, asked.jobs)
        yield f"| {times}x | {rate(won)} | {gap(won, before) if before else ''} |"
        before = won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--curve-games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    out = asked.out or Path("docs") / f"{asked.game}-expert.md"
    text = []
    for line in lines(asked.game, asked):
        print(line, flush=True)
        text.append(line)
    out.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
