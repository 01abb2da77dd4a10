"""What `quick` and `balanced` know by heart: the facts behind it, and that they heed it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.results import won_by
from simulate.games.kingdoms.cards.codes import ACTION
from simulate.games.kingdoms.moves.move import KIND
from strategies.kingdoms.features import describe, weigh_moves
from strategies.kingdoms.lessons import GENERAL, LATE, LESSONS, OF_SEAT, act_code
from strategies.kingdoms.names import MOVE_FEATURES
from tests.rules.kingdoms.hand import Position
from tests.strategies.kingdoms import PACKS, TABLE, prepared, setting

QUICK = prepared("quick", "quick").seating(0).weights
LESSON = list(MOVE_FEATURES).index("lesson")
MAGIC, TOWER, MEEPLES, GOODS, INCOME, ABLE, LACK, FULL = 0, 1, 2, 3, 6, 9, 12, 15
LEAD, OWN, RIVALS, FOREMOST = 7, GENERAL, GENERAL + OF_SEAT, GENERAL + 2 * OF_SEAT


def laid(**said):
    players = {"P1": "A1 A2", "P2": "B1"}
    return Position(players, seats=2, **said)


def looked(p):
    """The workspace on which the asked seat has described its moves, and their words."""
    workspace, legal = TABLE.new_workspace(), p.board.legal()
    known = (p.board.s, p.board.cards, QUICK[int(p.board.s.asked)], workspace.outlook[0])
    describe(*known, p.board.moves, len(legal), workspace.features, workspace.numbers)
    return workspace, legal


def facts(p):
    return looked(p)[0].outlook[0]["facts"].copy()


@pytest.mark.long  # compiled for it alone
def test_the_facts_say_what_a_seat_has_and_what_its_rival_has():
    seen = facts(laid(have={"P1": "9m 1o", "P2": "1m 9o 2f"}, magic={"P1": 2}, tower={"P2": 5}))
    assert seen[OWN + MAGIC] == pytest.approx(2 / 5)
    assert seen[RIVALS + TOWER] == seen[FOREMOST + TOWER] == pytest.approx(5 / 6)
    assert seen[OWN + MEEPLES] == pytest.approx(2 / 7)
    assert list(seen[OWN + GOODS : OWN + INCOME]) == pytest.approx([1, 1 / 9, 0])
    assert seen[OWN + ABLE] == 1 and seen[OWN + LACK] == 0 and seen[OWN + FULL] == 1
    assert seen[OWN + ABLE + 2] == 0 and seen[OWN + LACK + 2] > 0
    assert seen[RIVALS + ABLE + 1] == 1 and seen[RIVALS + FULL + 1] == 1
    assert seen[LEAD] < 0  # the rival's tower
    late = seen[1]
    assert seen[LATE : LATE + 2 * OF_SEAT] == pytest.approx(late * seen[OWN:FOREMOST])


@pytest.mark.long
def test_quick_adds_the_lesson_to_the_worth_of_an_action():
    p = laid(have={"P1": "3m 3o 3f", "P2": "3m 3o 3f"})
    workspace, legal = looked(p)
    selected = {word: workspace.numbers[i, LESSON] for word, i in legal.items()}
    seen = workspace.outlook[0]["facts"]
    assert selected["select build"] == pytest.approx(LESSONS[1, ACTION.BUILD] @ seen)
    assert len(set(selected.values())) == len(selected)
    expected = workspace.numbers[: len(legal)] @ QUICK[int(p.board.s.asked)]["weight"]
    scores = np.zeros(len(legal))
    known = (p.board.s, p.board.cards, QUICK[int(p.board.s.asked)], workspace.outlook[0])
    weigh_moves(*known, p.board.moves, len(legal), workspace, scores)
    assert scores == pytest.approx(expected)


@pytest.mark.long
def test_every_way_to_take_an_act_has_the_same_lesson():
    p = laid(have={"P1": "3m 3o 3f", "P2": "3m 3o 3f"})
    p.do("select patrol")
    workspace, legal = looked(p)
    lessons = {word: workspace.numbers[i, LESSON] for word, i in legal.items()}
    patrols = {value for word, value in lessons.items() if word.startswith("patrol")}
    said = LESSONS[1, act_code(KIND.PATROL)] @ workspace.outlook[0]["facts"]
    assert patrols and all(value == pytest.approx(said) for value in patrols)
    assert not patrols & {value for word, value in lessons.items() if "patrol" not in word}


def test_quick_has_lessons_and_its_characters_have_none():
    for name in ("builder", "scholar", "settler", "warlord", "diplomat", "trader"):
        assert prepared(name, name).seating(0).weights[0]["weight"][LESSON] == 0
    assert QUICK[0]["weight"][LESSON] > 0


def plain(**weights: float) -> Any:
    """The pack with `plain`, which is `balanced` without lessons, but for some weights."""
    shipped = PACKS["kingdoms"].strategies
    numbers = {n: each | {"lesson": 0.0} for n, each in shipped["balanced"].by_players.items()}
    changed = {"weights": shipped["balanced"].weights | weights, "by_players": numbers}
    added = {"plain": shipped["balanced"].model_copy(update=changed)}
    return replace(PACKS["kingdoms"], strategies={**shipped, **added}, _resolved={})


def won_among_plain(players: int, games: int, **weights: float) -> float:
    """Mean share of the win of one `quick` among those without lessons."""
    line = setting("quick", *["plain"] * (players - 1))
    rows = TABLE.play_block(TABLE.prepare(plain(**weights), line), 1, 0, games)
    return float(won_by("quick", *rows).mean())


def test_quick_stands_up_to_who_plays_moves_on_without_lessons():
    assert won_among_plain(2, 400) > 0.42


@pytest.mark.parametrize("players, least", [(2, 0.7), (3, 0.42), (4, 0.29), (5, 0.22)])
def test_who_has_lessons_beats_who_has_none(players, least):
    assert won_among_plain(players, 1500, selections=0.0) > least
