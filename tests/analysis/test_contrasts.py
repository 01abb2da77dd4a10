"""Contrasts of what was dealt, against regressions by statsmodels."""

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.data.counts import count
from analysis.data.deal import answers, options, questions
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.rates.contrasts import MOST_MOVES, PAIRS, Contrast, dealing, moved, without_echoes
from analysis.rates.crossed import played
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from tests.analysis.made_up import KEEPERS, Recipe, _column, in_memory

SMALL = Recipe(games=1_500, players=(2, 3), tides=("calm", "rough"), level=0.9)


def _dealing(recipe, rows=300_000):
    run = in_memory(recipe)
    design = Design(run.manifest)
    return dealing(design, Blocks(run, design, rows), questions(design, run)), run


def _frame(run):
    """Tidy rows for statsmodels: one a game, with who was at the table."""
    import pandas as pd

    games, seats = run.tables
    for name in KEEPERS:
        with_it = seats.filter(pl.col("keeper") == name).select("cell", "replicate")
        games = games.join(
            with_it.unique().with_columns(pl.lit(1.0).alias(name)),
            on=["cell", "replicate"],
            how="left",
        ).with_columns(pl.col(name).fill_null(0.0))
    frame = pd.DataFrame(games.to_dict(as_series=False))
    return frame.assign(won=frame["won"].astype(float))


def _fit(formula, frame):
    """Least squares, standard errors clustered by replicate: cells share luck."""
    import pandas as pd
    import statsmodels.formula.api as smf

    groups = pd.factorize(frame["replicate"])[0]
    return smf.ols(formula, frame).fit(
        cov_type="cluster",
        cov_kwds={"groups": groups, "use_correction": False, "df_correction": False},
    )


def test_a_yes_no_contrast_is_a_regression_with_the_cells_held_fixed():
    found, run = _dealing(SMALL)
    frame = _frame(run).assign(a=lambda f: (f["side_north"] == "a").astype(float))
    fit = _fit("won ~ a + C(cell)", frame)
    mine = next(c for c in found.contrasts if c.label == "North rock: side a")
    assert mine.against == "side b"
    assert mine.effect.value == pytest.approx(fit.params["a"], abs=1e-9)
    # statsmodels takes residuals of the pooled fit, we of every cell; equal for large cells.
    assert mine.effect.se == pytest.approx(fit.bse["a"], rel=0.02)


def test_what_too_few_games_tell_of_is_counted():
    """Every question has a contrast, or is counted as one that cannot be told."""
    recipe = replace(SMALL, games=90, players=(2,), tides=("calm",))
    found, run = _dealing(recipe)
    design = Design(run.manifest)
    asked = Counter(dealt.family for dealt in questions(design, run))
    told = Counter(contrast.family for contrast in found.contrasts)
    assert {name for name in asked if told[name]} and PAIRS in found.few
    assert {f: n for f, n in found.few.items() if f != PAIRS} == dict(asked - told)
    assert not _dealing(SMALL)[0].few


def test_shared_luck_widens_the_pooled_interval():
    """All cells hold the same games: sixteen copies know no more than one."""
    recipe = replace(SMALL, shared=1.0, per_wave=0.0, per_player=0.0, tides=("calm",), players=(2,))
    one, _ = _dealing(recipe)
    many, _ = _dealing(replace(recipe, players=(2, 3)))
    first = next(c for c in one.contrasts if c.label == "North rock: side a")
    both = next(c for c in many.contrasts if c.label == "North rock: side a")
    assert both.effect.se == pytest.approx(first.effect.se, rel=0.02)


@pytest.mark.parametrize("changed", ["sloop", "brig"])
def test_one_of_a_kind_is_compared_with_all_others(changed):
    """Wherever it stood among them before: the rest move by a third of it, the other way."""
    found, run = _dealing(replace(SMALL, games=6_000, wrecks={changed: -0.6}))
    wrecks = {c.label.lower(): c for c in found.contrasts if c.family == "wreck"}
    frame = _frame(run)
    for name, contrast in wrecks.items():
        mine = frame["wreck"] == name
        expected = frame[mine]["won"].mean() - frame[~mine]["won"].mean()
        # Cells differ a little in how often a wreck lies there, so the rates are not exact.
        assert contrast.effect.value == pytest.approx(expected, abs=0.01)
        assert contrast.one_of_several and contrast.against == ""
    culprit = wrecks.pop(changed)
    assert culprit.verdict == verdicts.BIG
    for contrast in wrecks.values():
        third = -culprit.effect.value / 3
        assert contrast.effect.value == pytest.approx(third, abs=4 * contrast.effect.se)


