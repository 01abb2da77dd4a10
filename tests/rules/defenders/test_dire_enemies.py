"""The six dire enemies, one by one.

The ring is coast, desert, forest, mountains, plains, ruins; the Capital touches coast and
mountains.
"""

import pytest

from tests.rules.defenders.board import BARE, Board


def bare(heroes="druid+bard", **laid):
    laid.setdefault("deck", ("ally_2",))
    return Board(heroes, blanks=BARE, **laid)


def test_D_CARD_4_harpy_every_region_at_zero_goes_to_one():
    threat = {"coast": 0, "desert": 2, "forest": 0, "mountains": 1, "plains": 3, "ruins": 0}
    board = bare(at="coast", threat=threat).draw("harpy")
    assert board.words["threat"] == {
        "capital": 0,  # no outer region
        "coast": 1,
        "desert": 2,
        "forest": 1,
        "mountains": 2,
        "plains": 3,
        "ruins": 1,
    }


def test_D_CARD_4_harpy_destroyed_regions_are_not_at_zero():
    board = bare(at="coast", destroyed=["ruins"]).draw("harpy")
    assert board.threat("capital") == 0


@pytest.mark.parametrize(
    "before, after", [([4, 4], [3, 3]), ([4, 3], [3, 3]), ([3, 2], [3, 2]), ([0, 4], [0, 3])]
)
def test_D_CARD_5_giant_wasps_heroes_at_full_health_lose_one(before, after):
    assert bare(at="coast", health=before).draw("giant_wasps").words["health"] == after


@pytest.mark.parametrize(
    "before, after", [([4, 3], [2, 3]), ([3, 4], [3, 2]), ([1, 0], [0, 0]), ([2, 1], [0, 1])]
)
def test_D_CARD_6_wraith_the_hero_with_most_health_loses_two(before, after):
    assert bare(at="coast", health=before).draw("wraith").words["health"] == after


def test_D_CARD_6_wraith_ties_by_chance():
    """Each of three is met in some of 60 draws: p(miss) < 1e-10."""
    met = set()
    for luck in range(60):
        board = bare("druid+bard+ranger", at="coast", health=[3, 3, 3], deck=("ally_2",))
        board.s["keys"] += luck
        health = board.draw("wraith").words["health"]
        assert sorted(health) == [1, 3, 3]
        met.add(health.index(1))
    assert met == {0, 1, 2}


@pytest.mark.parametrize(
    "threat, destroyed, desert, capital",
    [(1, False, 3, 0), (2, False, 4, 0), (3, False, 4, 1), (4, True, 4, 2)],
)
def test_D_CARD_7_manticore_two_steps_one_by_one(threat, destroyed, desert, capital):
    laid = {"destroyed": ["desert"]} if destroyed else {"threat": {"desert": threat}}
    board = bare(at="coast", **laid).draw("manticore")
    assert board.threat("desert") == desert and board.threat("capital") == capital
    assert board.is_destroyed("desert") == (desert == 4)


def test_D_CARD_8_sea_serpent_pushes_to_an_adjacent_outer_region():
    board = bare("druid+bard+ranger", at=["coast", "capital", "plains"], health=[0, 4, 4])
    board.draw("sea_serpent")
    assert board.threat("coast") == 2  # the threat has risen before
    assert board.asked == 0 and board.legal() == {"pushed to desert", "pushed to ruins"}
    board.do("pushed to ruins")
    assert board.asked == 2 and board.legal() == {"pushed to mountains", "pushed to ruins"}
    board.do("pushed to mountains")
    assert board.words["place"] == ["ruins", "capital", "mountains"]
    assert board.words["discard"] == ["sea_serpent"]


def test_D_CARD_9_minotaur_defending_costs_three():
    board = bare(at="forest", health=[3, 2]).draw("minotaur")
    assert board.price("defend") == (0, 3)
    board.do("decline")
    assert board.threat("forest") == 2  # seat 1 has only 2 and is not asked
    board = bare(at="forest", health=[3, 2]).draw("minotaur").do("defend")
    assert board.health() == 0 and board.held(0) == {"horn_of_command"}
