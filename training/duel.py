"""Is one player stronger than another, on fresh games and on other cards?

python -m training.duel GAME A B [FACTOR=LEVEL ...] [--games N] [--packs N] [--measuring]

A and B are strategies, with other weights behind a colon: `quick quick:lesson=0` asks what was
gained by lessons.  Where all win together both play the same games, all seats alike; else one A
sits among Bs, has every seat equally often, and is told beside its fair share.  With --packs games
are played on packs whose open numbers are drawn anew within their ranges, and it is told in how
many of them A stands higher; with --measuring on the cards that goals are stated on
(benchmarks/cards).  Without a FACTOR=LEVEL every setting of the default experiment is played.
Seeds are never reported; gains that chose nothing need one (--seed) that chose nothing.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from benchmarks.measuring import measuring
from benchmarks.results import by_seat, is_shared, lineup, won_by
from simulate import pack
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import Pack, catalogue
from simulate.run.side.guesses import draws, open_guesses
from training.measure.expert import cells

SEED = 985_000_000
CHUNK = 100


def seated(known: Pack, players: list[str]) -> Pack:
    """The pack with the players under the names that they were typed by."""
    strategies = dict(known.strategies)
    for typed in players:
        name, _, weights = typed.partition(":")
        if weights:
            pairs = (part.partition("=") for part in weights.split(","))
            own = {weight: float(value) for weight, _, value in pairs}
            kept = {"like": name, "weights": own, "by_players": {}, "by_stage": {}}
            strategies[typed] = strategies[name].model_copy(update=kept)
    return replace(known, strategies=strategies, _resolved={})


def refusals(known: Pack, asked: argparse.Namespace) -> Iterator[str]:
    """What of the command cannot be played."""
    for typed in (asked.a, asked.b):
        name, _, weights = typed.partition(":")
        if name not in known.strategies:
            yield f"{name}: one of {', '.join(known.strategies)}"
        for part in filter(None, weights.split(",")):
            weight, _, value = part.partition("=")
            if weight not in catalogue.features(known.game):
                yield f"{weight}: no weight; `simulate list features {known.game}` names them"
            try:
                float(value)
            except ValueError:
                yield f"{part}: a weight is a number"
    for text in asked.where:
        if text.partition("=")[0] not in known.facts.crossed:
            yield f"{text}: one of {', '.join(known.facts.crossed)} and its level"
    if asked.packs == 1 or asked.games < 2 * max(1, asked.packs):
        yield "an interval needs two packs or more, and two games of each"


def play(
    known: Pack, setting: dict[str, Any], ours: str, others: str, seed: int, first: int, count: int
) -> np.ndarray:
    """What games `first` .. `first + count - 1` brought `ours`."""
    table, facts = catalogue.table(known.game), catalogue.facts(known.game)
    line = lineup(facts, setting, ours, others)
    setting = by_seat(facts, {**setting, "strategy": line, "skill": 1.0, "seed": seed})
    rows = table.play_block(table.prepare(known, setting), seed, first, count)
    return won_by(ours, *rows)


def gains(
    known: Pack, setting: dict[str, Any], asked: argparse.Namespace, games: int
) -> tuple[np.ndarray, np.ndarray]:
    """By game: what A and what B won; where they are rivals B's is the fair share."""
    facts, seed = catalogue.facts(known.game), SEED + asked.seed
    starts = range(0, games, CHUNK)

    def all_of(ours: str, others: str) -> np.ndarray:
        work = (
            delayed(play)(known, setting, ours, others, seed, first, min(CHUNK, games - first))
            for first in starts
        )
        return np.concatenate(Parallel(n_jobs=asked.jobs)(work))

    won = all_of(asked.a, asked.b)
    if is_shared(facts):
        return won, all_of(asked.b, asked.b)
    return won, np.full(len(won), 1 / facts.seats(setting))


def packs(known: Pack, asked: argparse.Namespace) -> Iterator[Pack]:
    """The shipped pack, or packs with open numbers drawn."""
    if not asked.packs:
        yield known
        return
    plan = build(load(RunRequest(known.game, seed=str(SEED + asked.seed))))
    plan = replace(plan, experiment=replace(plan.experiment, pack=known))
    for draw in draws(plan, open_guesses(plan), asked.packs):
        yield known.resolve(draw)


def told(setting: Mapping[str, Any], asked: argparse.Namespace, drawn: list[Pack]) -> str:
    """What was won in a setting, with 95% intervals: over games, or over packs."""
    games = max(1, asked.games // len(drawn))
    by_pack = [gains(known, dict(setting), asked, games) for known in drawn]
    won = np.array([ours.mean() for ours, _ in by_pack])
    held = np.array([theirs.mean() for _, theirs in by_pack])
    better = won - held
    spread = better if asked.packs else by_pack[0][0] - by_pack[0][1]
    half = 1.96 * spread.std(ddof=1) / len(spread) ** 0.5
    levels = {name: setting[name] for name in catalogue.facts(asked.game).crossed}
    line = f"{levels}: A {100 * won.mean():.1f}, {100 * held.mean():.1f} "
    line += "without it" if is_shared(catalogue.facts(asked.game)) else "is fair"
    line += f": {100 * better.mean():+.1f} ± {100 * half:.1f}"
    if asked.packs:
        line += f", higher in {int((better > 0).sum())} of {len(drawn)} packs"
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.add_argument("where", nargs="*", metavar="FACTOR=LEVEL")
    parser.add_argument("--games", type=int, default=2_000, help="a setting, all packs together")
    parser.add_argument("--packs", type=int, default=0)
    parser.add_argument("--measuring", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.game not in catalogue.names():
        parser.error(f"{asked.game}: one of {', '.join(catalogue.names())}")
    known = measuring(asked.game) if asked.measuring else pack.load(asked.game)
    for wrong in refusals(known, asked):
        parser.error(wrong)
    drawn = [seated(each, [asked.a, asked.b]) for each in packs(known, asked)]
    wanted = dict(text.split("=", 1) for text in asked.where)
    for setting in cells(asked.game):
        if all(str(setting[name]) == level for name, level in wanted.items()):
            print(told(setting, asked, drawn), flush=True)


if __name__ == "__main__":
    main()
