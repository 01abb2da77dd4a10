"""Runs killed at random moments, real processes: `python -m benchmarks.kills` with many more."""

import random

import pytest

from benchmarks import kills
from tests.machine.process import linux_only

pytestmark = [linux_only, pytest.mark.long]


def test_runs_killed_at_random_moments_become_what_nobody_disturbed(tmp_path):
    random.seed(2014)
    told = kills.kill_all(tmp_path, kills.ARITHMETIC, 10, 2)
    assert sum(told.kills.values()) >= 10
    assert told.goes > 0
    assert (told.wrong, told.left) == (0, 0)
