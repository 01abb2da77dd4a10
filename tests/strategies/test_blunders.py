"""Blunders: what is doubted, in which words it is told, and what a kind costs."""

import numpy as np
import pytest

from benchmarks import blunders
from benchmarks.blunders import Blunder, costs, deed, words
from training.measure.expert import cells

BUILD = ("act", "collect", "build")


def blunder(game, loss, kind=BUILD):
    return Blunder("2", game, 3, 20, 0, kind, "collect", "build: price 2", loss, 0.01)


@pytest.mark.parametrize(("taken", "after"), ((7, [7, 5, 6]), (5, [5, 7, 6]), (9, [9, 5, 7])))
def test_the_move_that_was_taken_is_tried_first(taken, after):
    order = np.array([7.0, 5.0, 6.0])
    blunders.put_first(order, 3, taken)
    assert order[0] == taken
    assert sorted(order) == sorted(after)


def test_the_place_of_the_largest_gain():
    assert blunders.best_of(np.array([0.0, -1.0, 2.0, 9.0]), 3) == 2
    assert blunders.best_of(np.array([0.0, -1.0]), 2) == 0


def test_a_move_is_told_as_in_the_log():
    line = {
        "decision": "select action",
        "action": "select",
        "actor": "elves",
        "target": None,
        "paid": {"mana": 2, "ore": 0},
        "selected": "build",
        "by": ["village", "port"],
    }
    assert words(line) == "select: paid 2 mana, build, by village and port"
    assert deed(line) == "select build"
    assert words({"decision": "act", "action": "collect", "paid": {}}) == "collect"


def test_what_a_kind_costs_is_a_mean_of_games_shared_by_their_seats():
    found = [blunder(0, 0.2), blunder(0, 0.2), blunder(2, 0.3)]
    found.append(blunder(1, -0.9, ("pay", "pay", "pay")))
    (kind, often, lost, half), other = costs(found, 4, (2, 2, 3, 3))
    assert (kind, often) == (BUILD, 3)
    assert lost == pytest.approx((0.2 + 0.1) / 4)
    assert half == pytest.approx(1.96 * np.std([0.2, 0, 0.1, 0], ddof=1) / 2)
    assert other[2] == pytest.approx(-0.45 / 4)


def test_a_page_keeps_the_greatest_and_sums_all():
    found = [blunder(0, loss) for loss in (0.1, 0.3, 0.2)]
    rows = list(blunders.table_of_blunders(found, 2))[3:]
    assert [row.split(" ±")[0] for row in rows] == ["| 30.00", "| 20.00"]
    assert list(blunders.table_of_kinds(found, 2, (1, 1), True))[-1].startswith("| all | | | 3 |")


@pytest.mark.long
def test_a_game_is_doubted_the_same_each_time():
    setting = next(s for s in cells("defenders") if s["players"] == 2)
    found = blunders.play("defenders", setting, "balanced", (20, 1), 0)
    assert found
    assert found == blunders.play("defenders", setting, "balanced", (20, 1), 0)
    assert all(one.taken != one.better or one.kind[1] == one.kind[2] for one in found)
    assert [one.decision for one in found] == sorted(one.decision for one in found)
