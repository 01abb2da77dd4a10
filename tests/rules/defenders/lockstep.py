"""Plays the kernels and the referee side by side and compares them at every decision."""

from collections.abc import Callable
from typing import Any

from tests.rules.defenders.board import Position
from tests.rules.defenders.referee import Luck, Table, play


def referee_table(position: Position, pack: Any, luck: Any) -> Table:
    """The referee's own table, laid as the position is."""
    return Table(position.table.parameters, pack.sections, position.words, luck)


class Lockstep:
    """One game played twice.  `choose(options)` picks from the sorted options."""

    def __init__(self, position: Position, pack: Any, choose: Callable[[list[str]], str]) -> None:
        self.position, self.choose = position, choose
        self.luck = Luck()
        self.read = 0
        self.decisions = 0
        self.most = 0
        chosen = position.cards["sides"] == 0
        self.t = referee_table(position, pack, self.luck)
        self.game = play(self.t, bool(chosen))
        self.question: tuple[int, dict[str, Any]] | None = None

    def run(self) -> "Lockstep":
        """Play to the end."""
        self.position.go_on()
        self._learn()
        self._ask(None)
        while True:
            self._skip_kernel()
            self._skip_referee()
            if self.position.over or self.question is None:
                return self._compare_ends()
            self._compare()
            answer = self.choose(sorted(self.question[1]))
            self.position.do(answer)
            self._learn()
            self._ask(answer)

    def _learn(self) -> None:
        """Tell the referee what chance did since the last decision."""
        from simulate.mechanics.log import LINE

        log, names = self.position.log, self.position.names
        for line in log.lines[self.read : log.count[0]]:
            if line.kind == LINE.SHUFFLE:
                cards = line.order[: line.count]
                self.luck.orders.append([names.card(int(card)) for card in cards])
            elif line.kind == LINE.TIE:
                self.luck.ties.append(int(line.result))
        self.read = int(log.count[0])

    def _ask(self, answer: str | None) -> None:
        try:
            self.question = self.game.send(answer)
        except StopIteration:
            self.question = None

    def _skip_kernel(self) -> None:
        while not self.position.over and len(listed := self.position.legal()) == 1:
            self.position.do(*listed)
            self._learn()

    def _skip_referee(self) -> None:
        while self.question and len(self.question[1]) == 1:
            self._ask(next(iter(self.question[1])))

    def _compare(self) -> None:
        seat, options = self.question
        listed = self.position.legal()
        self.decisions += 1
        self.most = max(self.most, len(listed))
        assert listed == set(options), explain(listed, set(options))
        assert self.position.asked == seat, "another seat is asked"
        self._compare_tables()

    def _compare_tables(self) -> None:
        theirs = self.position.words
        for key, value in self.t.laid.items():
            assert theirs[key] == value, f"{key}: {theirs[key]}, by the rulebook {value}"

    def _compare_ends(self) -> "Lockstep":
        assert self.position.over and self.question is None, "only one of the two is over"
        assert self.position.reason == self.t.outcome
        for key in ("threat", "health", "foe_health", "destroyed", "round", "place"):
            assert self.position.words[key] == self.t.laid[key], key
        assert self.luck.used_up()
        return self


def explain(listed: set[str], lawful: set[str]) -> str:
    """Which moves are listed against the rules, and which are missing."""
    return f"listed but illegal: {sorted(listed - lawful)}; missing: {sorted(lawful - listed)}"
