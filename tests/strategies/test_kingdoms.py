"""The shipped strategies of Tiny Epic Kingdoms play as their plans say."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.results import won_by
from simulate.games.kingdoms.state.record import PHASE
from tests.strategies import kingdoms
from tests.strategies import kingdoms_kernels as kernels

# What each character is for, as a column of `seats`.
AIMS = {
    "builder": "tower",
    "scholar": "magic",
    "settler": "meeples",
    "warlord": "attacks",
    "diplomat": "alliances",
    "trader": "trades",
}
CHARACTERS = tuple(AIMS)
OTHERS = (*CHARACTERS, "random", "idle")
GAMES = 1500
AIMED = 500  # games of four players each; their aims lie far apart
RANDOM_GAMES = 10_000
# Every row of both editions in which some decision is met, two of them by a switch alone.
SWITCHED = {"rules.lair_before_retreat": False, "rules.builds_per_action": 2}
ROWS = (
    ("kingdoms", 4, {"exploration": True}),
    ("kingdoms", 4, {"exploration": True, "changes": SWITCHED}),
    ("kingdoms", 5, {"exploration": True}),
    ("kingdoms", 2, {}),
    ("ultra_kingdoms", 1, {}),
)


@pytest.fixture(scope="module")
def games():
    names = (*CHARACTERS, "balanced")
    return {name: kingdoms.played(*[name] * 4, games=AIMED)[1] for name in names}


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_is_best_at_its_own_aim(games, character):
    reached = {name: seats[AIMS[character]].mean() for name, seats in games.items()}
    assert max(reached, key=reached.get) == character, reached


def test_characters_choose_differently():
    """Any two of them in a fifth of the decisions at least, on the positions of `balanced`."""
    tables = [kingdoms.prepared(*[name] * 4) for name in ("balanced", *CHARACTERS)]
    weights = np.concatenate([table.seating(0).weights[:1] for table in tables])
    many, decisions, desk = len(tables), 0, kingdoms.TABLE.new_desk()
    answers, differ = np.zeros(many, np.int64), np.zeros((many, many), np.int64)
    for game in range(100):
        luck = (np.uint64(1), game)
        decisions += kernels.compare(tables[0].tables[0], weights, desk, *luck, answers, differ)
    pairs = {
        (CHARACTERS[a], CHARACTERS[b]): differ[a + 1, b + 1] / decisions
        for a, b in itertools.combinations(range(many - 1), 2)
    }
    assert min(pairs.values()) >= 0.20, pairs


@pytest.mark.parametrize("players", (3, 4))
@pytest.mark.parametrize("rivals", OTHERS)
def test_the_default_holds_more_than_its_fair_share(rivals, players):
    won = kingdoms.share("balanced", rivals, players, GAMES)
    assert won.mean() - 1 / players > 2 * won.std() / np.sqrt(GAMES), won.mean()


@pytest.mark.parametrize("game", kingdoms.PACKS)
@pytest.mark.parametrize("players", (2, 5))
def test_the_default_beats_random_play(game, players):
    won = kingdoms.share("balanced", "random", players, GAMES, game=game)
    assert won.mean() > 0.7, won.mean()


def test_the_default_beats_the_solo_dummy_more_often_than_random_play():
    won = [
        kingdoms.played(name, games=GAMES, game="ultra_kingdoms")[0]["won"]
        for name in ("balanced", "random")
    ]
    gain = np.asarray(won[0], float) - np.asarray(won[1], float)
    assert gain.mean() > 3 * gain.std() / np.sqrt(GAMES), gain.mean()


def test_idle_players_do_nothing_that_they_need_not_do():
    _, seats = kingdoms.played(*["idle"] * 4, games=100)
    for name in ("patrols", "quests", "builds", "researches", "expansions", "trades", "attacks"):
        assert seats[name].sum() == 0, name


def test_skill_goes_from_random_play_to_the_best():
    """At 0 as `random` among `balanced`; the more skill the more wins."""
    line = ("balanced", "random", "random", "random")
    shares = [
        won_by("balanced", *kingdoms.played(*line, games=GAMES, skill=skill)).mean()
        for skill in (0.0, 0.8, 1.0)
    ]
    assert abs(shares[0] - 0.25) < 0.04
    assert shares[0] < shares[1] < shares[2]


def test_what_is_hidden_does_not_change_a_choice():
    """Tokens face down and an attacker's number are dealt anew: the choice is the same."""
    desk, changed = kingdoms.TABLE.new_desk(), np.zeros(2, np.int64)
    for name in ("balanced", "warlord"):
        cards, weights = kingdoms.sat_down(name, exploration=True)
        for game in range(60):
            kernels.see_again(cards, weights, weights, desk, np.uint64(3), game, changed)
    assert changed[0] > 1000
    assert changed[1] == 0


