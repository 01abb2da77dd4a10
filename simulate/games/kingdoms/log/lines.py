"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/kingdoms.md can follow the game to its end.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simulate.core import ledger
from simulate.games.kingdoms.cards.codes import ACTIONS, PLACES, REGIONS, SIDE
from simulate.games.kingdoms.cards.tables import Catalogue
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE, TERRAINS, WORDS
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import LINE, LIST_FROM, ROW, WHAT
from simulate.games.kingdoms.state.record import END, PHASE, PURPOSE, TRIGGER

Line = dict[str, Any]
BY_SEAT = ("mana", "ore", "food", "tower", "magic", "captures")
BY_MEEPLE = ("meeple", "lying")
BY_REGION = ("neutral", "hidden", "open", "uses")
YES_NO = ("lying", "neutral", "shield", "night", "trigger")
PLACE_NAMES = ("meeple", "war_place")
TOKENS = ("hidden", "open")
SEAT_OR_NOBODY = ("crown", "active")
SIDES = tuple(SIDE)  # of a war
ACTION_NAMES = tuple(WORDS["action"])
# What a twelve-sided die is rolled for.
DICE = {
    PURPOSE.ACTION_DIE: "action",
    PURPOSE.FOLLOW_DIE: "action that is followed",
    PURPOSE.QUEST_DIE: "region of a quest",
    PURPOSE.RETREAT_DIE: "retreat",
    PURPOSE.RESOURCE_DIE: "resource",
}
TAKES = (
    KIND.SPLIT_RESOURCES,
    KIND.TAKE_TREASURE,
)  # goods that a move brings; of all others, what it pays
STARTS_FROM = (KIND.PATROL, KIND.QUEST, KIND.STAND_UP, KIND.RETREAT)


