"""The kernels at a position laid by hand: they follow the referee, word by word.

The same table is laid, invented field and all; after each answer the same lies there and the
same is legal.  Chance falls for the kernels as it was told to the referee: streams are looked
for that roll the same icons.
"""

import functools
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.core import streams
from simulate.games.tactics.cards import CardsModel, tables
from simulate.games.tactics.cards.maps import Portal, Realm, Space
from simulate.games.tactics.cards.tables import build
from simulate.games.tactics.cards.vocabulary import CLASSES, DUNGEON, NONE
from simulate.games.tactics.end import rank_of, score_now
from simulate.games.tactics.moves import move as kinds
from simulate.games.tactics.setup import clear_table
from simulate.games.tactics.state import record
from simulate.games.tactics.state.agenda import plan
from simulate.games.tactics.state.changes import set_at
from simulate.mechanics.log import LINE
from tests.rules.tactics.cell import data, setting
from tests.rules.tactics.lockstep import Lockstep
from tests.rules.tactics.referee import Table, Told, Unit, laid, points, ranks
from tests.rules.tactics.referee.land import TERRAIN, Land
from tests.rules.tactics.words import BOXES, LETTERS, Board

SOURCE = {"*": "stand-in: invented by a test"}
LETTER_OF = {name: letter for letter, name in TERRAIN.items()}
INSIDE_LETTER = {name: letter for letter, name in DUNGEON.items()}
ACTED = {"move": 0, "melee": 1, "shoot": 2, "attack spell": 3, "spell": 4, "fire": 5}
WALKING = {"step", "portal", "enter", "inside", "stop"}
FACES = 6
TRIES = 400  # streams tried for a shuffle
# Where play stands, and what counts within a turn.
AGENDA = (
    *("phase", "decider", "tasks", "task", "struck", "bonus", "acted", "actions_of", "villages"),
    *("fresh_token", "began_on_ballista", "life", "fell", "fell_weakened"),
)
FEW = 4  # things of which every order is looked for
MAP_TABLES = (
    *("column", "row", "space_at", "terrain", "level", "village", "neighbour", "area", "trigger"),
    *("artifact", "portals", "portal_front", "portal_box", "before_portal", "box", "lies_on"),
    *("laid", "closers"),
)


class Heard(Told):
    """Chance as it was told to the referee, written down for the kernels."""

    def __init__(self, dice: str = "", **told: Any) -> None:
        super().__init__(dice, **told)
        self.rolls: list[list[int]] = []
        self.orders: list[tuple[str, list[Any]]] = []

    def roll(self, count: int) -> list[int]:
        faces = super().roll(count)
        if count:
            self.rolls.append(faces)
        return faces

    def shuffle(self, what: str, things: Any) -> list[Any]:
        order = super().shuffle(what, things)
        self.orders.append((what, list(order)))  # the referee takes from it
        return order


# ---------------------------------------------------------------- the tables


def cards_of(t: Table) -> dict[str, Any]:
    """The invented units and cards of a table, as the kernels' side takes them."""
    found = data()
    found["units"] = {key: unit_card(key, card, t) for key, card in t.pack["units"].items()}
    for unit in t.units:
        found["units"][unit.name] = unit_card(unit.name, unit.card, t, unit.solo)
    found["tactics"] = {
        key: {
            "name": key,
            "abilities": {
                n: {"name": key} | a for n, a in card["abilities"].items() if a["effects"]
            },
            "source": SOURCE,
        }
        for key, card in t.pack["tactics"].items()
    } or {"none": {"name": "none", "source": SOURCE}}
    found["enemy_cards"] = {
        key: {"source": SOURCE} | card for key, card in t.pack["enemy_cards"].items()
    }
    for box, spaces in t.land.insides.items():
        crystal = t.pack["dungeons"].get(box, {}).get("crystal", [])
        inside = {"name": box, "spaces": grid_of(box, spaces), "crystal": crystal}
        found["dungeons"][box] = inside | {"source": SOURCE}
    return found


def unit_card(key: str, card: dict[str, Any], t: Table, solo: bool = False) -> dict[str, Any]:
    """A unit's card; abilities stand on the side that lies up alone."""
    named = {n: {"name": n, **a} for n, a in card.get("abilities", {}).items()}
    return {
        **card,
        "name": key,
        "abilities": {} if solo else named,
        "solo": card["solo"] | {"abilities": named if solo else {}},
        "source": SOURCE,
    }


def size_of(box: str) -> tuple[int, int]:
    columns, rows = box.removeprefix("box_").split("x")
    return int(columns), int(rows)


def grid_of(box: str, spaces: dict[Any, str]) -> list[str]:
    columns, rows = size_of(box)
    return [
        " ".join(INSIDE_LETTER[spaces.get((x, y), "rock")] for x in range(1, columns + 1))
        for y in range(1, rows + 1)
    ]


