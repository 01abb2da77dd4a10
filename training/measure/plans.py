"""Measure one player of the default strategy at a table of each other strategy.

python -m training.measure.plans GAME [--games N] [--jobs N] [--out FILE]

For games in which players win against each other.  Plays every shipped strategy but the default
and `expert` as all rivals of one default player, in every cell of the default experiment with two
players or more; all have every seat equally often.  Writes a table to docs/notebook/.
"""

import argparse
import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from benchmarks.results import NOTEBOOK, by_seat, is_shared, lineup, won_by, write_gaps, write_page
from simulate import pack
from simulate.pack import catalogue
from training.measure.expert import SEED, cells, default_of, interval, version

CHUNK = 50


def play(
    game: str, setting: dict[str, object], rivals: str, first: int, count: int
) -> tuple[str, np.ndarray]:
    """Whom the default player met, and its shares of games `first` .. `first + count - 1`."""
    table, facts = catalogue.table(game), catalogue.facts(game)
    default = default_of(facts)
    line = lineup(facts, setting, default, rivals)
    setting = by_seat(facts, {**setting, "strategy": line, "skill": 1.0, "seed": SEED})
    rows = table.play_block(table.prepare(pack.load(game), setting), SEED, first, count)
    return rivals, won_by(default, *rows)


def rivals_of(game: str) -> list[str]:
    """Strategies to sit among: all but the default and those that look ahead."""
    strategies, default = pack.load(game).strategies, default_of(catalogue.facts(game))
    return [k for k, one in strategies.items() if k != default and not one.look_ahead]


def measured(
    game: str, setting: dict[str, Any], asked: argparse.Namespace
) -> dict[str, list[float]]:
    """The default player's shares of the win, game by game, among each other strategy."""
    rivals = rivals_of(game)
    starts = [(name, first) for name in rivals for first in range(0, asked.games, CHUNK)]
    work = (
        delayed(play)(game, setting, name, first, min(CHUNK, asked.games - first))
        for name, first in starts
    )
    won: dict[str, list[float]] = {name: [] for name in rivals}
    for name, shares in Parallel(n_jobs=asked.jobs, return_as="generator")(work):
        won[name] += list(shares)
    return won


def lines(game: str, asked: argparse.Namespace, gaps: list[dict[str, Any]]) -> Iterator[str]:
    """The whole page, played as it goes; `gaps` is filled with what configs/ keeps of it."""
    facts, rivals = catalogue.facts(game), rivals_of(game)
    default = default_of(facts)
    yield f"# {facts.title}: one `{default}` at a table of each other strategy\n"
    yield (
        f"Made by `python -m training.measure.plans {game} --games {asked.games}`, seed {SEED}, "
        f"version {version(game)}; {asked.games} games a cell; shares of the win, seats rotated, "
        f"with 95% intervals. A share above the fair one says that `{default}` beats them.\n"
    )
    yield f"| {' | '.join([*facts.crossed, 'fair share', *rivals])} |"
    yield f"|{'---|' * (len(facts.crossed) + 1 + len(rivals))}"
    for setting in cells(game):
        if facts.seats(setting) < 2:
            continue
        won = measured(game, setting, asked)
        levels = {name: setting[name] for name in facts.crossed}
        fair = 1 / facts.seats(setting)
        for name in rivals:
            gaps.append(gap(game, levels, name, won[name], fair))
        told = [*map(str, levels.values()), f"{100 * fair:.1f}%"]
        yield f"| {' | '.join([*told, *(share(won[name]) for name in rivals)])} |"


def mean_and_half(won: list[float]) -> tuple[float, float]:
    """Mean, and half its 95% interval."""
    return float(np.mean(won)), 1.96 * float(np.std(won, ddof=1)) / len(won) ** 0.5


def share(won: list[float]) -> str:
    mean, half = mean_and_half(won)
    return f"{100 * mean:.1f}% ± {100 * half:.1f}"


def gap(
    game: str, setting: dict[str, Any], name: str, won: list[float], fair: float
) -> dict[str, Any]:
    """How far a strategy stands below the default: what the default holds above its fair share."""
    mean, (low, high) = float(np.mean(won)), interval(won)
    return {
        "setting": setting,
        "strategy": name,
        "better": default_of(catalogue.facts(game)),
        "points": round(mean - fair, 3),
        "low": round(low - fair, 3),
        "high": round(high - fair, 3),
        "games": len(won),
        "on": datetime.date.today().isoformat(),
        "version": version(game),
        "source": f"{NOTEBOOK}/{game}-plans.md",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if is_shared(catalogue.facts(asked.game)):
        parser.error("its players win together: there are no rivals to sit among")
    out = asked.out or NOTEBOOK / f"{asked.game}-plans.md"
    gaps: list[dict[str, Any]] = []
    write_page(lines(asked.game, asked, gaps), out)
    write_gaps(asked.game, gaps)


if __name__ == "__main__":
    main()
