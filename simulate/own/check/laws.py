"""The laws of every own game, tested in random games; each breach is a sentence.

Runs in a process of its own (`simulate.own.check.check`): a game may never end, or end the process.
"""

import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from simulate.own.check.asking import Broken
from simulate.own.check.close_look import AHEAD, CLOSE, CloseLook, Decision, Followers
from simulate.own.check.forbidden import state_of_luck, watched
from simulate.own.contents import contents, plain
from simulate.own.declared import OwnGame
from simulate.own.game import Game, Printed
from simulate.own.luck import GameLuck
from simulate.own.players import MOST_DECISIONS
from simulate.own.setting import DEAL, OwnTable
from simulate.own.table import prepare
from simulate.pack import Pack

MARKED = 2  # games of each setting that are played in another process, too
EACH = 3  # each third move is looked at closely


class Laws(CloseLook):
    """Games of an own file that are held to the laws."""

    def __init__(self, own: OwnGame, pack: Pack, begin: Any = lambda method: None) -> None:
        """begin: called with the name of each method before that is asked."""
        super().__init__(own, begin)
        self.tables = [(words, prepare(pack, setting)) for words, setting in settings(own)]
        self._shuffled: set[str] = set()  # for which purposes

    def all_games(self, games: int, seconds: float) -> list[Any]:
        """Play a number of games; return the result of the first, for comparison.

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
            self.seen.tell("the game uses the global random generator of Python: use `self.luck`")
        again = self.marks()
        if not self.seen.is_sure and (what := differs(marks, again)):
            self.seen.tell(f"the same game differs when it is played again: {what}")
        self._ended()
        self.own_secrets()
        self._all_open()
        return marks

    def _all_open(self) -> None:
        """Tell that players see everything, where it seems that something is not meant to be."""
        if self._shuffled and self.own.kind.hide is Game.hide:
            names = ", ".join(f"`{purpose}`" for purpose in sorted(self._shuffled))
            what = "without `hide` players see everything, even the order of shuffled cards"
            more = f"{names}: write `hide` if something is secret"
            self.seen.tell(f"{what}, {more}", is_serious=False)

    def _ended(self) -> None:
        """Games end, even those that are played at random."""
        endless, games = self.seen.endless, self.seen.games
        if endless == games:
            what = f"no random game ended in {MOST_DECISIONS:,} moves"
            self.seen.tell(f"{what}: see that `over` gives an end, such as after some rounds")
        elif endless:
            what = f"{endless} of {games} random games did not end"
            self.seen.tell(f"{what} in {MOST_DECISIONS:,} moves", is_serious=False)

    def _game(
        self, table: OwnTable, replicate: int, words: str, most: int = CLOSE, look: int = 0
    ) -> Iterator[Decision]:
        """A game from its start, until it is over or broken."""
        self.where = f" ({words}, game {replicate})"
        with suppress(Broken):
            yield from self.played(self.laid(table, replicate), replicate, most, look)

    def marks(self) -> list[Any]:
        """What some games leave at each move, by setting and game: the same in every process."""
        return [
            (f"{words}, game {replicate}", [*self._mark(table, replicate, words)])
            for words, table in self.tables
            for replicate in range(MARKED)
        ]

    def _mark(self, table: OwnTable, replicate: int, words: str) -> Iterator[tuple[str, int]]:
        for step, at in enumerate(self._game(table, replicate, words), start=1):
            for name, value in contents(at.game).items():
                yield f"`self.{name}` at decision {step}", _mark_of(value)
            yield f"moves of decision {step}", _mark_of(plain(at.moves))

    def _watched_games(self) -> None:
        """A game of each setting with an eye on all that it calls."""

        def tell(line: int, what: str, is_forbidden: bool) -> None:
            self.seen.tell(f"this {what}", line, is_forbidden)
            self.seen.is_sure |= is_forbidden

        for words, table in self.tables:
            with watched(self.own.source.file, tell):
                self._asked_game(table, 0, words)

    def _asked_game(self, table: OwnTable, replicate: int, words: str, most: int = CLOSE) -> None:
        """A game without a closer look; all is asked that may be asked of it."""
        with suppress(Broken):
            for at in self._game(table, replicate, words, most):
                self._asked(at.game, at.moves)
                if at.moves:
                    dealt = self.copied(at.game, GameLuck.guessed(Random(0)))
                    self.ask(dealt, "hide", at.game.seat)

    def _fixed(self) -> dict[str, Any]:
        """What all games share: what stands in the file's classes, the rules, the cards."""
        kind, table = self.own.kind, self.tables[0][1]
        found = {
            f"{each.__name__}.{name}": plain(value)
            for each in kind.__mro__
            if each.__module__ == kind.__module__
            for name, value in vars(each).items()
            if not name.startswith("__") and not callable(value)
        }
        found |= {f"rules.{name}": plain(value) for name, value in vars(table.rules).items()}
        for section, cards in vars(table.cards).items():
            found |= {f"cards.{section}.{card}": plain(vars(it)) for card, it in cards.items()}
            found[f"cards.{section}"] = [*cards]
        return found

    def _unchanged(self, before: dict[str, Any]) -> None:
        for name, value in self._fixed().items():
            if value != before.get(name):
                what = f"`{name}` is changed while games are played, but all games share it"
                last = name.rpartition(".")[2]
                self.seen.tell(f"{what}: create what changes in `setup`, as `self.{last}`")
                self.seen.is_sure = True

    def _held_to(self, table: OwnTable, replicate: int, words: str) -> None:
        """A game that is looked at closely."""
        self.seen.games += 1
        with suppress(Broken):
            followers, pick = None, 0
            for step, at in enumerate(self._game(table, replicate, words, MOST_DECISIONS, EACH)):
                if followers is not None and step <= CLOSE:
                    followers.play(at.game, pick)
                if at.before is not None:
                    self.looked_at(at, at.before)
                if step in (0, EACH * (replicate % 7)):
                    followers = Followers(self, at.game)
                if at.moves:
                    self.seen.moves, pick = self.seen.moves + 1, at.pick
                else:
                    self._asked(at.game, [])
                    self._counted(at.game)
                    self._shuffled |= {*at.game.luck.shuffled()} - {DEAL}
                    self.seen.endless += not self.over(at.game)

    def at_bounds(self, seconds: float) -> int:
        """Each rule at its bounds, with the fewest and the most players; how many were played."""
        until, played = time.process_time() + seconds, 0
        for name, value in _bounds(self.own):
            for words, table in (self.tables[0], self.tables[-1]):
                if time.process_time() > until:
                    return played
                at = replace(table, rules=Printed(**vars(table.rules) | {name: value}))
                for replicate in range(2):
                    self._asked_game(at, replicate, f"{words}, rules.{name}={value}", AHEAD)
                played += 1
        return played


def settings(own: OwnGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each number of players, at the first and the last level of each setting, with words."""
    ends = (0, -1) if any(len(levels) > 1 for levels in own.kind.SETTINGS.values()) else (0,)
    for people in own.kind.PLAYERS:
        for end in ends:
            levels = {name: values[end] for name, values in own.kind.SETTINGS.items()}
            words = ", ".join([f"{people} players", *(f"{k}={v}" for k, v in levels.items())])
            yield words, own.at_random(people, levels)


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


def _bounds(own: OwnGame) -> Iterator[tuple[str, Any]]:
    for name, number in own.kind.RULES.items():
        values: Iterable[Any] = number.choices or (number.low, number.high)
        if isinstance(number.value, bool):
            values = (not number.value,)
        yield from ((name, value) for value in values if value not in (number.value, None))
