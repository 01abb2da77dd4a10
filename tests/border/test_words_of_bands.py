"""One language of bands: parts of one, percent, points, and a share itself, wherever it is said."""

import pytest

from reports.text import targets, words
from simulate.core.errors import InputError
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build

DUEL = ("mode=competitive", "players=2")


def bands(target, *sets, band=None):
    return build(load(RunRequest(target, band=band, sets=sets), [])).experiment.bands


def ends(found):
    return [(band.metric, band.low, band.high) for band in found]


EVEN = [(OVER_FAIR_SHARE, -0.1, 0.1)]


@pytest.mark.parametrize(
    "text", ["40-60%", "0.40-0.60", "40-60", "0.4,0.6", "-10,10", "-0.1,0.1", "-10%,10%"]
)
def test_a_share_of_two_is_understood_however_it_is_written(text):
    found = bands("tactics", *DUEL, band=text)
    assert ends(found) == EVEN
    assert found[0].typed_as() == text  # and repeated so in every command
    assert ends(bands("tactics", *DUEL, band=found[0].typed_as())) == EVEN


@pytest.mark.parametrize("text", ["40-60%", "0.4-0.6", "40-60"])
def test_where_games_are_won_together_it_is_the_win_rate(text):
    assert ends(bands("defenders/steps", band=text)) == [(WIN_RATE, 0.4, 0.6)]


@pytest.mark.parametrize(
    "keys", ["low = 0.4\nhigh = 0.6", "low = 40\nhigh = 60",
             'metric = "over_fair_share"\nlow = -10\nhigh = 10',
             'metric = "over_fair_share"\nlow = -0.1\nhigh = 0.1']
)  # fmt: skip
def test_a_file_says_it_likewise(tmp_path, keys):
    file = tmp_path / "asked.toml"
    file.write_text(f'game = "tactics"\ngames = 10\n[fixed]\nplayers = 2\n[[target]]\n{keys}\n')
    assert ends(bands(str(file))) == EVEN


@pytest.mark.parametrize(
    "game, sets, text, why",
    [
        ("kingdoms", ("players=2,4",), "40-60%", "50.0% with 2, 25.0% with 4 players is fair"),
        ("tactics", ("mode=team",), "40-60%", "how teams share them is not known"),
        ("kingdoms", (), "0.5-60", "mixes percent and fractions"),
        ("kingdoms", (), "-1,1", "write -1%,1% or -0.01,0.01"),
        ("kingdoms", (), "length=3-6%", "write length=3-6"),
    ],
)
def test_what_may_mean_two_things_is_refused_with_both(game, sets, text, why):
    problems = []
    with pytest.raises(InputError) as refused:
        experiment = load(RunRequest(game, band=text, sets=sets), problems)
        build(experiment)
    (problem,) = refused.value.problems
    assert why in problem.what and problem.where == f"--target {text}"


def test_of_each_number_of_players_it_may_be_said_apart():
    sets = ("players=2,4",)
    found = bands("kingdoms", *sets, band="players=2:40-60%; players=4:20-30%")
    typed = [band for band in found if band.typed]
    assert ends(typed) == [(OVER_FAIR_SHARE, -0.1, 0.1), (OVER_FAIR_SHARE, -0.05, 0.05)]


def test_the_answer_has_the_words_that_were_typed():
    found = bands("tactics", *DUEL, band="40-60%")
    assert targets.said(found, words.over_band) == (
        "40-60% (-10.0 to +10.0 points over the fair share)"
    )
    found = bands("tactics", *DUEL, band="-10,10")
    assert targets.said(found, words.over_band) == "-10.0 to +10.0 points over the fair share"


def test_a_manifest_keeps_what_was_typed():
    plan = build(load(RunRequest("tactics", band="40-60%", sets=DUEL), []))
    kept = plan.manifest()["target"]
    assert kept["said"] == "40-60%" and kept["metric"] == OVER_FAIR_SHARE
