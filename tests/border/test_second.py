"""A second player: who is asked about a run, what is known of it, and what it plays."""

from pathlib import Path

import pytest

from analysis.conclusions.players.policy_robustness import OpinionPlan
from simulate import store
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.experiment.second_opinion import SECOND, what_is_played
from simulate.pack import catalogue, configs
from simulate.run.side import second_opinion


def plan(*sets, target="defenders", **said):
    return build(load(RunRequest.of(said, target, sets=sets)))


def costs(game):
    """As if both players cost the same."""
    return [{"setting": {}, "strategy": name, "loops": 1.0} for name in ("balanced", SECOND)]


@pytest.mark.parametrize("game", ["defenders", "dungeons", "kingdoms", "tactics", "ultra_kingdoms"])
def test_every_game_has_one_that_is_asked_of_its_own_accord(game):
    main = plan(target=game)
    assert main.second == SECOND and main.manifest()["second"] == SECOND
    assert configs.costs(game), f"`python -m training.measure.costs {game}` was not run"
    assert main.manifest()["costs"]


@pytest.mark.parametrize(
    "sets, said, who",
    [
        ((), {"no_second": True}, ""),
        (("strategy=second",), {}, ""),
        (("strategy=random",), {}, ""),
        (("strategy=expert",), {}, ""),
        (("strategy=quick,balanced",), {}, ""),
        (("skill=0.4",), {}, ""),
        (("strategy=quick",), {}, SECOND),
        (("strategy=guardian",), {"confirm_with": "balanced"}, "balanced"),
        ((), {"no_second": True, "confirm_with": "quick"}, "quick"),
    ],
)
def test_nobody_is_asked_where_nobody_can_be(sets, said, who):
    assert plan(*sets, **said).second == who


def known(main):
    return {
        "strategy": SECOND,
        "games": 500,
        "on": "2026-11-27",
        "cards": main.pack.played_hash,
        "cells": [what_is_played(cell.setting) for cell in main.cells],
        "facts": [],
    }


def test_what_was_measured_counts_where_just_this_is_played(monkeypatch):
    main = plan(target="kingdoms")
    monkeypatch.setattr(configs, "opinions", lambda game: [known(main)])
    assert plan(target="kingdoms", games="50").manifest()["opinions"] == [known(main)]
    assert plan("strategy=quick", target="kingdoms").manifest()["opinions"]
    for other in ("players=3", "faction.1=orcs", "rules.tower_points.level_6=9", "players=3,4"):
        assert not plan(other, target="kingdoms").manifest()["opinions"], other
    changed = {**known(main), "cards": "of other cards"}
    monkeypatch.setattr(configs, "opinions", lambda game: [changed])
    assert not plan(target="kingdoms").manifest()["opinions"]


def test_the_strongest_is_told_last_and_the_weaker_not_of_the_stronger(monkeypatch):
    main = plan(target="kingdoms")
    both = [known(main) | {"strategy": who} for who in ("expert", SECOND)]
    monkeypatch.setattr(configs, "opinions", lambda game: both)

    def told(*sets, **said):
        given = plan(*sets, target="kingdoms", **said).manifest().get("opinions", [])
        return [one["strategy"] for one in given]

    assert told() == told(no_second=True) == told(confirm_with="quick") == [SECOND, "expert"]
    assert told("strategy=second") == ["expert"] and told("strategy=expert") == []
    assert told("strategy=random") == told("skill=0.4") == told("strategy=quick,balanced") == []


@pytest.mark.parametrize("game", catalogue.names())
def test_what_was_measured_of_a_shipped_game_counts_with_any_luck(game):
    for seed in (None, "12"):
        assert plan(target=game, seed=seed, games="50").manifest()["opinions"], seed


def test_it_sits_in_every_seat_of_the_settings_that_it_is_asked_about():
    main = plan("players=2,3", "horde=easy", games="100")
    manifest = main.manifest() | {"status": "complete", "stopped": [], "shards": []}
    run = store.StoredRun(Path("nowhere"), manifest)
    beside = second_opinion.plan_of(run, OpinionPlan(SECOND, (main.cells[1].number,), 40, 70))
    (cell,) = beside.cells
    assert beside.games == 40 and set(cell.setting["strategy"]) == {SECOND}
    assert cell.levels == main.cells[1].levels
    assert beside.manifest()["setting"]["strategy"] == SECOND
    assert "second" not in beside.manifest()
