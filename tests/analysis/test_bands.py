"""Each setting is judged by the band that is of it."""

import json

import pytest

from analysis.conclusions.guard import guarded, worse
from analysis.conclusions.one_answer import compare
from analysis.conclusions.robustness import claim
from analysis.data.design import Design
from analysis.data.joined import join
from analysis.judgement.planning import LEVELS, questions
from analysis.rates.variants import landing
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.expected.bands import SettingBand, ends, of_setting
from tests.analysis.made_up import Recipe, in_memory

pytestmark = pytest.mark.long

CALM = {"low": 0.7, "high": 0.9, "where": {"tide": "calm"}}
STORM = {"low": 0.1, "high": 0.4, "where": {"tide": "storm", "players": [2, 3]}}
REST = {"low": 0.2, "high": 0.6}
RECIPE = Recipe(games=2_000, players=(2, 3), bands=(REST, CALM, STORM))


def band(low, high, typed=False, metric=WIN_RATE, **levels):
    return SettingBand(metric, low, high, levels, typed=typed)


def held(bands, **levels):
    return [(b.low, b.high) for b in of_setting(bands, WIN_RATE, levels, {})]


def test_what_names_more_goes_before_what_names_less():
    bands = [band(0.1, 0.2), band(0.3, 0.4, tide="calm"), band(0.5, 0.6, tide="calm", players=2)]
    assert held(bands, tide="wild", players=2) == [(0.1, 0.2)]
    assert held(bands, tide="calm", players=3) == [(0.3, 0.4)]
    assert held(bands, tide="calm", players=2) == [(0.5, 0.6)]


def test_what_is_typed_goes_before_what_a_file_says():
    bands = [band(0.3, 0.4, tide="calm", players=2), band(0.6, 0.7, typed=True, tide="calm")]
    assert held(bands, tide="calm", players=2) == [(0.6, 0.7)]
    assert held(bands, tide="wild", players=2) == []


def test_of_two_that_name_different_things_both_must_hold():
    bands = [band(0.3, 0.6, tide="calm"), band(0.5, 0.8, players=2)]
    both = of_setting(bands, WIN_RATE, {"tide": "calm", "players": 2}, {})
    assert ends(both) == (0.5, 0.6)
    assert ends([band(0.3, 0.5), band(0.5, 0.8)]) is None


def test_a_band_of_shares_is_none_of_rates():
    assert held([band(-0.1, 0.1, metric=OVER_FAIR_SHARE)]) == []


@pytest.mark.parametrize("level, has", [((2, 3), True), ((3, 4), False), (2, True)])
def test_of_several_levels_any_will_do(level, has):
    assert bool(held([band(0.1, 0.2, players=level)], players=2)) is has


def test_a_band_is_said_as_it_is_typed_and_as_a_file_says_it():
    one = band(0.75, 0.9, tide="calm", players=(2, 3))
    assert one.typed_as() == "tide=calm,players=[2, 3]:0.75-0.9"
    assert SettingBand.of(json.loads(json.dumps(one.as_data()))) == band(
        0.75, 0.9, tide="calm", players=[2, 3]
    )
    assert band(-0.02, 0.02, metric=OVER_FAIR_SHARE).typed_as() == "-0.02,0.02"


def test_every_setting_is_judged_by_its_own_band():
    told = study(in_memory(RECIPE))
    for one in told.cells:
        levels = one.cell.levels
        own = {"calm": Band(0.7, 0.9), "storm": Band(0.1, 0.4)}.get(levels["tide"], Band(0.2, 0.6))
        assert one.band == own
        assert one.verdict == verdicts.of_rate(one.rate, own)
        assert one.beyond == verdicts.surely_beyond(one.rate, own)
    assert told.rated.band is None
    assert all(curve.at is None for curve in told.curves), "levels that are meant to differ"


def test_a_run_of_before_has_one_band_for_all():
    design = Design(in_memory(Recipe(games=40, players=(2,))).manifest)
    assert design.band == Band(0.3, 0.5) and set(design.bands) == {0, 1, 2, 3}


def test_a_setting_that_no_target_is_of_gets_no_verdict():
    told = study(in_memory(Recipe(games=400, players=(2,), target=None, bands=(CALM,))))
    assert [bool(one.verdict) for one in told.cells] == [True, False, False, False]


def test_a_change_lands_where_it_comes_into_the_band_of_its_setting():
    recipe = Recipe(games=4_000, players=(2,), tides=("calm", "storm"), level=1.4,
                    variants={"oil+1": 0.5}, bands=(CALM, STORM))  # fmt: skip
    told = study(in_memory(recipe))
    (change,) = told.variants
    assert [at.band for at in change.at] == [Band(0.7, 0.9), Band(0.1, 0.4)]
    for at in change.at:
        assert at.now == verdicts.of_rate(at.after, at.band)
    assert landing(told.variants) == [change]


def test_a_comparison_holds_both_sides_against_the_bands_of_the_second():
    before = in_memory(Recipe(games=2_000, players=(2, 3)))
    after = in_memory(RECIPE)
    both = compare(join(before, after))
    assert [s.band for s in both.settings] == [one.band for one in study(after).cells]
    assert [s.now for s in both.settings] == [one.verdict for one in study(after).cells]
    assert guarded(both, study(before), study(after))
    assert worse(both, study(before), study(after)) == [], "the same games"


def test_what_games_can_tell_is_asked_band_by_band():
    families = questions(Design(in_memory(RECIPE).manifest), False, 0.0, 0.0, 1)
    levels = {family.band: family.count for family in families if family.kind == LEVELS}
    assert levels == {Band(0.7, 0.9): 2, Band(0.2, 0.6): 4, Band(0.1, 0.4): 2}


def test_what_a_finding_claims_is_held_against_the_band_of_its_setting():
    told = study(in_memory(RECIPE))
    one = next(one for one in told.cells if one.cell.levels["tide"] == "storm")
    found = claim(told, WIN_RATE, dict(one.cell.levels), verdicts.ABOVE)
    assert found is not None and found.low == 0.4
