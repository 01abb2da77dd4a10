"""Counts of legal move sequences on six positions, against the referee and against paper."""

import pytest

from tests.marks import long_but
from tests.rules.defenders.board import BARE, STAND_INS, Board, shipped
from tests.rules.defenders.perft import count_by_kernels, count_by_referee

# A longer deck than any count below plays through: no shuffle, so nothing is left to chance.
REST = ("ally_2", "plains_ruins", "ally_1", "coast_mountains", "group_ally_2", "minotaur")


def a_turn():
    """A Sorcerer in the ruins with the foe, two artifacts, and a health to spend."""
    return Board(
        "sorcerer+cleric",
        at=["ruins", "coast"],
        health=[2, 1],
        threat={"ruins": 3, "coast": 2},
        sides={"ruins": "b"},
        deck=("ally_1", *REST),
        artifacts={0: ["elixir_of_errand", "hammer_of_might"]},
        foe="demon_lord",
        foe_at="ruins",
        foe_health=3,
        rules={"extra_point_repeats": True},
    )


def a_group_card():
    """Four points for three heroes, one of them in the Capital at zero health."""
    return Board(
        "commander+druid+warrior",
        at=["forest", "forest", "capital"],
        health=[3, 1, 0],
        threat={"forest": 2, "desert": 0},
        destroyed=["plains"],
        sides={"forest": "b"},
        deck=("group_ally_1", *REST),
        rules={"extra_point_repeats": True},
    )


def an_enemy():
    """Two attacks, four heroes, two of them with free artifacts, one behind a shield."""
    board = Board(
        "paladin+ranger+druid+bard",
        at=["coast", "desert", "coast", "capital"],
        health=[2, 1, 3, 1],
        threat={"coast": 3, "desert": 3},
        deck=("coast_desert", *REST),
        artifacts={0: ["timeless_sandglass"], 3: ["elixir_of_errand"]},
    )
    board.s["free_defense"][1] = 1
    return board


def a_wave():
    """The Sea Serpent, three heroes in its way, one of them on the circle of the Mountains."""
    board = Board(
        "barbarian+oracle+cleric",
        at=["coast", "plains", "mountains"],
        health=[2, 4, 1],
        deck=("sea_serpent", *REST),
        artifact_deck=("boots_of_zephyr", "zodiac_cloak"),
    )
    board.s["brace"][2], board.s["brace_at"][2] = 9, 4
    return board


def a_horn():
    """The Horn and the Boots while the Kraken stands at the coast."""
    return Board(
        "bard+ranger+paladin",
        at=["capital", "ruins", "coast"],
        threat={"capital": 3},
        deck=("ally_1", *REST),
        artifacts={0: ["horn_of_command", "boots_of_zephyr", "celestial_guardian"]},
        foe="kraken",
        foe_at="coast",
    )


# position, and how many sequences of 1, 2, 3 ... moves there are
POSITIONS = [
    (a_turn, [2, 26, 219, 1243, 7339]),
    (a_group_card, [12, 140, 1462, 14530]),
    (an_enemy, [2, 4, 10, 54, 140, 650]),
    (a_wave, [2, 4, 8, 48, 208, 744]),
    (a_horn, [2, 11, 70, 379, 1841]),
]


@pytest.mark.parametrize("position, counts", POSITIONS, ids=[p.__name__ for p, _ in POSITIONS])
def test_sequences_of_legal_moves(position, counts):
    assert count_by_kernels(position(), len(counts)) == counts


@pytest.mark.parametrize(
    "position", long_but({an_enemy}, dict(POSITIONS)), ids=lambda p: p.__name__
)
def test_the_referee_counts_the_same(position):
    """An enumeration that calls none of the rules' code."""
    changes = {f"cards.{path}": value for path, value in STAND_INS.items()}
    tables = shipped().resolve(changes).sections
    counts = dict(POSITIONS)[position]
    assert count_by_referee(position(), tables, len(counts)) == counts


def test_a_position_counted_on_paper():
    """A hero with two points in the desert, no threat anywhere, only turns to come.

    One move: end, coast, forest.  Two: after the end the same 3; from the coast end, Capital,
    desert, ruins; from the forest end, desert, mountains.  Three: after an end 3 + 4 + 3;
    from the coast 4 on a new turn, and for each of 3 places only the end is left; from the
    forest 3 on a new turn, and twice only the end.
    """
    board = Board(
        "druid",
        blanks=BARE,
        at="desert",
        threat=dict.fromkeys(("coast", "desert", "forest", "mountains", "plains", "ruins"), 0),
        deck=("ally_1", "ally_2", "ally_3", "ally_4"),
        rules={"ally_points": 2},
    )
    assert count_by_kernels(board, 3) == [3, 3 + 4 + 3, (3 + 4 + 3) + (4 + 3) + (3 + 2)]
