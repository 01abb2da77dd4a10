"""`simulate run --resume`, `status` and `verify` as a designer types them."""

import json
import os
import shutil
import signal

import pytest

from simulate import store
from simulate.cli import main
from simulate.run import turns
from simulate.run.journal import Journal
from simulate.store import folders
from tests.machine import kills
from tests.machine.kills import bytes_of

pytestmark = pytest.mark.long

EXPERIMENT = """game = "defenders"
question = "Is the horn worth it?"
games = 250
[fixed]
players = 2
strategy = "random"
[[variant]]
name = "no horn"
blank = "artifacts.horn_of_command"
"""
ALONE = ("--jobs", "1", "--quiet")


@pytest.fixture
def killed_after(here):
    """Types a command whose process is killed when so many blocks are written down."""

    def run(blocks, *words):
        with kills.killed_after(blocks):
            main([str(word) for word in words])

    return run


@pytest.fixture
def own(here, simulate):
    """A pack and an experiment of one's own."""
    simulate("new", "defenders", "mine")
    (here / "horn.toml").write_text(EXPERIMENT, "utf-8")
    return ("run", "horn.toml", "--pack", "mine", *ALONE)


def test_a_killed_run_needs_neither_its_pack_nor_its_experiment(simulate, here, own, killed_after):
    simulate(*own, "--out", "whole")
    killed_after(2, *own, "--out", "killed")
    assert "`simulate run --resume killed`" in simulate("report", "killed", code=2).err
    said = simulate("runs", "killed").out
    assert "state     cut short\n" in said
    assert "games     200 of 500\n" in said
    assert "go on     simulate run --resume killed\n" in said
    shutil.rmtree("mine")
    (here / "horn.toml").unlink()
    ended = simulate("run", "--resume", "killed", *ALONE)
    assert ended.last_line == "killed/report.html"
    assert bytes_of(here / "killed") == bytes_of(here / "whole")
    assert "state     complete\ngames     500 of 500\n" in simulate("runs", "killed").out
    again = simulate("run", "--resume", "killed", *ALONE)
    assert again.last_line == "killed/report.html"
    assert "This run is finished: there is nothing left to play." in again.err
    assert bytes_of(here / "killed") == bytes_of(here / "whole")


@pytest.mark.long
def test_ctrl_c_beside_a_run_leaves_its_report_and_no_other(simulate, here, monkeypatch):
    words = ("run", "defenders", "--set", "players=2", "--set", "horde=easy", "--games", "100")
    words += ("--set", "strategy=random", "--guesses", "8", "--jobs", "1")
    simulate(*words, "--out", "whole")
    add = Journal.add

    def pressed(self, block, done):
        add(self, block, done)
        if self.path.parent.name == "guesses":
            os.kill(os.getpid(), signal.SIGINT)

    with monkeypatch.context() as during:
        during.setattr(Journal, "add", pressed)
        said = simulate(*words, "--out", "cut", code=130).err
    assert "`simulate run --resume cut` goes on with it" in said
    assert "Report so far: cut/report.html" in said
    assert not any((here / "cut" / "guesses").glob("report*"))
    told = simulate("runs", "cut").out
    assert "state     complete" in told
    assert "beside it: guesses\nstate     partial" in told
    assert told.endswith("go on     simulate run --resume cut\n")
    simulate("run", "--resume", "cut", *ALONE)
    assert bytes_of(here / "cut") == bytes_of(here / "whole")


@pytest.mark.long
def test_what_is_played_beside_a_run_is_gone_on_with(simulate, here, killed_after):
    words = ("run", "defenders", "--set", "players=2", "--set", "horde=easy", "--games", "100")
    words += ("--set", "strategy=random", "--guesses", "8", *ALONE)
    simulate(*words, "--out", "whole")
    for blocks in (0, 1, 6):
        out = f"killed-{blocks}"
        killed_after(blocks, *words, "--out", out)
        assert (here / out / folders.JOURNAL).is_file()
        simulate("run", "--resume", out, *ALONE)
        assert bytes_of(here / out) == bytes_of(here / "whole")
    killed_after(6, *words, "--out", "torn")
    shutil.rmtree(here / "torn" / "guesses")
    (here / "torn" / "guesses" / folders.SCRATCH).mkdir(parents=True)
    simulate("run", "--resume", "torn", *ALONE)
    assert bytes_of(here / "torn") == bytes_of(here / "whole")


@pytest.mark.long
def test_of_two_runs_beside_it_the_finished_one_stays(simulate, here, killed_after):
    """It has no journal any more, and was taken for one that cannot go on."""
    words = ("run", "defenders", "--set", "players=2", "--set", "horde=easy", "--games", "100")
    words += ("--set", "strategy=random", "--guesses", "8", "--confirm-with", "mender", *ALONE)
    simulate(*words, "--out", "whole")
    journals = []

    def noted(self, block, done, add=Journal.add):
        journals.append(self.path.parent.name)
        add(self, block, done)

    with pytest.MonkeyPatch.context() as during:
        during.setattr(Journal, "add", noted)
        simulate(*words, "--out", "counted")
    killed_after(journals.index("players"), *words, "--out", "killed")
    assert not (here / "killed" / "guesses" / folders.JOURNAL).exists()
    assert (here / "killed" / "players" / folders.JOURNAL).exists()
    simulate("run", "--resume", "killed", *ALONE)
    assert bytes_of(here / "killed") == bytes_of(here / "whole")