@pytest.mark.long
def test_what_a_thing_brings_is_unbiased_whatever_the_others_are():
    """The mean over many deals is what was put in, for the middle one as for the best."""
    worth = dict(zip(KEEPERS, np.linspace(-0.4, 0.4, len(KEEPERS)), strict=True))
    recipe = replace(SMALL, games=800, players=(3,), tides=("calm",), keepers=worth)
    whole, _ = _dealing(replace(recipe, games=150_000))
    truth = {c.label: c.effect.value for c in whole.contrasts if c.family == "keepers"}
    strays = {label: [] for label in truth}
    for seed in range(60):
        found, _ = _dealing(replace(recipe, seed=100 + seed))
        for c in found.contrasts:
            if c.family == "keepers":
                strays[c.label].append((c.effect.value - truth[c.label]) / c.effect.se)
    held = np.mean([np.abs(each) < 1.96 for each in strays.values()])
    assert 0.92 < held < 0.98
    # Means of 60 standard errors: beyond four of theirs less than once in 1,000 such tests.
    assert all(abs(np.mean(each)) < 4 / 60**0.5 for each in strays.values())


def test_one_strong_option_makes_the_others_little_weaker():
    found, _ = _dealing(replace(SMALL, games=4_000, keepers={"cleo": 0.8}))
    keepers = {c.label: c for c in found.contrasts if c.family == "keepers"}
    assert keepers["Cleo"].verdict == verdicts.BIG
    assert keepers["Cleo"].effect.value > 0.1
    others = [c for label, c in keepers.items() if label != "Cleo"]
    assert not any(c.verdict == verdicts.BIG for c in others)


def test_company_is_the_interaction_of_a_regression():
    import statsmodels.formula.api as smf

    recipe = replace(
        SMALL, players=(3,), tides=("calm",), games=4_000, company={("ada", "bo"): 0.8}
    )
    found, run = _dealing(recipe)
    fit = smf.ols("won ~ ada * bo", _frame(run)).fit(cov_type="HC0")
    pair = next(c for c in found.company if (c.first, c.second) == ("Ada", "Bo"))
    assert pair.effect.value == pytest.approx(fit.params["ada:bo"], abs=1e-9)
    assert pair.effect.se == pytest.approx(fit.bse["ada:bo"], rel=0.02)
    assert pair.verdict == verdicts.BIG
    assert len(found.company) == 28


def test_blocks_change_nothing():
    """The same sums whether the run is read at once or in small blocks."""
    whole, _ = _dealing(SMALL)
    parts, _ = _dealing(SMALL, rows=4_000)
    for one, other in zip(whole.contrasts, parts.contrasts, strict=True):
        assert one.effect.value == pytest.approx(other.effect.value, abs=1e-12)
        assert one.effect.se == pytest.approx(other.effect.se, abs=1e-12)


def test_only_what_the_deal_decides_is_asked():
    run = in_memory(replace(SMALL, sides="chosen"))
    design = Design(run.manifest)
    asked = {d.family for d in questions(design, run)}
    assert asked == {"wave", "wreck", "keepers"}
    for cell in run.manifest["cells"]:
        cell["setting"]["party"] = ["dealt", "dealt"]
    assert "keepers" in {d.family for d in questions(Design(run.manifest), run)}
    for cell in run.manifest["cells"]:
        cell["setting"]["party"] = ["dealt", "ada"]
    assert "keepers" not in {d.family for d in questions(Design(run.manifest), run)}
    for cell in run.manifest["cells"]:
        cell["setting"]["party"] = "ada+bo"
    assert {d.family for d in questions(Design(run.manifest), run)} == {"wave", "wreck"}


def test_a_group_without_a_win_keeps_an_honest_interval():
    recipe = replace(SMALL, games=150, players=(2,), tides=("calm",), wrecks={"sloop": -9.0})
    found, _ = _dealing(recipe)
    sloop = next(c for c in found.contrasts if c.label == "Sloop")
    assert sloop.effect.se > 0.02


def test_few_games_are_not_spoken_of():
    """Three games of two heroes together once made "won 136.7 points more often"."""
    found, _ = _dealing(replace(SMALL, games=40, players=(2,), tides=("calm",)))
    assert found.company == ()
    assert all(c.games >= verdicts.FEWEST for c in found.contrasts)
    found, _ = _dealing(replace(SMALL, games=4_000, players=(2,), tides=("calm",)))
    assert found.company
    assert all(c.games >= verdicts.FEWEST for c in found.company)


