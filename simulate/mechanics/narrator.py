"""An event log as a story: what is the same for every game."""

from collections.abc import Iterator
from typing import Any

from simulate.core.game import ledger

Line = dict[str, Any]
BEST = "1"  # the skill of a player that always takes its best move


def count(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun if number == 1 else f'{noun}s'}"


def player(setup: Line, seat: int | str) -> str:
    """Who sits in a seat: `quick`, or `quick, skill 0.4, place 2 in the line-up`.

    Skill is told where anybody plays below the best, the place where players are not all alike.
    """
    seat, skills = str(seat), setup["skills"]
    said = [setup["strategies"][seat]]
    if seat in skills:
        by_place = [levels for levels in setup["setting"].values() if isinstance(levels, list)]
        if {*skills.values()} != {BEST}:
            said.append(f"skill {skills[seat]}")
        if any(len({*map(str, levels)}) > 1 for levels in by_place):
            said.append(f"place {setup['places'][seat] + 1} in the line-up")
    return ", ".join(said)


class Narrator:
    """Tells the lines after `setup`, in printed names and plain words.

    A game's story has a method for each event that its log has: a line in words, or nothing.
    """

    PACKAGE, TITLE = "", ""
    PARTY, NOBODY = "hero", "Nobody"  # what sits where, in the state; who acts where no seat does

    def __init__(self, setup: Line) -> None:
        self.setup = setup
        self.rules = ledger.rules(self.PACKAGE)
        self.names: dict[str, str] = setup["names"]
        party = setup["state"].get(self.PARTY, {})
        self.party = {int(seat): card for seat, card in party.items()}

    @classmethod
    def whole(cls, lines: list[Line]) -> Iterator[str]:
        """A whole game, the line `setup` first."""
        yield from cls(lines[0]).tell(lines[1:])

    def tell(self, lines: list[Line]) -> Iterator[str]:
        """What follows on the set-up, to the end, a line at a time."""
        yield f"{self.title()}, seed {self.setup['seed']}, game {self.setup['replicate']}"
        yield from self.opening()
        for line in lines:
            for text in self.line(line):
                if text.startswith("\n"):  # a paragraph begins
                    yield ""
                yield text.removeprefix("\n")

    def title(self) -> str:
        """What is printed on the box."""
        return self.TITLE

    def line(self, line: Line) -> Iterator[str]:
        """What is told of a line."""
        if line["event"] == "differs":
            yield f"\nThis is not the stored game: {line['from_stored']}"
        elif line["event"] == "end":
            yield from self.end(line)
        elif text := getattr(self, line["event"])(line):
            yield self.with_rule(text, line["rule"])

    def with_rule(self, text: str, rule: str | None) -> str:
        """The rule that a line follows, in brackets."""
        return f"{text}  [{rule}]" if rule in self.rules else text

    def name(self, what: str) -> str:
        """The printed name of a card, else `coast_desert` as `Coast Desert`."""
        return self.names.get(what) or what.replace("_", " ").title()

    def who(self, seat: int | str | None) -> str:
        """A hero, a faction ... and the seat, counted from 1."""
        if seat is None:
            return self.NOBODY
        return f"{self.name(self.party[int(seat)])} ({int(seat) + 1})"

    def points(self, seat: Line) -> str:
        """Victory points and where they come from."""
        parts = [
            f"{name.removeprefix('points_').replace('_', ' ')} {number}"
            for name, number in seat.items()
            if name.startswith("points_") and number
        ]
        return f"{count(int(seat['score']), 'point')} ({', '.join(parts) or 'none'})"

    def opening(self) -> Iterator[str]:
        """Who sits where, and how the table lies."""
        raise NotImplementedError

    def end(self, line: Line) -> Iterator[str]:
        """How the game ended."""
        raise NotImplementedError
