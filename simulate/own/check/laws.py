"""The laws of every own game, tested in random games; each breach is a sentence.

Runs in a process of its own (`simulate.own.check.check`): a game may never end, or end the process.
"""

import math
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from simulate.own.check.asking import SEED, Broken
from simulate.own.check.close_look import AHEAD, CLOSE, CloseLook, Decision, Followers
from simulate.own.check.forbidden import state_of_luck, watched
from simulate.own.check.suspects import Shared
from simulate.own.contents import contents, plain
from simulate.own.declared import OwnGame
from simulate.own.game import Game, Printed
from simulate.own.luck import GameLuck
from simulate.own.players import MOST_DECISIONS
from simulate.own.setting import DEAL, OwnTable
from simulate.own.table import prepare
from simulate.pack import Pack

WHOLE = "the end"
MARKED = 2  # games of each setting that are played in another process, too
EACH = 3  # each third move is looked at closely
STEP, IN_ALL = 2.0, 10.0  # seconds of processor time: for a step, and for all but the last
SHORT = 1.0  # where something was found already
TURNS = 10  # of each other seat, after which "never" is worth a word


class Laws(CloseLook):
    """Games of an own file that are held to the laws."""

    def __init__(self, own: OwnGame, pack: Pack, begin: Any = lambda method: None) -> None:
        """begin: called with the name of each method before that is asked."""
        super().__init__(own, begin)
        self.tables = [(words, prepare(pack, setting)) for words, setting in settings(own)]
        with suppress(Broken):  # tables of the file may be filled when a game is first laid
            self.laid(self.tables[0][1], GameLuck.of_game(SEED, 0))
        self.shared = Shared(own)
        self._shuffled: set[str] = set()  # for which purposes
        self._decided: Counter[tuple[int, int]] = Counter()  # by players and seat
        self._held: Counter[int] = Counter()  # games by players

    def all_games(self, games: int, seconds: float) -> list[Any]:
        """Play a number of games; return the result of the first, for comparison.

        seconds: of processor time; the first games of each setting are played in any case.
        """
        self.last = time.process_time() + IN_ALL
        printed = self._printed()
        marks = self.marks()
        if self.is_cut and not any(left and left[-1][0] == WHOLE for _, left in marks):
            return marks
        with self.in_time(STEP):
            self._watched_games()
        if self.seen.is_wrong():
            seconds = min(seconds, SHORT)
        until, before = time.process_time() + seconds, state_of_luck()
        fixed = self._fixed()
        with self.in_time(2 * seconds):
            for replicate in range(-(-games // len(self.tables))):
                for words, table in self.tables:
                    if self.seen.games < games and (not replicate or time.process_time() < until):
                        self._held_to(table, replicate, words)
        self._unchanged(fixed | printed)
        if state_of_luck() != before and not self.seen.is_sure:
            what = "the game uses the global random generator of Python: use `self.luck`"
            self.seen.tell(what, self._line_with("random"))
        self.last = math.inf
        again = self.marks()
        if not self.seen.is_sure and (what := differs(marks, again)):
            line = next(iter(self.shared.lines.values()), 0)
            self.seen.tell(f"the same game differs when it is played again: {what}", line)
        self._over_many()
        return marks

    def _line_with(self, word: str) -> int:
        lines = enumerate(self.lines.text, 1)
        return next((n for n, text in lines if word in text and "import " not in text), 0)

    def _over_many(self) -> None:
        """Tell what only many games show."""
        self._ended()
        self.hiding.tell(self.seen)
        self._all_open()
        self._all_have_a_part()
        for name, line in self.shared.lines.items():
            what = f"`{name}` outlives a game, and all games share it: right only for what is the"
            self.seen.tell(f"{what} same in all", line, is_serious=False)

    def _all_have_a_part(self) -> None:
        """Each seat has turns, somebody has a choice, and it matters."""
        kind = self.own.kind
        for people, games in self._held.items():
            turns = [self._decided[people, seat] for seat in range(people)]
            for seat in range(people) if sum(turns) >= TURNS * people else ():
                if not turns[seat]:
                    what = f"`self.seat` is never {seat} in {games} games of {people} players"
                    may_be = kind.TOGETHER or kind.team is not Game.team
                    self.seen.tell(f"{what}: that seat has no turn", is_serious=not may_be)
        if self._held and not self.seen.moves:
            self.seen.tell("`over` ends every game before its first decision")

    def _all_open(self) -> None:
        """Tell that players see everything, where it seems that something is not meant to be."""
        if self._shuffled and not self.own.hides:
            names = ", ".join(f"`{purpose}`" for purpose in sorted(self._shuffled))
            what = "without `hide` players see everything, even the order of shuffled cards"
            more = f"{names}: write `hide` if something is secret"
            line = self.lines.named_in("`setup`")
            self.seen.tell(f"{what}, {more}", line, is_serious=False)

    def _ended(self) -> None:
        """Games end, even those that are played at random."""
        endless, games = self.seen.endless, self.seen.games
        if endless:
            what = f"{endless} of {games} random games did not end in {MOST_DECISIONS:,} moves"
            self.seen.tell(
                f"{what}: see that `over` gives an end, such as after some rounds",
                is_serious=2 * endless > games,
            )

    def _game(
        self, table: OwnTable, replicate: int, words: str, most: int = CLOSE, look: int = 0
    ) -> Iterator[Decision]:
        """A game from its start, until it is over or broken."""
        self.where = f" ({words}, game {replicate})"
        with suppress(Broken):
            luck = GameLuck.of_game(SEED, replicate)
            game = self.begun(table, replicate) if look else self.laid(table, luck)
            yield from self.played(game, replicate, most, look)

    def marks(self) -> list[Any]:
        """What some games leave at each move, by setting and game: the same in every process.

        The last of a game is whether it came to its end in the time.
        """
        found: list[Any] = []
        with self.in_time(STEP):
            for replicate in range(MARKED):
                for words, table in self.tables:
                    left: list[Any] = []
                    found.append((f"{words}, game {replicate}", left))
                    for each in self._mark(table, replicate, words):
                        left.append(each)
                    left.append((WHOLE, 0))
        return found

    def _mark(self, table: OwnTable, replicate: int, words: str) -> Iterator[tuple[str, int]]:
        for step, at in enumerate(self._game(table, replicate, words), start=1):
            for name, value in contents(at.game).items():
                yield f"`self.{name}` at decision {step}", _mark_of(value)
            yield f"`moves` at decision {step}", _mark_of(plain(at.moves))

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
        """What stands in the file's classes, which games may fill when they are first played."""
        kind = self.own.kind
        return {
            f"{each.__name__}.{name}": plain(value)
            for each in kind.__mro__
            if each.__module__ == kind.__module__
            for name, value in vars(each).items()
            if not name.startswith("__") and not callable(value)
        }

    def _printed(self) -> dict[str, Any]:
        """The rules and the cards, which all games share."""
        table = self.tables[0][1]
        found = {f"rules.{name}": plain(value) for name, value in vars(table.rules).items()}
        for section, cards in vars(table.cards).items():
            found |= {f"cards.{section}.{card}": plain(vars(it)) for card, it in cards.items()}
            found[f"cards.{section}"] = [*cards]
        return found

    def _unchanged(self, before: dict[str, Any]) -> None:
        for name, value in (self._fixed() | self._printed()).items():
            if value != before.get(name):
                what = f"`{name}` is changed while games are played, but all games share it"
                last = name.rpartition(".")[2]
                self.seen.tell(f"{what}: create what changes in `setup`, as `self.{last}`")
                self.seen.is_sure = True

    def _held_to(self, table: OwnTable, replicate: int, words: str) -> None:
        """A game that is looked at closely."""
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
                    self._decided[at.game.players, at.game.seat] += 1
                else:
                    self._asked(at.game, [])
                    self._counted(at.game)
                    self._shuffled |= {*at.game.luck.shuffled()} - {DEAL}
                    self.seen.endless += not self.over(at.game)
                    self._held[at.game.players] += 1
        self.seen.games += 1

    def at_bounds(self, seconds: float) -> int:
        """Each rule at its bounds, with the fewest and the most players; how many were played."""
        until, played = time.process_time() + seconds, 0
        self.last = until + STEP
        with self.in_time(seconds + STEP):
            for name, value in _bounds(self.own):
                for words, table in (self.tables[0], self.tables[-1]):
                    if time.process_time() > until or self.is_cut:
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
    """Where games first go two ways, as far as there was time for both, or an empty string."""
    for (words, first), (_, second) in zip(one, other, strict=False):
        for (what, value), (it, again) in zip(first, second, strict=False):
            if WHOLE in (what, it) and what != it:
                return f"its length ({words})"
            if value != again:
                return f"{what} ({words})"
    return ""


def _mark_of(value: Any) -> int:
    return zlib.crc32(repr(value).encode())


def _bounds(own: OwnGame) -> Iterator[tuple[str, Any]]:
    for name, number in own.kind.RULES.items():
        values: Iterable[Any] = number.choices or (number.low, number.high)
        if isinstance(number.value, bool):
            values = (not number.value,)
        yield from ((name, value) for value in values if value not in (number.value, None))