def realm_of(land: Land) -> Realm:
    realm = Realm("field", on=dict(land.on))
    for at, terrain in land.terrain.items():
        letter = LETTER_OF[terrain]
        realm.spaces[at] = Space(letter, land.level[at], land.mark[at], land.box[at])
    realm.portals = [Portal(front, box) for front, box in land.portals]
    return realm


@functools.lru_cache(maxsize=32)
def built_from(text: str) -> tuple[Any, Any]:
    """Tables on a shipped map; most positions have the same cards."""
    rules, found, cell = json.loads(text)
    return build(rules, CardsModel.model_validate(found), cell)


def lay_map(cards: Any, names: Any, land: Land, battle: bool) -> None:
    """The field in place of the shipped map; nobody starts on it."""
    realm = realm_of(land)
    order = realm.order()
    number = {at: i for i, at in enumerate(order)}
    for name in MAP_TABLES:
        cards[name][0] = 0
    for name in ("space_at", "neighbour", "area", "box", "lies_on", "terrain", "trigger"):
        cards[name][0] = NONE
    cards["spaces"][0], cards["artifact"][0] = len(order), NONE
    for i, at in enumerate(order):
        tables._build_space(cards, 0, i, at, realm, number)
    villages = [i for i, at in enumerate(order) if land.terrain[at] == "village"]
    cards["village"][0] = NONE
    cards["village"][0, villages] = range(len(villages))
    if not battle:
        tables._build_areas(cards, 0, realm, number)
    tables._build_boxes(cards, 0, realm, number)
    names.positions[0] = order


# ---------------------------------------------------------------- following


