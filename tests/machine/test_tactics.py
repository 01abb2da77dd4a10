"""Tactics in the machine: seats and teams, maps from the seed, and the same rows whoever plays."""

import os
from collections import Counter

import polars as pl
import pytest

from analysis.study import study
from reports.run.document import document
from simulate import pack, store
from simulate.games.tactics.cards.vocabulary import BOXES, CLASSES
from simulate.run import execute
from simulate.run.workers.blocks import Block
from tests.machine import real
from tests.marks import long_but

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
SHORT = ("rules.round_limit=5", "rules.battle_rounds=4", "rules.built_maps=2", "strategy=random")
TEAM = ("mode=team", "strategy.2=idle", "strategy.4=idle")
# Plain Python plays a game a second.
GAMES = 8 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 48
CONTESTS, ADVENTURES = range(8), (8, 9)  # cells of the experiment `modes`


def plan(*sets, game="tactics", games=GAMES, **wanted):
    return real.plan(game, *SHORT, *sets, games=games, **wanted)


def player(*sets, **wanted):
    return real.player("tactics", *SHORT, *sets, games=GAMES, **wanted)


@pytest.fixture(scope="module")
def team():
    return player(*TEAM)


@pytest.fixture(scope="module")
def whole(team):
    return team.frames(Block(0, 0, 0, GAMES))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A few games of every row."""
    rows = plan(game="tactics/modes", games=2, plain=False)
    return real.run_of(rows, tmp_path_factory.mktemp("tactics") / "run")


def classes():
    """Unit -> its class, in the shipped cards."""
    return {name: unit["class"] for name, unit in pack.load("tactics").sections["units"].items()}


def test_teammates_stay_teammates_when_players_change_seats(whole):
    """Those who play at random are one team in every game, in seats 0 and 2 or 1 and 3."""
    seats = whole[1]
    teams = seats.group_by("replicate", "strategy").agg(pl.col("team").n_unique())
    assert set(teams["team"]) == {1}
    sat = Counter(seats.select("strategy", "seat").iter_rows())
    assert len(sat) == 8 and set(sat.values()) == {GAMES // 2}
    assert (seats["team"] == seats["seat"] % 2).all()


def test_a_team_shares_its_win(whole):
    shares = whole[1].group_by("replicate", "team").agg(pl.col("win_share").unique())
    assert all(len(found) == 1 for found in shares["win_share"])
    total = whole[1].group_by("replicate").agg(pl.col("win_share").sum())["win_share"]
    assert ((total - 1.0).abs() < 1e-9).all()


def test_points_of_all_kinds_add_up_to_the_score(whole):
    assert real.points_add_up(whole[1])


def test_every_row_of_the_box_is_a_cell_of_the_experiment_modes(run):
    levels = [(c["levels"]["mode"], c["levels"]["players"]) for c in run.manifest["cells"]]
    assert levels == [
        ("competitive", 2), ("competitive", 3), ("competitive", 4), ("team", 4),
        ("battle", 2), ("battle", 3), ("battle", 4), ("battle_team", 4), ("solo", 1), ("coop", 2),
    ]  # fmt: skip


def test_contests_have_points_and_adventures_a_result(run):
    games, seats = run.games().collect(), run.seats().collect()
    for cell in (*CONTESTS, *ADVENTURES):
        adventure = cell in ADVENTURES
        mine = games.filter(pl.col("cell") == cell)
        clock = mine.filter(pl.col("end_reason").is_in(["won", "lost_time"]))
        assert mine["time_left"].is_not_null().sum() == clock.height
        triggered = mine.filter(pl.col("end_reason").is_in(["flags", "captured", "captures"]))
        assert mine["trigger_turn"].is_not_null().sum() == triggered.height
        for name in ("won", "crystals"):
            assert mine[name].null_count() == (0 if adventure else mine.height), (cell, name)
        assert mine["margin"].null_count() == (mine.height if adventure else 0)
        sat = seats.filter(pl.col("cell") == cell)
        for name in ("score", "rank", "win_share", "points_flags"):
            assert sat[name].null_count() == (sat.height if adventure else 0), (cell, name)
        people = run.manifest["cells"][cell]["levels"]["players"]
        assert sat.height == people * mine.height
        assert sorted(sat["seat"].unique()) == list(range(people))


@pytest.mark.parametrize("mode", long_but({"solo"}, ["competitive", "battle_team", "solo"]))
def test_each_mode_alone_has_a_report(tmp_path, mode):
    out = execute(plan(f"mode={mode}", games=2), tmp_path / mode, 1, quiet=True)
    report = document(study(store.open_run(out)))
    assert [s["title"] for s in report["sections"]]


def test_what_each_class_does_in_a_dungeon_adds_up(run):
    games = run.games().collect()
    assert games.select(pl.sum_horizontal(f"entered_{box}" for box in BOXES).sum()).item() > 0
    for box in BOXES:
        entered = [f"{name}_entered_{box}" for name in CLASSES]
        taken = [f"{name}_taken_{box}" for name in CLASSES]
        assert (
            games.select(pl.sum_horizontal(entered)).to_series() == games[f"entered_{box}"]
        ).all()
        assert (games.select(pl.sum_horizontal(taken)).to_series() == games[f"taken_{box}"]).all()
        for one, other in zip(entered, taken, strict=True):
            assert (games[one] >= games[other]).all()


def test_in_adventures_two_units_of_a_class_are_offered_and_one_is_kept(run):
    units = classes()
    for row in run.seats().collect().iter_rows(named=True):
        for sort in ("fighter", "wizard", "rogue", "beast"):
            offered = row[f"{sort}_offered"]
            if row["cell"] in CONTESTS:
                assert offered is None
                continue
            pair = offered.split("+")
            assert len(set(pair)) == 2 and row[sort] in pair
            assert {units[name] for name in pair} == {sort}


def test_maps_are_those_of_the_mode(run):
    maps = dict(run.games().group_by("cell").agg(pl.col("map").unique()).collect().iter_rows())
    for cell, found in maps.items():
        battle = "battle" in run.manifest["cells"][cell]["levels"]["mode"]
        assert set(found) <= ({"built_1", "built_2"} if battle else {"evergreen_forest"})
    assert set(run.manifest["boards"]) == {"evergreen_forest", "built_1", "built_2"}


@pytest.mark.parametrize("cell", [0, 7, 9])
def test_a_stored_game_is_told_as_it_was_played(run, cell):
    real.told_again(run, cell, 1)


def test_realms_are_built_from_the_seed():
    drawn = [plan("mode=battle", seed=seed).cells[0].setting["seed"] for seed in (1, 2)]
    assert drawn == [1, 2]
    tables = [player("mode=battle", seed=s).table(0) for s in (1, 1, 2)]
    spaces = [table.names.positions for table in tables]
    assert spaces[0] == spaces[1] != spaces[2]


def test_usual_levels_follow_from_the_mode():
    """The number of players and the map; and one player plays solo."""
    for sets, mode, players, drawn in (
        ("mode=team", "team", 4, "evergreen_forest"),
        ("mode=battle", "battle", 2, "built"),
        ("mode=coop", "coop", 2, "evergreen_forest"),
        ("players=1", "solo", 1, "evergreen_forest"),
    ):
        setting = plan(sets).cells[0].setting
        assert (setting["mode"], setting["players"], setting["map"]) == (mode, players, drawn)


def test_what_follows_from_other_levels_is_told_as_it_was_played():
    """Battles have maps of their own: the factor stands at several levels and is not crossed."""
    manifest = plan("mode=competitive,battle").manifest()
    assert [cell["setting"]["map"] for cell in manifest["cells"]] == ["evergreen_forest", "built"]
    (told,) = (factor for factor in manifest["factors"] if factor["name"] == "map")
    assert told["levels"] == ["evergreen_forest", "built"] and not told["crossed"]
    assert "map" not in manifest["setting"] and manifest["setting"]["players"] == 2


def test_units_are_named_for_a_player_and_change_seats_with_it():
    named = "gamelyn+xiong_mao+red_ghost+arryn"
    seats = player(f"units.1={named}").frames(Block(0, 0, 0, 4))[1].sort("replicate", "seat")
    held = [row["seat"] for row in seats.to_dicts() if row["fighter"] == "gamelyn"]
    assert held == [0, 1, 0, 1]
    assert set(seats.filter(pl.col("fighter") == "gamelyn")["wizard"]) == {"arryn"}
