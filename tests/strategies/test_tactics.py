"""The shipped strategies of Tiny Epic Tactics play as their plans say."""

import numpy as np
import pytest

from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.state.record import PHASE
from strategies.tactics.likely import promising
from strategies.tactics.outlook import OUTLOOK
from strategies.tactics.value import chance_of_winning, share_of_win
from tests.marks import long_but
from tests.rules.tactics.entry import list_moves
from tests.rules.tactics.shipped import ROWS
from tests.strategies.tactics import TABLE, played, table
from tests.strategies.tactics_kernels import count_other_scores
from tests.strategies.watch import positions

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
IDLE = "idle_actions"


@pytest.fixture(scope="module")
def games():
    """One of each among three `quick`: where all are alike who fights less plays shorter games."""
    line, few = ["quick"] * 3, {"balanced": FEW_GAMES}
    return {name: played("competitive", name, *line, games=few.get(name, GAMES)) for name in SEEN}


@pytest.fixture(scope="module")
def adventures():
    names = ("balanced", "delver", "hunter")
    return {name: played("solo", name, games=SOLO_GAMES)[0] for name in names}


def reached(games, character):
    """How far a character's aim is reached by one of each strategy."""
    if AIMS[character] == "rounds":
        return {name: -rows["rounds"].mean() for name, (rows, _, _) in games.items()}
    return {
        name: seats[AIMS[character]][of_strategy(seats, name)].mean()
        for name, (_, seats, _) in games.items()
    }


def of_strategy(seats, name):
    """Which seats play a strategy."""
    codes, labels = seats["strategy"]
    return np.asarray(codes) == list(labels).index(name)


@pytest.mark.long
@pytest.mark.parametrize("character", AIMS)
def test_a_character_is_best_at_its_own_aim(games, character):
    found = reached(games, character)
    assert max(found, key=found.get) == character, found


@pytest.mark.long
@pytest.mark.parametrize("character", AIMS)
def test_a_character_is_a_rival_worth_meeting(games, character):
    """It wins a third of its fair share, less what 600 games may hide."""
    assert games[character][2].mean() > 1 / 4 / 4


@pytest.mark.long
@pytest.mark.parametrize("aim, column", [("delver", "crystals"), ("hunter", "units_captured")])
def test_an_adventurer_is_best_at_its_own_aim(adventures, aim, column):
    """In a round: who wins sooner has less time for anything."""
    reached = {name: rows[column].sum() / rows["rounds"].sum() for name, rows in adventures.items()}
    assert max(reached, key=reached.get) == aim, reached


@pytest.mark.parametrize("mode, players", long_but({("competitive", 2)}, ROWS[:7]))
def test_the_default_beats_random_play(mode, players):
    """Teammates share a win, so everybody's fair share is one of the seats."""
    won = played(mode, "balanced", *["random"] * (players - 1), games=FEW_GAMES)[2]
    assert won.mean() - 1 / players > 3 * won.std() / np.sqrt(FEW_GAMES), won.mean()


@pytest.mark.parametrize("rival", long_but({"idle", "hunter"}, [*AIMS, "idle"]))
def test_the_default_holds_its_own(rival):
    won = played("competitive", "balanced", rival, games=FEW_GAMES)[2]
    assert won.mean() - 0.5 > 2 * won.std() / np.sqrt(FEW_GAMES), won.mean()


@pytest.mark.parametrize("mode, people", long_but({("solo", 1)}, [("solo", 1), ("coop", 2)]))
@pytest.mark.long
def test_the_default_goes_further_than_random_play_in_adventures(mode, people):
    told = [played(mode, *[name] * people, games=COOP_GAMES)[0] for name in ("balanced", "random")]
    gain = np.asarray(told[0]["crystals"], float) - told[1]["crystals"]
    assert gain.mean() > 3 * gain.std() / np.sqrt(COOP_GAMES), gain.mean()


@pytest.mark.long
def test_battles_of_the_default_mostly_come_to_their_own_end():
    """13 of 100 go to the last round (26 of 200 games); without `press` 70 of them do."""
    rows, _, _ = played("battle", "balanced", "balanced", games=FEW_GAMES)
    codes, reasons = rows["end_reason"]
    assert (codes == reasons.index("rounds")).mean() < 0.3


def test_idle_players_do_nothing_that_they_need_not_do():
    _, seats, _ = played("competitive", "idle", "idle", games=20)
    assert not any(
        seats[name].any() for name in seats if name.endswith("_actions") and name != IDLE
    )
    codes, cards = seats["tactics_played"]
    assert {cards[code] for code in codes} == {""}


