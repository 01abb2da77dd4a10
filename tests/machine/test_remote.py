"""A run in an object store is the run that a folder holds: played into it, read from it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from simulate.cli import main
from simulate.core.errors import InputError, RunError
from simulate.core.files import locks
from simulate.core.text import terminal
from simulate.store import folders, remote

URL = "s3://games/runs/one"
RUN = ["run", "defenders", "--set", "players=1", "--set", "horde=easy", "--set", "strategy=random"]


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("obstore", reason="needs the extra `s3`")
    pytest.importorskip("moto.server", reason="needs `pip install 'moto[server]'`")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(urllib.request.Request(f"{address}/games", method="PUT"))
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def store(server, monkeypatch, tmp_path):
    for name, value in {
        "AWS_ENDPOINT_URL": server,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(remote, "cache_home", lambda: tmp_path / "cache")
    return tmp_path


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "log.txt"
    }


@pytest.mark.long
def test_a_run_in_a_store_is_the_run_of_a_folder(store, capsys):
    assert main([*RUN, "--games", "300", "--jobs", "1", "--quiet", "--out", URL]) == 0
    here = store / "folder"
    assert main([*RUN, "--games", "300", "--jobs", "1", "--quiet", "--out", str(here)]) == 0
    shutil.rmtree(store / "cache")  # as on another machine
    for words in (["runs", "--verify"], ["report"], ["runs"]):
        capsys.readouterr()
        assert main([*words, URL]) == 0
    assert main(["replay", URL, "--cell", "0", "--game", "7"]) == 0
    shelf = remote.RemoteRun(URL)
    shelf.fetch()
    assert files(shelf.folder) == files(here)
    assert main([*RUN, "--games", "300", "--quiet", "--out", URL]) == 2
    assert "this place is not empty" in capsys.readouterr().err
    assert main(["compare", URL, str(here), "--out", str(store / "compared")]) == 0
    name = next(n for n in files(here) if n.startswith("games/"))
    import obstore

    obstore.put(shelf._store, name, b"damaged")
    assert main(["runs", URL, "--verify"]) == 2


@pytest.mark.long
def test_a_run_that_was_killed_is_gone_on_with_from_the_store(store, monkeypatch, capsys):
    """What another machine finds there when the first one is gone for good."""
    from simulate.run.journal import Journal

    class Gone(BaseException):
        pass

    add, added = Journal.add, []

    def dying(self, block, done):
        add(self, block, done)
        added.append(block)
        if len(added) == 2:
            shelf.send()
            raise Gone

    url = "s3://games/runs/killed"
    shelf = remote.RemoteRun(url)
    shelf.take()
    words = [*RUN, "--games", "300", "--jobs", "1", "--quiet", "--out"]
    with monkeypatch.context() as during:
        during.setattr(Journal, "add", dying)
        during.setattr("simulate.run.runner._cut_short", _gone)
        with pytest.raises(Gone):
            main([*words, str(shelf.folder)])
    # Another machine, while the first one was heard of just now, and another run of it goes on.
    shutil.rmtree(store / "cache")
    resume = ["run", "--resume", url, "--quiet", "--jobs", "1"]
    assert main(["runs", url]) == 0
    assert "state     being played" in capsys.readouterr().out
    assert main(resume) == 2
    assert "plays this run now, and was heard of" in capsys.readouterr().err
    # And when nothing was heard of it for long.
    monkeypatch.setattr(remote, "SILENT", 0.0)
    monkeypatch.setattr("simulate.store.folders.SILENT", 0.0)
    assert main(["runs", url]) == 0
    told = capsys.readouterr().out
    assert "state     cut short" in told
    assert f"go on     simulate run --resume {url}\n" in told
    assert main(resume) == 0
    whole = store / "whole"
    assert main([*words, str(whole)]) == 0
    shutil.rmtree(store / "cache")
    shelf.fetch()
    assert files(shelf.folder) == files(whole)


@pytest.mark.long
def test_who_reads_a_run_takes_nothing_away_that_came_meanwhile(store):
    """Neither from the store, nor from the folder of a run that this machine plays."""
    import obstore

    url = "s3://games/runs/read"
    played = remote.RemoteRun(url, remote.NEW)
    played.take()
    played.folder.mkdir(parents=True)
    journal = played.folder / "journal.jsonl"
    journal.write_text("1")
    played.send()
    with remote.at_hand(["runs", url]):
        obstore.put(played._store, "games/new.parquet", b"rows")
    there = {entry["path"] for page in obstore.list(played._store) for entry in page}
    assert there == {remote.MARK, "journal.jsonl", "games/new.parquet"}
    with open(journal, "a", encoding="utf-8") as held:
        assert locks.take(held.fileno())
        journal.write_text("12")
        with remote.at_hand(["runs", url]):
            assert journal.read_text() == "12"
        assert journal.read_text() == "12"


@pytest.mark.long
def test_of_two_machines_that_go_on_with_a_run_at_once_one_plays(store, monkeypatch):
    monkeypatch.setattr(remote, "SILENT", 0.0)  # nothing was heard of the first for long
    first, second, third = _three_machines("s3://games/runs/two", monkeypatch, store)
    first.take()
    first.folder.mkdir(parents=True)
    (first.folder / "journal.jsonl").write_text("1")
    first.send()
    for shelf in (second, third):
        shelf.fetch(keep=True)
    second.take_over()
    with pytest.raises(InputError, match="another machine plays this run now"):
        third.take_over()
    third.fetch(keep=True)
    third.take_over()
    assert [shelf.is_lost() for shelf in (first, second, third)] == [True, True, False]


@pytest.mark.long
def test_a_machine_that_comes_back_writes_nothing_into_a_run_that_another_has(store, monkeypatch):
    asked = []
    monkeypatch.setattr(remote.signal, "raise_signal", asked.append)
    monkeypatch.setattr(remote, "SILENT", 0.0)
    first, second, _ = _three_machines("s3://games/runs/back", monkeypatch, store)
    first.take()
    first.folder.mkdir(parents=True)
    (first.folder / "journal.jsonl").write_text("1")
    remote._send_or_stop(first, sign=True)
    assert not asked and not first.is_lost()
    second.fetch(keep=True)
    second.take_over()
    (first.folder / "journal.jsonl").write_text("1 and more")
    remote._send_or_stop(first, sign=True)
    assert asked == [signal.SIGINT] and first.why == remote.LOST
    for why in (remote.LOST, remote.NEW):  # at the end it asks once more
        first.why = why
        with pytest.raises(RunError, match="another machine has continued s3://games/runs/back"):
            remote._brought(first)
    second.fetch()
    assert (second.folder / "journal.jsonl").read_text() == "1"
    second.send(whole=True)
    assert first.is_lost()  # and when the other one has come to its end


def _three_machines(url, monkeypatch, store):
    """Shelves of one run, each with a cache of its own."""
    shelves = []
    for number in range(3):
        monkeypatch.setattr(remote, "cache_home", lambda number=number: store / f"cache-{number}")
        shelves.append(remote.RemoteRun(url, remote.AGAIN if number else remote.NEW))
    return shelves


def test_signs_are_told_from_files():
    assert [remote._turn(remote._mark(turn)) for turn in (1, 2, 31)] == [1, 2, 31]
    others = ("tmp/taken-x", "tmp/taken-", "games/1", "tmp/take")
    assert not any(map(remote._turn, others))
    signs = [remote._mark(turn) for turn in (10, 1, 9)]
    assert remote._last_mark([*others, *signs]) == (10, "tmp/taken-10")


def test_a_run_in_a_store_is_called_by_its_address(monkeypatch):
    monkeypatch.setattr(terminal, "_called", {})
    terminal.call("/cache/12/one", "s3://games/one")
    assert terminal.safe("run --resume /cache/12/one") == "run --resume s3://games/one"
    assert terminal.safe("`verify /cache/12/one`;") == "`verify s3://games/one`;"
    for kept in ("/cache/12/one/report.html", "/cache/12/one-2"):
        assert terminal.safe(kept) == kept


def _gone(work, writer, progress, error, stop):
    work.written.close()
    raise error


@pytest.mark.long
def test_a_store_that_does_not_answer_is_said_in_one_line(store, monkeypatch, capsys):
    assert main(["report", "s3://games/runs/none"]) == 2
    assert "there is no such run in the store" in capsys.readouterr().err


@pytest.fixture
def one_file(monkeypatch, tmp_path):
    """A store that holds one file, without the library; the folder in which caches lie."""
    entry = {"path": "manifest.json", "size": 2, "last_modified": datetime.now(UTC)}
    held = SimpleNamespace(stream=lambda: [b"{}"])
    store = SimpleNamespace(list=lambda *_: [[entry]], get=lambda *_: held)
    errors = {"NotFoundError": KeyError, "AlreadyExistsError": KeyError}
    monkeypatch.setitem(sys.modules, "obstore", store)
    monkeypatch.setitem(sys.modules, "obstore.exceptions", SimpleNamespace(**errors))
    from_url = SimpleNamespace(from_url=lambda *_, **__: None)
    monkeypatch.setitem(sys.modules, "obstore.store", from_url)
    home = tmp_path / "caches"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home


def read_from_store():
    with remote.at_hand(["report", URL]) as words:
        return Path(words[1])


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows knows no such owners")
def test_what_is_at_hand_is_for_its_user_alone(one_file):
    before = os.umask(0o002)  # many systems' own: a group may write
    try:
        folder = read_from_store()
    finally:
        os.umask(before)
    assert (folder / "manifest.json").read_bytes() == b"{}"
    places = (folder.parent, folder.parent.parent)
    assert [place.stat().st_mode & 0o777 for place in places] == [0o700, 0o700]
    assert places[1].parent == one_file


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows knows no such owners")
def test_a_place_that_is_not_ones_own_is_refused_and_nothing_is_fetched(one_file):
    """Which places are, `test_cache` says."""
    (one_file / folders.STORES).mkdir()
    (one_file / folders.STORES).chmod(0o770)
    before = sorted(one_file.parent.rglob("*"))
    with pytest.raises(InputError, match="other users may write to") as e:
        read_from_store()
    assert "SIMULATE_CACHE may name another folder" in str(e.value)
    assert sorted(one_file.parent.rglob("*")) == before


def test_words_without_a_store_stay_as_they_are():
    with remote.at_hand(["run", "--set", "x=http://y"]) as words:
        assert words == ["run", "--set", "x=http://y"]


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    with pytest.raises(InputError, match=r"pip install '\.\[s3\]'"):
        remote.RemoteRun("s3://games/x")
