"""What holds in every game of the kernels, whoever plays: laws, and the same luck the same game."""

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.core.streams import below
from simulate.games.tactics.cards.codes import FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import GAME_ROW, SEAT_ROW, fill_game_row, fill_seat_row
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.record import LIMIT_MOVES, SLOTS, STATE, size_of
from simulate.mechanics.log import LINE
from tests.rules.tactics.cell import built
from tests.rules.tactics.shipped import ROWS
from tests.rules.tactics.words import Board

SHORT = {"round_limit": 6, "battle_rounds": 5}
# What a line of the log changes -> field of the record.
FIELDS = {
    changes.WHAT.UNIT: "unit",
    changes.WHAT.AT: "at",
    changes.WHAT.DUNGEON: "dungeon",
    changes.WHAT.INSIDE: "inside",
    changes.WHAT.HEALTH: "health",
    changes.WHAT.AMMO: "ammo",
    changes.WHAT.MANA: "mana",
    changes.WHAT.WEAKENED: "weakened",
    changes.WHAT.UNDER: "under",
    changes.WHAT.CAPTOR: "captor",
    changes.WHAT.CAPTURES: "captures",
    changes.WHAT.FLAG: "flag",
    changes.WHAT.TRIGGERED: "triggered",
    changes.WHAT.HOLDER: "holder",
    changes.WHAT.ARTIFACT: "artifact",
    changes.WHAT.BEARER: "bearer",
    changes.WHAT.TIME: "time",
    changes.WHAT.ACTIVE: "active",
    changes.WHAT.ROUND: "round_no",
    changes.WHAT.ACTIONS_LEFT: "actions_left",
    changes.WHAT.ENDING: "ending",
    changes.WHAT.OUTCOME: "outcome",
}
BITS = {
    changes.WHAT.CRYSTALS: "crystals",
    changes.WHAT.FLIPPED: "flipped",
    changes.WHAT.SPARE: "spare",
}


class Game(Board):
    """One game of the kernels at random; `look` is called at every decision."""

    def __init__(self, mode, players, number, look=None, **changed):
        super().__init__(*built(mode, players, changes=changed), {})
        deal(self.s, self.cards, 3, number)
        self.before = self.state.copy()
        self.go_on()
        while not self.over:
            if look:
                look(self)
            self.before = self.state.copy()
            self.log.count = 0
            count = len(self.legal())
            assert 0 < count <= LIMIT_MOVES
            self.take(int(below(self.s, record.FIRST_CHOICE + self.s.decider, count)))
        if look:
            look(self)


