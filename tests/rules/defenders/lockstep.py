"""Plays the kernels and the referee side by side and compares them at every decision."""

from collections.abc import Callable
from typing import Any

from simulate.mechanics.log import LINE
from tests.rules import twice
from tests.rules.defenders.board import Position, shipped
from tests.rules.defenders.referee import Luck, NoLuck, Table, play
from tests.rules.twice import same_table

AT_THE_END = ("threat", "health", "foe_health", "destroyed", "round", "place")


def referee_table(position: Position, pack: Any, luck: Any) -> Table:
    """The referee's own table, laid as the position is."""
    return Table(position.table.parameters, pack.sections, position.words, luck)


def price_by_the_rulebook(
    position: Position, cards: dict[str, Any], card: str, region: str
) -> int | None:
    """Health that the referee asks of the first hero for a defence, on changed cards."""
    pack = shipped().resolve({f"cards.{path}": value for path, value in cards.items()})
    return referee_table(position, pack, NoLuck()).price_of_defence(0, card, region)


class Lockstep(twice.Lockstep):
    """One game played twice."""

    def __init__(self, position: Position, pack: Any, choose: Callable[[list[str]], str]) -> None:
        super().__init__()
        self.board = self.position = position
        self.choose = choose
        self.luck = Luck()
        self.t = referee_table(position, pack, self.luck)
        self.game = play(self.t, bool(position.cards["sides"] == 0))

    follow = twice.Lockstep.pass_over

    def hear(self, line: Any) -> None:
        if line.kind == LINE.SHUFFLE:
            cards = line.order[: line.count]
            self.luck.orders.append([self.board.names.card(int(card)) for card in cards])
        elif line.kind == LINE.TIE:
            self.luck.ties.append(int(line.result))

    def compare_tables(self) -> None:
        same_table(self.position.words, self.t.laid)

    def compare_ends(self) -> None:
        assert self.position.reason == self.t.outcome
        same_table(self.position.words, {key: self.t.laid[key] for key in AT_THE_END})
        assert self.luck.used_up()
