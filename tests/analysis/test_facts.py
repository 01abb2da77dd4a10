"""The facts of a run: the numbers of its tables, one by one."""

import pytest

from analysis.conclusions.facts import facts, of_comparison
from analysis.conclusions.one_answer import compare
from analysis.data.joined import join
from analysis.estimators import pooled
from analysis.stats import verdicts
from analysis.study import study
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest

TIDES = Recipe(games=1_500, players=(2, 3), tides=("calm", "wild"), keepers={"cleo": 0.8})
CHANGED = Recipe(games=800, players=(2, 3), tides=("calm",), variants={"rope": -0.4, "oil+1": 0.2})
CREWS = Contest(
    games=3_000, players=(3, 4), crews={"egret": 0.5}, variants={"no oars": ("egret", -0.5)}
)


@pytest.fixture(scope="module")
def tides():
    return study(made_up.in_memory(TIDES))


@pytest.fixture(scope="module")
def changed():
    return study(made_up.in_memory(CHANGED))


@pytest.fixture(scope="module")
def crews():
    return study(made_up_contest.in_memory(CREWS))


def found(of, metric, **where):
    """The one fact of a metric at a place."""
    (fact,) = (f for f in facts(of) if f.metric == metric and f.where == where)
    return fact


def ends(number):
    return number.value, number.low, number.high


def test_every_setting_has_its_rate_with_the_verdict(tides):
    for cell in tides.cells:
        fact = found(tides, "win_rate", **cell.cell.levels)
        assert ends(fact) == ends(cell.rate)
        assert (fact.verdict, fact.games) == (cell.verdict, 1_500)


def test_a_rate_over_several_settings_is_pooled_and_not_judged(tides):
    calm = [c.cell.number for c in tides.cells if c.cell.levels["tide"] == "calm"]
    for where, cells in (({"tide": "calm"}, calm), ({}, range(4))):
        fact = found(tides, "win_rate", **where)
        assert ends(fact) == ends(pooled.wins(tides.counts, cells))
        assert (fact.verdict, fact.games) == ("", 1_500 * len(cells))


def test_what_is_held_has_its_effect_over_all_settings_and_at_each_level(tides):
    cleo = next(c for c in tides.dealing.contrasts if c.value == "cleo")
    fact = found(tides, "win_rate_effect", keeper="cleo")
    assert (ends(fact), fact.verdict, fact.games) == (ends(cleo.effect), verdicts.BIG, cleo.games)
    for players, inside in zip((2, 3), cleo.by_level, strict=True):
        alone = found(tides, "win_rate_effect", keeper="cleo", players=players)
        assert (ends(alone), alone.verdict, alone.games) == (ends(inside), "", None)
    everyone = {f.where["keeper"] for f in facts(tides) if "keeper" in f.where}
    assert everyone == {c.value for c in tides.dealing.contrasts if c.family == "keepers"}


def test_a_step_says_from_where(tides):
    (step,) = (s for s in tides.steps if s.factor.name == "players")
    fact = found(tides, "win_rate_step", players=3, **{"from": 2})
    assert (ends(fact), fact.verdict) == (ends(step.average.effect), step.verdict)
    alone = found(tides, "win_rate_step", tide="wild", players=3, **{"from": 2})
    inside = {context.levels["tide"]: paired for context, paired in step.contexts}
    assert ends(alone) == ends(inside["wild"].effect)


def test_ends_and_lengths_stand_in_each_setting(tides):
    for end in tides.ends:
        assert ends(found(tides, "end_share", end_reason=end.name)) == ends(end.all)
        fact = found(tides, "end_share", end_reason=end.name, players=2, tide="calm")
        assert ends(fact) == ends(end.cells[0])
    (rounds,) = (length for length in tides.lengths if length.column == "rounds")
    fact = found(tides, "rounds_median", players=3, tide="wild")
    assert ends(fact) == (rounds.cells[3].median, None, None) and fact.games == 1_500


