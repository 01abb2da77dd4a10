"""A table laid out by hand: say what lies where, draw a card, look at what may be done.

    board = Board("paladin+cleric", at=["coast", "capital"], threat={"coast": 3})
    board.draw("coast_mountains")
    assert board.legal() == {"decline", "defend"}
    board.do("defend")

Nothing here knows a rule: the set-up code of the game is not used, and the next decision is
found by the game itself.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simulate.games.defenders.end import is_won
from simulate.games.defenders.log import LOG, EventSerializer
from simulate.games.defenders.moves.move import MOVE
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state.record import END, LIMIT_MOVES, PHASE, STATE
from tests.rules import board
from tests.rules.defenders import entry, known
from tests.rules.defenders.words import OUTER, REGIONS, move_in_words, table_in_words

RING = OUTER  # in the order of the alphabet: the Capital touches coast and mountains
FAR = 99
# Parameters with which games at random meet the foe, artifacts and victories.
LATE = {
    "capital_limit": 15,
    "horde_cards_per_round": 3,
    "enemies_per_deck": 1,
    "fight_damage": 2,
    "artifacts_for_dire": 2,
}
HEROES = tuple(known.HEROES)
# Cards without their abilities: what is left is the rulebook alone.
BARE_HEROES = tuple(f"heroes.{hero}" for hero in HEROES)
BARE_REGIONS = tuple(f"regions.{region}_{side}" for region in OUTER for side in "ab")
BARE = (*BARE_HEROES, *BARE_REGIONS)


def setting(**levels: Any) -> dict[str, Any]:
    """A complete setting: three players, Medium, everything at random."""
    full: dict[str, Any] = {
        "players": 3,
        "horde": "medium",
        "layout": "random",
        "sides": "chosen",
        "party": "dealt",
        "strategy": "random",
        "skill": 1.0,
    }
    full.update(levels)
    for name in ("strategy", "skill"):
        if not isinstance(full[name], list):
            full[name] = [full[name]] * full["players"]
    return full


def prepared(
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, Any] | None = None,
    blanks: Sequence[str] = (),
    **levels: Any,
) -> Any:
    """A cell of the shipped pack with parameters, card values or blanks changed."""
    changes = {f"rules.{path}": value for path, value in (rules or {}).items()}
    changes |= {f"cards.{path}": value for path, value in (cards or {}).items()}
    return _prepared(
        tuple(sorted(changes.items(), key=str)), tuple(blanks), tuple(sorted(levels.items()))
    )


@cache
def shipped() -> Any:
    """The shipped pack."""
    from simulate.pack import load

    return load("defenders")


_tables: dict[str, Any] = {}


def _prepared(changes: tuple, blanks: tuple, levels: tuple) -> Any:
    from simulate.engine.defenders import prepare

    key = repr((changes, blanks, levels))
    if key not in _tables:
        pack = shipped().resolve(dict(changes), blanks)
        _tables[key] = prepare(pack, setting(**dict(levels)))
    return _tables[key]


# Stand-ins as the positions of the tests count on them: they may be set anew at any time
# without a rule being changed.
STAND_INS: dict[str, Any] = {
    "dire_enemies.minotaur.abilities.toughness.effects.0.amount": 1,
    "heroes.paladin.abilities.retribute.health": 1,
    "heroes.paladin.abilities.retribute.effects.0.amount": 1,
    "heroes.cleric.abilities.heal.points": 1,
    "heroes.cleric.abilities.heal.effects.0.amount": 2,
    "heroes.barbarian.abilities.berserk.health": 1,
    "heroes.barbarian.abilities.berserk.effects.0.amount": 1,
    "heroes.druid.abilities.martyr.health": 0,
    "heroes.druid.abilities.martyr.effects.0.amount": 1,
    "heroes.druid.abilities.natures_call.points": 1,
    "heroes.druid.abilities.natures_call.effects.0.amount": 1,
    "heroes.bard.abilities.befriend.points": 1,
    "heroes.bard.abilities.befriend.effects.0.amount": 1,
    "heroes.commander.abilities.command.points": 1,
    "heroes.commander.abilities.command.effects.0.amount": 2,
    "heroes.warrior.abilities.sprint.points": 1,
    "heroes.warrior.abilities.sprint.effects.0.amount": 3,
    "foes.ancient.abilities.grow.effects.0.amount": 2,
    "foes.dragon.abilities.scorch.effects.0.amount": 1,
    "foes.dragon.abilities.scorch.effects.1.amount": 1,
    "foes.giant.abilities.stomp.effects.0.amount": 1,
    "foes.giant.abilities.stomp.effects.0.who": "here",
    "regions.coast_a.abilities.embark.points": 1,
    "regions.coast_b.abilities.dispatch.points": 1,
    "regions.desert_a.abilities.heatwave.points": 2,
    "regions.desert_a.abilities.heatwave.effects.0.amount": 1,
    "regions.desert_b.abilities.sandstorm.points": 0,
    "regions.desert_b.abilities.sandstorm.health": 1,
    "regions.desert_b.abilities.sandstorm.effects.0.amount": 3,
    "regions.forest_a.abilities.enchant.points": 2,
    "regions.forest_a.abilities.enchant.effects.0.amount": 1,
    "regions.forest_b.abilities.reconcile.points": 1,
    "regions.forest_b.abilities.reconcile.effects.0.amount": 1,
    "regions.forest_b.abilities.reconcile.effects.1.amount": 1,
    "regions.mountains_a.abilities.fortify.points": 1,
    "regions.mountains_b.abilities.prepare.points": 1,
    "regions.mountains_b.abilities.prepare.effects.0.amount": 1,
    "regions.plains_a.abilities.safeguard.points": 2,
    "regions.plains_a.abilities.safeguard.effects.0.amount": 1,
    "regions.plains_b.abilities.patrol.points": 2,
    "regions.plains_b.abilities.patrol.effects.0.amount": 1,
    "regions.ruins_a.abilities.absorb.points": 1,
    "regions.ruins_a.abilities.absorb.effects.0.amount": 1,
    "regions.ruins_a.abilities.absorb.effects.1.amount": 1,
    "regions.ruins_b.abilities.sacrifice.points": 1,
    "regions.ruins_b.abilities.sacrifice.health": 1,
    "regions.ruins_b.abilities.sacrifice.effects.0.amount": 2,
}


# A dire enemy against which a defence costs 5 and 4 and 4 health: more than any hero has.
DEAR_RULES = {"defend_health_dire": 5}
DEAR = {
    "dire_enemies.minotaur.abilities.toughness.effects": [{"do": "defend_price", "amount": 4}] * 2,
    "dire_enemies.minotaur.abilities.toughness.effects.0.amount": 4,
}


def stand_ins(blanks: Sequence[str]) -> dict[str, Any]:
    """Those that stand on cards that are not blank."""
    return {p: v for p, v in STAND_INS.items() if ".".join(p.split(".")[:2]) not in blanks}


class Position(board.Board):
    """A game at some moment: what may be done, what lies where."""

    kernels = board.Kernels(STATE, MOVE, LIMIT_MOVES, PHASE, LOG, entry)

    def __init__(self, table: Any) -> None:
        super().__init__(table.tables[0], table.names)
        self.table = table

    def in_words(self, m: Any) -> str:
        return move_in_words(self.names, self.s, m)

    def laid(self) -> dict[str, Any]:
        return table_in_words(self.names, self.s)

    def number(self, card: str) -> int:
        """Number of a card of the turn, horde or destruction deck."""
        from simulate.games.defenders.cards.tables import CARDS, FIRST_DIRE

        names = [self.names.card(i) for i in range(len(self.names.enemies))]
        numbers = [*range(len(names)), *range(FIRST_DIRE, CARDS)]
        return numbers[[*names, *map(self.names.card, range(FIRST_DIRE, CARDS))].index(card)]

    def draw(self, *cards: str) -> "Position":
        """Lay these cards on the turn deck, the first on top, and play on to a decision."""
        return self.lay(*cards).go_on()

    def lay(self, *cards: str) -> "Position":
        """Lay these cards on the turn deck, the first on top."""
        s = self.s
        rest = [int(c) for c in s["turn_deck"][: s["turn_cards"]]]
        pile = [self.number(card) for card in cards]
        pile += [card for card in rest if card not in pile]
        s["turn_deck"][: len(pile)] = pile
        s["turn_cards"] = len(pile)
        return self

    def turn(self, seat: int = 0, points: int | None = None) -> "Position":
        """Begin a hero's turn by the hero's Ally card; `points`: leave so many of them.

        Nobody uses a free artifact before the card is drawn.
        """
        self.draw(f"ally_{seat + 1}").all_pass()
        if points is not None:
            self.s["points"] = points
        return self

    def group(self) -> "Position":
        """Draw a Group Ally card; nobody uses a free artifact before."""
        return self.draw("group_ally_1").all_pass()

    def all_pass(self) -> "Position":
        """Nobody uses a free artifact."""
        while "pass" in self.legal():
            self.do("pass")
        return self

    def legal(self) -> set[str]:
        """Every move that the seat may choose from."""
        return set() if self.over else set(self.listed())

    def price(self, words: str) -> tuple[int, int]:
        """(action points, health) that a listed move costs."""
        m = self.moves[self.listed().index(words)]
        return int(m["points"]), int(m["health"])

    @property
    def asked(self) -> int:
        """Seat that must choose."""
        return int(self.rows()[0].actor)

    @property
    def won(self) -> bool:
        return bool(is_won(self.s))

    @property
    def reason(self) -> str:
        return END.words[int(self.s["outcome"])]

    @property
    def words(self) -> dict[str, Any]:
        return self.laid()

    def threat(self, region: str) -> int:
        return int(self.s["threat"][REGIONS.index(region)])

    def is_destroyed(self, region: str) -> bool:
        return bool(self.s["destroyed"][REGIONS.index(region)])

    def health(self, seat: int = 0) -> int:
        return int(self.s["health"][seat])

    def place(self, seat: int = 0) -> str:
        return REGIONS[self.s["place"][seat]]

    def held(self, seat: int = 0) -> set[str]:
        """Artifacts in front of a player."""
        return self.words["artifacts"][seat]

    @property
    def points(self) -> int:
        return int(self.s["points"])

    @property
    def foe_health(self) -> int:
        return int(self.s["foe_health"])

    @property
    def active(self) -> int | None:
        return self.words["active"]

    def lines(self) -> list[dict[str, Any]]:
        """What the log says so far."""
        return list(EventSerializer(self.names).lines(self.told(), self.log.states))


def dealt(seed: int = 1, replicate: int = 0, *, table: Any = None, **levels: Any) -> Position:
    """A game as the set-up of the game deals it, before its first decision."""
    position = Position(table or prepared(**levels))
    deal(position.s, position.cards, np.uint64(seed), replicate)
    return position


class Board(Position):
    """A game in the middle, as somebody laid it out.

    heroes: names in seat order joined by `+`; deck, discard, horde, destruction: card names,
    top first; at: regions of the heroes; artifacts: what each seat holds; foe_at: region of
    the foe if it is in play; rules, cards: changed values by path; table: a cell that is ready.
    """

    def __init__(
        self,
        heroes: str = "cleric",
        *,
        at: Sequence[str] | str = "capital",
        health: Sequence[int] | None = None,
        ring: Sequence[str] = RING,
        gates: Sequence[str] | None = None,
        sides: Mapping[str, str] | None = None,
        threat: Mapping[str, int] | None = None,
        destroyed: Sequence[str] = (),
        deck: Sequence[str] = ("ally_1",),
        discard: Sequence[str] = (),
        horde: Sequence[str] = ("forest_desert",),
        destruction: Sequence[str] = ("mountains_ruins", "plains_ruins"),
        artifacts: Mapping[int, Sequence[str]] | None = None,
        artifact_deck: Sequence[str] = ("horn_of_command",),
        foe: str = "ancient",
        foe_at: str | None = None,
        foe_health: int = 10,
        round: int = 1,
        rules: Mapping[str, Any] | None = None,
        cards: Mapping[str, Any] | None = None,
        blanks: Sequence[str] = (),
        table: Any = None,
    ) -> None:
        party = heroes.split("+")
        if table is None:
            values = stand_ins(blanks) | dict(cards or {})
            table = prepared(rules, values, blanks, players=len(party), party=heroes)
        super().__init__(table)
        self._clear()
        self._lay_ring(ring, gates)
        self._seat(party, at, health)
        self._lay_regions(sides or {}, threat or {}, destroyed)
        self._lay_piles(deck, discard, horde, destruction)
        self._lay_artifacts(artifacts or {}, artifact_deck)
        self.s["foe"] = self.names.foes.index(foe)
        if foe_at:
            self.s["foe_in_play"] = 1
            self.s["foe_region"] = REGIONS.index(foe_at)
            self.s["foe_health"] = foe_health
            self.s["closed"][REGIONS.index(foe_at)] = foe == "kraken"
        self.s["round_no"] = round

    def _clear(self) -> None:
        s = self.s
        s["keys"] = np.arange(1, len(s["keys"]) + 1, dtype="u8") * np.uint64(0x9E3779B97F4A7C15)
        for field in ("drawn", "active", "horn_region", "foe_region"):
            s[field] = -1
        for field in ("cover", "brace_at"):
            s[field] = -1
        s["phase"] = PHASE.BEFORE_DRAW

    def _lay_ring(self, ring: Sequence[str], gates: Sequence[str] | None) -> None:
        s = self.s
        s["ring"] = [REGIONS.index(name) for name in ring]
        pairs = [(ring[i], ring[(i + 1) % 6]) for i in range(6)]
        pairs += [("capital", gate) for gate in gates or (ring[0], ring[3])]
        s["distance"] = FAR
        for a, b in pairs:
            for x, y in ((a, b), (b, a)):
                i, k = REGIONS.index(x), REGIONS.index(y)
                s["neighbour"][i][s["neighbours"][i]] = k
                s["neighbours"][i] += 1
                s["distance"][i][k] = 1
        for i in range(7):
            s["distance"][i][i] = 0
        for via in range(7):
            for i in range(7):
                for k in range(7):
                    around = s["distance"][i][via] + s["distance"][via][k]
                    s["distance"][i][k] = min(s["distance"][i][k], around)

    def _seat(self, party: list[str], at: Any, health: Any) -> None:
        s = self.s
        s["players"] = len(party)
        places = [at] * len(party) if isinstance(at, str) else at
        for seat, hero in enumerate(party):
            s["hero"][seat] = self.names.heroes.index(hero)
            s["full"][seat] = self.table.tables[0]["hero_health"][s["hero"][seat]]
            s["health"][seat] = s["full"][seat] if health is None else health[seat]
            s["place"][seat] = REGIONS.index(places[seat])

    def _lay_regions(self, sides: Any, threat: Any, destroyed: Sequence[str]) -> None:
        s = self.s
        for i, name in enumerate(REGIONS):
            s["threat"][i] = threat.get(name, 0 if name == "capital" else 1)
            s["side"][i] = "ab".index(sides.get(name, "a"))
            if name in destroyed:
                s["destroyed"][i] = 1
                s["threat"][i] = self.cards["region_limit"]

    def _lay_piles(self, deck: Any, discard: Any, horde: Any, destruction: Any) -> None:
        s = self.s
        piles = (
            ("turn_deck", "turn_cards", deck),
            ("discard", "discards", list(reversed(discard))),
            ("horde", "horde_cards", horde),
            ("destruction", "destruction_cards", destruction),
        )
        for pile, count, cards in piles:
            for i, name in enumerate(cards):
                s[pile][i] = self.number(name)
            s[count] = len(cards)

    def _lay_artifacts(self, artifacts: Any, deck: Sequence[str]) -> None:
        s = self.s
        s["artifact"] = -2
        for i, name in enumerate(deck):
            s["artifact_deck"][i] = self.names.artifacts.index(name)
            s["artifact"][self.names.artifacts.index(name)] = -1
        s["artifacts_left"] = len(deck)
        for seat, names in artifacts.items():
            for name in names:
                s["artifact"][self.names.artifacts.index(name)] = seat


def bare(heroes: str = "druid", **laid: Any) -> Board:
    """A board on which heroes and regions have no abilities."""
    return Board(heroes, blanks=BARE, **laid)
