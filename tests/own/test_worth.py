"""`simulate worth` with cards of which it is known what they bring."""

import json
from pathlib import Path

import pytest

from simulate.cli import main
from tests.machine.kills import bytes_of, search_killed
from tests.own.tables import laid

pytestmark = pytest.mark.long

LOTS = (Path(__file__).parent / "sought/lots.py").read_text("utf-8")
FEW = ("--games", "2000", "--quiet", "--no-second", "--jobs")
MEDIAN = "numbers at the median of heroes"


@pytest.fixture(autouse=True)
def file(here):
    """The file lies where commands are typed."""
    laid(here, "lots", LOTS)


def report(folder):
    return json.loads((folder / "report.json").read_text("utf-8"))


def effects(data):
    """What each change adds, by its name."""
    tables = {t["id"]: t["rows"] for s in data["sections"] for t in s["tables"]}
    return {row["name"]: row["effect"] for row in tables["tornado"]}


def holds(found, size):
    return found["low"] <= size <= found["high"]


def test_a_card_that_wins_is_worth_what_was_planted(simulate, here):
    simulate("worth", "lots.py", "Ace", *FEW, "1", "--target", "40-50%", "--out", "it")
    data = report(here / "it")
    found = effects(data)
    assert holds(found["without Ace"], -0.25) and holds(found[f"Ace: {MEDIAN}"], -0.20)
    assert found["without Ace"]["high"] < -0.15
    assert data["header"]["answer"].startswith("Ace: brings 2")
    said = data["findings"][0]["text"]
    assert said.startswith("In the games that have it, Ace brings 2")
    assert said.endswith("it needs no edit, as what is wanted is so already.")
    assert data["findings"][1]["text"].startswith("As it is, everything is where it should be")


def test_a_card_that_does_nothing_is_worth_nothing(simulate, here):
    """It wins other games than an ordinary one, and as many."""
    simulate("worth", "lots.py", "cards.heroes.echo", *FEW, "1", "--out", "it")
    found = effects(report(here / "it"))[f"Echo: {MEDIAN}"]
    assert holds(found, 0.0) and found["low"] < found["high"]
    assert [line["label"] for line in report(here / "it")["lines"]] == ["Dealt", "Target"]


@pytest.mark.long
def test_two_processes_say_what_one_says(simulate, here):
    for jobs in (1, 2):
        simulate("worth", "lots.py", "bell", "--games", "300", "--quiet", "--jobs", jobs)
    pages = [(here / f"runs/worth-{n}/report.json").read_bytes() for n in (1, 2)]
    assert pages[0] == pages[1]


def test_the_smallest_edit_is_named_and_written_as_a_pack(simulate, here):
    """48% are won, and of each step of the ace two games in a hundred hang."""
    words = ("--target", "34-44%", "--games", "4000", "--quiet", "--no-second", "--jobs", "1")
    ended = simulate("worth", "lots.py", "ace", *words, "--out", "it")
    first = report(here / "it")["findings"][0]["text"]
    assert first.endswith(" brings it into the band."), ended.out
    assert "Ace: odds 5 -> " in first
    assert [*(here / "it/packs").iterdir()]


@pytest.mark.long
def test_an_edit_that_cannot_do_it_says_what_comes_nearest(simulate, here):
    simulate("worth", "lots.py", "echo", *FEW, "1", "--target", "80-90%", "--out", "it")
    first = report(here / "it")["findings"][0]["text"]
    assert "no edit of one or two of its numbers is shown to bring it into the band" in first


def test_a_search_that_was_killed_goes_on_to_the_same_answer(simulate, here):
    words = ("worth", "lots.py", "bell", "--games", "300", "--quiet", "--jobs", "1", "--out")
    simulate(*words, "whole")
    with search_killed(3):
        main([*words, "cut"])
    assert simulate("worth", "--resume", "cut", "--quiet", "--jobs", "1").last_line.startswith(
        "cut"
    )
    assert bytes_of(here / "cut") == bytes_of(here / "whole")


def test_which_card_is_meant_is_told(refused):
    told = refused("worth", "lots.py", "acse", "--jobs", "x")
    assert "--jobs x" in told
    told = refused("worth", "lots.py", "acse")
    assert "acse: is no card of" in told and "did you mean `ace`?" in told
    told = refused("worth", "lots.py", "cards.heroes.ace.odds")
    assert "name the whole card: `cards.heroes.ace`" in told
    for names in ((), ("ace", "bell")):
        assert f"(found {len(names)})" in refused("worth", "lots.py", *names)


def test_a_dry_run_says_how_much_and_plays_nothing(simulate, here):
    planned = simulate("worth", "lots.py", "ace", "-n", "--json").out
    assert json.loads(planned)["command"] == "worth"
    assert "changes   5" in simulate("worth", "lots.py", "ace", "-n").out
    assert not (here / "runs").exists()
