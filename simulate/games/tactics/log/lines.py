"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/tactics.md can follow the game to its end.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar

from simulate.games.tactics.cards import vocabulary
from simulate.games.tactics.cards.codes import MODE, TACTICS
from simulate.games.tactics.cards.tables import Catalogue
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.move import KIND, MOVE
from simulate.games.tactics.state import record
from simulate.games.tactics.state.changes import WHAT
from simulate.games.tactics.state.record import END, PHASE, PURPOSE
from simulate.mechanics import event_serializer
from simulate.mechanics.event_serializer import Line
from simulate.mechanics.log import line_row, log_row

# What a Solo Enemy's unit does to whom; the order after a shuffle, or the faces of a roll.
LOG = log_row(line_row(MOVE, "action", "unit", "target", order=TACTICS), record.STATE)
BY_AREA = ("flag", "triggered", "holder")
# Rows that move a card between piles; the piles of the state tell the same.
CARD_ROWS = (WHAT.HAND, WHAT.DISCARDED, WHAT.ENEMY_DRAWN, WHAT.ENEMY_DISCARDED, WHAT.UNDER)
ONLY_IN_ADVENTURES = ("dungeon", "inside", "time", "crystals", "flipped", "spare")
AREA_NAMES, CORNERS = tuple(vocabulary.AREAS.values()), tuple(vocabulary.STARTS.values())
CARD_MOVES = (KIND.RETURN_CARD, KIND.PLAY, KIND.KEEP_CARD, KIND.DISCARD)
WAYS = {record.BY_VILLAGE: "village", record.BY_PORTAL: "portal"}
OF_AREAS = (PURPOSE.TRIGGERS, PURPOSE.RESPAWN)


