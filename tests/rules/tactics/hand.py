"""Positions laid by hand on an invented field, and a way to play on from them in words.

They are played before the referee and in the kernels at once: whatever a test says of the one
holds for the other, for after every answer the same table lies there and the same is legal.
"""

from typing import Any

from tests.rules.tactics import shipped
from tests.rules.tactics.kernels import Heard, Kernels
from tests.rules.tactics.referee import Land, Luck, Table, Unit, new_unit, play
from tests.rules.tactics.referee.land import TERRAIN
from tests.rules.twice import Seated, seat_of

# A letter for the terrain, a number for the level, a mark after a colon.
FIELD = """
P   P   P   P   P    P    P   P   P   P
P   F   P   V   P    W    P   P   P   P
P   P   P1  P1  P    P    K   P   P   P
P   P   P1  P2  P    P    P   P   K1  P1
P:s P:s P   P   P    T    P   P   P1  P1
P:s P:S P   P   P    P    P   P   P   P
P:s P:s P   V   P:R  P:H  P   P   P   P
"""
# Columns 3 to 4, rows 3 to 4: a box with a smaller one on it; 9 to 10, 4 to 5: another box.
BOXES = {(3, 3): "box_2x2", (4, 3): "box_2x2", (3, 4): "box_2x2", (4, 4): "box_1x2"}
BOXES |= {(9, 4): "box_3x2", (10, 4): "box_3x2", (9, 5): "box_3x2", (10, 5): "box_3x2"}
PORTALS = [((3, 2), "box_2x2"), ((5, 3), "box_2x2"), ((9, 6), "box_3x2")]
NO_SOURCE: dict[str, Any] = {"*": "stand-in: invented by a test"}


def field() -> Land:
    land = Land(on={"box_2x2": None, "box_1x2": "box_2x2", "box_3x2": None})
    for j, row in enumerate(FIELD.split("\n")[1:-1], 1):
        for i, token in enumerate(row.split(), 1):
            body, _, mark = token.partition(":")
            land.terrain[i, j] = TERRAIN[body[0]]
            land.level[i, j] = int(body[1:] or 0)
            land.box[i, j] = BOXES.get((i, j))
            land.mark[i, j] = mark or "."
    land.portals = list(PORTALS)
    land.insides = {
        "box_2x2": {
            (1, 1): "entrance",
            (2, 1): "magic barrier",
            (1, 2): "trap",
            (2, 2): "crystal",
        },
        "box_3x2": {
            (1, 1): "entrance",
            (2, 1): "monster",
            (3, 1): "cave-in",
            (1, 2): "locked door",
            (2, 2): "water",
            (3, 2): "crystal",
        },
        "box_1x2": {(1, 1): "entrance", (1, 2): "crystal"},
    }
    return land


def plain_units() -> dict[str, Any]:
    """Four plain units a class: stats that are easy to reckon with, no abilities."""
    shot = {"damage": 2, "range": 3, "dice": 2}
    bolt = {
        "name": "BOLT",
        "aim": "enemy",
        "range": 3,
        "effects": [{"do": "damage", "amount": 2, "power": 1, "who": "other"}],
    }
    stats: dict[str, dict[str, Any]] = {
        "fighter": {"health": 8, "melee": (2, 2), "missile": shot, "ammo": 3},
        "beast": {"health": 9, "melee": (3, 3)},
        "rogue": {"health": 6, "melee": (1, 1), "missile": shot, "ammo": 4},
        "wizard": {"health": 6, "melee": (1, 1), "spell": bolt, "mana": 6},
    }
    return {f"{name}{n}": plain(name, card) for name, card in stats.items() for n in range(8)}


def plain(of_class: str, card: dict[str, Any]) -> dict[str, Any]:
    damage, dice = card["melee"]
    melee = {"damage": damage, "dice": dice}
    solo: dict[str, Any] = {"health": card["health"], "movement": 4, "melee": melee}
    if "missile" in card:
        solo["missile"] = {"damage": 2, "range": 3}
    if "spell" in card:
        solo["spell"] = {"damage": 1, "range": 3, "power": 1}
    return {**card, "class": of_class, "movement": 4, "melee": melee, "solo": solo}


