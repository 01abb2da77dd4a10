"""The base class of own games: its declarations and the methods that are called.

An instance is the table while a game is played.  The machine sets `players`, `rules`, `cards`,
`setting`, `holds` and `luck` and calls `setup`; then, until `over` gives a reason, it asks for the
`moves` of the seat whose turn it is (`seat`) and has one of them `play`ed.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

from simulate.core.errors import nearest
from simulate.own.luck import GameLuck

MOST_NAMES = 20  # that are told where one is misspelt
Cards = dict[str, dict[str, dict[str, Any]]]  # section -> card -> key -> value


@dataclass(frozen=True)
class RuleNumber:
    """What a rule may be: a whole number between bounds, a switch, or one of several words."""

    value: int | bool | str
    low: int | None = None
    high: int | None = None
    unit: str = ""
    note: str = ""
    choices: tuple[str, ...] = ()


def rule(value: int, low: int, high: int, unit: str = "", note: str = "") -> RuleNumber:
    """A whole number of the rules: what it is, what it may be, its unit, and a sentence on it."""
    return RuleNumber(value, low, high, unit, note)


def switch(value: bool, note: str = "") -> RuleNumber:
    """A rule that is on or off."""
    return RuleNumber(value, note=note)


def choice(value: str, choices: Sequence[str], note: str = "") -> RuleNumber:
    """A rule that is one of several words."""
    return RuleNumber(value, note=note, choices=tuple(choices))


# Reads a file that lies beside the game's; set while that is read (`simulate.own.file.reading`).
READER: ContextVar[Callable[[str], Cards]] = ContextVar("READER")


def cards_from(name: str) -> Cards:
    """CARDS out of a spreadsheet beside the file: a sheet a kind, a row a card, a column a key.

    name: such as "cards.xlsx", "cards.ods", or a folder of CSV files.
    """
    return READER.get()(name)


class Printed(SimpleNamespace):
    """What no game changes: the rules, the cards, the setting."""

    def __deepcopy__(self, memo: Any) -> "Printed":
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        what = f"`{name}` is the same in all games, so that it cannot be changed in one"
        raise AttributeError(f"{what}: keep what changes on the table, as `self.{name}`")

    def __getattr__(self, name: str) -> Any:
        known = [*vars(self)]
        what = f"there is no `{name}` here{nearest(name, known)}"
        raise AttributeError(f"{what} ({', '.join(known[:MOST_NAMES])})")


class Card(Printed):
    """A card as the file reads it: `card.id`, `card.name`, and a word for each of its keys.

    A key that other cards of its kind have and this one has not is 0, "" or False.  Two are alike
    if they are the same card.
    """

    id: str
    name: str

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return self.id


class Game:
    """An own game: what a file declares in capitals, and how it is played."""

    TITLE: ClassVar[str] = ""
    PLAYERS: ClassVar[Sequence[int]] = (2,)
    TOGETHER: ClassVar[bool] = False  # whether all win or lose together
    SETTINGS: ClassVar[Mapping[str, Sequence[str]]] = {}  # what a run may vary, the usual first
    RULES: ClassVar[Mapping[str, RuleNumber]] = {}
    CARDS: ClassVar[Mapping[str, Mapping[str, Mapping[str, Any]]]] = {}
    LIMITS: ClassVar[Mapping[str, tuple[int, int]]] = {}  # "kind.key" of CARDS -> least, most
    HOLDS: ClassVar[str] = ""  # the kind of CARDS of which each seat is dealt one
    SIDES: ClassVar[Sequence[str]] = ()  # what teams 0, 1, ... are called
    ENDS: ClassVar[Mapping[str, str]] = {}  # why a game ends -> in words
    WINS: ClassVar[Sequence[str]] = ()  # which of these ends are won together
    POINTS: ClassVar[Mapping[str, str]] = {}  # kinds of points, which add up -> in words
    COUNTS: ClassVar[Mapping[str, str]] = {}  # what is counted of each seat -> in words
    MARGINS: ClassVar[Mapping[str, tuple[str, str]]] = {}  # -> in words, "low" or "high" is good
    FEATURES: ClassVar[Mapping[str, str]] = {}  # what a move is weighed by -> in words
    WEIGHTS: ClassVar[Mapping[str, Mapping[str, float]]] = {}  # players -> feature -> weight

    players: int
    rules: Any
    cards: Any
    setting: Any
    holds: list[Card]
    luck: GameLuck
    counts: dict[str, list[int]]
    listener: Callable[[str], None] | None = None  # whom the game is told to, if anybody
    seat: int = 0  # whose turn it is
    round: int = 1

    def setup(self) -> None:
        """Lay the table."""
        raise NotImplementedError

    def moves(self) -> Sequence[Any]:
        """All that `seat` may do, any values; never empty.  Changes nothing."""
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Do it, and what follows from it; `seat` and `round` are those of the next decision."""
        raise NotImplementedError

    def over(self) -> str:
        """Why the game is over, one of ENDS; or an empty string."""
        raise NotImplementedError

    def points(self, seat: int) -> Mapping[str, float]:
        """Points of a seat by their kind (POINTS), as if the game ended now."""
        return {}

    def tie(self, seat: int) -> float:
        """What tells seats with the same points apart: more is better."""
        return 0

    def team(self, seat: int) -> int:
        """The side of a seat, a number; by default each is its own.  Points of a side are its
        seats'; it may hang on the deal, and change in play: who is on it at the end wins with it.
        """
        return seat

    def margins(self) -> Mapping[str, int]:
        """How far the game is from being won together (MARGINS)."""
        return {}

    def hide(self, seat: int) -> None:
        """Deal anew, by `luck`, all that the seat does not see; by default nothing is hidden."""

    def value(self, seat: int) -> float:
        """How well the seat stands, in any unit; by default its side's points less those of the
        best other side, or all margins together.
        """
        return by_margins(self) if self.TOGETHER else ahead(self, seat)

    def features(self, move: Any) -> Mapping[str, float]:
        """What a move of `seat` is weighed by (FEATURES); what is not named is 0."""
        return {}

    def say(self, move: Any) -> str:
        """A move of `seat` in words."""
        return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)

    def count(self, what: str, seat: int | None = None, by: int = 1) -> None:
        """Count something that a seat did, by default the one whose turn it is."""
        if what not in self.counts:
            raise KeyError(f"COUNTS does not name {what!r}{nearest(what, [*self.counts])}")
        self.counts[what][self.seat if seat is None else seat] += by

    def tell(self, text: str) -> None:
        """Add a line to the story; without effect unless the game is replayed."""
        if self.listener is not None:
            self.listener(text)

    def copy(self, luck: GameLuck) -> "Game":
        """A copy of the table with other random numbers, to try something on."""
        new = object.__new__(type(self))
        new.__dict__.update(
            {name: copied(value) for name, value in self.__dict__.items() if name != "luck"}
        )
        new.luck, new.listener = luck, None
        return new


