"""What lies on the table, and the questions that the rules ask about it."""

from dataclasses import dataclass, field
from typing import Any

from tests.rules.kingdoms.referee.land import BARRIERS, Land, Region

ACTIONS = ("patrol", "quest", "build", "research", "expand", "trade")
GOODS = ("food", "mana", "ore")
YIELDS = {"forest": "mana", "mountain": "ore", "plains": "food"}
NEUTRAL = -1
ROOM = 2

Goods = dict[str, int]
Effect = dict[str, Any]


def none_of(**goods: int) -> Goods:
    return {kind: goods.get(kind, 0) for kind in GOODS}


def in_words(goods: Goods) -> str:
    """`2f 1m 3o`; kinds of which there are none are left out."""
    told = [f"{goods[kind]}{kind[0]}" for kind in GOODS if goods[kind]]
    return " ".join(told) or "nothing"


@dataclass(eq=False)
class Meeple:
    owner: int
    region: str | None = None  # None: in the supply, or a captured neutral one
    lying: bool = False


class GameOver(Exception):
    pass


@dataclass
class Table:
    """One game.  `rules` maps the names of rules.toml to values; `land` all regions in play."""

    rules: dict[str, Any]
    factions: dict[str, Any]  # of cards.toml
    land: Land
    seats: int
    luck: Any
    tokens_in_play: bool = False
    faction: list[str | None] = field(default_factory=list)
    home: list[str] = field(default_factory=list)
    lost_kingdom: str | None = None
    goods: list[Goods] = field(default_factory=list)
    tower: list[int] = field(default_factory=list)
    magic: list[int] = field(default_factory=list)
    captures: list[int] = field(default_factory=list)
    crown: int | None = None
    meeples: list[Meeple] = field(default_factory=list)
    hidden: dict[str, str] = field(default_factory=dict)  # region -> token, face down
    open: dict[str, str] = field(default_factory=dict)  # region -> token that stays
    church_uses: dict[str, int] = field(default_factory=dict)
    shields: set[str] = field(default_factory=set)
    active: int = 0
    clearings: int = 0
    triggers: set[str] = field(default_factory=set)
    outcome: str | None = None  # "triggered" or "cut_off"
    dummy: int | None = None  # the seat of the solo game's dummy
    dummy_resources: int = 3  # of each kind, at the start
    by_day: bool = True  # the side of the compass card that lies up

    def __post_init__(self) -> None:
        each = range(self.seats)
        self.faction = self.faction or [None for _ in each]
        self.goods = self.goods or [none_of() for _ in each]
        self.tower = self.tower or [0 for _ in each]
        self.magic = self.magic or [0 for _ in each]
        self.captures = self.captures or [0 for _ in each]
        if not self.meeples:
            self.meeples = [Meeple(seat) for seat in each for _ in range(self.rules["meeples"])]

    @property
    def people(self) -> int:
        return self.seats - (self.dummy is not None)

    # ------------------------------------------------------------ meeples

    def around(self, first: int) -> list[int]:
        """All seats clockwise, beginning with `first`."""
        return [(first + i) % self.seats for i in range(self.seats)]

    def rivals(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    def at(self, region: str, seat: int | None = None) -> list[Meeple]:
        """Meeples in a region, of one seat if one is named."""
        return [m for m in self.meeples if m.region == region and seat in (None, m.owner)]

    def others_at(self, region: str, seat: int) -> list[Meeple]:
        return [m for m in self.at(region) if m.owner != seat]

    def in_play(self, seat: int) -> int:
        return sum(m.owner == seat and m.region is not None for m in self.meeples)

    def of(self, seat: int) -> list[Meeple]:
        """A seat's meeples in play, in the order of their regions."""
        order = {name: i for i, name in enumerate(self.land)}
        mine = [m for m in self.meeples if m.owner == seat and m.region is not None]
        return sorted(mine, key=lambda m: (order[m.region], m.lying))

    def occupied(self, seat: int) -> list[str]:
        """Regions with a meeple of the seat: what it controls, allied or not."""
        return [name for name in self.land if self.at(name, seat)]

    def from_supply(self, seat: int) -> Meeple | None:
        return next((m for m in self.meeples if m.owner == seat and m.region is None), None)

    def shared(self, one: int, other: int) -> list[str]:
        """Regions that two players hold together: the alliance is nothing else."""
        return [name for name in self.land if self.at(name, one) and self.at(name, other)]

    def holding(self, seat: int, token: str) -> list[str]:
        """Regions with an open token of a kind that the seat controls."""
        return [r for r, kind in self.open.items() if kind == token and self.at(r, seat)]

    # ------------------------------------------------------------ goods

    def gain(self, seat: int, kind: str, amount: int) -> None:
        limit = self.rules["resource_limit"]
        self.goods[seat][kind] = min(limit, self.goods[seat][kind] + amount)

    def room(self, seat: int, kind: str) -> int:
        """Pieces of a kind that still fit on the track."""
        return self.rules["resource_limit"] - self.goods[seat][kind]

    def pay(self, seat: int, payment: Goods) -> None:
        for kind in GOODS:
            self.goods[seat][kind] -= payment[kind]
            assert self.goods[seat][kind] >= 0

    # ------------------------------------------------------------ abilities

    def effects(self, seat: int, do: str, when: str | None = None) -> list[Effect]:
        """What a seat's learnt levels say, for a moment if one is named."""
        card = self.faction[seat]
        if card is None:
            return []
        levels = self.factions[card]["abilities"]
        return [
            effect
            for level in range(1, self.magic[seat] + 1)
            for effect in levels[f"level_{level}"]["effects"]
            if effect["do"] == do and when in (None, effect["when"])
        ]

    def is_sort(self, seat: int, region: str, sort: str | None) -> bool:
        """Whether a region is of a sort, seen from a seat; no sort is every region."""
        here = self.land[region]
        tests = {
            None: lambda: True,
            "by_water": lambda: here.by_water,
            "edge": lambda: here.edge,
            "inland": lambda: not here.edge,
            "home": lambda: here.territory == self.home[seat],
            "abroad": lambda: here.territory != self.home[seat],
            "shared": lambda: any(m.owner >= 0 for m in self.others_at(region, seat)),
        }
        return tests[sort]() if sort in tests else here.terrain == sort

    def passes(self, seat: int, barrier: str) -> bool:
        return any(e["terrain"] == barrier for e in self.effects(seat, "passes"))

    def held_by_ruins(self, seat: int) -> bool:
        """Whether ruins do to this seat's meeples what they do to all others."""
        return not self.effects(seat, "unharmed_by_ruins", "move")

    # ------------------------------------------------------------ ways

    def may_stand(self, seat: int, region: str) -> bool:
        terrain = self.land[region].terrain
        return terrain not in BARRIERS or self.passes(seat, terrain)

    def neighbours(self, seat: int, region: str) -> list[str]:
        """Where one step leads this seat's meeples, whoever stands there."""
        here = self.land[region]
        near = set(here.borders)
        if self.passes(seat, "river"):
            near |= here.over_river
        return [name for name in self.land if name in near and self.may_stand(seat, name)]

    def at_edge(self, seat: int, region: str) -> bool:
        if self.land[region].edge:
            return True
        return any(self.is_sort(seat, region, e["where"]) for e in self.effects(seat, "edge_at"))

    def elsewhere(self, seat: int, region: str) -> list[str]:
        """Where a quest leads from a region, whoever stands there."""
        if not self.at_edge(seat, region):
            return []
        return [
            name
            for name, there in self.land.items()
            if there.territory != self.land[region].territory
            and self.may_stand(seat, name)
            and self.at_edge(seat, name)
        ]

    def may_enter(self, seat: int, region: str) -> bool:
        """The movement rules for a move of one of the seat's meeples in play."""
        if len(self.at(region)) >= ROOM:
            return False
        for other in self.others_at(region, seat):
            if other.owner == NEUTRAL:
                last = self.in_play(seat) == 1
                if last and not self.rules["last_meeple_may_attack_neutral"]:
                    return False
            elif 1 in (self.in_play(seat), self.in_play(other.owner)):
                return False
        return True

    def free_for(self, seat: int, region: str) -> bool:
        """Room and nobody else there: open to a beaten meeple."""
        return len(self.at(region)) < ROOM and not self.others_at(region, seat)

    def empty(self, seat: int) -> list[str]:
        """Regions without meeples that the seat may stand in."""
        return [r for r in self.land if self.may_stand(seat, r) and not self.at(r)]

    def reach(self, seat: int, effect: Effect) -> list[str]:
        """Empty regions that a `place_at` effect opens."""
        mine = self.occupied(seat)
        near = {name for r in mine for name in self.neighbours(seat, r)}
        here = {self.land[r].territory for r in mine}
        within = {
            "adjacent": lambda r: r in near,
            "territory": lambda r: self.land[r].territory in here,
            "home": lambda r: self.land[r].territory == self.home[seat],
            "anywhere": lambda r: True,
        }[effect["reach"]]
        sort = effect.get("where")
        return [r for r in self.empty(seat) if within(r) and self.is_sort(seat, r, sort)]

    def regions_of(self, territory: str) -> list[Region]:
        """The regions of a territory that can be occupied without abilities."""
        return [
            r for r in self.land.values() if r.territory == territory and r.terrain not in BARRIERS
        ]


def laid(t: Table) -> dict[str, Any]:
    """Everything that lies on the table, in words, to compare with the kernels' record."""
    regions = {
        name: sorted((m.owner, m.lying) for m in t.at(name)) for name in t.land if t.at(name)
    }
    return {
        "goods": [dict(own) for own in t.goods],
        "tower": list(t.tower),
        "magic": list(t.magic),
        "regions": regions,
        "captures": list(t.captures),
        "crown": t.crown,
        "hidden": dict(t.hidden),
        "open": dict(t.open),
        "shields": set(t.shields),
        "active": t.active,
        "clearings": t.clearings,
        "triggers": set(t.triggers),
        "by_day": t.by_day,
    }
