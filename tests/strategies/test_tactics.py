"""The shipped strategies of Tiny Epic Tactics play as their plans say."""

import itertools

import numpy as np
import pytest

from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.state.record import END, PHASE
from strategies.tactics.foresight import promising
from strategies.tactics.outlook import OUTLOOK
from tests.rules.tactics.cell import built
from tests.rules.tactics.shipped import ROWS
from tests.strategies import tactics_kernels as kernels
from tests.strategies.tactics import desk, played, shipped, weights

# What each character is for: a column of the seats' rows, or fewer rounds.
AIMS = {
    "controller": "rounds",
    "hunter": "captures",
    "turtle": "survivors",
    "raider": "villages_gained",
}
SEEN = ("balanced", *AIMS)
GAMES = 600
# `balanced` plays moves on, which takes its time: as few games as tell what is asked.
FEW_GAMES = 80
SOLO_GAMES = 200
COOP_GAMES = 24
RANDOM_GAMES = 10_000


@pytest.fixture(scope="module")
def games():
    return {
        name: played("competitive", *[name] * 2, games=FEW_GAMES if name == "balanced" else GAMES)
        for name in SEEN
    }


@pytest.fixture(scope="module")
def adventures():
    names = ("balanced", "delver", "hunter")
    return {name: played("solo", name, games=SOLO_GAMES)[0] for name in names}


def reached(games, character):
    """How far a character's aim is reached where all play one strategy, by strategy."""
    if AIMS[character] == "rounds":
        return {name: -rows["rounds"].mean() for name, (rows, _, _) in games.items()}
    return {name: seats[AIMS[character]].mean() for name, (_, seats, _) in games.items()}


@pytest.mark.parametrize("character", AIMS)
def test_a_character_is_best_at_its_own_aim(games, character):
    found = reached(games, character)
    assert max(found, key=found.get) == character, found


@pytest.mark.parametrize("aim, column", [("delver", "crystals"), ("hunter", "units_captured")])
def test_an_adventurer_is_best_at_its_own_aim(adventures, aim, column):
    """In a round: who wins sooner has less time for anything."""
    reached = {name: rows[column].sum() / rows["rounds"].sum() for name, rows in adventures.items()}
    assert max(reached, key=reached.get) == aim, reached


@pytest.mark.parametrize(
    "mode, names",
    [("competitive", tuple(AIMS)), ("solo", ("delver", "hunter"))],
)
def test_characters_choose_differently(mode, names):
    """Any two of them in a fifth of the decisions at least, on the positions of `balanced`."""
    many, decisions = len(names), 0
    cards, _ = built(mode, 1 if mode == "solo" else 2)
    answers, differ = np.zeros(many + 1, np.int64), np.zeros((many + 1, many + 1), np.int64)
    asked = weights("balanced", *names)
    for game in range(20):
        luck = (np.uint64(1), game)
        decisions += kernels.compare(cards, asked, desk(), *luck, answers, differ)
    pairs = {
        (names[a], names[b]): differ[a + 1, b + 1] / decisions
        for a, b in itertools.combinations(range(many), 2)
    }
    assert min(pairs.values()) >= 0.20, pairs


@pytest.mark.parametrize("mode, players", ROWS[:7])
def test_the_default_beats_random_play(mode, players):
    """Teammates share a win, so everybody's fair share is one of the seats."""
    won = played(mode, "balanced", *["random"] * (players - 1), games=FEW_GAMES)[2]
    assert won.mean() - 1 / players > 3 * won.std() / np.sqrt(FEW_GAMES), won.mean()


@pytest.mark.parametrize("rival", [*AIMS, "idle"])
def test_the_default_holds_its_own(rival):
    won = played("competitive", "balanced", rival, games=FEW_GAMES)[2]
    assert won.mean() - 0.5 > 2 * won.std() / np.sqrt(FEW_GAMES), won.mean()


@pytest.mark.parametrize("mode, people", [("solo", 1), ("coop", 2)])
def test_the_default_goes_further_than_random_play_in_adventures(adventures, mode, people):
    alone = adventures["balanced"][:COOP_GAMES]
    rows = alone if mode == "solo" else played(mode, *["balanced"] * people, games=COOP_GAMES)[0]
    chance = played(mode, *["random"] * people, games=COOP_GAMES)[0]
    gain = rows["crystals"] - chance["crystals"]
    assert gain.mean() > 3 * gain.std() / np.sqrt(COOP_GAMES), gain.mean()


def test_battles_of_the_default_mostly_come_to_their_own_end():
    """13 of 100 go to the last round (26 of 200 games); without `press` 70 of them do."""
    rows, _, _ = played("battle", "balanced", "balanced", games=FEW_GAMES)
    assert (rows["outcome"] == END.ROUNDS).mean() < 0.3


def test_idle_players_do_nothing_that_they_need_not_do():
    _, seats, _ = played("competitive", "idle", "idle", games=20)
    assert not seats["actions"].any() and not seats["tactics_played"].any()


