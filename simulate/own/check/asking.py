"""Call the methods of an own game and check the types of their results."""

import copy
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, NoReturn

from simulate.core.errors import nearest
from simulate.own.contents import changed, contents
from simulate.own.declared import OwnGame
from simulate.own.file.lines import in_words, line_of
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.setting import OwnTable, laid

SEED = 3
NAMED_IN = {"points": "POINTS", "features": "FEATURES", "margins": "MARGINS"}


@dataclass(frozen=True)
class Breach:
    """A sentence about the line of the file; one that is not serious is only worth a look."""

    what: str
    line: int = 0
    is_serious: bool = True


class Broken(Exception):
    """The game cannot be played on."""


@dataclass
class Seen:
    """What was found, and how much was played."""

    found: dict[tuple[str, int], Breach] = field(default_factory=dict)
    games: int = 0
    endless: int = 0
    moves: int = 0
    is_sure: bool = False  # that what is wrong is named: sentences that only guess are left out

    def tell(self, what: str, line: int = 0, is_serious: bool = True, where: str = "") -> None:
        """Add a sentence, if it is new; where: in which game it was first seen."""
        self.found.setdefault((what, line), Breach(what + where, line, is_serious))


class Questioner:
    """Asks an own game, and notes what is wrong with what it says; Broken is raised then.

    where: in which game.  begin: called with the name of each method before that is asked.
    """

    def __init__(self, own: OwnGame, begin: Any) -> None:
        self.own, self.begin, self.seen, self.where = own, begin, Seen(), ""

    def _called(self, method: str, call: Callable[[], Any]) -> Any:
        self.begin(method)
        try:
            return call()
        except (Exception, SystemExit) as error:
            line = line_of(error, self.own.source.file)
            self._wrong(f"`{method}` fails: {in_words(error)}", line, self.where)

    def _wrong(self, what: str, line: int = 0, where: str = "") -> NoReturn:
        self.seen.tell(what, line, where=where)
        raise Broken

    def ask(self, game: Game, method: str, *given: Any) -> Any:
        """What a method gives."""
        return self._called(method, lambda: getattr(game, method)(*given))

    def laid(self, table: OwnTable, replicate: int) -> Game:
        """The table of a game."""
        game: Game = self._called("setup", lambda: laid(table, GameLuck.of_game(SEED, replicate)))
        self._turn(game, "setup")
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
        found: list[Any] = self._called("moves", lambda: [*game.moves()])
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
        for move in moves:
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


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_stuck(value: Any) -> bool:
    try:
        copy.deepcopy(value)
    except Exception:
        return True
    return False
