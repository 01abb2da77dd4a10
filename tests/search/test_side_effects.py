"""What a change does where nobody asked about it, and that harm there is no first answer."""

from dataclasses import replace

import pytest

from analysis.rates.variants import VariantChange
from analysis.stats.intervals import bonett_price_interval, rate
from analysis.stats.verdicts import BELOW, FAR, Band, of_rate
from reports.search import aimed
from simulate.experiment import RunRequest, load
from simulate.pack import catalogue
from simulate.search.aim.goals import EVERYTHING, Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.confirmation.confirm import Confirmed, ruins
from simulate.search.confirmation.fresh import fresh_seed
from simulate.search.confirmation.pareto_front import chosen, front
from simulate.search.confirmation.side_effects import (
    FEWEST,
    MOST,
    games_of_each,
    measured,
    other_settings,
    worth_trying,
)

BAND = Band(0.55, 0.75)


def place(before, after, band=BAND, games=200, given=str, players=2):
    rates = rate(round(before * games), games), rate(round(after * games), games)
    effect = bonett_price_interval(after - before, 0.4 / games, games, 1.0)
    goal = Goal({"players": players}, WON, 0, "", (0, 1), band, given=(given, given))
    return GoalChange(goal, *rates, effect, of_rate(rates[1], band))


def change(name, after, *beside, size=0.1, edits=1):
    changes = tuple(VariantChange(f"rules.{name}{n}", 3, 4) for n in range(edits))
    asked = place(0.8, after, Band(0.4, 0.6), 10_000, players=3)
    return Confirmed(name, changes, (asked,), (), (), (), (edits, size), every=(asked,),
                     elsewhere=beside)  # fmt: skip


def far(verdict):
    return FAR


# What harm is


@pytest.mark.parametrize(
    "before, after, band, given, harm",
    [
        (0.76, 0.33, BAND, str, True),  # out of its band
        (0.76, 0.60, BAND, str, False),  # inside
        (0.60, 0.52, BAND, str, False),  # outside, but not for certain
        (0.90, 0.85, BAND, str, False),  # where it was off before
        (0.79, 0.84, BAND, str, False),  # and where that was likely, if not certain
        (0.90, 0.40, BAND, str, True),  # from one side to the other
        (0.90, 0.65, BAND, str, False),  # into it
        (0.76, 0.33, EVERYTHING, str, True),  # far more than 22 points, and nothing is wanted
        (0.76, 0.48, EVERYTHING, str, False),
        (0.76, 0.33, BAND, far, True),  # no verdict on the level: by how far it moves
        (0.76, 0.50, BAND, far, False),
    ],
)
def test_harm_is_to_leave_a_band_or_to_move_far_more(before, after, band, given, harm):
    assert ruins(place(before, after, band, given=given), 0.22) == harm


def test_a_small_change_of_what_hardly_moves_is_no_harm():
    assert not ruins(place(0.60, 0.54, EVERYTHING, games=5_000), 0.005)
    assert ruins(place(0.60, 0.40, EVERYTHING), 0.005)


def test_harm_is_no_first_answer_of_advise_or_tune():
    harm, fine = place(0.76, 0.33), place(0.70, 0.62)

    class Table:
        tried = ()

        def run(self, wanted, first):
            assert wanted([1, 2]) == [first, first]

    small, large = change("small", 0.5, fine, harm), change("large", 0.5, fine, size=0.3)
    unsure = change("open", 0.601, fine, size=0.05)
    assert (small.lands, unsure.lands, unsure.open) == (True, False, True)
    told = measured(Table(), 100, [small, unsure, large], WON)
    assert [c.name for c in told] == ["large", "open", "small"]
    points = front([small, replace(large, edit=(2, 0.3))])
    assert chosen(points).change.name == "large"
    assert chosen(front([small])).change.name == "small"
    assert [p.change.name for p in front([small, large])[1:]] == ["large"]


# What is said


def test_one_line_tells_it_with_the_harm_first():
    moved = [place(0.56, 0.54, players=n) for n in (1, 4, 5)]
    told = aimed.elsewhere(change("x", 0.5, *moved, place(0.76, 0.33)))
    assert told.startswith(
        " Elsewhere (200 games each): 2 players 76 -> 33%, too hard; 1 player 56"
    )
    assert told.endswith("; 1 more move by less.")
    assert aimed.elsewhere(change("x", 0.5)) == ""


def test_what_stays_in_its_band_or_moves_towards_it_is_not_told_one_by_one():
    inside, nearer = place(0.70, 0.62), place(0.90, 0.80, players=4)
    told = aimed.elsewhere(change("x", 0.5, inside, nearer, place(0.54, 0.50, players=5)))
    assert told == (
        " Elsewhere (200 games each): 5 players 54 -> 50%; 2 stay in their band or move towards it."
    )
    alone = aimed.elsewhere(change("x", 0.5, nearer))
    assert alone == " Elsewhere (200 games each): all stay in their band or move towards it."


def test_where_all_do_harm_that_is_said_before_them():
    harm = change("x", 0.5, place(0.76, 0.33))
    assert aimed.all_harm([harm]) and not aimed.all_harm([harm, change("y", 0.5)])
    assert "does harm elsewhere" in aimed.harmful([harm])[0].text and not aimed.harmful([])
    (table,) = aimed.around([harm]).tables
    assert table["rows"][0]["verdict"] == BELOW and aimed.around([change("y", 0.5)]) is None


def test_what_is_told_first_is_tried():
    lands, misses = change("a", 0.5), change("b", 0.9)
    assert worth_trying([lands, misses]) == [lands]
    assert worth_trying([misses]) == [] and worth_trying([change("c", 0.7)])[0].name == "c"
    assert [c.name for c in worth_trying([replace(lands, name=str(n)) for n in range(9)])] == [
        "0", "1", "2", "3", "4",
    ]  # fmt: skip


# Which settings


def beside(target, *sets):
    asked = load(RunRequest(target, sets=sets), [])
    return asked, other_settings(asked, None)


def test_they_are_all_of_the_games_experiment_but_those_that_were_asked_about():
    asked, others = beside("defenders/steps", "horde=easy,medium", "strategy=quick")
    cells = others.plan([]).cells
    assert others.settings == 14 and [cell.number for cell in cells] == list(range(14))
    levels = {(c.setting["players"], c.setting["horde"]) for c in cells}
    assert (3, "hard") in levels and not {(3, "medium"), (3, "easy")} & levels
    assert {name for cell in cells for name in cell.setting["strategy"]} == {"quick"}
    assert others.experiment.seed == fresh_seed(asked)
    limit = replace(change("x", 0.5), changes=(VariantChange("rules.capital_limit", 6, 7),))
    changed = others.plan([limit]).cells
    assert len(changed) == 28 and {c.levels["variant"] for c in changed} == {"printed", "x"}


def test_what_is_changed_for_good_is_changed_there_too():
    _, others = beside("defenders/steps", "rules.capital_limit=7")
    assert {c.changes.get("rules.capital_limit") for c in others.plan([]).cells} == {7}


@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_has_them_or_none(game):
    _, others = beside(f"{game}/steps")
    assert 0 <= others.settings <= 15
    assert others.settings or game not in ("defenders", "dungeons")


@pytest.mark.parametrize(
    "settings, changes, searched, games",
    [(15, 5, 1_000, FEWEST), (15, 5, 10**6, MOST), (1, 1, 0, FEWEST), (15, 2, 14_600, MOST)],
)
def test_games_are_a_hundred_or_two(settings, changes, searched, games):
    assert games_of_each(settings, changes, searched) == games
