"""What is called uneven over levels: found where it is, and seldom where luck alone makes it."""

from dataclasses import replace

import numpy as np

from analysis.rates.contrasts import Contrast
from analysis.rates.uneven import uneven
from analysis.stats.intervals import Estimate, effect

EVEN = Contrast(
    family="keepers", label="", against="", one_of_several=True, value="", games=900, rate=0.5,
    effect=Estimate(0.0, -0.1, 0.1, 0.05), q=1.0, verdict="",
)  # fmt: skip


def of(label, *values, se=0.02):
    """A contrast with an effect at each level; None where it could not be told."""
    levels = (None if value is None else effect(value, se**2) for value in values)
    return replace(EVEN, label=label, by_level=tuple(levels))


def test_what_differs_by_level_is_found_the_most_first():
    cases = [of("same", 0.1, 0.1, 0.1), of("some", 0.1, 0.0), of("most", 0.3, -0.1, 0.0)]
    assert [each.label for each in uneven(cases)] == ["most", "some"]


def test_one_level_or_none_tells_nothing():
    assert uneven([of("one", None, 0.5), of("none", None, None), replace(EVEN, label="no")]) == []


def test_luck_alone_is_seldom_called_uneven():
    """In at most 5 of 100 runs anything is, where nothing differs (and all q are of one family)."""
    rng = np.random.default_rng(5)
    runs = [
        uneven([of(f"c{k}", *rng.normal(0.05, 0.02, size=3)) for k in range(8)]) for _ in range(400)
    ]
    often = sum(bool(found) for found in runs)
    assert 5 < often < 36  # 20 are expected; more than 35 come once in a thousand times
