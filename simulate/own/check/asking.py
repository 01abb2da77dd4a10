"""Call the methods of an own game and check the types of their results."""

import copy
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from numbers import Real
from random import Random
from typing import Any, NoReturn, cast

from simulate.core.errors import nearest
from simulate.own.contents import changed, contents, lying_on
from simulate.own.declared import OwnGame
from simulate.own.file.lines import FileLines, in_words, line_of
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.setting import OwnTable, laid

SEED = 3
MOST_MOVES = 100_000  # of a decision
WEIGHED = 200  # moves of a decision of which all is asked
NAMED_IN = {"points": "POINTS", "features": "FEATURES", "margins": "MARGINS"}


@dataclass(frozen=True)
class Breach:
    """A sentence about the line of the file; one that is not serious is only worth a look."""

    what: str
    line: int = 0
    is_serious: bool = True


class Broken(Exception):
    """The game cannot be played on."""


class OutOfTime(Exception):
    """A step of the check takes longer than it may."""


class Refused(Exception):
    """The game does what none may: its message goes on after the name of the method."""


class NoRandom:
    """In the place of random numbers, where a table is only asked."""

    def __getattr__(self, name: str) -> NoReturn:
        what = "draws from `self.luck`, but must only answer: draw in `setup` or `play`"
        raise Refused(f"{what}, and keep on the table what was drawn")


MAY_DRAW = ("setup", "play", "hide")
NO_LUCK = GameLuck.guessed(cast(Random, NoRandom()))


@dataclass
class Seen:
    """What was found, and how much was played."""

    found: dict[tuple[str, int], Breach] = field(default_factory=dict)
    games: int = 0
    endless: int = 0
    moves: int = 0
    is_sure: bool = False  # that what is wrong is named: sentences that only guess are left out

    def is_wrong(self) -> bool:
        """Whether something serious was found."""
        return any(each.is_serious for each in self.found.values())

    def tell(self, what: str, line: int = 0, is_serious: bool = True, where: str = "") -> None:
        """Add a sentence, if it is new; where: in which game it was first seen."""
        self.found.setdefault((what, line), Breach(what + where, line, is_serious))


