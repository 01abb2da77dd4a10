"""A run in an object store is the run that a folder holds: played into it, read from it, mended."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from simulate import remote
from simulate.cli import main
from simulate.core.errors import InputError

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
    for words in (["verify"], ["report"], ["status"]):
        capsys.readouterr()
        assert main([*words, URL]) == 0
    assert main(["replay", URL, "--cell", "0", "--game", "7"]) == 0
    shelf = remote.Shelf(URL)
    shelf.fetch()
    assert files(shelf.folder) == files(here)
    assert main([*RUN, "--games", "300", "--quiet", "--out", URL]) == 2
    assert "something lies there already" in capsys.readouterr().err
    assert main(["compare", URL, str(here), "--out", str(store / "compared")]) == 0
    name = next(n for n in files(here) if n.startswith("games/"))
    import obstore

    obstore.put(shelf._store, name, b"damaged")
    assert main(["verify", URL]) == 2
    assert main(["verify", URL, "--repair"]) == 0
    shutil.rmtree(store / "cache")
    assert main(["verify", URL]) == 0


@pytest.mark.long
def test_a_run_that_was_killed_is_gone_on_with_from_the_store(store, monkeypatch):
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
    shelf = remote.Shelf(url)
    shelf.take()
    words = [*RUN, "--games", "300", "--jobs", "1", "--quiet", "--out"]
    with monkeypatch.context() as during:
        during.setattr(Journal, "add", dying)
        during.setattr("simulate.run.runner._cut_short", _gone)
        with pytest.raises(Gone):
            main([*words, str(shelf.folder)])
    shutil.rmtree(store / "cache")
    assert main(["run", "--resume", url, "--quiet", "--jobs", "1"]) == 0
    whole = store / "whole"
    assert main([*words, str(whole)]) == 0
    shutil.rmtree(store / "cache")
    shelf.fetch()
    assert files(shelf.folder) == files(whole)


def _gone(work, writer, progress, error, stop):
    work.written.close()
    raise error


@pytest.mark.long
def test_a_store_that_does_not_answer_is_said_in_one_line(store, monkeypatch, capsys):
    assert main(["report", "s3://games/runs/none"]) == 2
    assert "there is no such run in the store" in capsys.readouterr().err


def test_words_without_a_store_stay_as_they_are():
    with remote.at_hand(["run", "--set", "x=http://y"]) as words:
        assert words == ["run", "--set", "x=http://y"]


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    with pytest.raises(InputError, match=r"pip install 'tiny-epic-balance\[s3\]'"):
        remote.Shelf("s3://games/x")
