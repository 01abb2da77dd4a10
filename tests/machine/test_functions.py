"""The functions of games: how near they come, and that every machine finds the same bits."""

import hashlib
import itertools
import math
import os
import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from simulate.core.functions import HIGHEST, LOWEST, ceiling, exp, logistic, power
from tests.machine.process import PATIENCE

LN_2 = 0.6931471805599453
LEAST = 5e-324


def drawn(count, low, high):
    """Numbers of a sequence that fills a range evenly, by plain arithmetic."""
    return [low + (high - low) * ((i * 0.6180339887498949 + 0.5) % 1.0) for i in range(count)]


def numbers():
    """What exp is asked: far and near, where r is largest, where results are below 2^-1022."""
    whole = [
        *drawn(4_000, LOWEST, HIGHEST),
        *drawn(4_000, -30.0, 5.0),
        *drawn(2_000, LOWEST, -708.0),
    ]
    small = [x * 2.0**-n for n in range(60) for x in drawn(20, -1.0, 1.0)]
    turns = [(k + 0.5) * LN_2 for k in range(-1074, 1023)]
    return [*whole, *small, *turns, *(math.nextafter(x, math.inf) for x in turns)]


def last_bits(found, wanted):
    """By how many floats one lies beside the other."""
    return abs(int(np.float64(found).view(np.int64)) - int(np.float64(wanted).view(np.int64)))


def exactly(x):
    """e to the power x, correctly rounded: the digits are forty, and then a float's."""
    with localcontext(prec=40):
        return float(Decimal(x).exp())


def digest():
    """One word for the bits of all that the functions give."""
    found = [f(x) for f in (exp, logistic) for x in numbers()]
    found += [power(x, n) for x in drawn(500, -2.0, 2.0) for n in range(12)]
    return hashlib.sha256(np.array(found).tobytes()).hexdigest()[:16]


def test_exp_is_within_one_last_bit():
    off = [last_bits(exp(x), exactly(x)) for x in numbers()]
    assert max(off) <= 1
    assert sum(off) < 0.03 * len(off), "and most are correctly rounded"


@pytest.mark.parametrize(
    "x, wanted",
    [
        (0.0, 1.0),
        (-0.0, 1.0),
        (1.0, math.e),
        (LEAST, 1.0),
        (HIGHEST, exactly(HIGHEST)),
        (math.nextafter(HIGHEST, math.inf), math.inf),
        (math.inf, math.inf),
        (math.nextafter(LOWEST, 0.0), LEAST),
        (LOWEST, 0.0),
        (-1e308, 0.0),
        (-math.inf, 0.0),
    ],
)
def test_exp_at_its_ends(x, wanted):
    assert exp(x) == wanted


def test_exp_of_no_number_is_none():
    assert math.isnan(exp(math.nan))


def test_exp_never_falls_where_its_number_rises():
    """A softmax must not put the better of two behind."""
    for x in drawn(2_000, -20.0, 20.0):
        near = list(
            itertools.accumulate(range(8), lambda at, _: math.nextafter(at, 99.0), initial=x)
        )
        found = [exp(at) for at in near]
        assert found == sorted(found)


def test_chances_of_log_odds():
    assert (logistic(0.0), logistic(800.0), logistic(-800.0)) == (0.5, 1.0, 0.0)
    for x in drawn(500, -30.0, 30.0):
        assert logistic(x) == pytest.approx(1 / (1 + math.exp(-x)), rel=1e-15)


def test_powers_of_whole_numbers_are_whole():
    for base, times in itertools.product(range(-7, 8), range(10)):
        assert power(base, times) == base**times


def test_powers_of_floats_are_products():
    for base, times in itertools.product(drawn(50, -3.0, 3.0), range(12)):
        wanted = Fraction(base) ** times
        assert abs(Fraction(power(base, times)) - wanted) <= abs(wanted) * times / 2**53
    assert power(0.0, 0) == 1


def test_the_next_whole_number():
    for x in (*drawn(500, -9.0, 9.0), *range(-9, 10), 1e-300, -1e-300, 0.7 * 10, 4e18):
        assert ceiling(float(x)) == math.ceil(x)


def test_the_same_bits():
    """On any processor and system, compiled and in plain Python: those of the first day."""
    assert digest() == "6634c3147f436a8d"


@pytest.mark.long
@pytest.mark.parametrize(
    "setting",
    [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_OPT": "0"}, {"NUMBA_DISABLE_JIT": "1"}],
    ids=str,
)
def test_the_same_bits_compiled_otherwise(tmp_path, setting):
    """For another processor, where this one could round a product and a sum at once; as it is."""
    code = "from tests.machine.test_functions import digest; print(digest())"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), **setting},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert ended.stdout == f"{digest()}\n"
