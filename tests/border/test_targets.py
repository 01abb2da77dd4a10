"""Targets of single settings: from file and command line to the plan, and what is wrong of them."""

import pytest

from analysis.data.design import Design
from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.experiment.request import read_band
from tests.refusals import problems_of

HEAD = """\
game = "toy"
[factors]
players = [1, 2]
mode = ["easy", "hard"]
"""
EASY = '[[target]]\nwhere = { mode = "easy" }\nlow = 0.7\nhigh = 0.9\n'
HARD = '[[target]]\nwhere = { mode = "hard" }\nlow = 0.1\nhigh = 0.4\n'


def design(plan):
    """What the analysis makes of a plan."""
    manifest = plan.manifest()
    manifest["columns"]["games"].append({"name": "won", "role": "won"})
    return Design(manifest | {"cells": [cell | {"games": 1} for cell in manifest["cells"]]})


def bands(plan):
    """(players, mode) -> the band of each setting."""
    held = design(plan).bands
    of = {number: (band.low, band.high) for number, band in held.items()}
    return {tuple(cell.levels.values()): of.get(cell.number) for cell in plan.cells}


@pytest.fixture
def typed(experiment):
    """The bands of a file with `--target` typed so often."""

    def plan(text, *targets, sets=()):
        return build(experiment(text, *sets, band="; ".join(targets)))

    return plan


def test_each_level_has_the_band_that_names_it(plan):
    found = bands(plan(HEAD + EASY + HARD))
    assert found == {
        (1, "easy"): (0.7, 0.9), (1, "hard"): (0.1, 0.4),
        (2, "easy"): (0.7, 0.9), (2, "hard"): (0.1, 0.4),
    }  # fmt: skip


def test_a_level_that_is_named_by_none_has_the_band_of_all(plan):
    found = plan(HEAD + "[[target]]\nlow = 0.2\nhigh = 0.5\n" + EASY)
    assert bands(found)[2, "hard"] == (0.2, 0.5) and bands(found)[2, "easy"] == (0.7, 0.9)
    assert found.manifest()["target"] == {"metric": "win_rate", "low": 0.2, "high": 0.5}


def test_a_single_band_of_all_is_said_as_ever(plan):
    manifest = plan(HEAD + "[[target]]\nlow = 0.2\nhigh = 0.5\n").manifest()
    assert manifest["target"] == {"metric": "win_rate", "low": 0.2, "high": 0.5}
    assert "bands" not in manifest and "expect" not in manifest


def test_a_band_that_is_checked_judges_and_is_told_by_itself(plan):
    found = plan(HEAD + EASY + "check = true\n" + HARD)
    assert bands(found)[1, "easy"] == (0.7, 0.9)
    (told,) = found.manifest()["expect"]
    assert (told["low"], told["cells"]) == (0.7, [0, 2])


def test_one_end_alone_is_expected_and_judges_nothing(plan):
    found = plan(HEAD + '[[target]]\nwhere = { mode = "easy" }\nlow = 0.7\n')
    assert set(bands(found).values()) == {None} and found.manifest()["expect"]


@pytest.mark.parametrize(
    "text, found",
    [
        ("0.40-0.55", {"low": 0.4, "high": 0.55}),
        ("easy=75-92%", {"where": {"?": "easy"}, "low": 0.75, "high": 0.92}),
        ("mode=easy:75-92%", {"where": {"mode": "easy"}, "low": 0.75, "high": 0.92}),
        ("mode=easy,players=2:0.1:0.2",
         {"where": {"mode": "easy", "players": 2}, "low": 0.1, "high": 0.2}),
        ("players=[2, 3]:0.1-0.2", {"where": {"players": [2, 3]}, "low": 0.1, "high": 0.2}),
        ("length=8-12", {"metric": "length", "low": 8.0, "high": 12.0}),
        ("players=2:-0.05,0.05",
         {"metric": "over_fair_share", "where": {"players": 2}, "low": -0.05, "high": 0.05}),
        *((text, None) for text in ("", "easy", "easy=", "=0.1-0.2:", "easy:0.1-0.2")),
    ],
)  # fmt: skip
def test_what_is_typed(text, found):
    assert read_band(text) == found


def test_levels_are_typed_alone_or_with_their_factor(typed):
    found = bands(typed(HEAD, "easy=70-90%", "mode=hard,players=2:0.1-0.4"))
    assert found[1, "easy"] == found[2, "easy"] == (0.7, 0.9)
    assert found[2, "hard"] == (0.1, 0.4) and found[1, "hard"] is None


def test_what_is_typed_takes_the_place_of_what_the_file_says_of_it(typed):
    found = bands(typed(HEAD + EASY + HARD, "easy=50-60%"))
    assert found[1, "easy"] == (0.5, 0.6) and found[1, "hard"] == (0.1, 0.4)
    assert set(bands(typed(HEAD + EASY + HARD, "50-60%")).values()) == {(0.5, 0.6)}


def test_the_command_of_a_run_has_each_target(typed):
    words = typed(HEAD, "easy=70-90%", "0.2-0.5").experiment.typed
    at = [n for n, word in enumerate(words) if word == "--target"]
    assert [words[n + 1] for n in at] == ["easy=70-90%", "0.2-0.5"]


