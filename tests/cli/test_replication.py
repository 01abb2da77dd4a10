"""`simulate run RUN --again SEED`: the findings of a run on fresh luck."""

import json
import shutil

import pytest

from simulate import store
from simulate.cli import main
from tests.machine import kills
from tests.machine.kills import bytes_of
from tests.marks import long_but

pytestmark = pytest.mark.long

ALONE = ("--jobs", "1", "--quiet")
GAMES = {
    "defenders": ("players=2", "horde=easy,hard"),
    "kingdoms": ("players=2",),
    "ultra_kingdoms": ("players=3",),
    "dungeons": ("heroes=3",),
    "tactics": ("mode=competitive", "players=2"),
}
FACTIONS = ("run", "kingdoms", "--set", "strategy=quick", "--set", "players=2", *ALONE)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run with findings, without a second player."""
    folder = tmp_path_factory.mktemp("afresh") / "first"
    assert main([*FACTIONS, "--games", "400", "--no-second", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def first(here, played):
    """The same, in the folder in which commands are typed."""
    shutil.copytree(played, here / "first")
    return "first"


@pytest.mark.long
@pytest.mark.parametrize("game", long_but(["kingdoms"], GAMES))
def test_every_finding_of_one_number_is_played_again(simulate, here, game):
    sets = [word for level in (*GAMES[game], "strategy=quick") for word in ("--set", level)]
    simulate("run", game, *sets, *ALONE, "--games", "1500", "--no-second", "--out", "first")
    answer = json.loads(simulate("run", "first", "--again", "5", "--json", *ALONE).out)
    again = answer["again"]
    asked = again["held"] + again["gone"] + again["open"]
    report = json.loads((here / "runs/default-1/report.json").read_text("utf-8"))
    (table,) = (t for s in report["sections"] for t in s["tables"] if t["id"] == "afresh")
    earlier = json.loads((here / "first/report.json").read_text("utf-8"))
    assert asked == len(table["rows"]) > 0
    assert asked + again["not_asked"] == len(earlier["findings"])
    assert {row["finding"] for row in table["rows"]} <= {f["text"] for f in earlier["findings"]}
    assert 0 <= again["by_luck_low"] <= again["by_luck"] <= again["by_luck_high"] <= asked
    games = [store.open_run(here / run).games().collect() for run in ("first", "runs/default-1")]
    assert games[0].height == games[1].height and not games[0].equals(games[1])


@pytest.mark.long
def test_fresh_luck_is_that_of_the_seed(simulate, here, first):
    simulate("run", first, "--again", "5", *ALONE, "--no-second", "--out", "second")
    simulate(*FACTIONS, "--games", "400", "--seed", "5", "--no-second", "--out", "plain")
    runs = [store.open_run(here / run) for run in ("second", "plain")]
    assert runs[0].games().collect().equals(runs[1].games().collect())
    assert runs[0].manifest["command"] == runs[1].manifest["command"]


@pytest.mark.long
def test_it_is_played_again_and_again_but_on_no_luck_twice(simulate, refused, first):
    second = ("run", first, "--again", "2", *ALONE, "--out", "second")
    assert "seed 2, 1 process" in simulate(*(w for w in second if w != "--quiet")).err
    simulate("run", "second", "--again", "3", *ALONE, "--games", "300", "--out", "third")
    assert store.open_run("third").manifest["again"]["seeds"] == [1, 2]
    told = refused("run", first, "--again", "1")
    assert told.count("\n") == 1 and "another seed than 1\n" in told
    assert "another seed than 1, 2, 3\n" in refused("run", "third", "--again", "2")


@pytest.mark.long
def test_a_dry_run_plays_nothing(simulate, here, first, planned_quickly):
    told = simulate("run", first, "--again", "5", "--dry-run").out
    assert "games   400" in told and "seed    5" in told and "nothing was written" in told
    assert not (here / "runs").exists()
    expected = json.loads(simulate("run", first, "--again", "5", "-n", "--json").out)["expected"]
    assert expected["games"] == 400


@pytest.mark.parametrize("resumed", ["alone", pytest.param("whole", marks=pytest.mark.long)])
def test_it_goes_on_where_it_was_cut_short(simulate, here, first, resumed):
    again = ("run", first, "--again", "5", *ALONE, "--no-second")
    simulate(*again, "--out", "whole")
    with kills.killed_after(2):
        main([*again, "--out", "killed"])
    words = again if resumed == "whole" else ("run", *ALONE)
    simulate(*words, "--resume", "killed")
    assert bytes_of(here / "killed") == bytes_of(here / "whole")


def test_a_pack_needs_not_be_there_any_more(simulate, here):
    simulate("new", "kingdoms", "mine")
    simulate("run", "mine", *FACTIONS[2:], "--games", "300", "--out", "first")
    shutil.rmtree("mine")
    simulate("run", "first", "--again", "5", *ALONE, "--out", "second")
    assert store.open_run("second").manifest["pack"] == store.open_run("first").manifest["pack"]


@pytest.mark.parametrize(
    "words, what",
    [
        (("kingdoms", "--again", "2"), "not a finished run"),
        (("--again", "2"), "name the folder of a run that is finished"),
        (("nowhere", "--again", "2"), "there is no such run"),
        (("first", "--again", "two"), "must be a whole number from 0"),
        (("first", "--again", "-1"), "must be a whole number from 0"),
        (("first", "--again", "2", "--games", "0"), "must be a whole number from 1"),
        (("first", "--again", "2", "--seed", "3"), "--seed 3: the run stores what it plays"),
        (("first", "--again", "2", "--set", "players=3"), "--set players=3: the run stores"),
        (("first", "--again", "2", "--target", "40-60%"), "--target: the run stores"),
        (("first", "--again", "2", "--guesses", "8"), "--guesses 8: the run stores"),
    ],
)
def test_what_cannot_be_played_again_is_refused(refused, first, words, what):
    assert what in refused("run", *words)


@pytest.mark.long
def test_what_no_run_found_is_not_played_again(simulate, refused):
    sets = ("--set", "strategy=quick,random", "--set", "players=2")
    simulate("ladder", "kingdoms", *sets, "--games", "20", *ALONE, "--out", "ladder")
    assert "`simulate ladder` made this run" in refused("run", "ladder", "--again", "2")
