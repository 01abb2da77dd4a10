"""Positions laid by hand, and a way to play on from them in words.

They are played before the referee and in the kernels at once: whatever a test says of the one
holds for the other, for after every move the same table lies there and the same is legal.
"""

from typing import Any

import numpy as np

from simulate.games.dungeons.state.record import END, PURPOSE
from tests.rules.dungeons import shipped
from tests.rules.dungeons.board import Board
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.referee import LAIR, Enemy, Hero, Room, Table, Told, play
from tests.rules.dungeons.referee.table import laid
from tests.rules.dungeons.words import place_word
from tests.rules.twice import Twice, same_moves

SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
BYSTANDER = "uliessa"
FACES = {"2": 1, "3": 2, "4": 3, "5": 4, "shield": 5, "torch": 6}
# A row of halls from the Entrance to the east; a side room to the north of the first.
ROW = {
    "0,0": "entrance NESW",
    "1,0": "hall NEW",
    "2,0": "hall EW",
    "3,0": "hall W",
    "1,1": "hall S",
}
HALL = {
    **{"name": "Hall", "kind": "room", "corridors": ["north", "east", "south", "west"]},
    "source": {"name": "stand-in: a room without features"},
}
TIE_KEYS = [np.uint64(key) for key in range(6)]  # streams that pick differently


def place(words: str) -> Any:
    if words == LAIR:
        return LAIR
    east, north = words.split(",")
    return int(east), int(north)


class Position(Twice):
    """rooms: place -> `card SIDES`; heroes: name -> place; goblins: slot -> `kind place`;
    minions: `card place health`, left to right; hidden: face-down cards.

    dice, enemy: what is rolled, in order; the first hero is active, and all are healthy.  A
    hero without company has a bystander at the Entrance: nobody plays alone.
    """

    def __init__(
        self,
        heroes: dict[str, str],
        *,
        rooms: dict[str, str] | None = None,
        hidden: dict[str, str] | None = None,
        goblins: dict[int, str] | None = None,
        minions: list[str] | None = None,
        boss: str = "",
        markers: list[int] | None = None,
        dispelled: int = 0,
        altars: list[str] | None = None,
        dice: list[int] | None = None,
        enemy: list[str] | None = None,
        torch: int = 29,
        deck: list[str] | None = None,
        killed: int = 0,
        health: dict[str, int] | None = None,
        focus: dict[str, int] | None = None,
        wears: dict[str, list[str]] | None = None,
        space: dict[str, int] | None = None,
        values: dict[str, Any] | None = None,
        told: dict[str, list[Any]] | None = None,
        **changed: Any,
    ) -> None:
        values = values or shipped.cards_of_positions()
        if len(heroes) == 1:
            heroes = heroes | {BYSTANDER: "0,0"}
        values["dungeon"]["hall"] = HALL
        faces = [FACES[face] for face in enemy or []]
        luck = Told(hero=list(dice or []), enemy=faces, **(told or {}))
        seats = [Hero(seat, name, place(at)) for seat, (name, at) in enumerate(heroes.items())]
        t = self.t = Table(shipped.rules(**changed), values, seats, luck, torch=torch)
        for at, words in (rooms or ROW).items():
            card, letters = words.split()
            t.rooms[place(at)] = Room(card, {SIDES[letter] for letter in letters})
        t.hidden = {place(at): card for at, card in (hidden or {}).items()}
        if hidden is None:
            t.hidden = {(0, 3): "armory"}  # far away, so that the dungeon can still grow
        t.deck = list(deck or [])
        for slot, words in (goblins or {}).items():
            kind, at = words.split()
            t.goblins[slot] = Enemy("goblin", kind, place(at), slot=slot)
        for words in minions or []:
            card, at, left = words.split()
            t.minions.append(Enemy("minion", card, place(at), int(left)))
        t.goblin_deck = ["boomy", "pokey", "shooty", "stabby"]
        t.minion_deck = [m for m in values["minions"] if m not in [e.card for e in t.minions]]
        t.loot_deck = [c for c in values["loot"] if not _worn(c, wears)]
        t.spell_deck = [c for c in values["spells"] if not _worn(c, wears)]
        t.minions_killed, t.dispelled = killed, dispelled
        t.boss_card = boss.split()[0] if boss else "dragon"
        if boss:
            t.act, t.boss = 2, Enemy("boss", t.boss_card, place(boss.split()[1]))
            t.markers = sorted(markers or [8] * len(seats), reverse=True)
        for at in altars or []:
            t.rooms[place(at)].altar = True
        for hero in seats:
            mat = values["heroes"][hero.card]
            hero.health = (health or {}).get(hero.card, mat["health"])
            hero.focus = (focus or {}).get(hero.card, mat["focus"])
            hero.space = (space or {}).get(hero.card, 0)
            for card in (wears or {}).get(hero.card, []):
                self._put_on(hero, card)
        self.board = Board(*_cell(len(seats), values, changed))
        self.game = play(t)
        self.send(None)
        self.board.lay(t)
        assert set(self.board.listed()) == set(self.options)

    def _put_on(self, hero: Hero, card: str) -> None:
        if card in self.t.cards["spells"]:
            hero.spells.append(card)
            return
        kind = self.t.cards["loot"][card]["kind"]
        if kind == "hand":
            free = next(hand for hand, held in hero.hands.items() if held is None)
            hero.hands[free] = card
        else:
            (hero.garb if kind == "garb" else hero.trinkets).append(card)

    def answer(self, answer: str) -> None:
        if "end" in self.options:  # a test may have changed the table
            self.board.lay(self.t)
        found = self._do_in_kernels(answer)
        self.send(answer)
        self._compare(found)

    def _do_in_kernels(self, answer: str) -> list[str]:
        """Chance settles a tie as told: of the streams tried, the one that does."""
        tie = self.t.luck.told.get("tie", [])
        self.board.s.keys[PURPOSE.TIES] = TIE_KEYS[0]
        if not tie:
            return self.board.do(answer)
        before = self.board.state.copy()
        for key in TIE_KEYS:
            self.board.state[0] = before[0]
            self.board.s.keys[PURPOSE.TIES] = key
            found = self.board.do(answer)
            if place_word(self.board.s.enemy_place[0]) == tie[0].split()[1]:
                break
        return found

    def _compare(self, found: list[str]) -> None:
        assert self.board.laid() == laid(self.t)
        same_moves(found, self.options)
        assert not found or self.board.s.decider == self.seat

    def offers(self, start: str) -> set[str]:
        """The offered moves that begin so, without their beginning."""
        return {word[len(start) :].strip() for word in self.options if word.startswith(start)}

    def hero(self, name: str) -> Hero:
        return next(hero for hero in self.t.heroes if hero.card == name)

    def lost(self, name: str) -> int:
        """Health that a hero has lost."""
        return self.t.cards["heroes"][name]["health"] - self.hero(name).health

    @property
    def end(self) -> str | None:
        return self.t.end

    @property
    def reason(self) -> str:
        """Why the game has ended, as the kernels store it: with the act."""
        return END.words[int(self.board.s.outcome)]


def _cell(heroes: int, values: dict[str, Any], changed: dict[str, Any]) -> Any:
    """The kernels' tables of the position."""
    rules = {name.replace("__", "."): value for name, value in changed.items()}
    return built(heroes, data=values, changes=rules)


def _worn(card: str, wears: dict[str, list[str]] | None) -> bool:
    return any(card in cards for cards in (wears or {}).values())
