"""Plays every offered move on a copy of the table and looks whether it made a difference.

A move makes none if the table it leads to is the one that comes of leaving the question out.
"""

from collections import Counter
from typing import Any

import numpy as np

from simulate.engine.game_engine import Match
from simulate.games.kingdoms.log import LOG
from simulate.games.kingdoms.moves.move import KIND, MOVE
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import PHASE
from simulate.mechanics.log import new_log
from tests.rules.kingdoms.entry import advance, list_moves, step
from tests.strategies.watch import positions

SECRET = (PHASE.SET_ATTACK, PHASE.SET_DEFENCE)
# What lies on the table and who is asked what: no counters, no luck, and of meeples see `told`.
LAID = (
    *("phase", "decider", "tasks", "goods", "tower", "magic", "captures", "territory", "hidden"),
    *("open", "uses", "shield", "trigger", "crown", "active", "war_place", "night", "dice"),
    *("round_no", "stake", "spared", "laid"),
)
Seen = Counter[tuple[str, str]]


def told(s: Any) -> tuple[Any, ...]:
    """A table, whichever of a colour's meeples stands or lies where."""
    meeples = np.sort(s.place.astype(int) * 2 + s.lying, axis=1)
    return (*(s[name].tobytes() for name in LAID), s.task[: s.tasks].tobytes(), meeples.tobytes())


def word_of(s: Any, m: Any) -> str:
    """What kind of move it is; collecting may stand for doing nothing, and raising by 0 does."""
    if m.kind == KIND.COLLECT and s.phase == PHASE.ACT and m.actor == s.active:
        return "collect in place of nothing"
    return KIND.words[KIND.DO_NOTHING if m.kind == KIND.RAISE and m.number == 0 else m.kind]


def audit(table: Match, seed: int, games: int) -> tuple[Seen, Seen, int]:
    """({(decision, move): times it changed nothing}, the same of moves alike, moves looked at)."""
    (cards,), silent = table.tables, new_log(LOG, on=False)
    moves, scratch = (np.zeros(record.LIMIT_MOVES, MOVE) for _ in range(2))
    copies, chosen = np.zeros(1, record.STATE), np.zeros(1, MOVE)
    copy, looked = copies[0], 0
    unfelt, alike = Seen(), Seen()
    asked = [phase for phase in range(PHASE.OVER) if phase not in SECRET]
    for s in positions(table, seed, games, phases=asked):
        copies[0] = s
        copy.tasks -= 1
        advance(copy, cards, scratch, silent)
        without, found = told(copy), []
        count = list_moves(s, cards, moves)
        for m in moves[:count]:
            copies[0], chosen[0] = s, m
            step(copy, cards, chosen[0], scratch, silent)
            # At the end ruins are emptied, so that what was done there is gone.
            after = told(copy) if copy.phase != PHASE.OVER else ()
            what = PHASE.words[s.phase], word_of(s, m)
            unfelt[what] += after == without
            alike[what] += found.count(after) if after else 0
            found.append(after)
        looked += count
    return +unfelt, +alike, looked