def test_random_play_meets_every_decision_with_different_answers():
    answers, desk = np.full((PHASE.OVER, 2), -1, np.int64), kingdoms.TABLE.new_desk()
    for game, players, levels in ROWS:
        cards, weights = kingdoms.sat_down("random", game=game, players=players, **levels)
        for replicate in range(RANDOM_GAMES // len(ROWS)):
            kernels.meet_decisions(cards, weights, desk, np.uint64(4), replicate, answers)
    missed = [
        name
        for name, (_, other) in zip(PHASE.words[: PHASE.OVER], answers, strict=True)
        if other < 0
    ]
    assert not missed


def test_numbers_in_war_are_mixed():
    """Few wars are so clear that one number is nearly always set."""
    cards, weights = kingdoms.sat_down("balanced")
    largest, count, desk = np.zeros(2000), 0, kingdoms.TABLE.new_desk()
    for game in range(200):
        count = kernels.watch_wars(cards, weights, desk, np.uint64(5), game, largest, count)
    assert count > 200
    assert np.mean(largest[:count] > 0.9) < 0.35


@pytest.mark.parametrize("players", (2, 4))
def test_who_knows_the_mix_of_numbers_gains_little(players):
    """At each war the best answer to the rival's exact mix: at most 5 points over fair.

    Nobody plays moves on: who bids otherwise there would see another future too, and the rest of
    its play must be the same.
    """
    line = ["knowing"] + ["short"] * (players - 1)
    table = kingdoms.TABLE.prepare(kingdoms.knowing_the_mix(), kingdoms.setting(*line))
    won = won_by("knowing", *kingdoms.TABLE.play_block(table, 6, 0, 3 * GAMES))
    error = won.std() / np.sqrt(len(won))
    assert won.mean() - 1 / players < 0.05 + 2 * error, won.mean()


def test_moves_are_played_on_only_near_the_end_and_leave_no_trace():
    cards, weights = kingdoms.sat_down("balanced")
    counts, desk = np.zeros(3, np.int64), kingdoms.TABLE.new_desk()
    for game in range(60):
        kernels.watch_foresight(cards, weights, desk, np.uint64(8), game, counts)
    assert counts[0] > 60
    assert counts[1] == counts[2] == 0


def test_who_plays_moves_on_wins_more_often():
    """One `balanced` among three that never look past the move at hand."""
    line = ("balanced", *["short"] * 3)
    won = won_by(
        "balanced",
        *kingdoms.TABLE.play_block(
            kingdoms.TABLE.prepare(kingdoms.short_sighted(), kingdoms.setting(*line)), 9, 0, GAMES
        ),
    )
    assert won.mean() > 0.33, won.mean()


def test_nothing_is_played_on_where_the_game_is_decided():
    """With the bound at one, every game is: play is by the weights alone."""
    assert kingdoms.play_of(4, decided=1.0) == kingdoms.play_of(4, selections=0.0)
    assert kingdoms.play_of(4, decided=1.0) != kingdoms.play_of(4, decided=0.0)


@pytest.mark.parametrize("players", (3, 4))
def test_the_mix_of_a_war_that_is_played_on_serves_both_sides(players):
    """It is worked out once; for who looks for the best answer, however little, at each die."""
    known = kingdoms.play_of(players, cunning_ahead=0.0)
    assert kingdoms.play_of(players, cunning_ahead=1e-300) == known
    assert kingdoms.play_of(players, cunning_ahead=1.0) != known


def test_weights_for_a_number_of_players_go_before_those_for_all():
    table = {"2": {"near": 7.0}}
    named = kingdoms.PACKS["kingdoms"].strategies
    changed = named["balanced"].model_copy(update={"by_players": table})
    pack = replace(
        kingdoms.PACKS["kingdoms"], strategies={**named, "balanced": changed}, _resolved={}
    )
    near = [
        kingdoms.TABLE.prepare(pack, kingdoms.setting(*["balanced"] * players))
        .seating(0)
        .weights[0]["near"]
        for players in (2, 3)
    ]
    assert near == [7.0, named["balanced"].weights["near"]]


@pytest.mark.parametrize("game", kingdoms.PACKS)
def test_every_strategy_has_a_plan_in_words(game):
    for name, strategy in kingdoms.PACKS[game].strategies.items():
        assert strategy.plan.endswith(".") and len(strategy.plan.split()) >= 6
        kingdoms.prepared(*[name] * 2, game=game)
