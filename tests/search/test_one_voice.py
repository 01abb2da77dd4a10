"""One voice on levels: a search gives no verdict where a run gives none, and says what is open."""

from dataclasses import replace

import pytest

from analysis.rates.levels import Levels
from analysis.rates.skill_gap import gaps
from analysis.rates.variants import VariantChange
from analysis.stats.intervals import bonett_price_interval, rate
from analysis.stats.verdicts import ABOVE, BELOW, FAR, MORE, ON_TARGET, Band, of_rate
from reports.search import advice, tuning
from reports.text import words
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.candidate import SearchOutcome, behind, with_variants
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.pareto_front import chosen, front
from simulate.search.trial import design_of

BAND, GAMES = Band(0.4, 0.6), 10_000
# Every game that is won alone or together.
RATED = ["defenders/steps", "dungeons/steps", "ultra_kingdoms/solo", "tactics/solo"]


def change(share):
    rates = rate(8_000, GAMES), rate(round(share * GAMES), GAMES)
    effect = bonett_price_interval(share - 0.8, 0.4 / GAMES, GAMES, 1.0)
    goal = Goal({"players": 3}, WON, 0, "", (0, 1), BAND)
    stands = (GoalChange(goal, *rates, effect, of_rate(rates[1], BAND)),)
    changes = (VariantChange("rules.capital_limit", 6, 5),)
    return Confirmed("x", changes, stands, (), (), (), (1, 0.1), every=stands)


def given_far(verdict):
    return FAR


@pytest.mark.parametrize("share, said", [(0.397, "more likely below than in"), (0.604, "above"),
                                         (0.404, "Part of it may lie outside")])  # fmt: skip
def test_what_is_open_says_where_it_more_likely_lies(share, said):
    """A change at 59.9% for 60-70% was told as open, and nothing more."""
    found = change(share)
    experiment = load(RunRequest("defenders/steps", band="0.4-0.6"), [])
    base = tuple(each.without for each in found.places)
    search = SearchOutcome((), WON, base, (), 0, 9, 9_000, ())
    page = advice.document(experiment, search, [found], 9, lambda changes: "", {}, lambda verb: "")
    text = page["findings"][1]["text"]
    assert found.open and said in text and ": more games would tell (`--games`)." in text


@pytest.mark.parametrize("target", RATED)
@pytest.mark.parametrize("strategy", ["quick", "balanced", "random"])
def test_a_search_refuses_what_a_run_refuses(target, strategy):
    """In every game that is won alone or together, level by level."""
    asked = load(RunRequest(target, band="0.45-0.55", sets=(f"strategy={strategy}",)), [])
    of_run, of_search = (design_of(plan) for plan in (build(asked), with_variants(asked, {})))
    run, search = Levels(of_run), Levels(of_search)
    assert [gap.points for gap in run.far] == [gap.points for gap in search.far]
    assert [gap.points for gap in behind(of_search)] == [gap.points for gap in gaps(of_run)]
    twins = zip(of_run.base, of_search.base, strict=True)
    for one, other in twins:
        for verdict in (ABOVE, BELOW, ON_TARGET, MORE):
            assert run.given(one, verdict) == search.given(other, verdict)


def test_without_a_verdict_no_sentence_gives_one():
    """Nothing is open that games would tell, and no setting of a target is counted as on it."""
    experiment = load(RunRequest("defenders/steps", band="0.4-0.6"), [])
    for share in (0.5, 0.397, 0.9):
        found = change(share)
        goal = replace(found.places[0].goal, given=(given_far, given_far))
        hidden = tuple(replace(each, goal=goal) for each in found.places)
        found = replace(found, places=hidden, every=hidden)
        search = SearchOutcome((), WON, (hidden[0].without,), (), 0, 9, 9_000, ())
        points = front([found])
        pages = [
            advice.document(experiment, search, [found], 9, lambda changes: "", {},
                            lambda verb: ""),
            tuning.document(experiment, search, points, chosen(points), [found], 9,
                            lambda changes: "", {}, lambda verb: ""),
        ]  # fmt: skip
        for page in pages:
            said = " ".join(finding["text"] for finding in page["findings"][1:])
            assert "more games would tell" not in said.lower(), said
            assert "without a verdict" in said or (page is pages[0] and share == 0.9), said
            assert page["header"]["badge"]["text"] == words.VERDICTS[FAR].badge()["text"]
