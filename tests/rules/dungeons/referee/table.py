"""What lies on the table, and the questions that the rules ask about it.

A place is a pair (east, north) counted from the Entrance, or LAIR for the Boss Mat.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
ROUND = list(SIDES)
BACK = {side: ROUND[(k + 2) % 4] for k, side in enumerate(ROUND)}
SKILLS = ("strength", "agility", "intellect")
SLOTS = ("talent", "left_hand", "right_hand")
HANDS = ("left_hand", "right_hand")
LAIR = "lair"
FAR_AWAY = 99

Place = Any
Ability = dict[str, Any]
Effect = dict[str, Any]


class GameOver(Exception):
    pass


@dataclass
class Room:
    """A dungeon card face up; open: its sides with a corridor, as it lies."""

    card: str
    open: set[str]
    disarmed: bool = False
    altar: bool = False


@dataclass(eq=False)
class Enemy:
    """kind: goblin, minion or boss; card: its id; slot: of a goblin, from 1."""

    kind: str
    card: str
    place: Place
    health: int = 1
    slot: int = 0

    def __str__(self) -> str:
        return f"goblin {self.slot}" if self.kind == "goblin" else f"{self.kind} {self.card}"


@dataclass
class Bonus:
    """What somebody has been given for a time; ends: ends of the owner's turns until then."""

    effect: Effect
    ends: int


@dataclass(eq=False)
class Hero:
    seat: int
    card: str
    place: Place = (0, 0)
    health: int = 0
    focus: int = 0
    space: int = 0  # on the Boss Mat, from 1
    hands: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(HANDS))
    garb: list[str] = field(default_factory=list)
    trinkets: list[str] = field(default_factory=list)
    spells: list[str] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    # This turn.
    steps: int = 0
    moved: bool = False
    stopped: bool = False  # by an enemy
    movement_over: bool = False  # by a Heroic Action
    acted: bool = False
    extra: str | None = None  # kind of the additional Heroic Action, until it is used
    extra_had: bool = False
    awake: bool = True  # was conscious when the turn started
    failed: set[Place] = field(default_factory=set)
    checked: dict[Place, int] = field(default_factory=dict)  # a room's free checks
    settling: bool = False  # has moved on the Boss Mat, its movement not ended

    @property
    def conscious(self) -> bool:
        return self.health > 0

    def loot(self) -> list[str]:
        return [*(card for card in self.hands.values() if card), *self.garb, *self.trinkets]


