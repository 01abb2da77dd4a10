"""What holds in whole games of the kernels at random (docs/kingdoms-readings.md, section 6)."""

import random
from typing import Any

import numpy as np
import pytest

from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.end import GAME_ROW, fill_game_row
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.changes import WHAT
from simulate.games.kingdoms.state.record import PHASE, TRIGGER
from simulate.mechanics.log import LINE
from tests.marks import long_but
from tests.rules.kingdoms.board import Board
from tests.rules.kingdoms.cell import built
from tests.rules.kingdoms.shipped import FOLDERS
from tests.rules.kingdoms.test_lockstep import ROWS, SOME

GAMES = 1


class Watched:
    """A game at random that looks at every decision and every move."""

    def __init__(self, edition: str, players: int, tokens: bool, number: int) -> None:
        cell = {"exploration": tokens} if edition == "kingdoms" else {"dummy_resources": 3}
        self.board = Board(*built(FOLDERS[edition], players, **cell))
        self.luck = random.Random(f"{edition} {players} {tokens} {number}")
        self.met: dict[int, int] = {}  # trigger -> turn in which the log says that it was met
        deal(self.board.s, self.board.cards, number, number)
        self.board.go_on()

    def play(self) -> None:
        board = self.board
        while not board.over:
            legal = board.legal()
            board.look()
            self.look_at_question()
            word = self.luck.choice(sorted(legal))
            board.do(word)
            self.read_log()
        assert any(board.s.trigger) and not any(board.s.shield)
        self.look_at_counts()

    def look_at_counts(self) -> None:
        """Every war between players has one winner or ends in peace; neutral meeples are no war."""
        s = self.board.s
        row = np.zeros(1, GAME_ROW)[0]
        fill_game_row(s, self.board.cards, row)
        assert sum(s.wars_won) == sum(s.attacks) - row.alliances == row.wars - s.alliances
        assert sum(s.captures) == row.neutral_wars
        turns = self.met
        for which in range(len(TRIGGER)):
            at = turns.get(which, 0)
            assert row.met[which] == (at > 0)
            assert row.met_later[which] == (at > min(turns.values()))
        assert row.dummy_faction == (s.faction[1] if self.board.cards.solo else NONE)

    def read_log(self) -> None:
        log = self.board.log
        for i, line in enumerate(self.board.told()):
            if line.kind == LINE.CHANGE and line.what == WHAT.TRIGGER:
                self.met[int(line.of)] = int(log.states[i].turns)
        log.count = 0

    def look_at_question(self) -> None:
        s, cards = self.board.s, self.board.cards
        if s.phase == PHASE.SELECT_ACTION:
            assert s.shields or not any(s.trigger), "a triggered game ends with the next clearing"
            assert s.shields == sum(s.shield) < cards.shields
        if s.phase in (PHASE.PAY_WAR, PHASE.PAY_NEUTRAL):
            paid = [(m.mana, m.ore, m.food) for m in self.listed()]
            for one in paid:
                held = [all(a >= b for a, b in zip(one, other, strict=True)) for other in paid]
                assert sum(held) == 1, "a payment with a piece too many"

    def listed(self) -> list[Any]:
        return [self.board.moves[i] for i in range(len(self.board.legal()))]


@pytest.mark.parametrize("edition, players, tokens", long_but(SOME, ROWS))
def test_laws(edition, players, tokens):
    for number in range(GAMES):
        Watched(edition, players, tokens, number).play()
