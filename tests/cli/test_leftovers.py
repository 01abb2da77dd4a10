"""What is left over: by commands ended at once, by editors, and of names in files people open."""

import hashlib
import json
import os
import re
import shutil
import sys

import polars as pl
import pytest

from reports import figures
from reports.page import render
from reports.run import closest_game
from simulate import store
from simulate.core.files import disk, unfinished_writes
from simulate.core.text.letters import UNSAFE
from simulate.core.text.validate import written as in_toml
from simulate.pack.text.document import parsed
from simulate.store import folders, remote
from simulate.store.manifest import seal, written
from tests.cli.test_strangers_files import fake_store

EVIL = "\u202eknalb\u2066\x1b[2J\x9b\x07\u200b\u00ad\U000e0041end"
LEFT, THEIRS = ".0123456789abcdef.new", ".fedcba9876543210.new"


@pytest.fixture
def copied(finished, here):
    shutil.copytree(finished.folder, here / "it")
    return here / "it"


def raw(file):
    return [sign for sign in UNSAFE.findall(file.read_text("utf-8")) if sign != "\n"]


def resealed(folder, change):
    """A run as a stranger may have written it, with the right checksums."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    del manifest["checksum"]
    change(manifest)
    (folder / "manifest.json").write_text(written(manifest), "utf-8")


def test_a_manifest_says_the_same_without_letters_that_move_others(copied):
    """Also to whoever shows the file itself."""
    resealed(copied, lambda manifest: manifest.update(question=EVIL))
    assert raw(copied / "manifest.json") == []
    manifest = store.open_run(copied).manifest
    assert manifest["question"] == EVIL and manifest["checksum"] == seal(manifest)


def test_a_manifest_with_such_letters_is_read_still(copied):
    """Those of earlier versions hold them."""
    resealed(copied, lambda manifest: manifest.update(question=EVIL))
    data = json.loads((copied / "manifest.json").read_text("utf-8"))
    (copied / "manifest.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    assert raw(copied / "manifest.json") != []
    assert store.open_run(copied).manifest["question"] == EVIL


def test_a_log_holds_none_either(here, simulate, monkeypatch):
    monkeypatch.setattr("sys.argv", ["simulate", f"a{EVIL}\nb"])
    few = ("--games", 20, "--set", "strategy=random", "--jobs", 1, "--set", "horde=easy")
    simulate("run", "defenders", *few, "--set", "players=1", "--out", "out")
    text = (here / "out" / "log.txt").read_text("utf-8")
    assert raw(here / "out" / "log.txt") == []
    assert r"\u202eknalb" in text and r"end\u000ab" in text


@pytest.mark.parametrize(
    "text", [EVIL, 'a"\n[fixed]\nplayers = 1 #', "back\\slash", "tab\t", "é🐉"]
)
def test_text_that_is_written_as_toml_is_read_as_the_same(tmp_path, text):
    """A name is a name, also one that looks like more lines of the file."""
    line = f"{in_toml(text)} = {in_toml([text, {text: text}])}\n"
    assert parsed(line, tmp_path / "x.toml", "x").data == {text: [text, {text: text}]}
    assert not UNSAFE.search(line.rstrip("\n"))


def forged(folder):
    """The rows say that each game was short."""
    short = [pl.col(name) * 0 + 1 for name in ("decisions", "rounds", "turns")]
    for file in (folder / "games").rglob("*.parquet"):
        rows = pl.read_parquet(file, hive_partitioning=False)
        rows.with_columns([s.cast(rows.schema[s.meta.output_name()]) for s in short]).write_parquet(
            file
        )

    sum_again(folder)


def sum_again(folder):
    """Write down of which bytes the files are now."""

    def change(manifest):
        for shard in manifest["shards"]:
            data = (folder / shard["file"]).read_bytes()
            shard["sha256"] = hashlib.sha256(data).hexdigest()

    resealed(folder, change)


def told_of(folder):
    return json.dumps(render.build(folder)["sections"])


def test_a_story_is_given_up_whatever_its_row_says(copied, monkeypatch):
    """A row is a stranger's; how long the game is shows only as it is played."""
    assert '"story": {' in told_of(copied)
    monkeypatch.setattr(closest_game, "MOST_TRIED", 20)
    assert "would try moves for about" in told_of(copied)
    forged(copied)
    told = told_of(copied)
    assert '"story": {' not in told
    assert "to play it again takes more than a report gives to one game" in told


