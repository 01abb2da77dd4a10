"""The kernels' moves and table in the referee's words."""

from typing import Any

import numpy as np

from simulate.games.tactics.cards.codes import BOX, FORCE, SIDE
from simulate.games.tactics.cards.tables import Catalogue
from simulate.games.tactics.cards.vocabulary import AREAS, CLASSES, NONE
from simulate.games.tactics.log import LOG
from simulate.games.tactics.moves import move as kinds
from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.state.record import LIMIT_MOVES, PHASE, SLOTS, STATE, is_in
from tests.rules import board
from tests.rules.plain import plain
from tests.rules.tactics import entry

LETTERS = "".join(AREAS)
BOXES, WAYS = list(BOX), list(SIDE)
WALKS = (kinds.KIND.MOVE, kinds.KIND.ENTER_DUNGEON, kinds.KIND.STEP_INSIDE)


class Board(board.Board):
    """A game of the kernels that is read in words."""

    kernels = board.Kernels(STATE, MOVE, LIMIT_MOVES, PHASE, LOG, entry)

    def __init__(self, cards: Any, names: Catalogue, pack: dict[str, Any]) -> None:
        super().__init__(cards, names)
        self.pack = pack

    def legal(self) -> list[Any]:
        """The legal moves: words do not tell all of them from each other."""
        return self.rows()

    def do(self, m: Any) -> np.ndarray:
        """Carry out a move; the lines that it has written."""
        self.log.count = 0
        self.chosen[0] = tuple(vars(m).values())
        self.step()
        return self.told().copy()

    # In words

    def at(self, space: int) -> tuple[int, int] | None:
        if space == NONE:
            return None
        return tuple(self.names.positions[int(self.s.realm)][int(space)])

    def where(self, slot: int) -> str:
        at = self.at(int(self.s.at[slot]))
        return BOXES[int(self.s.dungeon[slot])] if at is None else f"{at[0]},{at[1]}"

    def inside(self, box: int, space: int) -> tuple[int, int]:
        width = len(self.pack["dungeons"][BOXES[box]]["spaces"][0].split())
        return int(space) % width + 1, int(space) // width + 1

    def tactics(self, bits: int) -> list[str]:
        found = range(len(self.names.tactics))
        return sorted(self.names.tactics[card] for card in found if is_in(np.int64(bits), card))

    def in_words(self, m: Any) -> str:
        """A move as the referee says it; of movements only whose and what it is."""
        kind, unit = m.kind, CLASSES[m.unit % FORCE]
        number = m.number
        if kind in (kinds.KIND.MELEE, kinds.KIND.MISSILE, kinds.KIND.BALLISTA):
            verb = {
                kinds.KIND.MELEE: "melee",
                kinds.KIND.MISSILE: "shoot",
                kinds.KIND.BALLISTA: "fire",
            }[kind]
            return f"{verb} {unit} at {self.where(m.target)}"
        if kind == kinds.KIND.SPELL:
            target = m.target
            at = "" if target == NONE else f" at {self.where(target)}"
            return f"cast {unit}{at} power {number}"
        if kind in (
            kinds.KIND.RETURN_CARD,
            kinds.KIND.PLAY,
            kinds.KIND.KEEP_CARD,
            kinds.KIND.DISCARD,
        ):
            verbs = {
                kinds.KIND.RETURN_CARD: "return",
                kinds.KIND.PLAY: "play",
                kinds.KIND.KEEP_CARD: "keep",
            }
            return f"{verbs.get(kind, 'discard')} {self.names.tactics[number]}"
        if kind == kinds.KIND.START:
            both = f"+{number + 3}" if self.cards.split_start else ""
            return f"start {number + 1}{both}"
        if kind in (kinds.KIND.PLACE, kinds.KIND.COME_OUT):
            at = self.at(m.goal)
            verb = f"stand {unit}" if kind == kinds.KIND.PLACE else "out"
            return f"{verb} {at[0]},{at[1]}"
        if kind == kinds.KIND.STEP_INSIDE:
            x, y = self.inside(int(self.s.dungeon[m.unit]), m.goal)
            return f"inside {x},{y}"
        if kind == kinds.KIND.KEEP_UNIT:
            return f"keep {self.names.units[number]}"
        if kind == kinds.KIND.CHOOSE_UNIT:
            return f"at {self.where(m.target)}"
        said = {
            kinds.KIND.END_TURN: "end",
            kinds.KIND.CURE: f"cure {unit}",
            kinds.KIND.STOP: "stop",
            kinds.KIND.ROLL: "roll",
            kinds.KIND.DO_NOT_ROLL: "do not roll",
            kinds.KIND.DIRECTION: WAYS[number % 4],
            kinds.KIND.COUNTER_MELEE: "counter melee",
            kinds.KIND.COUNTER_MISSILE: "counter missile",
            kinds.KIND.COUNTER_SPELL: f"counter spell power {number}",
            kinds.KIND.DO_NOT_COUNTER: "do not counter",
            kinds.KIND.NOBODY: "nobody",
            kinds.KIND.MOVE: f"move {unit}",
            kinds.KIND.ENTER_DUNGEON: f"move {unit}",
        }
        return said[kind]

    def laid(self) -> dict[str, Any]:
        s, names = plain(self.s), self.names
        areas = {letter: k for k, letter in enumerate(LETTERS)}
        bearer = int(s.bearer)
        return {
            "units": {
                self.name(slot): self.unit(s, slot) for slot in range(SLOTS) if lives(s, slot)
            },
            "hands": [self.tactics(int(s.hand[seat])) for seat in range(int(self.cards.seats))],
            "deck": [names.tactics[int(c)] for c in s.deck[: s.deck_count][::-1]],
            "discards": [names.tactics[int(c)] for c in s.discards[: s.discard_count]],
            "flags": {letter: int(s.flag[k]) for letter, k in areas.items()},
            "triggered": {letter for letter, k in areas.items() if s.triggered[k]},
            "holder": {c: int(s.holder[k]) for c, k in areas.items() if s.holder[k] != NONE},
            "captures": [int(s.captures[seat]) for seat in range(int(self.cards.seats))],
            "artifact": self.at(int(s.artifact)),
            "bearer": None if bearer == NONE else self.name(bearer),
            "time": int(s.time),
            "crystals": {box for k, box in enumerate(BOXES) if is_in(s.crystals, k)},
            "enemy_deck": [names.enemy_cards[int(c)] for c in s.enemy_deck[: s.enemy_deck_count]][
                ::-1
            ],
            "enemy_discards": [
                names.enemy_cards[int(c)] for c in s.enemy_discards[: s.enemy_discard_count]
            ],
            "active": int(s.active),
            "actions_left": int(s.actions_left),
            "ending": None if s.ending == NONE else int(s.ending),
        }

    def name(self, slot: int) -> str:
        return f"{slot // FORCE} {CLASSES[slot % FORCE]}"

    def unit(self, s: Any, slot: int) -> dict[str, Any]:
        box, under = int(s.dungeon[slot]), int(s.under[slot])
        return {
            "name": self.names.units[int(s.unit[slot])],
            "at": self.at(int(s.at[slot])),
            "inside": None if box == NONE else (BOXES[box], self.inside(box, s.inside[slot])),
            "health": int(s.health[slot]),
            "ammo": int(s.ammo[slot]),
            "mana": int(s.mana[slot]),
            "weakened": bool(s.weakened[slot]),
            "under": None if under == NONE else self.names.enemy_cards[under],
        }


def lives(s: Any, slot: int) -> bool:
    return bool(s.at[slot] != NONE or s.dungeon[slot] != NONE)
