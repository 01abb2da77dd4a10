"""What luck alone lets go of a run's findings, held against findings that were made up."""

from types import SimpleNamespace

import numpy as np
import pytest

from analysis.conclusions.facts import Fact
from analysis.conclusions.replication import GONE, HELD, OPEN, Afresh, _played

REACH = 1.96
STUDY = SimpleNamespace(design=SimpleNamespace(confidence=SimpleNamespace(reach=REACH)))
ENDS = {"above": (0.02, None), "below": (None, -0.02), "inside": (-0.08, 0.08)}
FIRST, SECOND = 0.01, 0.015  # standard errors of the two runs


def found(value, low, high):
    return {"text": "", "metric": "over_fair_share", "where": {"faction": "orcs"}, "at_least": low,
            "at_most": high, "value": value, "low": value - REACH * FIRST,
            "high": value + REACH * FIRST, "error": FIRST}  # fmt: skip


def now(value, error=SECOND):
    ends = (value - REACH * error, value + REACH * error)
    return Fact("over_fair_share", {"faction": "orcs"}, value, *ends, "", 1)


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_luck_lets_go_of_as_many_as_are_foretold(ends):
    """Truths are anywhere, so what the first run found is all that is known of them."""
    low, high = ends
    luck = np.random.default_rng(7)
    played = []
    for truth in luck.uniform(-0.3, 0.3, 60_000):
        first = truth + luck.normal(0, FIRST)
        settled = low is None or first - REACH * FIRST >= low
        if settled and (high is None or first + REACH * FIRST <= high):
            played.append(
                _played(STUDY, found(first, low, high), now(truth + luck.normal(0, SECOND)))
            )
    held = np.mean([one.said == HELD for one in played])
    # About 8,000 to 26,000 findings: three standard errors are a point and a half at most.
    assert np.mean([one.keeps for one in played]) == pytest.approx(held, abs=0.015)
    assert 0.5 < held < 1


def test_seven_findings_lie_within_the_number_that_is_told():
    luck, inside = np.random.default_rng(8), 0
    for _ in range(2_000):
        truths = luck.uniform(0.05, 0.12, 7)
        firsts = truths + luck.normal(0, FIRST, 7)
        seconds = truths + luck.normal(0, SECOND, 7)
        pairs = zip(firsts, seconds, strict=True)
        played = [_played(STUDY, found(a, 0.02, None), now(b)) for a, b in pairs]
        told = Afresh("run", 1, played, 0)
        low, high = told.let_go_between
        inside += low <= 7 - told.count(HELD) <= high
    assert inside / 2_000 >= 0.94  # whole numbers: more than 95% is as it should be


def test_a_finding_is_gone_where_the_whole_interval_says_otherwise():
    said = [_played(STUDY, found(0.06, 0.02, None), one).said
            for one in (now(0.08), now(-0.04), now(0.03), None)]  # fmt: skip
    assert said == [HELD, GONE, OPEN, OPEN]