class Questioner:
    """Asks an own game, and notes what is wrong with what it says; Broken is raised then.

    where: in which game.  begin: called with the name of each method before that is asked.
    """

    def __init__(self, own: OwnGame, begin: Any) -> None:
        self.own, self._begins, self.seen, self.where = own, begin, Seen(), ""
        self.lines = FileLines(own.source.file, own.source.text, own.kind)
        self.is_late = self.is_cut = False  # whether a step was left because its time was up
        self.last = self.until = math.inf  # of processor time, for all steps and for one

    @contextmanager
    def in_time(self, seconds: float) -> Iterator[None]:
        """A step that is left after so many seconds of processor time, or when all time is up."""
        self.until = min(time.process_time() + seconds, self.last)
        self.look_at_the_clock()
        try:
            yield
        except OutOfTime:
            self.is_cut = True
        self.until, self.is_late = math.inf, False

    def look_at_the_clock(self) -> None:
        """Note whether the time of the step is up; called at times, as it would take long."""
        self.is_late = time.process_time() >= self.until

    def begin(self, method: str) -> None:
        """A method is asked now.  Raises OutOfTime."""
        self._begins(method)
        if self.is_late:
            raise OutOfTime

    def _called(self, method: str, call: Callable[[], Any], game: Game | None = None) -> Any:
        """game: whose luck is not to be used."""
        self.begin(method)
        luck = NO_LUCK if game is None else game.luck
        try:
            if game is not None and method not in MAY_DRAW:
                game.luck = NO_LUCK
            return call()
        except Refused as error:
            self.seen.is_sure = True
            self._wrong(f"`{method}` {error}", line_of(error, self.own.source.file))
        except (Exception, SystemExit) as error:
            line = line_of(error, self.own.source.file)
            self._wrong(f"`{method}` fails: {in_words(error)}", line, self.where)
        finally:
            if game is not None:
                game.luck = luck

    def _wrong(self, what: str, line: int = 0, where: str = "") -> NoReturn:
        self.seen.tell(what, line, where=where)
        raise Broken

    def ask(self, game: Game, method: str, *given: Any) -> Any:
        """What a method gives."""
        return self._called(method, lambda: getattr(game, method)(*given), game)

    def laid(self, table: OwnTable, luck: GameLuck) -> Game:
        """The table of a game."""
        game: Game = self._called("setup", lambda: laid(table, luck))
        self._turn(game, "setup")
        for name, value in lying_on(game).items():
            if isinstance(value, Random):
                what = f"`self.{name}` is a random generator, which all copies would share"
                self._wrong(f"{what}: ask `self.luck` each time")
        return game

    def over(self, game: Game) -> str:
        """Why the game is over, if it is."""
        reason, known = self.ask(game, "over"), [*self.own.kind.ENDS]
        if reason and reason not in known:
            what = f"gives {reason!r}, which is none of ENDS{nearest(str(reason), known)}"
            self._wrong(f"`over` {what} ({', '.join(known)})")
        return reason or ""

    def moves(self, game: Game) -> list[Any]:
        """What may be done."""
        most = MOST_MOVES + 1
        found: list[Any] = self._called("moves", lambda: [*islice(game.moves(), most)], game)
        if len(found) == most:
            what = f"`moves` gives more than {MOST_MOVES:,} moves at once"
            self._wrong(f"{what}, and players weigh each: let several decisions follow")
        if not found:
            what = "`moves` gives nothing, but the game is not over"
            more = "a seat that can do nothing needs a move such as `pass`"
            self._wrong(f"{what}: {more}", where=self.where)
        return found

    def play(self, game: Game, move: Any) -> None:
        """Do a move."""
        self.ask(game, "play", move)
        self._turn(game, "play")

    def _turn(self, game: Game, after: str) -> None:
        if not _is_whole(game.seat) or not 0 <= game.seat < game.players:
            what = f"must be a number from 0 to {game.players - 1} (found {game.seat!r})"
            self._wrong(f"after `{after}` `self.seat` {what}")
        if not _is_whole(game.round):
            what = f"must be a whole number (found {game.round!r})"
            self._wrong(f"after `{after}` `self.round` {what}")

    def _still(self, game: Game, before: dict[str, Any], method: str) -> None:
        if names := changed(before, contents(game)):
            self.seen.is_sure = True
            self._wrong(f"`{method}` changes the table ({names}), but must only answer")

    def _asked(self, game: Game, moves: list[Any]) -> None:
        """All that is asked of a table, each of its kind."""
        for method, given in self._questions(game, moves):
            self._right(method, self.ask(game, method, *given))

    def _questions(self, game: Game, moves: list[Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
        of_seats = ("value",) if self.own.kind.TOGETHER else ("points", "tie", "team", "value")
        for seat in range(game.players):
            yield from ((method, (seat,)) for method in of_seats)
        yield from (("margins", ()), ("over", ()))
        for move in sample(moves):
            yield from (("features", (move,)), ("say", (move,)))

    def _unasked(self, game: Game, moves: list[Any], before: dict[str, Any]) -> None:
        """What was asked has changed nothing; else which question did."""
        if not (names := changed(before, contents(game))):
            return
        for method, given in self._questions(game, moves):
            stands = contents(game)
            self.ask(game, method, *given)
            self._still(game, stands, method)
        self._wrong(f"methods that must only answer change the table: {names}")

    def _right(self, method: str, found: Any) -> None:
        """What a method gave is of the kind that it must be."""
        if method in NAMED_IN:
            self._numbers(method, found, NAMED_IN[method])
        elif method in ("value", "tie"):
            self._number(f"`{method}`", found)
        elif method == "team":
            self._team(found)
        elif method == "say" and not isinstance(found, str):
            self._wrong(f"`say` must give words (found {found!r})")

    def _team(self, found: Any) -> None:
        names, most = self.own.kind.SIDES, len(self.own.sides) - 1
        if not _is_whole(found) or not 0 <= found <= most:
            known = f" to {most}, as SIDES names {', '.join(names)}" if names else ""
            self._wrong(f"`team` must give a number from 0{known} (found {found!r})")

    def _numbers(self, method: str, found: Any, declared: str) -> None:
        if not isinstance(found, Mapping):
            self._wrong(f"`{method}` must give a table of numbers (found {found!r})")
        names = [*getattr(self.own.kind, declared)]
        for name, value in found.items():
            if name not in names:
                near = nearest(str(name), names)
                self._wrong(f"`{method}` gives {name!r}, which {declared} does not name{near}")
            self._number(f"`{method}`, {name!r},", value)
        for name in names if method == "margins" else ():
            if not _is_whole(found.get(name)):
                self._wrong(f"`margins` must give a whole number for {name!r} (found {found!r})")

    def _number(self, what: str, found: Any) -> None:
        if not isinstance(found, Real) or not math.isfinite(found):
            self._wrong(f"{what} must be a number (found {found!r})")

    def _counted(self, game: Game) -> None:
        for name, by_seat in game.counts.items():
            if len(by_seat) != game.players or not all(map(_is_whole, by_seat)):
                self._wrong(f"what is counted of {name!r} must be whole numbers (found {by_seat})")

    def copied(self, game: Game, luck: GameLuck) -> Game:
        """A copy of ours."""
        self.begin("copy")
        try:
            return game.copy(luck)
        except Exception as error:
            holders = [f"`self.{name}`" for name, value in vars(game).items() if _is_stuck(value)]
            what = f"{', '.join(holders) or 'the table'} cannot be copied: {in_words(error)}"
            self.seen.tell(f"{what}; use lists, dictionaries, sets, numbers and text")
            raise Broken from error


def sample(moves: list[Any]) -> list[Any]:
    """Some of many moves, from all over the list."""
    return moves[:: -(-len(moves) // WEIGHED) or 1]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_stuck(value: Any) -> bool:
    try:
        copy.deepcopy(value)
    except Exception:
        return True
    return False
