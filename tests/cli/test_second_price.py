"""What a second player will play is told when games begin."""

import pytest

from simulate.cli.play.second_opinion import price
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, build

SETS = ("strategy=quick", "players=2", "horde=easy")


def planned(monkeypatch, own, second, games="1000", **asked):
    """A plan whose games cost so much with either player."""
    plan = build(load(RunRequest("defenders", sets=SETS, games=games, **asked)))
    loops = {"quick": own, "second": second, "guardian": second}
    costs = [{"setting": {}, "strategy": who, "loops": each} for who, each in loops.items()]
    manifest = Plan.manifest(plan)
    monkeypatch.setattr(Plan, "manifest", lambda self: manifest | {"costs": costs})
    return plan


def test_it_says_who_how_many_games_and_how_long_they_take(monkeypatch):
    assert price(planned(monkeypatch, 1.0, 1.0)) == (
        "Then `second` plays to test the findings: at most 1,000 games a cell, up to 1.0 "
        "times as long as the games themselves; `--no-second` leaves it out."
    )


def test_of_a_comparison_it_is_told_of_both_sides(monkeypatch):
    assert price(planned(monkeypatch, 1.0, 2.0), sides=2) == (
        "Then `second` plays to test a certain difference: at most 500 games a cell on each "
        "side, up to 1.0 times as long as the games themselves; `--no-second` leaves it out."
    )


def test_who_is_asked_by_name_plays_in_any_case(monkeypatch):
    said = price(planned(monkeypatch, 1.0, 12.5, keys={"confirm_with": "guardian"}))
    assert said == (
        "Then `guardian` plays to test the findings: at most 200 games a cell, up to 2.5 times "
        "as long as the games themselves."
    )


@pytest.mark.parametrize("asked", [{"no_second": True}, {"games": "10"}])
def test_where_nobody_is_asked_nothing_is_said(monkeypatch, asked):
    assert price(planned(monkeypatch, 1.0, 1.0, **asked)) == ""
