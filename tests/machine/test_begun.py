"""What commands that were killed have left: known by the user's own cache, never by its name."""

import os
import shutil
import sys
import time
from functools import partial

import pytest

from simulate.core.files import disk, unfinished_writes
from tests.machine.process import linux_only

OLD = {"a.toml": "old a", "b.toml": "old b"}
NEW = {"a.toml": "new a", "b.toml": "new b", "c.toml": "new c"}
NAME = ".0123456789abcdef"
MOST = 200  # things that a command asks of the system on its way; it asks some fifty


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of this test's own."""
    monkeypatch.setenv("SIMULATE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tiny-epic-balance" / unfinished_writes.PLACE


@pytest.fixture
def folder(tmp_path, cache):
    return laid(tmp_path / "pack")


def laid(folder):
    folder.mkdir()
    for name, text in OLD.items():
        (folder / name).write_text(text)
    return folder


def held(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text() if path.is_file() else None
        for path in folder.rglob("*")
    }


def killed(folder, at):
    """Write files in a process that ends at once before it asks the system for the `at`th time.

    Whether it came so far.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    asked = 0

    def count(event, _):
        nonlocal asked
        asked += event == "open" or event.startswith("os.")
        if asked == at:
            os._exit(9)

    try:
        sys.addaudithook(count)
        disk.write_all(folder, NEW.items())
    finally:
        os._exit(0)


BETWEEN: list[int] = []  # the moment at which one file is in place and another is not


def half_done(folder):
    """Kill a command between two of its files; each asks the same of the system."""
    for at in (*BETWEEN, *range(1, MOST)):
        killed(folder, at)
        if disk.is_half_done(folder):
            BETWEEN[:] = [at]
            return folder
        disk.recover(folder)
        shutil.rmtree(folder)
        laid(folder)
    pytest.fail("no file was put in place before another")


@linux_only
def test_killed_at_any_moment_it_leaves_all_or_nothing_for_the_next(folder):
    seen = set()
    for at in range(1, MOST):
        came_so_far = killed(folder, at)
        left = held(folder)
        is_half = disk.is_half_done(folder)
        texts = {name: text for name, text in left.items() if ".new" not in name}
        assert is_half == (texts not in (OLD, NEW)) and held(folder) == left
        disk.recover(folder)
        after = held(folder)
        assert after in (OLD, NEW) and (after == NEW or not is_half)
        seen.add((is_half, after == NEW, ".new" in "".join(left)))
        if not came_so_far:
            break
        shutil.rmtree(folder)
        laid(folder)
    assert seen == {(False, False, False), (False, False, True), (True, True, True),
                    (False, True, True), (False, True, False)}  # fmt: skip
    assert at < MOST - 1


@pytest.mark.parametrize("ending", ["new", "whole"])
def test_what_merely_lies_there_is_nobodys(folder, ending):
    theirs = folder / f"{NAME}.{ending}"
    theirs.mkdir()
    for name in (".envrc", "a.toml"):
        (theirs / name).write_text("evil")
    before = held(folder)
    disk.recover(folder)
    assert not disk.is_half_done(folder) and held(folder) == before
    disk.write_all(folder, [("a.toml", "mine")])
    assert held(folder) == before | {"a.toml": "mine"}


@linux_only
@pytest.mark.parametrize("spoil", ["another text", "a link", "a second name"])
def test_what_was_spoilt_since_is_not_put_in_place(folder, tmp_path, spoil):
    """A token says what was written, and only that is put in place."""
    half_done(folder)
    (left,) = folder.glob(".*.new")
    file = left / "c.toml"
    text = file.read_text()
    if spoil == "a second name":
        os.link(file, tmp_path / "precious")
        (left / ".envrc").write_text("evil")
        (folder / "b.toml").write_text("edited since")
    else:
        file.unlink()
        (tmp_path / "precious").write_text("precious" if spoil == "another text" else text)
        if spoil == "a link":
            file.symlink_to(tmp_path / "precious")
        else:
            file.write_text("evil")
    stands = {name: text for name, text in held(folder).items() if ".new" not in name}
    assert not disk.is_half_done(folder)
    disk.recover(folder)
    assert held(folder) == stands and (tmp_path / "precious").exists()


@linux_only
def test_what_else_lies_there_is_not_put_in_place(folder):
    half_done(folder)
    (left,) = folder.glob(".*.new")
    (left / ".envrc").write_text("evil")
    disk.recover(folder)
    assert held(folder) == NEW


@linux_only
def test_a_file_that_was_edited_since_stays_and_so_do_the_others(folder):
    half_done(folder)
    (folder / "b.toml").write_text("by hand")
    disk.recover(folder)
    assert held(folder) == {"a.toml": "new a", "b.toml": "by hand"}


@linux_only
def test_a_copy_is_another_folder_and_a_moved_one_the_same(folder, tmp_path):
    half_done(folder)
    copy = shutil.copytree(folder, tmp_path / "copy")
    before = held(copy)
    disk.recover(copy)
    assert not disk.is_half_done(copy) and held(copy) == before
    folder.rename(tmp_path / "moved")
    copy.rename(folder)  # in the place that the token names
    disk.recover(folder)
    assert held(folder) == before
    disk.recover(tmp_path / "moved")
    assert held(tmp_path / "moved") == NEW


@linux_only
def test_a_folder_is_the_same_through_a_link(folder, tmp_path):
    half_done(folder)
    (tmp_path / "link").symlink_to(folder)
    assert disk.is_half_done(tmp_path / "link")
    disk.recover(tmp_path / "link")
    assert held(folder) == NEW


@linux_only
def test_another_users_cache_knows_nothing_of_it(folder, tmp_path, monkeypatch):
    before = held(half_done(folder))
    monkeypatch.setenv("SIMULATE_CACHE", str(tmp_path / "other"))
    disk.recover(folder)
    assert not disk.is_half_done(folder) and held(folder) == before


@linux_only
@pytest.mark.parametrize("spoil", ["torn", "no JSON", "a list", "a link", "empty", "others"])
def test_a_token_that_is_not_as_it_was_written_is_none(folder, cache, tmp_path, spoil):
    half_done(folder)
    before = held(folder)
    (left,) = folder.glob(".*.new")
    token = cache / left.name
    first, second = token.read_text().splitlines(keepends=True)
    texts = {"torn": first + second[:-2], "no JSON": "{\n", "a list": "[]\n", "empty": ""}
    token.write_text(texts.get(spoil, first + second))
    if spoil == "a link":
        token.rename(tmp_path / "elsewhere")
        token.symlink_to(tmp_path / "elsewhere")
    if spoil == "others":
        cache.chmod(0o777)
    assert not disk.is_half_done(folder)
    disk.recover(folder)
    after = {name: text for name, text in before.items() if ".new" not in name}
    assert held(folder) == (after if spoil == "torn" else before)


@pytest.mark.parametrize("blocked", ["file", "full"])
def test_without_a_cache_files_are_written_all_the_same(folder, cache, monkeypatch, blocked):
    if blocked == "file":
        cache.parent.mkdir(parents=True)
        cache.write_text("in its place")
    else:
        monkeypatch.setattr(
            unfinished_writes, "make_own", partial(fails, OSError(28, "No space left"))
        )
    disk.write_all(folder, NEW.items())
    assert held(folder) == NEW


def fails(error, *_):
    raise error


def test_what_another_command_writes_now_is_left_to_it(folder):
    def files():
        yield "a.toml", "first"
        assert not disk.is_half_done(folder)
        disk.recover(folder)
        disk.write_all(folder, [("b.toml", "other")])
        yield "c.toml", "last"

    disk.write_all(folder, files())
    assert held(folder) == {"a.toml": "first", "b.toml": "other", "c.toml": "last"}


def test_tokens_go_with_what_they_are_of_and_old_ones_by_and_by(folder, cache):
    disk.write_all(folder, NEW.items())
    assert [*cache.iterdir()] == []
    token = cache / f"{NAME}.new"
    token.write_text("of a folder that is gone")
    disk.write_all(folder, NEW.items())
    assert token.exists()
    long_ago = time.time() - 31 * 86400
    os.utime(token, (long_ago, long_ago))
    disk.write_all(folder, NEW.items())
    assert not token.exists()


@pytest.mark.parametrize("at", range(3))
def test_what_fails_leaves_nothing_new(folder, monkeypatch, at):
    """Neither files nor the folders that were made for them; what was replaced stays so."""
    replace, placed = os.replace, []

    def full(old, new):
        if os.path.dirname(new) == str(below):
            if len(placed) == at:
                raise OSError(28, "No space left on device")
            placed.append(new)
        replace(old, new)

    below = folder / "new" / "below"
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        disk.write_all(below, NEW.items())
    assert len(placed) == at and held(folder) == OLD


def test_a_folder_in_the_way_of_a_file_is_told_before_anything_is_replaced(folder):
    (folder / "b.toml").unlink()
    (folder / "b.toml").mkdir()
    before = held(folder)
    with pytest.raises(IsADirectoryError):
        disk.write_all(folder, NEW.items())
    assert held(folder) == before