class Kernels(Lockstep):
    """The kernels' side of a position."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.question: Any = None
        self.seen = ""
        self.trail: list[Any] = []
        self.walker: int | None = None

    # The table

    def begin(self) -> None:
        """Lay the table as a turn begins."""
        self.lay()
        plan(self.board.s, record.EVENT.BEGIN_TURN, NONE)
        self.before = self.board.state.copy()

    def begun(self, question: Any) -> None:
        """The referee has come to its first question."""
        self.question = question
        self.with_luck(self.board.go_on)
        self.check()

    def look_again(self) -> None:
        """Lay the table anew if a test has changed something on it."""
        if self.walker is not None or self.trail or self.seen == self.look():
            return
        before = self.board.state.copy()
        self.lay()
        s = self.board.s
        if self.question and "end" in self.question[1]:
            self.lay_turn()
            plan(s, record.EVENT.END_TURN, self.t.active)
            plan(s, record.PHASE.ACT, self.t.active)
            self.board.go_on()
            return
        for name in AGENDA:
            s[name] = before[0][name]

    def look(self) -> str:
        t = self.t
        units = [(str(u), u.seat, vars(u)) for u in t.units]
        return repr((laid(t), t.rules, t.pack["tactics"], t.pack["enemy_cards"], t.land, units))

    def lay(self) -> None:
        t = self.t
        players = {"solo": 1, "coop": 2}.get(t.mode, t.seats)
        found = cards_of(t)
        array, names = built_from(json.dumps([t.rules, found, setting(t.mode, players)]))
        array = array.copy()
        lay_map(array[0], names, t.land, t.battle)
        self.board = board = Board(array[0], names, found)
        self.number = {at: i for i, at in enumerate(names.positions[0])}
        s = board.s
        clear_table(s)
        s.active, s.turns, s.time, s.actions_left = t.active, t.turns, t.time, t.actions_left
        s.round_no = t.turns // t.seats + 1
        s.ending = NONE if t.ending is None else t.ending
        for pile, top in ((t.deck, True), (t.discards, False)):
            cards = [names.tactics.index(card) for card in pile]
            cards = cards[::-1] if top else cards
            (s.deck if top else s.discards)[: len(cards)] = cards
        s.deck_count, s.discard_count = len(t.deck), len(t.discards)
        for seat, hand in enumerate(t.hands):
            s.hand[seat] = sum(1 << names.tactics.index(card) for card in hand)
            s.captures[seat] = len(t.captures[seat])
        deck = [names.enemy_cards.index(card) for card in t.enemy_deck][::-1]
        gone = [names.enemy_cards.index(card) for card in t.enemy_discards]
        s.enemy_deck[: len(deck)], s.enemy_deck_count = deck, len(deck)
        s.enemy_discards[: len(gone)], s.enemy_discard_count = gone, len(gone)
        for k, letter in enumerate(LETTERS):
            s.flag[k], s.triggered[k] = t.flags[letter], letter in t.triggered
            s.holder[k] = t.holder.get(letter, NONE)
        s.spare = sum(1 << names.units.index(card) for deck in t.decks.values() for card in deck)
        s.crystals = sum(1 << BOXES.index(box) for box in t.crystals)
        s.flipped = sum(1 << BOXES.index(box) for box in t.flipped)
        s.artifact = NONE if t.artifact is None else self.number[t.artifact]
        for unit in t.units:
            if unit.in_play:
                self.lay_unit(unit)
        s.bearer = NONE if t.bearer is None else self.slot(t.bearer)

    def slot(self, unit: Unit) -> int:
        return unit.seat * len(CLASSES) + CLASSES.index(unit.of_class)

    def lay_unit(self, unit: Unit) -> None:
        s, slot = self.board.s, self.slot(unit)
        assert s.unit[slot] == NONE, f"{self.t.of(unit.seat)}: two units of a class"
        s.unit[slot] = self.board.names.units.index(unit.name)
        s.health[slot], s.ammo[slot], s.mana[slot] = unit.health, unit.ammo, unit.mana
        s.weakened[slot], s.fresh_token[slot] = unit.weakened, unit.weakened_now
        if unit.under in self.board.names.enemy_cards:
            s.under[slot] = self.board.names.enemy_cards.index(unit.under)
        elif unit.under:
            raise Unfollowed("a card that is in no pile")
        if unit.at is not None:
            set_at(s, slot, self.number[unit.at], 0, None)
        if unit.inside is not None:
            box, (x, y) = unit.inside
            s.dungeon[slot] = BOXES.index(box)
            s.inside[slot] = (y - 1) * size_of(box)[0] + x - 1

    def lay_turn(self) -> None:
        """What counts within the turn."""
        s, cards = self.board.s, self.board.cards
        for unit in self.t.units:
            if unit.in_play:
                slot = self.slot(unit)
                s.acted[slot] = sum({1 << ACTED[what] for what in unit.acted})
                s.actions_of[slot] = len(unit.acted)
                s.began_on_ballista[slot] = unit.began_on_ballista
                for at in unit.villages:
                    s.villages[slot] |= 1 << int(cards.village[0, self.number[at]])

    # Answers

    def follow(self, answer: str, question: Any) -> None:
        """The referee was answered; question: its next one."""
        self.question = question
        verb, _, rest = answer.partition(" ")
        if verb == "move":
            self.walker = self.slot_of_class(rest)
        elif verb in ("step", "portal"):
            self.trail.append(tuple(map(int, rest.split(","))))
        if verb in ("move", "step", "portal") and self.is_walking():
            return
        if verb in WALKING | {"move"}:
            self.choose(self.legs(verb, rest))
        else:
            self.choose([m for m in self.board.legal() if self.board.in_words(m) == answer])

    def slot_of_class(self, of_class: str) -> int:
        return int(self.board.s.decider) * len(CLASSES) + CLASSES.index(of_class)

    def is_walking(self) -> bool:
        """Whether the referee asks for a further step."""
        if not self.question:
            return False
        return {word.split()[0] for word in self.question[1]} <= WALKING

    def legs(self, verb: str, rest: str) -> list[Any]:
        """The kernels' moves that may be this walk: its way is seen by what it leads to."""
        if self.walker is None:
            task = self.board.s.task[self.board.s.tasks - 1]
            self.walker = int(task.unit) % record.SLOTS
        legal = [m for m in self.board.legal() if m.unit == self.walker]
        if verb == "enter":
            found = [m for m in legal if m.kind == kinds.KIND.ENTER_DUNGEON]
            return [m for m in found if BOXES[m.number] == rest]
        if verb == "inside":
            box = int(self.board.s.dungeon[self.walker])
            at = tuple(map(int, rest.split(",")))
            found = [m for m in legal if m.kind == kinds.KIND.STEP_INSIDE]
            return [m for m in found if self.board.inside(box, m.goal) == at]
        if not self.trail:
            return [m for m in legal if m.kind == kinds.KIND.STOP]
        found = [m for m in legal if m.kind == kinds.KIND.MOVE]
        return [m for m in found if self.board.at(m.goal) == self.trail[-1]]

    def choose(self, found: list[Any]) -> None:
        """Play one of these moves: the one after which the same table lies there."""
        assert found, "the kernels do not list it"
        self.trail, self.walker = [], None
        self.before = self.board.state.copy()
        for i, m in enumerate(found):
            try:
                self.with_luck(lambda m=m: self.board.do(m))
                self.check()
                return
            except AssertionError:
                if i + 1 == len(found):
                    raise
                self.board.state[0] = self.before[0]

    def check(self) -> None:
        """The same table, the same question, and the same ranks if it ended now."""
        self.t.luck.rolls, self.t.luck.orders = [], []
        self.seen = self.look()
        if not self.question:
            assert self.board.over, "only one of the two is over"
            assert record.END.words[int(self.board.s.outcome)] == self.t.outcome
            self.compare_tables()
        elif not self.is_walking() or self.board.s.phase in (
            record.PHASE.WALK_ON,
            record.PHASE.EXPLORE,
        ):
            legal = self.board.legal()
            self.compare_moves(legal, [self.board.in_words(m) for m in legal])
        if not self.t.adventure:
            s, cards, seats = self.board.s, self.board.cards, range(self.t.seats)
            mine = [int(score_now(s, cards, i)) for i in seats]
            assert mine == [points(self.t, i) for i in seats]
            assert [int(rank_of(s, cards, i)) for i in seats] == ranks(self.t)

    # Chance

    def with_luck(self, run: Callable[[], Any]) -> None:
        """Run from the state before until chance falls as the referee was told."""
        keys: dict[int, int] = {}
        rolls = self.t.luck.rolls
        told: dict[int, list[int]] = {}
        for _ in range(TRIES):
            state = self.board.state
            state[0] = self.before[0]
            s = self.board.s
            s.draws[:] = 0
            for purpose in range(record.PURPOSES):
                s.keys[purpose] = self.key(told.get(purpose, []), keys.get(purpose, 0))
            self.board.log.count = 0
            run()
            rows = self.board.told()
            fallen = [row for row in rows if row.kind == LINE.ROLL]
            wrong = self.first_wrong_roll(fallen, rolls)
            if wrong is not None:
                told = {}
                for row, faces in list(zip(fallen, rolls, strict=False))[: wrong + 1]:
                    told.setdefault(int(row.purpose), []).extend(faces)
                continue
            orders = [row for row in rows if row.kind in (LINE.SHUFFLE, LINE.CHOICE)]
            purpose = self.wrong_order(orders)
            if purpose is None:
                self.lay_decks()
                return
            keys[purpose] = keys.get(purpose, 0) + 1
        raise Unfollowed("no stream shuffles so")

    def first_wrong_roll(self, fallen: list[Any], rolls: list[list[int]]) -> int | None:
        for k, (row, faces) in enumerate(zip(fallen, rolls, strict=False)):
            mine = row.order[: row.count].tolist()
            assert len(mine) == len(faces), "another number of dice"
            if self.icons(mine) != self.icons(faces):
                return k
        assert len(fallen) == len(rolls), f"{len(fallen)} rolls, by the rulebook {len(rolls)}"
        return None

    def icons(self, faces: list[int]) -> list[int]:
        return [int(self.board.cards.die[face]) for face in faces]

    def key(self, faces: list[int], further: int) -> np.uint64:
        """A stream that rolls the icons of these faces."""
        array = np.zeros(1, record.STATE)
        s, wanted = array[0], self.icons(faces)
        key = further
        while True:
            s.keys[0], s.draws[0] = np.uint64(key), np.uint64(0)
            if all(
                int(self.board.cards.die[int(streams.below(s, 0, FACES))]) == icon
                for icon in wanted
            ):
                return np.uint64(key)
            key += 1

    def wrong_order(self, rows: list[Any]) -> int | None:
        """Purpose of the first shuffle that fell otherwise than told."""
        orders = self.t.luck.orders
        assert len(rows) == len(orders), f"{len(rows)} shuffles, by the rulebook {len(orders)}"
        for row, (_, order) in zip(rows, orders, strict=True):
            names, purpose = self.board.names, int(row.purpose)
            listed = row.order[: row.count].tolist()
            if row.kind == LINE.CHOICE:
                mine, order = [names.units[int(row.result)]], order[:1]
            elif purpose == record.PURPOSE.TACTICS:
                mine = [names.tactics[k] for k in listed[::-1]]
            elif purpose == record.PURPOSE.ENEMY_CARDS:
                mine = [names.enemy_cards[k] for k in listed[::-1]]
            else:
                mine = [LETTERS[k] for k in listed]
            seen = len(order) if len(order) <= FEW else 1
            if mine[:seen] != list(order[:seen]):
                return purpose
        return None

    def lay_decks(self) -> None:
        """Of many cards the top one is shuffled as told; the others are laid so."""
        s, names, t = self.board.s, self.board.names, self.t
        for what, pile, count, cards, known in (
            ("tactics", s.deck, int(s.deck_count), t.deck, names.tactics),
            ("enemy_cards", s.enemy_deck, int(s.enemy_deck_count), t.enemy_deck, names.enemy_cards),
        ):
            if any(told == what and len(order) > FEW for told, order in t.luck.orders):
                order = [known.index(card) for card in cards]
                assert sorted(order) == sorted(int(card) for card in pile[:count])
                pile[:count] = order[::-1]


class Unfollowed(Exception):
    """The kernels cannot be laid or led as the referee was."""
