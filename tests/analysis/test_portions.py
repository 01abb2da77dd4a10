"""Results of many games: nothing is made of all of them at once.

And nothing depends on how many are taken at a time.
"""

import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.conclusions import comparison
from analysis.data.counts import Counts
from analysis.description import checks
from analysis.estimators import pairs, pooled
from analysis.rates import difficulty
from analysis.stats import results
from analysis.stats.results import ABSENT

GAMES = 2_000_000
# A number of eight bytes for every game, which is what may not be made.
TOO_MUCH = 8 * GAMES


def won(games, cells=3):
    """Results of cells on the same luck, the last one cut short."""
    luck = np.random.default_rng(5).random(games, dtype=np.float32)
    found = {cell: (luck < 0.2 + 0.2 * cell).astype(np.int8) for cell in range(cells)}
    found[cells - 1][-games // 10 :] = ABSENT
    return found


def asked(found):
    """All that is asked of all results of a setting at once."""
    known = {cell: result.astype(np.float32) for cell, result in found.items()}
    for values, result in zip(known.values(), found.values(), strict=True):
        values[result == ABSENT] = np.nan
    codes = {cell: result.astype(np.int16) for cell, result in found.items()}
    counts = Counts(found)
    amounts = np.arange(len(found), dtype=float)
    design = SimpleNamespace(manifest={"seed": 1})
    return {
        "games": lambda: [counts.games(cell) for cell in found],
        "wins": lambda: [counts.wins(cell) for cell in found],
        "difference": lambda: pairs.difference(found, 0, 2),
        "told apart": lambda: pairs.told_apart(found, [*found]),
        "numbers": lambda: pairs.of_numbers(known, {0: 1.0, 2: -1.0}),
        "curve": lambda: difficulty._fit(amounts, [*found.values()]),
        "pooled": lambda: pooled.wins(counts, found),
        "gaps": lambda: checks._replicates(design, counts),
        "drift": lambda: [checks._even(result) for result in found.values()],
        "met": lambda: comparison._met(codes[0], 1).sum(),
    }


NAMES = [*asked(won(10))]


@pytest.fixture(scope="module")
def many():
    every = asked(won(GAMES))
    for ask in asked(won(1_000)).values():  # what is loaded for it is no matter of games
        ask()
    return every


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_made_of_all_results_at_once(many, name):
    tracemalloc.start()
    try:
        many[name]()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < TOO_MUCH / 2


@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_same_however_many_are_taken_at_a_time(monkeypatch, name):
    found = won(3_000)
    whole = asked(found)[name]()
    for at_once in (7, 1_000, 2_999):
        for module in (results, pairs, difficulty):
            monkeypatch.setattr(module, "AT_ONCE", at_once)
        assert almost(asked(found)[name]()) == almost(whole)


def almost(told):
    """All numbers of an answer, rounded: sums of parts differ in their last bits."""
    if isinstance(told, float | np.floating):
        return float(f"{told:.9g}")
    if isinstance(told, np.ndarray | list | tuple):
        return [almost(each) for each in told]
    if hasattr(told, "__dataclass_fields__"):
        return [almost(getattr(told, name)) for name in told.__dataclass_fields__]
    return told
