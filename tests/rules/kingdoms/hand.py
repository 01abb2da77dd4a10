"""Positions laid by hand on five invented cards, and a way to play on from them in words."""

from typing import Any

from tests.rules.kingdoms import shipped
from tests.rules.kingdoms.referee import NEUTRAL, Luck, Meeple, Table, none_of, play
from tests.rules.kingdoms.referee.land import Land, Region

CARDS = {
    "A": ("forest mountain plains capital ruins", "12 23 34 45 51", "135"),
    "B": ("forest mountain plains plains mountain", "12 23 34 45", "145"),
    "C": ("forest forest mountain plains capital", "12 23 34 45 51", "124"),
    "D": ("forest mountain plains ruins capital", "12 23 34 45 51", "134"),
    "E": ("forest forest mountain plains capital", "12 23 34 45 51", "124"),
}
LETTERS = {"f": "food", "m": "mana", "o": "ore"}


def drawn(cards: str) -> Land:
    """The land of these cards; on B a river parts 5 and 1, and crags touch 2 and 5."""
    land: Land = {}
    for card in cards:
        terrains, borders, edges = CARDS[card]
        for number, terrain in enumerate(terrains.split(), 1):
            edge = str(number) in edges
            land[f"{card}{number}"] = Region(f"{card}{number}", card, terrain, edge)
        for one, other in borders.split():
            land[f"{card}{one}"].borders.add(f"{card}{other}")
            land[f"{card}{other}"].borders.add(f"{card}{one}")
    if "B" in cards:
        for one, other in (("B5", "B1"), ("B1", "B5")):
            land[one].over_river.add(other)
            land[one].by_water = True
        land["B crags"] = Region("B crags", "B", "crags", False, borders={"B2", "B5"})
        for name in ("B2", "B5"):
            land[name].borders.add("B crags")
    return land


def goods(words: str) -> dict[str, int]:
    """`2f 1m 3o`"""
    return none_of(**{LETTERS[part[-1]]: int(part[:-1]) for part in words.split()})


class Position:
    """Seats are named P1 to P5.  `A5!` is a meeple that lies knocked over."""

    def __init__(
        self,
        meeples: dict[str, str] | None = None,
        have: dict[str, str] | None = None,
        *,
        seats: int = 3,
        edition: str = "kingdoms",
        rules: dict[str, Any] | None = None,
        active: str = "P1",
        shields: str = "",
        tower: dict[str, int] | None = None,
        magic: dict[str, int] | None = None,
        faction: dict[str, str] | None = None,
        effects: dict[str, list[dict[str, Any]]] | None = None,
        hidden: dict[str, str] | None = None,
        open: dict[str, str] | None = None,
        crown: str | None = None,
        captures: dict[str, int] | None = None,
        neutral: str = "",
    ) -> None:
        cards = "ABD" if seats == 2 else "ABCDE"[:seats]
        rule = shipped.rules(edition, **(rules or {}))
        factions = dict(shipped.read(edition, "cards")["factions"])
        t = self.t = Table(rule, factions, drawn(cards), seats, Luck(1))
        t.home = list("AB" if seats == 2 else cards)
        t.lost_kingdom = "D" if seats == 2 else None
        t.meeples += [Meeple(NEUTRAL, region) for region in neutral.split()]
        for seat in range(seats):
            name = f"P{seat + 1}"
            home = t.home[seat]
            for place in (meeples or {}).get(name, f"{home}2 {home}2").split():
                meeple = t.from_supply(seat)
                meeple.region, meeple.lying = place.rstrip("!"), place.endswith("!")
            t.goods[seat] = goods((have or {}).get(name, ""))
            t.tower[seat] = (tower or {}).get(name, 0)
            t.magic[seat] = (magic or {}).get(name, 0)
            t.faction[seat] = (faction or {}).get(name)
            t.captures[seat] = (captures or {}).get(name, 0)
            if name in (effects or {}):
                levels = {f"level_{n}": {"effects": []} for n in range(2, 6)}
                factions[name] = {"abilities": {"level_1": {"effects": effects[name]}} | levels}
                t.faction[seat], t.magic[seat] = name, max(1, t.magic[seat])
        t.active = number(active)
        t.shields = set(shields.split())
        t.hidden, t.open = dict(hidden or {}), dict(open or {})
        t.church_uses = {r: 1 for r, kind in t.open.items() if kind == "church"}
        t.crown = None if crown is None else number(crown)
        self.game = play(t)
        self.seat, self.options = next(self.game)

    def do(self, *words: str) -> "Position":
        """Answer the questions one after another."""
        for answer in words:
            assert answer in self.options, f"{answer!r} is not among {sorted(self.options)}"
            try:
                self.seat, self.options = self.game.send(answer)
            except StopIteration:
                self.seat, self.options = None, {}
        return self

    @property
    def asked(self) -> str:
        return f"P{self.seat + 1}"

    @property
    def offered(self) -> set[str]:
        return set(self.options)

    def goals(self, start: str) -> set[str]:
        """The last words of the moves that begin so."""
        return {w.split()[-1] for w in self.options if w.startswith(start)}

    @property
    def numbers(self) -> list[int]:
        """What may be set on the war die, the flag as 0."""
        return [0 if w == "flag" else int(w.split()[1]) for w in self.options]

    def has(self, name: str) -> dict[str, int]:
        return self.t.goods[number(name)]

    def at(self, name: str) -> str:
        """`A1 A2 A5!`"""
        return " ".join(f"{m.region}{'!' * m.lying}" for m in self.t.of(number(name)))

    def tower(self, name: str) -> int:
        return self.t.tower[number(name)]

    def allied(self, one: str, other: str) -> bool:
        return bool(self.t.shared(number(one), number(other)))


def number(name: str) -> int:
    return int(name[1:]) - 1