@pytest.mark.long
def test_skill_goes_from_random_play_to_the_best():
    """A player of skill 0.1 already beats random play in every game."""
    shares = [
        played("competitive", "balanced", "random", games=FEW_GAMES, skill=skill)[2].mean()
        for skill in (0.0, 0.1, 1.0)
    ]
    assert abs(shares[0] - 0.5) < 4 * 0.5 / np.sqrt(FEW_GAMES)  # z = 4, p = 0.00006
    assert shares[0] < shares[1] <= shares[2]


@pytest.mark.long
@pytest.mark.parametrize("strategy", long_but({"quick"}, ("quick", "random")))
@pytest.mark.parametrize("mode, players", long_but({("competitive", 2), ("coop", 2)}, ROWS))
def test_what_is_known_from_before_changes_no_score(mode, players, strategy):
    """Scores are told apart to the last bit: games must be the same, whoever looked before."""
    seated, workspace, scored = table(mode, *[strategy] * players), TABLE.new_workspace(), 0
    w = table(mode, *["quick"] * players).weights[0]
    for s in positions(seated, 5, 1):
        n = list_moves(s, seated.tables[0], workspace.moves)
        blank = np.zeros(1, OUTLOOK)[0]
        assert count_other_scores(s, seated.tables[0], w, workspace, blank, n) == 0
        scored += n
    assert scored > 1_000


@pytest.mark.parametrize(
    "mode, players",
    long_but({("competitive", 2)}, [("competitive", 2), ("competitive", 3), ("battle", 2)]),
)
def test_who_plays_moves_on_wins_more_often(mode, players):
    """Against players that never look past the move at hand."""
    line = ["balanced", *["balanced"] * (players - 1)]
    won = played(mode, *line, games=400, seed=9, others={"selections": 0.0})[2]
    error = won.std() / np.sqrt(len(won))
    assert won.mean() - 1 / players > 3 * error, won.mean()


@pytest.mark.parametrize("alike, order", [(1, [3, 2, 4]), (2, [3, 1, 2, 4]), (9, [3, 1, 0, 2])])
def test_moves_that_are_played_on_differ(alike, order):
    """Five moves: three of one unit, the best of them the fourth; at most four are wanted."""
    moves = np.zeros(5, MOVE)
    moves["unit"] = [0, 0, 1, 0, 2]
    scores = np.array([3.0, 4.0, 2.0, 5.0, 1.0])
    found = np.zeros(5)
    count = promising(np.zeros(1, OUTLOOK)[0], moves, 5, scores, found, 4, alike)
    assert found[:count].tolist() == order


@pytest.mark.parametrize("mode, players", [("competitive", 2), ("competitive", 4), ("battle", 3)])
@pytest.mark.long
def test_the_seats_share_the_win(mode, players):
    _, chances = told_chances(table(mode, *["random"] * players), 6, 0)
    assert len(chances) > 3
    assert np.allclose(chances.sum(axis=1), 1)
    assert (chances > 0).all()


def told_chances(seated, seed, game):
    """(shares of the win, chances of winning at the beginning of each turn), by seat."""
    (cards,), w, workspace = seated.tables, seated.weights[0], TABLE.new_workspace()
    outlook, chances, turn = workspace.outlook[1], [], 0
    seats, last = range(int(cards["seats"])), None
    for s in positions(seated, seed, 1, phases=[PHASE.ACT], first=game):
        if s["turns"] != turn:
            turn = s["turns"]
            chances.append([chance_of_winning(s, cards, w, outlook, seat) for seat in seats])
    last = TABLE.ENGINE.watch(seated, (seed, game))
    return [share_of_win(last, cards, seat) for seat in seats], np.array(chances)


@pytest.mark.parametrize("mode, players", long_but((), ROWS))
def test_the_value_tells_winners_from_losers(mode, players):
    """Who wins was said to be likelier to win than who does not, in the second half of its game.

    Each game counts once: lost adventures are long ones.
    """
    seated, told = table(mode, *["quick"] * players), {True: [], False: []}
    for game in range(40):
        shares, chances = told_chances(seated, 7, game)
        people = range(0, len(shares), 2) if mode in ("solo", "coop") else range(len(shares))
        for seat in people:
            told[shares[seat] > 0].append(chances[len(chances) // 2 :, seat].mean())
    assert np.mean(told[True]) > np.mean(told[False]) + 0.1
