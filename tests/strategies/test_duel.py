"""One player beside another: with other weights, at tables of rivals and of partners."""

from argparse import Namespace

import numpy as np
import pytest

from simulate import pack
from training import duel
from training.measure.expert import cells


def asked(**more):
    usual = {"a": "quick", "b": "idle", "packs": 0, "seed": 9, "jobs": 1, "games": 60}
    return Namespace(**(usual | more))


def setting_of(game, **levels):
    return next(each for each in cells(game) if levels.items() <= each.items())


def test_a_weight_behind_a_colon_goes_before_what_holds_for_a_number_of_players():
    known = duel.seated(pack.load("kingdoms"), ["balanced", "balanced:near=1,lesson=0"])
    usual, other = known.weights("balanced", 4), known.weights("balanced:near=1,lesson=0", 4)
    assert usual["near"] != 1 and usual["lesson"] != 0
    assert other == usual | {"near": 1, "lesson": 0}


@pytest.mark.parametrize("game, levels", [("ultra_kingdoms", {"players": 3}), ("defenders", {})])
def test_who_is_better_stands_higher(game, levels):
    known, setting = pack.load(game), setting_of(game, **levels)
    won, held = duel.gains(known, setting, asked(game=game), 60)
    assert won.mean() > held.mean() + 0.1 and len(won) == len(held) == 60


def test_a_player_beside_its_like_wins_the_same_games():
    known, setting = pack.load("defenders"), setting_of("defenders", players=2)
    won, held = duel.gains(known, setting, asked(game="defenders", b="quick"), 30)
    assert np.array_equal(won, held)


@pytest.mark.long
def test_packs_are_drawn_within_their_ranges_and_told_one_by_one():
    known, who = pack.load("dungeons"), asked(game="dungeons", packs=3)
    drawn = list(duel.packs(known, who))
    for path, span in known.ranges().items():
        assert all(span.low <= each.value(path) <= span.high for each in drawn)
    assert len({str(each.sections) for each in drawn}) == 3
    told = duel.told(setting_of("dungeons", heroes=3), who, drawn)
    assert told.endswith("of 3 packs") and "without it" in told


@pytest.mark.parametrize(
    "given, said",
    [
        ({"a": "quik"}, "quik: one of balanced"),
        ({"a": "quick:lessn=0"}, "lessn: no weight"),
        ({"b": "quick:lesson=a"}, "lesson=a: a weight is a number"),
        ({"where": ["hero=3"]}, "hero=3: one of heroes"),
        ({"packs": 1}, "two packs or more"),
        ({"packs": 20, "games": 30}, "two games of each"),
    ],
)
def test_what_cannot_be_played_is_said(given, said):
    known = pack.load("dungeons")
    assert list(duel.refusals(known, asked(where=["heroes=3"]))) == []
    (wrong,) = duel.refusals(known, asked(**{"where": []} | given))
    assert said in wrong
