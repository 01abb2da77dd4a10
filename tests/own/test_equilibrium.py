"""Best play of games that hide something, held against known values and every answer to it."""

from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from simulate.own import table
from simulate.own.best import equilibrium
from simulate.own.best.exact import AT_MOST, NotSolved, after, deals_of, outcomes
from simulate.own.best.keys import key_of_seen
from simulate.own.best.solved import best_play, settings_of
from simulate.own.file.reading import know
from simulate.own.rows import standing
from simulate.pack import load
from tests.own.tables import DARE, games, laid, of

POKER = (Path(__file__).parent / "games" / "kuhn_poker.py").read_text()
# Coins buy lots: so a coin more is worth the same wherever it is won.
LOTS = (
    ('[1, 1], ""', '[1, 1], ""\n        self.lot = 0'),
    ("+= move[0]", '+= move[0]\n        self.lot = self.luck.roll("lot", 4) if self.over() else 0'),
    (
        '{"coins": self.paid[1 - seat] if won else -self.paid[seat]}',
        '{"coins": self.has_lot(seat, self.paid[1 - seat] if won else -self.paid[seat])}',
    ),
    (
        "    def hide",
        "    def has_lot(self, seat, coins):\n"
        "        first = coins if seat == 0 else -coins\n"
        "        return int((self.lot <= 2 + first) == (seat == 0))\n\n    def hide",
    ),
)

URN = '''
from simulate.own import Game

class Urn(Game):
    """Alone: one of two urns holds the ball; for a look you give up the second guess."""
    PLAYERS = (1,)
    TOGETHER = True
    ENDS = {"found": "the ball was found", "lost": "it was not"}
    WINS = ("found",)

    def setup(self):
        self.ball, self.seen, self.guessed = self.luck.roll("ball", 3), 0, []
        self.left, self.end = 2, ""

    def moves(self):
        return [1, 2, 3, "look"] if self.left == 2 else [1, 2, 3]

    def play(self, move):
        self.left -= 1
        self.guessed.append(move)
        if move == "look":
            self.seen = self.ball if self.luck.chance("clear", 0.75) else -1
        elif move == self.ball:
            self.end = "found"
        if not self.left and not self.end:
            self.end = "lost"

    def over(self):
        return self.end

    def hide(self, seat):
        if self.seen <= 0:
            self.ball = self.luck.pick("ball", [k for k in (1, 2, 3) if k not in self.guessed])
'''


@pytest.fixture
def lots(tmp_path):
    text = POKER
    for old, new in LOTS:
        assert old in text
        text = text.replace(old, new)
    return laid(tmp_path, "lots", text)


def tables(file, strategy="random"):
    own = know(str(file))
    settings = (s | {"strategy": [strategy] * s["players"]} for s in settings_of(own))
    return [table.prepare(load(own.name), setting) for setting in settings]


def worth_to_first(laid_, chooses):
    """The share of the win of seat 1 where moves are taken as often as these functions say."""

    def worth(game):
        if reason := game.over():
            return reason in game.WINS if game.TOGETHER else standing(game).shares[0]
        moves = list(game.moves())
        odds = chooses[game.seat](game) if len(moves) > 1 else [1.0]
        return sum(
            share * likely * worth(then)
            for move, share in zip(moves, odds, strict=True)
            if share
            for likely, then in outcomes(partial(after, game, move))
        )

    return sum(
        part * likely * worth(game)
        for part, lay in deals_of(laid_)
        for likely, game in outcomes(lay)
    )


def answers(best, seat, file):
    """Every way in which a seat may always do the same where it sees the same."""
    seen = {}

    def note(game):
        seen.setdefault(key_of_seen(game, best.apart), len(list(game.moves())))
        return best.of_moves(game)

    worth_to_first(tables(file)[0], [note if each == seat else uniform for each in (0, 1)])
    for taken in product(*(range(count) for count in seen.values())):
        plan = dict(zip(seen, taken, strict=True))
        yield lambda game, plan=plan: np.eye(len(list(game.moves())))[
            plan[key_of_seen(game, best.apart)]
        ]


def uniform(game):
    count = len(list(game.moves()))
    return [1 / count] * count


def test_poker_of_three_cards_is_worth_what_kuhn_found(lots):
    """Kuhn 1950: the first has 1/18 of a coin less; a coin is a lot of four."""
    best = best_play(tables(lots)[0])
    assert best.shares[0] == pytest.approx(0.5 - 1 / 18 / 4, abs=1e-9)
    assert best.positions == 12


