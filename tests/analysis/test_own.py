"""A change is told of what was changed, and of nothing else."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.conclusions.one_answer import compare
from analysis.data.joined import join
from analysis.shares.own import NOTHING
from analysis.stats import verdicts
from analysis.study import study
from reports.comparison import document
from reports.run.document import document as document_of
from reports.text import words
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import KEEPERS, ROCKS, WAVES, WRECKS, Recipe
from tests.analysis.made_up_contest import Contest

pytestmark = pytest.mark.long

GAME = Recipe(games=3_000, players=(2, 3), tides=("calm", "rough"), level=1.0)
BETTER_BO = replace(GAME, keepers={"bo": 0.5}, breath={"bo": 6})
RACE = Contest(games=4_000, players=(3,), harbours={"east": 0.2})
SECTIONS = {
    "keepers": {name: {} for name in KEEPERS},
    "waves": {name: {"name": name.capitalize()} for name in WAVES},
    "wrecks": {name: {} for name in WRECKS},
    "rocks": {f"{name}_{side}": {} for name in ROCKS for side in "ab"},
    "crews": {name: {} for name in made_up_contest.CREWS},
    "harbours": {name: {} for name in made_up_contest.HARBOURS},
}


def printed(run, *changed):
    """The run on a pack in which cards of all kinds have a number, these another one."""
    cards = {
        section: {
            card: known | {"number": 2 if card in changed else 1} for card, known in cards.items()
        }
        for section, cards in SECTIONS.items()
    }
    run.manifest["pack"]["cards"] = cards
    return run


def compared(before, after, *changed, kind=made_up):
    runs = printed(kind.in_memory(before)), printed(kind.in_memory(after), *changed)
    return compare(join(*runs))


def by_hand(run, there):
    """Part of the games with a thing that is won, every setting weighed alike."""
    games, _ = run.tables
    each = games.join(there, on=["cell", "replicate"]).group_by("cell").agg(pl.col("won").mean())
    return each["won"].mean()


def test_what_was_changed_is_told_first_by_its_own_games_and_nothing_else_moves():
    found = compared(GAME, BETTER_BO, "bo")
    bo, *others = found.own
    assert (bo.label, bo.changed, bo.verdict) == ("Bo", True, verdicts.BIG)
    for recipe, share in ((GAME, bo.before), (BETTER_BO, bo.after)):
        run = made_up.in_memory(recipe)
        held = run.tables[1].filter(pl.col("keeper") == "bo").select("cell", "replicate")
        assert share == pytest.approx(by_hand(run, held))
    assert bo.effect.value == pytest.approx(bo.after - bo.before)
    assert len(others) == len(KEEPERS) - 1 + len(WAVES) + len(WRECKS) + 2 * len(ROCKS)
    assert {(own.effect, own.verdict) for own in others} == {(NOTHING, verdicts.SAME)}
    assert any(own.after > own.before for own in others)  # with Bo beside them
    assert found.brings == ()


@pytest.mark.parametrize(
    ("changed", "recipe", "label"),
    [
        ("cutter", {"wrecks": {"cutter": -0.5}}, "Cutter"),
        (WAVES[2], {"waves": {WAVES[2]: -0.5}}, WAVES[2].capitalize()),
    ],
)
def test_whatever_the_deal_decides_is_named(changed, recipe, label):
    found = compared(GAME, replace(GAME, **recipe), changed)
    first, *others = found.own
    assert (first.label, first.verdict) == (label, verdicts.BIG) and first.effect.high < 0
    assert {own.effect for own in others} == {NOTHING}
    said = document.document(found, "one", "two", "")["findings"][0]
    assert said["text"].startswith(f"{label}: number 1 → 2: the players win ")


def test_a_side_of_a_region_is_named_by_its_side():
    found = compared(GAME, GAME, "north_b")
    assert found.own[0].label == "North rock: side b"
    assert [own.label for own in found.own if own.changed] == ["North rock: side b"]


def test_a_change_that_does_nothing_is_named_all_the_same():
    found = compared(GAME, GAME, "bo")
    text = document.document(found, "one", "two", "")["findings"][0]["text"]
    assert text.startswith("Bo: number 1 → 2: ") and "no difference is shown" in text


def test_runs_of_unlike_length_leave_what_was_not_changed_where_it_is():
    found = compared(GAME, replace(BETTER_BO, games=1_100), "bo")
    assert {own.effect for own in found.own[1:]} == {NOTHING}


def test_two_changes_are_both_told():
    after = replace(GAME, keepers={"bo": 0.5, "cleo": -0.5})
    found = compared(GAME, after, "bo", "cleo")
    told = {own.label: own.effect.value for own in found.own if own.changed}
    assert told["Bo"] > 0.05 and told["Cleo"] < -0.05 and len(told) == 2
    assert {own.effect for own in found.own if not own.changed} == {NOTHING}


def test_games_that_differ_without_what_was_changed_are_judged():
    """Then something is not as it was said to be, and luck does not make it vanish."""
    found = compared(GAME, replace(BETTER_BO, level=1.2), "bo")
    others = [own for own in found.own if not own.changed]
    assert all(own.effect.value > 0 and own.effect.se > 0 for own in others)


def test_a_rule_that_was_changed_besides_is_told_of_the_rest():
    """Ada is helped by the rule, Bo by his card: what Ada brings goes by games without Bo."""
    runs = [made_up.in_memory(r) for r in (GAME, replace(GAME, keepers={"bo": 0.8, "ada": 0.8}))]
    printed(runs[0]), printed(runs[1], "bo")
    runs[1].manifest["pack"]["rules"]["rules.lamp_oil"]["value"] = 6
    found = compare(join(*runs))
    assert [own.label for own in found.own] == ["Bo"]
    brings = {m.label: m for m in found.brings if m.family == "keepers"}
    assert "Bo" not in brings and brings["Ada"].verdict == verdicts.BIG
    families = {m.family for m in found.brings}
    assert {"keepers", "wreck", "wave"} <= families


def test_other_luck_tells_the_same_less_surely():
    same = compared(GAME, BETTER_BO, "bo").own[0]
    found = compared(GAME, replace(BETTER_BO, seed=12), "bo")
    bo, *others = found.own
    assert bo.effect.value == pytest.approx(same.effect.value, abs=4 * bo.effect.se)
    assert bo.effect.se > 1.2 * same.effect.se
    strays = [own.effect.value / own.effect.se for own in others]
    assert 0.5 < np.std(strays) < 2 and np.mean(np.abs(strays) > 1.96) < 0.2


@pytest.mark.long
def test_intervals_of_own_games_hold_the_truth():
    """On one luck and on two; the truth is that of 60,000 games."""
    few = replace(GAME, games=300, players=(3,), tides=("calm", "rough"))
    better = replace(few, keepers={"bo": 0.5})
    whole = compared(replace(few, games=60_000), replace(better, games=60_000), "bo").own[0]
    held = {0: 0, 5_000: 0}
    for shift in held:
        for seed in range(60):
            run = compared(replace(few, seed=seed), replace(better, seed=seed + shift), "bo")
            held[shift] += run.own[0].effect.low <= whole.effect.value <= run.own[0].effect.high
    # 57 of 60 expected; 52 or fewer come out less than once in 60.
    assert min(held.values()) >= 52


def test_where_seats_compete_what_was_not_changed_stands_still():
    found = compared(RACE, replace(RACE, crews={"egret": 0.5}), "egret", kind=made_up_contest)
    egret, *others = found.options
    assert egret.named and egret.value == "egret" and egret.verdict == verdicts.BIG
    assert {(s.effect, s.verdict) for s in others} == {(NOTHING, verdicts.SAME)}
    assert all(s.after < s.before for s in others)
    said = document.document(found, "one", "two", "")["findings"]
    assert said[0]["text"].startswith("Egret: number 1 → 2: wins ")
    assert len([f for f in said if f["section"] == "moved"]) == 1


def test_where_seats_compete_what_seats_were_dealt_is_told():
    found = compared(RACE, replace(RACE, harbours={"east": 0.7}), "east", kind=made_up_contest)
    assert [s.value for s in found.dealt if s.named] == ["east"]
    east, *others = found.dealt
    assert east.verdict == verdicts.BIG and {s.effect for s in others} == {NOTHING}
    assert {s.effect for s in found.options} == {NOTHING}


def test_seats_are_told_whatever_else_there_is():
    """The first seat loses by a rule; no crew wins more or less."""
    before, after = (made_up_contest.in_memory(r) for r in (RACE, replace(RACE, seats=(-0.5,))))
    printed(before), printed(after)
    after.manifest["pack"]["rules"] = {"rules.late_start": {"value": 2}}
    found = compare(join(before, after))
    said = [f["text"] for f in document.document(found, "one", "two", "")["findings"]]
    assert any("Seat 1: " in text and "less of the wins" in text for text in said)
    assert not any(text.startswith("No ") for text in said)


def test_a_level_is_told_by_the_games_of_its_card_as_well():
    """Bo stronger at the second level: his own games by hand, at one level and at the other."""
    path = "cards.keepers.bo.breath"
    recipe = replace(GAME, keepers={"bo": 0.6}, swept=path, values=(2, 4), each=0.3, whose="bo")
    run = made_up.in_memory(recipe)
    cells = {cell["number"]: cell["levels"][path] for cell in run.manifest["cells"]}
    held = run.tables[1].filter(pl.col("keeper") == "bo").select("cell", "replicate")
    told = study(printed(run))
    own = told.own_of(path, 4)
    for level, share in ((2, own.before), (4, own.after)):
        of_level = held.filter(pl.col("cell").is_in([c for c in cells if cells[c] == level]))
        assert share == pytest.approx(by_hand(run, of_level))
    assert own.after > own.before + 0.05
    asked = next(f for f in document_of(told)["findings"] if f["kind"] == "asked")
    assert f"in the games with Bo {words.percent(own.after)} are won instead of" in asked["text"]


def test_a_change_of_no_dealt_card_has_no_games_of_its_own():
    recipe = replace(GAME, variants={"rope": -0.4, "oil+1": 0.25})
    assert study(printed(made_up.in_memory(recipe))).own_games == {}
