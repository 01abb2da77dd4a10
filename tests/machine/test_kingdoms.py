"""Kingdoms in the machine: players change seats, and the rows are the same whoever plays them."""

from collections import Counter

import polars as pl
import pytest

from simulate.pack import load as load_pack
from simulate.pack.catalogue import facts
from simulate.run.workers.blocks import Block
from tests.machine import real

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
MIXED = ("players=3", "strategy=random", "strategy.2=balanced", "strategy.3=idle")


def player(*sets, game="kingdoms"):
    return real.player(game, *sets)


@pytest.fixture(scope="module")
def mixed():
    """Three strategies at one table."""
    return player(*MIXED)


@pytest.fixture(scope="module")
def whole(mixed):
    """Games 0 .. 119 in one block."""
    return mixed.frames(Block(0, 0, 0, 120))


def test_players_change_seats(whole):
    """Every strategy has every seat equally often, and moves on by one seat each game."""
    seats = whole[1]
    sat = Counter(seats.select("strategy", "seat").iter_rows())
    assert set(sat.values()) == {40} and len(sat) == 9
    for game in (0, 1, 5):
        line = seats.filter(pl.col("replicate") == game).sort("seat")["strategy"].to_list()
        assert line[game % 3] == "random" and line[(game + 1) % 3] == "balanced"


def test_a_named_faction_changes_seats_with_its_player():
    seats = player(*MIXED, "faction.1=orcs").frames(Block(0, 0, 0, 60))[1]
    orcs = seats.filter(pl.col("faction") == "orcs")
    assert orcs.height == 60
    assert orcs["strategy"].unique().to_list() == ["random"]
    assert set(orcs["seat"].value_counts()["count"]) == {20}


@pytest.mark.parametrize(("game", "factions"), [("kingdoms", 13), ("ultra_kingdoms", 16)])
def test_every_faction_comes_to_every_seat_equally_often(game, factions):
    """In every whole block of as many games as there are factions."""
    seats = player("players=4", "strategy=idle", game=game).frames(Block(0, 0, 0, 3 * factions))[1]
    dealt = Counter(seats.select("faction", "seat").iter_rows())
    assert len(dealt) == 4 * factions and set(dealt.values()) == {3}


def test_every_territory_card_comes_to_every_seat_equally_often_under_its_own_name():
    """In every whole block of eight games; a column that the deal made, as Ultra's territory is."""
    seats = player("players=4", "strategy=idle").frames(Block(0, 0, 0, 24))[1]
    dealt = Counter(seats.select("territory_card", "seat").iter_rows())
    assert len(dealt) == 32 and set(dealt.values()) == {3}
    printed = load_pack("kingdoms").sections["territories"]
    for card, side in seats.select("territory_card", "territory").iter_rows():
        assert printed[side]["name"] in card.split(" / ")
    roles = {c.name: (c.role, c.family) for c in facts("kingdoms").seats_columns}
    assert roles["territory_card"] == ("dealt", "territory cards")
    assert "territory_card" not in {c.name for c in facts("ultra_kingdoms").seats_columns}


def test_each_strategy_meets_every_faction():
    """Changing seats does not tie a strategy to some factions, though 16 is four times 4."""
    lineup = ("strategy=idle", "strategy.1=random")
    seats = player("players=4", *lineup, game="ultra_kingdoms").frames(Block(0, 0, 0, 1_600))[1]
    mine = seats.filter(pl.col("strategy") == "random")["faction"].value_counts()["count"]
    # 100 each are expected.  In a block of 16 games, dealt in an order of its own, a faction
    # meets it twice or never, so the count is 2 Binomial(100, 1/2): standard deviation 10; that
    # any of 16 is 45 away has p < 0.0001.
    assert mine.len() == 16 and mine.min() > 55 and mine.max() < 145


def test_the_wins_of_a_game_add_up_to_one(whole):
    games, seats = whole
    shares = seats.group_by("replicate").agg(pl.col("win_share").sum())["win_share"]
    assert shares.len() == games.height and ((shares - 1.0).abs() < 1e-9).all()
    assert (seats.filter(pl.col("win_share") > 0)["rank"] == 1).all()
    assert "won" not in games.columns


def test_points_of_all_kinds_add_up_to_the_score(whole):
    assert real.points_add_up(whole[1])


def test_one_seat_sets_the_end_in_motion(whole):
    games, seats = whole
    triggered = seats.group_by("replicate").agg(pl.col("triggered").sum()).sort("replicate")
    met = games.sort("replicate")["trigger"] != "none"
    assert (triggered["triggered"] == met.cast(pl.Int64)).all()


def test_what_is_met_later_is_no_trigger(whole):
    """By what set the end in motion, and apart from it what was met until the game was over."""
    names = ("meeples", "tower", "magic")
    for row in whole[0].iter_rows(named=True):
        first = [name for name in names if row[f"by_{name}"] > row[f"later_{name}"]]
        assert row["trigger"] == {0: "none", 1: (first or [""])[0]}.get(len(first), "several")


def test_solo_is_won_or_not_and_the_dummy_has_a_row():
    games, seats = player("players=1", game="ultra_kingdoms").frames(Block(0, 0, 0, 80))
    assert games["won"].null_count() == 0
    dummy = seats.filter(pl.col("seat") == 1)
    assert dummy["strategy"].unique().to_list() == ["dummy"] and dummy.height == 80
    person = seats.filter(pl.col("seat") == 0).sort("replicate")
    alone = (person["win_share"] == 1.0).to_list()
    assert games.sort("replicate")["won"].to_list() == alone


def test_the_dummys_faction_can_be_named():
    named = player("players=1", "dummy_faction=trolls", game="ultra_kingdoms")
    _, seats = named.frames(Block(0, 0, 0, 20))
    assert seats.filter(pl.col("seat") == 1)["faction"].unique().to_list() == ["trolls"]
    assert "trolls" not in seats.filter(pl.col("seat") == 0)["faction"].to_list()


def test_where_people_compete_nobody_has_won_by_himself():
    games, _ = player("players=2", game="ultra_kingdoms").frames(Block(0, 0, 0, 5))
    assert games["won"].null_count() == 5


def test_a_solo_run_stops_by_its_win_rate():
    job = player("players=1", game="ultra_kingdoms")
    done = job.frames(Block(0, 0, 0, 50))
    from simulate.run.workers.blocks import tally

    assert tally(job.job, *done) == {"": (done[0]["won"].sum(), 50)}
