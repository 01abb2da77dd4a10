"""Log records as JSON: what is the same for every game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar

from simulate.core.game import ledger
from simulate.core.game.code_table import CodeTable
from simulate.mechanics.log import LINE, NONE
from simulate.mechanics.things import Things

Line = dict[str, Any]


def named(names: Sequence[str], number: int) -> str | None:
    """A name by its number; None for none."""
    return None if number == NONE else names[number]


def nobody_or(number: int) -> int | None:
    """A seat, or None."""
    return None if number == NONE else int(number)


class EventSerializer:
    """Turns a game's record and the rows of its log into lines.

    A game's teller has a method for each kind of line that its log has (`LINE.words`), which gets
    the row, the table after it and the table before; and it knows the words of `Thing`:
    `every(of)`, `key(of)`, `value`.  ENDS: how a game ends; LEANS: for each kind of value whose
    words hang on more than the number and whose it is, the field of the table that they hang on as
    well.  GROUPED: what a seat has several of, whose fields have a row for each seat.
    """

    PACKAGE: ClassVar[str]
    THINGS: ClassVar[Things]
    ENDS: ClassVar[CodeTable]
    LEANS: ClassVar[Mapping[str, str]] = {}
    GROUPED: ClassVar[Set[str]] = frozenset()

    def __init__(self, names: Any, cards: Any) -> None:
        """names: what the numbers of cards stand for; cards: the numbers of the cell."""
        self.names, self.cards = names, cards
        self.rules = list(ledger.rules(self.PACKAGE))
        self.things, self.ends = self.THINGS.things, self.ENDS
        self._what = self.THINGS.words
        self._last: dict[str, tuple[Any, Line]] = {}

    # Lines

    def lines(self, rows: Any, states: Any) -> Iterator[Line]:
        """One line for each row; `states[i]` is the table after row i."""
        for i, row in enumerate(rows):
            s = states[i]
            head = {
                "n": i + 1,
                "round": self.round_of(s),
                "turn": int(s["turns"]),
                "seat": nobody_or(row.seat),
            }
            body = getattr(self, LINE.words[row.kind])(row, s, states[i - 1])
            yield head | body | {"rule": named(self.rules, row.rule)}

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too."""
        raise NotImplementedError

    def round_of(self, s: Any) -> int:
        """The round that is played."""
        return int(s["round_no"])

    def move(self, row: Any, s: Any, before: Any) -> Line:
        """What a player does."""
        return {"event": "move"} | self.decision(row.move, s)

    def decision(self, m: Any, s: Any) -> Line:
        """A move at the table where it is made or could be: who does what, where, at what price."""
        raise NotImplementedError

    def change(self, row: Any, s: Any, before: Any) -> Line:
        """A thing on the table that changed."""
        what, of = self._what[row.what], int(row.of)
        return {
            "event": "effect",
            "what": what,
            "of": self.key(what, of, s),
            "from": self.value(what, row.old, s, of),
            "to": self.value(what, row.new, s, of),
        }

    def tie(self, row: Any, s: Any, before: Any) -> Line:
        """Chance among so many seats."""
        among, seat = int(row.count), int(row.result)
        return {"event": "chance", "kind": "tie", "among": among, "result": seat}

    # Things

    def whole(self, what: str, s: Any) -> Any:
        """`state[what]`; of a table as a dictionary it keeps what it told last."""
        thing = self.things[what]
        numbers = s[thing.field]
        if thing.of is None:
            return self.value(what, numbers, s)
        if not isinstance(s, dict):
            return self._by_key(what, s)
        known = numbers, s[self.LEANS.get(thing.value, thing.field)]
        if self._last.get(what, (None,))[0] != known:  # most do not change from line to line
            self._last[what] = known, self._by_key(what, s)
        return self._last[what][1]

    def _by_key(self, what: str, s: Any) -> Line:
        """`state[what]` of a thing that there is one each of."""
        thing = self.things[what]
        numbers, every = s[thing.field], self.every(thing.of or "", s)
        if thing.of in self.GROUPED:
            numbers = [number for own in numbers for number in own]
        return {str(self.key(what, k, s)): self.value(what, numbers[k], s, k) for k in every}

    def every(self, of: str, s: Any) -> Iterable[int]:
        """The numbers of all seats, regions ... in play."""
        raise NotImplementedError

    def key(self, what: str, of: int, s: Any) -> str | None:
        """The part of `state[what]` that a number stands for; None for a thing that is alone."""
        kind = self.things[what].of
        return None if kind is None else self.name(kind, of, s)

    def name(self, kind: str, number: int, s: Any) -> str:
        """A seat, a region ... by its number."""
        assert kind == "seat", kind
        return str(number)

    def value(self, what: str, number: int, s: Any, of: int = NONE) -> Any:
        """A number on the table in the log's words."""
        kind = self.things[what].value
        if kind == "number":
            return int(number)
        if kind == "yes or no":
            return bool(number)
        if kind == "seat":
            return nobody_or(number)
        if kind == "end":
            return self.ends.words[number] if number else None
        return None if number == NONE else self.name(kind, int(number), s)
