"""Which findings stand by a second player, and what is counted of them."""

import pytest

from analysis.conclusions.facts import facts, of_share
from analysis.conclusions.robustness import Doubts, Players, key_of
from analysis.stats import verdicts
from analysis.study import study
from reports import opinion
from reports.confirmed import tells
from reports.document import document
from reports.findings.finding import Finding
from reports.render import html, summary_of
from simulate.core.facts import OVER_FAIR_SHARE
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up_contest import Contest

STRONG = {"egret": 0.6, "coot": -0.6}


def contest(crews, games=8_000, seed=3, own=False):
    run = made_up_contest.in_memory(Contest(games=games, seed=seed, players=(2, 4), crews=crews))
    if own:
        run.manifest["own"] = {"file": "race.py", "text": "", "players": ""}
    return study(run)


def heard(told):
    """Another player, by what he found."""
    found = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    return Players("second", min(map(told.counts.games, told.counts.won)), found)


def of_crews(report, place):
    return {one["text"].partition(":")[0] for one in report[place] if one["kind"] == "share option"}


@pytest.mark.parametrize("own", [False, True])
def test_what_a_second_player_finds_stands_and_is_counted(own):
    report = document(contest(STRONG, own=own), Doubts(players=heard(contest(STRONG, seed=4))))
    assert of_crews(report, "findings") == {"The Egrets", "The Coots"}
    assert report["one_player_so_far"] == report["only_this_player"] == []
    overview = report["findings"][0]["text"]
    assert "`second` finds all " in overview and overview.endswith(" off target, too.")


@pytest.mark.parametrize("own", [False, True])
def test_what_he_surely_does_not_find_is_no_finding(own):
    report = document(contest(STRONG, own=own), Doubts(players=heard(contest({}, seed=4))))
    assert of_crews(report, "findings") == of_crews(report, "one_player_so_far") == set()
    assert of_crews(report, "only_this_player") == {"The Egrets", "The Coots"}
    assert "`second` finds none; " in report["findings"][0]["text"]
    assert "it surely does not find" in report["findings"][0]["text"]
    assert report["findings"][0]["verdict"] == verdicts.MORE
    chance = {one["doubts"][0] for one in report["only_this_player"]}
    assert chance == {"Chance: these games settle it for those who played."}


@pytest.mark.parametrize("own", [False, True])
def test_what_he_cannot_tell_is_one_players_finding_with_what_would_tell(own):
    few = heard(contest(STRONG, games=60, seed=4))
    report = document(contest(STRONG, own=own), Doubts(players=few))
    assert of_crews(report, "findings") == set()
    assert of_crews(report, "one_player_so_far") == {"The Egrets", "The Coots"}
    assert "it cannot tell yet." in report["findings"][0]["text"]
    first, *others = report["one_player_so_far"]
    assert "--set strategy=second" in first["try"] and " --games " in first["try"]
    assert first["try"].endswith(" plays what would tell. With `--dry-run` it says how long that "
                                 "takes.")  # fmt: skip
    assert all(one["try"].endswith(" plays what would tell.") for one in others)
    for told in (str(summary_of(report)), html(report)):
        assert "One player" in told and "findings so far" in told
    assert html(report).count("too strong, for one player") == 1


def test_of_one_setting_only_that_is_asked():
    told, few = contest(STRONG), heard(contest(STRONG, games=60, seed=4))
    kind = told.contest.kind("option")
    share = next(one for one in kind.shares if one.label == "The Egrets")
    about = OVER_FAIR_SHARE, of_share(share, kind.noun, "egret")
    finding = Finding("share option", share.verdict, "", "shares", about=about)
    (one,) = opinion.heard(told, [finding], few)
    assert f" --set players={share.cell.levels['players']}" in tells(told, one, few)


def test_of_an_own_game_nothing_stands_that_nobody_else_was_asked_about():
    report = document(contest(STRONG, own=True))
    assert of_crews(report, "one_player_so_far") == {"The Egrets", "The Coots"}
    assert report["one_player_so_far"][0]["try"] == ""
    assert of_crews(document(contest(STRONG)), "findings") == {"The Egrets", "The Coots"}


def test_what_is_on_target_for_one_and_surely_off_for_another_is_told():
    alike = study(made_up_contest.in_memory(Contest(games=24_000, players=(4,))))
    other = study(made_up_contest.in_memory(Contest(games=8_000, players=(4,), crews=STRONG)))
    report = document(alike, Doubts(players=heard(other)))
    assert "of those on target `second` surely finds off." in report["findings"][0]["text"]
    assert report["header"]["badge"]["text"] != document(alike)["header"]["badge"]["text"]


def test_levels_are_counted_too():
    recipe = made_up.Recipe(games=6_000, players=(2, 3), tides=("calm",), level=-1.0)
    told = study(made_up.in_memory(recipe))
    easy = study(made_up.in_memory(made_up.Recipe(games=600, players=(2, 3), tides=("calm",))))
    report = document(told, Doubts(players=heard(easy)))
    assert "off target `second` finds none; " in report["findings"][0]["text"]
    assert report["header"]["badge"]["text"] == "not enough games"
