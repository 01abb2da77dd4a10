"""What makes a game hard that all play together: its settings, and what is dealt.

Chances to win differ between games before they begin.  How much of that spread (the variance) each
factor of the setting makes is its Shapley value over the factors (Owen 2014), so that what they
make together is split; what is dealt is dealt by itself, and adds its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from analysis.data import deal
from analysis.data.design import CrossedFactor, Design
from analysis.data.reading import Blocks
from analysis.stats.intervals import Estimate, effect
from analysis.stats.shapley import ShapleyWeights, shapley_weights
from simulate.core.errors import InputError, Problem
from simulate.search.trial import GROWTH, STEP, Trial, first_round
from simulate.store import MOST_REPLICATE

PRECISION = 0.05  # of a share of the spread, either way
BATCHES = 20  # of game numbers: the product of two has no luck in common
NOTHING = 1e-9


@dataclass(frozen=True)
class LevelRate:
    """A level of a factor, or a thing that is dealt, and the games won with it."""

    name: Any
    won: float


@dataclass(frozen=True)
class HardPart:
    """What makes some of the spread.  share: of all of it; factor: its key, empty of the deal."""

    name: str
    factor: str
    share: Estimate
    hardest: LevelRate
    easiest: LevelRate


@dataclass(frozen=True)
class WhatIsHard:
    """What makes a game hard, the largest part first; all shares come to 1.

    worst, best: levels of the settings that are won least and most often.  spread: the standard
    deviation of the chance to win.  games: of each setting.
    """

    parts: tuple[HardPart, ...]
    worst: LevelRate
    best: LevelRate
    spread: float
    games: int

    @property
    def half(self) -> float:
        """Half the widest interval of a share."""
        return max(part.share.half for part in self.parts)


def play(
    trial: Trial, precision: float, most: int, seed: int, say: Callable[[str], object] = str
) -> WhatIsHard:
    """Play all settings alike until every share is known closely.

    most: games of each setting.  Raises InputError where nothing makes a difference.
    """
    games = min(most, first_round(trial.plan) * GROWTH)
    while True:
        trial.as_it_is(games)
        found = _Spread(trial, seed).found(games)
        if games >= most or found.half <= precision:
            return found
        say(f"largest part so far: {found.parts[0].name}")
        games = min(most, games * GROWTH // STEP * STEP)


@dataclass(frozen=True)
class _TrialRows:
    """The games of a trial as those of a run."""

    manifest: dict[str, Any]
    tables: tuple[pl.DataFrame, pl.DataFrame]

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        return self._of(0, first, last)

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> pl.LazyFrame:
        return self._of(1, first, last)

    def _of(self, table: int, first: int, last: int) -> pl.LazyFrame:
        return self.tables[table].lazy().filter(pl.col("replicate").is_between(first, last))


class _Spread:
    """The games of a trial in batches, and what their spread is made of.

    rates: float64[batches, cells], games won; with_it, without: float64[batches, things], games won
    with a thing that is dealt and without it beyond those of their setting.
    """

    def __init__(self, trial: Trial, seed: int) -> None:
        self.cells, self.seed = trial.design.base, seed
        numbers = [cell.number for cell in self.cells]
        frames = zip(*(trial.tables(number) for number in numbers), strict=True)
        games, seats = (pl.concat(each) for each in frames)
        manifest = trial.design.manifest
        played = [c | {"games": trial.score.games[c["number"]]} for c in manifest["cells"]]
        kept = {kind: [c for c in manifest["columns"][kind] if c["name"] in table.columns]
                for kind, table in (("games", games), ("seats", seats))}  # fmt: skip
        shards = [{"kind": "games", "rows": games.height}]
        manifest = manifest | {"cells": played, "columns": kept, "shards": shards}
        rows = _TrialRows(manifest, (games, seats))
        self.design = Design(manifest)
        everywhere = frozenset(numbers)
        self.things = [q for q in deal.questions(self.design, rows) if q.cells >= everywhere]
        self._count(rows, {number: place for place, number in enumerate(numbers)})

    def _count(self, rows: _TrialRows, places: dict[int, int]) -> None:
        blocks = [*Blocks(rows, self.design)]
        cell = np.concatenate([b.games["cell"].replace_strict(places).to_numpy() for b in blocks])
        deals = np.concatenate([block.deals for block in blocks])
        won = np.concatenate([block.won for block in blocks]).astype(float)
        dealt = np.concatenate([deal.answers(block, self.things) for block in blocks])
        batch = deals * BATCHES // (int(deals.max()) + 1)
        group = batch * len(places) + cell
        size = BATCHES * len(places)
        rates = np.bincount(group, won, size) / np.maximum(np.bincount(group, minlength=size), 1)
        self.rates = rates.reshape(BATCHES, len(places))
        beyond = won - rates[group]
        self.part = dealt.mean(axis=0)
        self.with_it, self.without = (self._means(batch, beyond, dealt == had) for had in (1, 0))

    def _means(self, batch: np.ndarray, beyond: np.ndarray, had: np.ndarray) -> np.ndarray:
        """float64[batches, things]; 0 where a batch has none."""
        sums, counts = np.zeros((2, BATCHES, had.shape[1]))
        np.add.at(sums, batch, had * beyond[:, None])
        np.add.at(counts, batch, had)
        return np.asarray(sums / np.maximum(counts, 1))

    @cached_property
    def factors(self) -> tuple[CrossedFactor, ...]:
        """Those of the setting that have several levels."""
        return self.design.factors

    @cached_property
    def _weighing(self) -> ShapleyWeights:
        return shapley_weights(len(self.factors), self.seed)

    @cached_property
    def _families(self) -> list[str]:
        return [*dict.fromkeys(thing.family for thing in self.things)]

    @cached_property
    def _scales(self) -> np.ndarray:
        """What a squared difference of a thing adds: things of which a game has some share it."""
        columns = [(thing.table, thing.column) for thing in self.things]
        alike = np.array([columns.count(column) for column in columns], float)
        return np.asarray(np.where(alike > 1, (alike - 1) / alike, 1) * self.part * (1 - self.part))

    def found(self, games: int) -> WhatIsHard:
        """The parts of the spread.  Raises InputError where there is none."""
        whole = self._variances(np.arange(BATCHES))
        if not len(whole) or whole.sum() <= NOTHING:
            what = "neither a setting nor what is dealt makes a difference in these games"
            raise InputError([Problem("--of", f"is missing, and {what}")])
        left = [np.delete(np.arange(BATCHES), out) for out in range(BATCHES)]
        shares = np.array([(v := self._variances(rest)) / v.sum() for rest in left])
        errors = ((shares - shares.mean(axis=0)) ** 2).sum(axis=0) * (BATCHES - 1) / BATCHES
        told = [
            effect(float(s), float(e)) for s, e in zip(whole / whole.sum(), errors, strict=True)
        ]
        of_settings = [self._of_factor(*each) for each in zip(self.factors, told, strict=False)]
        of_deal = zip(self._families, told[len(of_settings) :], strict=True)
        parts = [*of_settings, *(self._of_family(*each) for each in of_deal)]
        won = self.rates.mean(axis=0)
        names = [f.name for f in self.factors]
        worst, best = (LevelRate({n: self.cells[k].levels[n] for n in names}, float(won[k]))
                       for k in (int(won.argmin()), int(won.argmax())))  # fmt: skip
        ordered = sorted(parts, key=lambda part: (-part.share.value, part.name))
        return WhatIsHard(tuple(ordered), worst, best, float(np.sqrt(whole.sum())), games)

    def _variances(self, batches: np.ndarray) -> np.ndarray:
        """What each factor, then each family of the deal, adds to the variance."""
        kept: list[float] = []
        if self.factors:
            full = 2 ** len(self.factors) - 1
            taken = self._weighing.subsets
            worth = [self._explained(full & ~subset, batches) for subset in taken]
            kept += self._weighing.values(np.array(worth)).tolist()
        apart = (self.with_it - self.without)[batches]
        squares = _product(apart) * self._scales
        for family in self._families:
            kept.append(sum(s for s, t in zip(squares, self.things, strict=True)
                            if t.family == family))  # fmt: skip
        return np.array(kept)

    def _explained(self, subset: int, batches: np.ndarray) -> float:
        """The variance over settings of the rate by the factors of a subset alone."""
        names = [f.name for place, f in enumerate(self.factors) if subset & 1 << place]
        keys = [str([cell.levels[name] for name in names]) for cell in self.cells]
        _, which = np.unique(keys, return_inverse=True)
        alike = (which[:, None] == which[None]) / np.bincount(which)[which][:, None]
        rates = self.rates[batches] @ alike.T
        return float(_product(rates - rates.mean(axis=1, keepdims=True)).mean())

    def _of_factor(self, factor: CrossedFactor, share: Estimate) -> HardPart:
        won, name = self.rates.mean(axis=0), factor.name
        rates = [LevelRate(level, float(won[[c.levels[name] == level for c in self.cells]].mean()))
                 for level in factor.levels]  # fmt: skip
        return HardPart(str(name), str(name), share, *_ends(rates))

    def _of_family(self, family: str, share: Estimate) -> HardPart:
        overall, beyond = float(self.rates.mean()), self.with_it.mean(axis=0)
        rates = [LevelRate(thing.label, overall + float(more))
                 for thing, more in zip(self.things, beyond, strict=True)
                 if thing.family == family]  # fmt: skip
        return HardPart(f"which {family}", "", share, *_ends(rates))


def _product(batches: np.ndarray) -> np.ndarray:
    """The mean product of two different batches, whose luck is not the same."""
    count = len(batches)
    both = batches.sum(axis=0) ** 2 - (batches**2).sum(axis=0)
    return np.asarray(both / (count * (count - 1)))


def _ends(rates: Sequence[LevelRate]) -> tuple[LevelRate, LevelRate]:
    by_rate = sorted(rates, key=lambda rate: rate.won)
    return by_rate[0], by_rate[-1]
