"""Checks of an own game at one decision."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from simulate.own.check.asking import Broken, Questioner, Seen
from simulate.own.contents import changed, contents, not_parted, plain
from simulate.own.declared import OwnGame
from simulate.own.game import Game
from simulate.own.luck import GameLuck

AHEAD = 200  # moves that are played on from what `hide` dealt
CLOSE = 120  # moves of a game that are looked at


@dataclass(frozen=True)
class Decision:
    """A table, what may be done there, and the number of what will be; no moves at the end.

    before: what lay there before moves were asked for, where it is looked at closely.
    """

    game: Game
    moves: list[Any]
    pick: int
    before: dict[str, Any] | None = None


class CloseLook(Questioner):
    """The laws of one decision."""

    def __init__(self, own: OwnGame, begin: Any) -> None:
        super().__init__(own, begin)
        # Lists by seat of which `hide` deals the seat's own part anew, and lists that are none.
        self._dealt_anew: set[str] = set()
        self._of_no_seat: set[str] = set()

    def played(self, game: Game, seed: int, most: int, look: int = 0) -> Iterator[Decision]:
        """A game played at random to its end, or so far; look: each how many-th is looked at."""
        rng = Random(seed)
        for step in range(most):
            if self.over(game):
                break
            before = contents(game) if look and step < CLOSE and step % look == 0 else None
            moves = self.moves(game)
            pick = int(rng.random() * len(moves))
            yield Decision(game, moves, pick, before)
            self.play(game, moves[pick])
        yield Decision(game, [], 0)

    def own_secrets(self) -> None:
        """Tell what `hide` deals anew of a seat's own, where its points hang on that."""
        for name in sorted(self._dealt_anew - self._of_no_seat):
            what = f"`hide` deals a seat's own part of `self.{name}` anew, which changes its points"
            self.seen.tell(
                f"{what}: this is right only where the seat does not see it", is_serious=False
            )

    def looked_at(self, at: Decision, before: dict[str, Any]) -> None:
        """Hold a decision to the laws."""
        game, moves = at.game, at.moves
        self._of_no_seat |= vars(game).keys() - _by_seat(game).keys()
        self._still(game, before, "moves")
        if plain(self.moves(game)) != plain(moves):
            self.seen.tell("`moves` gives different moves when it is called a second time")
        self._asked(game, moves)
        self._unasked(game, moves, before)
        for k in dict.fromkeys((at.pick, len(moves) - 1)):
            self._tried(game, moves, k, before)
        self._hidden(game, moves, before)

    def _tried(self, game: Game, moves: list[Any], k: int, before: dict[str, Any]) -> None:
        """A move on a copy leaves the table as it is, and does what the copy's own move does."""
        tried, other = (self.copied(game, GameLuck.guessed(Random(k))) for _ in range(2))
        theirs = self.moves(other)
        self.seen, told = Seen(), self.seen
        is_played = True
        try:
            self.ask(tried, "play", moves[k])
        except Broken:
            is_played = False
        finally:
            self.seen = told
        names = changed(before, contents(game))
        if not names:
            self.ask(other, "play", theirs[k])
        if names or not is_played or contents(tried) != contents(other):
            what = "a move that is tried on a copy of the table "
            what += f"changes the original table ({names})" if names else "has another effect there"
            why = not_parted(game, moves)
            self._wrong(what + (f": {why}" if why else ""))

    def _hidden(self, game: Game, moves: list[Any], before: dict[str, Any]) -> None:
        """What a seat may do does not hang on what it does not see."""
        seat, dealt = game.seat, self.copied(game, GameLuck.guessed(Random(6)))
        self.ask(dealt, "hide", seat)
        if names := changed(before, contents(game)):
            self._wrong(f"`hide` on a copy changes the original table ({names})")
        anew = f"after `hide`, which deals {changed(before, contents(dealt))} anew,"
        if (dealt.seat, dealt.round) != (game.seat, game.round):
            self._wrong("`hide` changes whose turn it is, or the round")
        theirs = {repr(plain(move)): move for move in self.moves(dealt)}
        if theirs.keys() != {repr(plain(move)) for move in moves}:
            why = "`hide` must leave what the seat sees, and `moves` must not look at the rest"
            self._wrong(f"{anew} the seat has other moves: {why}")
        if self.over(dealt) != self.over(game):
            self._wrong(f"{anew} the game ends differently")
        for move in moves:
            found = self.ask(dealt, "features", theirs[repr(plain(move))])
            if found != self.ask(game, "features", move):
                what = "`features` of a move differ"
                self._wrong(f"{anew} {what}: a player would use what its seat does not see")
        if not self.own.kind.TOGETHER:
            if self.ask(dealt, "points", seat) != self.ask(game, "points", seat):
                self._dealt_anew |= {*_of_the_seat(game, dealt, seat)}
        self._goes_on(dealt)

    def _goes_on(self, dealt: Game) -> None:
        """From what `hide` dealt, the game is played on."""
        before = self.where
        self.where = f"{before[:-1]}, played on after `hide`)"
        for _ in self.played(dealt, 8, AHEAD):
            pass
        self.where = before


class Followers:
    """A copy of ours and a deep one, which play what the game plays."""

    def __init__(self, laws: Questioner, game: Game) -> None:
        self.laws = laws
        self.ours: Game | None = laws.copied(game, copy.deepcopy(game.luck))
        self.deep = copy.deepcopy(game)

    def play(self, game: Game, pick: int) -> None:
        """Play on both what the game has played: all three must stay alike."""
        if self.ours is None or self.laws.seen.is_sure:
            return
        for each in (self.ours, self.deep):
            moves = self.laws.moves(each)
            self.laws.play(each, moves[min(pick, len(moves) - 1)])
        deep = contents(self.deep)
        if names := changed(deep, contents(self.ours)) or changed(deep, contents(game)):
            what = "a copy of the table plays differently from the table"
            why = not_parted(game, []) or "each object must be in one place of the table"
            self.laws.seen.tell(f"{what} ({names}): {why}")
            self.ours = None


def _by_seat(game: Game) -> dict[str, Any]:
    """Lists of a table that hold one thing for each seat, as far as their length says it."""
    lists = {name: it for name, it in vars(game).items() if isinstance(it, list | tuple)}
    return {name: it for name, it in lists.items() if len(it) == game.players}


def _of_the_seat(game: Game, dealt: Game, seat: int) -> Iterator[str]:
    """Of which of these the part of a seat was dealt anew."""
    theirs = _by_seat(dealt)
    for name, own in _by_seat(game).items():
        if name in theirs and plain(own[seat]) != plain(theirs[name][seat]):
            yield name
