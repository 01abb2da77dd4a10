"""The event log: a whole game that can be checked by hand.

Every line after the first changes the state of the line before it by one thing, so a
reader who knows only docs/log/defenders.md can follow the game to its end.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simulate.core import ledger
from simulate.games.defenders.cards.tables import NONE, Catalogue
from simulate.games.defenders.cards.vocabulary import REGIONS
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.changes import LINE, LIST_FROM, PILE, WHAT
from simulate.games.defenders.state.record import END

Line = dict[str, Any]
BY_REGION = ("threat", "destroyed", "closed", "used", "guard_enemy", "guard_any", "side")
BY_SEAT = ("health", "place", "brace", "brace_at", "free_defense", "free_moves")
YES_NO = (
    "destroyed",
    "closed",
    "used",
    "free_defense",
    "free_moves",
    "foe_in_play",
    "ignore_enemies",
)
IN_A_REGION = ("place", "brace_at", "foe_region")


class Teller:
    """Turns a game's record and log rows into JSON-able lines.

    names: what the numbers of cards stand for.
    """

    def __init__(self, names: Catalogue) -> None:
        self.names = names
        self.rules = list(ledger.rules("defenders"))

    def value(self, what: str, number: int) -> Any:
        """A number on the table in the log's words."""
        if what in YES_NO:
            return bool(number)
        if what in IN_A_REGION:
            return None if number == NONE else REGIONS[number]
        if what == "side":
            return "ab"[number]
        if what == "active":
            return None if number == NONE else int(number)
        if what == "outcome":
            return END.words[int(number)] if number else None
        return int(number)

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
        for what in WHAT.words:
            if what in BY_REGION:
                state[what] = {name: self.value(what, s[what][r]) for r, name in enumerate(REGIONS)}
            elif what in BY_SEAT:
                state[what] = {str(i): self.value(what, s[what][i]) for i in seats}
            else:
                # A record has a method called round, so the field is round_no.
                state[what] = self.value(what, s["round_no" if what == "round" else what])
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

    def lines(self, rows: np.ndarray, states: np.ndarray) -> Iterator[Line]:
        """One line for each row; `states[i]` is the table after row i."""
        for n, row in enumerate(rows, 1):
            head = {
                "n": n,
                "round": int(row[1]),
                "turn": int(row[2]),
                "seat": None if row[3] == NONE else int(row[3]),
            }
            rule = None if row[4] == NONE else self.rules[row[4]]
            yield head | self.body(row, states, n - 1) | {"rule": rule}

    def body(self, row: np.ndarray, states: np.ndarray, i: int) -> Line:
        """What a row says, by its kind."""
        kind = row[0]
        if kind == LINE.MOVE:
            return self.move(row, states[i])
        if kind == LINE.CHANGE:
            return self.change(row)
        if kind == LINE.CARD:
            return self.card_moves(row)
        if kind == LINE.SHUFFLE:
            return self.order(row, states, i)
        assert kind == LINE.CHANCE
        return {"event": "chance", "kind": "tie", "among": int(row[6]), "result": int(row[5])}

    def change(self, row: np.ndarray) -> Line:
        what = WHAT.words[row[5]]
        of = None
        if what in BY_REGION:
            of = REGIONS[row[6]]
        elif what in BY_SEAT:
            of = str(row[6])
        return {
            "event": "effect",
            "what": what,
            "of": of,
            "from": self.value(what, row[7]),
            "to": self.value(what, row[8]),
        }

    def card_moves(self, row: np.ndarray) -> Line:
        source, goal = PILE.words[row[6]], PILE.words[row[7]]
        if "artifact" in source:
            card = self.names.artifacts[row[5]]
        else:
            card = self.names.card(int(row[5]))
        drawn = goal in ("drawn", "artifacts")
        head = {"event": "chance", "kind": "draw"} if drawn else {"event": "effect"}
        return head | {
            "what": "card",
            "of": card,
            "from": self.pile(source, row[8]),
            "to": self.pile(goal, row[8]),
        }

    def pile(self, pile: str, owner: int) -> str:
        """`cover.coast` and `artifacts.0` for piles that have an owner."""
        if pile == "cover":
            return f"cover.{REGIONS[owner]}"
        return f"artifacts.{owner}" if pile == "artifacts" else pile

    def order(self, row: np.ndarray, states: np.ndarray, i: int) -> Line:
        cards = [self.names.card(int(c)) for c in row[LIST_FROM : LIST_FROM + row[6]]]
        if row[7] == 0:
            return {"event": "chance", "kind": "shuffle", "of": "turn_deck", "to": cards}
        before = self.piles(states[i - 1])["turn_deck"]
        return {"event": "effect", "what": "turn_deck", "of": None, "from": before, "to": cards}

    def move(self, row: np.ndarray, s: Any) -> Line:
        """A decision: who did what, where, and at what price."""
        kind, region, ability, target = (int(x) for x in row[5:9])
        hero, artifact, first, second, points, health = (int(x) for x in row[9:15])
        seat = int(row[3])
        line: Line = {
            "event": "move",
            "action": KIND.words[kind],
            "actor": self.names.heroes[s["hero"][seat]],
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


def move_words(teller: Teller, m: Any, s: Any) -> Line:
    """A legal move that was not yet made, as in the log."""
    row = np.zeros(16, "i4")
    row[0], row[3] = LINE.MOVE, m["actor"]
    row[5:9] = m["kind"], m["region"], m["ability"], m["target"]
    row[9:15] = [m[k] for k in ("hero", "artifact", "first", "second", "points", "health")]
    line = teller.move(row, s)
    del line["event"]
    return line
