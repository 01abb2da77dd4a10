"""Dungeons in the machine: the same rows whoever plays them; rows agree with each other."""

import numpy as np
import polars as pl
import pytest

from simulate import store
from simulate.core.game.facts import Column
from simulate.engine import shared
from simulate.engine.stored_row import row_of
from simulate.run.workers.blocks import Block
from tests.every_game.dungeons import gentle
from tests.machine import real

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def easier():
    """Games at random that come to Act 2."""
    paths = {k if k.startswith("cards.") else f"rules.{k}": v for k, v in gentle().items()}
    # A list names levels: one level that is a list is a list in a list.
    levels = {path: [v] if isinstance(v, list) else v for path, v in paths.items()}
    return ("heroes=3", "strategy=random", *(f"{path}={v}" for path, v in levels.items()))


@pytest.fixture(scope="module")
def rows():
    """(games, seats) of 120 games at random under gentle rules."""
    return real.player("dungeons", *easier()).frames(Block(0, 0, 0, 120))


def test_both_acts_take_the_turns_of_the_game(rows):
    games = rows[0]
    assert games["lair_opened"].n_unique() == 2
    assert games["act_2_turns"].is_null().equals(~games["lair_opened"])
    both = games["act_1_turns"] + games["act_2_turns"].fill_null(0)
    assert both.equals(games["turns"])
    assert games.filter("lair_opened")["end_reason"].unique().str.contains("act_1").sum() == 0
    assert games.filter("won")["boss_health"].unique().to_list() == [0]
    assert games.filter(~pl.col("lair_opened"))["boss_health"].unique().to_list() == [100]


def test_as_many_minions_are_dealt_as_heroes(rows):
    dealt = rows[0].select(pl.sum_horizontal("^minion_.*$")).to_series()
    assert dealt.unique().to_list() == [3]


def test_nothing_is_found_twice(rows):
    for kind in ("loot", "spells"):
        found = rows[1].select("replicate", pl.col(kind).str.split("+")).explode(kind)
        found = found.filter(pl.col(kind) != "")
        assert found.height > 50 and found.is_unique().all()


def test_named_heroes_sit_in_their_order_and_the_named_boss_waits():
    party = ("heroes=2", "party=grok+lanon", "boss=lich", "strategy=idle")
    games, seats = real.player("dungeons", *party).frames(Block(0, 0, 0, 4))
    assert seats.sort("replicate", "seat")["hero"].to_list() == ["grok", "lanon"] * 4
    assert games["boss"].unique().to_list() == ["lich"]


def test_sets_of_things_as_text():
    codes, labels = shared.listed(np.array([0b101, 0, 0b101, 1 << 9]), ["axe", "bow", "cap"])
    assert [labels[code] for code in codes] == ["axe+cap", "", "axe+cap", ""]


def test_masked_numbers_are_null():
    values = np.ma.array([3, 4], mask=[False, True])
    column = Column("act_2_turns", "int16", "length", "")
    arrays = {"replicate": np.arange(2), "act_2_turns": values}
    declared = [Column("replicate", "int32", "key", ""), column]
    assert store.frame(declared, arrays, 0)["act_2_turns"].to_list() == [3, None]
    assert row_of(arrays, 1) == {"replicate": 1, "act_2_turns": None}
