"""What a stranger lays into a run or a pack is not written through, waited for or read whole."""

import os
import shutil
import socket
import sys
from contextlib import chdir
from datetime import UTC, datetime
from io import BytesIO, StringIO
from pathlib import Path
from types import ModuleType

import pytest

from simulate import store
from simulate.cli import _command, main
from simulate.core.files import disk
from simulate.run import ladder
from simulate.store import folders, remote, speeds
from tests.cli.conftest import everything
from tests.machine.kills import killed, killed_at, search_killed
from tests.marks import crossed

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="needs pipes, and links for everybody"),
]

RUN = ("run", "defenders", "--set", "players=1", "--set", "horde=easy", "--set", "strategy=random")
ALONE = ("--games", "250", "--jobs", "1", "--quiet")
# Every command that takes a run or a pack, as it is typed.
TAKES_RUN = [
    ("runs", "it"),
    ("runs", "it", "--verify"),
    ("report", "it"),
    ("export", "it"),
    ("replay", "it", "--cell", "0", "--game", "0"),
    ("compare", "good", "it"),
    ("compare", "it", "good"),
]
GOES_ON = [("run", "--resume", "it"), ("runs", "it")]
# A search and a comparison go on in one way, whichever it is.
SEARCH = ("sensitivity", "defenders", "rules.capital_limit", *RUN[2:], "--games", "500")
GOES_ON_SEARCHING = [("sensitivity", "--resume", "it"), ("runs", "it")]
TAKES_PACK = [
    ("check", "it"),
    ("check", "it/experiments/default.toml", "--pack", "it"),
    ("edit", "it", "--no-play"),
    ("edit", "it", "mine", "--card", "heroes"),
    ("cards", "export", "it", "cards.csv"),
    ("cards", "import", "it", "cards.csv"),
    ("run", "--pack", "it", "--dry-run"),
    ("ladder", "defenders", "--pack", "it", "--dry-run"),
    ("sensitivity", "defenders", "--pack", "it", "--dry-run"),
    ("worth", "defenders", "ranger", "--pack", "it", "--dry-run"),
    ("exploit", "defenders", "--pack", "it", "--dry-run"),
    ("why", "defenders", "--of", "ranger", "--pack", "it", "--dry-run"),
    ("advise", "defenders", "--pack", "it", "--dry-run"),
    ("tune", "defenders", "--pack", "it", "--dry-run"),
    ("replay", "defenders", "--pack", "it"),
    ("compare", "defenders", "--pack", "it", "--dry-run"),
    ("list", "rules", "--pack", "it"),
    ("studio", "it", "--no-open"),
]


def link_out(folder, victim):
    (folder / "log.txt").unlink(missing_ok=True)
    (folder / "log.txt").symlink_to(victim)


def link_up(folder, victim):
    """A relative one."""
    (folder / "speeds.json").symlink_to(os.path.relpath(victim, folder))


def link_of_a_link(folder, victim):
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "there").symlink_to(victim)
    (folder / "report.txt").symlink_to(Path(".hidden", "there"))


def link_to_nothing(folder, victim):
    (folder / ".cards.toml.new").symlink_to(victim.with_name("new"))


def link_to_a_folder(folder, victim):
    (folder / "guesses").symlink_to(victim.parent)


def link_far_down(folder, victim):
    (folder / "a" / "b" / "c").mkdir(parents=True)
    (folder / "a" / "b" / "c" / "x.txt").symlink_to(victim)


def link_to_a_device(folder, _):
    (folder / "endless").symlink_to("/dev/zero")


def pipe(folder, _):
    (folder / "log.txt").unlink(missing_ok=True)
    os.mkfifo(folder / "log.txt")


def a_socket(folder, _):
    with chdir(folder), socket.socket(socket.AF_UNIX) as made:  # the path of one is short
        made.bind("talk")


ENTRIES = [link_out, link_up, link_of_a_link, link_to_nothing, link_to_a_folder, link_far_down]
ENTRIES += [link_to_a_device, pipe, a_socket]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Folders that are copied for each test: a run, one that was killed, and a pack."""
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder):
        assert main([*RUN, *ALONE, "--out", "run"]) == 0
        assert main(["new", "defenders", "pack"]) == 0
        with killed_at("_play", stop_after_a_block):
            main([*RUN, *ALONE, "--out", "killed"])
        with search_killed(1):
            main([*SEARCH, "--jobs", "1", "--quiet", "--out", "searched"])
    for name in ("killed", "searched"):
        assert (folder / name / folders.JOURNAL).is_file()
    return folder


def stop_after_a_block(work, player, *_):
    """In the place of what plays a run: one block is written down, and then it is killed."""
    block = next(iter(next(iter(work.rounds))))
    work.add(block, player.play(block))
    killed()


@pytest.fixture
def laid(made, here, tmp_path):
    """Lays a copy of a folder where it is called `it`, and something of the user's elsewhere."""

    def lay(name):
        shutil.copytree(made / name, here / "it")
        shutil.copytree(made / "run", here / "good")
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "precious").write_text("precious")
        return here / "it", tmp_path / "elsewhere" / "precious"

    return lay