def test_skill_goes_from_random_play_to_the_best():
    """A player of skill 0.9 already beats random play in every game."""
    shares = [
        played("competitive", "balanced", "random", games=FEW_GAMES, skill=skill)[2].mean()
        for skill in (0.0, 0.6, 1.0)
    ]
    assert abs(shares[0] - 0.5) < 4 * 0.5 / np.sqrt(FEW_GAMES)  # z = 4, p = 0.00006
    assert shares[0] < shares[1] < shares[2]


@pytest.mark.parametrize("mode, players", [("competitive", 2), ("battle", 3), ("solo", 1)])
def test_what_is_hidden_does_not_change_a_choice(mode, players):
    """Hands of others and decks are dealt anew: the choice is the same.

    Asked twice, so that nothing that is known from the first time may change it either.
    """
    cards, _ = built(mode, players)
    judge = weights("balanced", **({"firsts": 3.0} if mode == "solo" else {}))[0]
    changed = np.zeros(2, np.int64)
    for game in range(10):
        kernels.see_again(cards, judge, desk(), np.uint64(3), game, changed)
    assert changed[0] > 200
    assert changed[1] == 0


@pytest.mark.parametrize("mode, players", ROWS)
def test_what_is_known_from_before_changes_no_score(mode, players):
    """Scores are told apart to the last bit: games must be the same, whoever looked before."""
    cards, _ = built(mode, players)
    counts, blank = np.zeros(2, np.int64), np.zeros(1, OUTLOOK)
    judge = weights("balanced", selections=0.0)[0]
    for game in range(2):
        kernels.watch_scores(cards, judge, desk(), blank, np.uint64(5), game, counts)
    assert counts[0] > 2_000
    assert counts[1] == 0


def test_moves_are_played_on_and_leave_no_trace():
    cards, _ = built("competitive", 2)
    counts = np.zeros(3, np.int64)
    for game in range(10):
        kernels.watch_foresight(cards, weights("balanced")[0], desk(), np.uint64(8), game, counts)
    assert counts[1] > 0.1 * counts[0] > 10, counts
    assert counts[2] == 0


@pytest.mark.parametrize("mode, players", [("competitive", 2), ("competitive", 3), ("battle", 2)])
def test_who_plays_moves_on_wins_more_often(mode, players):
    """Against players that never look past the move at hand."""
    line = ["balanced", *["balanced"] * (players - 1)]
    won = played(mode, *line, games=120, seed=9, others={"selections": 0.0})[2]
    error = won.std() / np.sqrt(len(won))
    assert won.mean() - 1 / players > 3 * error, won.mean()


@pytest.mark.parametrize("alike, order", [(1, [3, 2, 4]), (2, [3, 1, 2, 4]), (9, [3, 1, 0, 2])])
def test_moves_that_are_played_on_differ(alike, order):
    """Five moves: three of one unit, the best of them the fourth; at most four are wanted."""
    moves = np.zeros(5, MOVE)
    moves["unit"] = [0, 0, 1, 0, 2]
    scores = np.array([3.0, 4.0, 2.0, 5.0, 1.0])
    found = np.zeros(5)
    count = promising(moves, 5, scores, np.zeros(5), found, 4, alike)
    assert found[:count].tolist() == order


@pytest.mark.parametrize("mode, players", [("competitive", 2), ("competitive", 4), ("battle", 3)])
def test_the_seats_share_the_win(mode, players):
    cards, _ = built(mode, players)
    chances = np.zeros((400, players))
    count = kernels.watch_value(
        cards, weights("random")[0], desk(), np.uint64(6), 0, chances, np.zeros(players)
    )
    assert count > 3
    assert np.allclose(chances[:count].sum(axis=1), 1)
    assert (chances[:count] > 0).all()


@pytest.mark.parametrize("mode, players", ROWS)
def test_the_value_tells_winners_from_losers(mode, players):
    """Who wins was said to be likelier to win than who does not, turn by turn."""
    cards, _ = built(mode, players)
    seats = int(cards["seats"])
    told = {True: [], False: []}
    judge = weights("balanced", selections=0.0)[0]
    for game in range(60):
        chances, shares = np.zeros((400, seats)), np.zeros(seats)
        count = kernels.watch_value(cards, judge, desk(), np.uint64(7), game, chances, shares)
        people = range(0, seats, 2) if mode in ("solo", "coop") else range(seats)
        for seat in people:
            told[shares[seat] > 0] += chances[:count, seat].tolist()
    assert np.mean(told[True]) > np.mean(told[False]) + 0.05


def test_random_play_meets_every_decision_with_different_answers():
    """Game by game of the rows that ask most, until all were met."""
    answers = np.full((PHASE.OVER, 2), -1, np.int64)
    asked = [built(*row)[0] for row in (("solo", 1), ("coop", 2), ("battle", 3))]
    for replicate in range(RANDOM_GAMES // len(asked)):
        for cards in asked:
            luck = (np.uint64(4), replicate)
            kernels.meet_decisions(cards, weights("random")[0], desk(), *luck, answers)
        if (answers >= 0).all():
            return
    missed = [
        name
        for name, (_, other) in zip(PHASE.words[: PHASE.OVER], answers, strict=True)
        if other < 0
    ]
    assert not missed


def test_every_strategy_has_a_plan_in_words():
    for strategy in shipped().strategies.values():
        assert strategy.plan.endswith(".") and len(strategy.plan.split()) >= 5