@dataclass
class Table:
    """One game.  rules: names of rules.toml to values; cards: cards.toml as plain data."""

    rules: dict[str, Any]
    cards: dict[str, Any]
    heroes: list[Hero]
    luck: Any
    rooms: dict[Place, Room] = field(default_factory=dict)
    hidden: dict[Place, str] = field(default_factory=dict)  # face-down cards
    deck: list[str] = field(default_factory=list)  # top first, as all decks
    goblins: dict[int, Enemy] = field(default_factory=dict)  # by slot
    goblin_deck: list[str] = field(default_factory=list)
    goblin_discard: list[str] = field(default_factory=list)
    minions: list[Enemy] = field(default_factory=list)  # left to right
    minion_deck: list[str] = field(default_factory=list)
    minions_killed: int = 0
    loot_deck: list[str] = field(default_factory=list)
    spell_deck: list[str] = field(default_factory=list)
    loot_row: list[str] = field(default_factory=list)
    spell_row: list[str] = field(default_factory=list)
    boss_card: str = ""
    boss: Enemy | None = None  # in Act 2
    markers: list[int] = field(default_factory=list)  # the boss's health, highest first
    dispelled: int = 0
    act: int = 1
    torch: int = 0  # steps to the skull
    torch_due: int = 0
    torch_busy: bool = False
    active: int = 0
    turns: int = 0
    gained: int = 0  # turn in which the heroes last came on
    moves: int = 0
    end: str | None = None

    # ------------------------------------------------------------ cards

    def card(self, place: Place) -> dict[str, Any]:
        return self.cards["dungeon"][self.rooms[place].card]

    def feature(self, place: Place, what: str) -> dict[str, Any] | None:
        if place == LAIR:
            return None
        return self.card(place).get("abilities", {}).get(what)

    @property
    def mat(self) -> dict[str, Any]:
        return self.cards["bosses"][self.boss_card]

    def enemy_card(self, enemy: Enemy) -> dict[str, Any]:
        kinds = {"goblin": "goblins", "minion": "minions", "boss": "bosses"}
        return self.cards[kinds[enemy.kind]][enemy.card]

    @property
    def top(self) -> int:
        """Start space of the torch."""
        return self.cards["torch"][f"act_{self.act}"]["starts"][f"heroes_{len(self.heroes)}"]

    # ------------------------------------------------------------ ways

    def next_to(self, place: Place, side: str) -> Place:
        east, north = SIDES[side]
        return (place[0] + east, place[1] + north)

    def on_grid(self, place: Place) -> bool:
        return max(abs(place[0]), abs(place[1])) <= self.rules["grid_reach"]

    def joined(self, place: Place, side: str) -> bool:
        """N-MOVE-2: a pathway leads from a room to the revealed room on that side."""
        there = self.rooms.get(self.next_to(place, side))
        return there is not None and side in self.rooms[place].open and BACK[side] in there.open

    @property
    def door(self) -> Place | None:
        for place, room in self.rooms.items():
            if self.cards["dungeon"][room.card]["kind"] == "lair_door":
                return place
        return None

    def ways(self, place: Place, lair: bool = False) -> list[Place]:
        """Rooms one step away; `lair`: the Boss Mat counts as one, in Act 2."""
        if place == LAIR:
            return [self.door]
        found = [self.next_to(place, side) for side in ROUND if self.joined(place, side)]
        if lair and self.act == 2 and place == self.door:
            found.append(LAIR)
        return found

    def distances(self, start: Place, lair: bool = False) -> dict[Place, int]:
        """Steps along pathways to every place that can be reached."""
        found, queue = {start: 0}, deque([start])
        if start == LAIR and not lair:
            return found
        while queue:
            here = queue.popleft()
            for there in self.ways(here, lair):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def distance(self, one: Place, other: Place) -> int:
        """For ranges: nothing leads through the door of the lair.  N-DEEP-5."""
        return self.distances(one).get(other, FAR_AWAY)

    def sight(self, one: Place, other: Place) -> int:
        """Length of the straight line of pathways between two places, FAR_AWAY for none."""
        if one == LAIR or other == LAIR:
            return 0 if one == other else FAR_AWAY  # N-LAIR-2
        for side in ROUND:
            place, length = one, 0
            while self.joined(place, side):
                place, length = self.next_to(place, side), length + 1
                if place == other:
                    return length
        return FAR_AWAY

    def sees(self, one: Place, other: Place) -> bool:
        """In the same room or in line of sight."""
        return one == other or self.sight(one, other) < FAR_AWAY

    def in_reach(self, one: Place, other: Place, reach: str, far: int) -> bool:
        """Rules N-RANGE-1, N-RANGE-2, N-RANGE-3, N-BOSS-1."""
        if reach == "room":
            return one == other
        if reach == "sight":
            length = self.sight(one, other)
            return length <= far and (length > 0 or one == LAIR)
        return self.distance(one, other) <= far

    # ------------------------------------------------------------ who is where

    def enemies(self) -> list[Enemy]:
        """In the order in which they act."""
        found = [self.goblins[slot] for slot in sorted(self.goblins)] + self.minions
        return found + ([self.boss] if self.boss else [])

    def enemies_at(self, place: Place) -> list[Enemy]:
        return [enemy for enemy in self.enemies() if enemy.place == place]

    def heroes_at(self, place: Place) -> list[Hero]:
        return [hero for hero in self.heroes if hero.place == place]

    def company(self, hero: Hero) -> bool:
        """Rules N-SEARCH-3, N-DISARM-2: no enemies, or other conscious heroes beside them."""
        others = [h for h in self.heroes_at(hero.place) if h is not hero and h.conscious]
        return not self.enemies_at(hero.place) or len(others) >= self.rules["company"]

    @property
    def hero(self) -> Hero:
        return self.heroes[self.active]

    # ------------------------------------------------------------ abilities

    def owned(self, hero: Hero) -> dict[str, Ability]:
        """A hero's abilities in force, by their path in cards.toml."""
        mat = self.cards["heroes"][hero.card].get("abilities", {})
        found = {
            f"heroes.{hero.card}.{slot}": mat[slot]
            for slot in SLOTS
            if slot in mat and not hero.hands.get(slot)
        }
        for section, held in (("loot", hero.loot()), ("spells", hero.spells)):
            for card in held:
                for key, ability in self.cards[section][card].get("abilities", {}).items():
                    found[f"{section}.{card}.{key}"] = ability
        return found | self.set_bonuses(hero)

    def set_bonuses(self, hero: Hero) -> dict[str, Ability]:
        """Rules N-SETS-2, N-SETS-3, N-SETS-4: the highest bonus that the pieces reach."""
        found = {}
        held = [self.cards["loot"][card].get("set") for card in hero.loot()]
        for name, card in self.cards["sets"].items():
            pieces = held.count(name)
            reached = [n for n in (2, 3, 4) if n <= pieces and f"pieces_{n}" in card["abilities"]]
            if reached:
                key = f"pieces_{reached[-1]}"
                found[f"sets.{name}.{key}"] = card["abilities"][key]
        return found

    def standing(self, hero: Hero) -> list[Effect]:
        """Effects that change the hero now: `always`, bonuses, the space of the Boss Mat."""
        found = [
            effect
            for ability in self.owned(hero).values()
            if ability["when"] == "always"
            for effect in ability["effects"]
        ]
        found += [bonus.effect for bonus in hero.bonuses]
        if hero.place == LAIR and hero.space:
            found += self.mat["spaces"][hero.space - 1]
        return found

    def change(self, hero: Hero, do: str, on: str = "", skill: str = "") -> int:
        """Sum of the amounts (1 where there is none) of such effects on the hero."""
        return sum_of(self.standing(hero), do, on, skill)

    def speed(self, hero: Hero) -> int:
        return max(0, self.cards["heroes"][hero.card]["speed"] + self.change(hero, "add_speed"))

    def defense(self, hero: Hero, kind: str) -> int:
        """Against the answer to an attack of a kind."""
        return self.cards["heroes"][hero.card]["defense"] + self.change(hero, "add_defense", kind)

    # ------------------------------------------------------------ health and focus

    def gain_focus(self, hero: Hero, amount: int) -> None:
        hero.focus = min(self.cards["heroes"][hero.card]["focus"], hero.focus + amount)

    def heal(self, hero: Hero, amount: int) -> None:
        """N-FALL-5: healing wakes."""
        hero.health = min(self.cards["heroes"][hero.card]["health"], hero.health + amount)

    def hurt(self, hero: Hero, amount: int) -> None:
        """N-ATTR-1, N-FALL-1."""
        hero.health = max(0, hero.health - max(0, amount))

    def can_pay(self, hero: Hero, price: dict[str, Any]) -> bool:
        """A price in health must leave the hero conscious."""
        return hero.focus >= price.get("focus", 0) and hero.health > price.get("health", 0)

    def pay(self, hero: Hero, price: dict[str, Any]) -> None:
        assert self.can_pay(hero, price)
        hero.focus -= price.get("focus", 0)
        hero.health -= price.get("health", 0)

    def lose(self, reason: str) -> None:
        self.end = reason
        raise GameOver


