"""Measure the gap between the default strategy and the look-ahead player.

python -m training.measure.expert GAME [--games N] [--jobs N] [--curve-games N] [--out FILE]

Plays `random`, the default strategy, `second` and `expert` on the same games in every cell of
the box, and the expert again with 2 and 4 times the playouts in the anchor cell
(every factor at its usual level).  Writes a table to docs/notebook/, and the gaps to
the configs/GAME/measured/gaps.toml that reports read.  Slow: an expert's game takes
some thousand times a usual one's.  What is played is kept in runs/expert-GAME-VERSION.json
and is not played again.

Where all win together, all seats play the strategy that is named, and won games count.
Else one player of it sits among players of the default, all have every seat equally often, and
its share of the win counts; the default among its like has its fair share, without playing.
"""

import argparse
import datetime
import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from analysis.stats.intervals import wilson
from benchmarks.results import NOTEBOOK, by_seat, is_shared, lineup, won_by, write_gaps, write_page
from simulate import pack
from simulate.compiler.sources import source_hash
from simulate.core.game.facts import Facts
from simulate.pack import catalogue

SEED = 20_260_000
CHUNK = 10
MULTIPLES = (1, 2, 4)


def play(
    game: str, setting: dict[str, Any], strategy: str, times: int, first: int, count: int
) -> list[float]:
    """What games `first` .. `first + count - 1` brought `strategy`, as `won_by` says.

    times: multiple of the look-ahead's playouts.
    """
    table, facts = catalogue.table(game), catalogue.facts(game)
    chosen = pack.load(game)
    if times > 1:
        path = f"strategies.{strategy}.look_ahead.playouts"
        look = chosen.strategies[strategy].look_ahead
        chosen = chosen.resolve({path: times * look["playouts"]}, [])
    line = lineup(facts, setting, strategy, default_of(facts))
    setting = by_seat(facts, {**setting, "strategy": line, "skill": 1.0, "seed": SEED})
    rows = table.play_block(table.prepare(chosen, setting), SEED, first, count)
    return [float(won) for won in won_by(strategy, *rows)]


def default_of(facts: Facts) -> str:
    """The strategy of seats that name no other."""
    factor = facts.factor("strategy")
    assert factor is not None
    return str(factor.default)


def cells(game: str) -> Iterator[dict[str, Any]]:
    """Settings of the default experiment; crossings that are no game are left out."""
    facts = catalogue.facts(game)
    usual = {f.name: f.default for f in facts.factors}
    factors = [facts.factor(name) for name in facts.crossed]
    for levels in itertools.product(*(f.levels for f in factors if f)):
        chosen = dict(zip(facts.crossed, levels, strict=True))
        setting = usual | dict(facts.usual(chosen)) | chosen
        if not facts.illegal(by_seat(facts, setting)):
            yield setting


def version(game: str) -> str:
    """Hash of all that a result depends on: the sources and the shipped pack."""
    shipped = pack.load(game)
    sources = source_hash(catalogue.facts(game).package)
    text = f"{sources} {shipped.rule_values()} {shipped.sections} {shipped.strategies}"
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Kept:
    """Results so far, on disk, so that a stopped measurement goes on where it was."""

    def __init__(self, game: str) -> None:
        self.path = Path("runs") / f"expert-{game}-{version(game)}.json"
        self.won: dict[str, list[float]] = {}
        if self.path.exists():
            self.won = json.loads(self.path.read_text())

    def extend(
        self, game: str, key: str, job: tuple[Any, ...], games: int, jobs: int
    ) -> list[float]:
        """Play until `games` games of `key` are known; returns their results."""
        known = self.won.setdefault(key, [])
        starts = range(len(known), games, CHUNK)
        work = (delayed(play)(game, *job, first, min(CHUNK, games - first)) for first in starts)
        for part in Parallel(n_jobs=jobs, return_as="generator")(work):
            known += part
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(json.dumps(self.won))
        return known[:games]


def interval(won: list[float]) -> tuple[float, float]:
    """95% interval of a share: Wilson's where every game is won or not, else the normal one."""
    if all(share in (0.0, 1.0) for share in won):
        return wilson(int(sum(won)), len(won))
    mean, half = float(np.mean(won)), 1.96 * float(np.std(won)) / len(won) ** 0.5
    return mean - half, mean + half