def test_a_change_has_its_effect_and_its_rate_in_every_setting(changed):
    for worth in changed.variants:
        fact = found(changed, "win_rate_change", variant=worth.name)
        assert (ends(fact), fact.verdict) == (ends(worth.paired.effect), worth.verdict)
    assert found(changed, "win_rate", variant="rope", players=2).games == 800
    assert found(changed, "win_rate", players=2).verdict != ""


def test_shares_stand_beside_the_fair_share(crews):
    kind = crews.contest.kind("option")
    values = {over.label: over.value for over in kind.overs}
    for share in kind.shares:
        where = {"players": share.cell.levels["players"], "crew": values[share.label]}
        assert ends(found(crews, "win_share", **where)) == ends(share.share)
        fact = found(crews, "over_fair_share", **where)
        assert (ends(fact), fact.verdict) == (ends(share.over), share.verdict)
    egret = found(crews, "over_fair_share", crew="egret")
    assert egret.verdict == verdicts.STRONG
    first = next(s for s in crews.contest.kind("seat").overs if s.label == "Seat 1")
    assert ends(found(crews, "over_fair_share", seat=1)) == ends(first.effect)


def test_of_one_setting_a_share_is_told_once():
    of = study(made_up_contest.in_memory(Contest(games=300, players=(4,))))
    (auk,) = (f for f in facts(of) if f.metric == "over_fair_share" and f.where == {"crew": "auk"})
    share = next(s for s in of.contest.kind("option").shares if s.label == "The Auks")
    assert (ends(auk), auk.verdict) == (ends(share.over), share.verdict)


def test_a_change_moves_shares(crews):
    (moved,) = (s for s in crews.contest.moves["option"] if s.value == "egret")
    fact = found(crews, "win_share_change", variant="no oars", crew="egret")
    assert (ends(fact), fact.verdict) == (ends(moved.effect), moved.verdict)
    assert found(crews, "win_share_change", variant="no oars", seat=3).games > 0


def test_no_two_facts_have_the_same_name_and_place(tides, changed, crews):
    for of in (tides, changed, crews):
        named = [(fact.metric, tuple(sorted(fact.where.items(), key=str))) for fact in facts(of)]
        assert len(set(named)) == len(named)


def test_a_run_without_games_has_no_facts():
    assert (
        facts(study(made_up.in_memory(Recipe(games=1, per_cell=dict.fromkeys(range(16), 0))))) == []
    )


def test_a_comparison_has_what_moved():
    runs = [
        made_up.in_memory(Recipe(games=900, players=(2, 3), tides=("calm",), level=level))
        for level in (0.8, 1.2)
    ]
    both = compare(join(*runs))
    by_place = {(f.metric, *f.where.items()): f for f in of_comparison(both)}
    assert by_place["win_rate_change",].verdict == verdicts.BIG
    for setting in both.settings:
        at = ("players", setting.cell.levels["players"])
        assert ends(by_place["win_rate_change", at]) == ends(setting.paired.effect)
        assert ends(by_place["win_rate_before", at]) == ends(setting.before)
        assert by_place["win_rate_after", at].verdict == setting.now
    assert ("rounds_change",) in by_place


def test_nothing_is_put_together_over_a_number_that_is_compared():
    swept = Recipe(games=300, players=(2, 3), tides=("calm",), swept="rules.lamp_oil",
                   values=(4, 5), each=0.4)  # fmt: skip
    of = study(made_up.in_memory(swept))
    rates = [f for f in facts(of) if f.metric == "win_rate"]
    assert all("rules.lamp_oil" in fact.where for fact in rates)
    assert found(of, "win_rate", **{"rules.lamp_oil": 5}).games == 600
    (answer,) = of.answers
    step = {"rules.lamp_oil": 5, "from": 4}
    assert ends(found(of, "win_rate_step", **step)) == ends(answer.average.effect)
    each = found(of, "win_rate_step", players=2, **step)
    assert ends(each) == ends(answer.at[0].paired.effect)
    places = [(f.metric, tuple(sorted(map(str, f.where.items())))) for f in facts(of)]
    assert len(places) == len(set(places))
