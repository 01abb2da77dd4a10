"""One standing for each finding, by another player, guesses and chance; and what is counted."""

from dataclasses import replace
from functools import cache

import pytest

from analysis.conclusions.facts import facts, of_share
from analysis.conclusions.ledger import ON_PLAYER, STANDS, Ledger, VerdictTally
from analysis.conclusions.robustness import Doubts, Duel, Players, key_of
from analysis.conclusions.unsettled import unsettled, widest
from analysis.stats import verdicts
from analysis.study import study
from reports.findings.finding import Finding, ToldFinding
from reports.findings.policy_robustness import tells
from reports.page.render import html, summary_of
from reports.run.alerts import COARSE, alerts
from reports.run.document import document
from simulate.core.game.facts import OVER_FAIR_SHARE
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up_contest import Contest

pytestmark = pytest.mark.long

STRONG = (("egret", 0.6), ("coot", -0.6))
ROUGH = "as its verdicts are sure"
WON = Duel(games=200, won=130.0, fair=100.0, error=8.0)


@cache
def contest(crews, games=8_000, seed=3, own=False):
    recipe = Contest(games=games, seed=seed, players=(2, 4), crews=dict(crews))
    run = made_up_contest.in_memory(recipe)
    if own:
        run.manifest["own"] = {"file": "race.py", "text": "", "players": ""}
    return study(run)


def heard(told):
    """Another player, by what he found."""
    found = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    return Players("second", min(map(told.counts.games, told.counts.won)), found)


def crews(report):
    """What is said of the crews that are off target: standing by name."""
    told = [one for one in report["findings"] if one["kind"] == "share option"]
    return {one["text"].partition(":")[0]: one["standing"] for one in told}


@pytest.mark.parametrize(("own", "duel"), [(False, None), (True, WON)])
def test_what_a_second_player_finds_stands(own, duel):
    second = replace(heard(contest(STRONG, seed=4)), duel=duel)
    report = document(contest(STRONG, own=own), Doubts(players=second))
    assert crews(report) == {"The Egrets": STANDS, "The Coots": STANDS}
    assert "hang" not in report["header"]["answer"]


@pytest.mark.parametrize("duel", [None, replace(WON, won=115.0), replace(WON, won=80.0)])
def test_of_an_own_game_a_second_player_must_be_shown_to_be_better(duel):
    second = replace(heard(contest(STRONG, seed=4)), duel=duel)
    report = document(contest(STRONG, own=True), Doubts(players=second))
    assert crews(report) == {"The Egrets": ON_PLAYER, "The Coots": ON_PLAYER}
    told = [one for one in report["findings"] if one["kind"] == "share option"]
    said = "Players: both players find it, neither is shown to play well: with `second` it is "
    assert all(said in " ".join(one["doubts"]) for one in told)
    assert "Of the 4 off target 4 hang on who plays" in report["header"]["answer"]


@pytest.mark.parametrize("own", [False, True])
def test_what_he_surely_does_not_find_hangs_on_who_plays(own):
    told, other = contest(STRONG, own=own), heard(contest((), seed=4))
    report, alone = document(told, Doubts(players=other)), document(told)
    assert crews(report) == {"The Egrets": ON_PLAYER, "The Coots": ON_PLAYER}
    assert " on who plays" in report["header"]["answer"]
    assert report["findings"][0]["verdict"] == alone["findings"][0]["verdict"] == "off target"
    assert report["header"]["badge"] == alone["header"]["badge"]


def test_who_asks_more_is_not_told_less():
    """A second player who had no time leaves what the games say as it is."""
    few = heard(contest(STRONG, games=60, seed=4))
    asked, alone = document(contest(STRONG), Doubts(players=few)), document(contest(STRONG))
    assert crews(asked) == crews(alone) == {"The Egrets": STANDS, "The Coots": STANDS}
    assert asked["header"]["badge"] == alone["header"]["badge"]


def test_of_an_own_game_what_nobody_else_found_hangs_with_what_would_tell():
    few = heard(contest(STRONG, games=60, seed=4))
    report = document(contest(STRONG, own=True), Doubts(players=few))
    assert crews(report) == {"The Egrets": ON_PLAYER, "The Coots": ON_PLAYER}
    told = [one for one in report["findings"] if one["kind"] == "share option"]
    for one in told:
        assert "--set strategy=second" in one["try"] and " --games " in one["try"]
        assert one["try"].endswith(" plays what would tell.")
    for page in (str(summary_of(report)), html(report)):
        assert ON_PLAYER in page or "who plays" in page
    alone = document(contest(STRONG, own=True))
    assert crews(alone) == crews(report) and alone["findings"][1]["try"] == ""


def test_of_one_setting_only_that_is_asked():
    told = contest(STRONG, own=True)
    ledger = Ledger(told, Doubts(players=heard(contest(STRONG, games=60, seed=4))))
    kind = told.contest.kind("option")
    share = next(one for one in kind.shares if one.label == "The Egrets")
    about = OVER_FAIR_SHARE, of_share(share, kind.noun, "egret")
    finding = Finding("share option", share.verdict, "", "shares", about=about)
    one = ToldFinding(finding, ledger.entry(about, share.verdict))
    assert f" --set players={share.cell.levels['players']}" in tells(ledger, one)


def test_what_is_on_target_for_one_and_surely_off_for_another_is_told():
    alike = study(made_up_contest.in_memory(Contest(games=24_000, players=(4,))))
    other = study(made_up_contest.in_memory(Contest(games=8_000, players=(4,), crews=dict(STRONG))))
    report = document(alike, Doubts(players=heard(other)))
    assert " Of the 6 on target 2 hang on who plays." in report["header"]["answer"]


def test_levels_are_counted_too():
    recipe = made_up.Recipe(games=6_000, players=(2, 3), tides=("calm",), level=-1.0)
    told = study(made_up.in_memory(recipe))
    easy = study(made_up.in_memory(made_up.Recipe(games=600, players=(2, 3), tides=("calm",))))
    ledger = Ledger(told, Doubts(players=heard(easy)))
    (tally,) = ledger.tallies
    assert tally.off == tally.standing(ON_PLAYER) == len(told.cells)
    report = document(told, Doubts(players=heard(easy)))
    assert report["header"]["badge"]["text"] == f"{tally.off} of {tally.off} settings off target"


def test_a_tally_counts_its_entries_and_nothing_else():
    ledger = Ledger(contest(STRONG))
    (tally,) = ledger.tallies
    given = [share.verdict for share in ledger.study.contest.kind("option").shares]
    assert len(tally) == len(given)
    for verdict in {*given}:
        assert tally.of(verdict) == given.count(verdict)
    assert tally.off == sum(verdict in verdicts.OFF for verdict in given)
    assert VerdictTally("shares", ()).one == ""


@pytest.mark.parametrize(("games", "is_told"), [(160, True), (40_000, False)])
def test_a_settled_run_of_an_own_game_says_how_rough_its_numbers_are(games, is_told):
    run = made_up_contest.in_memory(Contest(games=games, players=(4,), crews={"egret": 3.0}))
    run.manifest.update(until="settled", looks=1, resolution=0.2, command="simulate run race.py")
    of_five = study(run)
    assert ROUGH not in str(alerts(of_five))
    run.manifest["own"] = {"file": "race.py", "text": "", "players": ""}
    own = study(run)
    assert not unsettled(own)
    assert (ROUGH in str(alerts(own))) == is_told == (widest(own) > COARSE)
    finer = "`simulate run race.py --until 0.02` plays until that is 2.0 points"
    assert (finer in str(alerts(own))) == is_told