def test_a_command_beside_it_must_be_the_one_that_began_the_run(simulate, here, own, killed_after):
    killed_after(1, *own, "--out", "killed")
    for words, what in (
        (("horn.toml",), "`pack."),
        (("horn.toml", "--pack", "mine", "--seed", "9"), "`seed` was 1, and is 9 now"),
        (("horn.toml", "--pack", "mine", "--games", "9"), "`experiment.games` was 250, and is 9"),
        (("--seed", "9"), "--resume: the run stores what it plays; give it alone"),
        (("--out", "other"), "--out other: a run goes on in its own folder"),
        (("--dry-run",), "--dry-run: a run goes on in its own folder"),
    ):
        rules = here / "mine" / "rules.toml"
        text = rules.read_text("utf-8")
        if what == "`pack.":
            words = (*words, "--pack", "mine")
            rules.write_text(text.replace("value = 6", "value = 5", 1), "utf-8")
        assert what in simulate("run", *words, "--resume", "killed", code=2).err
        rules.write_text(text, "utf-8")
    simulate("run", "horn.toml", "--pack", "mine", "--resume", "killed", *ALONE)
    other = simulate("run", "horn.toml", "--seed", "9", "--resume", "killed", code=2)
    assert "`seed` was 1, and is 9 now" in other.err


def test_any_game_of_a_killed_run_is_told(simulate, own, killed_after):
    simulate(*own, "--out", "whole")
    killed_after(2, *own, "--out", "killed")
    words = ("--cell", "1", "--game", "249", "--json")
    told = simulate("replay", "killed", *words)
    assert told.out == simulate("replay", "whole", *words).out
    assert "this game is not stored" in told.err
    assert "no cell 7" in simulate("replay", "killed", "--cell", "7", "--game", "1", code=2).err
    assert "--cell: is missing" in simulate("replay", "killed", "--game", "1", code=2).err


def test_verify_names_what_is_gone_or_damaged(simulate, here, own, monkeypatch):
    monkeypatch.setattr(turns, "FEWEST", 20)  # so that there is a table of turns
    simulate(*own, "--out", "hurt")
    assert simulate("runs", "hurt", "--verify").out.startswith("hurt: ")
    whole = json.loads(simulate("runs", "hurt", "--verify", "--json").out)["files"]["whole"]
    assert whole == 1 + 2 + len(store.open_run(here / "hurt").shards)
    gone = here / "hurt" / store.shard_name("games", 0, 1)
    gone.unlink()
    gone.mkdir()
    (here / "hurt" / store.shard_name("seats", 1, 0)).write_bytes(b"PAR1")
    (here / "hurt" / store.CELLS).unlink()
    (here / "hurt" / store.TURNS).write_bytes(b"")
    said = simulate("runs", "hurt", "--verify", code=2).err
    assert said.count("  hurt/") == 4
    assert "play it again: the same command gives the same games" in said
    assert "play it again" in simulate("report", "hurt", code=2).err


def test_what_is_no_run_is_refused(simulate, own):
    assert "there is no such run" in simulate("runs", "nowhere", "--verify", code=2).err
    assert "there is no such run" in simulate("runs", "nowhere", code=2).err
    assert "nothing to continue" in simulate("runs", "mine", code=2).err


def test_status_as_json_tells_what_failed_and_how_fast_it_is(simulate, own, killed_after):
    killed_after(2, *own, "--out", "killed")
    journal = Journal.again(folders.Path("killed"))
    journal.begins(2)
    journal.tell("failed", why="a worker died", blocks=[[1, 100, 50]])
    (found,) = json.loads(simulate("runs", "killed", "--json").out)["progress"]
    assert (found["state"], found["games"], found["wanted"]) == ("being played", 200, 500)
    assert [(one["why"], one["games"]) for one in found["failed"]] == [
        ("a worker died", [{"cell": 1, "first": 100, "last": 149}])
    ]
    assert len(found["began"]) == 2
    journal.close()


@pytest.mark.long
def test_a_killed_ladder_is_gone_on_with_as_a_ladder(simulate, here, killed_after):
    words = ("ladder", "defenders", "--games", "150", "--set", "strategy=random,idle", *ALONE)
    simulate(*words, "--out", "whole")
    killed_after(1, *words, "--out", "killed")
    simulate("run", "--resume", "killed", *ALONE)
    speeds = json.loads((here / "killed" / store.SPEEDS).read_text("utf-8"))
    whole = json.loads((here / "whole" / store.SPEEDS).read_text("utf-8"))
    assert [one["strategy"] for one in speeds] == [one["strategy"] for one in whole]
    assert store.open_run(here / "killed").manifest == store.open_run(here / "whole").manifest