def title(value):
    if isinstance(value, tuple):
        return "-".join(map(title, value))
    return value.__name__ if callable(value) else value


KINDS = [("run", words) for words in TAKES_RUN] + [("killed", words) for words in GOES_ON]
KINDS += [("pack", words) for words in TAKES_PACK]
KINDS += [("searched", words) for words in GOES_ON_SEARCHING]


@pytest.mark.parametrize(("kind", "entry"), crossed(KINDS, ENTRIES), ids=title)
def test_what_no_run_or_pack_holds_is_refused(laid, refused, kind, entry):
    kind, words = kind
    folder, victim = laid(kind)
    entry(folder, victim)
    told = refused(*words)
    assert "it/" in told and ("leads out of its folder" in told or "not a regular file" in told)
    assert everything(victim.parent) == {Path("precious"): b"precious"}


def test_every_command_that_takes_a_run_or_a_pack_is_tried():
    takes = {
        name
        for name, command in _command().commands.items()
        for parameter in command.params
        if parameter.opts[0] in ("--pack", "--resume")
        or (parameter.param_type_name == "argument" and {"RUN", "DIR"} & set(words_of(parameter)))
    }
    takes.remove("new")  # whose folder is only to be made
    assert takes == {words[0] for _, words in KINDS}


def words_of(parameter):
    return (parameter.metavar or "").strip("[]").split("|")


@pytest.mark.parametrize("kind", ["run", "killed", "pack", "searched"])
def test_what_leads_about_within_or_lies_hidden_is_fine(laid, simulate, kind):
    folder, victim = laid(kind)
    (folder / "again.txt").symlink_to("README.md")
    (folder / "round").symlink_to(".")
    (folder / ".#README.md").symlink_to("designer@home.1234:5678")  # as Emacs locks a file
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(victim)
    folder.rename(folder.with_name("there"))
    folder.symlink_to("there")
    verify, status = ("runs", "it", "--verify"), ("runs", "it")
    searched = ("sensitivity", "--resume", "it", "--jobs", "1")
    check = ("check", "it")
    simulate(*{"run": verify, "killed": status, "pack": check, "searched": searched}[kind])


def test_many_of_the_kind_are_told_briefly(laid, refused):
    folder, victim = laid("pack")
    for number in range(200):
        (folder / f"link{number:03d}").symlink_to(victim)
    told = refused("check", "it")
    assert "197 more of the kind" in told and told.count("leads out") == 3


@pytest.mark.parametrize("lay", [os.link, os.symlink])
@pytest.mark.parametrize("name", ["log.txt", "cells.parquet", "manifest.json"])
def test_a_run_is_gone_on_with_beside_a_second_name(laid, simulate, name, lay):
    """Hard links travel in archives, too; a link within the folder may be of another part of it."""
    folder, victim = laid("killed")
    kept = victim if lay is os.link else folder / "kept.txt"
    kept.write_text("precious")
    lay(kept if lay is os.link else kept.name, folder / name)
    simulate("run", "--resume", "it")
    assert kept.read_text() == "precious"
    assert store.open_run(folder).manifest["status"] == "complete"
    assert not (folder / "log.txt").is_symlink()


@pytest.mark.parametrize("part", ["outcomes", "outcomes/1", "outcomes/1/games", "packs", "tmp"])
def test_no_part_of_a_search_is_a_link(laid, refused, part):
    """Not even within its folder: what is written there would take the place of another part."""
    folder, _ = laid("searched")
    (folder / "kept").mkdir()
    if (folder / part).exists():
        (folder / part).rename(folder / "kept" / "moved")
    (folder / part).symlink_to(folder / "kept")
    assert "link" in refused("sensitivity", "--resume", "it")


def test_a_journal_with_a_second_name_is_refused(laid, refused):
    folder, victim = laid("killed")
    victim.unlink()
    os.link(folder / folders.JOURNAL, victim)
    with open(victim, "ab") as torn:
        torn.write(b'{"half')
    assert "it has a second name" in refused("run", "--resume", "it")


