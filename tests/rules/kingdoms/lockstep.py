"""Plays the kernels and the referee side by side and compares them at every decision."""

import random
from collections.abc import Callable
from typing import Any

from simulate.games.kingdoms.cards.codes import PLACES, REGIONS, SOLO_STARTS
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE
from simulate.games.kingdoms.end import rank_of, score_now
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import meeple_in_supply, put_meeple
from simulate.games.kingdoms.state.record import END
from simulate.mechanics.log import LINE
from tests.rules import twice
from tests.rules.kingdoms.board import Board
from tests.rules.kingdoms.referee import Table, Told, laid, play, ranks, total
from tests.rules.twice import same_table

ROLLS = {
    record.PURPOSE.ACTION_DIE: "action",
    record.PURPOSE.FOLLOW_DIE: "follow",
    record.PURPOSE.QUEST_DIE: "quest",
    record.PURPOSE.RETREAT_DIE: "retreat",
    record.PURPOSE.RESOURCE_DIE: "dummy_resource",
}
NOTHING_TOLD = ("tokens", "dummy_resource", *ROLLS.values())


def told_by(board: Board, territories: dict[str, Any]) -> Told:
    """What chance dealt in the setup, as the referee asks for it."""
    s, cards, names = board.s, board.cards, board.names
    factions = [names.factions[int(s.faction[i])] for i in range(int(s.seats))]
    people = int(cards.players)
    side_of = {int(cards.side_card[i]): name for i, name in enumerate(names.territories)}
    homes = (
        [names.territories[int(s.territory[i])] for i in range(people)]
        if cards.ultra
        else [territories[side_of[int(s.card[i])]]["card"] for i in range(people)]
    )
    told = {
        "factions": [[factions[i] for i in range(people) if cards.faction[i] == NONE]],
        "homes": [homes],
        **{name: [] for name in NOTHING_TOLD},
    }
    if cards.lost_kingdom:
        told["lost_kingdom"] = [[names.territories[int(s.territory[record.LOST_KINGDOM])]]]
    if cards.solo:
        told["dummy_faction"] = [[factions[1]]] if cards.faction[1] == NONE else []
        told["dummy_home"] = [[names.territories[int(s.territory[1])]]]
        told["first"] = [[int(s.active)]] if cards.solo_starts == SOLO_STARTS.CHANCE else []
        for kind, terrain in (("forest", 0), ("mountain", 1)):
            there = [p for p in s.place[1] if p != NONE]
            fits = [p for p in there if cards.terrain[s.territory[1], p % PLACES] == terrain]
            told[f"dummy_{kind}"] = [[board.place(int(p))] for p in fits]
    return Told(**told)


class Lockstep(twice.Lockstep):
    """One game played twice."""

    def __init__(
        self,
        board: Board,
        table: Table,
        territories: dict[str, Any],
        number: int,
        choose: Callable[[list[str]], str],
        stir: random.Random | None = None,
    ) -> None:
        super().__init__()
        self.board, self.t, self.choose, self.stir = board, table, choose, stir
        deal(board.s, board.cards, number, number)
        self.t.luck = self.luck = told_by(board, territories)
        self.game = play(self.t, territories)

    def turn(self) -> None:
        if self.stir is not None and self.board.question == "select action":
            stir(self.board, self.t, self.stir)
            self.stir = None
        super().turn()

    follow = twice.Lockstep.pass_over

    def hear(self, line: Any) -> None:
        if line.kind == LINE.DEAL:
            self.luck.told["tokens"] = [self._tokens()]
        elif line.kind == LINE.ROLL:
            self.luck.told[ROLLS[int(line.purpose)]].append(int(line.result))
        elif line.kind == LINE.CHOICE:
            self.luck.told["dummy_resource"].append([GOODS[int(line.result)]])

    def _tokens(self) -> list[str]:
        """Tokens as the referee deals them: home by home, the Lost Kingdom last."""
        s = self.board.s
        places = (p for p in range(int(s.slots) * PLACES) if p % PLACES < REGIONS)
        return [self.board.token(s.hidden[p]) for p in places if s.hidden[p] != NONE]

    def compare(self) -> None:
        super().compare()
        self.board.look()
        s = self.board.s
        assert s.neutrals + s.captures.sum() == 5 * bool(self.board.cards.lost_kingdom)

    def compare_tables(self) -> None:
        if self.board.s.turns > 0:
            same_table(self.board.laid(), laid(self.t))

    def compare_ends(self) -> None:
        s, cards = self.board.s, self.board.cards
        assert END.words[int(s.outcome)] == self.t.outcome
        self.t.clearings -= 1  # the clearing that ends the game opens no round
        self.compare_tables()
        seats = range(self.t.seats)
        assert [int(score_now(s, cards, i)) for i in seats] == [total(self.t, i) for i in seats]
        assert [rank_of(s, cards, i) for i in seats] == ranks(self.t)
        assert self.luck.used_up()


def stir(board: Board, t: Table, luck: random.Random) -> None:
    """Put goods, levels, and meeples of two colours together on both tables."""
    s, cards = board.s, board.cards
    limit = int(cards.resource_limit)
    for seat in range(t.seats):
        for k, kind in enumerate(GOODS):
            s.goods[seat, k] = t.goods[seat][kind] = luck.randint(0, limit)
        s.tower[seat] = t.tower[seat] = luck.randint(0, 3)
        s.magic[seat] = t.magic[seat] = luck.randint(0, 4)
    for _ in range(luck.randint(1, 6)):
        place = luck.randrange(int(s.slots)) * PLACES + luck.randrange(REGIONS)
        seats = luck.sample(range(t.seats), 2 if t.people > 2 else 1)
        if any(o != NONE for o in s.owner[place]) or s.hidden[place] != NONE:
            continue
        for seat in seats:
            meeple = int(meeple_in_supply(s, cards, seat))
            if meeple != NONE and s.in_play[seat] < cards.meeples:
                put_meeple(s, seat, meeple, place, 0, None)
                t.from_supply(seat).region = board.place(place)