KINDS = {"weapon": ("melee", "missile")}


def is_on(word: str | None, on: str) -> bool:
    """Whether an effect for `word` is about a check, an attack or a danger of the kind `on`."""
    return word is None or word == "any" or on == word or on in KINDS.get(word, ())


def sum_of(effects: list[Effect], do: str, on: str = "", skill: str = "") -> int:
    return sum(
        effect.get("amount", 1)
        for effect in effects
        if effect["do"] == do
        and is_on(effect.get("on"), on)
        and effect.get("skill", "any") in ("any", skill)
    )


def ask(seat: int, options: list[str]) -> Any:
    """Ask for one of the options; where there is only one, nobody is asked."""
    options = list(dict.fromkeys(options))
    assert options
    if len(options) == 1:
        return options[0]
    answer = yield seat, options
    assert answer in options, answer
    return answer


def told(place: Place) -> str:
    return place if place == LAIR else f"{place[0]},{place[1]}"


def laid(t: Table) -> dict[str, Any]:
    """Everything that lies on the table, in words, to compare with the kernels' record."""
    return {
        "act": t.act,
        "torch": t.torch,
        "rooms": {
            told(p): (r.card, sorted(r.open), r.disarmed, r.altar) for p, r in t.rooms.items()
        },
        "hidden": {told(p): card for p, card in t.hidden.items()},
        "deck": list(t.deck),
        "goblins": {slot: (e.card, told(e.place)) for slot, e in t.goblins.items()},
        "minions": [(e.card, told(e.place), e.health) for e in t.minions],
        "minions_killed": t.minions_killed,
        "boss": told(t.boss.place) if t.boss else None,
        "markers": [*t.markers, *[0] * (4 - len(t.markers))],
        "dispelled": t.dispelled,
        "loot_row": sorted(t.loot_row),
        "spell_row": sorted(t.spell_row),
        "heroes": [
            {
                **{"card": h.card, "place": told(h.place), "space": h.space},
                **{"health": h.health, "focus": h.focus, "hands": dict(h.hands)},
                **{"garb": sorted(h.garb), "trinkets": sorted(h.trinkets)},
                "spells": sorted(h.spells),
                "speed": t.speed(h),
                "defense": [t.defense(h, kind) for kind in ("melee", "missile", "cast")],
            }
            for h in t.heroes
        ],
        "active": t.active,
        "end": t.end,
    }
