"""Tune a strategy's weights: python -m benchmarks.tune GAME STRATEGY [--games N] [--rounds N].

One weight after another goes up or down; a change is kept when it wins more games over the
cells of the default experiment, on the same seeds.  Seeds start at 900,000,000, so that none
is ever reported.  Prints the weights to put into strategies.toml.

In co-operative games all seats change, and won games count.  In competitive games one seat
changes, at a table of the strategy as it was when the round began; all have every seat equally
often, and its share of the win counts.

With --check nothing is tuned: every weight goes a quarter up and down, and what that does to
the win rate over all cells is printed, the best first.
"""

import argparse
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.expert import cells
from benchmarks.results import by_seat, lineup, won_by
from simulate import catalogue, pack
from simulate.pack import Pack

FIRST_SEED = 900_000_000
STEPS = (1.3, 1 / 1.3, 1.8, 1 / 1.8)
QUARTERS = (0.75, 1.25)
NOISE = 1.0  # standard errors that a gain must exceed
TUNED = "tuned"  # the strategy with changed weights, where it meets the unchanged one


class Trainer:
    """Plays a strategy with changed weights in every cell, always on the same games."""

    def __init__(self, game: str, strategy: str, games: int, leave_out: str) -> None:
        self.table: Any = catalogue.table(game)
        self.pack: Pack = pack.load(game)
        self.strategy = strategy
        self.games = games
        self.settings = [s for s in self._settings(game) if leave_out not in s.values()]
        self.seed = FIRST_SEED

    def _settings(self, game: str) -> list[dict[str, Any]]:
        facts, found = catalogue.facts(game), list(cells(game))
        for setting in found:
            setting["seed"] = FIRST_SEED
            setting["strategy"] = lineup(facts, setting, TUNED, self.strategy)
            setting["skill"] = 1.0
        return [by_seat(facts, setting) for setting in found]

    def settle(self, weights: Mapping[str, float]) -> None:
        """Let the rivals play by these weights from now on."""
        changes = {f"strategies.{self.strategy}.weights.{k}": v for k, v in weights.items()}
        self.pack = self.pack.resolve(changes, [])

    def wins(self, weights: Mapping[str, float]) -> np.ndarray:
        """The win of each game, or the share of it, all cells one after another."""
        named = self.pack.strategies
        tuned = named[self.strategy].model_copy(update={"weights": dict(weights)})
        changed = replace(self.pack, strategies={**named, TUNED: tuned}, _resolved={})

        def play(setting: dict[str, Any]) -> np.ndarray:
            ready = self.table.prepare(changed, setting)
            return won_by(TUNED, *self.table.play_block(ready, self.seed, 0, self.games))

        # Kernels let go of the interpreter, so threads are enough.
        with ThreadPoolExecutor() as pool:
            return np.concatenate(list(pool.map(play, self.settings))).astype(float)


def tune(trainer: Trainer, weights: dict[str, float], rounds: int) -> dict[str, float]:
    """Coordinate search; new seeds in every round."""
    for number in range(rounds):
        trainer.seed += 1
        trainer.settle(weights)
        base = trainer.wins(weights)
        print(f"round {number + 1}: {base.mean():.4f}", flush=True)
        kept = 0
        for name in list(weights):
            base, better = climb(trainer, weights, name, base)
            kept += better
        if not kept:
            break
    return weights


def climb(
    trainer: Trainer, weights: dict[str, float], name: str, base: np.ndarray
) -> tuple[np.ndarray, int]:
    """Try steps of one weight, changed in place when better; (wins now, 1 if changed)."""
    changed = 0
    for step in STEPS:
        old = weights[name]
        weights[name] = round(old * step, 4)
        won = trainer.wins(weights)
        gain = won - base
        error = gain.std() / np.sqrt(len(gain))
        if gain.mean() > NOISE * error and gain.mean() > 0:
            print(f"  {name} {old:g} -> {weights[name]:g}: +{100 * gain.mean():.2f}", flush=True)
            base, changed = won, 1
        else:
            weights[name] = old
    return base, changed


def check(trainer: Trainer, weights: dict[str, float]) -> list[tuple[float, float, str]]:
    """(gain in points, its 95% half-width, what was changed), the best gain first."""
    base = trainer.wins(weights)
    print(f"as shipped: {100 * base.mean():.2f}%, {len(base)} games", flush=True)
    found = []
    for name, value in weights.items():
        for step in QUARTERS:
            gain = trainer.wins(weights | {name: value * step}) - base
            error = 196 * gain.std() / np.sqrt(len(gain))
            found.append((100 * gain.mean(), error, f"{name} x {step}"))
    return sorted(found, reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("strategy")
    parser.add_argument("--games", type=int, default=1000, help="games in every cell")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--leave-out", default="", help="level whose cells are not played")
    parser.add_argument("--check", action="store_true", help="only try a quarter more and less")
    asked = parser.parse_args()
    trainer = Trainer(asked.game, asked.strategy, asked.games, asked.leave_out)
    weights = dict(trainer.pack.strategies[asked.strategy].weights)
    start = time.monotonic()
    if asked.check:
        for gain, error, what in check(trainer, weights):
            print(f"{what}: {gain:+.2f} points (+- {error:.2f})")
        return
    for name, value in tune(trainer, weights, asked.rounds).items():
        print(f"{name} = {value:g}")
    print(f"took {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