def test_variants_are_left_out_of_contrasts():
    found, _ = _dealing(replace(SMALL, players=(2,), tides=("calm",), variants={"rope": -0.5}))
    wrecks = [c.games for c in found.contrasts if c.family == "wreck"]
    assert sum(wrecks) == SMALL.games


def test_no_false_alarms_where_nothing_works():
    """No effect at all, six seeds: nothing is called an effect that surely exceeds two points.

    One such call in a report of this size has a chance of about 1 in 25 (measured on 120
    seeds, most of them pairs); the seeds are fixed, and none of these has one.
    """
    for seed in range(6):
        found, _ = _dealing(replace(SMALL, seed=1_000 + seed))
        called = [c for c in (*found.contrasts, *found.company) if c.verdict == verdicts.BIG]
        assert called == [], seed


@pytest.mark.long
def test_contrasts_cover():
    """Share of intervals that hold the truth, where nothing works."""
    missed = {"side": [], "company": []}
    for seed in range(120):
        found, _ = _dealing(replace(SMALL, seed=5_000 + seed))
        missed["side"] += [abs(c.effect.value) > 1.96 * c.effect.se for c in found.contrasts
                           if c.family == "side"]  # fmt: skip
        missed["company"] += [abs(c.effect.value) > 1.96 * c.effect.se for c in found.company]
    # 360 and 3,360 intervals (pairs of one run lean on each other): 5% expected; beyond these
    # bounds less than once in 1,000 and once in 200.
    assert np.mean(missed["side"]) < 0.09
    assert np.mean(missed["company"]) < 0.065


def _with_offers(run, brave):
    """The run with two lamps of three offered in every game; `brave` games are won with c."""
    games, seats = run.tables
    luck = np.random.default_rng(8)
    pairs = np.array(["a+b", "a+c", "b+c"])[luck.integers(0, 3, games.height)]
    offers = games.select("cell", "replicate").with_columns(pl.Series("lamps_offered", pairs))
    seats = seats.join(offers, on=["cell", "replicate"], how="left")
    helped = pl.Series(luck.random(games.height) < brave) & pl.Series(pairs).str.contains("c")
    games = games.with_columns(pl.col("won") | helped)
    columns = run.manifest["columns"]
    more = _column(
        "lamps_offered", "str", "offered", "lamps to choose from", family="lamps offered"
    )
    columns = columns | {"seats": [*columns["seats"], more]}
    return replace(run, manifest=run.manifest | {"columns": columns}, tables=(games, seats))


def test_what_was_offered_is_compared_whatever_was_chosen():
    run = _with_offers(in_memory(replace(SMALL, games=4_000)), 0.2)
    design = Design(run.manifest)
    asked = [d for d in questions(design, run) if d.family == "lamps offered"]
    assert [d.value for d in asked] == ["a", "b", "c"]
    block = next(iter(Blocks(run, design)))
    matrix = answers(block, asked)
    assert (matrix.sum(axis=1) == 2).all()
    found = dealing(design, Blocks(run, design), questions(design, run))
    lamps = {c.value: c for c in found.contrasts if c.family == "lamps offered"}
    assert lamps["c"].effect.value > 3 * lamps["c"].effect.se
    assert not [c for c in found.company if "C" in (c.first, c.second)]


def test_offers_are_compared_where_nobody_was_dealt_an_option():
    """As in an adventure: no two options to look at in company."""
    run = _with_offers(in_memory(SMALL), 0.2)
    for cell in run.manifest["cells"]:
        cell["setting"]["party"] = "ada+bo"
    design = Design(run.manifest)
    found = dealing(design, Blocks(run, design), questions(design, run))
    assert "lamps offered" in {c.family for c in found.contrasts} and not found.company


def _swept(run, factor, path, levels):
    """The run with a factor that is now called a number of a card."""
    cells = [
        cell
        | {
            "levels": {
                path if k == factor else k: levels.get(v, v) for k, v in cell["levels"].items()
            }
        }
        for cell in run.manifest["cells"]
    ]
    factors = [
        f | {"name": path, "levels": list(levels.values()), "level_meanings": {}, "asked": True}
        if f["name"] == factor
        else f
        for f in run.manifest["factors"]
    ]
    return replace(run, manifest=run.manifest | {"cells": cells, "factors": factors})


