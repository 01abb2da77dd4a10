"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/defenders.md can follow the game to its end.
"""

from collections.abc import Iterable
from typing import Any

from simulate.games.defenders.cards.tables import NONE, Catalogue
from simulate.games.defenders.cards.vocabulary import REGIONS
from simulate.games.defenders.moves.move import KIND, MOVE
from simulate.games.defenders.state.changes import PILE, WHAT
from simulate.games.defenders.state.record import DECK, END, STATE
from simulate.mechanics import event_serializer
from simulate.mechanics.event_serializer import Line
from simulate.mechanics.log import line_row, log_row

# A card that moves: source and goal are piles, owner the region or seat of a pile that has one;
# the turn deck's order, top first.
LOG = log_row(line_row(MOVE, "card", "source", "goal", "owner", order=DECK), STATE)


class EventSerializer(event_serializer.EventSerializer):
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for.
    """

    PACKAGE, THINGS, ENDS = "defenders", WHAT, END
    names: Catalogue

    def every(self, of: str, s: Any) -> Iterable[int]:
        return range(len(REGIONS) if of == "region" else int(s["players"]))

    def name(self, kind: str, number: int, s: Any) -> str:
        if kind == "region":
            return REGIONS[number]
        return "ab"[number] if kind == "side" else str(number)

    def state(self, s: Any) -> Line:
        """The complete table, hidden parts too; decks top first."""
        seats = range(int(s["players"]))
        names = self.names
        state: Line = {
            "hero": {str(i): names.heroes[s["hero"][i]] for i in seats},
            "full_health": {str(i): int(s["full"][i]) for i in seats},
            "ring": [REGIONS[r] for r in s["ring"]],
            "next_to_capital": [REGIONS[r] for r in s["neighbour"][0][:2]],
            "foe": names.foes[s["foe"]],
        }
        state |= {what: self.whole(what, s) for what in WHAT}
        return state | self.piles(s)

    def piles(self, s: Any) -> Line:
        """Every pile of cards, top first."""
        card, names = self.names.card, self.names
        held = range(len(names.artifacts))
        owner = s["artifact"]
        return {
            "turn_deck": [card(c) for c in s["turn_deck"][: s["turn_cards"]]],
            "discard": [card(c) for c in s["discard"][: s["discards"]][::-1]],
            "drawn": [] if s["drawn"] == NONE else [card(int(s["drawn"]))],
            "horde_deck": [card(c) for c in s["horde"][: s["horde_cards"]]],
            "destruction_deck": [card(c) for c in s["destruction"][: s["destruction_cards"]]],
            "cover": {
                name: [] if s["cover"][r] == NONE else [card(int(s["cover"][r]))]
                for r, name in enumerate(REGIONS)
            },
            "artifact_deck": [
                names.artifacts[a] for a in s["artifact_deck"][: s["artifacts_left"]]
            ],
            "artifacts": {
                str(i): [names.artifacts[a] for a in held if owner[a] == i]
                for i in range(int(s["players"]))
            },
            "removed": [names.artifacts[a] for a in held if owner[a] == -2],
        }

    def card(self, row: Any, s: Any, before: Any) -> Line:
        """A card that goes from one pile to another."""
        source, goal = PILE.words[row.source], PILE.words[row.goal]
        if "artifact" in source:
            card = self.names.artifacts[row.card]
        else:
            card = self.names.card(int(row.card))
        drawn = goal in ("drawn", "artifacts")
        head = {"event": "chance", "kind": "draw"} if drawn else {"event": "effect"}
        return head | {
            "what": "card",
            "of": card,
            "from": self.pile(source, row.owner),
            "to": self.pile(goal, row.owner),
        }

    def pile(self, pile: str, owner: int) -> str:
        """`cover.coast` and `artifacts.0` for piles that have an owner."""
        if pile == "cover":
            return f"cover.{REGIONS[owner]}"
        return f"artifacts.{owner}" if pile == "artifacts" else pile

    def shuffle(self, row: Any, s: Any, before: Any) -> Line:
        """The turn deck as chance laid it."""
        return {"event": "chance", "kind": "shuffle", "of": "turn_deck", "to": self.deck(row)}

    def order(self, row: Any, s: Any, before: Any) -> Line:
        """The turn deck as a hero laid it."""
        old = self.piles(before)["turn_deck"]
        to = self.deck(row)
        return {"event": "effect", "what": "turn_deck", "of": None, "from": old, "to": to}

    def deck(self, row: Any) -> list[str]:
        """The cards of the turn deck, top first."""
        return [self.names.card(int(card)) for card in row.order[: row.count]]

    def decision(self, m: Any, s: Any) -> Line:
        """A decision: who does what, where, and at what price."""
        kind, region, ability, target = (int(m[k]) for k in ("kind", "region", "ability", "target"))
        hero, artifact, first, second = (int(m[k]) for k in ("hero", "artifact", "first", "second"))
        points, health = int(m["points"]), int(m["health"])
        line: Line = {
            "action": KIND.words[kind],
            "actor": self.names.heroes[s["hero"][m["actor"]]],
            "target": REGIONS[region] if region != NONE else None,
            "paid": {"points": 0 if kind == KIND.TAKE_POINTS else points, "health": health},
        }
        if kind == KIND.TAKE_POINTS:
            line["points"] = points
        if ability != NONE:
            line["ability"] = self.names.abilities[ability]
        if target != NONE:
            line["ability_target"] = REGIONS[target]
        if hero != NONE:
            line["hero"] = hero
        if artifact != NONE:
            line["artifact"] = self.names.artifacts[artifact]
        if kind == KIND.PUT_CARD:
            line["card"] = self.names.card(int(s["turn_deck"][first]))
        elif artifact != NONE and first != NONE:
            line["cards"] = [self.names.card(c) for c in (first, second) if c != NONE]
        elif first != NONE:
            line["side"] = "ab"[first]
        return line
