"""What one thing wins the others lose: changes are judged by all shares, never by one alone."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.rates.variants import VariantChange
from analysis.stats.intervals import Estimate, rate
from analysis.stats.verdicts import Band, of_rate
from reports.search import advice, aimed
from simulate.experiment import RunRequest, load
from simulate.pack.edit.steps import ValueStep
from simulate.search.advise import Advice
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import OPTION
from simulate.search.candidate import Candidate, SearchOutcome, Sought
from simulate.search.confirmation.confirm import Confirmed, Shifted
from simulate.search.confirmation.prune_edits import pruned
from simulate.search.trial import Tried

BAND, GAMES = Band(0.20, 0.30), 4_000
LOGITS = {"orcs": 2.0, "elves": 0.0, "dwarves": 0.0, "undead": 0.0}  # one of four is too strong


def shares(**added):
    """The share of each, which sum to one."""
    worth = {who: np.exp(at + added.get(who, 0.0)) for who, at in LOGITS.items()}
    return {who: float(each / sum(worth.values())) for who, each in worth.items()}


def places(games=GAMES, **added):
    """Every share without a change and with it."""
    before, after = shares(), shares(**added)
    found = []
    for at, who in enumerate(LOGITS):
        rates = [rate(round(each[who] * games), games) for each in (before, after)]
        moved = after[who] - before[who]
        effect = Estimate(moved, moved - 0.02, moved + 0.02, 0.01)
        goal = Goal({"": who.title()}, OPTION, at, who, (0, 1), BAND, 0.25)
        found.append(GoalChange(goal, *rates, effect, of_rate(rates[1], BAND)))
    return tuple(found)


def own(who, found):
    return tuple(place for place in found if place.goal.value == who)


def path(who):
    return f"cards.factions.{who}.abilities.level_5.effects.0.amount"


def sought(who, by, size=1):
    every = places(**{who: by})
    step = ValueStep(path(who), 2, 2 + size, size, 6)
    name = f"{who} {step.after}"
    return Sought(Candidate((step,)), Tried(name, (), (), (), None, GAMES), own(who, every), every)


def confirmed(name, games=GAMES, **added):
    """A change on fresh luck, about those whose cards it changes."""
    every = places(games, **added)
    changes = tuple(VariantChange(path(who), 2, 3) for who in added)
    about = own(*added, every) if len(added) == 1 else every
    shifted = [Shifted(p.goal.value.title(), p.goal.value, False, p.effect) for p in every]
    return Confirmed(name, changes, about, (), (), tuple(shifted), (len(added), 0.1 * len(added)),
                     every=every)  # fmt: skip


@pytest.fixture(scope="module")
def experiment():
    return load(RunRequest("kingdoms/steps", band="-0.05,0.05"), [])


def looking(experiment):
    found = Advice(experiment, 1, aim=OPTION, quiet=True)
    found.base = tuple(place.without for place in places())
    return found


CURE = {"orcs": -2.0}
SINGLES = [("elves", 1.1), ("dwarves", 1.1), ("undead", 1.1), ("orcs", -2.0)]


def test_cures_that_replace_each_other_are_not_put_together(experiment):
    assert looking(experiment)._joint([sought(who, by) for who, by in SINGLES]) == []


def test_what_no_single_change_does_is_put_together_of_those_that_it_takes(experiment, monkeypatch):
    monkeypatch.setitem(LOGITS, "elves", 2.0)
    singles = [sought("orcs", -2.0), sought("elves", -2.0), sought("undead", 1.0)]
    (joint,) = looking(experiment)._joint(singles)
    assert {step.path for step in joint.candidate.steps} == {path("orcs"), path("elves")}


def test_the_one_edit_that_leaves_nothing_outside_comes_first(experiment):
    union = confirmed("all 4 changes together", **dict(SINGLES))
    singles = [confirmed(who, **{who: by}) for who, by in SINGLES]
    assert round(union.left, 2) > 0 and singles[-1].left == 0
    # A cure of one share that leaves others off does not land, though its own share does.
    mended = singles[0].places[0]
    assert mended.beyond == 0 and not (singles[0].lands or singles[0].open)
    told = pruned([*singles, union], [])
    assert union not in told
    order = sorted(told, key=lambda c: (not c.lands, not c.open, c.left))
    base = tuple(place.without for place in places())
    search = SearchOutcome((), OPTION, base, (), 0, 9, 9_000, ())
    assert advice.told(search, order) == [singles[-1]] == [advice.answer(search, order)]


def test_a_union_stands_where_it_leaves_least(monkeypatch):
    monkeypatch.setitem(LOGITS, "elves", 2.0)
    union = confirmed("both", orcs=-2.0, elves=-2.0)
    single = confirmed("orcs", orcs=-2.0)
    assert union.left == 0 < single.left
    assert union in pruned([union, single], [])


def test_a_neighbour_that_comes_back_to_its_target_is_no_harm():
    cure = confirmed("orcs: cost 2 -> 3", orcs=-2.0)
    assert aimed.beside(cure) == ""
    # What another loses or wins beyond its band is told.
    wrong = confirmed("elves: cost 2 -> 3", elves=3.0)
    assert "the share of Dwarves is" in aimed.beside(wrong)
    assert "Orcs" not in aimed.beside(wrong)


def test_the_answer_says_what_all_shares_together_leave(experiment):
    # Exactly even shares need games for all of their intervals to lie inside.
    cure, other = confirmed("orcs: cost 2 -> 3", **CURE), confirmed("elves: 2 -> 3", elves=1.1)
    base = tuple(place.without for place in places())
    search = SearchOutcome((*experiment.bands,), OPTION, base, (), 0, 9, 9_000, ())
    data = advice.document(experiment, search, [cure, other], 9, lambda changes: "simulate run", {},
                           lambda *about: "simulate advise")  # fmt: skip
    texts = [finding["text"] for finding in data["findings"]]
    assert len(texts) == 2 and "4 of 4 shares are on target for certain (0 before)" in texts[1]
    assert "All shares together lie 0.0 points outside, as it is " in texts[1]
    assert "Besides" not in texts[1] and "Not mended" not in str(texts)
    assert [line["text"] for line in data["lines"] if line["label"] == "Less"] == [
        "leaves more outside, all shares added up: elves: 2 -> 3"
    ]


def test_where_nothing_does_it_what_leaves_least_is_told_first(experiment):
    some = [confirmed(who, **{who: by}) for who, by in (("orcs", -0.4), ("undead", 0.5))]
    base = tuple(place.without for place in places())
    search = SearchOutcome((*experiment.bands,), OPTION, base, (), 0, 9, 9_000, ())
    assert not any(c.lands or c.open for c in some)
    assert advice.told(search, some) == some and some[0].left < some[1].left
    assert replace(some[0], every=()).left < some[0].left  # its own share alone says less


def test_what_is_left_is_foretold_exactly_where_strengths_multiply(experiment):
    found = looking(experiment)
    for who, by in SINGLES:
        left = sum(place.beyond for place in places(**{who: by}))
        assert found._left([sought(who, by)]) == pytest.approx(left, abs=0.002)
    left = sum(place.beyond for place in places(**dict(SINGLES)))
    assert found._left([sought(who, by) for who, by in SINGLES]) == pytest.approx(left, abs=0.005)
