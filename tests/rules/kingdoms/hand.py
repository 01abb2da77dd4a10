"""Positions laid by hand on invented cards, played on in words by referee and kernels at once.

Every answer is given to both, and after it both must ask the same seat the same question, and
have the same on the table: what a test says of one it says of the other.
"""

import copy
from typing import Any

import numpy as np

from simulate.games.kingdoms.cards.codes import POINT
from simulate.games.kingdoms.end import count_points, points_of, rank_of
from tests.rules.kingdoms import shipped
from tests.rules.kingdoms.board import Board
from tests.rules.kingdoms.laid import board_like
from tests.rules.kingdoms.referee import (
    NEUTRAL,
    Luck,
    Meeple,
    Table,
    Told,
    empty_ruins,
    laid,
    none_of,
    play,
    points,
    ranks,
)
from tests.rules.kingdoms.referee.land import Land, Region
from tests.rules.twice import Seated, same_moves, same_table, seat_of

CARDS = {
    "A": ("forest mountain plains capital ruins", "12 23 34 45 51", "135"),
    "B": ("forest mountain plains plains mountain", "12 23 34 45", "145"),
    "C": ("forest forest mountain plains capital", "12 23 34 45 51", "124"),
    "D": ("forest mountain plains ruins capital", "12 23 34 45 51", "134"),
    "E": ("forest forest mountain plains capital", "12 23 34 45 51", "124"),
}
LETTERS = {"f": "food", "m": "mana", "o": "ore"}


def drawn(cards: str) -> Land:
    """The land of these cards.

    On B a river parts 5 and 1, and crags touch 2 and 5; on D water touches 5.
    """
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
    if "D" in cards:
        land["D water"] = Region("D water", "D", "water", False, borders={"D5"})
        land["D5"].borders.add("D water")
    return land


def goods(words: str) -> dict[str, int]:
    """`2f 1m 3o`"""
    return none_of(**{LETTERS[part[-1]]: int(part[:-1]) for part in words.split()})


class Laid(Seated):
    """A game that referee and kernels play on from the same position."""

    t: Table
    board: Board

    def begin(self, rolls: dict[str, list[int]] | None = None) -> None:
        """Lay the kernels' board as the referee's table lies, and play to the first question."""
        self.board = board_like(self.t, rolls)
        self.board.go_on()
        self.game = play(self.t)
        self.send(None)
        self.agree()

    def answer(self, answer: str) -> None:
        self.board.do(answer)
        self.send(answer)
        self.agree()

    def agree(self) -> None:
        """Both ask the same and have the same on the table."""
        board = self.board
        while not board.over and set(board.legal()) != set(self.options) and board.do_only():
            pass
        assert board.over == (not self.options)
        if not board.over:
            same_moves(board.legal(), self.options, board.question)
            assert board.s.decider == self.seat
            board.look()
        theirs, mine = board.laid(), laid(self.t)
        if board.over:
            mine["clearings"] -= 1  # the clearing that ends the game opens no round
        same_table(theirs, mine)

    def points(self, name: str) -> dict[str, int]:
        """Where a player's points come from if the game ends now."""
        seat = seat_of(name)
        row = np.zeros(len(POINT), np.int64)
        points_of(self.board.s, self.board.cards, seat, row)
        told = points(self.at_the_end(), seat)
        assert dict(zip(POINT, row.tolist(), strict=True)) == told
        return told

    def ranks(self) -> list[int]:
        """Places of all seats if the game ends now."""
        found = ranks(self.at_the_end())
        board = self.board
        count_points(board.s, board.cards)
        assert [rank_of(board.s, board.cards, seat) for seat in range(self.t.seats)] == found
        return found

    def at_the_end(self) -> Table:
        """The referee's table with the ruins emptied."""
        t = copy.deepcopy(self.t)
        empty_ruins(t)
        return t


