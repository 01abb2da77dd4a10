"""Lay the scale of skill: python -m training.skill GAME [STRATEGY] [--games N] [--kept] [--write].

Plays the default player at many temperatures of its choices: where all win together in every cell
of the default experiment, all seats alike; where seats compete in every duel, against itself at
skill 1.  From random play to its best, what is won is parted into ten equal steps (the mean of the
co-operative cells counts twice, that of the duels once), and each gets the temperature that
brings it.  With --write they become `strategies/GAME/learned/skill_TITLE.csv`.  Then what is won
at each tenth is told, on other seeds (none is ever reported); with --kept that of the temperatures
which are there.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from benchmarks.results import by_seat, won_by
from simulate import pack
from simulate.core.game.facts import WIN_RATE
from simulate.pack import Pack, catalogue
from strategies.learned import Learned
from strategies.skill import TENTHS, between, temperatures
from training import tables
from training.measure.expert import cells, default_of

SEED, TOLD_SEED = 940_000_000, 941_000_000
CHUNK = 100
OURS = "ours"  # the name of the player whose skill is softened
WIDEST = 60.0, 0.01  # temperatures between which the scale is looked for
TRIED = 14
ENDS, FINE = 0.02, 400  # shares nearer to none or all tell nothing; points of a smooth curve
COUNTS = 2, 1  # how much the co-operative cells and the duels count
ROOM = 2.0  # how far beyond the ends of what was found it is looked at closely


def of_a_duel(known: Pack, setting: dict[str, Any]) -> bool:
    """Whether two compete in a setting; in the others that are played all win together."""
    return known.facts.metric(by_seat(known.facts, setting)) != WIN_RATE


def settings(known: Pack) -> list[dict[str, Any]]:
    """Cells of the default experiment in which all win together or two compete."""
    return [
        setting
        for setting in cells(known.game)
        if not of_a_duel(known, setting) or known.facts.seats(setting) == 2
    ]


def play(
    known: Pack, setting: dict[str, Any], strategy: str, heat: float, seed: int, games: range
) -> float:
    """What our player won of some games at a temperature."""
    table, facts = catalogue.table(known.game), known.facts
    seats = facts.seats(setting)
    rivals = seats - 1 if of_a_duel(known, setting) else 0
    known = replace(known, strategies={**known.strategies, OURS: known.strategies[strategy]})
    who = {
        "strategy": [OURS] * (seats - rivals) + [strategy] * rivals,
        "skill": [0.5] * (seats - rivals) + [1.0] * rivals,
    }
    prepared = table.prepare(known, by_seat(facts, {**setting, **who, "seed": seed}))
    for seating in prepared.seatings:
        heats = seating.weights["own_temperature"]
        heats[heats > 0] = heat
    return float(won_by(OURS, *table.play_block(prepared, seed, games.start, len(games))).sum())


def won(
    known: Pack, strategy: str, heats: Sequence[float], seed: int, games: int, jobs: int
) -> np.ndarray:
    """The share of games won, by setting and temperature."""
    parts = [range(k, min(k + CHUNK, games)) for k in range(0, games, CHUNK)]
    work = [(s, heat, part) for s in settings(known) for heat in heats for part in parts]
    found = Parallel(n_jobs=jobs)(
        delayed(play)(known, setting, strategy, heat, seed, part) for setting, heat, part in work
    )
    shape = len(settings(known)), len(heats), len(parts)
    return np.asarray(found).reshape(shape).sum(axis=2) / games


def means(known: Pack, shares: np.ndarray) -> dict[str, np.ndarray]:
    """By temperature: the mean of the co-operative cells and that of the duels, as there are."""
    duels = np.array([of_a_duel(known, setting) for setting in settings(known)])
    sorts = {"co-operative": shares[~duels], "duels": shares[duels]}
    return {name: each.mean(axis=0) for name, each in sorts.items() if len(each)}


def laid(heats: Sequence[float], curves: Sequence[np.ndarray]) -> np.ndarray:
    """The temperatures of nine equal steps between what is won at the first and at the last.

    Each curve goes from random play to the best; the odds of how far they are on their way are
    smoothed, a cubic of the logarithm of the temperature.
    """
    ways = [(each - each[0]) / (each[-1] - each[0]) for each in curves]
    way = np.average(ways, axis=0, weights=COUNTS[: len(ways)])[1:-1]
    inside = (way > ENDS) & (way < 1 - ENDS)
    at, share = np.log(heats[1:-1])[inside], way[inside]
    odds, sure = np.log(share / (1 - share)), np.sqrt(share * (1 - share))
    fine = np.linspace(at.max() + np.log(ROOM), at.min() - np.log(ROOM), FINE)
    smooth = np.polyval(np.polyfit(at, odds, min(3, len(at) - 1), w=sure), fine)
    tenths = np.array([float(tenth) for tenth in TENTHS])
    wanted = np.log(tenths / (1 - tenths))
    return np.exp(np.interp(wanted, np.maximum.accumulate(smooth), fine))


def fitted(known: Pack, strategy: str, asked: argparse.Namespace) -> list[float]:
    """The temperatures of nine equal steps: looked for widely with few games, then closely."""
    ends = WIDEST
    for games in (asked.games // 4, asked.games):
        tried = (inf, *np.geomspace(*ends, TRIED), 0.0)
        shares = won(known, strategy, tried, SEED, games, asked.jobs)
        print("tried", " ".join(f"{heat:.4g}" for heat in tried))
        for line in told(known, shares):
            print(line, flush=True)
        heats = laid(tried, list(means(known, shares).values()))
        ends = heats[0] * ROOM, heats[-1] / ROOM
    return [float(heat) for heat in heats]


def write(game: str, heats: Sequence[float]) -> None:
    """Keep the temperatures beside the players of a game."""
    file = Path("strategies") / catalogue.facts(game).package / "learned" / f"skill_{game}.csv"
    learned = Learned(file, {"skill": TENTHS}, ("temperature",))
    tables.write(learned, np.array(heats), f"python -m training.skill {game}", 4)


def told(known: Pack, shares: np.ndarray) -> Iterator[str]:
    """What is won at each tenth, setting by setting, and by how much the means rise."""
    for setting, each in zip(settings(known), shares, strict=True):
        levels = " ".join(str(setting[name]) for name in known.facts.crossed)
        yield f"{levels:24}" + "".join(f"{100 * share:6.1f}" for share in each)
    for name, each in means(known, shares).items():
        yield f"{name:24}" + "".join(f"{100 * share:6.1f}" for share in each)
        yield f"{'steps':30}" + "".join(f"{100 * step:6.1f}" for step in np.diff(each))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("strategy", nargs="?")
    parser.add_argument("--games", type=int, default=2_000, help="of each setting and temperature")
    parser.add_argument("--kept", action="store_true", help="lay nothing anew")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    known = pack.load(asked.game)
    strategy = asked.strategy or default_of(known.facts)
    heats: Sequence[float] = temperatures(asked.game)
    if not asked.kept:
        heats = fitted(known, strategy, asked)
        print("temperatures", " ".join(f"{heat:.4g}" for heat in heats), flush=True)
    if asked.write:
        write(asked.game, heats)
    tenths = [between(heats, k / 10) for k in range(11)]
    shares = won(known, strategy, tenths, TOLD_SEED, asked.games, asked.jobs)
    for line in told(known, shares):
        print(line, flush=True)


if __name__ == "__main__":
    main()
