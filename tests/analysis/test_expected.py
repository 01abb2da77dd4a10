"""Expectations: the numbers of the tables against what a designer wants of them."""

from dataclasses import replace
from math import inf

import numpy as np
import polars as pl
import pytest

from analysis.conclusions.expected import expected
from analysis.conclusions.facts import facts
from analysis.description.lengths import mean
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, exact, fcr_adjust, rate
from analysis.stats.verdicts import MET, MISSED, MORE, Band, of_expected
from analysis.study import study
from simulate.search.aim.sums import PairedSums, ResultColumns, rows_of
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest

TIDES = {"players": (2, 3), "tides": ("calm", "wild"), "target": None}


def of(recipe):
    return study(made_up.in_memory(recipe))


def entry(metric, **entries):
    return {"metric": metric} | entries


def ends(number):
    return number.value, number.low, number.high


TWO = Confidence(2)  # how sure each of two that are checked together is


def wider(number, asked=2):
    return ends(fcr_adjust(number, Confidence(asked).reach / number.confidence.reach, -inf, inf))


def test_a_verdict_is_by_the_whole_interval():
    band = Band(0.4, 0.6)
    for value, half, verdict in (
        (0.5, 0.09, MET), (0.5, 0.1, MET), (0.5, 0.11, MORE), (0.39, 0.02, MORE),
        (0.3, 0.09, MISSED), (0.7, 0.09, MISSED), (0.3, 0.5, MORE),
    ):  # fmt: skip
        number = Estimate(value, round(value - half, 9), round(value + half, 9), half / 2)
        assert of_expected(number, band) == verdict, (value, half)


def test_every_cell_of_an_expectation_has_a_row_with_the_rate_of_the_tables():
    known = of(Recipe(games=2_000, **TIDES, expect=(entry("win_rate", low=0.3, cells=[0, 3]),)))
    rows = expected(known)
    assert [dict(row.where) for row in rows] == [
        {"players": 2, "tide": "calm"}, {"players": 3, "tide": "wild"},
    ]  # fmt: skip
    rates = {cell.cell.number: cell.rate for cell in known.cells}
    assert [ends(row.number) for row in rows] == [
        ends(exact(replace(rates[n], confidence=TWO))) for n in (0, 3)
    ]
    assert [row.verdict for row in rows] == [MET, MISSED]
    assert [row.more for row in rows] == [0, 0]
    told = [fact for fact in facts(known) if fact.metric == "expected_win_rate"]
    assert [fact.verdict for fact in told] == [MET, MISSED]
    assert [fact.where["expectation"] for fact in told] == ["1", "2"]


def test_open_ones_say_how_many_games_more_and_these_tell():
    few = Recipe(games=100, players=(3,), tides=("rough",), level=1.65, target=None)
    (row,) = expected(of(_with(few, low=0.3, high=0.6)))
    assert row.verdict == MORE and row.more
    (row,) = expected(of(_with(few, games=3 * (100 + row.more), low=0.3, high=0.6)))
    assert (row.verdict, row.more) == (MET, 0)


def _with(recipe, games=None, **band):
    return replace(
        recipe, games=games or recipe.games, expect=(entry("win_rate", cells=[0], **band),)
    )


def test_what_is_always_so_does_not_stand_on_an_edge():
    """A rate of 1 with a band up to 1: more games would tell, and enough of them do."""
    sure = Recipe(games=60, players=(3,), tides=("calm",), level=30.0, target=None)
    (row,) = expected(of(_with(sure, low=0.95, high=1.0)))
    assert row.number.value == 1.0 and row.verdict == MORE and row.more
    (row,) = expected(of(_with(sure, games=2 * (60 + row.more), low=0.95, high=1.0)))
    assert row.verdict == MET


def test_an_effect_is_that_of_the_change_in_its_setting():
    recipe = Recipe(
        games=3_000, players=(2, 3), tides=("calm",), variants={"rope": -0.6, "horn": 0.0},
        expect=(entry("effect", high=-0.02, cells=[1, 4]), entry("win_rate", low=0.0, cells=[1])),
    )  # fmt: skip
    known = of(recipe)
    rows = expected(known)
    assert [dict(row.where)["variant"] for row in rows] == ["rope", "rope", "rope"]
    (worth,) = (worth for worth in known.variants if worth.name == "rope")
    assert [ends(row.number) for row in rows[:2]] == [wider(at.paired.effect, 3) for at in worth.at]
    assert [row.verdict for row in rows] == [MET, MET, MET]
    won = known.counts.wins(1)
    assert ends(rows[2].number) == ends(exact(rate(won, 3_000, Confidence(3))))


def test_ends_are_those_of_the_table_and_an_end_that_never_came_is_none():
    recipe = Recipe(games=2_000, **TIDES, expect=(
        entry("end", of={"reason": "flooded"}, high=0.9, cells=[1]),
        entry("end", of={"reason": "cut_off"}, high=0.01, cells=[1]),
    ))  # fmt: skip
    known = of(recipe)
    flooded, never = expected(known)
    (end,) = (end for end in known.ends if end.name == "flooded")
    assert ends(flooded.number) == ends(exact(replace(end.cells[1], confidence=TWO)))
    assert (never.number.value, never.verdict) == (0.0, MET)


