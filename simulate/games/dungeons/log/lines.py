"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/dungeons.md can follow the game to its end.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simulate.core import ledger
from simulate.games.dungeons.cards.codes import SHIELD, TORCH
from simulate.games.dungeons.cards.tables import Catalogue
from simulate.games.dungeons.cards.vocabulary import CHECKS, EFFECTS, NONE, SIDES, SKILLS
from simulate.games.dungeons.effects.checks import modifiers
from simulate.games.dungeons.log import names as words
from simulate.games.dungeons.moves import move as kinds
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.questions import change_price
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.changes import LINE, LIST_FROM, ROW, WHAT
from simulate.games.dungeons.state.record import END, PHASE, PURPOSE

Line = dict[str, Any]
BY_SEAT = ("health", "focus", "place", "space")
BY_PLACE = ("room", "open", "hidden", "disarmed", "altar")
BY_ENEMY = ("enemy", "enemy_place", "enemy_health")
YES_NO = ("row", "disarmed", "altar")
IN_A_PLACE = ("place", "enemy_place")
ROOM_CARDS = ("room", "hidden")
OR_NOTHING = ("space", "enemy_health", "bonus", "goblin_discard")  # 0 is none
FIELDS = {"enemy": "enemy_card", "row": "in_row"}  # where the record has another word
IN_CHECK = (PHASE.CHOOSE_SKILL, PHASE.BEFORE_ROLL, PHASE.AFTER_ROLL)
DIE_FACES = {SHIELD: "shield", TORCH: "torch"}
EFFECT_NAMES = tuple(EFFECTS)