def levels_with(effects: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Levels of an invented faction: bonuses on the fifth, all else on the first."""
    last = [effect for effect in effects if effect["do"].startswith("points_")]
    first = [effect for effect in effects if effect not in last]
    return {f"level_{n}": {"effects": {1: first, 5: last}.get(n, [])} for n in range(1, 6)}


class Position(Laid):
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
                factions[name] = {"abilities": levels_with(effects[name])}
                t.faction[seat], t.magic[seat] = name, max(1, t.magic[seat])
        t.active = seat_of(active)
        t.shields = set(shields.split())
        t.hidden, t.open = dict(hidden or {}), dict(open or {})
        t.church_uses = {r: 1 for r, kind in t.open.items() if kind == "church"}
        t.crown = None if crown is None else seat_of(crown)
        self.begin()

    @property
    def numbers(self) -> list[int]:
        """What may be set on the war die, the flag as 0."""
        return [0 if w == "flag" else int(w.split()[1]) for w in self.options]

    def has(self, name: str) -> dict[str, int]:
        return self.t.goods[seat_of(name)]

    def at(self, name: str) -> str:
        """`A1 A2 A5!`"""
        return " ".join(f"{m.region}{'!' * m.lying}" for m in self.t.of(seat_of(name)))

    def tower(self, name: str) -> int:
        return self.t.tower[seat_of(name)]

    def allied(self, one: str, other: str) -> bool:
        return bool(self.t.shared(seat_of(one), seat_of(other)))

    def take_away(self, name: str) -> None:
        """A meeple of a player goes back to the supply, whyever."""
        seat = seat_of(name)
        self.t.of(seat)[0].region = None
        self.board.take_away(seat, self.board.s.place[seat])


def at_war(
    mine: str = "", theirs: str = "", p1: str = "A1 A2", p2: str = "A3 B1", **said: Any
) -> Position:
    """P1, who has `mine`, patrols into A3, where P2 stands, who has `theirs`."""
    p = Position({"P1": p1, "P2": p2}, {"P1": mine, "P2": theirs}, **said)
    return p.do("select patrol", "patrol A2 A3")


RECTANGLES = {
    "N1": ("forest", (-5, 1, -1, 4)),
    "N2": ("mountain", (-1, 1, 1, 4)),
    "N3": ("plains", (1, 1, 5, 4)),
    "N4": ("forest", (-5, 4, 0, 7)),
    "N5": ("ruins", (0, 4, 5, 7)),
    "S1": ("plains", (-5, -4, -1, -1)),
    "S2": ("forest", (-1, -4, 1, -1)),
    "S3": ("mountain", (1, -4, 5, -1)),
    "S4": ("capital", (-5, -7, 0, -4)),
    "S5": ("ruins", (0, -7, 5, -4)),
}
BORDERS = "12 23 14 24 25 35 45"


def box(left: float, low: float, right: float, high: float) -> list[tuple[float, float]]:
    return [(left, low), (right, low), (right, high), (left, high)]


def solo_land() -> Land:
    """The person's card S at the 6 and the dummy's card N at the 12 of the compass."""
    land = {
        name: Region(name, name[0], terrain, polygon=box(*corners))
        for name, (terrain, corners) in RECTANGLES.items()
    }
    for card in "NS":
        for one, other in BORDERS.split():
            land[f"{card}{one}"].borders.add(f"{card}{other}")
            land[f"{card}{other}"].borders.add(f"{card}{one}")
    return land


class Solo(Laid):
    """P1 is the person, at S; P2 the dummy, at N.  `rolls` says what the die shows."""

    def __init__(
        self,
        dummy: str = "N1 N2",
        person: str = "S2 S2",
        *,
        have: str = "3f 3m 3o",
        mine: str = "",
        active: str = "P1",
        night: bool = False,
        rules: dict[str, Any] | None = None,
        shields: str = "",
        faction: str | None = None,
        magic: int = 0,
        triggers: str = "",
        **rolls: list[int],
    ) -> None:
        rule = shipped.rules("ultra", **(rules or {}))
        cards = shipped.read("ultra", "cards")["factions"]
        self.luck = Told(**{die: list(numbers) for die, numbers in rolls.items()})
        t = self.t = Table(rule, cards, solo_land(), 2, self.luck)
        t.dummy, t.home, t.by_day = 1, ["S", "N"], not night
        for seat, places in ((0, person), (1, dummy)):
            for place in places.split():
                t.from_supply(seat).region = place
        t.goods = [goods(mine), goods(have)]
        t.faction, t.magic[1] = [None, faction], magic
        t.shields, t.active = set(shields.split()), seat_of(active)
        t.triggers = set(triggers.split())
        self.begin(rolls)

    @property
    def has(self) -> dict[str, int]:
        return self.t.goods[1]

    @property
    def armies(self) -> str:
        return " ".join(m.region for m in self.t.of(1))