class EventSerializer(event_serializer.EventSerializer):
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for; cards: the numbers of the cell.
    """

    PACKAGE, THINGS, ENDS = "tactics", WHAT, END
    LEANS: ClassVar = {"space": "realm", "inside": "dungeon"}

    def __init__(self, names: Catalogue, cards: Any) -> None:
        super().__init__(names, cards)
        self.seats = range(int(cards["seats"]))
        self.slots = range(len(self.seats) * len(vocabulary.CLASSES))
        self.people = [seat for seat in self.seats if not cards["enemy_seat"][seat]]
        self.adventure = bool(cards["time_start"])
        areas = MODE.words[int(cards["mode"])] in ("competitive", "team")
        self.has_areas = areas or self.adventure  # enemies come to the Trigger Spaces
        self.has = {
            **dict.fromkeys(BY_AREA, areas),
            **dict.fromkeys(("artifact", "bearer"), bool(cards["battle"])),
            **dict.fromkeys(ONLY_IN_ADVENTURES, self.adventure),
        }

    # Names

    def slot(self, number: int) -> str | None:
        """`0.fighter`: the Fighter of seat 0."""
        if number == NONE:
            return None
        return f"{record.seat_of(int(number))}.{vocabulary.CLASSES[record.class_of(int(number))]}"

    def space(self, s: Any, number: int) -> str | None:
        """`12,4`: column and row of a space of the map."""
        return None if number == NONE else self.names.space(int(s["realm"]), int(number))

    def inside(self, box: int, number: int) -> str | None:
        """`2,1`: column and row of a space inside the dungeon of a box."""
        if number == NONE or box == NONE:
            return None
        row, column = divmod(int(number), _columns(vocabulary.BOXES[box]))
        return f"{column + 1},{row + 1}"

    def value(self, what: str, number: int, s: Any, of: int = NONE) -> Any:
        if self.things[what].value == "inside":
            return self.inside(int(s["dungeon"][of]), number)
        return super().value(what, number, s, of)

    def name(self, kind: str, number: int, s: Any) -> Any:
        if kind == "slot":
            return self.slot(number)
        if kind == "space":
            return self.space(s, number)
        listed = {"area": AREA_NAMES, "box": vocabulary.BOXES, "unit": self.names.units}
        return listed[kind][number] if kind in listed else str(number)

    def every(self, of: str, s: Any) -> Iterable[int]:
        numbers = {
            "slot": len(self.slots),
            "seat": len(self.seats),
            "area": len(AREA_NAMES),
            "box": len(vocabulary.BOXES),
            "unit": len(self.names.units),
        }
        return range(numbers[of])

    # The whole table

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too; piles top first."""
        shown = [what for what, code in WHAT.items() if code not in CARD_ROWS]
        state = {what: self.whole(what, s) for what in shown if self.has.get(what, True)}
        state |= self.tactic_piles(s)
        return state | self.enemy_piles(s) if self.adventure else state

    def whole(self, what: str, s: Any) -> Any:
        of = self.things[what].of
        if of in ("box", "unit"):  # which are sets
            every = self.every(of, s)
            return {self.name(of, k, s): bool(record.is_in(s[what], k)) for k in every}
        return super().whole(what, s)

    def tactic_piles(self, s: Any) -> Line:
        """Tactic cards; what lies nowhere else was given back and lies aside."""
        names = self.names.tactics
        piles: Line = {
            "deck": [names[c] for c in s["deck"][: s["deck_count"]][::-1]],
            "discard": [names[c] for c in s["discards"][: s["discard_count"]][::-1]],
            "hand": {str(seat): self.held(int(s["hand"][seat])) for seat in self.people},
        }
        lie = {*piles["deck"], *piles["discard"], *chain(*piles["hand"].values())}
        return piles | {"aside": [name for name in names if name not in lie]}

    def held(self, hand: int) -> list[str]:
        """The cards of a hand, which is a set."""
        return [name for c, name in enumerate(self.names.tactics) if hand >> c & 1]

    def enemy_piles(self, s: Any) -> Line:
        """Solo Enemy cards; one that lies nowhere else was drawn just now."""
        names = self.names.enemy_cards
        piles: Line = {
            "enemy_deck": [names[c] for c in s["enemy_deck"][: s["enemy_deck_count"]][::-1]],
            "enemy_discard": [
                names[c] for c in s["enemy_discards"][: s["enemy_discard_count"]][::-1]
            ],
            "under": {
                str(self.slot(i)): [] if s["under"][i] == NONE else [names[s["under"][i]]]
                for i in self.slots
                if self.cards["enemy_seat"][record.seat_of(i)]
            },
        }
        held = {card for under in piles["under"].values() for card in under}
        held |= {*piles["enemy_deck"], *piles["enemy_discard"]}
        return piles | {"enemy_drawn": [name for name in names if name not in held]}

    def map(self, s: Any) -> Line:
        """The map that is played on: every space, the portals, and what lies on what."""
        realm = self.names.realms[int(s["realm"])]
        line: Line = {"name": realm.name, "spaces": {}}
        for at in realm.order():
            space = realm.spaces[at]
            entry = {
                "terrain": vocabulary.TERRAINS[space.terrain],
                "level": space.level,
                "box": space.box,
            }
            letter = space.mark.lower()
            if letter in vocabulary.AREAS and self.has_areas:
                entry |= {"area": vocabulary.AREAS[letter], "trigger": space.mark.isupper()}
            line["spaces"][f"{at[0]},{at[1]}"] = entry
        line["portals"] = [
            {"front": f"{portal.front[0]},{portal.front[1]}", "box": portal.box}
            for portal in realm.portals
        ]
        line["on"] = dict(realm.on)
        return line

    # Lines

    def choice(self, row: Any, s: Any, before: Any) -> Line:
        """A unit that chance chose."""
        of, unit = PURPOSE.words[row.purpose], self.names.units[row.result]
        return {"event": "chance", "kind": "choice", "of": of, "result": unit}

    def act(self, row: Any, s: Any, before: Any) -> Line:
        """What a Solo Enemy's unit does, which nobody decides."""
        return {
            "event": "act",
            "action": KIND.words[row.action],
            "actor": self.slot(row.unit),
            "target": self.slot(row.target),
        }

    def roll(self, row: Any, s: Any, before: Any) -> Line:
        """The faces by number, from 0, and how many show the icon that counts."""
        return {
            "event": "chance",
            "kind": "roll",
            "of": PURPOSE.words[row.purpose],
            "result": row.order[: row.count].tolist(),
            "icons": int(row.result),
        }

    def shuffle(self, row: Any, s: Any, before: Any) -> Line:
        """A pile in its new order, with the piles that went into it; or what was drawn."""
        purpose, things = int(row.purpose), row.order[: row.count].tolist()
        if purpose == PURPOSE.TACTICS:
            return self.pile("deck", ("discard", "aside"), self.names.tactics, things, before)
        if purpose == PURPOSE.ENEMY_CARDS:
            names = self.names.enemy_cards
            return self.pile("enemy_deck", ("enemy_discard",), names, things, before)
        result: list[Any] = [AREA_NAMES[thing] for thing in things if purpose in OF_AREAS]
        if purpose == PURPOSE.ENEMY_UNITS:
            result = [self.slot(thing) for thing in things]
        elif purpose == PURPOSE.START_ORDER:
            result = things
        of = PURPOSE.words[purpose]
        return {"event": "chance", "kind": "choice", "of": of, "result": result}

    def pile(self, of: str, others: tuple[str, ...], names: list[str], things: list[int],
             before: Any) -> Line:  # fmt: skip
        """A shuffle; `with` are the piles whose cards came into it."""
        to = [names[thing] for thing in reversed(things)]
        piles = self.tactic_piles(before) if of == "deck" else self.enemy_piles(before)
        joined = [name for name in others if set(piles[name]) & set(to)]
        return {"event": "chance", "kind": "shuffle", "of": of, "with": joined, "to": to}

    def change(self, row: Any, s: Any, before: Any) -> Line:
        if row.what in CARD_ROWS:
            return self.moved(int(row.what), int(row.of), int(row.old), int(row.new))
        return super().change(row, s, before)

    def moved(self, code: int, of: int, old: int, new: int) -> Line:
        """A card that goes from one pile to another."""
        if code == WHAT.UNDER:
            card = self.names.enemy_cards[new if old == NONE else old]
            piles = ["enemy_drawn", f"under.{self.slot(of)}"]
            source, goal = piles if old == NONE else reversed(piles)
        elif code in (WHAT.HAND, WHAT.DISCARDED):
            card = self.names.tactics[of]
            source = "deck" if old == NONE else f"hand.{old}"
            goal = (
                "discard" if code == WHAT.DISCARDED else "aside" if new == NONE else f"hand.{new}"
            )
        else:
            card = self.names.enemy_cards[of]
            piles = ["enemy_deck" if code == WHAT.ENEMY_DRAWN else "enemy_discard", "enemy_drawn"]
            source, goal = piles if (code == WHAT.ENEMY_DRAWN and new) else reversed(piles)
        draws = source in ("deck", "enemy_deck")
        head = {"event": "chance", "kind": "draw"} if draws else {"event": "effect"}
        return head | {"what": "card", "of": card, "from": source, "to": goal}

    # Moves

    def decision(self, m: Any, s: Any) -> Line:
        """A decision: who does what, where, and at what price."""
        kind, unit, goal, target = (int(m[k]) for k in ("kind", "unit", "goal", "target"))
        way, left, number = (int(m[k]) for k in ("way", "left", "number"))
        line: Line = {
            "decision": PHASE.words[s["phase"]],
            "action": KIND.words[kind],
            "actor": self.slot(unit),
            "target": self.slot(target) if target != NONE else self.goal(kind, unit, goal, s),
            "paid": self.paid(kind, number),
        }
        if way:
            line["by"] = [name for code, name in WAYS.items() if way & code]
        if left:
            line["left"] = left
        if number != NONE:
            line |= self.numbered(kind, number)
        return line

    def goal(self, kind: int, unit: int, goal: int, s: Any) -> str | None:
        """Where a move ends."""
        if kind == KIND.STEP_INSIDE:
            return self.inside(int(s["dungeon"][unit]), goal)
        return self.space(s, goal)

    def paid(self, kind: int, number: int) -> dict[str, int]:
        """The price of a move, as far as it is known before any roll."""
        if kind in (KIND.SPELL, KIND.COUNTER_SPELL):
            return {"mana": int(self.cards["spell_price"]) + number}
        if kind == KIND.CURE:
            return {"health": int(self.cards["cure_price"])}
        ammo = kind in (KIND.MISSILE, KIND.COUNTER_MISSILE)
        return {"ammo": int(self.cards["missile_price"])} if ammo else {}

    def numbered(self, kind: int, number: int) -> Line:
        """What the number of a move stands for."""
        if kind == KIND.KEEP_UNIT:
            return {"unit": self.names.units[number]}
        if kind == KIND.START:
            split = bool(self.cards["split_start"])
            return {"start": [CORNERS[number], CORNERS[number + 2]] if split else [CORNERS[number]]}
        if kind in CARD_MOVES:
            return {"card": self.names.tactics[number]}
        if kind == KIND.ENTER_DUNGEON:
            return {"dungeon": vocabulary.BOXES[number]}
        if kind == KIND.DIRECTION:
            return {"direction": vocabulary.SIDES[number]}
        if kind == KIND.CHOOSE_UNIT:
            return {"for": list(vocabulary.EFFECTS)[int(self.cards["row_do"][number])]}
        return {"power": number}


def _columns(box: str) -> int:
    """Columns of a box, which is named after its size."""
    return int(box.removeprefix("box_").partition("x")[0])
