"""What a confirmed change does beside the win rate."""

import polars as pl
import pytest

from analysis.data.counts import Counts
from analysis.data.design import CUT_OFF
from simulate.search.confirmation.confirm import _ends


def counts(*ends, winnable=(0, 1)):
    schema = {"cell": pl.Int16, "won": pl.Int8, "end_reason": pl.String, "games": pl.Int64}
    table = pl.DataFrame([*ends], schema, orient="row")
    return Counts({}, ends=table, winnable={*winnable})


def reasons(*ends, **kind):
    return [end.reason for end in _ends(counts(*ends, **kind), [(0, 1)])]


def test_how_a_game_is_won_or_lost_is_not_told_again_as_its_end():
    won = [(0, 1, "beaten", 70), (1, 1, "beaten", 40), (1, 0, CUT_OFF, 1)]
    fell = [(0, 0, "fell", 30), (1, 0, "fell", 60)]
    assert reasons(*won, *fell) == []
    assert reasons(*won, *fell, (0, 0, "torch", 5), (1, 0, "torch", 2)) == ["fell", "torch"]


@pytest.mark.parametrize("nobody", [-1, 0])
def test_an_end_that_wins_and_loses_is_told(nobody):
    last = [(0, 1, "last round", 70), (0, nobody, "last round", 5), (1, 1, "last round", 50)]
    assert "last round" in reasons(*last, (0, 1, "beaten", 9), (0, 0, "fell", 9))


def test_where_players_compete_every_end_is_told():
    ends = [(0, -1, "tower", 70), (1, -1, "tower", 40), (0, -1, "ages", 30), (1, -1, "ages", 60)]
    assert reasons(*ends, winnable=()) == ["ages", "tower"]
