"""What a second player says of the first answer of a search, held against players made up."""

from dataclasses import replace
from math import inf

import pytest

from analysis.conclusions.players.change_robustness import ChangeOpinion, ChangeQuestion, surplus_of
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, key_of
from analysis.stats.intervals import Estimate, rate
from analysis.stats.verdicts import ABOVE, MORE, ON_TARGET, Band
from reports.findings.policy_robustness import change_line
from reports.search import second_opinion as pages
from reports.search.advice import answer
from simulate.experiment import RunRequest, load
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation import second_opinion
from simulate.search.confirmation.confirm import Confirmed, SecondSaid, second_command
from tests.analysis import made_up
from tests.search.test_side_effects import change, place

KEY = key_of("win_rate_change", {"variant": "small"})
TWIN = frozenset((0, 1))


def added(value, error=0.01):
    return Estimate(value, value - 1.96 * error, value + 1.96 * error, error)


def asked(value=0.2, error=0.01, paid=10_000):
    return ChangeQuestion("second", surplus_of(KEY, added(value, error), TWIN, 1_000), paid)


# Whether it stands


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(
    "finds, error, says",
    [(0.2, 0.03, YES), (0.1, 0.01, CANNOT), (0.08, 0.005, NO), (0.0, 0.03, NO), (-0.2, 0.03, NO),
     (0.2, 0.1, CANNOT)],
)  # fmt: skip
def test_a_change_stands_where_surely_half_of_it_is_found_the_same_way(way, finds, error, says):
    opinion = ChangeOpinion(asked(way * 0.2), 300, added(way * finds, error))
    assert opinion.said == says
    assert surplus_of(KEY, added(way * 0.2), TWIN, 1).held in (
        Claim(KEY, 0.1, inf), Claim(KEY, -inf, -0.1),
    )  # fmt: skip


def test_nobody_is_asked_about_what_is_not_sure():
    assert surplus_of(KEY, added(0.01), TWIN, 1_000) is None
    assert surplus_of(KEY, added(0.2), TWIN, 0) is None


@pytest.mark.parametrize(
    "error, paid, games",
    [(0.025, 10_000, 491), (0.025, 200, 200), (0.025, 122, None), (0.01, 10_000, 100),
     (0.01, 99, None)],
)  # fmt: skip
def test_it_plays_what_tells_as_far_as_it_is_paid(error, paid, games):
    """Needed are 1,000 (2.8 error / 0.1)^2 games a side, and 200 of both sides."""
    plan = asked(error=error, paid=paid).plan
    assert (plan.games if plan else None) == games


# What is asked, and what is said of it


def test_asked_is_what_moves_most_where_the_game_was_off():
    off, on = place(0.9, 0.7, games=5_000), place(0.7, 0.4, games=5_000)
    many = replace(change("small", 0.5), places=(on, off))
    assert second_opinion.asked_of(many) is off
    assert second_opinion.asked_of(replace(many, places=(on,))) is on
    assert second_opinion.asked_of(replace(many, places=(place(0.9, 0.895),))) is None


def found(value, verdict=MORE):
    """What the second player finds, who wins so much with it."""
    goal = Goal({"players": 3}, WON, 0, "", (0, 1), Band(0.4, 0.6), given=(str, str))
    return GoalChange(goal, rate(100, 200), rate(110, 200), added(value, 0.02), verdict)


def said(value=None, verdict=MORE, games=200, again=""):
    if value is None:
        return SecondSaid(ChangeOpinion(asked(), 0), found(0.2), None, again)
    opinion = ChangeOpinion(asked(), games, added(value, 0.02))
    return SecondSaid(opinion, found(0.2), found(value, verdict), again)


SEARCH = SearchOutcome((), WON, (), (), 0, 1, 1, (), players=("quick",), second="second")
REPORT = {
    "findings": [{"rows": [["advice", name]], "verdict": ON_TARGET} for name in ("small", "large")]
}


