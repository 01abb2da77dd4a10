"""The shipped strategies of Tiny Epic Dungeons play as their plans say."""

import itertools

import numpy as np
import pytest

from simulate.games.dungeons.state.record import BOSS_DEFEATED, DECISIONS
from tests.strategies import dungeons_kernels as kernels
from tests.strategies.dungeons import named, new_desk, played, table_of, weights_of

CHARACTERS = ("delver", "explorer", "fighter", "caster", "party")
GAMES = 400


def won(games):
    return games.game("outcome") == BOSS_DEFEATED


@pytest.fixture(scope="module")
def games():
    return {name: played(name, games=GAMES) for name in (*CHARACTERS, "balanced")}


def aim_of(character, games):
    """What a character is for, as a number of which it has more than the others."""
    if character == "delver":
        opened = games.game("act_2_turn")
        return np.mean((opened > 0) & (opened <= 20))
    if character == "explorer":
        return (games.seat("traps_disarmed") + games.seat("finds")).mean()
    if character == "fighter":
        return (games.seat("melee_attacks") + games.seat("missile_attacks")).mean()
    if character == "caster":
        return games.seat("cast_attacks").mean()
    return -games.apart.mean()


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_is_best_at_its_own_aim(games, character):
    reached = {name: aim_of(character, each) for name, each in games.items()}
    assert max(reached, key=reached.get) == character, reached


def test_characters_choose_differently():
    """Any two of them in a fifth of the decisions at least, on the positions of `balanced`."""
    names = ("balanced", *CHARACTERS)
    weights = np.concatenate([weights_of(name)[:1] for name in names])
    many, decisions, desk = len(names), 0, new_desk()
    answers, differ = np.zeros(many, np.int64), np.zeros((many, many), np.int64)
    for game in range(40):
        decisions += kernels.compare(
            table_of(3), weights, desk, np.uint64(1), game, answers, differ
        )
    pairs = {
        (names[a], names[b]): differ[a, b] / decisions
        for a, b in itertools.combinations(range(1, many), 2)
    }
    assert min(pairs.values()) >= 0.20, pairs


@pytest.mark.parametrize("heroes", (2, 3, 4))
def test_the_default_reaches_act_2_in_most_games(heroes):
    reached = played("balanced", heroes, GAMES).game("act_2_turn") > 0
    assert reached.mean() > 0.5, reached.mean()


def test_the_default_wins_more_than_every_other(games):
    """On the same games."""
    for other in (*CHARACTERS, "random", "idle"):
        theirs = games[other] if other in games else played(other, games=GAMES)
        gain = won(games["balanced"]).astype(float) - won(theirs)
        assert gain.mean() > 2 * gain.std() / np.sqrt(GAMES), (other, gain.mean())


def test_idle_heroes_do_nothing_that_they_need_not_do():
    idle = played("idle", games=100)
    for name in ("steps", "melee_attacks", "searches", "abilities_used", "items"):
        assert idle.seat(name).sum() == 0, name


def test_skill_goes_from_random_play_to_the_best():
    """The more skill, the more games reach Act 2."""
    reached = [
        (played("balanced", games=GAMES, skill=skill).game("act_2_turn") > 0).mean()
        for skill in (0.0, 0.9, 1.0)
    ]
    assert reached[0] < 0.05
    assert reached[0] < reached[1] < reached[2]


def test_what_is_hidden_does_not_change_a_choice():
    """Cards face down, decks and the boss are dealt anew: the choice is the same."""
    desk, changed = new_desk(), np.zeros(2, np.int64)
    for name in ("balanced", "explorer"):
        for game in range(20):
            kernels.see_again(table_of(3), weights_of(name)[0], desk, np.uint64(3), game, changed)
    assert changed[0] > 1000
    assert changed[1] == 0


def test_play_meets_every_decision_with_different_answers():
    """Random play seldom sees the boss, so `balanced` a little careless plays some games too."""
    answers, desk = np.full((len(DECISIONS), 2), -1, np.int64), new_desk()
    rows = (("random", 1.0, 3, 2000), *(("balanced", 0.9, heroes, 600) for heroes in (2, 3, 4)))
    for name, skill, heroes, many in rows:
        weights = weights_of(name, skill)[0]
        for replicate in range(many):
            kernels.meet_decisions(
                table_of(heroes), weights, desk, np.uint64(4), replicate, answers
            )
    missed = [name for name, (_, other) in zip(DECISIONS, answers, strict=True) if other < 0]
    assert not missed


def test_every_strategy_has_a_plan_in_words():
    for strategy in named().values():
        assert strategy["plan"].endswith(".") and len(strategy["plan"].split()) >= 6
