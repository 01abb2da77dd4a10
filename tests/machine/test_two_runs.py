"""Runs that want a folder at the same time: each gets its own, or is refused.  Real processes.

A run takes its folder before it compiles; the fake game compiles until it is let through, so
a test knows that all have taken their folders, however slow the machine is.
"""

import os
import shutil
import signal
import subprocess
import threading
import time

import pytest

from simulate import store
from simulate.core.errors import InputError, RunError
from simulate.run import execute
from simulate.store import folders
from tests.machine import fake
from tests.machine.process import PATIENCE, ROOT, driver
from tests.machine.test_interruption import assert_said
from tests.marks import long_but

MANY = 4


class Racer:
    """A run as a process in the folder `here`, held while it compiles until `go`."""

    def __init__(self, here, number, out="", **wanted):
        self._gate = here.parent / f"gate-{number}"
        self._notes = here.parent / f"notes-{number}"
        paths = {"FAKE_GATE": str(self._gate), "FAKE_NOTES": str(self._notes)}
        self._process = subprocess.Popen(
            driver(out, **{"games": 200, **wanted}),
            cwd=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **paths, "PYTHONPATH": str(ROOT)},
        )

    def compiles(self):
        return self._notes.exists()

    def has_ended(self):
        return self._process.poll() is not None

    def go(self):
        self._gate.touch()

    def send(self, number):
        self._process.send_signal(number)

    def end(self):
        """Exit code, what it printed and what it said."""
        out, said = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, out.strip(), said


def wait_for(reached):
    limit = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < limit, "it never came so far"
        time.sleep(0.01)


@pytest.fixture
def here(tmp_path):
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


@pytest.mark.parametrize(
    "first", long_but({0}, [0, 1]), ids=["the first ends first", "the second ends first"]
)
def test_two_runs_of_one_name_keep_all_their_games(here, first):
    racers = []
    for number in range(2):
        racers.append(Racer(here, number))
        wait_for(racers[number].compiles)
    for number in (first, 1 - first):
        racers[number].go()
        assert racers[number].end()[:2] == (0, f"runs/fake-{number + 1}")
    for number in (1, 2):
        run = store.open_run(here / "runs" / f"fake-{number}")
        run.verify()
        assert run.games().collect().height == 400


@pytest.mark.long
def test_many_runs_started_at_once_take_a_folder_each(here):
    racers = [Racer(here, number) for number in range(MANY)]
    wait_for(lambda: all(racer.compiles() for racer in racers))
    for racer in racers:
        racer.go()
    assert sorted(racer.end()[1] for racer in racers) == [
        f"runs/fake-{n}" for n in range(1, MANY + 1)
    ]
    for folder in (here / "runs").iterdir():
        assert store.open_run(folder).games().collect().height == 400


@pytest.mark.long
@pytest.mark.parametrize("there", [False, True], ids=["a new folder", "an empty folder"])
def test_of_many_runs_into_one_folder_one_plays_and_the_others_are_refused(here, there):
    if there:
        (here / "mine").mkdir()
    racers = [Racer(here, number, "mine") for number in range(MANY)]
    wait_for(lambda: all(racer.compiles() or racer.has_ended() for racer in racers))
    for racer in racers:
        racer.go()
    ended = [racer.end() for racer in racers]
    assert sorted(code for code, *_ in ended) == [0] + [2] * (MANY - 1)
    for code, _, said in ended:
        if code:
            assert_said(said, "error: --out mine: ")
    assert [path.name for path in here.iterdir()] == ["mine"]
    assert store.open_run(here / "mine").games().collect().height == 400


def test_a_run_that_is_refused_leaves_the_other_as_it_is(here):
    racer = Racer(here, 0, "mine")
    wait_for(racer.compiles)
    with pytest.raises(InputError, match="this run is being played now"):
        execute(fake.plan(games=5), here / "mine", 1, quiet=True, table=fake.__name__)
    racer.go()
    assert racer.end()[0] == 0
    assert store.open_run(here / "mine").games().collect().height == 400


@pytest.mark.parametrize("number", long_but({signal.SIGINT}, [signal.SIGINT, signal.SIGTERM]))
@pytest.mark.parametrize("out", ["", "deep/below/mine"])
def test_a_run_that_is_stopped_while_it_compiles_leaves_nothing(here, out, number):
    racer = Racer(here, 0, out)
    wait_for(racer.compiles)
    assert any(here.iterdir())
    racer.send(number)
    code, _, said = racer.end()
    assert code == 128 + number
    assert_said(said, "Stopping; ", "Interrupted; no block of games was finished")
    assert not any(here.iterdir())


@pytest.mark.long
def test_a_run_that_is_stopped_leaves_what_others_made(here):
    stopped, goes_on = Racer(here, 0), Racer(here, 1)
    wait_for(lambda: stopped.compiles() and goes_on.compiles())
    stopped.send(signal.SIGINT)
    assert stopped.end()[0] == 130
    goes_on.go()
    code, folder, _ = goes_on.end()
    assert code == 0
    assert store.open_run(here / folder).games().collect().height == 400


