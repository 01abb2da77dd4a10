"""Every game in the machine: the same rows whoever plays it, in whatever pieces."""

from pathlib import Path

import polars as pl
import pytest

from simulate import store
from simulate.pack import catalogue
from simulate.run import execute
from simulate.run.workers import pool
from simulate.run.workers.blocks import Block, BlockPlayer, blocks, job_of
from tests.every_game.adapters import fewer
from tests.machine import real
from tests.machine.kills import bytes_of
from tests.marks import long_but

# Numba's word on functions in tuples, which the compiler module silences outside of tests.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
GAMES = catalogue.names()
# Line-ups that change seats from game to game.
MIXED = {
    "kingdoms": ("players=3", "strategy.2=idle"),
    "ultra_kingdoms": ("players=3", "strategy.2=idle"),
    "tactics": ("mode=team", "strategy.2=idle", "strategy.4=idle"),
}
PLAYED = max(8, fewer(40))


def plan(game, *sets, games=PLAYED):
    """Played at random, every other factor at its usual level but for `sets`."""
    return real.plan(game, "strategy=random", *sets, games=games)


@pytest.mark.parametrize("game", GAMES)
def test_rows_do_not_depend_on_the_blocks_they_are_played_in(game):
    player = BlockPlayer(job_of(plan(game, *MIXED.get(game, ())), Path()))
    whole = player.frames(Block(0, 0, 0, PLAYED))
    parts = [player.frames(block) for block in blocks([0], 0, PLAYED, 7)]
    for rows, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert rows.equals(pl.concat(pieces))
    for rows, lone in zip(whole, player.frames(Block(0, 0, PLAYED - 1, 1)), strict=True):
        assert lone.height > 0
        assert rows.filter(pl.col("replicate") == PLAYED - 1).equals(lone)


# Rules, and what the setting says, are another in the second cell.
VARIED = [
    ("defenders", ("players=3", "rules.capital_limit=4,6")),
    ("defenders", ("players=3", "horde=easy,epic")),
    ("dungeons", ("heroes=3", "rules.rest_health=1,3")),
    ("kingdoms", ("players=3", "rules.end_tower=5,6")),
    ("kingdoms", ("players=3", "exploration=true,false")),
    ("kingdoms", ("players=3", "rules.shields=4,5")),
]


@pytest.mark.parametrize(("game", "sets"), long_but([VARIED[2], VARIED[3]], VARIED))
def test_what_is_varied_changes_results_and_never_the_deal(tmp_path, game, sets):
    run = real.run_of(real.plan(game, "strategy=random", *sets), tmp_path / "run")
    facts = catalogue.facts(game)
    for kind, columns in enumerate((facts.games_columns, facts.seats_columns)):
        dealt = [c.name for c in columns if c.role in ("option", "dealt")]
        varied = ("start", "dire_") if "horde=easy,epic" in sets else "start"  # by the rules
        dealt = [name for name in dealt if not name.startswith(varied)]
        one, other = (real.in_order(run, cell)[kind] for cell in (0, 1))
        assert one.height >= 150 and one.select(dealt).equals(other.select(dealt))
        assert not one.drop("cell").equals(other.drop("cell"))


@pytest.mark.parametrize("game", long_but({"kingdoms"}, GAMES))
def test_a_stored_game_is_told_with_those_who_sat_there(tmp_path, game):
    run = real.run_of(plan(game, *MIXED.get(game, ())), tmp_path / "run")
    for number in (0, 4, PLAYED - 1):
        lines = real.told_again(run, 0, number)
        sat = real.in_order(run, 0)[1].filter(pl.col("replicate") == number)["strategy"]
        assert [*lines[0].get("strategies", dict(enumerate(sat))).values()] == sat.to_list()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_bytes_do_not_depend_on_the_number_of_workers(tmp_path, monkeypatch, game):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    facts = catalogue.facts(game)
    first, second = facts.factor(facts.crossed[0]).levels[:2]
    run = plan(game, f"{facts.crossed[0]}={first},{second}", games=400)
    one, two = (execute(run, tmp_path / str(jobs), jobs, quiet=True) for jobs in (1, 2))
    assert len(bytes_of(one)) > 8
    assert bytes_of(one) == bytes_of(two)
    store.open_run(one).verify()
