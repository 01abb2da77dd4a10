"""What a change did, and what was so in the shipped game, of games that were made up."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.conclusions.baseline import OPEN, OTHER, SAME, ShippedGame, shipped_game
from analysis.conclusions.facts import EFFECT, Fact, facts
from analysis.conclusions.ledger import Ledger
from analysis.conclusions.robustness import key_of
from analysis.stats.verdicts import MARGIN
from analysis.study import study
from reports.findings import changed, choose
from reports.findings.baseline import AsShipped
from reports.text import words
from tests.analysis import made_up, made_up_contest
from tests.analysis.test_own import GAME, RACE, printed

pytestmark = pytest.mark.long

REACH, ERROR = 1.96, 0.01


def fact(value, error, name="orcs"):
    ends = (value - REACH * error, value + REACH * error)
    return Fact("over_fair_share", {"faction": name}, value, *ends, "", 1)


def apart(before, now):
    """Of numbers of which no comparison tells: what is said, by the name of each."""
    known = {key_of(one.metric, one.where): one for one in before}
    found = ShippedGame(1_000, known, REACH).moved(now)
    return {one.now.where["faction"]: one.said for one in found.values()}


def beside(before, after, *cards, kind=made_up):
    """A changed game with the shipped one beside it: its study, and what is known of that."""
    runs = [printed(kind.in_memory(before)), printed(kind.in_memory(after), *cards)]
    return study(runs[1]), shipped_game(*runs)


def in_order(told, game):
    """The findings of a run beside the shipped game, the first first."""
    return [one.finding for one in choose.beside(Ledger(told), AsShipped(told, game))]


def said_of(told, game):
    return {key: one.said for key, one in game.moved(facts(told)).items()}


@pytest.mark.parametrize(
    ("before", "error", "said"),
    [(0.10, 0.005, SAME), (0.10, 0.02, OPEN), (0.0, 0.01, OTHER), (0.07, 0.02, OPEN)],
    ids=["shown to be the same", "too few games", "another", "less than sure"],
)
def test_sameness_is_said_only_where_it_is_shown(before, error, said):
    assert apart([fact(before, error)], [fact(0.10, error)]) == {"orcs": said}


def test_a_difference_as_large_as_the_margin_is_seldom_called_the_same():
    luck, same = np.random.default_rng(3), 0
    for _ in range(2_000):
        now = fact(luck.normal(MARGIN, ERROR / 2), ERROR / 2)
        same += apart([fact(luck.normal(0, ERROR / 2), ERROR / 2)], [now]) == {"orcs": SAME}
    assert same <= 71  # 2.5% are 50; three standard errors of 7


def test_of_what_the_shipped_game_does_not_tell_nothing_is_said():
    assert apart([fact(0.1, ERROR, "elves")], [fact(0.1, ERROR)]) == {}


def test_a_change_that_does_nothing_did_nothing():
    """Thirteen numbers with luck of their own: something is told in 5% of reports at most."""
    luck, told = np.random.default_rng(3), 0
    for _ in range(1_000):
        before, now = (
            [fact(luck.normal(0, ERROR), ERROR, f"faction {n}") for n in range(13)] for _ in "ab"
        )
        told += OTHER in apart(before, now).values()
    assert told <= 70  # 50 and three standard errors of 7


def test_a_card_that_was_off_and_is_changed_further_is_not_as_it_was():
    """Its verdict is the same in both games."""
    told, game = beside(
        replace(GAME, keepers={"bo": -0.5}), replace(GAME, keepers={"bo": -0.9}), "bo"
    )
    said = said_of(told, game)
    assert said[key_of(EFFECT, {"keeper": "bo"})] == OTHER
    others = [one for (name, at), one in said.items()
              if name == EFFECT and len(at) == 1 and at[0][1] != "bo"]  # fmt: skip
    assert len(others) > 15 and {*others} == {SAME}
    first, *rest = changed.findings(told, game)
    row = next(own for own in game.comparison.own if own.changed)
    assert not rest and first.verdict == row.verdict
    size, ends = words.size_range(row.effect.value, row.effect.low, row.effect.high)
    assert first.text.startswith(
        f"Bo: number 1 → 2: the players win {size} less often with it ({ends}). "
    )
    assert in_order(told, game)[0] == first


def test_a_change_that_does_nothing_is_told_first_and_bounded():
    told, game = beside(GAME, GAME, "bo")
    first = in_order(told, game)[0]
    assert first.text.startswith("Bo: number 1 → 2: no difference is shown: at most ")
    assert OTHER not in said_of(told, game).values()


def test_what_is_said_above_and_below_is_one():
    """The sentence names what moved just where a line under a finding says different."""
    for strength in (0.0, 0.15, 0.5):
        told, game = beside(GAME, replace(GAME, keepers={"bo": strength}), "bo")
        of = AsShipped(told, game)
        moved = OTHER in said_of(told, game).values()
        assert ("nothing is shown to move" in of.sentence(0)) != moved
        lines = [line for one in in_order(told, game) for line in of.line(one)]
        assert moved or not any(": different" in line for line in lines)
        assert moved == (strength > 0.1)


def test_where_seats_compete_the_changed_card_is_first():
    told, game = beside(RACE, replace(RACE, crews={"egret": 0.5}), "egret", kind=made_up_contest)
    first = changed.findings(told, game)[0]
    assert first.text.startswith("Egret: number 1 → 2: wins ") and " more often (" in first.text


def test_a_rule_is_told_by_all_games():
    runs = [printed(made_up.in_memory(each)) for each in (GAME, replace(GAME, level=0.6))]
    runs[1].manifest["pack"]["rules"]["rules.lamp_oil"]["value"] = 6
    told, game = study(runs[1]), shipped_game(*runs)
    (first,) = changed.findings(told, game)
    whole = game.comparison.whole.effect
    size, ends = words.size_range(whole.value, whole.low, whole.high)
    assert first.text.startswith(f"Lamp oil 4 → 6: the players win {size} less often ({ends})")
    assert first.verdict == game.comparison.verdict


def test_where_seats_compete_a_rule_is_told_by_whom_it_moves_most():
    for seats, said in (((-0.5,), "Seat 1 wins "), ((), "no crew is shown to win more or less")):
        runs = [
            printed(made_up_contest.in_memory(each)) for each in (RACE, replace(RACE, seats=seats))
        ]
        runs[1].manifest["pack"]["rules"] = {"rules.late_start": {"value": 2}}
        (first,) = changed.findings(study(runs[1]), shipped_game(*runs))
        assert first.text.partition(": ")[2].startswith(said), first.text


def test_a_new_card_is_told_by_what_it_brings_with_a_shipped_game_or_without():
    run = printed(made_up.in_memory(replace(GAME, keepers={"bo": 0.5})))
    name = {"path": "cards.keepers.bo.name", "shipped": None, "value": "Bo"}
    run.manifest["pack"]["differences"] = [name]
    told = study(run)
    (first,) = changed.findings(told, None)
    contrast = next(each for each in told.dealing.contrasts if each.label == "Bo")
    assert (
        first.text.startswith("Bo, new: the players win ") and " more often with it (" in first.text
    )
    assert first.verdict == contrast.verdict and first.about[1] == {"keeper": "bo"}
    assert [one.about for one in in_order(told, None)].count(first.about) == 1
