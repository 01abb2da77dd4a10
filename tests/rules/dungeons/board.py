"""A game in the kernels, spoken to in the referee's words."""

import itertools
from functools import cache
from typing import Any

import numpy as np

from simulate.core import streams
from simulate.games.dungeons.cards.codes import WORD
from simulate.games.dungeons.cards.tables import Catalogue
from simulate.games.dungeons.cards.vocabulary import NONE, SIDES
from simulate.games.dungeons.effects.rooms import join_room
from simulate.games.dungeons.log import LOG
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.setup import clear_table
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.agenda import plan
from simulate.games.dungeons.state.kit import refresh
from tests.rules import board
from tests.rules.dungeons import entry, words
from tests.rules.dungeons.referee import LAIR, Table
from tests.rules.dungeons.referee.table import HANDS

DICE = range(1, 7)


@cache
def keys_of_dice(purpose: int) -> dict[tuple[int, ...], Any]:
    """For each three dice a stream that rolls them."""
    array, found = np.zeros(1, record.STATE), {}
    s, key = array[0], 0
    while len(found) < len(DICE) ** 3:
        key += 1
        s.keys[purpose], s.draws[purpose] = np.uint64(key), np.uint64(0)
        rolled = tuple(1 + int(streams.below(s, purpose, 6)) for _ in range(3))
        found.setdefault(rolled, np.uint64(key))
    return found


