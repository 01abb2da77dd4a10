"""Tune a strategy's weights: python -m training.tune GAME STRATEGY [--games N] [--rounds N].

One weight after another goes up or down; a change is kept when it wins more games over the
cells of the default experiment, on the same seeds.  Seeds start at 900,000,000, so that none
is ever reported.  Prints the weights to put into strategies.toml.

In co-operative games all seats change, and won games count.  In competitive games one seat
changes, at a table of the strategy as it was when the round began; all have every seat equally
often, and its share of the win counts.

With --check nothing is tuned: every weight goes a quarter up and down, and what that does to
the win rate over all cells is printed, the best first.

With --designs D all weights go a fifth up or down at once, at random, in each of D designs on
games of their own, and a regression gives the effect of each; the clear ones take a step.  That
costs far fewer games than one weight after another.  Stages of a game that are named together,
as in --stages act_2+act_2_late, move apart from the rest; --fixed trials=0,doubt leaves weights
as they are, or as given.
"""

import argparse
import itertools
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.results import by_seat, lineup, won_by
from simulate import pack
from simulate.pack import Pack, catalogue
from training.measure.expert import cells

FIRST_SEED = 900_000_000
STEPS = (1.3, 1 / 1.3, 1.8, 1 / 1.8)
QUARTERS = (0.75, 1.25)
NOISE = 1.0  # standard errors that a gain must exceed
FIFTH = 1.2  # by which a design moves each weight
CLEAR = 2.0  # standard errors that an effect must exceed for a step
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


Weights = dict[tuple[str, str], float]  # by stages that move together ("" for the rest), and name


class Designs:
    """Plays random designs of all weights at all stages, and climbs by what they show."""

    def __init__(self, trainer: Trainer, stages: str, fixed: str, seed: int) -> None:
        self.trainer = trainer
        self.strategy = trainer.pack.strategies[trainer.strategy]
        self.groups = ["", *filter(None, stages.split(","))]
        pairs = (pair.partition("=") for pair in fixed.split(",") if pair)
        self.fixed = {name: float(value) if value else None for name, _, value in pairs}
        self.by_chance = np.random.default_rng(seed)
        self.block = itertools.count(seed * 100_000)  # no design meets another's games

    def start(self, setting: Mapping[str, Any]) -> Weights:
        """The weights as they are, in one cell."""
        own, seats = self.strategy, len(setting["strategy"])
        given = {name: value for name, value in self.fixed.items() if value is not None}
        found: Weights = {}
        for group in self.groups:
            at_stage = own.by_stage.get(group.partition("+")[0], {})
            whole = own.weights | own.by_players.get(str(seats), {}) | at_stage | given
            found |= {(group, name): value for name, value in whole.items()}
        return found

    def moving(self, weights: Weights) -> list[tuple[str, str]]:
        return [key for key, value in weights.items() if value and key[1] not in self.fixed]

    def wins(self, setting: dict[str, Any], weights: Weights) -> np.ndarray:
        """The win of each game of the next so many."""
        by_group: dict[str, dict[str, float]] = {group: {} for group in self.groups}
        for (group, name), value in weights.items():
            by_group[group][name] = value
        by_stage = {stage: by_group[group] for group in self.groups for stage in group.split("+")}
        rest = by_stage.pop("")
        own = self.strategy.model_copy(
            update={"weights": rest, "by_players": {}, "by_stage": by_stage}
        )
        named = self.trainer.pack.strategies
        changed = replace(self.trainer.pack, strategies={**named, TUNED: own}, _resolved={})
        ready = self.trainer.table.prepare(changed, setting)
        first = next(self.block) * self.trainer.games
        block = self.trainer.table.play_block(ready, FIRST_SEED, first, self.trainer.games)
        return won_by(TUNED, *block)

    def effects(self, setting: dict[str, Any], weights: Weights, count: int) -> np.ndarray:
        """(effect of a fifth more, its error) of each moving weight; then (share won, its)."""
        keys = self.moving(weights)
        signs = self.by_chance.choice((-1.0, 1.0), (count, len(keys)))

        def play(row: np.ndarray) -> float:
            moved = {key: weights[key] * FIFTH**sign for key, sign in zip(keys, row, strict=True)}
            return float(self.wins(setting, weights | moved).mean())

        with ThreadPoolExecutor() as pool:
            won = np.array(list(pool.map(play, signs)))
        x = np.column_stack([signs, np.ones(count)])
        found, *_ = np.linalg.lstsq(x, won, rcond=None)
        spread = ((won - x @ found) ** 2).sum() / (count - x.shape[1])
        errors = np.sqrt(spread * np.diag(np.linalg.inv(x.T @ x)))
        return np.column_stack([found, errors])


def climb_by_designs(designs: Designs, count: int, rounds: int) -> None:
    """Step after step; every cell has weights of its own, which step alike where it is alike."""
    settings = designs.trainer.settings
    weights = [designs.start(setting) for setting in settings]
    for number in range(rounds):
        cells_now = zip(settings, weights, strict=True)
        found = np.array([designs.effects(*cell, count) for cell in cells_now])
        print(f"round {number + 1}: won {np.round(100 * found[:, -1, 0], 1)}%", flush=True)
        take_steps(designs.moving(weights[0]), weights, found[:, :-1, 0], found[:, :-1, 1])
    for key in weights[0]:
        print(*key, "=", *(f"{cell[key]:.3g}" for cell in weights))


def take_steps(
    keys: list[tuple[str, str]], weights: list[Weights], effect: np.ndarray, error: np.ndarray
) -> None:
    """Move what is clear, in place: half a fifth for an effect of four standard errors.

    A cell's effect is drawn towards the mean of all cells as far as chance explains what differs.
    """
    mean, chance = effect.mean(0), (error**2).mean(0)
    apart = ((effect - mean) ** 2).mean(0)
    own = apart / (apart + 2 * chance)
    about = np.sqrt(own * error**2 + (1 - own) * chance / len(weights))
    sure = (mean + own * (effect - mean)) / about
    for k, key in enumerate(keys):
        if abs(sure[:, k]).max() > CLEAR:
            for cell, clear in zip(weights, sure[:, k], strict=True):
                if abs(clear) > CLEAR:
                    cell[key] *= FIFTH ** np.clip(clear / 8, -0.6, 0.6)
            gains = " ".join(f"{100 * gain:+.2f}" for gain in effect[:, k])
            now = " ".join(f"{cell[key]:.3g}" for cell in weights)
            print(f"  {key[0]} {key[1]}: {gains} points -> {now}", flush=True)


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
    parser.add_argument("--designs", type=int, default=0, help="move all weights at once")
    parser.add_argument("--stages", default="", help="stages with weights of their own")
    parser.add_argument("--fixed", default="", help="weights that do not move")
    parser.add_argument("--seed", type=int, default=1, help="of the designs and their games")
    asked = parser.parse_args()
    trainer = Trainer(asked.game, asked.strategy, asked.games, asked.leave_out)
    weights = dict(trainer.pack.strategies[asked.strategy].weights)
    start = time.monotonic()
    if asked.designs:
        designs = Designs(trainer, asked.stages, asked.fixed, asked.seed)
        climb_by_designs(designs, asked.designs, asked.rounds)
        return
    if asked.check:
        for gain, error, what in check(trainer, weights):
            print(f"{what}: {gain:+.2f} points (+- {error:.2f})")
        return
    for name, value in tune(trainer, weights, asked.rounds).items():
        print(f"{name} = {value:g}")
    print(f"took {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
