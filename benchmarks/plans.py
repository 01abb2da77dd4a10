"""What one player of the default strategy holds at a table of each other strategy.

python -m benchmarks.plans GAME [--games N] [--jobs N] [--out FILE]

For games in which players win against each other.  Plays every shipped strategy but the default
and `expert` as all rivals of one default player, in every cell of the default experiment with two
players or more; all have every seat equally often.  Writes a table to docs/notebook/.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from benchmarks.expert import SEED, cells, default_of, version
from benchmarks.results import NOTEBOOK, by_seat, is_shared, lineup, won_by, write_page
from simulate import catalogue, pack

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


def lines(game: str, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page, played as it goes."""
    facts, rivals = catalogue.facts(game), rivals_of(game)
    default = default_of(facts)
    yield f"# {facts.title}: one `{default}` at a table of each other strategy\n"
    yield (
        f"Made by `python -m benchmarks.plans {game} --games {asked.games}`, seed {SEED}, "
        f"version {version(game)}; {asked.games} games a cell; shares of the win, seats rotated, "
        f"with 95% intervals. A share above the fair one says that `{default}` beats them.\n"
    )
    yield f"| {' | '.join([*facts.crossed, 'fair share', *rivals])} |"
    yield f"|{'---|' * (len(facts.crossed) + 1 + len(rivals))}"
    for setting in cells(game):
        if facts.seats(setting) < 2:
            continue
        starts = [(name, first) for name in rivals for first in range(0, asked.games, CHUNK)]
        work = (
            delayed(play)(game, setting, name, first, min(CHUNK, asked.games - first))
            for name, first in starts
        )
        won: dict[str, list[float]] = {name: [] for name in rivals}
        for name, shares in Parallel(n_jobs=asked.jobs, return_as="generator")(work):
            won[name] += list(shares)
        levels = [str(setting[name]) for name in facts.crossed]
        fair = f"{100 / facts.seats(setting):.1f}%"
        yield f"| {' | '.join([*levels, fair, *(share(won[name]) for name in rivals)])} |"


def share(won: list[float]) -> str:
    """Mean with its 95% interval."""
    half = 1.96 * float(np.std(won, ddof=1)) / len(won) ** 0.5
    return f"{100 * np.mean(won):.1f}% ± {100 * half:.1f}"


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
    write_page(lines(asked.game, asked), out)


if __name__ == "__main__":
    main()