class Board(board.Board):
    """The kernels' side of a game.  told_dice: what is rolled next, by the purpose of the dice."""

    kernels = board.Kernels(record.STATE, MOVE, record.LIMIT_MOVES, record.PHASE, LOG, entry)

    def __init__(self, cards: Any, names: Catalogue) -> None:
        super().__init__(cards, names)
        self.told_dice: dict[int, list[int]] | None = None

    def in_words(self, m: Any) -> str:
        return words.move_word(self.names, self.s, m)

    def laid(self) -> dict[str, Any]:
        return words.laid_in_kernels(self.names, self.cards, self.s)

    def go_on(self) -> list[str]:
        """Play on to the next question; its words."""
        return super().go_on().listed()

    def legal(self) -> list[str]:
        return self.listed()

    def listed(self) -> list[str]:
        """Words of the legal moves, in the order of `moves`; forced ones are played."""
        while not self.over:
            found = super().listed()
            if len(found) > 1:
                return found
            self.take(0)
        return []

    def do(self, *moves: str) -> list[str]:
        """Play moves; the words of the next question."""
        return super().do(*moves).listed()

    def step(self) -> None:
        self._tell()
        super().step()

    def _tell(self) -> None:
        """Choose streams that roll what was told, as far as it reaches."""
        for purpose, dice in (self.told_dice or {}).items():
            del dice[: int(self.s.draws[purpose])]
            self.s.draws[purpose] = np.uint64(0)
            self.s.keys[purpose] = keys_of_dice(purpose)[tuple([*dice, 1, 1, 1][:3])]

    # ------------------------------------------------------------ laying a position

    def lay(self, t: Table) -> None:
        """Lay the referee's table, at the question of what a hero does next in its turn.

        Bonuses and what is counted stay as they are.
        """
        s = self.s
        kept = s.bonuses.copy(), s.bonus.copy()
        self.state[0] = np.zeros(1, record.STATE)[0]
        clear_table(s)
        s.bonuses[:], s.bonus[:] = kept
        s.players, s.act, s.torch, s.active, s.turns = (
            len(t.heroes),
            t.act,
            t.torch,
            t.active,
            t.turns,
        )
        s.boss = self.names.bosses.index(t.boss_card)
        self._lay_decks(t)
        self._lay_enemies(t)
        for hero in t.heroes:
            self._lay_hero(hero)
        self._lay_rooms(t)
        self._lay_turn(t)
        for seat in range(s.players):
            refresh(s, self.cards, seat)
        self._lay_luck(t)

    def _lay_rooms(self, t: Table) -> None:
        s = self.s
        for at, room in t.rooms.items():
            place = place_of(at)
            s.room[place] = self.names.rooms.index(room.card)
            s.open[place] = sum(1 << SIDES.index(side) for side in room.open)
            s.disarmed[place], s.altar[place] = room.disarmed, room.altar
            s.revealed[s.rooms] = place
            s.rooms += 1
            join_room(s, self.cards, place)
        for at, card in t.hidden.items():
            s.hidden[place_of(at)] = self.names.rooms.index(card)
            s.unexplored += 1

    def _lay_decks(self, t: Table) -> None:
        s, names = self.s, self.names
        s.deck_cards = _fill(s.deck, t.deck, names.rooms)
        s.goblin_cards = _fill(s.goblin_deck, t.goblin_deck, names.goblins)
        s.goblin_discards = _fill(s.goblin_discard, t.goblin_discard, names.goblins)
        s.loot_cards = _fill(s.loot_deck, t.loot_deck, names.loot)
        s.spell_cards = _fill(s.spell_deck, t.spell_deck, names.spells)
        s.spell_deck[: s.spell_cards] += record.FIRST_SPELL
        for card in (*t.loot_row, *t.spell_row):
            s.in_row[self.item(card)] = 1

    def _lay_enemies(self, t: Table) -> None:
        s, names = self.s, self.names
        for slot, goblin in t.goblins.items():
            self._put(slot - 1, names.goblins.index(goblin.card), goblin)
        s.goblins = len(t.goblins)
        s.minions = t.minions_killed
        for minion in t.minions:
            self._put(record.FIRST_MINION + s.minions, names.minions.index(minion.card), minion)
            s.minions += 1
        _fill(s.minion_deck[s.minions :], t.minion_deck[:4], names.minions)
        s.minions_killed, s.dispelled = t.minions_killed, t.dispelled
        if t.boss:
            self._put(record.BOSS, s.boss, t.boss)
        s.marker[: len(t.markers)] = t.markers

    def _put(self, number: int, card: int, enemy: Any) -> None:
        self.s.enemy_card[number] = card
        self.s.enemy_place[number] = place_of(enemy.place)
        self.s.enemy_health[number] = 0 if number == record.BOSS else enemy.health

    def item(self, card: str) -> int:
        if card in self.names.loot:
            return self.names.loot.index(card)
        return record.FIRST_SPELL + self.names.spells.index(card)

    def _lay_hero(self, hero: Any) -> None:
        s, seat = self.s, hero.seat
        s.hero[seat] = self.names.heroes.index(hero.card)
        s.place[seat], s.space[seat] = place_of(hero.place), hero.space
        s.health[seat], s.focus[seat] = hero.health, hero.focus
        for k, hand in enumerate(HANDS):
            s.kit[seat, k] = self.item(hero.hands[hand]) if hero.hands[hand] else NONE
        sections = (record.GARB, hero.garb), (record.TRINKETS, hero.trinkets)
        for first, held in (*sections, (record.SPELLS_HELD, hero.spells)):
            for k, card in enumerate(held):
                s.kit[seat, first + k] = self.item(card)

    def _lay_turn(self, t: Table) -> None:
        s, hero = self.s, t.hero
        s.moves, s.gained = t.moves, t.gained
        for name in ("steps", "moved", "stopped", "movement_over", "acted", "settling", "awake"):
            s[name] = getattr(hero, name)
        s.extra_had = hero.extra_had
        s.extra = WORD["action"][hero.extra] if hero.extra else NONE
        s.failed = sum(1 << place_of(at) for at in hero.failed)
        for at, times in hero.checked.items():
            s.tried[place_of(at)] = times
        s.phase, s.decider = record.PHASE.TURN, t.active
        plan(s, record.EVENT.END_TURN, t.active)
        plan(s, record.PHASE.TURN, t.active)

    def _lay_luck(self, t: Table) -> None:
        told = t.luck.told
        self.told_dice = {
            record.PURPOSE.HERO_DICE: list(told.get("hero", [])),
            record.PURPOSE.ENEMY_DIE: list(told.get("enemy", [])),
        }
        for order in told.get("goblins", [])[:1]:
            if sorted(order) == sorted(t.goblin_discard):
                self._tell_shuffle(t.goblin_discard, order)

    def _tell_shuffle(self, cards: list[str], order: list[str]) -> None:
        for key in itertools.count():
            self.s.keys[record.PURPOSE.GOBLINS_SHUFFLED] = np.uint64(key)
            places = np.arange(len(cards))
            streams.shuffle(self.s, record.PURPOSE.GOBLINS_SHUFFLED, 1, places, len(cards))
            if [cards[i] for i in places] == order:
                return


def place_of(at: Any) -> int:
    if at == LAIR:
        return record.LAIR
    return (at[1] + record.TO_EDGE) * record.GRID + at[0] + record.TO_EDGE


def _fill(into: Any, cards: list[str], names: list[str]) -> int:
    for k, card in enumerate(cards):
        into[k] = names.index(card)
    return len(cards)
