"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/dungeons.md can follow the game to its end.
"""

from collections.abc import Iterable
from typing import Any

from simulate.games.dungeons.cards.codes import SHIELD, TORCH
from simulate.games.dungeons.cards.tables import Catalogue
from simulate.games.dungeons.cards.vocabulary import CHECKS, EFFECTS, NONE, SIDES, SKILLS
from simulate.games.dungeons.effects.checks import modifiers
from simulate.games.dungeons.log import names as words
from simulate.games.dungeons.moves import move as kinds
from simulate.games.dungeons.moves.move import KIND, MOVE
from simulate.games.dungeons.moves.questions import change_price
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.changes import WHAT
from simulate.games.dungeons.state.record import END, PHASE, PURPOSE
from simulate.mechanics import event_serializer
from simulate.mechanics.event_serializer import Line
from simulate.mechanics.log import line_row, log_row

LOG = log_row(line_row(MOVE, order=record.GOBLIN_CARDS), record.STATE)
LAID = ("slot", "item", "place", "enemy")  # what lies there is told, and nothing else
IN_CHECK = (PHASE.CHOOSE_SKILL, PHASE.BEFORE_ROLL, PHASE.AFTER_ROLL)
DIE_FACES = {SHIELD: "shield", TORCH: "torch"}
EFFECT_NAMES = tuple(EFFECTS)


class EventSerializer(event_serializer.EventSerializer):
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for; cards: the numbers of the cell.
    """

    PACKAGE, THINGS, ENDS = "dungeons", WHAT, END
    names: Catalogue

    # Names

    def enemy_card(self, enemy: int, card: int) -> str | None:
        """The card of an enemy, by its number."""
        if card == NONE:
            return None
        if enemy < record.FIRST_MINION:
            return self.names.goblins[card]
        return self.names.minions[card] if enemy < record.BOSS else self.names.bosses[card]

    def value(self, what: str, number: int, s: Any, of: int = NONE) -> Any:
        """A number on the table in the log's words; None for nothing."""
        kind = self.things[what].value
        if kind == "yes or nothing":
            return True if number else None
        if kind == "number or nothing":
            return int(number) or None
        if kind == "sides":
            return words.sides(number) or None
        if kind == "enemy card":
            return self.enemy_card(of, number)
        return super().value(what, number, s, of)

    def name(self, kind: str, number: int, s: Any) -> Any:
        if kind == "place":
            return words.place(number)
        if kind == "item":
            return words.item(self.names, number)
        if kind == "slot":
            return words.slot(number)
        if kind == "marker":
            return str(number + 1)
        listed = {
            "room": self.names.rooms,
            "goblin": self.names.goblins,
            "enemy": words.ENEMY_NAMES,
        }
        return listed[kind][number] if kind in listed else str(number)

    def every(self, of: str, s: Any) -> Iterable[int]:
        players = int(s["players"])
        numbers = {
            "seat": players,
            "slot": players * record.KIT,
            "item": record.ITEMS,
            "place": record.PLACES,
            "enemy": record.ENEMIES,
            "marker": record.MARKERS,
        }
        return range(numbers[of])

    # The whole table

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too; decks top first; what is not there is left out."""
        seats = range(int(s["players"]))
        state: Line = {
            "hero": {str(i): self.names.heroes[s["hero"][i]] for i in seats},
            "boss": self.names.bosses[s["boss"]],
        }
        state |= {what: self.whole(what, s) for what in WHAT if what != "found"}
        return state | self.decks(s)

    def whole(self, what: str, s: Any) -> Any:
        if what == "kit":
            return self.laid(what, [item for kit in s["kit"] for item in kit], s)
        if what == "bonus":
            return {
                f"{i}.{self.names.abilities[ability]}": bonus_times(s, i, ability)
                for i in range(int(s["players"]))
                for ability, *_ in s["bonus"][i][: s["bonuses"][i]]
            }
        if what == "goblin_discard":
            discards = [self.names.goblins[card] for card in discarded(s)]
            return {name: discards.count(name) for name in dict.fromkeys(discards)}
        thing = self.things[what]
        return self.laid(what, s[thing.field], s) if thing.of in LAID else super().whole(what, s)

    def laid(self, what: str, numbers: Any, s: Any) -> Line:
        """What lies in so many places, without those where nothing lies."""
        of = self.things[what].of or ""
        shown = {k: self.value(what, numbers[k], s, k) for k in self.every(of, s)}
        return {self.name(of, k, s): value for k, value in shown.items() if value is not None}

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

    def round_of(self, s: Any) -> int:
        return int(s["turns"]) // int(s["players"]) + 1

    def roll(self, row: Any, s: Any, before: Any) -> Line:
        """What a die shows."""
        die = "hero die" if row.purpose == PURPOSE.HERO_DICE else "enemy die"
        return {"event": "chance", "kind": "roll", "of": die, "result": die_face(row.result)}

    def shuffle(self, row: Any, s: Any, before: Any) -> Line:
        """The goblins that were discarded, as a new deck."""
        to = [self.names.goblins[card] for card in row.order[: row.count]]
        of: Line = {"of": "goblin_deck", "with": ["goblin_discard"], "to": to}
        return {"event": "chance", "kind": "shuffle"} | of

    def change(self, row: Any, s: Any, before: Any) -> Line:
        what, of, old, new = WHAT.words[row.what], int(row.of), int(row.old), int(row.new)
        if what == "found":
            deck = "spell_deck" if words.is_spell(of) else "loot_deck"
            item = words.item(self.names, of)
            return {"event": "chance", "kind": "draw", "deck": deck, "to": item}
        key = self.key(what, of, s)
        if what == "bonus":
            key = f"{row.seat}.{self.names.abilities[of]}"
            old, new = bonus_times(s, row.seat, of) - (new - old), bonus_times(s, row.seat, of)
        elif what == "goblin_discard":
            new = list(discarded(s)).count(of)
            old = new - 1
        from_to = {"from": self.value(what, old, s, of), "to": self.value(what, new, s, of)}
        deck = self.deck_of(what, of) if old == NONE else ""
        drawn = {"event": "chance", "kind": "draw", "deck": deck}
        return (drawn if deck else {"event": "effect"}) | {"what": what, "of": key} | from_to

    def deck_of(self, what: str, of: int) -> str:
        """The deck that a card comes from when it comes onto the table; empty for the boss."""
        if what == "hidden":
            return "dungeon_deck"
        if what != "enemy" or of == record.BOSS:
            return ""
        return "goblin_deck" if of < record.FIRST_MINION else "minion_deck"

    # Moves

    def decision(self, m: Any, s: Any) -> Line:
        """A decision: who does what, to whom or where, and at what price."""
        kind, ability, enemy, hero = (int(m[k]) for k in ("kind", "ability", "enemy", "hero"))
        place, card, number, actor = (int(m[k]) for k in ("place", "card", "number", "actor"))
        phase = int(s["phase"])
        line: Line = {
            "decision": PHASE.words[phase],
            "action": KIND.words[kind],
            "actor": self.names.heroes[s["hero"][actor]],
            "target": words.ENEMY_NAMES[enemy] if enemy != NONE else words.place(place),
            "paid": self.paid(kind, ability, s),
        }
        if phase in IN_CHECK:
            line |= self.check(s, actor)
        if phase in (PHASE.AIM, PHASE.PAY):
            ability = asked_about(s).ability
        if ability != NONE:
            line["ability"] = self.names.abilities[ability]
        if hero != NONE:
            line["hero"] = hero
        if phase == PHASE.EQUIP:
            line["found"] = words.item(self.names, int(asked_about(s).card))
        if card != NONE:
            line["card"] = words.item(self.names, card)
        if number != NONE:
            line |= self.numbered(kind, phase, number, s)
        if kind == kinds.KIND.TAKE:
            line["plus"] = [int(m[k]) for k in ("plus", "plus_2") if m[k] > 0]
        return line

    def check(self, s: Any, seat: int) -> Line:
        """The check in hand: what for, the result it needs, and what is added to the dice.

        Rule N-ATTACK-8: a Defense must be beaten.
        """
        line = {
            "check": CHECKS[s["check_kind"]],
            "needs": int(s["check_target"] + s["check_beats"]),
        }
        if s["phase"] == PHASE.CHOOSE_SKILL:
            return line
        return line | {"bonus": int(modifiers(s, self.cards, seat))}

    def paid(self, kind: int, ability: int, s: Any) -> Line:
        """What a move costs at once."""
        cards = self.cards
        if kind == kinds.KIND.PAY:
            ability = asked_about(s).ability
        focus, health = 0, 0
        if kind in (kinds.KIND.USE, kinds.KIND.PAY_IN_CHECK, kinds.KIND.PAY):
            focus, health = cards["ability_focus"][ability], cards["ability_health"][ability]
        elif kind in (kinds.KIND.TURN_UP, kinds.KIND.TURN_DOWN):
            focus = change_price(s, cards, s["decider"])
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
            row = self.cards["ability_first"][asked_about(s).ability] + number
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


def asked_about(s: Any) -> Any:
    """The task that holds the question."""
    return s["task"][s["tasks"] - 1]