def rate(won: list[float]) -> str:
    low, high = interval(won)
    return f"{100 * np.mean(won):.1f}% ({100 * low:.1f}-{100 * high:.1f})"


def paired(better: list[float], worse: list[float]) -> tuple[float, float, float]:
    """Difference with its 95% interval, game by game."""
    difference = np.array(better, float) - np.array(worse, float)
    mean = float(difference.mean())
    half = 1.96 * float(difference.std()) / len(difference) ** 0.5
    return mean, mean - half, mean + half


def gap(better: list[float], worse: list[float]) -> str:
    """Paired difference in points with its 95% interval."""
    mean, low, high = (100 * end for end in paired(better, worse))
    return f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"


def lines(game: str, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page, played as it goes."""
    facts, kept = catalogue.facts(game), Kept(game)
    default = default_of(facts)
    look = pack.load(game).strategies["expert"].look_ahead
    shared = is_shared(facts)
    yield f"# {facts.title}: how near `{default}` comes to the look-ahead player\n"
    yield (
        f"Made by `python -m training.measure.expert {game} --games {asked.games} "
        f"--curve-games {asked.curve_games}`, seed {SEED}, version {version(game)}; "
        f"the expert tries {look['candidates']} moves with {look['playouts']} playouts each, "
        f"rounds ahead: {look['rounds']}. "
        f"{asked.games} games a cell, the same for all; 95% intervals; differences in points.\n"
    )
    if not shared:
        yield (
            f"Shares of the win of one player among `{default}`, seats rotated; alone: games won.\n"
        )
    better = [name for name in ("second", "expert") if name in pack.load(game).strategies]
    names = ["random", default, *better]
    heads = [*facts.crossed, *names, f"{default} over random"]
    heads += [f"{name} over {default}" for name in better]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for setting in cells(game):
        levels = [str(setting[name]) for name in facts.crossed]
        won = {name: reached(game, kept, asked, setting, name) for name in names}
        cell = [rate(won[name]) for name in names] + [gap(won[default], won["random"])]
        cell += [gap(won[name], won[default]) for name in better]
        yield f"| {' | '.join([*levels, *cell])} |"
    if asked.curve_games:
        yield from curve(game, kept, asked)


def reached(
    game: str, kept: Kept, asked: argparse.Namespace, setting: dict[str, Any], name: str
) -> list[float]:
    """What every game brought one strategy in a cell."""
    facts = catalogue.facts(game)
    if name == default_of(facts) and not is_shared(facts) and facts.seats(setting) > 1:
        return [1 / facts.seats(setting)] * asked.games
    key = f"{'/'.join(str(setting[factor]) for factor in facts.crossed)}/{name}/1"
    return kept.extend(game, key, (setting, name, 1), asked.games, asked.jobs)


def gaps(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """How far those whom reports let play stand below the expert, cell by cell.

    Besides the default it is `quick`, where there are no rivals; elsewhere its gap to the default
    is measured by `training.measure.plans`.
    """
    facts, kept = catalogue.facts(game), Kept(game)
    for setting in cells(game):
        best = reached(game, kept, asked, setting, "expert")
        names = [default_of(facts)]
        alone = is_shared(facts) or facts.seats(setting) == 1
        if alone and "quick" in pack.load(game).strategies:
            names.append("quick")
        for name in names:
            points, low, high = paired(best, reached(game, kept, asked, setting, name))
            yield {
                "setting": {factor: setting[factor] for factor in facts.crossed},
                "strategy": name,
                "better": "expert",
                "points": round(points, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "games": asked.games,
                "on": datetime.date.today().isoformat(),
                "version": version(game),
                "source": f"{NOTEBOOK}/{game}-expert.md",
            }


def curve(game: str, kept: Kept, asked: argparse.Namespace) -> Iterator[str]:
    """What more playouts bring the expert, at the anchor cell."""
    facts = catalogue.facts(game)
    setting = {f.name: f.default for f in facts.factors}
    levels = "/".join(str(setting[name]) for name in facts.crossed)
    yield f"\nMore playouts, at {levels}, {asked.curve_games} games:\n"
    yield "| playouts | expert | over half as many |\n|---|---|---|"
    before: list[float] = []
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
    out = asked.out or NOTEBOOK / f"{asked.game}-expert.md"
    write_page(lines(asked.game, asked), out)
    write_gaps(asked.game, list(gaps(asked.game, asked)))


if __name__ == "__main__":
    main()