@pytest.mark.skipif(os.name == "nt", reason="no folder can be held there")
@pytest.mark.parametrize(
    "words", [("report", "it"), ("export", "it"), ("export", "it", "--out", "f")]
)
def test_what_a_command_ended_at_once_has_left_goes_with_the_next(
    copied, simulate, here, monkeypatch, words
):
    monkeypatch.setattr(figures, "names", lambda _: ["chart-a.svg"])
    monkeypatch.setattr(figures, "drawn", lambda _: iter([("chart-a.svg", b"a")]))
    place = {"report": copied, "export": copied / "export"}[words[0]]
    place = here / "f" if "f" in words else place
    place.mkdir(exist_ok=True)
    with unfinished_writes.held(
        LEFT, place
    ):  # the token of a process that ends stays, and is not held
        pass
    for name in (LEFT, THEIRS):
        (place / name).mkdir(parents=True)
        (place / name / "report.html").write_text("half")
    simulate(*words)
    assert not (place / LEFT).exists()
    assert [path.name for path in (place / THEIRS).iterdir()] == ["report.html"]


def test_a_sign_of_another_machine_is_heard_where_runs_of_stores_lie_alone(
    copied, monkeypatch, tmp_path
):
    """Anybody can lay one into a run, of a day to come: it would be played now for ever."""
    monkeypatch.setenv("SIMULATE_CACHE", str(tmp_path / "cache"))
    shelf = tmp_path / "cache" / folders.STORES / "x" / "run"
    for name in ("manifest.json", folders.HEARD):
        (copied / name).write_text("{}")
    os.utime(copied / folders.HEARD, (4e9, 4e9))
    assert not folders.is_played(copied)
    shelf.parent.mkdir(parents=True)
    copied.rename(shelf)
    assert folders.is_played(shelf)


def test_a_folder_of_the_users_stays(copied, simulate):
    for name in ("report-of-may", "report-abcdefgh", ".old.new"):
        (copied / name).mkdir()
    simulate("report", "it")
    assert all(
        (copied / name).is_dir() for name in ("report-of-may", "report-abcdefgh", ".old.new")
    )


@pytest.mark.skipif(os.name == "nt", reason="no folder can be held there")
def test_what_another_command_is_writing_stays(tmp_path):
    """Its files lie there until all of them are written."""

    def files():
        yield "a", "first"
        assert disk.write_all(tmp_path, [("b", "other")]) == [tmp_path / "b"]
        yield "c", "last"

    disk.write_all(tmp_path, files())
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b", "c"}


def test_a_command_that_fails_leaves_nothing(tmp_path):
    def files():
        yield "a", "first"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        disk.write_all(tmp_path, files())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(os.name == "nt", reason="needs links for everybody")
def test_an_editor_that_is_open_is_in_nobodys_way(here, simulate, planned_quickly):
    """Emacs holds a file by a link that leads nowhere; others lay hidden files beside it."""
    simulate("new", "defenders", "mine")
    for path in (here / "mine/cards.toml", here / "mine/experiments/default.toml"):
        path.with_name(f".#{path.name}").symlink_to("designer@home.1234:5678")
        for sign in ("._", "."):
            path.with_name(sign + path.name).write_bytes(b"\x00\x05\x16\x07")
    assert "a valid pack" in simulate("check", "mine").out
    assert not re.search(r"\.[#_]?default", simulate("list", "experiments", "--pack", "mine").out)
    simulate("run", "--pack", "mine", "--dry-run")


def test_a_store_fills_no_memory(tmp_path, monkeypatch):
    for name, module in fake_store({"log.txt": b"12345678"}).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(remote, "cache_home", lambda: tmp_path)
    monkeypatch.setattr(remote, "LARGEST_SENT", 8)
    shelf = remote.RemoteRun("s3://games/one")
    shelf.fetch()
    assert (shelf.folder / "log.txt").read_bytes() == b"12345678"
    (shelf.folder / "log.txt").unlink()
    monkeypatch.setattr(remote, "LARGEST_SENT", 7)
    with pytest.raises(remote.InputError, match=r"`log.txt` is too large"):
        shelf.fetch()
    assert [path.name for path in shelf.folder.iterdir()] == []


@pytest.mark.parametrize(
    "words", [("runs",), ("run", "--resume"), ("runs", "--verify"), ("report",)]
)
def test_a_folder_that_is_no_run_is_not_looked_through_nor_called_one(
    here, refused, monkeypatch, words
):
    """Such as `/`, which has a `tmp`, and which nobody should be told to remove."""
    (here / "it" / "tmp").mkdir(parents=True)
    (here / "it" / "photos").mkdir()
    monkeypatch.setattr(disk, "check_folder", lambda *_: pytest.fail("looked through"))
    assert "remove" not in refused(*words, "it")


def test_games_that_end_for_no_reason_are_named(copied, refused):
    file = next((copied / "games").rglob("*.parquet"))
    rows = pl.read_parquet(file, hive_partitioning=False)
    rows.with_columns(end_reason=pl.lit(None, pl.String)).write_parquet(file)
    sum_again(copied)
    assert "some of its rows have no `end_reason`" in refused("report", "it")
