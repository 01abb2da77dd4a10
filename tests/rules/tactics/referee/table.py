"""What lies on the table, and the questions that the rules ask about it."""

from dataclasses import dataclass, field
from typing import Any

from tests.rules.tactics.referee.land import WAYS, At, Land
from tests.rules.tactics.referee.luck import die

CLASSES = ("fighter", "beast", "rogue", "wizard")
BATTLES = ("battle", "battle_team")
ADVENTURES = ("solo", "coop")
Effect = dict[str, Any]


class GameOver(Exception):
    pass


@dataclass(eq=False)
class Unit:
    """A unit in play, captured (no space) or inside a dungeon."""

    name: str
    seat: int
    card: dict[str, Any]
    solo: bool = False
    at: At | None = None
    inside: tuple[str, At] | None = None
    last_at: At | None = None  # where it was captured
    health: int = 0
    ammo: int = 0
    mana: int = 0
    weakened: bool = False
    weakened_now: bool = False  # in this turn
    acted: list[str] = field(default_factory=list)  # actions taken in this turn
    villages: set[At] = field(default_factory=set)  # gained from in this turn
    began_on_ballista: bool = False
    under: str | None = None  # Solo Enemy card beneath its card
    captured: bool = False

    @property
    def of_class(self) -> str:
        return self.card["class"]

    @property
    def stats(self) -> dict[str, Any]:
        return self.card["solo"] if self.solo else self.card

    @property
    def in_play(self) -> bool:
        return not self.captured and (self.at is not None or self.inside is not None)

    def __str__(self) -> str:
        return self.of_class


@dataclass
class Table:
    """One game.  `rules` maps the names of rules.toml to values, `pack` is the plain data."""

    rules: dict[str, Any]
    pack: dict[str, Any]
    land: Land
    mode: str
    seats: int
    luck: Any
    units: list[Unit] = field(default_factory=list)
    decks: dict[str, list[str]] = field(default_factory=dict)  # class -> unit cards left
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    flags: dict[str, int] = field(default_factory=dict)  # spaces advanced from START
    triggered: set[str] = field(default_factory=set)
    holder: dict[str, int] = field(default_factory=dict)  # secured area -> seat
    captures: list[list[str]] = field(default_factory=list)
    artifact: At | None = None  # where it lies
    bearer: Unit | None = None
    time: int = 0
    crystals: set[str] = field(default_factory=set)
    flipped: dict[str, Unit] = field(default_factory=dict)  # box -> unit inside
    enemy_deck: list[str] = field(default_factory=list)
    enemy_discards: list[str] = field(default_factory=list)
    bonus: dict[str, Any] = field(default_factory=dict)  # of the activation going on
    active: int = 0
    turns: int = 0
    actions_left: int = 0
    ending: int | None = None  # seat that triggered the end
    reason: str = ""
    outcome: str | None = None

    def __post_init__(self) -> None:
        each = range(self.seats)
        self.hands = self.hands or [[] for _ in each]
        self.captures = self.captures or [[] for _ in each]
        self.flags = self.flags or dict.fromkeys("srh", 0)
        self.faces = die(self.rules)

    # ------------------------------------------------------------ who is who

    @property
    def adventure(self) -> bool:
        return self.mode in ADVENTURES

    @property
    def battle(self) -> bool:
        return self.mode in BATTLES

    def is_enemy(self, seat: int) -> bool:
        """Whether a Solo Enemy has the seat."""
        return self.adventure and seat % 2 == 1

    def team(self, seat: int) -> int:
        return seat % 2 if self.adventure or self.mode in ("team", "battle_team") else seat

    def around(self, first: int) -> list[int]:
        return [(first + i) % self.seats for i in range(self.seats)]

    def of(self, seat: int) -> list[Unit]:
        """A seat's units in play, in the order of the classes."""
        mine = [u for u in self.units if u.seat == seat and u.in_play]
        return sorted(mine, key=lambda u: CLASSES.index(u.of_class))

    def friends(self, seat: int) -> list[Unit]:
        """Units of a team in play."""
        return [u for s in range(self.seats) if self.team(s) == self.team(seat) for u in self.of(s)]

    def allies(self, unit: Unit) -> list[Unit]:
        return [u for u in self.friends(unit.seat) if u is not unit]

    def foes(self, seat: int) -> list[Unit]:
        """Enemies on the map."""
        return [
            u
            for s in range(self.seats)
            if self.team(s) != self.team(seat)
            for u in self.of(s)
            if u.at is not None
        ]

    def is_foe(self, one: Unit, other: Unit) -> bool:
        return self.team(one.seat) != self.team(other.seat)

    # ------------------------------------------------------------ the map

    def closed_boxes(self) -> set[str]:
        """Boxes flipped over or set aside."""
        return {upper for box in self.flipped for upper in self.land.above(box)}

    def is_open(self, at: At) -> bool:
        """Whether there is such a space now."""
        if at not in self.land.terrain:
            return False
        return not self.flipped or self.land.box[at] not in self.closed_boxes()

    def unit_at(self, at: At, but: Unit | None = None) -> Unit | None:
        for unit in self.units:
            if unit.at == at and unit is not but:
                return unit
        return None

    def free(self, at: At) -> bool:
        return self.is_open(at) and self.unit_at(at) is None

    def in_use(self, front: At, box: str) -> bool:
        """Whether the portal of a box that leads to a space can be used now."""
        return self.is_open(front) and box not in self.closed_boxes()

    def portals(self) -> list[tuple[At, str]]:
        """Portals in use: (space in front, box)."""
        return [(at, box) for at, box in self.land.portals if self.in_use(at, box)]

    def portal_boxes(self, at: At) -> list[str]:
        return [box for front, box in self.land.portals if front == at and self.in_use(at, box)]

    def higher(self, one: At, other: At) -> int:
        """Levels by which the first space is above the second."""
        return self.land.level[one] - self.land.level[other]

    # ------------------------------------------------------------ abilities

    def abilities(self, unit: Unit) -> list[dict[str, Any]]:
        if unit.solo and not self.rules["enemy_abilities"]:
            return []
        return list(unit.stats.get("abilities", {}).values())

    def standing(
        self, unit: Unit, do: str, kind: str | None = None, other: Unit | None = None
    ) -> list[Effect]:
        """Standing effects of a unit that hold now; kind: of the attack, where it matters."""
        return [
            effect
            for ability in self.abilities(unit)
            if ability["when"] == "always"
            and (kind is None or speaks_of(ability.get("with"), kind))
            and self.holds(ability.get("if"), unit, other)
            for effect in ability["effects"]
            if effect["do"] == do
        ]

    def total(self, unit: Unit, do: str, kind: str | None = None, other: Unit | None = None) -> int:
        return sum(effect["amount"] for effect in self.standing(unit, do, kind, other))

    def holds(self, condition: str | None, unit: Unit, other: Unit | None) -> bool:
        """Whether a condition of an ability or tactic card is met."""
        if condition is None:
            return True
        about = unit if condition.startswith("self_") else other
        if about is None:
            return False
        word = condition.partition("_")[2]
        if word == "weakened":
            return about.weakened
        if word == "hurt":
            return 2 * about.health <= about.stats["health"]
        if word in CLASSES:
            return about.of_class == word
        if about.at is None:
            return False
        return self.holds_on_map(word, about, unit)

    def holds_on_map(self, word: str, about: Unit, unit: Unit) -> bool:
        assert about.at is not None
        terrain = self.land.terrain[about.at]
        if word in ("on_peak", "in_forest", "in_water", "in_village"):
            return terrain == word.partition("_")[2]
        if word == "high":
            return self.land.level[about.at] > 0
        if word == "in_area":
            return not self.battle and bool(self.land.areas_of(about.at))
        beside = [distance(u.at, about.at) for u in self.allies(about) if u.at is not None]
        if word == "alone":
            return not any(d <= 2 for d in beside)
        if word == "beside_ally":
            return any(d == 1 for d in beside)
        if word == "flanked":
            mine = [u for u in self.allies(unit) if u.at is not None]
            return any(distance(u.at, about.at) == 1 for u in mine)
        assert word in ("lower", "higher")
        if unit.at is None:
            return False
        levels = self.higher(about.at, unit.at)
        return levels < 0 if word == "lower" else levels > 0

    # ------------------------------------------------------------ rolls

    def roll(self, count: int, icon: str) -> int:
        """How many of so many dice show the icon."""
        return sum(icon in self.faces[face] for face in self.luck.roll(count))

    def knock_back_dice(self, unit: Unit) -> int:
        return min(3, unit.stats["melee"]["dice"] + self.total(unit, "more_dice"))


