"""Win rates of settings, the fitted curve and the setting that hits the target."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.provenance import printed_value
from analysis.data.reading import Blocks
from analysis.rates import difficulty, steps, variants
from analysis.rates.levels import Levels
from analysis.stats import verdicts
from tests.analysis.made_up import Recipe, in_memory

pytestmark = pytest.mark.long

RECIPE = Recipe(games=3_000, players=(2, 3))


def _counted(recipe):
    run = in_memory(recipe)
    design = Design(run.manifest)
    return design, count(Blocks(run, design)), run


def test_every_setting_has_its_rate():
    design, counts, run = _counted(RECIPE)
    found = difficulty.cells(design, counts)
    games = run.tables[0]
    assert [d.cell.number for d in found] == list(range(8))
    for d in found:
        won = games.filter(games["cell"] == d.cell.number)["won"]
        assert (d.rate.won, d.rate.games) == (won.sum(), len(won))
        assert d.verdict == verdicts.of_rate(d.rate, design.band)


def test_without_a_target_there_is_no_verdict():
    design, counts, _ = _counted(replace(RECIPE, target=None, games=200))
    assert {d.verdict for d in difficulty.cells(design, counts)} == {""}
    assert all(c.at is None and c.between is None for c in difficulty.curves(design, counts))


def test_cut_off_games_are_counted_and_bounded():
    design, counts, run = _counted(replace(RECIPE, cut=0.1, games=500))
    for d in difficulty.cells(design, counts):
        mine = run.tables[0].filter(run.tables[0]["cell"] == d.cell.number)
        cut = (mine["end_reason"] == "cut_off").sum()
        assert d.cut_off == cut
        assert d.most == pytest.approx((d.rate.won + cut) / d.rate.games)


def test_the_curve_says_nothing_beyond_the_played_levels():
    for seed in range(12):
        design, counts, _ = _counted(replace(RECIPE, games=40, seed=seed))
        for curve in difficulty.curves(design, counts):
            if curve.at is not None:
                assert 1 <= curve.low <= curve.at <= curve.high <= 4


def test_games_that_part_wins_from_losses_make_no_curve_and_no_warning(recwarn):
    for games, per_wave in ((2, 1.5), (3, 1.5), (40, 9.0)):
        for seed in range(4):
            recipe = Recipe(games=games, seed=seed, per_wave=per_wave, level=2.5 * per_wave)
            design, counts, _ = _counted(recipe)
            difficulty.curves(design, counts)
    assert not recwarn.list


def test_the_curve_is_a_logistic_regression_clustered_by_replicate():
    import statsmodels.api as sm

    design, counts, run = _counted(RECIPE)
    curve = difficulty.curves(design, counts)[0]
    frame = run.tables[0].filter(run.tables[0]["cell"].is_in(list(curve.context.cells.values())))
    amount = frame["cell"].to_numpy() % 4 + 1
    x = sm.add_constant(amount.astype(float))
    fit = sm.GLM(frame["won"].to_numpy().astype(float), x, family=sm.families.Binomial()).fit(
        cov_type="cluster",
        cov_kwds={"groups": frame["replicate"].to_numpy(), "use_correction": False},
    )
    assert (curve.start, curve.slope) == pytest.approx(tuple(fit.params), abs=1e-6)
    a, b = fit.params
    at = (np.log(0.4 / 0.6) - a) / b
    slopes = np.array([-1 / b, -at / b])
    half = 1.96 * np.sqrt(slopes @ fit.cov_params() @ slopes)
    assert curve.at == pytest.approx(at, abs=1e-6)
    assert curve.high - curve.at == pytest.approx(half, rel=0.02)
    assert curve.worst < 0.05


def test_the_setting_that_hits_the_target_is_found():
    """Strengths are linear on the scale of a normal noise, close to a logistic curve."""
    from scipy.stats import norm

    recipe = replace(RECIPE, games=20_000, players=(2,))
    design, counts, _ = _counted(recipe)
    curve = difficulty.curves(design, counts)[0]
    strength = norm.ppf(0.4)
    truth = (recipe.level - 2 * recipe.per_player - strength) / recipe.per_wave
    assert curve.at == pytest.approx(truth, abs=0.08)
    low, high = (design.tuned.levels.index(v) + 1 for v in curve.between)
    assert low <= truth <= high


def test_no_curve_where_every_game_is_lost():
    design, counts, _ = _counted(replace(RECIPE, level=-30, games=200))
    assert difficulty.curves(design, counts) == []


def test_a_target_beyond_what_was_played_is_not_extrapolated():
    design, counts, _ = _counted(replace(RECIPE, target=(0.95, 0.99)))
    curve = difficulty.curves(design, counts)[0]
    assert curve.at is None and curve.between is None


def test_steps_are_paired_differences():
    design, counts, run = _counted(RECIPE)
    found = steps.steps(design, counts)
    names = [(s.factor.name, s.base, s.level) for s in found]
    assert names == [
        ("players", 2, 3),
        ("tide", "calm", "rough"),
        ("tide", "rough", "wild"),
        ("tide", "wild", "storm"),
    ]
    won = {c: run.tables[0].filter(run.tables[0]["cell"] == c)["won"].mean() for c in range(8)}
    first = found[1]
    assert first.average.effect.value == pytest.approx((won[1] - won[0] + won[5] - won[4]) / 2)
    assert len(first.contexts) == 2
    assert all(p.saving > 1.2 for _, p in first.contexts)


def test_slopes_are_per_unit():
    design, counts, run = _counted(RECIPE)
    waves = steps.slopes(design, counts)[1]
    won = {c: run.tables[0].filter(run.tables[0]["cell"] == c)["won"].mean() for c in range(8)}
    expected = (won[3] - won[0] + won[7] - won[4]) / 2 / 3
    assert waves.each.effect.value == pytest.approx(expected)
    assert waves.factor.unit == "wave"


def test_variants_are_worth_what_was_put_in():
    recipe = Recipe(
        games=20_000,
        players=(3,),
        tides=("rough",),
        level=1.65,
        variants={"rope": -0.4, "net": 0.0, "oil+1": 0.25},
    )
    design, counts, run = _counted(recipe)
    found = {w.name: w for w in variants.worths(design, counts, Levels(design))}
    assert list(found) == ["rope", "net", "oil+1"]
    assert found["rope"].verdict == verdicts.BIG and found["oil+1"].verdict == verdicts.BIG
    assert verdicts.at_most(found["net"].paired.effect) < 0.02
    assert found["rope"].blanks == ("tools.rope",) and found["rope"].family == "tools"
    change = found["oil+1"].changes[0]
    assert (change.path, change.printed, change.value) == ("rules.lamp_oil", 4, 5)
    won = run.tables[0].group_by("cell").agg(pl.col("won").mean()).sort("cell")["won"]
    assert found["rope"].paired.effect.value == pytest.approx(won[1] - won[0])


def test_what_is_set_for_all_games_is_no_change_of_a_variant():
    """Nor does it say what kind of thing a variant changes."""
    recipe = Recipe(games=50, players=(3,), tides=("rough",), variants={"rope": 0.0, "oil+1": 0.0})
    run = in_memory(recipe)
    for cell in run.manifest["cells"]:
        cell["changes"] = {"strategies.bold.weights.haste": 0} | (cell.get("changes") or {})
    design = Design(run.manifest)
    found = {w.name: w for w in variants.worths(design, count(Blocks(run, design)), Levels(design))}
    assert [c.path for c in found["rope"].changes] == []
    assert [c.path for c in found["oil+1"].changes] == ["rules.lamp_oil"]
    assert (found["rope"].family, found["oil+1"].family) == ("tools", "rules")


def test_variants_of_several_settings_are_averaged():
    recipe = Recipe(games=500, players=(2, 3), tides=("rough",), variants={"rope": -0.4})
    design, counts, run = _counted(recipe)
    assert [c.number for c in design.base] == [0, 2]
    won = run.tables[0].group_by("cell").agg(pl.col("won").mean()).sort("cell")["won"]
    found = variants.worths(design, counts, Levels(design))[0]
    assert found.paired.effect.value == pytest.approx((won[1] - won[0] + won[3] - won[2]) / 2)
    assert found.rate.games == 1_000


@pytest.mark.parametrize(
    "path, value",
    [
        ("rules.lamp_oil", 4),
        ("cards.keepers.ada.breath", 4),
        ("cards.keepers.ada", None),
        ("cards.nobody.breath", None),
    ],
)
def test_printed_values(path, value):
    assert printed_value(in_memory(replace(RECIPE, games=5)).manifest["pack"], path) == value
