"""Rates weighed by the known chances of the deal, beside plain ones and the truth."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.data.weighed import draws
from analysis.estimators import pooled
from analysis.estimators.pairs import difference
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import exact
from analysis.stats.known_chances import Chances, rate_of
from analysis.stats.results import Weighed, judged_games, share_of, wins_of
from analysis.study import study
from benchmarks.promises import as_dealt
from tests.analysis import made_up_contest
from tests.analysis.made_up import WRECKS, Recipe, in_memory
from tests.analysis.made_up_contest import Contest

STRONG = {"brig": 1.5, "cutter": -1.5}
CONTEST = Contest(seats=(1.2,), crews={"auk": 0.5}, variants={"late": ("coot", -0.5)})
RECIPE = Recipe(games=600, players=(2,), tides=("calm", "rough"), wrecks=STRONG)


def _drawn(recipe=RECIPE, cards=WRECKS, **card):
    """A made-up run whose wrecks are drawn from a section of the cards."""
    run = in_memory(recipe)
    columns = {
        table: [c | ({"drawn": "wrecks"} if c["name"] == "wreck" else {}) for c in each]
        for table, each in run.manifest["columns"].items()
    }
    pack = run.manifest.get("pack", {})
    pack = pack | {"cards": pack.get("cards", {}) | {"wrecks": dict.fromkeys(cards, card)}}
    return replace(run, manifest=run.manifest | {"columns": columns, "pack": pack})


def _counts(run):
    design = Design(run.manifest)
    return design, count(Blocks(run, design))


def test_a_rate_is_that_of_strata_by_their_chances():
    run = _drawn()
    _, counts = _counts(run)
    for cell in (0, 1):
        games = run.tables[0].filter(pl.col("cell") == cell)
        strata = games.group_by("wreck").agg(pl.col("won").mean())["won"].to_numpy()
        told = counts.rate(cell, ONE_LOOK)
        assert told.value == pytest.approx(strata.mean(), abs=1e-4)
        assert told.won == games["won"].sum()
        assert told.saving > 1.1
        plain = _counts(in_memory(RECIPE))[1].rate(cell, ONE_LOOK)
        assert told.high - told.low < plain.high - plain.low


def test_a_difference_is_that_of_the_rates_that_are_told():
    design, counts = _counts(_drawn())
    before, after = (counts.rate(cell, design.confidence).value for cell in (0, 1))
    moved = difference(counts.judged, 0, 1).effect
    assert moved.value == pytest.approx(after - before)
    both = pooled.wins(counts, [0, 1])
    assert both.value == pytest.approx((before + after) / 2)
    assert both.low < both.value < both.high


@pytest.mark.parametrize(
    "run",
    [
        in_memory(RECIPE),  # an older run says nothing of chances
        _drawn(cards=WRECKS[1:]),  # a wreck that is no card
        _drawn(cards=(*WRECKS, "raft")),  # a card that never came
        _drawn(copies=2),
        _drawn(replace(RECIPE, games=100)),
        _drawn(replace(RECIPE, level=9.0)),
    ],
)
def test_where_a_chance_is_not_known_or_few_games_tell_nothing_is_weighed(run):
    design, counts = _counts(run)
    assert not counts.weighed
    for cell in (0, 1):
        games = counts.games(cell)
        assert counts.rate(cell, design.confidence).value == counts.wins(cell) / games


def test_what_is_drawn_is_said_by_the_run():
    assert [draw.section for draw in draws(Design(_drawn().manifest))] == ["wrecks"]
    assert draws(Design(in_memory(RECIPE).manifest)) == []


def _deals(games, luck):
    dealt = np.zeros((games, 14))
    dealt[np.arange(games), luck.integers(6, size=games)] = 1
    dealt[:, 6:] = luck.random((games, 8)).argsort(axis=1) < 2
    return dealt


def test_deals_that_draw_unlike_numbers_have_no_known_chances():
    luck = np.random.default_rng(1)
    dealt = _deals(2_000, luck)
    dealt[0, 6:] = 1
    sums = Chances((6, 8))
    sums.add(dealt, luck.random(2_000) < 0.5)
    assert sums.fit() is None


def test_weighed_rates_hold_the_truth_and_stray_less():
    luck, worth = np.random.default_rng(2), np.r_[np.linspace(-0.3, 0.3, 6), np.zeros(8)]
    held, told, plain = [], [], []
    for _ in range(400):
        dealt = _deals(400, luck)
        won = (luck.random(400) < 0.5 + dealt @ worth).astype(np.int8)
        result = as_dealt(dealt, (6, 8), won)
        assert isinstance(result, Weighed)
        rate = rate_of(result)
        held.append(rate.low <= 0.5 <= rate.high)
        told.append(rate.value)
        plain.append(wins_of(result) / 400)
        assert judged_games(result).mean() == pytest.approx(share_of(result))
    assert 0.92 <= np.mean(held) <= 0.98
    assert np.mean(told) == pytest.approx(0.5, abs=0.004)
    assert np.var(told) < 0.9 * np.var(plain)
    assert exact(rate).low < rate.low


def _contested(even, **more):
    """A made-up contest in which the first seat wins more; even: houses come to seats alike."""
    run = made_up_contest.in_memory(replace(CONTEST, **more))
    columns = {
        table: [c | ({"drawn": "houses"} if even and c["role"] == "option" else {}) for c in each]
        for table, each in run.manifest["columns"].items()
    }
    run = replace(run, manifest=run.manifest | {"columns": columns})
    return study(run).contest


def test_shares_are_weighed_by_seat_where_things_come_to_all_seats_alike():
    plain, told = (_contested(even).kind("option") for even in (False, True))
    assert plain.savings == ()
    assert min(told.savings) > 1.05
    assert {over.evened for over in told.overs} == {None}
    evened = {over.label: over.evened for over in plain.overs}
    for over in told.overs:
        assert over.effect.value == pytest.approx(evened[over.label], abs=0.01)
    for before, after in zip(plain.shares, told.shares, strict=True):
        assert after.share.high - after.share.low < before.share.high - before.share.low


def test_what_a_change_does_to_a_share_is_weighed_as_the_share_is():
    told = _contested(True)
    shares = {(s.label, s.cell.number): s.share.value for s in told.kind("option").shares}
    shifts = told.moves["option"]
    assert shifts
    for shift in shifts:
        each = [shares[shift.option, base] for base, _ in shift.move.pooled]
        assert shift.before == pytest.approx(np.mean(each))
        assert shift.after - shift.before == pytest.approx(shift.effect.value)


def test_few_games_of_a_seat_are_not_weighed():
    assert _contested(True, games=200).kind("option").savings == ()