def test_a_card_whose_own_number_is_compared_is_pooled_at_one_level():
    """A mean over three different cards would be that of none of them."""
    path = "cards.keepers.bo.breath"  # 4 in the pack
    recipe = replace(SMALL, players=(2,), tides=("calm", "rough", "wild"))
    run = _swept(in_memory(recipe), "tide", path, {"calm": 5, "rough": 4, "wild": 3})
    design = Design(run.manifest)
    found = dealing(design, Blocks(run, design), questions(design, run))
    seats = run.tables[1]
    bo = seats.filter(pl.col("keeper") == "bo")
    own = {c.label: c for c in found.contrasts if c.family == "keepers"}
    ada = seats.filter(pl.col("keeper") == "ada")
    assert own["Bo"].games == bo.filter(pl.col("cell") == 1).height
    assert own["Ada"].games == ada.filter(pl.col("cell") == 1).height
    assert all(effect is not None for effect in own["Bo"].by_level)
    together = bo.join(seats.filter(pl.col("keeper") == "ada"), on=["cell", "replicate"])
    pair = next(c for c in found.company if {c.first, c.second} == {"Ada", "Bo"})
    assert pair.games == together.filter(pl.col("cell") == 1).height < together.height


def test_what_a_keeper_brings_is_told_on_both_sides_of_a_change():
    """On the same luck the difference is far surer than what it is a difference of."""
    breath = {"swept": "cards.keepers.bo.breath", "values": (4, 2), "each": 0.3, "whose": "bo"}
    recipe = replace(SMALL, games=8_000, players=(2, 3), tides=("rough",), level=1.2, **breath)
    recipe = replace(recipe, keepers={"bo": 0.6})
    run = in_memory(recipe)
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    found = moved(design, blocks, options(design, run), played(design, count(blocks)))
    by_name = {m.label: m for m in found}
    assert len(found) == 8 and {m.move.level for m in found} == {2}
    bo = by_name.pop("Bo")
    assert bo.verdict == verdicts.BIG and bo.change.high < -0.1
    assert bo.change.value == pytest.approx(bo.after.value - bo.before.value)
    assert bo.before.low > 0.1 and abs(bo.after.value) < 0.04
    assert all(m.change.low < 0.02 and m.change.high > -0.02 for m in by_name.values())
    assert not any(m.verdict == verdicts.BIG for m in by_name.values())
    alone = [(m.before.se**2 + m.after.se**2) ** 0.5 for m in by_name.values()]
    assert all(m.change.se < se for m, se in zip(by_name.values(), alone, strict=True))


def test_a_long_list_of_changes_tells_nothing_of_keepers():
    names = {f"change {i}": 0.0 for i in range(MOST_MOVES + 1)}
    run = in_memory(Recipe(games=60, players=(2,), tides=("rough",), variants=names))
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    assert moved(design, blocks, options(design, run), played(design, count(blocks))) == ()


def _stand_ins(half, **truth):
    """What would be told of things that stand in for each other, were the estimates the truth."""
    others = {name: np.mean([truth[k] for k in truth if k != name]) for name in truth}
    found = []
    for name, value in truth.items():
        beyond = value - others[name]
        off = Estimate(beyond, beyond - half, beyond + half, half / 1.96)
        verdict = verdicts.of_effect(off, 0.001)
        found.append(Contrast("boss", name, "", True, name, 500, 0.5, off, 0.001, verdict, ()))
    return found


def test_what_is_off_only_because_another_stands_out_is_an_echo():
    found = _stand_ins(0.01, lich=-0.40, hydra=0.0, dragon=0.0, vampire=0.0, giant=0.0)
    assert {c.verdict for c in found} == {verdicts.BIG}  # 10 points better than the mean with it
    told = {c.label: c.verdict for c in without_echoes(found)}
    assert told.pop("lich") == verdicts.BIG
    assert set(told.values()) == {verdicts.ECHO}
    both = _stand_ins(0.01, lich=-0.40, hydra=0.3, dragon=0.0, vampire=0.0, giant=0.0)
    told = {c.label: c.verdict for c in without_echoes(both)}
    assert told.pop("lich") == told.pop("hydra") == verdicts.BIG
    assert verdicts.BIG not in told.values()


def test_what_may_be_off_by_itself_stays_open():
    found = _stand_ins(0.05, lich=-0.40, hydra=-0.0, dragon=0.0, vampire=0.0, giant=0.0)
    told = {c.label: c.verdict for c in without_echoes(found)}
    assert told.pop("lich") == verdicts.BIG and set(told.values()) == {verdicts.OPEN}