@pytest.mark.parametrize(
    "one, first, line",
    [
        (said(0.19), "`quick` and `second` agree that the first answer helps.",
         "3 players: stands; `second` finds +19.0 (+15.1 to +22.9) points (here +20.0) in 200 "
         "games a side; with it `second` wins 55.0% (48.1-61.7), too few games to "
         "say whether that is on target."),
        (said(0.0, ABOVE), "`quick` finds that the first answer helps; `second` does not.",
         "3 players: only this player finds so much: "
         "`second` finds 0.0 (-3.9 to +3.9) points (here +20.0) in 200 games a side; "
         "with it `second` wins 55.0% (48.1-61.7), too easy."),
        (said(0.1, games=50, again="simulate compare x"), "Whether the first answer helps for "
         "`second` cannot be told.", "3 players: cannot be told; `second` "
         "finds +10.0 (+6.1 to +13.9) points (here +20.0) in 50 games a side; with it "
         "`second` wins 55.0% (48.1-61.7), too few games to say whether that is on target. "
         "100 games a side would tell. `simulate compare x` plays them."),
        (said(), "Whether the first answer helps for `second` cannot be told.",
         "3 players: cannot be told: in its time `second` plays 10,000 games "
         "a side; 100 a side would tell."),
    ],
)  # fmt: skip
def test_the_page_says_it_under_the_answer_and_before_all(one, first, line):
    answered = replace(change("small", 0.5), second=one)
    told = pages.told(dict(REPORT), SEARCH, answered)
    assert told["opinion"] == first
    assert told["findings"][0]["doubts"] == [f"Players: {line}"]
    assert "doubts" not in told["findings"][1]
    assert (pages.badge(answered) is not None) == (one.opinion.said == NO)


def test_where_nobody_was_asked_the_page_says_so():
    told = pages.told(dict(REPORT), replace(SEARCH, second=""), change("small", 0.5))
    assert told["opinion"].startswith("No second player was asked: perhaps the")
    assert told["findings"] == REPORT["findings"]
    assert pages.told(dict(REPORT), SEARCH, None)["opinion"] == ""


def test_half_of_it_is_told_as_no_matter_of_games():
    opinion = ChangeOpinion(asked(), 300, added(0.1, 0.01))
    assert change_line(opinion).endswith("(here +20.0) in 300 games a side.")


def test_the_first_answer_is_what_does_it_or_may():
    fine, off = change("small", 0.5), change("large", 0.9)
    assert answer(SEARCH, [off, fine]) is fine and answer(SEARCH, [off]) is None


def test_the_command_plays_the_change_where_it_was_asked_about():
    experiment = load(RunRequest("defenders/steps", sets=("horde=easy", "skill=0.5")))
    words = second_command(experiment, None, change("capital_limit", 0.5), found(0.2), "second",
                           800)  # fmt: skip
    assert words.startswith("simulate compare defenders ") and words.endswith(" --games 800")
    for one in ("horde=easy", "players=3", "strategy=second", "rules.capital_limit0=4"):
        assert f"--set {one}" in words
    assert "skill" not in words
    changed = load(RunRequest("defenders/steps", sets=("rules.capital_limit=5",)))
    assert second_command(changed, None, change("small", 0.5), found(0.2), "second", 800) == ""


# Planted answers: of a game in which the change helps everybody, or only who played the search


def run_of(effect, seed, games=3_000):
    recipe = made_up.Recipe(games=games, seed=seed, players=(2,), tides=("calm",),
                            variants={"small": effect})  # fmt: skip
    run = made_up.in_memory(recipe)
    setting = {"strategy": ["own"]}
    cells = [cell | {"setting": setting} for cell in run.manifest["cells"]]
    costs = [{"setting": {}, "strategy": name, "loops": 1.0} for name in ("own", "second")]
    return replace(run, manifest=run.manifest | {"cells": cells, "costs": costs,
                                                 "second": "second"})  # fmt: skip


class Planted:
    """A second player for whom the change does something else."""

    experiment, pack = load(RunRequest("defenders/steps")), None

    def __init__(self, effect, seed):
        self.effect, self.seed, self.confirming = effect, seed, run_of(0.9, seed)

    def play(self, plan):
        assert plan.strategy == "second" and plan.cells == (0, 1)
        return run_of(self.effect, 100 + self.seed, 2 * plan.games)

    def is_shown(self, played):
        return not played.manifest.get("own")


@pytest.mark.parametrize("for_others, says", [(0.9, YES), (0.0, NO), (-0.9, NO)])
def test_planted_artefacts_and_answers_are_told_apart(for_others, says):
    """A change that only a clumsy player is helped by; and one that helps everybody."""
    told = []
    for seed in range(10):
        beside = Planted(for_others, seed)
        first = second_opinion._found(beside.confirming, found(0.2))
        answered = Confirmed("small", (), (first,), (), (), (), (1, 0.1))
        told.append(second_opinion.heard(beside, answered, 6_000).second)
    assert [one.opinion.said for one in told].count(says) >= 9
    assert all(one.found.verdict in one.found.reported for one in told)


def test_what_the_time_does_not_pay_is_not_played():
    beside = Planted(0.9, 1)
    first = second_opinion._found(beside.confirming, found(0.2))
    answered = Confirmed("small", (), (first,), (), (), (), (1, 0.1))
    one = second_opinion.heard(beside, answered, 40).second
    assert one.found is None and one.opinion.said == CANNOT and one.opinion.question.paid == 20