class Position(Seated):
    """Seats are P1 to P4; in adventures P2 and P4 are Solo Enemies.

    units: "P1": "fighter 2,3; wizard 1,1 health=4 weakened", in which `name=3` sets a track and
    a bare word a state.  abilities: "P1 fighter": its abilities, spell: "P1 wizard": its spell.
    """

    def __init__(
        self,
        units: dict[str, str],
        *,
        mode: str = "competitive",
        seats: int = 2,
        active: str = "P1",
        dice: str = "",
        abilities: dict[str, list[dict[str, Any]]] | None = None,
        spell: dict[str, dict[str, Any]] | None = None,
        tactics: dict[str, list[dict[str, Any]]] | None = None,
        deck: list[dict[str, Any]] | None = None,
        cards: list[dict[str, Any]] | None = None,
        told: dict[str, Any] | None = None,
        rules: dict[str, Any] | None = None,
        start: bool = True,
        **state: Any,
    ) -> None:
        found = shipped.pack() | {"units": plain_units(), "tactics": {}}
        t = self.t = Table(shipped.rules(**(rules or {})), found, field(), mode, seats, Luck(1))
        t.luck = Heard(dice, **(told or {}))
        for seat in range(seats):
            self._add_units(seat, units.get(f"P{seat + 1}", ""), abilities or {}, spell or {})
        for of_class in ("fighter", "beast", "rogue", "wizard"):
            t.decks[of_class] = [f"{of_class}{n}" for n in range(4, 8)]
        for name, hand in (tactics or {}).items():
            for card in hand:
                self._add_tactic(card, t.hands[seat_of(name)])
        for card in deck or []:
            self._add_tactic(card, t.deck)
        if cards is not None:
            found["enemy_cards"] = {f"card{n}": card for n, card in enumerate(cards)}
            t.enemy_deck = list(found["enemy_cards"])
        if t.adventure:
            t.time = t.rules[f"time.{mode}"]
        t.active = seat_of(active)
        for name, value in state.items():
            setattr(t, name, value)
        self.game = play(t, setup=False)
        if start:
            self.go()

    def _add_units(self, seat: int, text: str, abilities, spell) -> None:
        t = self.t
        for part in filter(None, (p.strip() for p in text.split(";"))):
            of_class, at, *states = part.split()
            unit = new_unit(t, f"{of_class}{seat}", seat, solo=t.is_enemy(seat))
            name = f"P{seat + 1} {of_class}"
            if name in abilities or name in spell:
                unit.card = dict(unit.card)
                named = {str(n): a for n, a in enumerate(abilities.get(name, []))}
                unit.card["abilities"] = named
                unit.card["solo"] = unit.card["solo"] | {"abilities": named}
                if name in spell:
                    unit.card["spell"] = spell[name]
            unit.at = space(at)
            for state in states:
                key, _, value = state.partition("=")
                setattr(unit, key, int(value) if value else True)
            t.units.append(unit)

    def _add_tactic(self, card: dict[str, Any], pile: list[str]) -> None:
        name = card.get("name", f"card{len(self.t.pack['tactics'])}")
        self.t.pack["tactics"][name] = {"name": name, "abilities": {"use": card}}
        pile.append(name)

    def go(self) -> "Position":
        kernels = Kernels(self.t)
        kernels.begin()
        self.send(None)
        self.kernels = kernels
        kernels.begun(self.question)
        return self

    def answer(self, answer: str) -> None:
        self.kernels.look_again()
        self.send(answer)
        self.kernels.follow(answer, self.question)

    def unit(self, name: str) -> Unit:
        """`P1 fighter`; the one that came last, if one was replaced."""
        seat, of_class = name.split()
        found = [u for u in self.t.units if u.seat == seat_of(seat) and u.of_class == of_class]
        return found[-1]

    def at(self, name: str) -> str:
        unit = self.unit(name)
        return "gone" if unit.at is None else f"{unit.at[0]},{unit.at[1]}"

    def health(self, name: str) -> int:
        return self.unit(name).health


def ability(when: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An ability or a tactic card; `kind` stands for `with`, `cond` for `if`."""
    renamed = {{"kind": "with", "cond": "if"}.get(key, key): value for key, value in more.items()}
    return {"when": when, "effects": list(effects), **renamed}


def does(do: str, amount: int | None = None, **more: Any) -> dict[str, Any]:
    return {"do": do, **({} if amount is None else {"amount": amount}), **more}


def spell(aim: str, *effects: dict[str, Any], reach: int | None = 3) -> dict[str, Any]:
    return {"name": "SPELL", "aim": aim, "range": reach, "effects": list(effects)}


def enemy_card(activates: str, compass: str, **bonus: Any) -> dict[str, Any]:
    effects = [does("damage", 1, who="self")]
    return {
        "activates": activates,
        "compass": compass,
        "bonus": bonus,
        "monster": {"name": "Rat", "effects": effects},
    }


def space(text: str) -> tuple[int, int]:
    column, row = text.split(",")
    return int(column), int(row)