def test_no_answer_does_better_than_what_both_have_for_sure(lots, tmp_path):
    for file in (lots, laid(tmp_path, "dare", DARE)):
        first, best = tables(file)[0], best_play(tables(file)[0])
        known = best.shares[0]
        assert worth_to_first(first, [best.of_moves] * 2) == pytest.approx(known, abs=1e-7)
        for answer in answers(best, 0, file):
            assert worth_to_first(first, [answer, best.of_moves]) < known + 1e-7
        for answer in answers(best, 1, file):
            assert worth_to_first(first, [best.of_moves, answer]) > known - 1e-7


def test_a_choice_in_secret_is_mixed_as_it_should_be(tmp_path):
    """Daring pays 3, waiting 2: 2 of 5 dare, and the other has 1/5."""
    best = best_play(tables(laid(tmp_path, "dare", DARE))[0])
    assert best.shares == pytest.approx((0.8, 0.2))
    assert best.worth == pytest.approx([0.4, 0.6, 0.4, 0.6])
    _, seats = games(str(tmp_path / "dare.py"), 2_000, strategy=["best", "best"])
    second = seats["win_share"][seats["seat"] == 1].mean()
    assert abs(second - 0.2) < 4 * 0.4 / np.sqrt(2_000)  # 1/3, if both took the likelier move


def test_alone_what_is_hidden_is_weighed(tmp_path):
    """Two guesses find 2 of 3; a look that shows it in 3 of 4, and one guess, find 5 of 6."""
    best = best_play(tables(laid(tmp_path, "urn", URN))[0])
    assert best.shares == pytest.approx((0.75 + 0.25 / 3,))


def test_who_plays_best_wins_what_it_should(lots):
    """Against a player that takes any move: as much as all ways that games may go come to."""
    first, best = tables(lots)[0], best_play(tables(lots)[0])
    begins = worth_to_first(first, [best.of_moves, uniform])
    follows = 1 - worth_to_first(first, [uniform, best.of_moves])
    assert begins > best.shares[0] and follows > best.shares[1]
    _, seats = games(lots, 4_000, strategy=["best", "random"])
    won = of(seats, "best", "win_share").mean()
    assert abs(won - (begins + follows) / 2) < 3 * 0.5 / np.sqrt(4_000)


def test_what_cannot_be_mixed_says_why(tmp_path):
    three = DARE.replace("PLAYERS = (2,)", "PLAYERS = (3,)")
    with pytest.raises(NotSolved, match="more than two seats"):
        best_play(tables(laid(tmp_path, "three", three))[0])
    tells = URN.replace("return [1, 2, 3, ", "return [self.ball, 2, 3, ")
    with pytest.raises(NotSolved, match="moves that a seat has tell it"):
        best_play(tables(laid(tmp_path, "tells", tells))[0])
    forgets = URN.replace("self.guessed.append(move)", "pass")
    with pytest.raises(NotSolved, match="no longer lies on the table"):
        best_play(tables(laid(tmp_path, "forgets", forgets))[0])


def test_that_a_game_may_go_far_too_many_ways_is_told_before_they_are_tried(simulate, here):
    simulate("new", "my_game.py")
    with pytest.raises(NotSolved, match=r"there are some 10\^1\d ways a game may go") as told:
        best_play(tables("my_game.py")[0], most=3)
    assert told.value.tried == AT_MOST  # so that no longer search is offered
    said = simulate("check", "my_game.py").out
    assert "in 3 settings: there are some 10^1" in said  # each kind of reason once
    assert " ways a game may go; more than two seats do not see everything\nnext: " in said


def test_the_ways_of_a_game_are_counted_by_some_of_them(lots, tmp_path, monkeypatch):
    monkeypatch.setattr(equilibrium, "PROBES", 4_000)
    for file in (lots, laid(tmp_path, "urn", URN)):
        (table,) = tables(file)
        waiting, ways = [game for _, lay in deals_of(table) for _, game in outcomes(lay)], 0
        while waiting:
            game = waiting.pop()
            ways += bool(game.over())
            for move in () if game.over() else game.moves():
                waiting += [then for _, then in outcomes(partial(after, game, move))]
        assert equilibrium.about(table) == pytest.approx(ways, rel=0.05)


def test_more_ways_than_a_number_holds_are_many(tmp_path):
    cards = "self.deck = self.luck.shuffle('deck', list(range(300))); self.ball"
    (table,) = tables(laid(tmp_path, "urn", URN.replace("self.ball", cards, 1)))
    with pytest.raises(NotSolved, match=r"some 10\^50 ways"):
        best_play(table)