@pytest.mark.long
def test_a_killed_run_is_not_in_the_way_of_the_next(here):
    killed, following = Racer(here, 0), Racer(here, 1)
    wait_for(killed.compiles)
    killed.send(signal.SIGKILL)
    killed.end()
    following.go()
    assert following.end()[1] in ("runs/fake-1", "runs/fake-2")
    third = Racer(here, 2)
    third.go()
    assert third.end()[1] == "runs/fake-3"


def test_a_game_that_cannot_be_made_ready_leaves_no_folder(tmp_path, monkeypatch):
    def failing(table):
        raise ValueError("no compiler")

    monkeypatch.setattr(fake, "compile", failing)
    with pytest.raises(RunError, match=r"^the game cannot be made ready: ValueError: no compiler$"):
        execute(fake.plan(), tmp_path / "a" / "b", 1, quiet=True, table=fake.__name__)
    assert not any(tmp_path.iterdir())


def test_a_folder_is_announced_before_the_game_is_compiled(tmp_path, monkeypatch):
    met = []
    monkeypatch.setattr(fake, "compile", lambda table: met.append("compiled"))
    execute(
        fake.plan(games=5, players=[2]), tmp_path / "run", 1, quiet=True, table=fake.__name__,
        announce=met.append,
    )  # fmt: skip
    assert met == [tmp_path / "run", "compiled"]


def test_a_folder_that_is_taken_between_two_looks_is_refused(tmp_path):
    """Both looked while it was not there, or empty."""
    for name in ("new", "empty"):
        if name == "empty":
            (tmp_path / name).mkdir()
        first, second = (folders.OutFolder(tmp_path / name, "x") for _ in range(2))
        first.take()
        with pytest.raises(InputError, match="another process has just taken this folder"):
            second.take()
        (tmp_path / name / "report.html").write_text("whole")
        first.release()
        with pytest.raises(InputError, match="another process has just taken this folder"):
            second.take()
        assert [path.name for path in (tmp_path / name).iterdir()] == ["report.html"]


def test_places_that_come_and_go_at_once_never_share_a_folder(tmp_path, monkeypatch):
    """As runs that are all stopped before their first game: `runs` itself comes and goes."""
    monkeypatch.chdir(tmp_path)
    held, failures = [], []

    def come_and_go():
        try:
            for _ in range(200):
                place = folders.OutFolder(None, "x")
                place.take()
                held.append(place.folder)
                assert held.count(place.folder) == 1
                held.remove(place.folder)
                place.discard()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert not any(tmp_path.glob("runs/*"))


def test_a_folder_that_vanishes_is_not_named_as_if_it_were_there(tmp_path, monkeypatch):
    remove_at(monkeypatch, 3, lambda: shutil.rmtree(tmp_path / "run"))
    with pytest.raises(RunError, match="removed while the run was played; nothing of it is left"):
        execute(fake.plan(games=500), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("kind", store.KINDS)
def test_a_file_that_vanishes_while_the_run_goes_on_is_played_again(
    tmp_path, monkeypatch, capsys, kind
):
    lost = tmp_path / "run" / store.shard_name(kind, 0, 1)
    remove_at(monkeypatch, 8, lost.unlink)
    execute(fake.plan(games=500), tmp_path / "run", 1, table=fake.__name__)
    assert (
        "removed while the run was played; 100 games are played again." in capsys.readouterr().err
    )
    run = store.open_run(tmp_path / "run")
    run.verify()
    assert run.manifest["status"] == "complete"
    assert [cell["games"] for cell in run.manifest["cells"]] == [500, 500]
    assert "100 games are played again: files in" in (tmp_path / "run" / store.LOG).read_text()


def test_a_file_that_vanishes_at_the_end_leaves_a_run_without_its_block(tmp_path, monkeypatch):
    lost = tmp_path / "run" / store.shard_name("games", 0, 1)
    with monkeypatch.context() as during:
        during.setattr("simulate.run.runner.seen", lambda *_: lost.unlink() or [])
        with pytest.raises(RunError, match=r"removed while the run was played; 900 finished games"):
            execute(fake.plan(games=500), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    run = store.open_run(tmp_path / "run")
    run.verify()
    assert run.manifest["status"] == "partial"
    assert [cell["games"] for cell in run.manifest["cells"]] == [400, 500]
    execute(fake.plan(games=500), tmp_path / "run", 1, quiet=True, table=fake.__name__, resume=True)
    assert store.open_run(tmp_path / "run").manifest["status"] == "complete"


def remove_at(monkeypatch, number, remove):
    """Remove something when block `number` begins."""
    play, begun = fake.play_block, []

    def playing(*work):
        begun.append(work)
        if len(begun) == number:
            remove()
        return play(*work)

    monkeypatch.setattr(fake, "play_block", playing)


def test_files_are_on_the_disk_before_the_manifest_has_its_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda held: done.append(os.readlink(f"/proc/self/fd/{held}")))
    replace = os.replace
    monkeypatch.setattr(
        os, "replace", lambda old, new: (done.append(("named", str(new))), replace(old, new))
    )
    run = execute(fake.plan(games=300), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    named = done.index(("named", str(run / store.MANIFEST)))
    wanted = {str(run / shard.file) for shard in store.open_run(run).shards}
    assert wanted | {str(run / "tmp" / store.MANIFEST), str(run)} <= set(done[:named])
    assert str(run) in done[named:]
