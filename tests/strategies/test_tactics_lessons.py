"""What `quick` of Tactics knows by heart: the facts behind it, and that it heeds it."""

import numpy as np
import pytest

from simulate.games.tactics.moves.move import KIND
from strategies.tactics.features import describe
from strategies.tactics.lessons import ACT, ACTS, LESSONS
from strategies.tactics.names import ALIKE, HEEDED
from tests.rules.tactics.entry import list_moves
from tests.strategies.tactics import CHARACTERS, TABLE, played, shipped, table
from tests.strategies.watch import positions


def looked(mode, players, games=2):
    """Actions to choose from in games of `quick`, with what lessons say of them."""
    seated, desk = table(mode, *["quick"] * players), TABLE.new_desk()
    for s in positions(seated, games, 1):
        n = list_moves(s, seated.tables[0], desk.moves)
        describe(s, seated.tables[0], seated.weights[s.asked], desk.outlook[0], desk.moves, n,
                 desk.features, desk.numbers)  # fmt: skip
        yield s, desk.moves[:n], desk.features["lesson"][:n]


def test_the_likeliest_actions_have_lessons_that_only_tell_them_from_each_other():
    seen = 0
    for _, moves, lesson in looked("competitive", 2):
        taught = np.flatnonzero(lesson)
        assert len(taught) <= HEEDED and lesson.sum() == pytest.approx(0, abs=1e-9)
        kinds = [(int(moves["unit"][i]), int(moves["kind"][i])) for i in taught]
        assert all(kinds.count(kind) <= ALIKE for kind in kinds)
        seen += len(taught) > 1
    assert seen > 20


@pytest.mark.parametrize(("mode", "players"), (("battle", 2), ("solo", 1)))
def test_where_there_are_no_control_areas_there_is_no_lesson(mode, players):
    assert not any(lesson.any() for _, _, lesson in looked(mode, players, 1))


def test_first_and_later_actions_have_other_numbers():
    assert (LESSONS[ACT.MOVE] != LESSONS[ACT.MOVE + ACTS]).any()
    assert KIND.MOVE != KIND.END_TURN and LESSONS[ACT.END_TURN].any()


def test_the_characters_have_no_lessons():
    heeding = {
        name
        for name in ("quick", "balanced", "delver", *CHARACTERS)
        if shipped().weights(name, 2).get("lesson")
    }
    assert heeding == {"quick"}


def test_who_has_lessons_wins_more():
    won = played("competitive", "quick", "quick", games=1_000, seed=5, others={"lesson": 0.0})[2]
    assert won.mean() > 0.55