@pytest.mark.parametrize("lay", [os.link, os.symlink])
def test_a_card_is_added_beside_a_second_name(laid, simulate, lay):
    folder, victim = laid("pack")
    kept = victim if lay is os.link else folder / "rules.toml"
    before = kept.read_bytes()
    lay(kept if lay is os.link else kept.name, folder / ".cards.toml.new")
    simulate("edit", "it", "mine", "--card", "heroes")
    assert kept.read_bytes() == before
    assert b"mine" in (folder / "cards.toml").read_bytes()
    assert not (folder / "cards.toml").is_symlink()


@pytest.mark.parametrize("lay", [os.link, os.symlink])
def test_an_answer_is_written_beside_a_second_name(laid, simulate, monkeypatch, lay):
    folder, victim = laid("pack")
    kept = victim if lay is os.link else folder / "README.md"
    before = kept.read_bytes()
    for name in ("cards", "rules"):
        lay(kept if lay is os.link else kept.name, folder / f".{name}.toml.new")
    monkeypatch.setattr(sys, "stdin", StringIO("=\n=\nq\n"))
    simulate("edit", "it", "--no-play")
    assert kept.read_bytes() == before
    assert any("read off" in (folder / f"{n}.toml").read_text() for n in ("cards", "rules"))


def test_speeds_are_not_written_through_a_link(tmp_path):
    (tmp_path / "precious").write_text("precious")
    (tmp_path / store.SPEEDS).symlink_to("precious")
    ladder.keep(tmp_path, [store.Speed("random", 1, 1, 1.0)])
    assert (tmp_path / "precious").read_text() == "precious"
    assert [each.strategy for each in speeds.read(tmp_path)] == ["random"]


def test_what_is_fetched_is_not_written_through_a_link(tmp_path, monkeypatch):
    """The store is one of ours that holds two files; a real one needs an extra."""
    for name, module in fake_store({"log.txt": b"theirs", "games/x.parquet": b"theirs"}).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(remote, "cache_home", lambda: tmp_path)
    (tmp_path / "precious").write_text("precious")
    shelf = remote.RemoteRun("s3://games/one")
    (shelf.folder / "games").mkdir(parents=True)
    for place in ("log.txt", "games/x.parquet"):
        planted = shelf.folder / place
        os.link(tmp_path / "precious", planted.with_name(f".{os.getpid()}-{planted.name}"))
        os.link(tmp_path / "precious", planted)
    shelf.fetch(keep=True)
    assert (shelf.folder / "log.txt").read_bytes() == b"theirs"
    assert (tmp_path / "precious").read_text() == "precious"
    (shelf.folder / "seats").symlink_to(tmp_path)
    with pytest.raises(remote.InputError, match="leads out of its folder"):
        shelf.fetch()


def fake_store(held):
    """What takes the place of the library that speaks to stores."""
    names = ("obstore", "obstore.store", "obstore.exceptions")
    modules = {name: ModuleType(name) for name in names}
    when = datetime(2030, 1, 1, tzinfo=UTC)
    entries = [{"path": n, "size": len(d), "last_modified": when} for n, d in held.items()]
    modules["obstore"].list = lambda *_: [entries]
    modules["obstore"].get = lambda _, name: Got(held[name])
    modules["obstore.store"].from_url = lambda *_, **__: None
    modules["obstore.exceptions"].NotFoundError = FileNotFoundError
    return modules


class Got(BytesIO):
    def stream(self):
        return iter(lambda: self.read(3), b"")


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("run", "manifest.json", ("report", "it")),
        ("run", "speeds.json", ("report", "it")),
        ("killed", "journal.jsonl", ("run", "--resume", "it")),
        ("searched", "journal.jsonl", ("sensitivity", "--resume", "it")),
        ("searched", "outcomes/1/journal.jsonl", ("sensitivity", "--resume", "it")),
        ("search", "report.json", ("export", "it")),
        ("pack", "rules.toml", ("check", "it")),
        ("pack", "experiments/default.toml", ("check", "it")),
    ],
    ids=title,
)
def test_what_no_memory_holds_is_not_read(laid, refused, kind, name, words):
    """6 GB that take no place on a disk, and none in an archive."""
    folder, _ = laid("run" if kind == "search" else kind)
    if kind == "search":  # its folder has a report, and no manifest
        (folder / "manifest.json").unlink()
    with open(folder / name, "wb") as giant:
        giant.truncate(6 << 30)
    assert f"it/{name}: " in (told := refused(*words)) and "too large" in told


def test_a_file_of_as_many_bytes_as_may_be_is_read(tmp_path):
    (tmp_path / "x").write_bytes(b"12345")
    assert disk.read(tmp_path / "x", 5) == b"12345"
    with pytest.raises(OSError, match="too large"):
        disk.read(tmp_path / "x", 4)
