"""A game played twice, by its kernels and before the referee, and compared at every decision.

What a game says itself: how its board is read in the referee's words, and how the referee is told
what chance did.
"""

from collections.abc import Callable, Collection, Generator, Mapping
from typing import Any, Self

Question = tuple[int, Collection[str]]  # the seat that is asked, and its answers


def same_moves(listed: Collection[str], lawful: Collection[str], question: str = "") -> None:
    """The kernels list what the referee allows."""
    mine, theirs = set(listed), set(lawful)
    assert mine == theirs, (
        f"{question} listed but illegal: {sorted(mine - theirs)}; missing: {sorted(theirs - mine)}"
    )


def same_table(laid: Mapping[str, Any], by_the_rulebook: Mapping[str, Any]) -> None:
    """What the referee has on the table lies there in the kernels."""
    for key, value in by_the_rulebook.items():
        assert laid[key] == value, f"{key}: {laid[key]}, by the rulebook {value}"


class Twice:
    """A referee's game beside a board of the kernels.

    game: asks questions and is sent answers; question: None before the first and after the last.
    """

    board: Any
    game: Generator[Question, str | None, None]
    question: Question | None = None

    def send(self, answer: str | None) -> None:
        """Answer the referee, who asks on or is done."""
        try:
            self.question = self.game.send(answer)
        except StopIteration:
            self.question = None

    @property
    def seat(self) -> int | None:
        """The seat that the referee asks."""
        return self.question[0] if self.question else None

    @property
    def options(self) -> Collection[str]:
        """The answers that the referee takes."""
        return self.question[1] if self.question else ()

    @property
    def offered(self) -> set[str]:
        return set(self.options)

    def goals(self, start: str) -> set[str]:
        """The last words of the offered moves that begin so."""
        return {words.split()[-1] for words in self.options if words.startswith(start)}

    def do(self, *answers: str) -> Self:
        """Answer the questions one after another, before the referee and in the kernels."""
        for answer in answers:
            assert answer in self.options, f"{answer!r} is not among {sorted(self.options)}"
            self.answer(answer)
        return self

    def answer(self, answer: str) -> None:
        """Give one answer to both, and look at what follows."""
        raise NotImplementedError


class Seated(Twice):
    """A position whose seats are named P1, P2 and so on."""

    @property
    def asked(self) -> str:
        return "" if self.seat is None else f"P{self.seat + 1}"


def seat_of(name: str) -> int:
    """The seat of `P1`."""
    return int(name[1:]) - 1


class Lockstep(Twice):
    """A whole game; `choose(options)` picks an answer from the sorted ones."""

    choose: Callable[..., Any]

    def __init__(self) -> None:
        self.decisions = 0
        self.met: set[str] = set()  # first words of the answers given

    def run(self) -> Self:
        """Play to the end."""
        self.board.go_on()
        self.follow(None)
        while not self.is_over():
            self.turn()
        self.compare_ends()
        return self

    def turn(self) -> None:
        """One decision: compare, choose, play on both."""
        self.compare()
        answer = self.choose(sorted(self.options))
        self.note(answer)
        self.board.do(answer)
        self.follow(answer)

    def note(self, answer: str) -> None:
        """Count a decision that was taken."""
        self.decisions += 1
        self.met.add(answer.split()[0])

    def follow(self, answer: str | None) -> None:
        """The kernels have played: let the referee catch up."""
        self.learn()
        self.send(answer)

    def learn(self) -> None:
        """Tell the referee what chance did since the last decision."""
        for line in self.board.told():
            self.hear(line)
        self.board.log.count = 0

    def hear(self, line: Any) -> None:
        """Tell the referee of a line of the log, if it is chance."""

    def pass_over(self, answer: str | None) -> None:
        """As `follow`, but questions with one answer are passed over on both sides."""
        while self.board.do_only():
            pass
        Lockstep.follow(self, answer)
        while len(self.options) == 1:
            self.send(next(iter(self.options)))

    def is_over(self) -> bool:
        """Whether both are at the end."""
        over = bool(self.board.over)
        assert over == (self.question is None), "only one of the two is over"
        return over

    def compare(self) -> None:
        """The same seat is asked the same, and the same lies on the table."""
        same_moves(self.board.legal(), self.options)
        assert self.board.asked == self.seat, "another seat is asked"
        self.compare_tables()

    def compare_tables(self) -> None:
        """The same lies on the table."""
        raise NotImplementedError

    def compare_ends(self) -> None:
        """The same table at the end, and what is said of it."""
        self.compare_tables()
