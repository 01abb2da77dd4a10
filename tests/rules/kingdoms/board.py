"""The kernels' table in the words of the rulebook, and moves named as the referee names them."""

from typing import Any

from simulate.games.kingdoms.cards.codes import PLACES, SEATS
from simulate.games.kingdoms.cards.tables import Catalogue
from simulate.games.kingdoms.cards.vocabulary import GOODS, NONE
from simulate.games.kingdoms.log import LOG
from simulate.games.kingdoms.moves import move as kinds
from simulate.games.kingdoms.moves.move import MOVE
from simulate.games.kingdoms.moves.questions import collects_from
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import put_meeple
from simulate.games.kingdoms.state.record import LIMIT_MOVES, NEUTRAL, PHASE, PIECES, STATE
from tests.rules import board
from tests.rules.kingdoms import entry
from tests.rules.plain import plain

ACTIONS = ("patrol", "quest", "build", "research", "expand", "trade")


def goods_in_words(mana: int, ore: int, food: int) -> str:
    """`2f 1m 3o`; kinds of which there are none are left out."""
    told = [f"{n}{letter}" for n, letter in ((food, "f"), (mana, "m"), (ore, "o")) if n]
    return " ".join(told) or "nothing"


class Board(board.Board):
    """One game of the kernels; places: their names, where the land is invented."""

    kernels = board.Kernels(STATE, MOVE, LIMIT_MOVES, PHASE, LOG, entry)

    def __init__(self, cards: Any, names: Catalogue, places: list[str] | None = None) -> None:
        super().__init__(cards, names)
        self.places = places or []
        self.territories = self.state["territory"][0]

    # ------------------------------------------------------------ names

    def place(self, place: int) -> str:
        """Name of a place in play."""
        if self.places:
            return self.places[place]
        return self.names.place(int(self.territories[place // PLACES]), place % PLACES)

    def token(self, kind: int) -> str:
        name = self.names.tokens[kind]
        return "lair" if name == "dragons_lair" else name

    def in_words(self, m: Any) -> str:
        kind = int(m.kind)
        goods = goods_in_words(int(m.mana), int(m.ore), int(m.food))
        here = self.place(int(m.place)) if m.place != NONE else ""
        goal = self.place(int(m.goal)) if m.goal != NONE else ""
        resource = GOODS[int(m.resource)] if m.resource != NONE else ""
        number = int(m.number)
        if kind == kinds.KIND.EXCHANGE:
            own = int(collects_from(self.s, self.cards, m.actor, m.place))
            return f"exchange {GOODS[own] if own != NONE else 'nothing'} for {resource}"
        if kind == kinds.KIND.LAY_TOKENS:
            home = int(m.actor) * PLACES
            return "lay " + " ".join(self.place(home + r) for r in range(5) if number >> r & 1)
        told = {
            kinds.KIND.CHOOSE_SIDE: lambda: f"side {self.names.territories[number]}",
            kinds.KIND.SPLIT_RESOURCES: lambda: f"split {goods}",
            kinds.KIND.START: lambda: f"start {goal}",
            kinds.KIND.PLACE_DUMMY: lambda: f"dummy {goal}",
            kinds.KIND.SELECT: lambda: f"select {ACTIONS[number]}",
            kinds.KIND.DO_NOTHING: lambda: "nothing",
            kinds.KIND.COLLECT: lambda: "collect",
            kinds.KIND.PATROL: lambda: f"patrol {here} {goal}",
            kinds.KIND.STAND_UP: lambda: f"stand up {here}",
            kinds.KIND.QUEST: lambda: f"quest {here} {goal}",
            kinds.KIND.BUILD: lambda: "build",
            kinds.KIND.RESEARCH: lambda: "research",
            kinds.KIND.EXPAND: lambda: f"expand {goal}",
            kinds.KIND.TRADE: lambda: f"trade {goods} into {resource}",
            kinds.KIND.STOP: lambda: "stop",
            kinds.KIND.PAY: lambda: f"pay {goods}",
            kinds.KIND.TAKE: lambda: f"take {resource}",
            kinds.KIND.PLUNDER: lambda: f"take {resource}",
            kinds.KIND.TAKE_TREASURE: lambda: f"take {goods}",
            kinds.KIND.PAY_BANDITS: lambda: f"pay {goods}",
            kinds.KIND.LOSE_MEEPLE: lambda: "lose the meeple",
            kinds.KIND.WHITE_FLAG: lambda: "flag",
            kinds.KIND.SET_NUMBER: lambda: f"set {number}",
            kinds.KIND.RAISE: lambda: f"raise {number or 'nothing'}",
            kinds.KIND.YIELD: lambda: "yield",
            kinds.KIND.USE_LAIR: lambda: "use lair",
            kinds.KIND.LEAVE_LAIR: lambda: "leave lair",
            kinds.KIND.NEXT_REGION: lambda: f"next {here}",
            kinds.KIND.RETREAT: lambda: f"retreat {goal}",
            kinds.KIND.CHURCH: lambda: f"church {goal}",
            kinds.KIND.GIVE_UP: lambda: "give up",
            kinds.KIND.KEEP: lambda: f"keep {goal}",
        }
        return told[kind]()

    # ------------------------------------------------------------ the table

    def laid(self) -> dict[str, Any]:
        s = plain(self.s)
        seats = range(int(s.seats))
        slots = range(int(s.slots) * PLACES)
        triggers = record.TRIGGER.words
        return {
            "goods": [{k: int(s.goods[i, n]) for n, k in enumerate(GOODS)} for i in seats],
            "tower": [int(s.tower[i]) for i in seats],
            "magic": [int(s.magic[i]) for i in seats],
            "regions": self.regions(s),
            "captures": [int(s.captures[i]) for i in seats],
            "crown": None if s.crown == NONE else int(s.crown),
            "hidden": {self.place(p): self.token(s.hidden[p]) for p in slots if s.hidden[p] >= 0},
            "open": {self.place(p): self.token(s.open[p]) for p in slots if s.open[p] >= 0},
            "shields": {ACTIONS[a] for a in range(len(ACTIONS)) if s.shield[a]},
            "active": int(s.active),
            "clearings": int(s.round_no) - 1,
            "triggers": {triggers[k] for k in range(len(triggers)) if s.trigger[k]},
            "by_day": not s.night,
        }

    def regions(self, s: Any) -> dict[str, list[tuple[int, bool]]]:
        """Owners of the meeples in each region, neutral ones as -1, and whether they lie."""
        found: dict[str, list[tuple[int, bool]]] = {}
        for seat in range(int(s.seats)):
            for meeple in range(PIECES):
                place = int(s.place[seat, meeple])
                if place != NONE:
                    lies = bool(s.lying[seat, meeple])
                    found.setdefault(self.place(place), []).append((seat, lies))
        for place in range(int(s.slots) * PLACES):
            if s.owner[place, 0] == NEUTRAL:
                found.setdefault(self.place(place), []).append((-1, False))
        return {name: sorted(there) for name, there in found.items()}

    def look(self) -> None:
        """What holds at every decision (docs/kingdoms-readings.md, section 6)."""
        s, cards = plain(self.s), self.cards
        counted = {}
        for seat in range(int(s.seats)):
            places = [int(p) for p in s.place[seat] if p != NONE]
            assert len(places) == s.in_play[seat] <= cards.meeples
            assert all(0 <= n <= cards.resource_limit for n in s.goods[seat])
            for place in places:
                counted.setdefault(place, []).append(seat)
        for place in range(SEATS * PLACES):
            there = [int(o) for o in s.owner[place] if o != NONE]
            assert (s.owner[place, 0] == NONE) <= (s.owner[place, 1] == NONE)
            assert sorted(o for o in there if o != NEUTRAL) == sorted(counted.get(place, []))
        assert 4 * s.tasks <= 3 * record.TASKS and s.shields <= cards.shields

    def take_away(self, seat: int, places: Any) -> None:
        """The meeple of a seat in the first of its places goes back to the supply."""
        first = min(p for p in places if p != NONE)
        put_meeple(self.s, seat, list(places).index(first), NONE, 0, None)
