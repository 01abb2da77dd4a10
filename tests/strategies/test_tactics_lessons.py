"""What `quick` of Tactics knows by heart: the facts behind it, and that it heeds it."""

import numpy as np
import pytest

from simulate.games.tactics.moves.move import KIND
from strategies.tactics.features import describe
from strategies.tactics.lessons import (
    ACT,
    ACTS,
    FAR,
    LESSONS,
    PLACE,
    UNIT,
    note_place,
    note_table,
    note_unit,
)
from strategies.tactics.names import ALIKE, FACTS, HEEDED
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
        yield s, desk.outlook[0], desk.moves[:n], desk.features["lesson"][:n]


def test_the_likeliest_actions_have_lessons_that_only_tell_them_from_each_other():
    seen = 0
    for _, _, moves, lesson in looked("competitive", 2):
        taught = np.flatnonzero(lesson)
        assert len(taught) <= HEEDED and lesson.sum() == pytest.approx(0, abs=1e-9)
        kinds = [(int(moves["unit"][i]), int(moves["kind"][i])) for i in taught]
        assert all(kinds.count(kind) <= ALIKE for kind in kinds)
        seen += len(taught) > 1
    assert seen > 20


@pytest.mark.parametrize(("mode", "players"), (("battle", 2), ("solo", 1)))
def test_where_there_are_no_control_areas_there_is_no_lesson(mode, players):
    assert not any(lesson.any() for *_, lesson in looked(mode, players, 1))


def test_the_facts_say_how_the_unit_is_and_what_is_near():
    """Against what the table says, reckoned anew."""
    seated, x = table("competitive", "quick", "quick"), np.ones(FACTS)
    cards, met = seated.tables[0], set()
    for s, v, moves, _ in looked("competitive", 2):
        note_table(s, cards, v, x)
        mine, theirs = ([k for k in range(8) if k // 4 == seat and s["at"][k] >= 0]
                        for seat in (s["asked"], 1 - s["asked"]))  # fmt: skip
        assert x[1] == s["actions_left"] / cards["actions"]
        assert x[4] == pytest.approx(len(mine) / 4) and x[6] == pytest.approx(len(theirs) / 4)
        assert x[5] == pytest.approx(s["health"][mine].sum() / 32)
        for m in moves[moves["kind"] == KIND.MOVE][:5]:
            slot, space = int(m["unit"]), int(m["goal"])
            note_unit(s, cards, v, slot, x)
            note_place(s, cards, v, slot, space, x)
            assert x[UNIT] == s["health"][slot] / cards["health"][s["unit"][slot], 0]
            assert x[UNIT + 1] == s["weakened"][slot]
            ways = [min(FAR, cards["walk"][s["realm"], s["at"][k], space]) for k in theirs]
            assert x[PLACE + 5] == pytest.approx(1 - min(ways, default=FAR) / FAR)
            area = int(cards["area"][s["realm"], space])
            assert x[PLACE] == (area >= 0)
            assert x[PLACE + 1] == (area >= 0 and cards["trigger"][s["realm"], area] == space)
            met.add(area >= 0)
    assert met == {True, False}


def test_first_and_later_actions_have_other_numbers():
    assert (LESSONS[ACT.MOVE] != LESSONS[ACT.MOVE + ACTS]).any()
    assert KIND.MOVE != KIND.END_TURN and LESSONS[ACT.END_TURN].any()


def test_the_characters_of_contests_have_no_lessons():
    heeding = {
        name
        for name in ("quick", "balanced", "delver", *CHARACTERS)
        if shipped().weights(name, 2).get("lesson")
    }
    assert heeding == {"quick", "balanced", "delver"}


def test_who_has_lessons_wins_more():
    won = played("competitive", "quick", "quick", games=1_000, seed=5, others={"lesson": 0.0})[2]
    assert won.mean() > 0.55