class Teller:
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for; cards: the numbers of the cell.
    """

    def __init__(self, names: Catalogue, cards: Any) -> None:
        self.names = names
        self.rules = list(ledger.rules("kingdoms"))
        self.meeples = int(cards["meeples"])
        self.has = {
            "neutral": bool(cards["lost_kingdom"]),
            "night": bool(cards["solo"]),
            **dict.fromkeys(("crown", "hidden", "open", "uses"), bool(cards["exploration"])),
        }
        self.sides = cards["card_side"]
        self.terrain = cards["terrain"]
        self._regions: dict[int, list[tuple[str, int]]] = {}  # by slots in play, as worked out

    # Names

    def slot(self, number: int) -> str:
        """`0` for the home of seat 0, `lost_kingdom`."""
        lost = self.has["neutral"] and number == record.LOST_KINGDOM
        return "lost_kingdom" if lost else str(number)

    def place(self, s: Any, number: int) -> str | None:
        """`0.a`: region a of the home of seat 0; `1.water_1`; None for no place."""
        if number == NONE:
            return None
        slot, on_card = divmod(int(number), PLACES)
        return f"{self.slot(slot)}.{self.names.places[s['territory'][slot]][on_card]}"

    def regions(self, s: Any) -> list[tuple[str, int]]:
        """(name, number) of every region of the territories in play, chosen or not."""
        slots = int(s["slots"])
        if slots not in self._regions:
            self._regions[slots] = [
                (f"{self.slot(slot)}.{'abcde'[region]}", slot * PLACES + region)
                for slot in range(slots)
                for region in range(REGIONS)
            ]
        return self._regions[slots]

    def value(self, what: str, number: int, s: Any) -> Any:
        """A number on the table in the log's words."""
        if what in YES_NO:
            return bool(number)
        if what in PLACE_NAMES:
            return self.place(s, number)
        if what in TOKENS:
            return None if number == NONE else self.names.tokens[number]
        if what in SEAT_OR_NOBODY:
            return None if number == NONE else int(number)
        if what == "territory":
            return None if number == NONE else self.names.territories[number]
        if what == "dice":
            return None if number == NONE else int(number) or "white flag"
        if what == "outcome":
            return END.words[int(number)] if number else None
        return int(number)

    def key(self, what: str, of: int, meeple: int, s: Any) -> str | None:
        """The part of `state[what]` that a number stands for."""
        if what in BY_SEAT:
            return str(of)
        if what in BY_MEEPLE:
            return f"{of}.{meeple}"
        if what in BY_REGION:
            return self.place(s, of)
        named = {"shield": ACTION_NAMES, "trigger": TRIGGER.words, "dice": SIDES}
        if what in named:
            return named[what][of]
        return self.slot(of) if what == "territory" else None

    # The whole table

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too."""
        seats = range(int(s["seats"]))
        state: Line = {"faction": {str(i): self.names.factions[s["faction"][i]] for i in seats}}
        if s["card"][0] != NONE:
            state["territory_card"] = {
                str(i): [self.names.territories[side] for side in self.sides[s["card"][i]]]
                for i in seats
            }
        for what in WHAT.words:
            if self.has.get(what, True):
                state[what] = self.whole(what, s)
        return state

    def whole(self, what: str, s: Any) -> Any:
        """`state[what]`."""
        seats = range(int(s["seats"]))
        if what in GOODS:
            k = GOODS.index(what)
            return {str(i): int(s["goods"][i][k]) for i in seats}
        if what in BY_SEAT:
            return {str(i): int(s[what][i]) for i in seats}
        if what in BY_MEEPLE:
            field = "place" if what == "meeple" else what
            return {
                f"{i}.{m}": self.value(what, number, s)
                for i in seats
                for m, number in enumerate(s[field][i][: self.meeples])
            }
        if what == "neutral":
            return self.neutral(s)
        if what in BY_REGION:
            numbers = s[what]
            return {name: self.value(what, numbers[at], s) for name, at in self.regions(s)}
        if what == "shield":
            return {ACTION_NAMES[a]: bool(s[what][a]) for a in range(ACTIONS)}
        if what == "trigger":
            return {name: bool(s[what][k]) for k, name in enumerate(TRIGGER.words)}
        if what == "dice":
            return {name: self.value(what, s[what][k], s) for k, name in enumerate(SIDES)}
        if what == "territory":
            slots = range(int(s["slots"]))
            return {self.slot(i): self.value(what, s[what][i], s) for i in slots}
        # A record has a method called round, so the field is round_no.
        return self.value(what, s["round_no" if what == "round" else what], s)

    def terrains(self, s: Any) -> dict[str, dict[str, str]]:
        """Terrain of every place of the territories that are in play or may be chosen."""
        dealt = {int(territory) for territory in s["territory"] if territory != NONE}
        dealt |= {int(side) for card in s["card"] if card != NONE for side in self.sides[card]}
        return {
            self.names.territories[territory]: {
                place: TERRAINS[self.terrain[territory][at]]
                for at, place in enumerate(self.names.places[territory])
            }
            for territory in sorted(dealt)
        }

    def neutral(self, s: Any) -> Line:
        """Where the Lost Kingdom's meeples stand."""
        return {
            name: record.NEUTRAL in s["owner"][at]
            for name, at in self.regions(s)
            if at // PLACES == record.LOST_KINGDOM
        }

    # Lines

    def lines(self, rows: np.ndarray, states: np.ndarray) -> Iterator[Line]:
        """One line for each row; `states[i]` is the table after row i."""
        for i, row in enumerate(rows):
            head = {
                "n": i + 1,
                "round": int(row[1]),
                "turn": int(row[2]),
                "seat": None if row[3] == NONE else int(row[3]),
            }
            rule = None if row[4] == NONE else self.rules[row[4]]
            yield head | self.body(row, states[i]) | {"rule": rule}

    def body(self, row: np.ndarray, s: Any) -> Line:
        """What a row says, by its kind."""
        kind = row[0]
        if kind == LINE.MOVE:
            return self.move(row, s)
        if kind == LINE.CHANGE:
            return self.change(row, s)
        if kind == LINE.ROLL:
            dice = DICE[int(row[5])]
            return {"event": "chance", "kind": "roll", "of": dice, "result": int(row[6])}
        if kind == LINE.TOKENS:
            tokens = {name: row[LIST_FROM + at] for name, at in self.regions(s)}
            to = {name: self.value("hidden", kind, s) for name, kind in tokens.items()}
            return {"event": "chance", "kind": "deal", "of": "hidden", "to": to}
        assert kind == LINE.DRAW
        return {"event": "chance", "kind": "choice", "result": self.drawn(row, s)}

    def drawn(self, row: np.ndarray, s: Any) -> Any:
        """What chance picked: a seat, a place or a resource."""
        purpose, number = int(row[5]), int(row[6])
        if purpose == PURPOSE.FIRST_SEAT:
            return number
        return self.place(s, number) if purpose == PURPOSE.DUMMYS_START else GOODS[number]

    def change(self, row: np.ndarray, s: Any) -> Line:
        what = WHAT.words[row[5]]
        return {
            "event": "effect",
            "what": what,
            "of": self.key(what, int(row[6]), int(row[9]), s),
            "from": self.value(what, row[7], s),
            "to": self.value(what, row[8], s),
        }

    def move(self, row: np.ndarray, s: Any) -> Line:
        """A decision: who did what, where, and at what price."""
        kind, meeple, place, goal, resource, number, price = (int(x) for x in row[5:12])
        goods = {name: int(count) for name, count in zip(GOODS, row[12:15], strict=True) if count}
        line: Line = {
            "event": "move",
            "decision": PHASE.words[row[15]],
            "action": KIND.words[kind],
            "actor": self.names.factions[s["faction"][int(row[3])]],
            "target": self.place(s, place if goal == NONE and kind not in STARTS_FROM else goal),
            "paid": {} if kind in TAKES else goods,
        }
        if kind in TAKES:
            line["takes"] = goods
        if meeple != NONE:
            line["meeple"] = meeple
        if kind in STARTS_FROM:
            line["from"] = self.place(s, place)
        if resource != NONE:
            line["resource"] = GOODS[resource]
        if number != NONE:
            line |= self.numbered(kind, number, int(row[3]))
        if price:
            line["price"] = price
        return line

    def numbered(self, kind: int, number: int, seat: int) -> Line:
        """What the number of a move stands for."""
        if kind == KIND.CHOOSE_SIDE:
            return {"side": self.names.territories[number]}
        if kind == KIND.SELECT:
            return {"selected": ACTION_NAMES[number]}
        if kind == KIND.LAY_TOKENS:
            return {
                "regions": [
                    f"{seat}.{'abcde'[k]}" for k in range(REGIONS) if record.is_in(number, k)
                ]
            }
        return {"number": number}


def move_words(teller: Teller, m: Any, s: Any) -> Line:
    """A legal move that was not yet made, as in the log."""
    row = np.zeros(ROW, np.int64)
    row[0], row[3], row[15] = LINE.MOVE, m["actor"], s["phase"]
    row[5:12] = [m[k] for k in ("kind", "meeple", "place", "goal", "resource", "number", "price")]
    row[12:15] = [m[name] for name in GOODS]
    line = teller.move(row, s)
    del line["event"]
    return line