def test_a_length_is_the_mean_of_the_first_length_or_of_the_one_named():
    recipe = Recipe(games=2_000, **TIDES, expect=(
        entry("length", low=3, high=12, cells=[2]),
        entry("length", of={"column": "turns"}, high=12, cells=[2]),
    ))  # fmt: skip
    known = of(recipe)
    rounds, turns = expected(known)
    by_column = {length.column: length.means[2] for length in known.lengths}
    assert ends(rounds.number) == wider(by_column["rounds"]) and rounds.unit == "rounds"
    assert ends(turns.number) == wider(by_column["turns"]) and turns.unit == "turns"
    assert (rounds.verdict, turns.verdict) == (MET, MISSED)


def test_the_mean_of_a_length_has_an_honest_interval():
    rng = np.random.default_rng(4)
    hit = 0
    for _ in range(2_000):
        games = rng.poisson(6, 40)
        values, counts = np.unique(games, return_counts=True)
        found = mean(values.tolist(), counts.tolist())
        hit += found.low <= 6 <= found.high
    assert 0.935 <= hit / 2_000 <= 0.975
    alike = mean([7], [50])
    assert alike.value == 7 and alike.low < 7 < alike.high


def test_shares_are_those_of_the_tables_seats_counted_from_one():
    recipe = Contest(games=4_000, players=(3,), crews={"egret": 0.6}, expect=(
        entry("share", of={"crew": "egret"}, high=0.36, cells=[0]),
        entry("over_fair_share", of={"seat": 1}, low=-0.05, high=0.05, cells=[0]),
        entry("over_fair_share", of={"crew": "stork"}, low=-0.05, cells=[0]),
    ))  # fmt: skip
    known = study(made_up_contest.in_memory(recipe))
    egret, first, nobody = expected(known)
    shares = {share.label: share for kind in known.contest.kinds for share in kind.shares}
    assert ends(egret.number) == wider(shares["The Egrets"].share, 3)
    assert (egret.verdict, egret.label) == (MISSED, "The Egrets")
    assert ends(first.number) == wider(shares["Seat 1"].over, 3)
    assert (first.verdict, first.label) == (MET, "Seat 1")
    assert (nobody.number, nobody.verdict, nobody.more) == (None, MORE, None)
    assert not any(fact.where.get("crew") == "stork" for fact in facts(known))


def test_a_change_of_a_share_is_that_of_its_setting():
    recipe = Contest(
        games=4_000, players=(3, 4), crews={"egret": 0.5}, variants={"no oars": ("egret", -0.9)},
        expect=(entry("effect", of={"crew": "egret"}, high=-0.02, cells=[1, 3]),),
    )  # fmt: skip
    known = study(made_up_contest.in_memory(recipe))
    rows = expected(known)
    (shift,) = (shift for shift in known.contest.moves["option"] if shift.value == "egret")
    assert [ends(row.number) for row in rows] == [wider(at.effect) for at in shift.at]
    assert [row.verdict for row in rows] == [MET, MET]


def test_a_cell_without_games_is_open():
    nothing = dict.fromkeys(range(16), 0)
    recipe = Recipe(games=1, per_cell=nothing, expect=(entry("win_rate", low=0.1, cells=[0]),))
    (row,) = expected(of(recipe))
    assert (row.number, row.verdict, row.games) == (None, MORE, 0)


@pytest.mark.parametrize(
    "truth, band, wrong", [(0.5, (0.45, 0.55), MISSED), (0.6, (0.4, 0.55), MET)]
)
def test_a_verdict_is_rarely_wrong(truth, band, wrong):
    """Where the truth is inside it is hardly ever missed, where it is outside hardly ever met."""
    rng = np.random.default_rng(9)
    given = [of_expected(rate(int(rng.binomial(n, truth)), n), Band(*band))
             for n in (50, 400, 3_000) for _ in range(300)]  # fmt: skip
    assert given.count(wrong) / len(given) <= 0.03


@pytest.mark.parametrize("asked", [1, 5, 20])
@pytest.mark.parametrize("edge, games", [(0.005, 300), (0.005, 4_000), (0.02, 300), (0.5, 4_000)])
def test_a_file_whose_truths_lie_on_their_edges_fails_by_chance_1_time_in_40(asked, edge, games):
    """By the exact tails of the binomial; one by one ten of them fail in 23% of the runs."""
    from scipy.stats import binom

    sure = Confidence(asked)
    won = np.arange(games + 1)
    given = [of_expected(exact(rate(int(k), games, sure)), Band(-inf, edge)) for k in won]
    missed, met = (np.array(given) == verdict for verdict in (MISSED, MET))
    chance = binom.pmf(won, games, edge)
    for wrong in (chance[missed].sum(), chance[met].sum()):
        assert 1 - (1 - wrong) ** asked <= 0.025
    assert missed.any()


