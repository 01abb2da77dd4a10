"""What two players find is put beside each other, and what only one finds is named."""

import numpy as np
import pytest

from analysis.rates.agreement import agreements
from analysis.stats.intervals import Estimate
from analysis.study import study
from benchmarks.agreement import Judged, Pair, typical
from reports.alerts import alerts
from reports.sections.rates import agreement
from tests.analysis import made_up_contest
from tests.analysis.made_up_contest import Contest


def entry(strategy="sailor", flips=(), **setting):
    told = [{"kind": "boats", "what": what, "one": 0.1, "other": 0.0} for what in flips]
    return {
        "setting": setting, "strategy": strategy, "better": "expert", "things": 20,
        "apart": 0.031, "flips": told, "games": 4000, "better_games": 400, "on": "2026-11-26",
    }  # fmt: skip


def told(*known):
    made = made_up_contest.in_memory(Contest(games=400, players=(3,)))
    made.manifest["agreements"] = list(known)
    for cell in made.manifest["cells"]:
        cell["setting"]["strategy"] = ["sailor"] * 3
    return study(made)


def said(found):
    return [alert["text"] for alert in alerts(found) if "verdicts" in alert["text"]]


def test_what_only_these_players_find_is_told_by_name():
    found = told(entry(flips=("Red", "Blue"), players=3))
    section = agreement.section(found)
    assert [row["what"] for row in section.tables[1]["rows"]] == ["Red", "Blue"]
    (text,) = said(found)
    assert text.startswith("Of 20 verdicts 2 are others where everybody plays `expert`")
    assert "Red (boats), Blue (boats). These hang on who plays" in text


def test_no_more_than_luck_is_no_alarm():
    found = told(entry(flips=("Red",), players=3))
    assert agreements(found.design)[0].by_luck == pytest.approx(1.0)
    assert agreement.section(found) is not None and not said(found)


def test_other_settings_and_other_players_tell_nothing():
    found = told(entry(players=4), entry("pirate", players=3))
    assert not agreements(found.design) and agreement.section(found) is None


def judged(value, se, verdict):
    return Judged((), "boats", "Red", Estimate(value, value - se, value + se, se), verdict)


def test_a_verdict_flips_where_it_differs_by_more_than_chance():
    strong = judged(0.10, 0.01, "more than its share")
    assert Pair(strong, judged(0.0, 0.02, "not enough games")).flips
    assert not Pair(strong, judged(0.07, 0.02, "not enough games")).flips
    assert not Pair(strong, judged(0.0, 0.02, "more than its share")).flips


@pytest.mark.parametrize("real", [0.0, 0.02, 0.05])
def test_chance_is_taken_out_of_how_far_both_lie_apart(real):
    """Differences of that size on average, seen through noise of twice the usual size."""
    rng = np.random.default_rng(46)
    true = rng.normal(0, real * np.sqrt(np.pi / 2), 4000)
    pairs = [Pair(judged(d + rng.normal(0, 0.02), 0.02, ""), judged(0.0, 0.0, "")) for d in true]
    assert typical(pairs) == pytest.approx(real, abs=0.004)
