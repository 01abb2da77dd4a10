"""A table of an own game at one decision: what must hold there for every game."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from simulate.own.asking import Broken, Questioner, Seen
from simulate.own.contents import changed, contents, dump, not_parted
from simulate.own.declared import OwnGame
from simulate.own.game import Game
from simulate.own.luck import GameLuck

AHEAD = 200  # moves that are played on from what `hide` dealt
CLOSE = 120  # moves of a game that are looked at


class CloseLook(Questioner):
    """The laws of one decision."""

    def __init__(self, own: OwnGame, begin: Any) -> None:
        super().__init__(own, begin)
        # Lists by seat of which `hide` deals the seat's own part anew, and lists that are none.
        self._dealt_anew: set[str] = set()
        self._of_no_seat: set[str] = set()

    def own_secrets(self) -> None:
        """Tell what `hide` deals anew of a seat's own, where its points hang on that."""
        for name in sorted(self._dealt_anew - self._of_no_seat):
            what = f"`hide` deals a seat's own part of `self.{name}` anew, and its points change"
            self.seen.tell(f"{what}: right only where the seat does not see it", is_serious=False)

    def _looked_at(self, game: Game, moves: list[Any], pick: int, before: dict[str, Any]) -> None:
        named = dump(moves)
        self._of_no_seat |= vars(game).keys() - _by_seat(game).keys()
        self._still(game, before, "moves")
        if dump(self.moves(game)) != named:
            self.seen.tell("`moves` gives other moves when it is asked a second time")
        self._asked(game, moves)
        self._unasked(game, moves, before)
        for k in dict.fromkeys((pick, len(moves) - 1)):
            self._tried(game, moves, k, before)
        self._hidden(game, moves, before)

    def _tried(self, game: Game, moves: list[Any], k: int, before: dict[str, Any]) -> None:
        """A move on a copy leaves the table as it is, and does what the copy's own move does."""
        tried = self.copied(game, GameLuck.guessed(Random(k)))
        other = self.copied(game, GameLuck.guessed(Random(k)))
        theirs = self.moves(other)
        quiet = Seen()
        self.seen, told = quiet, self.seen
        try:
            self.ask(tried, "play", moves[k])
        except Broken:
            pass
        finally:
            self.seen = told
        names = changed(before, contents(game))
        if not names:
            self.ask(other, "play", theirs[k])
        if names or quiet.found or contents(tried) != contents(other):
            what = "a move that is tried on a copy of the table "
            what += f"changes the table itself ({names})" if names else "does something else there"
            why = not_parted(game, moves)
            self._wrong(what + (f": {why}" if why else ""))

    def _hidden(self, game: Game, moves: list[Any], before: dict[str, Any]) -> None:
        """What a seat may do does not hang on what it does not see."""
        seat = game.seat
        dealt = self.copied(game, GameLuck.guessed(Random(6)))
        points = None if self.own.kind.TOGETHER else dict(game.points(seat))
        self.ask(dealt, "hide", seat)
        if names := changed(before, contents(game)):
            self._wrong(f"`hide` on a copy changes the table itself ({names})")
        names = changed(before, contents(dealt))
        if (dealt.seat, dealt.round) != (game.seat, game.round):
            self._wrong("`hide` changes whose turn it is, or the round")
        if _in_order(self.moves(dealt)) != _in_order(moves):
            what = f"after `hide`, which deals {names} anew, the seat may do something else"
            why = "`hide` must leave what the seat sees, and `moves` must not look at the rest"
            self._wrong(f"{what}: {why}")
        if self.over(dealt) != self.over(game):
            self._wrong(f"after `hide`, which deals {names} anew, the game ends otherwise")
        self._same_features(game, dealt, moves, names)
        if points is not None and dict(self.ask(dealt, "points", seat)) != points:
            self._dealt_anew |= {*_of_the_seat(game, dealt, seat)}
        self._goes_on(dealt)

    def _same_features(self, game: Game, dealt: Game, moves: list[Any], names: str) -> None:
        theirs = {repr(dump(move)): move for move in self.moves(dealt)}
        for move in moves:
            found = self.ask(game, "features", move)
            if self.ask(dealt, "features", theirs[repr(dump(move))]) != found:
                what = f"after `hide`, which deals {names} anew, `features` of a move are others"
                self._wrong(f"{what}: a player would weigh what its seat does not see")

    def _goes_on(self, dealt: Game) -> None:
        """From what `hide` dealt, the game is played on."""
        before, rng = self.where, Random(8)
        self.where = f"{before[:-1]}, played on after `hide`)"
        for _ in range(AHEAD):
            if self.over(dealt):
                break
            moves = self.moves(dealt)
            self.play(dealt, moves[int(rng.random() * len(moves))])
        self.where = before


class Followers:
    """A copy of ours and a deep one, which play what the game plays."""

    def __init__(self, laws: Questioner, game: Game) -> None:
        self.laws = laws
        self.ours: Game | None = laws.copied(game, copy.deepcopy(game.luck))
        self.deep = copy.deepcopy(game)

    def play(self, game: Game, pick: int, step: int) -> None:
        """Play the same on both: all three must stay alike."""
        if self.ours is None or step > CLOSE:
            return
        if self.laws.seen.is_sure:
            return
        for each in (self.ours, self.deep):
            moves = self.laws.moves(each)
            self.laws.play(each, moves[min(pick, len(moves) - 1)])
        deep = contents(self.deep)
        ours, real = changed(deep, contents(self.ours)), changed(deep, contents(game))
        if ours or real:
            what = "a copy of the table plays otherwise than the table"
            why = not_parted(game, []) or "one thing must lie in one place of the table"
            self.laws.seen.tell(f"{what} ({ours or real}): {why}")
            self.ours = None


def _by_seat(game: Game) -> dict[str, Any]:
    """Lists of a table that hold one thing for each seat, as far as their length says it."""
    lists = {name: it for name, it in vars(game).items() if isinstance(it, list | tuple)}
    return {name: it for name, it in lists.items() if len(it) == game.players}


def _of_the_seat(game: Game, dealt: Game, seat: int) -> Iterator[str]:
    """Of which of these the part of a seat was dealt anew."""
    theirs = _by_seat(dealt)
    for name, own in _by_seat(game).items():
        if name in theirs and dump(own[seat]) != dump(theirs[name][seat]):
            yield name


def _in_order(moves: list[Any]) -> list[str]:
    return sorted(repr(dump(move)) for move in moves)