def ahead(game: Game, seat: int) -> float:
    """Points of a seat's side less those of the best side that it plays against."""
    sides: dict[int, float] = {}
    for each in range(game.players):
        team = game.team(each)
        sides[team] = sides.get(team, 0.0) + float(sum(game.points(each).values()))
    own = sides.pop(game.team(seat))
    return own - max(sides.values(), default=0.0)


def by_margins(game: Game) -> float:
    """How near a game is to being won together: its margins in all, more is better."""
    ways, found = {"high": 1, "low": -1}, game.margins()
    return float(sum(ways[way] * found[name] for name, (_, way) in game.MARGINS.items()))


def copied(value: Any) -> Any:
    """A copy of what a game may change: lists, sets, tables of such, objects of the own file.

    Much faster than `copy.deepcopy`, as it does not look whether it has copied a thing already:
    each must lie in one place of the table only, which `simulate check` looks for.
    """
    kind = type(value)
    if kind in FIXED:
        return value
    if kind is list:
        return [each if type(each) in FIXED else copied(each) for each in value]
    if kind is dict:
        return {key: each if type(each) in FIXED else copied(each) for key, each in value.items()}
    if kind is tuple:
        return value if FIXED.issuperset(map(type, value)) else tuple(map(copied, value))
    if kind is set:
        return value.copy()
    if callable(value) or isinstance(value, Enum):
        return value
    if not hasattr(value, "__dict__") or isinstance(value, list | dict | set | deque):
        return deepcopy(value)
    new = object.__new__(kind)
    new.__dict__.update({name: copied(each) for name, each in value.__dict__.items()})
    return new


FIXED = frozenset(
    {int, str, float, bool, bytes, frozenset, range, type(None), Card, Printed, GameLuck, Random}
)