def test_a_target_that_is_typed_is_checked_with_check(experiment):
    assert experiment(HEAD, band="easy=70-90%").expects == ()
    (one,) = experiment(HEAD, band="easy=70-90%", check=True).expects
    assert one.check and one.levels == {"mode": "easy"}


@pytest.mark.parametrize(
    "target, what",
    [
        ("esy=0.1-0.2", "no setting that is played has \"esy\"; did you mean `easy`? "
                        "(levels: 1, 2, easy, hard)"),
        ("mode=esy:0.1-0.2", "`mode` cannot be \"esy\"; did you mean `easy`? "
                             "(allowed: easy, hard)"),
        ("mod=easy:0.1-0.2", "there is no `mod`; did you mean `mode`? (win_rate knows: variant, "
                             "players, mode, layout, open, party, strategy, skill)"),
        ("players=3:0.1-0.2", "`players` is never 3 in this experiment (played: 1, 2)"),
        ("easy=0.9-0.2", "`low` must be below `high` (found 0.9 and 0.2)"),
        ("easy=90-120%", "`high` of win_rate is 0 to 1 (found 1.2)"),
        ("easy=-0.02,0.02", "`metric` = \"over_fair_share\" is for competitive games; here "
                            "players win together: use `win_rate`"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_the_nearest(experiment, target, what):
    assert [(p.where, p.what) for p in problems_of(experiment, HEAD, band=target)] == [
        (f"--target {target}", what)
    ]


def test_all_that_is_wrong_is_told_at_once(experiment):
    found = problems_of(experiment, HEAD, band="esy=0.1-0.2; 2; mode=easy:0.5-0.4")
    assert [p.where for p in found] == [
        "--target 2", "--target esy=0.1-0.2", "--target mode=easy:0.5-0.4",
    ]  # fmt: skip


def test_a_level_of_two_factors_is_asked_for(experiment):
    text = HEAD + "rules.capital_limit = [2, 5]\n"
    (problem,) = problems_of(experiment, text, band="2=0.1-0.2")
    assert problem.what == (
        "2 is a level of players and of rules.capital_limit: write players=2:0.1-0.2 or "
        "rules.capital_limit=2:0.1-0.2"
    )


def test_two_that_no_result_could_meet_are_refused(typed):
    with pytest.raises(InputError) as caught:
        typed(HEAD, "easy=0.1-0.2", "players=2:0.3-0.4")
    (problem,) = caught.value.problems
    assert problem.where == "--target players=2:0.3-0.4"
    assert problem.what == (
        "two targets contradict each other: players 2, mode easy is to lie in 0.1 to 0.2 and in "
        "0.3 to 0.4"
    )


def test_two_that_overlap_must_both_hold(typed):
    found = bands(typed(HEAD, "easy=0.1-0.3", "players=2:0.2-0.4"))
    assert found[2, "easy"] == (0.2, 0.3) and found[1, "easy"] == (0.1, 0.3)


def test_what_set_takes_away_is_left_out_and_what_is_typed_of_it_refused(experiment):
    found = experiment(HEAD + EASY + HARD, "mode=easy")
    assert [band.low for band in found.bands] == [0.7]
    assert found.notes == ("note: 1 target is left out, of settings that --set takes out of play",)
    wish = experiment(HEAD + EASY + HARD + 'wish = "so"\n', "mode=easy")
    assert wish.notes == ()
    (problem,) = problems_of(experiment, HEAD, "mode=easy", band="hard=0.1-0.2")
    assert problem.what == "--set leaves no setting that this is of"


@pytest.mark.parametrize(
    "name, number",
    [("defenders/default", 4), ("dungeons/default", 2), ("ultra_kingdoms/solo", 4),
     ("tactics/adventures", 2), ("tactics/solo", 1)],
)  # fmt: skip
def test_shipped_targets_are_a_wish_with_its_reason(name, number):
    found = load(RunRequest(name))
    assert len(found.bands) == number and all(band.wish for band in found.bands)
    told = design(build(found))
    assert {cell.number for cell in told.base} <= set(told.bands), "each setting has one"


def test_what_any_hero_brings_may_be_wanted(plan, experiment):
    none = plan(HEAD + '[[target]]\nmetric = "brings"\nhigh = 0.05\n').manifest()
    assert [(one["metric"], one["of"]) for one in none["expect"]] == [("brings", {})]
    where = '[[target]]\nmetric = "brings"\nwhere = { mode = "easy" }\nhigh = 0.05\n'
    (problem,) = problems_of(experiment, HEAD + where)
    assert problem.what == "`mode` does not go with brings, which is measured over all settings"


def test_a_search_reads_what_else_is_wanted_but_of_no_changed_game(experiment):
    text = HEAD + '[[variant]]\nname = "no horn"\nblank = "horn"\n' + EASY
    text += '[[target]]\nmetric = "length"\nhigh = 9\n'
    text += '[[target]]\nmetric = "effect"\nhigh = 0.1\n'
    found = experiment(text, steps=("rules",))
    assert [one.metric for one in found.expects] == ["length"] and len(found.bands) == 1
    assert found.expects[0].as_target() == {"metric": "length", "high": 9.0}
