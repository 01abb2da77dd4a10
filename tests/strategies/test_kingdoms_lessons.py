"""What `quick` and `balanced` know by heart: the facts behind it, and that they heed it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.results import won_by
from simulate.games.kingdoms.cards.codes import ACTION
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOOD
from strategies.kingdoms.features import describe, weigh_moves
from strategies.kingdoms.learned.facts import FACT_COLUMNS
from strategies.kingdoms.learned.lessons import LESSONS, act_code
from strategies.kingdoms.names import MOVE_FEATURES
from tests.rules.kingdoms.hand import Position
from tests.strategies.kingdoms import PACKS, SHORT, TABLE, prepared, setting
from tests.strategies.watch import numbers_in

QUICK = prepared("quick", "quick").seating(0).weights
LESSON = list(MOVE_FEATURES).index("lesson")


def laid(**said):
    players = {"P1": "A1 A2", "P2": "B1"}
    return Position(players, seats=2, **said)


def looked(p):
    """The workspace on which the asked seat has described its moves, and their words."""
    workspace, legal = TABLE.new_workspace(), p.board.legal()
    known = (p.board.s, p.board.cards, QUICK[int(p.board.s.decider)], workspace.outlook[0])
    describe(*known, p.board.moves, len(legal), workspace.features, workspace.numbers)
    return workspace, legal


def facts(p):
    """The facts as a record, and as numbers."""
    seen = looked(p)[0].outlook[0]["facts"]
    return seen, numbers_in(seen)


@pytest.mark.long  # compiled for it alone
def test_the_facts_say_what_a_seat_has_and_what_its_rival_has():
    p = laid(have={"P1": "9m 1o", "P2": "1m 9o 2f"}, magic={"P1": 2}, tower={"P2": 5})
    seen, numbers = facts(p)
    own, rivals = seen["own"], seen["rivals"]
    assert own["magic"] == pytest.approx(2 / 5)
    assert rivals["tower"] == seen["foremost"]["tower"] == pytest.approx(5 / 6)
    assert own["meeples"] == pytest.approx(2 / 7)
    assert list(own["goods"]) == pytest.approx([1, 1 / 9, 0])
    assert own["able"][GOOD.MANA] == 1 and own["lack"][GOOD.MANA] == 0
    assert own["full"][GOOD.MANA] == 1
    assert own["able"][GOOD.FOOD] == 0 and own["lack"][GOOD.FOOD] > 0
    assert rivals["able"][GOOD.ORE] == 1 and rivals["full"][GOOD.ORE] == 1
    assert seen["lead"] < 0  # the rival's tower
    by_name = dict(zip(FACT_COLUMNS, numbers, strict=True))
    for name, number in by_name.items():
        side, _, fact = name.partition(".")
        if side in ("own_late", "rivals_late"):
            plain = by_name[f"{side.removesuffix('_late')}.{fact}"]
            assert number == pytest.approx(seen["late"] * plain)


@pytest.mark.long
def test_quick_adds_the_lesson_to_the_worth_of_an_action():
    p = laid(have={"P1": "3m 3o 3f", "P2": "3m 3o 3f"})
    workspace, legal = looked(p)
    selected = {word: workspace.numbers[i, LESSON] for word, i in legal.items()}
    seen = numbers_in(workspace.outlook[0]["facts"])
    assert selected["select build"] == pytest.approx(LESSONS[1, ACTION.BUILD] @ seen)
    assert len(set(selected.values())) == len(selected)
    expected = workspace.numbers[: len(legal)] @ QUICK[int(p.board.s.decider)]["weight"]
    scores = np.zeros(len(legal))
    known = (p.board.s, p.board.cards, QUICK[int(p.board.s.decider)], workspace.outlook[0])
    weigh_moves(*known, p.board.moves, len(legal), workspace, scores)
    assert scores == pytest.approx(expected)


@pytest.mark.long
def test_every_way_to_take_an_act_has_the_same_lesson():
    p = laid(have={"P1": "3m 3o 3f", "P2": "3m 3o 3f"})
    p.do("select patrol")
    workspace, legal = looked(p)
    lessons = {word: workspace.numbers[i, LESSON] for word, i in legal.items()}
    patrols = {value for word, value in lessons.items() if word.startswith("patrol")}
    said = LESSONS[1, act_code(KIND.PATROL)] @ numbers_in(workspace.outlook[0]["facts"])
    assert patrols and all(value == pytest.approx(said) for value in patrols)
    assert not patrols & {value for word, value in lessons.items() if "patrol" not in word}


def test_quick_and_its_characters_have_lessons():
    for name in ("builder", "scholar", "settler", "warlord", "diplomat", "trader"):
        assert prepared(name, name).seating(0).weights[0]["weight"][LESSON] > 0
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
    assert won_among_plain(players, 1500, **SHORT) > least
