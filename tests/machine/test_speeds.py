"""When a game counts as slower, and when that cannot be told.  No timing is judged."""

import math

import pytest

from benchmarks.speeds import FEWEST, MOST, is_settled, log_of_pair, times

STEADY = (0.99, 1.01, 1.0, 0.995, 1.005)


def logs(around, by=1.0):
    return [math.log(around) + by * math.log(each) for each in STEADY]


def test_the_mean_is_geometric_and_its_interval_students():
    found = times([math.log(1.0), math.log(1.21)])
    assert found.value == pytest.approx(1.1)
    # 63.66 times the standard error: 99% of Student's distribution with one degree of freedom.
    assert math.log(found.high / found.value) == pytest.approx(63.657 * math.log(1.21) / 2, 1e-3)
    assert found.low * found.high == pytest.approx(found.value**2)
    assert times([0.0]).high == math.inf


@pytest.mark.parametrize(
    ("around", "verdict"), [(1.0, "not slower"), (0.8, "not slower"), (1.05, ""), (1.08, "SLOWER")]
)
def test_it_alarms_where_the_whole_interval_says_so(around, verdict):
    assert times(logs(around)).verdict == verdict


@pytest.mark.parametrize("around", [1.0, 1.1])
def test_where_the_interval_is_wide_nothing_is_told_and_more_is_played(around):
    wide = logs(around, by=10)
    assert times(wide).verdict == "" and not is_settled(wide)
    assert times(wide * 20).verdict
    assert not is_settled([math.log(1.0)] * (FEWEST - 1))
    assert is_settled([-1.0, 1.0] * (MOST // 2)), "there is an end"


class Clocked:
    """A process that takes so long for a game, more and more as the machine is busier."""

    clock = 1.0

    def __init__(self, seconds):
        self.each = seconds

    def seconds(self, strategy, first, count):
        Clocked.clock += 0.1
        return self.each * count * Clocked.clock


def test_other_work_that_comes_bit_by_bit_falls_out_of_a_pair():
    found = log_of_pair(Clocked(1.0), Clocked(1.07), "quick", (10, 9))
    assert found == pytest.approx(math.log(1.07), abs=1e-9)
