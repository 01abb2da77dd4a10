"""Whoever looks until all is settled is wrong no more often than who looks once."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.conclusions.one_answer import compare
from analysis.conclusions.unsettled import (
    LEVEL,
    on_edges,
    open_cells,
    open_differences,
    unsettled,
)
from analysis.data.joined import join
from analysis.stats import verdicts
from analysis.stats.corrections import q_values
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import bonett_price_interval, effect, p_value, rate
from analysis.stats.verdicts import Band
from analysis.study import study
from tests.analysis import made_up, made_up_contest

pytestmark = pytest.mark.long

LOOKS = [1_000 * 2**k for k in range(8)]
SURE = Confidence(len(LOOKS))
RUNS = 1_000
CONTEST = partial(made_up_contest.Contest, players=(3,))
BAND = Band(0.3, 0.6)
# 25 of 1,000 runs may call a level off target that stands on the edge; 41 or more have chance 0.2%.
MOST_WRONG = 40


def ended(truth, luck, sure):
    """The verdict that a run of one level ends with, and its games."""
    won = games = 0
    verdict = verdicts.MORE
    for look in LOOKS:
        won += int(luck.binomial(look - games, truth))
        games = look
        verdict = verdicts.of_rate(rate(won, games, sure), BAND)
        if verdict != verdicts.MORE:
            break
    return verdict, games


def runs(truth, sure=SURE):
    luck = np.random.default_rng(17)
    found = [ended(truth, luck, sure) for _ in range(RUNS)]
    return [v for v, _ in found], float(np.mean([games for _, games in found]))


@pytest.mark.parametrize("truth, wrong", [(0.6, verdicts.ABOVE), (0.6 + 1e-6, verdicts.ON_TARGET)])
def test_a_level_at_the_edge_seldom_gets_the_wrong_verdict(truth, wrong):
    given, _ = runs(truth)
    assert given.count(wrong) <= MOST_WRONG
    assert not given.count(verdicts.BELOW)


def test_looking_often_without_care_would_be_wrong_too_often():
    given, _ = runs(BAND.high, ONE_LOOK)
    assert given.count(verdicts.ABOVE) > MOST_WRONG


@pytest.mark.parametrize(
    "truth, right", [(0.45, verdicts.ON_TARGET), (0.7, verdicts.ABOVE), (0.1, verdicts.BELOW)]
)
def test_what_is_clear_is_settled_with_the_first_games(truth, right):
    given, games = runs(truth)
    assert given.count(right) >= 995
    assert games < 1_100


def test_a_level_a_point_outside_is_settled_with_fewer_games_than_the_most():
    """A planned run needs 25,000 games for 9 of 10; with these looks 128,000 are the most."""
    given, games = runs(BAND.high + 0.01)
    assert given.count(verdicts.ABOVE) >= 990
    assert games < 32_000


def shares_end(over, luck):
    """The verdicts on 13 factions, each looked at until all are settled."""
    band, fair, asked = Band(-0.02, 0.02), 0.25, len(over)
    won = np.zeros(asked)
    games = 0
    given = []
    for look in LOOKS:
        held = (look - games) * 4 / asked
        won += luck.binomial(round(held), fair + over)
        games = look
        rows = np.full(asked, games * 4 / asked)
        value = won / rows - fair
        variances = fair * (1 - fair) / rows
        each = [effect(*one, confidence=SURE) for one in zip(value, variances, strict=True)]
        outside = [verdicts.outside_band(e, band) for e in each]
        qs = verdicts.q_of_enough(outside, list(rows))
        given = [verdicts.of_share(e, q, band) for e, q in zip(each, qs, strict=True)]
        if verdicts.MORE not in given:
            break
    return given, games


@pytest.mark.long
def test_of_factions_on_the_edge_few_runs_call_any_strong_or_weak():
    """All 13 stand on an edge, the worst that there is: q keeps any false call below 5%."""
    luck = np.random.default_rng(18)
    over = np.where(np.arange(13) % 2, 0.02, -0.02)
    found = [shares_end(over, luck)[0] for _ in range(RUNS)]
    wrong = sum(any(v in (verdicts.STRONG, verdicts.WEAK) for v in given) for given in found)
    assert wrong <= 70  # 50, and 71 or more have chance 0.2%


def test_strong_factions_are_found_with_part_of_the_games():
    luck = np.random.default_rng(19)
    over = np.array([0.08, -0.06, *([0.0] * 11)])
    found = [shares_end(over, luck) for _ in range(200)]
    right = [g[:2] == [verdicts.STRONG, verdicts.WEAK] for g, _ in found]
    assert np.mean(right) >= 0.99
    assert np.mean([games for _, games in found]) < 60_000


@pytest.mark.parametrize("truth, false", [(0.0, verdicts.SHOWN), (0.02, (verdicts.BIG,))])
@pytest.mark.long
def test_differences_that_are_not_there_are_seldom_shown(truth, false):
    """Twenty changes that do nothing, or exactly what nobody feels."""
    luck = np.random.default_rng(20)
    wrong = 0
    for _ in range(RUNS):
        moved, games = np.zeros(20), 0
        for look in LOOKS:
            new = look - games
            moved += luck.normal(truth * new, np.sqrt(0.2 * new), 20)
            games = look
            each = [bonett_price_interval(m / games, 0.2 / games, games, 1.0, SURE) for m in moved]
            qs = q_values([p_value(one) for one in each])
            given = [verdicts.of_effect(e, q) for e, q in zip(each, qs, strict=True)]
            if verdicts.MORE not in given:
                break
        wrong += sum(v in false for v in given) if truth else any(v in false for v in given)
    # Of changes that do nothing any one counts; else each by itself, 25 in 1,000 of 20,000.
    assert wrong <= (20 * MOST_WRONG if truth else 70)


def test_one_look_is_the_95_percent_of_old():
    assert ONE_LOOK.reach == pytest.approx(1.959964, abs=1e-6)
    assert p_value(effect(0.1, 0.05**2)) == pytest.approx(0.0455, abs=1e-4)
    assert SURE.reach == pytest.approx(2.734, abs=1e-3)
    assert p_value(effect(0.1, 0.05**2, confidence=SURE)) == pytest.approx(8 * 0.0455, abs=1e-3)
    assert SURE.times == pytest.approx(1.395, abs=1e-3)


def test_what_is_open_is_what_the_report_calls_so():
    """Few games leave levels open, and by their cells; many settle all of them."""
    few = study(made_up.in_memory(made_up.Recipe(games=60)))
    open_ = {cell for one in unsettled(few) if one.kind == LEVEL for cell in one.cells}
    assert open_ == {d.cell.number for d in few.cells if d.verdict == verdicts.MORE} != set()
    assert open_cells(few).keys() >= open_


@pytest.mark.parametrize("kind, recipe", [(made_up, made_up.Recipe), (made_up_contest, CONTEST)])
def test_what_differs_is_waited_for_until_it_is_told_or_known(kind, recipe):
    """Of two runs: while a verdict on the change is open that more games may give."""
    for games, resolution in ((60, 0.001), (60, 0.6), (6_000, 0.001), (6_000, 0.6)):
        before, after = (replace(recipe(games=games), seed=seed) for seed in (1, 2))
        runs = [kind.in_memory(each) for each in (before, after)]
        runs[1].manifest["resolution"] = resolution
        joined = join(*runs)
        found = compare(joined)
        asked = [found.verdict] * (found.whole is not None)
        asked += [one.verdict for one in (*found.options, *found.seats)]
        wanted = {c["number"]: 2 * c["games"] for _, c in joined.twins}
        open_ = verdicts.MORE in asked and resolution < 0.1
        assert open_ or games > 60 or resolution > 0.1
        assert open_differences(joined) == (wanted if open_ else {})


@pytest.mark.parametrize("games, is_open", [(2_000, True), (400_000, False)])
def test_a_level_that_stands_on_its_edge_is_waited_for_no_more(games, is_open):
    """It is known to the run's resolution, and its interval holds the edge."""
    found = rate(games * 6 // 10, games, SURE)
    assert verdicts.of_rate(found, BAND) == verdicts.MORE
    cell = SimpleNamespace(number=3)
    level = SimpleNamespace(verdict=verdicts.MORE, rate=found, cell=cell, more=None)
    nothing = SimpleNamespace(kinds=(), moves={}, design=SimpleNamespace(unswept=()))
    design = SimpleNamespace(manifest={}, cells=[], moves=(), resolution=0.0025)
    known = SimpleNamespace(
        cells=[level], contest=nothing, steps=(), variants=(), answers=(), design=design,
        rated=design, dealing=SimpleNamespace(contrasts=()),
        counts=SimpleNamespace(games=lambda cell: games),
    )  # fmt: skip
    assert [one.cells for one in unsettled(known)] == [frozenset([3])] * is_open
    assert on_edges(known) == (not is_open)
    if not is_open:
        assert verdicts.more_games(found, BAND) is None


def test_the_intervals_of_such_a_run_are_wider_in_all_of_its_report():
    run = made_up_contest.in_memory(made_up_contest.Contest(games=300))
    plain = study(run)
    run.manifest["looks"] = 8
    wide = study(run)
    assert wide.design.confidence == Confidence(8)
    for before, after in zip(plain.contest.kinds, wide.contest.kinds, strict=True):
        halves = [[s.share.half for s in kind.shares] for kind in (before, after)]
        assert all(b > 1.2 * a for a, b in zip(*halves, strict=True))
    assert all(
        b.means[0].half > 1.3 * a.means[0].half
        for a, b in zip(plain.lengths, wide.lengths, strict=True)
    )