def laid(t: Table) -> dict[str, Any]:
    """Everything that lies on the table, in words, to compare with the kernels' record."""
    units = {
        f"{u.seat} {u}": {
            "name": u.name,
            "at": u.at,
            "inside": u.inside,
            "health": u.health,
            "ammo": u.ammo,
            "mana": u.mana,
            "weakened": u.weakened,
            "under": u.under,
        }
        for u in t.units
        if u.in_play
    }
    bearer = None if t.bearer is None else f"{t.bearer.seat} {t.bearer}"
    return {
        "units": units,
        "hands": [sorted(hand) for hand in t.hands],
        "deck": list(t.deck),
        "discards": list(t.discards),
        "flags": dict(t.flags),
        "triggered": set(t.triggered),
        "holder": dict(t.holder),
        "captures": [sorted(taken) for taken in t.captures],
        "artifact": t.artifact,
        "bearer": bearer,
        "time": t.time,
        "crystals": set(t.crystals),
        "enemy_deck": list(t.enemy_deck),
        "enemy_discards": list(t.enemy_discards),
        "active": t.active,
        "actions_left": t.actions_left,
        "ending": t.ending,
    }


def speaks_of(word: str | None, kind: str) -> bool:
    """Whether `with` speaks of an attack kind; `other` stands for what is none."""
    if word in (None, "any"):
        return True
    return kind in ("missile", "spell") if word == "ranged" else kind == word


def distance(one: At, other: At) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def beside(at: At) -> list[At]:
    return [(at[0] + dx, at[1] + dy) for dx, dy in WAYS.values()]


def in_words(at: At) -> str:
    return f"{at[0]},{at[1]}"


def ask(seat, options):
    """A question; its answer is the value behind the chosen words."""
    return options[(yield seat, options)]
