"""What was set by play so that it comes out is the fit and no finding."""

from dataclasses import replace

import pytest

from analysis.stats import verdicts
from analysis.study import study
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest

pytestmark = pytest.mark.long

CREWS = Contest(
    games=8_000,
    players=(4,),
    crews={"egret": 0.6, "auk": 0.6, "coot": 0.28},
    fitted=("egret", "coot"),
)
LEVEL = Recipe(games=8_000, players=(3,), level=1.0, fitted=True)


def _crews(recipe, change=None, moved=None):
    run = made_up_contest.in_memory(recipe)
    for cell in run.manifest["cells"]:
        cell["changes"] = change or {}
    run.manifest["pack"]["differences"] = moved or []
    kind = study(run).contest.kind("option")
    return {over.value: over.verdict for over in kind.overs}, kind


def test_an_option_that_was_fitted_is_not_on_target_but_may_be_off():
    plain, _ = _crews(replace(CREWS, fitted=()))
    assert (plain["egret"], plain["coot"]) == (verdicts.STRONG, verdicts.ON_TARGET)
    found, kind = _crews(CREWS)
    assert (found["egret"], found["coot"]) == (verdicts.STRONG, verdicts.FIT)
    mine = [s for s in kind.shares if s.verdict == verdicts.FIT]
    assert {s.label for s in mine} == {"The Coots"}
    assert {s.more for s in mine} == {0}


def test_an_option_that_was_changed_since_is_judged():
    changed, _ = _crews(CREWS, change={"cards.crews.coot.oars": 5})
    assert changed["coot"] == verdicts.ON_TARGET
    edited, _ = _crews(CREWS, moved=[{"path": "cards.crews.coot.oars", "shipped": 4, "value": 5}])
    assert edited["coot"] == verdicts.ON_TARGET
    other, _ = _crews(CREWS, change={"cards.crews.auk.oars": 5})
    assert other["coot"] == verdicts.FIT


def test_what_other_players_make_of_a_fitted_option_is_judged():
    run = made_up_contest.in_memory(CREWS)
    run.manifest["pack"]["strategies"] = {"steady": {}, "bold": {}}
    for strategy, verdict in (("steady", verdicts.FIT), ("bold", verdicts.ON_TARGET)):
        for cell in run.manifest["cells"]:
            cell["setting"]["strategy"] = [strategy] * 4
        overs = study(run).contest.kind("option").overs
        assert {o.value: o.verdict for o in overs}["coot"] == verdict


def test_a_level_that_was_fitted_is_not_on_target_but_may_be_off():
    plain = [d.verdict for d in study(made_up.in_memory(replace(LEVEL, fitted=False))).cells]
    found = [d.verdict for d in study(made_up.in_memory(LEVEL)).cells]
    assert verdicts.ON_TARGET in plain and verdicts.BELOW in plain
    assert found == [verdicts.FIT if v == verdicts.ON_TARGET else v for v in plain]


def test_a_level_is_judged_once_a_rule_or_a_card_is_changed():
    for path, verdict in (
        ("rules.flood_limit", verdicts.ON_TARGET),
        ("cards.keepers.ada.breath", verdicts.ON_TARGET),
        ("strategies.steady.weights.row", verdicts.FIT),
    ):
        run = made_up.in_memory(LEVEL)
        for cell in run.manifest["cells"]:
            cell["changes"] = {path: 7}
        assert verdict in {d.verdict for d in study(run).cells}, path


@pytest.mark.parametrize(
    "where, player, verdict",
    [
        ("3 players", "steady", verdicts.FIT),
        ("mean over 2 to 5 players", "steady", verdicts.FIT),
        ("over all tides", "steady", verdicts.FIT),
        ("3 players, calm", "steady", verdicts.FIT),
        ("3 players, storm", "steady", verdicts.ON_TARGET),
        ("2 players", "steady", verdicts.ON_TARGET),
        ("4 to 5 players", "steady", verdicts.ON_TARGET),
        ("3 players", "bold", verdicts.ON_TARGET),
    ],
)
def test_only_the_setting_and_the_player_that_were_looked_at_are_the_fit(where, player, verdict):
    run = made_up.in_memory(LEVEL)
    rule = run.manifest["pack"]["rules"]["rules.lamp_oil"]
    rule["source"] = made_up.FITTED.replace("3 players; player steady", f"{where}; player {player}")
    levels = study(run).cells
    assert [d.verdict for d in levels if d.cell.levels["tide"] == "calm"] == [verdict]


@pytest.mark.parametrize(
    "where, verdict", [("4 players", verdicts.FIT), ("3 players", verdicts.ON_TARGET)]
)
def test_an_option_at_another_table_is_judged(where, verdict):
    run = made_up_contest.in_memory(CREWS)
    for crew in run.manifest["pack"]["cards"]["crews"].values():
        crew["source"] = {k: v.replace("4 players", where) for k, v in crew["source"].items()}
    overs = study(run).contest.kind("option").overs
    assert {o.value: o.verdict for o in overs}["coot"] == verdict


def test_fitted_values_are_told_with_what_they_were_before():
    (found,) = study(made_up.in_memory(LEVEL)).fitted
    assert (found.path, found.value, found.before) == ("rules.lamp_oil", "4", "3")
    assert (found.metric, found.what, found.player) == ("win_rate", "of 0.4, 3 players", "steady 1")
    assert (found.on, found.why) == ("2026-01-02", "unread")
    assert found.could == "2 to 5: a night has so many hours"


def test_a_value_that_is_set_to_what_it_is_changes_no_verdict():
    run = made_up.in_memory(LEVEL)
    pack = run.manifest["pack"]
    name = next(iter(pack["rules"]))
    plain = [d.verdict for d in study(run).cells]
    for value, same in ((pack["rules"][name]["value"], True), (99, False)):
        for cell in run.manifest["cells"]:
            cell["changes"] = {name: value}
        found = [d.verdict for d in study(run).cells]
        assert (found == plain) == same
