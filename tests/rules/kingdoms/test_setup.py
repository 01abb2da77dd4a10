"""From the box to the first turn, as the kernels deal it."""

from collections import Counter

import pytest

from simulate.core.streams import open_streams
from simulate.games.kingdoms.cards.codes import PLACES, REGIONS, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import DUMMY_FACTIONS, NONE
from simulate.games.kingdoms.setup import deal, mix_tokens
from simulate.games.kingdoms.state.changes import clear_places
from simulate.games.kingdoms.state.record import LOST_KINGDOM, NEUTRAL
from tests.rules.kingdoms.board import Board
from tests.rules.kingdoms.cell import KINGDOMS, built, shipped

NO_LUCK = 7


def dealt(edition, players, *factions, number=0, **said):
    """A board after the deal, before the first choice."""
    if edition == "ultra_kingdoms":
        said.setdefault("dummy_resources", 3)
    else:
        said.setdefault("exploration", False)
    board = Board(*built(edition, players, *factions, **said))
    deal(board.s, board.cards, NO_LUCK, number)
    board.go_on()
    return board


def begun(*said, pick=0, **more):
    """(board at the first selection, what was asked before)."""
    board, asked = dealt(*said, **more), []
    while board.question != "select action":
        legal = sorted(board.legal())
        asked.append((int(board.s.decider), board.question, legal))
        board.do(legal[pick % len(legal)])
    return board, asked


def factions_of(board):
    return [board.names.factions[f] for f in board.s.faction if f != NONE]


def deals(edition, players, count, *factions, **said):
    """The records of several replicates."""
    board = dealt(edition, players, *factions, **said)
    for number in range(count):
        fresh = Board(board.cards, board.names)
        deal(fresh.s, fresh.cards, NO_LUCK, number)
        yield fresh


# ---------------------------------------------------------------- choices


def test_K_SETUP_5_who_chooses_what():
    """Also K-SETUP-1, K-SETUP-6, K-SETUP-7, K-SETUP-11."""
    board, asked = begun("kingdoms", 3)
    assert [seat for seat, _, _ in asked] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    for side, split, start in (asked[i : i + 3] for i in (0, 3, 6)):
        assert len(side[2]) == 2 and len(split[2]) == 28 and len(start[2]) == 5
        assert "split 6f" in split[2]
    laid = board.laid()
    assert all(sum(goods.values()) == 6 for goods in laid["goods"])


def test_K_SETUP_9_nothing_is_reached_yet():
    """Also K-SETUP-2, K-SETUP-10, K-SETUP-12, K-PARTS-3, U-PARTS-2, U-SETUP-1."""
    for edition in ("kingdoms", "ultra_kingdoms"):
        board, _ = begun(edition, 4)
        laid, s = board.laid(), board.s
        assert laid["tower"] == laid["magic"] == [0] * 4
        assert not laid["shields"] and board.s.decider == 0
        assert list(laid["regions"].values()) and all(s.in_play[seat] == 2 for seat in range(4))
        assert all((s.place[seat][7:] == NONE).all() for seat in range(4)), "seven at most"
        assert board.cards.meeples == 7


@pytest.mark.parametrize("may", [True, False])
def test_K_SETUP_11_start_in_ruins(may):
    board = dealt("kingdoms", 3, changes={"start_in_ruins": may})
    board.do(next(w for w in board.legal() if w.endswith("ruins")), "split 6o")
    s, cards = board.s, board.cards
    territory = s.territory[0]
    ruins = [r for r in range(REGIONS) if cards.terrain[territory, r] == TERRAIN["ruins"]]
    words = [f"start {board.place(r)}" for r in ruins]
    assert ruins and all((word in board.legal()) == may for word in words)
    if may:
        board.do(words[0])
        assert list(s.lying[0][:2]) == [1, 1]


# ---------------------------------------------------------------- the deal


@pytest.mark.parametrize("edition, players", [("kingdoms", 5), ("ultra_kingdoms", 5)])
def test_K_PARTS_1_and_K_PARTS_2_nothing_is_dealt_twice(edition, players):
    """Also K-SETUP-3, K-SETUP-4."""
    for board in deals(edition, players, 40):
        assert len(set(factions_of(board))) == players
        s = board.s
        homes = s.card[:players] if edition == "kingdoms" else s.territory[:players]
        assert len(set(homes.tolist())) == players and NONE not in homes


def test_K_SETUP_3_each_faction_comes_once_to_each_seat_in_a_block():
    """Also K-SETUP-4 for the territory cards."""
    seen: Counter[tuple[int, int]] = Counter()
    cards: Counter[tuple[int, int]] = Counter()
    size, boxed = len(KINGDOMS), 8
    for board in deals("kingdoms", 4, size * boxed):
        for seat in range(4):
            seen[seat, int(board.s.faction[seat])] += 1
            cards[seat, int(board.s.card[seat])] += 1
    assert set(seen.values()) == {boxed} and len(seen) == 4 * size
    assert set(cards.values()) == {size} and len(cards) == 4 * boxed


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_U_SETUP_2_no_territory_is_the_back_of_a_faction(players):
    """Also U-PARTS-1, U-LOST-1."""
    for board in deals("ultra_kingdoms", players, 32):
        slots = int(board.s.slots)
        lands = [board.names.territories[t] for t in board.s.territory[:slots]]
        assert slots == max(players, 2) + (players == 2)
        assert len(set(lands)) == slots and not set(lands) & set(factions_of(board))


