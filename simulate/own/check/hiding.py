"""What `hide` did at all decisions that were looked at, and what is wrong with it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from simulate.own.check.asking import Seen
from simulate.own.contents import plain
from simulate.own.game import Card, Game
from simulate.own.luck import GameLuck
from simulate.own.setting import DEAL

ENOUGH = 5  # looks after which "never" is worth a word
PIECES = frozenset({int, float, str, bool, Card, tuple})
ALL_SEE = "this is right only where all see it"
UNSEEN = "this is right only where the seat does not see it"

Piece = tuple[str, str]  # the type of a card or a value, and what it is


class HeardLuck(GameLuck):
    """The luck of a game, and of what the decks are that it shuffles."""

    __slots__ = ("decks",)

    def __init__(self, luck: GameLuck) -> None:
        super().__init__(luck._key)
        self._streams, self._shuffles = luck._streams, luck._shuffles
        self.decks: dict[str, Counter[Piece]] = {}

    def shuffle(self, purpose: str, items: Any) -> Any:
        """Shuffle, and keep what."""
        deck = Counter(map(_piece, items)) if purpose != DEAL else Counter[Piece]()
        self.decks[purpose] = self.decks.get(purpose, Counter()) | deck
        return super().shuffle(purpose, items)


class Hiding:
    """Collects what `hide` did, to tell it at the end."""

    def __init__(self) -> None:
        self.looks = 0
        self._changes = 0  # looks at which something was dealt anew
        self._most = 0  # more of a piece than there are: so many as the game itself once has
        self._worst: tuple[int, str] = (0, "")  # and so many as `hide` deals, in words
        self._hands: Counter[str] = Counter()  # lists by seat out of which a seat plays
        self._rivals_anew: set[str] = set()  # of which the others' part is dealt anew
        self._anew: set[str] = set()  # of which the seat's own part is, and that matters to it
        self._of_no_seat: set[str] = set()  # lists that have not always a part for each seat

    def begin(self, game: Game, decks: dict[str, Counter[Piece]]) -> None:
        """A game is laid: what was shuffled, and where that lies."""
        self._deck = sum(decks.values(), Counter[Piece]())
        self._places = {name for name, it in vars(game).items() if any(True for _ in self._in(it))}

    def _in(self, value: Any) -> Iterator[Piece]:
        """Pieces of the decks that lie in something."""
        if type(value) in PIECES and (piece := _piece(value)) in self._deck:
            yield piece
        elif isinstance(value, dict | list | tuple | set):
            for each in value.values() if isinstance(value, dict) else value:
                yield from self._in(each)

    def look(self, game: Game, dealt: Game, names: set[str], moves: list[Any]) -> str:
        """Note what `hide` has changed on a copy; what is wrong at once is given back.

        names: of what is another thing there.
        """
        self.looks, self._changes = self.looks + 1, self._changes + bool(names)
        self._of_no_seat |= vars(game).keys() - _by_seat(game).keys()
        if not self._deck:
            return ""
        self._rivals(game, dealt, moves)
        places, (on, theirs) = names | self._places, map(vars, (game, dealt))
        before, after = (
            Counter(p for n in places for p in self._in(it.get(n))) for it in (on, theirs)
        )
        self._most = max(self._most, *(before - self._deck).values(), 0)
        for piece in after - before:
            found, are = after[piece], self._deck[piece]
            said = f"{found} times {piece[1]}, of which there are {are}"
            self._worst = max(self._worst, (found - are, said))
        other = [name for name in sorted(names) if _lengths(on[name]) != _lengths(theirs.get(name))]
        if other and after.total() != before.total():
            cards = f"{after.total()} cards of decks on the table, where {before.total()} were"
            return f"`hide` leaves {cards}, and `self.{other[0]}` has another length"
        return ""

    def _rivals(self, game: Game, dealt: Game, moves: list[Any]) -> None:
        """Which lists a seat plays from, and whether the others' parts are dealt anew."""
        named = {str(plain(each)) for move in moves for each in (move, *_parts(move))}
        for name, parts in _by_seat(game).items():
            if name in self._places:
                own, theirs = parts[game.seat], _by_seat(dealt).get(name, parts)
                self._hands[name] += any(str(plain(each)) in named for each in _parts(own))
                pairs = [*zip(plain(parts), plain(theirs), strict=True)]
                del pairs[game.seat]
                self._rivals_anew |= {name} if any(a != b for a, b in pairs) else set()

    def of_the_seat(self, game: Game, dealt: Game, seat: int) -> None:
        """Something hangs on the deal that the seat may know: note its parts that are new."""
        theirs = _by_seat(dealt)
        for name, own in _by_seat(game).items():
            if name in theirs and plain(own[seat]) != plain(theirs[name][seat]):
                self._anew.add(name)

    def tell(self, seen: Seen) -> None:
        """All that only many decisions show."""
        if self.looks >= ENOUGH and not self._changes:
            what = f"`hide` changes nothing at any of {self.looks:,} decisions: deal anew, by"
            seen.tell(f"{what} `self.luck`, what the seat does not see, or remove it")
        if self._worst[0] > self._most:
            what = (
                f"`hide` deals what cannot be: {self._worst[1]}: deal only what the seat does not"
            )
            seen.tell(f"{what} see, each card once")
        for name in sorted(self._anew - self._of_no_seat):
            what = f"`hide` deals a seat's own part of `self.{name}` anew, which changes its points"
            seen.tell(f"{what} or its `value`: {UNSEEN}", is_serious=False)
        kept = {name for name, count in self._hands.items() if count >= ENOUGH}
        for name in sorted(kept - self._rivals_anew - self._of_no_seat):
            what = f"`hide` leaves the others' `self.{name}` as it is, and a seat plays from it"
            seen.tell(f"{what}: {ALL_SEE}", is_serious=False)


def _piece(value: Any) -> Piece:
    return type(value).__name__, str(plain(value))


def _parts(value: Any) -> list[Any]:
    return [*value] if isinstance(value, list | tuple) else []


def _lengths(value: Any) -> list[int]:
    """How long a list is, and the lists in it are."""
    return [len(_parts(value)), *(len(_parts(each)) for each in _parts(value))]


def _by_seat(game: Game) -> dict[str, Any]:
    """Lists of a table that hold one thing for each seat, as far as their length says it."""
    lists = {name: it for name, it in vars(game).items() if isinstance(it, list | tuple)}
    return {name: it for name, it in lists.items() if len(it) == game.players}
