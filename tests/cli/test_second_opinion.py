"""A second player is asked of its own accord what was found, and what that one says is told."""

import json

import pytest

from simulate.cli import main
from simulate.experiment.second_opinion import SECOND
from simulate.pack import configs
from simulate.run.journal import Journal
from simulate.store import PLAYERS

pytestmark = pytest.mark.usefixtures("planned_quickly")

WORDS = ("run", "defenders", "--set", "players=1", "--set", "horde=epic", "--games", "600",
         "--target", "0.6-0.8", "--jobs", "1")  # fmt: skip


@pytest.fixture(autouse=True)
def _costs(monkeypatch):
    """As if it cost no more than who plays, of whom nothing better is known."""
    one = {"setting": {}, "loops": 1.0}
    both = [one | {"strategy": name} for name in ("balanced", "guardian", SECOND)]
    monkeypatch.setattr(configs, "costs", lambda game: both)
    monkeypatch.setattr(configs, "opinions", lambda game: [])
    monkeypatch.setattr(configs, "gaps", lambda game: [])


@pytest.mark.long
def test_a_run_asks_a_second_player(simulate, here):
    told = simulate(*WORDS, "--out", "out").out
    assert "The only finding stands (with `second` in every seat)." in told
    assert "Players: it stands with `second`, the strongest player measured: " in told
    (cell,) = json.loads((here / "out" / PLAYERS / "manifest.json").read_text("utf-8"))["cells"]
    assert set(cell["setting"]["strategy"]) == {SECOND} and 200 <= cell["games"] <= 300
    again = simulate("report", "out")
    assert again.out == told
    simulate(*WORDS, "--out", "twice")
    assert (here / "twice/report.json").read_bytes() == (here / "out/report.json").read_bytes()


@pytest.mark.long
def test_a_run_that_asks_nobody_says_so(simulate, here):
    told = simulate(*WORDS, "--no-second", "--out", "out").out
    assert "No second player was asked: these findings may be" in told
    assert not (here / "out" / PLAYERS).exists()
    manifest = json.loads((here / "out/manifest.json").read_text("utf-8"))
    assert " --no-second" in manifest["command"] and "second" not in manifest


def test_a_dry_run_says_how_many_games_and_what_they_tell(simulate, here):
    told = simulate(*WORDS, "--dry-run").out
    assert "Then, in players: `second` tests the findings, in as many games as it takes" in told
    assert "at most 600 a cell (at most as long again)." in told
    assert " again).\n- This detects, 4 times in 5, a level that lies " in told
    assert " points or more beyond its target 60.0-80.0%.\n" in told
    told = simulate(*WORDS, "--dry-run", "--no-second").out
    assert "tests the" not in told and "too few to test" not in told
    few = simulate(*WORDS[:6], "--games", "100", "--dry-run").out
    assert "In the run's time `second` plays 100 games, too few to test findings" in few


SEARCHED = ("defenders", "rules.capital_limit", "--set", "players=1", "--set", "horde=easy",
            "--set", "strategy=guardian", "--target", "0.4-0.6", "--games", "400",
            "--jobs", "1")  # fmt: skip


def cut_short(monkeypatch):
    """It is cut short once a block of the second player is written down."""
    add, added = Journal.add, []

    def adding(self, block, done):
        if self.path.parent.name == PLAYERS:
            if added:
                raise OSError("no room")
            added.append(block)
        add(self, block, done)

    monkeypatch.setattr(Journal, "add", adding)


@pytest.mark.long
@pytest.mark.parametrize("verb", ["advise", "tune"])
def test_a_search_asks_a_second_player_about_its_first_answer(simulate, here, monkeypatch, verb):
    budget = ("--budget", "4000") if verb == "tune" else ()
    told = simulate(verb, *SEARCHED, *budget, "--out", "out").out
    assert "`guardian` and `second` agree that the first answer" in told
    assert "   Players: stands; `second` finds +" in told
    manifest = json.loads((here / "out/confirmed" / PLAYERS / "manifest.json").read_text("utf-8"))
    assert manifest["cells"][0]["levels"]["variant"] == "printed"
    assert len(manifest["cells"]) == 2 and manifest["setting"]["strategy"] == SECOND
    report = json.loads((here / "out/report.json").read_text("utf-8"))
    assert sum("doubts" in finding for finding in report["findings"]) == 1
    with monkeypatch.context() as during:
        cut_short(during)
        assert main([verb, *SEARCHED, *budget, "--quiet", "--out", "twice"]) == 1
    assert (here / "twice/confirmed" / PLAYERS / "journal.jsonl").is_file()
    assert simulate(verb, "--resume", "twice").out.replace("twice", "out") == told
    for name in ("report.json", "confirmed/report.json"):
        again = (here / "twice" / name).read_text("utf-8").replace("twice/", "out/")
        assert again == (here / "out" / name).read_text("utf-8")


def test_a_dry_run_of_a_search_says_how_much_a_second_player_may_play(simulate):
    told = simulate("advise", *SEARCHED, "--dry-run").out
    assert "players   1,500 games of `second` or more about the first answer (as" in told
    assert "so many tell, 4 times in 5, of one that adds 14.5 points or more" in told
    data = json.loads(simulate("advise", *SEARCHED, "--dry-run", "--json").out)["expected"]
    numbers = [text.split(" games")[0] for text in data["beside"] if " games" in text]
    assert numbers == ["18,000", "1,500"]
    assert "`second`" not in simulate("tune", *SEARCHED, "--dry-run", "--no-second").out


@pytest.mark.long
def test_a_search_that_asks_nobody_says_so(simulate, here):
    told = simulate("advise", *SEARCHED, "--no-second", "--out", "out").out
    assert "No second player was asked: perhaps the first answer helps" in told
    assert "Players: stands" not in told and not (here / "out/confirmed" / PLAYERS).exists()


COMPARED = ("compare", "defenders", "--set", "rules.capital_limit=9", "--set", "players=1",
            "--set", "horde=easy", "--set", "strategy=guardian", "--games", "500",
            "--jobs", "1")  # fmt: skip


@pytest.mark.long
def test_a_comparison_has_both_sides_played_by_a_second_player(simulate, here, monkeypatch):
    told = simulate(*COMPARED, "--out", "out").out
    assert "agree that the players win more often after the change. Players: stands; `sec" in told
    for side in ("before", "after"):
        manifest = (here / "out" / side / PLAYERS / "manifest.json").read_text("utf-8")
        assert json.loads(manifest)["setting"]["strategy"] == SECOND
    with monkeypatch.context() as during:
        cut_short(during)
        assert main([*COMPARED, "--quiet", "--out", "twice"]) == 1
    again = simulate("compare", "--resume", "twice")
    assert again.out.replace("twice", "out") == told
    simulate(*COMPARED, "--no-second", "--out", "alone")
    report = json.loads((here / "alone/report.json").read_text("utf-8"))
    assert report["opinion"].startswith("No second player was asked: perhaps the")
    assert not (here / "alone/after" / PLAYERS).exists()


def test_a_dry_run_of_a_comparison_says_how_many_games_it_may_be(simulate):
    told = simulate(*COMPARED, "--dry-run").out
    assert "Then `second` plays both sides, if a difference is certain, in as many games as" in told
    assert "at most 500 a cell (at most as long again)." in told
    assert "- This detects, 4 times in 5, a difference of " in told
    assert "`second`" not in simulate(*COMPARED, "--dry-run", "--no-second").out
