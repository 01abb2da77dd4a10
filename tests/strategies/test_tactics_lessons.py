"""What `quick` of Tactics knows by heart: the facts behind it, and that it heeds it."""

import numpy as np
import pytest

from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state.record import PHASE
from strategies.tactics.features import describe
from strategies.tactics.learned.facts import FACTS
from strategies.tactics.learned.lessons import (
    ACT,
    ACTS,
    FAR,
    GAME,
    LESSONS,
    game_of,
    lesson_of,
    note_place,
    note_table,
    note_unit,
)
from strategies.tactics.names import ALIKE, HEEDED
from tests.rules.tactics.entry import list_moves
from tests.strategies.tactics import CHARACTERS, TABLE, played, shipped, table
from tests.strategies.watch import positions

pytestmark = pytest.mark.long


def looked(mode, players, games=2):
    """Actions to choose from in games of `quick`, with what lessons say of them."""
    seated, workspace = table(mode, *["quick"] * players), TABLE.new_workspace()
    for s in positions(seated, games, 1):
        n = list_moves(s, seated.tables[0], workspace.moves)
        describe(
            s, seated.tables[0], seated.weights[s.decider], workspace.outlook[0],
            workspace.moves, n, workspace.features, workspace.numbers,
        )  # fmt: skip
        yield s, workspace.outlook[0], workspace.moves[:n], workspace.features["lesson"][:n]


@pytest.mark.long
def test_the_likeliest_actions_have_lessons_that_only_tell_them_from_each_other():
    seen = 0
    for _, _, moves, lesson in looked("competitive", 2):
        taught = np.flatnonzero(lesson)
        assert len(taught) <= HEEDED and lesson.sum() == pytest.approx(0, abs=1e-9)
        kinds = [(int(moves["unit"][i]), int(moves["kind"][i])) for i in taught]
        assert all(kinds.count(kind) <= ALIKE for kind in kinds)
        seen += len(taught) > 1
    assert seen > 20


@pytest.mark.parametrize(
    ("game", "mode", "players"),
    [
        *(
            ("areas", "competitive", 2),
            ("areas", "team", 4),
            ("areas of several", "competitive", 3),
        ),
        *(("battle", "battle", 2), ("battle of several", "battle", 4)),
        ("battle of teams", "battle_team", 4),
        *(("adventure", "solo", 1), ("adventure", "coop", 2)),
    ],
)
def test_what_is_played_for_has_lessons_of_its_own(game, mode, players):
    seated, x = table(mode, *["quick"] * players), np.zeros(1, FACTS)[0]
    x["table"]["always"] = 1.0
    assert game_of(seated.tables[0]) == GAME[game]
    told = [lesson_of(GAME[game], code, x) for code in range(2 * ACTS)]
    assert told == LESSONS[GAME[game], :, 0].tolist() and any(told)
    assert any(lesson.any() for *_, lesson in looked(mode, players, 1))


def filled():
    """Facts that are all 1."""
    x = np.zeros(1, FACTS)
    x.view(float)[:] = 1.0
    return x[0]


def test_the_facts_of_an_adventure_say_how_far_it_is():
    seated, x, met = table("solo", "quick"), filled(), set()
    cards = seated.tables[0]
    for s, v, moves, _ in looked("solo", 1, 4):
        if s["phase"] != PHASE.ACT:
            continue
        note_table(s, cards, v, x["table"])
        taken = int(s["crystals"]).bit_count()
        assert x["table"]["time"] == s["time"] / cards["time_start"]
        assert x["table"]["crystals"] == taken / 6
        for m in moves[moves["unit"] >= 0][:5]:
            slot = int(m["unit"])
            note_unit(s, cards, v, slot, x["unit"])
            inside = s["dungeon"][slot] >= 0
            assert x["unit"]["inside"] == inside
            left = [box for box in range(6) if not int(s["crystals"]) >> box & 1]
            nearest = min(v["need"][slot, box] for box in left if v["value"][box] > 0)
            assert x["unit"]["crystal_near"] == pytest.approx(1 / (1 + nearest))
            met |= {inside, f"{taken} taken"}
    assert {True, False, "1 taken", "2 taken"} <= met


def test_the_facts_say_how_the_unit_is_and_what_is_near():
    """Against what the table says, reckoned anew."""
    seated, x = table("competitive", "quick", "quick"), filled()
    cards, met, about = seated.tables[0], set(), x["table"]
    for s, v, moves, _ in looked("competitive", 2):
        note_table(s, cards, v, about)
        mine, theirs = ([k for k in range(8) if k // 4 == seat and s["at"][k] >= 0]
                        for seat in (s["decider"], 1 - s["decider"]))  # fmt: skip
        assert about["actions"] == s["actions_left"] / cards["actions"]
        assert about["own_units"] == pytest.approx(len(mine) / 4)
        assert about["enemy_units"] == pytest.approx(len(theirs) / 4)
        assert about["own_health"] == pytest.approx(s["health"][mine].sum() / 32)
        for m in moves[moves["kind"] == KIND.MOVE][:5]:
            slot, space = int(m["unit"]), int(m["goal"])
            unit, place = x["unit"], x["place"]
            note_unit(s, cards, v, slot, unit)
            note_place(s, cards, v, slot, space, place)
            assert unit["health"] == s["health"][slot] / cards["health"][s["unit"][slot], 0]
            assert unit["weakened"] == s["weakened"][slot]
            ways = [min(FAR, cards["walk"][s["realm"], s["at"][k], space]) for k in theirs]
            assert place["foe_near"] == pytest.approx(1 - min(ways, default=FAR) / FAR)
            area = int(cards["area"][s["realm"], space])
            assert place["area"] == (area >= 0)
            assert place["trigger"] == (area >= 0 and cards["trigger"][s["realm"], area] == space)
            met.add(area >= 0)
    assert met == {True, False}


def test_first_and_later_actions_have_other_numbers():
    for game in ("areas", "battle", "adventure"):
        lessons = LESSONS[GAME[game]]
        assert (lessons[ACT.MOVE] != lessons[ACT.MOVE + ACTS]).any()
        assert lessons[ACT.END_TURN].any()


def test_the_characters_have_lessons_too():
    for name in ("quick", "balanced", "delver", *CHARACTERS):
        assert shipped().weights(name, 2)["lesson"] > 0, name


@pytest.mark.parametrize(("mode", "players"), [("competitive", 2), ("battle", 2), ("battle", 3)])
def test_who_has_lessons_wins_more(mode, players):
    line = ["quick"] * players
    won = played(mode, *line, games=1_000, seed=5, others={"lesson": 0.0})[2]
    assert won.mean() > 1.1 / players


def test_adventures_with_lessons_are_won_oftener():
    won = [played("solo", "quick", games=400, seed=5, **w)[0]["won"] for w in ({}, {"lesson": 0.0})]
    assert won[0].mean() > won[1].mean() + 0.2