def test_U_LOST_3_halflings():
    def in_play(edition, *said):
        return any("halflings" in factions_of(b) for b in deals(edition, 2, 40, *said))

    assert not in_play("ultra_kingdoms") and in_play("kingdoms")
    assert in_play("ultra_kingdoms", "halflings")


# ---------------------------------------------------------------- the Lost Kingdom and tokens


@pytest.mark.parametrize("edition", ["kingdoms", "ultra_kingdoms"])
def test_K_LOST_1_and_K_LOST_2_the_lost_kingdom(edition):
    """Its side is chance too, and only its five regions hold a neutral meeple."""
    sides = set()
    for board in deals(edition, 2, 40):
        s, cards = board.s, board.cards
        territory = int(s.territory[LOST_KINGDOM])
        assert cards.side_card[territory] not in s.card[:2]
        sides.add(territory)
        there = s.owner[LOST_KINGDOM * PLACES : (LOST_KINGDOM + 1) * PLACES, 0]
        assert list(there) == [NEUTRAL] * REGIONS + [NONE] * (PLACES - REGIONS)
        assert s.neutrals == 5
    assert len(sides) > 8


@pytest.mark.parametrize("players, count", [(2, 13), (3, 12), (4, 16), (5, 15)])
def test_K_TOKEN_3_how_many(players, count):
    """Also K-TOKEN-1, K-TOKEN-2, K-CARD-3, K-FIVE-3, K-FIVE-4."""
    board, asked = begun("kingdoms", players, exploration=True)
    s = board.s
    lie = [p for p in range(int(s.slots) * PLACES) if s.hidden[p] != NONE]
    assert len(lie) == count and all(p % PLACES < REGIONS for p in lie)
    assert all(s.owner[p, 0] in (NONE, NEUTRAL) for p in lie)
    if players == 2:
        assert sum(p // PLACES == LOST_KINGDOM for p in lie) == 5
    if players == 5:
        layings = [legal for _, question, legal in asked if question == "lay tokens"]
        assert [len(legal) for legal in layings] == [4] * 5
        assert sum(board.cards.token_count) == 15
    drawn = Counter(int(s.hidden[p]) for p in lie)
    assert all(drawn[kind] <= board.cards.token_count[kind] for kind in drawn)


def test_K_TOKEN_1_one_token_of_another_kind_leaves_the_others_where_they_lie():
    """Each draws its own lots, so that two packs that differ by a token keep their luck."""
    kinds = []
    for counts in ({}, {"treasure": 4, "blank": 1}):
        data = shipped("kingdoms")
        for kind, count in counts.items():
            data["tokens"][kind]["count"] = count
        cards, names = built("kingdoms", 4, data=data, exploration=True)
        kinds.append([lying(cards, names, number) for number in range(40)])
    moved = sum(
        a != b for one, other in zip(*kinds, strict=True) for a, b in zip(one, other, strict=True)
    )
    assert 40 <= moved <= 40 * 3


def lying(cards, names, number):
    """What is dealt when each player starts in the first region."""
    board = Board(cards, names)
    deal(board.s, cards, NO_LUCK, number)
    board.go_on()
    while board.question != "select action":
        board.do(sorted(board.legal())[0])
    return [int(kind) for kind in board.s.hidden if kind != NONE]


@pytest.mark.long
def test_K_TOKEN_1_every_place_gets_every_kind_as_often_as_there_are_tokens_of_it():
    cards, names = built("kingdoms", 4, exploration=True)
    seen, deals_made = Counter(), 1600
    for number in range(deals_made):
        board = Board(cards, names)
        open_streams(board.s, NO_LUCK, number)
        clear_places(board.s)
        assert mix_tokens(board.s, cards) == 16
        seen.update((at, int(board.s.open[at])) for at in range(16))
    # 100 of each token in each place expected; chi-square of 16 places x 9 kinds, 120 degrees
    # of freedom: above 180 with p < 0.0004.
    expected = {k: deals_made * int(n) / 16 for k, n in enumerate(cards.token_count)}
    chi = sum((seen[at, k] - e) ** 2 / e for at in range(16) for k, e in expected.items())
    assert chi < 180


# ---------------------------------------------------------------- solo


def test_U_SOLO_5_setup():
    """Also U-SOLO-1, U-SOLO-2, U-SOLO-3, U-SOLO-6, U-SOLO-7, U-PARTS-3."""
    board, asked = begun("ultra_kingdoms", 1, dummy_resources=5, number=3)
    questions = [(seat, question) for seat, question, _ in asked]
    assert questions[-2:] == [(0, "split resources"), (0, "choose start")]
    assert questions[:2] == [(0, "place dummy")] * 2
    s, cards = board.s, board.cards
    stands = [int(p) for p in s.place[1] if p != NONE]
    terrains = [int(cards.terrain[s.territory[1], p - PLACES]) for p in stands]
    assert {TERRAIN["forest"], TERRAIN["mountain"]} <= set(terrains)
    assert board.names.factions[s.faction[1]] in DUMMY_FACTIONS
    for fresh in deals("ultra_kingdoms", 1, 30, dummy_resources=5):
        assert list(fresh.s.goods[1]) == [5, 5, 5] and not fresh.s.night
        assert fresh.cards.suits_dummy[fresh.s.territory[1]]


@pytest.mark.parametrize("starts, seats", [("chance", {0, 1}), ("person", {0}), ("dummy", {1})])
def test_U_SOLO_8_who_begins(starts, seats):
    changes = {"solo_starts": starts}
    boards = deals("ultra_kingdoms", 1, 30, changes=changes)
    assert {int(board.s.active) for board in boards} == seats
