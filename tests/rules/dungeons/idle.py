"""Moves that are paid for and change nothing: each offered one is played on a copy."""

from typing import Any

import numpy as np

from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.effects.walking import settle
from simulate.games.dungeons.log import LOG
from simulate.games.dungeons.moves import move as kinds
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.state import record
from simulate.mechanics.log import new_log
from tests.rules.dungeons.entry import list_moves, step

# What is no thing on the table: how far the turn and a check have come, and what is counted.
COUNTED = record.STATE.names[record.STATE.names.index("decisions") :]
APART = {
    *("keys", "draws", "moves", "steps", "moved", "stopped", "movement_over", "acted", "extra"),
    *("settling", "failed", "tried", "awake", "torch_busy", "phase", "decider", "tasks", "task"),
    *("check_kind", "check_skill", "check_target", "check_more", "check_beats", "rerolls", "die"),
    *("check_answered", "dice_rolled", "face", "bought", "buys", "total", "bonus", "bonuses"),
    *COUNTED,
}
LAID = [name for name in record.STATE.names if name not in APART]
ONCE = ("stealthy", "silent")  # there or not: how often is no matter
ASKED = (record.PHASE.TURN, record.PHASE.PAY)  # where something is paid or an action is spent
LEAST = (kinds.KIND.END_TURN, kinds.KIND.DECLINE)  # what may always change nothing
IDLE = (*LEAST, kinds.KIND.STOP, kinds.KIND.LEAVE, kinds.KIND.DISCARD, kinds.KIND.NO_REWARD)


def laid(s: Any) -> list[Any]:
    """What lies on the table, and what is in force."""
    return [(s[name] > 0 if name in ONCE else s[name]).tolist() for name in LAID]


class Trial:
    """Plays each offered move on a copy of a table."""

    def __init__(self, cards: Any) -> None:
        self.cards = cards
        self.array, self.buffer = np.zeros(1, record.STATE), np.zeros(1, MOVE)
        self.moves, self.spare = (np.zeros(record.LIMIT_MOVES, MOVE) for _ in range(2))
        self.silent = new_log(LOG, on=False)

    def idle_moves(self, s: Any) -> list[Any]:
        """The offered moves that would change nothing but their price; `s` is left as it is."""
        if s.phase not in ASKED:
            return []
        count = list_moves(s, self.cards, self.moves)
        offered = self.moves[:count].copy()
        return [m for m in offered if m["kind"] not in LEAST and not self._changes(s, m)]

    def _changes(self, s: Any, m: Any) -> bool:
        """Whether it does by some answers to what is asked then, such as whom it is aimed at."""
        return any(self._changes_by(s, m, answer) for answer in range(SEATS))

    def _changes_by(self, s: Any, m: Any, answer: int) -> bool:
        copy = self.array[0]
        self.array[0] = s
        self.buffer[0] = m
        step(copy, self.cards, self.buffer[0], self.spare, self.silent)
        while copy.phase not in (record.PHASE.TURN, record.PHASE.OVER):
            self._go_on(copy, answer)
        if (copy.draws != s.draws).any():
            return True  # chance has spoken
        paid, settled = copy.copy(), s.copy()
        focus, health = self._price(s, m)
        paid.focus[m["actor"]] += focus
        paid.health[m["actor"]] += health
        if m["kind"] == kinds.KIND.REST:  # what a space of the Boss Mat does comes anyway
            settle(settled, self.cards, m["actor"], None)
        after = laid(copy), laid(paid)
        return laid(s) not in after or laid(settled) not in after

    def _go_on(self, copy: Any, answer: int) -> None:
        """Answer a question that follows, busily: by the first such move, or a later one."""
        count = list_moves(copy, self.cards, self.moves)
        busy = [k for k in range(count) if self.moves[k].kind not in IDLE]
        self.buffer[0] = self.moves[busy[min(answer, len(busy) - 1)] if busy else 0]
        step(copy, self.cards, self.buffer[0], self.spare, self.silent)

    def _price(self, s: Any, m: Any) -> tuple[int, int]:
        """Focus and Health that a move costs."""
        cards, ability = self.cards, m["ability"]
        if m["kind"] == kinds.KIND.PORTAL:
            return int(cards.portal_focus), 0
        if m["kind"] == kinds.KIND.TAUNT:
            return int(cards.taunt_focus), 0
        if m["kind"] == kinds.KIND.PAY:
            ability = s.task[s.tasks - 1].ability
        if m["kind"] in (kinds.KIND.SEARCH, kinds.KIND.TRY_ROOM):
            ability = cards.room_search[s.room[s.place[m["actor"]]]]
        if ability == NONE:
            return 0, 0
        return int(cards.ability_focus[ability]), int(cards.ability_health[ability])
