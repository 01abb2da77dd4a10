"""Positions of a game, and games that are played on from them."""

import numpy as np
import pytest

from simulate.compiler.kernels import kernel
from simulate.engine.loop import AT_TABLE, NOT_ASKED, PLAYED, Observer
from simulate.engine.positions import played_on, positions
from simulate.pack import catalogue
from simulate.portable.engines import engine_of
from simulate.run.side import followed
from simulate.run.side.playouts import TitlePlace
from tests.every_game.adapters import adapter

SEED, GAME = 11, 3


def lay(s, cards, workspace, n, own, listed, answer, found):
    """Put the table of own.states[0] in the place of the game that was dealt."""
    if answer != NOT_ASKED:
        return answer
    if n == 0 and found[0, 0] == 0:
        workspace.states[PLAYED] = own.states[0]
        found[0, 0] = 1
    return AT_TABLE


@pytest.mark.parametrize("game", catalogue.names())
def test_a_game_goes_on_from_its_positions_as_it_did(game):
    """So nothing of a game lies elsewhere than on its table."""
    table, engine = adapter(game).prepared({"strategy": "quick"}), engine_of(game)
    met = positions(engine, table, SEED, GAME)
    rows, _ = engine.play_block(table, SEED, GAME, 1)
    assert len(met) == rows["decisions"][0] > 10
    assert {at.seat for at in met} == {*range(table.people)} and min(at.moves for at in met) > 1
    watcher = kernel(engine.records.watcher)(lay)
    workspace, seen = engine.records.new_workspace(), engine.records.new_workspace()
    ends = set()
    for at in (met[0], met[len(met) // 2], met[-1]):
        workspace.states[0] = at.state
        watch = Observer((watcher,), workspace, table.seating(GAME).weights[None],
                         np.zeros((1, 1), np.int64))  # fmt: skip
        engine.see(table, SEED + 1, GAME, watch, seen)
        ends.add(seen.states[PLAYED].tobytes())
    assert len(ends) == 1


@pytest.mark.parametrize("game", catalogue.names())
def test_moves_are_tried_on_the_same_luck(game):
    table, engine = adapter(game).prepared({"strategy": "quick"}), engine_of(game)
    met = positions(engine, table, SEED, GAME)
    at, others, apart = met[len(met) // 2], 0, 0
    twice, moves = played_on(engine, table, at, [0, 1, 0], 12, 5)
    assert np.array_equal(twice[:, 0], twice[:, 2]) and moves > 0
    for each in met[:: len(met) // 8]:
        one, other = (played_on(engine, table, each, [0], 12, salt)[0] for salt in (5, 17))
        others += not np.array_equal(one, other)
        tried, _ = played_on(engine, table, each, [0, each.moves - 1], 12, 5)
        apart += not np.array_equal(tried[:, 0], tried[:, 1])
    assert others > 0, "luck of another number is other luck"
    assert apart > 0, "another move leads elsewhere"
    place = TitlePlace(engine, table, at, table.weights)
    assert twice.shape[2] == place.seats and 0 <= place.seat < place.seats
    assert (twice.sum(axis=2) <= 1.0 + 1e-9).all()


def test_who_cannot_win_any_more_makes_a_king_in_kingdoms():
    """At the end of some games, where a war or an action decides between the other two."""
    table = adapter("kingdoms").prepared({"strategy": "quick", "players": 3})
    weights = table.weights
    games, waits = followed.play_block(followed.FollowedTitle(table, weights), SEED, 0, 6)
    assert games["searched"].sum() == games["weighed"].sum() == 6
    assert games["made"].sum() > 0 and games["plays"].min() > 1_000
    assert waits["wait"].min() >= 1
    pair = adapter("kingdoms").prepared({"strategy": "quick", "players": 2})
    alone, _ = followed.play_block(followed.FollowedTitle(pair, pair.weights), SEED, 0, 2)
    assert alone["searched"].sum() == alone["made"].sum() == 0, "with two sides there is none"
