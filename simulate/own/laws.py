"""What every own game must hold to, found by playing it at random: a sentence for each breach.

Runs in a process of its own (`simulate.own.check`): a game may never end, or end the process.
"""

import time
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from simulate.own.asking import Broken
from simulate.own.close_look import AHEAD, CLOSE, CloseLook, Followers
from simulate.own.contents import contents, dump, printed
from simulate.own.declared import OwnGame
from simulate.own.forbidden import state_of_luck, watched
from simulate.own.game import Game, Printed
from simulate.own.luck import GameLuck
from simulate.own.players import MOST_DECISIONS
from simulate.own.table import OwnTable, prepare
from simulate.pack import Pack

MARKED = 2  # games of each setting that are played in another process, too
EACH = 3  # each third move is looked at closely


class Laws(CloseLook):
    """Games of an own file that are held to the laws."""

    def __init__(self, own: OwnGame, pack: Pack, begin: Any = lambda method: None) -> None:
        """begin: called with the name of each method before that is asked."""
        super().__init__(own, begin)
        self.tables = [(words, prepare(pack, setting)) for words, setting in settings(own)]

    def all_games(self, games: int, seconds: float) -> list[Any]:
        """Play up to so many games; what the first of them left, to compare it.

        seconds: of processor time; the first games of each setting are played in any case.
        """
        marks = self.marks()
        self._watched_games()
        until, before = time.process_time() + seconds, state_of_luck()
        fixed = self._fixed()
        for replicate in range(-(-games // len(self.tables))):
            for words, table in self.tables:
                if self.seen.games < games and (not replicate or time.process_time() < until):
                    self._held_to(table, replicate, words)
        self._unchanged(fixed)
        if state_of_luck() != before and not self.seen.is_sure:
            self.seen.tell("the game takes luck that all of Python shares: take `self.luck`")
        again = self.marks()
        if not self.seen.is_sure and (what := differs(marks, again)):
            self.seen.tell(f"the same game goes two ways when it is played again: {what}")
        self._ended()
        self.own_secrets()
        return marks

    def _ended(self) -> None:
        """Games end, even those that are played at random."""
        endless, games = self.seen.endless, self.seen.games
        if endless == games:
            what = f"no game that was played at random ended in {MOST_DECISIONS:,} moves"
            self.seen.tell(f"{what}: see that `over` gives an end, such as after some rounds")
        elif endless:
            what = f"{endless} of {games} games that were played at random did not end"
            self.seen.tell(f"{what} in {MOST_DECISIONS:,} moves", is_serious=False)

    def marks(self) -> list[Any]:
        """What some games leave at each move, by setting and game: the same in every process."""
        return [
            (f"{words}, game {replicate}", [*self._mark(table, replicate, words)])
            for words, table in self.tables
            for replicate in range(MARKED)
        ]

    def _mark(self, table: OwnTable, replicate: int, words: str) -> Iterator[tuple[str, int]]:
        self.where = f" ({words}, game {replicate})"
        try:
            game, rng = self.laid(table, replicate), Random(replicate)
            yield from _told(game, "after setup")
            for step in range(CLOSE):
                if self.over(game):
                    return
                moves = self.moves(game)
                yield f"moves of decision {step + 1}", _mark_of(dump(moves))
                self.play(game, moves[int(rng.random() * len(moves))])
                yield from _told(game, f"after decision {step + 1}")
        except Broken:
            return

    def _watched_games(self) -> None:
        """A game of each setting with an eye on all that it calls."""

        def tell(line: int, what: str, is_forbidden: bool) -> None:
            self.seen.tell(f"this {what}", line, is_forbidden)
            self.seen.is_sure |= is_forbidden

        for words, table in self.tables:
            with watched(self.own.source.file, tell):
                self.at_random(table, 0, words, asks=True)

    def at_random(
        self, table: OwnTable, replicate: int, words: str, asks: bool = False, most: int = CLOSE
    ) -> None:
        """A game without a closer look; asks: everything that may be asked of it."""
        self.where = f" ({words}, game {replicate})"
        rng = Random(replicate)
        try:
            game = self.laid(table, replicate)
            for _ in range(most):
                if self.over(game):
                    break
                moves = self.moves(game)
                if asks:
                    self._asked(game, moves)
                    self.ask(self.copied(game, GameLuck.guessed(Random(0))), "hide", game.seat)
                self.play(game, moves[int(rng.random() * len(moves))])
            self._asked(game, [])
        except Broken:
            return

    def _fixed(self) -> dict[str, Any]:
        """What all games share."""
        kind = self.own.kind
        own = [each for each in kind.__mro__ if each.__module__ == kind.__module__]
        values = {
            f"{each.__name__}.{name}": dump(value)
            for each in own
            for name, value in vars(each).items()
            if not name.startswith("__") and not callable(value)
        }
        table = self.tables[0][1]
        return values | printed(table.rules, table.cards, Printed())

    def _unchanged(self, before: dict[str, Any]) -> None:
        for name, value in self._fixed().items():
            if value != before.get(name):
                what = f"`{name}` is changed while games are played, and all games share it"
                self.seen.tell(f"{what}: lay what changes in `setup`, as `self.{_last(name)}`")
                self.seen.is_sure = True

    def _held_to(self, table: OwnTable, replicate: int, words: str) -> None:
        """A game that is looked at closely."""
        self.seen.games += 1
        rng = Random(replicate)
        self.where = f" ({words}, game {replicate})"
        try:
            game = self.laid(table, replicate)
            follow = Followers(self, game)
            for step in range(MOST_DECISIONS):
                if self.over(game):
                    break
                is_close = step < CLOSE and step % EACH == 0
                before = contents(game) if is_close else {}
                moves = self.moves(game)
                pick = int(rng.random() * len(moves))
                if is_close:
                    self._looked_at(game, moves, pick, before)
                    if step == EACH * (replicate % 7):
                        follow = Followers(self, game)
                self.play(game, moves[pick])
                follow.play(game, pick, step)
                self.seen.moves += 1
            else:
                self.seen.endless += 1
            self._asked(game, [])
            self._counted(game)
        except Broken:
            return

    def at_bounds(self, seconds: float) -> int:
        """Each rule at its bounds, with the fewest and the most players; how many were played."""
        until, played = time.process_time() + seconds, 0
        for name, value in _bounds(self.own):
            for words, table in (self.tables[0], self.tables[-1]):
                if time.process_time() > until:
                    return played
                rules = Printed(**{**vars(table.rules), name: value})
                for replicate in range(2):
                    at = replace(table, rules=rules)
                    set_to = f"{words}, rules.{name}={value}"
                    self.at_random(at, replicate, set_to, asks=replicate == 0, most=AHEAD)
                played += 1
        return played


def settings(own: OwnGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each number of players, at the first and the last level of each setting, with words."""
    kind = own.kind
    for people in kind.PLAYERS:
        told = set()
        for end in (0, -1):
            levels = {name: values[end] for name, values in kind.SETTINGS.items()}
            words = ", ".join([f"{people} players", *(f"{k}={v}" for k, v in levels.items())])
            if words in told:
                continue
            told.add(words)
            held = {kind.HOLDS: "dealt"} if kind.HOLDS else {}
            who = {"strategy": ["random"] * people, "skill": [1.0] * people}
            yield words, {"players": people, **levels, **held, **who}


def differs(one: list[Any], other: list[Any]) -> str:
    """Where games first go two ways, or an empty string."""
    for (words, first), (_, second) in zip(one, other, strict=True):
        for (what, value), (_, again) in zip(first, second, strict=False):
            if value != again:
                return f"{what} ({words})"
        if len(first) != len(second):
            return f"its length ({words})"
    return ""


def _mark_of(value: Any) -> int:
    return zlib.crc32(repr(value).encode())


def _told(game: Game, when: str) -> Iterator[tuple[str, int]]:
    for name, value in contents(game).items():
        yield f"`self.{name}` {when}", _mark_of(value)


def _bounds(own: OwnGame) -> Iterator[tuple[str, Any]]:
    for name, number in own.kind.RULES.items():
        values: Iterable[Any] = number.choices or (number.low, number.high)
        if isinstance(number.value, bool):
            values = (not number.value,)
        yield from ((name, value) for value in values if value not in (number.value, None))


def _last(name: str) -> str:
    return name.rpartition(".")[2]