def look_at_units(game):
    """T-MOVE-3, T-UNIT-2, T-UNIT-3, T-CAPTURE-1, T-CARD-14, T-DUNGEON-6."""
    s, cards = game.s, game.cards
    standing = [int(at) for at in s.at if at != NONE]
    assert len(standing) == len(set(standing))
    for slot in range(cards.seats * FORCE):
        card = int(s.unit[slot])
        side = int(cards.enemy_seat[slot // FORCE])
        assert 0 <= s.health[slot] <= cards.health[card, side]
        assert 0 <= s.ammo[slot] <= (0 if side else cards.ammo[card])
        assert 0 <= s.mana[slot] <= (0 if side else cards.mana[card])
        assert s.at[slot] == NONE or s.dungeon[slot] == NONE
        if s.at[slot] != NONE:
            assert s.occupant[s.at[slot]] == slot
        if s.captor[slot] != NONE:
            assert s.at[slot] == NONE and s.dungeon[slot] == NONE and s.health[slot] == 0
            assert not (side and cards.time_start), "a Solo Enemy keeps four units"
    assert sum(int(slot) != NONE for slot in s.occupant) == len(standing)
    inside = [int(box) for box in s.dungeon if box != NONE]
    assert sum(1 << box for box in inside) == s.flipped and not s.flipped & s.crystals


def look_at_cards(game):
    """T-PARTS-2, T-PARTS-8: each card is in one place."""
    s, cards = game.s, game.cards
    deck = [int(card) for card in s.deck[: s.deck_count]]
    discards = [int(card) for card in s.discards[: s.discard_count]]
    held = int(size_of(s.returned)) + sum(int(size_of(hand)) for hand in s.hand)
    assert len(set(deck) | set(discards)) == len(deck) + len(discards)
    assert len(deck) + len(discards) + held == cards.tactics
    if cards.time_start:
        under = sum(int(card) != NONE for card in s.under)
        assert s.enemy_deck_count + s.enemy_discard_count + under == cards.enemy_cards


def look_back(game):
    """T-CONTROL-6, T-CONTROL-9, T-CONTROL-12, T-CAPTURE-1: what never goes back."""
    s, before = game.s, game.before[0]
    assert (s.flag >= before.flag).all() and (s.triggered >= before.triggered).all()
    for area in range(3):
        assert before.holder[area] in (NONE, s.holder[area])
    for slot in range(SLOTS):
        assert before.captor[slot] in (NONE, s.captor[slot])
    assert s.bearer == NONE or s.artifact == NONE


def look_at_log(game):
    """Nothing on the table changes without a line."""
    told = game.before.copy()
    for line in game.told():
        if line.kind != LINE.CHANGE:
            continue
        what, of, new = int(line.what), int(line.of), int(line.new)
        if what in FIELDS:
            field = told[FIELDS[what]][0]
            if of == NONE:
                told[FIELDS[what]] = new
            else:
                field[of] = new
        elif what in BITS:
            told[BITS[what]] ^= 1 << of
    for name in (*FIELDS.values(), *BITS.values()):
        assert np.array_equal(told[name], game.state[name]), name


def look(game):
    look_at_log(game)
    look_back(game)
    if game.s.turns:
        look_at_units(game)
        look_at_cards(game)


@settings(max_examples=12, deadline=None)
@given(row=st.sampled_from(ROWS), number=st.integers(0, 10_000))
def test_laws_of_whole_games(row, number):
    """T-PARTS-2, T-PARTS-4, T-PARTS-8, T-UNIT-2, T-UNIT-3, T-MOVE-3, T-CARD-14, T-CONTROL-9,
    T-CONTROL-12.
    """
    Game(*row, number, look, **SHORT)


@pytest.mark.parametrize("mode, players", ROWS)
def test_T_SETUP_3_each_unit_comes_once_to_each_seat_in_a_block(mode, players):
    cards, _ = built(mode, players)
    for block in (0, 5):
        met = np.zeros((SLOTS, int(cards.units)), int)
        for number in range(8 * block, 8 * block + 8):
            state = np.zeros(1, STATE)
            deal(state[0], cards, 1, number)
            for slot in range(int(cards.seats) * FORCE):
                met[slot, state[0].unit[slot]] += 1
        assert met.max() == 1 and (met[: cards.seats * FORCE].sum(axis=1) == 8).all()


def test_named_units_stand_with_their_seat():
    """T-SETUP-3, T-SOLO-2."""
    for mode, players in (("competitive", 2), ("coop", 2)):
        cards, names = built(mode, players, "arryn+gamelyn+red_ghost+xiong_mao")
        for number in range(8):
            state = np.zeros(1, STATE)
            deal(state[0], cards, 1, number)
            own = {names.units[int(card)] for card in state[0].unit[:FORCE]}
            assert own == {"arryn", "gamelyn", "red_ghost", "xiong_mao"}
            dealt = [int(card) for card in state[0].unit if card != NONE]
            assert len(dealt) == len(set(dealt))


def digest(number):
    """One number for a short game of every mode: rows and final tables."""
    found = hashlib.sha256()
    for mode, players in (("competitive", 2), ("battle_team", 4), ("coop", 2)):
        game = Game(mode, players, number, round_limit=4, battle_rounds=3)
        row, seat = np.zeros(1, GAME_ROW)[0], np.zeros(1, SEAT_ROW)[0]
        fill_game_row(game.s, game.cards, row)
        fill_seat_row(game.s, game.cards, 0, seat)
        for part in (row, seat, game.s.at, game.s.health, game.s.draws):
            found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()[:16]


def test_compiled_and_plain_play_the_same_games():
    """With the compiler on and off; whoever changes a rule or a card writes the figures anew."""
    assert [digest(number) for number in (1, 2)] == [
        "cf0ee4d0922a1e33",
        "b8571c0e00022d63",
    ]
