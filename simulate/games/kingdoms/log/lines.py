"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/kingdoms.md can follow the game to its end.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from simulate.games.kingdoms.cards.codes import ACTIONS, PLACES, REGIONS, SIDE
from simulate.games.kingdoms.cards.tables import Catalogue
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE, TERRAINS, WORDS
from simulate.games.kingdoms.moves.move import KIND, MOVE
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import WHAT
from simulate.games.kingdoms.state.record import END, PHASE, PURPOSE, TRIGGER
from simulate.mechanics import event_serializer
from simulate.mechanics.event_serializer import Line, named
from simulate.mechanics.log import line_row, log_row

LOG = log_row(line_row(MOVE, order=record.ALL_PLACES), record.STATE)
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


class EventSerializer(event_serializer.EventSerializer):
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for; cards: the numbers of the cell.
    """

    PACKAGE, THINGS, ENDS = "kingdoms", WHAT, END
    LEANS: ClassVar = {"place": "territory"}
    GROUPED: ClassVar = {"meeple"}

    def __init__(self, names: Catalogue, cards: Any) -> None:
        super().__init__(names, cards)
        self.names = names
        self.meeples = int(cards["meeples"])
        self.has = {
            "neutral": bool(cards["lost_kingdom"]),
            "night": bool(cards["solo"]),
            **dict.fromkeys(("crown", "hidden", "open", "uses"), bool(cards["exploration"])),
        }
        self.sides = cards["card_side"]
        self.terrain = cards["terrain"]

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

    def every(self, of: str, s: Any) -> Iterable[int]:
        """Of regions those of the territories in play, chosen or not."""
        if of == "meeple":
            seats, meeples = range(int(s["seats"])), range(self.meeples)
            return (seat * record.PIECES + meeple for seat in seats for meeple in meeples)
        if of == "region":
            slots = range(int(s["slots"]))
            return (slot * PLACES + region for slot in slots for region in range(REGIONS))
        numbers = {"action": ACTIONS, "trigger": len(TRIGGER), "side": len(SIDES)}
        in_play = s["slots"] if of == "slot" else s["seats"]
        return range(numbers.get(of, int(in_play)))

    def name(self, kind: str, number: int, s: Any) -> Any:
        if kind == "region":
            slot, region = divmod(number, PLACES)
            return f"{self.slot(slot)}.{'abcde'[region]}"
        if kind == "place":
            return self.place(s, number)
        if kind == "meeple":
            seat, meeple = divmod(number, record.PIECES)
            return f"{seat}.{meeple}"
        if kind == "slot":
            return self.slot(number)
        if kind == "war number":
            return number or "white flag"
        listed = {
            "action": ACTION_NAMES,
            "trigger": TRIGGER.words,
            "side": SIDES,
            "token": self.names.tokens,
            "territory": self.names.territories,
        }
        return listed[kind][number] if kind in listed else str(number)

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
        return state | {what: self.whole(what, s) for what in WHAT if self.has.get(what, True)}

    def whole(self, what: str, s: Any) -> Any:
        if what in GOODS:
            k = GOODS.index(what)
            return {str(seat): int(s["goods"][seat][k]) for seat in range(int(s["seats"]))}
        return self.neutral(s) if what == "neutral" else super().whole(what, s)

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
            self.name("region", at, s): record.NEUTRAL in s["owner"][at]
            for at in self.every("region", s)
            if at // PLACES == record.LOST_KINGDOM
        }

    # Lines

    def roll(self, row: Any, s: Any, before: Any) -> Line:
        """What a die shows."""
        dice = DICE[int(row.purpose)]
        return {"event": "chance", "kind": "roll", "of": dice, "result": int(row.result)}

    def deal(self, row: Any, s: Any, before: Any) -> Line:
        """The tokens that are dealt face down, by place."""
        regions = self.every("region", s)
        to = {self.name("region", at, s): named(self.names.tokens, row.order[at]) for at in regions}
        return {"event": "chance", "kind": "deal", "of": "hidden", "to": to}

    def choice(self, row: Any, s: Any, before: Any) -> Line:
        """What chance picked: a seat, a place or a resource."""
        result: Any = int(row.result)
        if row.purpose == PURPOSE.DUMMYS_START:
            result = self.place(s, result)
        elif row.purpose != PURPOSE.FIRST_SEAT:
            result = GOODS[result]
        return {"event": "chance", "kind": "choice", "result": result}

    def decision(self, m: Any, s: Any) -> Line:
        """A decision: who does what, where, and at what price."""
        kind, meeple, place, goal = (int(m[k]) for k in ("kind", "meeple", "place", "goal"))
        resource, number, price = (int(m[k]) for k in ("resource", "number", "price"))
        actor = int(m["actor"])
        goods = {name: int(m[name]) for name in GOODS if m[name]}
        line: Line = {
            "decision": PHASE.words[s["phase"]],
            "action": KIND.words[kind],
            "actor": self.names.factions[s["faction"][actor]],
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
            line |= self.numbered(kind, number, actor)
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
