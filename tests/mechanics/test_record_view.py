"""Records of fractions as numbers in a row: the same memory, named and counted."""

import numpy as np
import pytest

from simulate.compiler.jit import numba
from simulate.compiler.kernels import kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.records import record_of

HERO = record_of(("health", "f8"), ("goods", "f8", 2))
TABLE = record_of("turns", ("hero", HERO), ("rivals", HERO, 2))
MIXED = record_of("turns", ("health", "f8"))


@kernel
def fill(s):
    """Write by name, and to the next row by place; the sum of the first."""
    numbers, total = numbers_of(s.hero), 0.0
    s.hero.health = 1.0
    s.hero.goods[1] = 3.0
    for i in range(len(numbers)):
        total += 10.0**i * numbers[i]
        numbers_of(s.rivals[1])[i] = numbers[i]
    return total


@kernel
def count(s):
    return len(numbers_of(s))


def test_what_is_written_by_name_is_read_by_place_and_the_other_way_round():
    s = np.zeros(1, TABLE)
    assert fill(s.view(np.recarray)[0]) == 301.0
    assert s["hero"][0].item()[0] == 1.0 and list(s["hero"][0]["goods"]) == [0.0, 3.0]
    assert s["rivals"][0][1] == s["hero"][0] and s["turns"][0] == 0


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="what is plain is not typed")
def test_a_record_with_whole_numbers_is_refused():
    with pytest.raises(numba.core.errors.TypingError, match="no record of fractions alone"):
        count(np.zeros(1, MIXED)[0])
