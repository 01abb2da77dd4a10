"""Checks of an own game at one decision."""

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NoReturn

from simulate.own.check.asking import SEED, Broken, Questioner, Seen, sample
from simulate.own.check.hiding import HeardLuck, Hiding
from simulate.own.check.suspects import Shared
from simulate.own.contents import changed, contents, not_parted, plain
from simulate.own.declared import OwnGame
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.setting import OwnTable

AHEAD = 200  # moves that are played on from what `hide` dealt
FAILS = object()  # the answer of a method that fails
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

    shared: Shared

    def __init__(self, own: OwnGame, begin: Any) -> None:
        super().__init__(own, begin)
        self.hiding = Hiding()

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

    def begun(self, table: OwnTable, replicate: int) -> Game:
        """The table of a game that is looked at closely."""
        luck = GameLuck.of_game(SEED, replicate)
        heard = HeardLuck(luck)
        game = self.laid(table, heard)
        game.luck = luck
        self.hiding.begin(game, heard.decks)
        return game

    def looked_at(self, at: Decision, before: dict[str, Any]) -> None:
        """Hold a decision to the laws."""
        game, moves = at.game, at.moves
        self._still(game, before, "moves")
        if plain(self.moves(game)) != plain(moves):
            self.seen.tell("`moves` gives different moves when it is called a second time")
        self._asked(game, moves)
        self._unasked(game, moves, before)
        if self.shared.lines:
            self._not_remembered(game, moves)
        for k in dict.fromkeys((at.pick, len(moves) - 1)):
            self._tried(game, moves, k, before)
        self._hidden(game, moves, before)

    def _tried(self, game: Game, moves: list[Any], k: int, before: dict[str, Any]) -> None:
        """A move on a copy leaves the table as it is, and does what the copy's own move does."""
        tried, other = (self.copied(game, GameLuck.guessed(Random(k))) for _ in range(2))
        theirs = self.moves(other)
        if plain(theirs) != plain(moves):
            self._parted("`moves` gives other moves on a copy of the table", game, moves)
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
            self._parted(what, game, moves)

    def _parted(self, what: str, game: Game, moves: list[Any]) -> NoReturn:
        """A copy is not as the table, for a reason that can perhaps be seen."""
        why = not_parted(game, moves)
        self._wrong(what + (f": {why}" if why else ""), self.lines.named_in(why))

    def _not_remembered(self, game: Game, moves: list[Any]) -> None:
        """What is answered does not hang on what was answered before, in this game or another."""
        asked = [("moves", ()), *self._questions(game, moves)]
        told, self.seen = self.seen, Seen()
        try:
            now = [*self._answers(game, asked)]
            with self.shared.afresh():
                afresh = [*self._answers(game, asked)]
        finally:
            self.seen = told
        for (method, _), one, other in zip(asked, now, afresh, strict=True):
            if one != other and FAILS not in (one, other):
                names = ", ".join(f"`{name}`" for name in self.shared.lines)
                what = f"`{method}` answers otherwise than in a process that has played no game yet"
                what += f": all games share what is kept in {names}; keep it on `self`"
                self.seen.is_sure = True
                self._wrong(what, min(self.shared.lines.values()))

    def _answers(self, game: Game, asked: Iterable[tuple[str, tuple[Any, ...]]]) -> Iterator[Any]:
        for method, given in asked:
            try:
                answer = self.ask(game, method, *given)
                yield plain([*answer] if method == "moves" else answer)
            except Broken:
                yield FAILS

    def _hidden(self, game: Game, moves: list[Any], before: dict[str, Any]) -> None:
        """What a seat may do does not hang on what it does not see."""
        seat, dealt = game.seat, self.copied(game, GameLuck.guessed(Random(self.hiding.looks)))
        self.ask(dealt, "hide", seat)
        if names := changed(before, contents(game)):
            self._wrong(f"`hide` on a copy changes the original table ({names})")
        after = contents(dealt)
        anew = f" (dealt anew: {changed(before, after) or 'nothing'})"
        if (dealt.seat, dealt.round) != (game.seat, game.round):
            self._wrong("`hide` changes whose turn it is, or the round")
        theirs = {repr(plain(move)): move for move in self.moves(dealt)}
        if theirs.keys() != {repr(plain(move)) for move in moves}:
            why = "`hide` must leave what the seat sees, and `moves` must not look at the rest"
            self._wrong(f"after `hide` the seat has other moves: {why}", where=anew)
        if self.own.hides:
            other = {name for name in before if before[name] != after.get(name)}
            if what := self.hiding.look(game, dealt, other, moves):
                self._wrong(what)
        if self.over(dealt) != self.over(game):
            self._wrong("after `hide` the game ends differently", where=anew)
        for move in sample(moves):
            found = self.ask(dealt, "features", theirs[repr(plain(move))])
            if found != self.ask(game, "features", move):
                what = "after `hide` `features` of a move differ"
                self._wrong(f"{what}: a player would use what its seat does not see", where=anew)
        for method in ("points", "value"):
            if self.ask(dealt, method, seat) != self.ask(game, method, seat):
                self.hiding.of_the_seat(game, dealt, seat)
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
            why = not_parted(game, [])
            line = self.laws.lines.named_in(why or names)
            why = why or "each object must be in one place of the table"
            self.laws.seen.tell(f"{what} ({names}): {why}", line)
            self.ours = None
