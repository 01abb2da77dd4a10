"""A run asks a second player of its own accord what it found, and tells what that one says."""

import json

import pytest

from simulate.experiment.plan import SECOND
from simulate.pack import configs
from simulate.store import PLAYERS

WORDS = ("run", "defenders", "--set", "players=1", "--set", "horde=epic", "--games", "600",
         "--target", "0.6-0.8", "--jobs", "1")  # fmt: skip


@pytest.fixture(autouse=True)
def _costs(monkeypatch):
    """As if it cost no more than who plays, of whom nothing better is known."""
    one = {"setting": {}, "loops": 1.0}
    both = [one | {"strategy": name} for name in ("balanced", SECOND)]
    monkeypatch.setattr(configs, "costs", lambda game: both)
    monkeypatch.setattr(configs, "opinions", lambda game: [])
    monkeypatch.setattr(configs, "gaps", lambda game: [])


@pytest.mark.long
def test_a_run_asks_a_second_player(simulate, here):
    told = simulate(*WORDS, "--out", "out").out
    assert "`balanced` and `second`, who think differently, agree on 1 of 1 verdict." in told
    assert "Players: stands, `second` finds " in told
    (cell,) = json.loads((here / "out" / PLAYERS / "manifest.json").read_text("utf-8"))["cells"]
    assert set(cell["setting"]["strategy"]) == {SECOND} and 200 <= cell["games"] <= 300
    again = simulate("report", "out")
    assert again.out == told
    simulate(*WORDS, "--out", "twice")
    assert (here / "twice/report.json").read_bytes() == (here / "out/report.json").read_bytes()


@pytest.mark.long
def test_a_run_that_asks_nobody_says_so(simulate, here):
    told = simulate(*WORDS, "--no-second", "--out", "out").out
    assert "No second player was asked, so nobody knows whether these findings are" in told
    assert not (here / "out" / PLAYERS).exists()
    manifest = json.loads((here / "out/manifest.json").read_text("utf-8"))
    assert " --no-second" in manifest["command"] and "second" not in manifest


def test_a_dry_run_says_how_many_games_and_what_they_tell(simulate, here):
    told = simulate(*WORDS, "--dry-run").out
    assert "Then, in players: `second` is asked whether findings stand, in as many games as" in told
    assert "at most 300 a cell (a third of the time of both)." in told
    assert " of both).\n- So many tell, 4 times in 5, of a level that lies " in told
    assert " points or more beyond its target 60.0-80.0%.\n" in told
    told = simulate(*WORDS, "--dry-run", "--no-second").out
    assert "is asked" not in told and "too few to tell" not in told
    few = simulate(*WORDS[:6], "--games", "100", "--dry-run").out
    assert "In half of its time `second` plays 50 games, too few to tell whether findings" in few