def test_what_is_checked_together_is_judged_as_a_whole():
    """An expectation that no exit code hangs on is judged alone, and counts for no other."""
    bands = [entry("win_rate", low=0.3, cells=[0, 3]), entry("win_rate", high=0.9, cells=[1])]
    told = [*bands, entry("win_rate", low=0.1, cells=[2], check=False)]
    rows = expected(of(Recipe(games=2_000, **TIDES, expect=tuple(told))))
    assert [row.number.confidence.looks for row in rows] == [3, 3, 3, 1]


BROUGHT = {"players": (3,), "tides": ("calm",), "keepers": {"ada": 0.6, "bo": -0.4}}


@pytest.mark.parametrize(
    "ends_, of_, verdict, label",
    [
        ({"high": 0.05}, {}, MISSED, "Ada"),  # no keeper over +5
        ({"high": 0.6}, {}, MET, "Ada"),
        ({"low": -0.03}, {}, MISSED, "Bo"),
        ({"high": 0.05}, {"keeper": "any"}, MISSED, "Ada"),
        ({"high": 0.05}, {"keeper": "bo"}, MET, "Bo"),
        ({"low": -0.5, "high": 0.5}, {"wave": "any"}, MET, None),
    ],
)
def test_what_things_bring_is_one_row_about_the_one_that_is_farthest_off(
    ends_, of_, verdict, label
):
    recipe = Recipe(games=6_000, **BROUGHT, expect=(entry("brings", of=of_, cells=[0], **ends_),))
    known = of(recipe)
    (row,) = expected(known)
    assert row.verdict == verdict and dict(row.where) == {}
    assert label is None or row.label == label
    (contrast,) = (c for c in known.dealing.contrasts if c.label == row.label)
    assert row.number.value == contrast.effect.value
    several = 8 if of_.get("keeper", "any") == "any" else 1
    if "wave" not in of_:
        wider = contrast.effect.high - contrast.effect.low
        assert (row.number.high - row.number.low > 1.2 * wider) is (several > 1), "all at once"


def test_where_nothing_was_dealt_what_is_brought_is_open():
    nothing = entry("brings", of={"x": "y"}, cells=[0], high=0.1)
    (row,) = expected(of(Recipe(games=40, players=(3,), expect=(nothing,))))
    assert (row.verdict, row.number, row.more) == (MORE, None, None)


def matchup(a, b, **band):
    return {"metric": "matchup", "of": {"a": a, "b": b}, "cells": [0, 1], **band}


def test_a_matchup_is_judged_in_each_setting_from_both_sides():
    """Auks are truly ahead of Coots in 82% of the games in which they meet, of about 500."""
    put_in = {"games": 3_000, "players": (2, 3), "beats": {("auk", "coot"): 1.5}}
    asked = (
        matchup("auk", "coot", low=0.45, high=0.55),
        matchup("coot", "auk", high=0.45),
        matchup("auk", "bittern", low=0.45, high=0.55),
    )
    run = made_up_contest.in_memory(Contest(**put_in, expect=asked))
    rows = expected(study(run))
    assert [dict(row.where) for row in rows[:2]] == [{"players": 2}, {"players": 3}]
    assert [row.verdict for row in rows] == [MISSED, MISSED, MET, MET, MORE, MORE]
    assert rows[0].label == "The Auks ahead of The Coots" and rows[4].more
    of_two = run.tables[1].filter(pl.col("cell") == 0).select("replicate", "crew", "rank")
    met = of_two.join(of_two, on="replicate").filter(
        (pl.col("crew") == "auk") & (pl.col("crew_right") == "coot")
    )
    assert rows[0].number.value == pytest.approx((met["rank"] < met["rank_right"]).mean())
    assert rows[2].number.value == pytest.approx(1 - rows[0].number.value)


def test_a_pair_that_never_meets_needs_more_games_and_has_no_number():
    alone = made_up_contest.in_memory(
        Contest(games=200, players=(2, 3), expect=(matchup("auk", "dodo", low=0.4),))
    )
    rows = expected(study(alone))
    assert [(row.verdict, row.number, row.more) for row in rows] == [(MORE, None, None)] * 2


def test_a_search_counts_a_matchup_as_the_report_does():
    put_in = Contest(
        games=400, players=(2, 3), ties=True, expect=(matchup("auk", "coot", low=0.4),)
    )
    run = made_up_contest.in_memory(put_in)
    told = study(run)
    design, (games, seats) = told.design, (run.games().collect(), run.seats().collect())
    columns = ResultColumns.of(design)
    sums = PairedSums([(0, 0), (1, 1)], {})
    sums.add([
        rows_of(n, games.filter(pl.col("cell") == n), seats.filter(pl.col("cell") == n), columns)
        for n in (0, 1)
    ])  # fmt: skip
    (measure,) = columns.measures
    found = [sums.share(measure.kind, sums.place_of(measure), cell) for cell in (0, 1)]
    known = told.contest.wanted_pairs["auk", "coot"]
    assert [ends(each) for each in found] == [pytest.approx(ends(known[n])) for n in (0, 1)]
