"""Teaching by games won: the same player when nothing is taught, and the way up is found."""

import numpy as np
import pytest

from benchmarks.results import won_by
from simulate.pack import catalogue
from training import practice
from training.games import defenders as of_defenders
from training.games import dungeons as of_dungeons
from training.games import kingdoms as of_kingdoms
from training.practice import BLOCK, COUNT, RESULT, Shown, Thread, notes_of, steps

GAMES, SEED = 40, 977_000_001


@pytest.fixture(scope="module")
def taught():
    return of_dungeons.taught()


def played(taught, heat, game="dungeons", cell="3"):
    """Games of three heroes, won or not, and what was noted."""
    cell = taught.cells[cell]
    workspace, won = catalogue.table(game).new_workspace(), np.zeros(GAMES)
    notes = notes_of(*taught.lessons.shape, taught.seats, len(workspace.moves))
    notes.seen[:] = -1.0
    more, who = np.zeros_like(taught.lessons), (cell.table.tables[0], cell.table.weights, workspace)
    taught.play(*who, np.uint64(SEED), 0, GAMES, 1, more, 1.0, heat, 1, False, notes, won)
    return won, notes


@pytest.mark.long
def test_who_has_learnt_nothing_more_plays_as_quick_does(taught):
    defenders = of_defenders.taught()
    for game, given, cell in (("dungeons", taught, "3"), ("defenders", defenders, "3 hard")):
        won, notes = played(given, 0.0, game, cell)
        games, _ = catalogue.table(game).play_block(given.cells[cell].table, SEED, 0, GAMES)
        assert list(won) == list(np.asarray(games["won"], float))
        assert not notes.told.any() and not notes.sums.any()


def test_what_is_noted_belongs_to_the_games(taught):
    won, notes = played(taught, heat=0.06)
    turns = notes.told[:, COUNT]
    assert turns[0] > GAMES and (turns >= notes.told[:, RESULT]).all()
    assert notes.told[:, RESULT].sum() < turns.sum()
    own = np.array([np.diag(each) for each in notes.square])
    assert ((own > 0) >= (notes.sums[practice.PLAIN] != 0)).all()
    # What makes the moves that were made likelier is nothing on average.
    drift = notes.sums[practice.PLAIN][own > 0] / np.sqrt(own[own > 0])
    assert np.abs(drift).mean() < 2 and abs(drift.mean()) < 0.5
    assert 0 < won.mean() < 1


@pytest.mark.long
def test_one_seat_learns_among_rivals_who_take_turns():
    """After a block among its like; who has learnt nothing plays as `quick` does there."""
    names = ("quick", "warlord", "trader")
    taught = of_kingdoms.taught(*names[1:])
    thread = Thread(taught, catalogue.table("kingdoms").new_workspace())
    more, cell = np.zeros_like(taught.lessons), taught.cells["kingdoms 3"]
    for block in (1, 2, 4):
        won = thread.play(cell, SEED, block * BLOCK, more, 0.0, 1)
        table = of_kingdoms.ready("kingdoms", 3, "quick", 1.0, names[block % 3])
        table.__dict__["rotations"] = 1  # each game teaches by a deal of its own
        rows = catalogue.table("kingdoms").play_block(table, SEED, block * BLOCK, BLOCK)
        assert won.tolist() == won_by("quick", *rows).tolist()


def shown_by(ways, won, chance):
    """What games have shown of one stage, with one judged turn each."""
    sums = np.array([won @ ways, chance @ ways, ways.sum(0)])[:, None] / len(won)
    told = [len(won), chance.sum(), (chance**2).sum(), won.sum(), (won * chance).sum()]
    square = (ways.T @ ways)[None] / len(won)
    return Shown(sums, np.array([told]) / len(won), square, 1.0)


def test_the_way_up_is_what_wins_measured_by_how_much_it_changes_play():
    luck = np.random.default_rng(5)
    ways = luck.normal(size=(40_000, 3)) * (1.0, 4.0, 1.0)  # two facts and the score
    chance = luck.random(40_000)
    won = (luck.random(40_000) < 0.25 + 0.4 * chance + 0.05 * ways[:, 0]).astype(float)
    added, change = steps(shown_by(ways, won, chance), 2.0, 0.0, (1, 1, 2))
    assert added[0, 0] == pytest.approx([0.1, 0.0], abs=0.01)
    assert change == pytest.approx(0.5 * 0.1**2, rel=0.2)


def test_rounds_that_are_long_past_count_less():
    one = Shown(np.ones(1), np.ones(1), np.ones(1), 1.0)
    both = one.then(Shown(np.zeros(1), np.zeros(1), np.zeros(1), 1.0), 0.5)
    assert both.weight == 1.5 and both.sums[0] == 0.5