class Teller:
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for; cards: the numbers of the cell.
    """

    def __init__(self, names: Catalogue, cards: Any) -> None:
        self.names, self.cards = names, cards
        self.rules = list(ledger.rules("dungeons"))

    # Names

    def enemy_card(self, enemy: int, card: int) -> str | None:
        """The card of an enemy, by its number."""
        if card == NONE:
            return None
        if enemy < record.FIRST_MINION:
            return self.names.goblins[card]
        return self.names.minions[card] if enemy < record.BOSS else self.names.bosses[card]

    def value(self, what: str, number: int, of: int = NONE) -> Any:
        """A number on the table in the log's words; None for nothing."""
        if what in YES_NO:
            return True if number else None
        if what in OR_NOTHING:
            return int(number) or None
        if what in IN_A_PLACE:
            return words.place(number)
        if what in ROOM_CARDS:
            return None if number == NONE else self.names.rooms[number]
        if what == "open":
            return words.sides(number) or None
        if what == "kit":
            return words.item(self.names, number)
        if what == "enemy":
            return self.enemy_card(of, number)
        if what == "outcome":
            return END.words[int(number)] if number else None
        return int(number)

    def key(self, what: str, of: int, seat: int) -> str | None:
        """The part of `state[what]` that a number stands for."""
        if what in BY_SEAT:
            return str(of)
        if what in BY_PLACE:
            return words.place(of)
        if what in BY_ENEMY:
            return words.ENEMY_NAMES[of]
        if what == "kit":
            return words.slot(of)
        if what == "row":
            return words.item(self.names, of)
        if what == "bonus":
            return f"{seat}.{self.names.abilities[of]}"
        if what == "goblin_discard":
            return self.names.goblins[of]
        return str(of + 1) if what == "marker" else None

    # The whole table

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too; decks top first; what is not there is left out."""
        seats = range(int(s["players"]))
        state: Line = {
            "hero": {str(i): self.names.heroes[s["hero"][i]] for i in seats},
            "boss": self.names.bosses[s["boss"]],
        }
        for what in WHAT.words:
            if what != "found":
                state[what] = self.whole(what, s)
        return state | self.decks(s)

    def whole(self, what: str, s: Any) -> Any:
        """`state[what]`."""
        seats = range(int(s["players"]))
        if what in BY_SEAT:
            return {str(i): self.value(what, s[what][i]) for i in seats}
        if what in BY_PLACE:
            return self.laid(what, s[what], record.PLACES)
        if what in BY_ENEMY:
            return self.laid(what, s[FIELDS.get(what, what)], record.ENEMIES)
        if what == "row":
            return self.laid(what, s["in_row"], record.ITEMS)
        if what == "kit":
            worn = [item for kit in s["kit"][: len(seats)] for item in kit]
            return self.laid(what, worn, len(seats) * record.KIT)
        if what == "bonus":
            return {
                f"{i}.{self.names.abilities[ability]}": bonus_times(s, i, ability)
                for i in seats
                for ability, *_ in s["bonus"][i][: s["bonuses"][i]]
            }
        if what == "goblin_discard":
            discards = [self.names.goblins[card] for card in discarded(s)]
            return {name: discards.count(name) for name in dict.fromkeys(discards)}
        if what == "marker":
            return {str(k + 1): int(s[what][k]) for k in range(record.MARKERS)}
        return self.value(what, s[what])

    def laid(self, what: str, numbers: Any, count: int) -> Line:
        """What lies in so many places, without those where nothing lies."""
        found = {k: self.value(what, numbers[k], k) for k in range(count)}
        there = {k: value for k, value in found.items() if value is not None}
        return {str(self.key(what, k, NONE)): value for k, value in there.items()}

    def decks(self, s: Any) -> Line:
        """Every deck, the top card first."""
        names = self.names

        def left(deck: str) -> Any:
            return s[f"{deck}_deck"][s[f"{deck}_drawn"] : s[f"{deck}_cards"]]

        rooms = s["deck"][s["deck_drawn"] : s["deck_cards"]]
        minions = s["minion_deck"][s["minions"] : len(names.minions)]
        return {
            "dungeon_deck": [names.rooms[card] for card in rooms],
            "goblin_deck": [names.goblins[card] for card in left("goblin")],
            "minion_deck": [names.minions[card] for card in minions],
            "loot_deck": [words.item(names, card) for card in left("loot")],
            "spell_deck": [words.item(names, card) for card in left("spell")],
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
            die = "hero die" if row[5] == PURPOSE.HERO_DICE else "enemy die"
            return {"event": "chance", "kind": "roll", "of": die, "result": die_face(row[6])}
        if kind == LINE.SHUFFLE:
            order = row[LIST_FROM : LIST_FROM + row[6]]
            line: Line = {"event": "chance", "kind": "shuffle", "of": "goblin_deck"}
            to = [self.names.goblins[card] for card in order]
            return line | {"with": ["goblin_discard"], "to": to}
        assert kind == LINE.TIE
        return {"event": "chance", "kind": "tie", "among": int(row[7]), "result": int(row[6])}

    def change(self, row: np.ndarray, s: Any) -> Line:
        what, of, old, new = WHAT.words[row[5]], int(row[6]), int(row[7]), int(row[8])
        if what == "found":
            deck = "spell_deck" if words.is_spell(of) else "loot_deck"
            item = words.item(self.names, of)
            return {"event": "chance", "kind": "draw", "deck": deck, "to": item}
        if what == "bonus":
            old, new = bonus_times(s, int(row[3]), of) - (new - old), bonus_times(s, row[3], of)
        elif what == "goblin_discard":
            new = list(discarded(s)).count(of)
            old = new - 1
        line = {
            "what": what,
            "of": self.key(what, of, int(row[3])),
            "from": self.value(what, old, of),
            "to": self.value(what, new, of),
        }
        deck = self.deck_of(what, of) if old == NONE else ""
        drawn = {"event": "chance", "kind": "draw", "deck": deck}
        return (drawn if deck else {"event": "effect"}) | line

    def deck_of(self, what: str, of: int) -> str:
        """The deck that a card comes from when it comes onto the table; empty for the boss."""
        if what == "hidden":
            return "dungeon_deck"
        if what != "enemy" or of == record.BOSS:
            return ""
        return "goblin_deck" if of < record.FIRST_MINION else "minion_deck"

    # Moves

    def move(self, row: np.ndarray, s: Any) -> Line:
        """A decision: who did what, to whom or where, and at what price."""
        kind, ability, enemy, hero, place, card, number = (int(x) for x in row[5:12])
        phase, actor = int(row[14]), int(row[3])
        line: Line = {
            "event": "move",
            "decision": PHASE.words[phase],
            "action": KIND.words[kind],
            "actor": self.names.heroes[s["hero"][actor]],
            "target": words.ENEMY_NAMES[enemy] if enemy != NONE else words.place(place),
            "paid": self.paid(kind, ability, s),
        }
        if phase in IN_CHECK:
            line |= self.check(s, actor)
        if phase in (PHASE.AIM, PHASE.PAY):
            ability = asked_about(s, 0)
        if ability != NONE:
            line["ability"] = self.names.abilities[ability]
        if hero != NONE:
            line["hero"] = hero
        if phase == PHASE.EQUIP:
            line["found"] = words.item(self.names, asked_about(s, 0))
        if card != NONE:
            line["card"] = words.item(self.names, card)
        if number != NONE:
            line |= self.numbered(kind, phase, number, s)
        if kind == kinds.KIND.TAKE:
            line["plus"] = [int(face) for face in row[12:14] if face > 0]
        return line

    def check(self, s: Any, seat: int) -> Line:
        """The check in hand: what for, the result it needs, and what is added to the dice.

        Rule N-ATTACK-8: a Defense must be beaten.
        """
        found = {
            "check": CHECKS[s["check_kind"]],
            "needs": int(s["check_target"] + s["check_beats"]),
        }
        if s["phase"] == PHASE.CHOOSE_SKILL:
            return found
        return found | {"bonus": int(modifiers(s, self.cards, seat))}

    def paid(self, kind: int, ability: int, s: Any) -> Line:
        """What a move costs at once."""
        cards = self.cards
        if kind == kinds.KIND.PAY:
            ability = asked_about(s, 0)
        focus, health = 0, 0
        if kind in (kinds.KIND.USE, kinds.KIND.PAY_IN_CHECK, kinds.KIND.PAY):
            focus, health = cards["ability_focus"][ability], cards["ability_health"][ability]
        elif kind in (kinds.KIND.TURN_UP, kinds.KIND.TURN_DOWN):
            focus = change_price(s, cards, s["asked"])
        elif kind == kinds.KIND.PORTAL:
            focus = cards["portal_focus"]
        elif kind == kinds.KIND.TAUNT:
            focus = cards["taunt_focus"]
        price = {"focus": int(focus), "health": int(health)}
        return {what: amount for what, amount in price.items() if amount}

    def numbered(self, kind: int, phase: int, number: int, s: Any) -> Line:
        """What the number of a move stands for."""
        if kind in (kinds.KIND.MOVE, kinds.KIND.EXPLORE):
            return {"side": SIDES[number]}
        if kind == kinds.KIND.LAY:
            return {"open": words.sides(number)}
        if kind == kinds.KIND.SKILL:
            return {"skill": SKILLS[number]}
        if kind == kinds.KIND.DRAW:
            return {"deck": ("loot_deck", "spell_deck")[number]}
        if kind == kinds.KIND.EQUIP:
            return {"hand": words.SLOT_NAMES[number]}
        if phase == PHASE.CHOOSE_REWARD:
            row = self.cards["ability_first"][asked_about(s, 0)] + number
            effect = EFFECT_NAMES[self.cards["effect_do"][row]]
            return {"reward": effect, "number": number + 1}
        named = {kinds.KIND.SPACE: "space", kinds.KIND.STRIKE: "marker", kinds.KIND.MEND: "marker"}
        return {named.get(kind, "face"): number}


def bonus_times(s: Any, seat: int, ability: int) -> int:
    """How often an ability works for a hero for a time."""
    held = s["bonus"][seat][: s["bonuses"][seat]]
    return sum(int(bonus[2]) for bonus in held if bonus[0] == ability)


def discarded(s: Any) -> Any:
    """Goblins in the discard pile."""
    return s["goblin_discard"][: s["goblin_discards"]]


def die_face(face: int) -> Any:
    """A face of the enemy die or of a hero die."""
    return DIE_FACES.get(int(face), int(face))


def asked_about(s: Any, k: int) -> int:
    """A number that the question holds."""
    return int(s["task"][s["tasks"] - 1, 2 + k])


def move_words(teller: Teller, m: Any, s: Any) -> Line:
    """A legal move that was not yet made, as in the log."""
    row = np.zeros(ROW, np.int64)
    row[0], row[3], row[14] = LINE.MOVE, m["actor"], s["phase"]
    row[5:10] = [m[k] for k in ("kind", "ability", "enemy", "hero", "place")]
    row[10:14] = [m[k] for k in ("card", "number", "plus", "plus_2")]
    line = teller.move(row, s)
    del line["event"]
    return line
