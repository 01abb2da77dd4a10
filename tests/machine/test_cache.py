"""The folder of compiled code: damaged, in the wrong hands, not to be written to, shared."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from simulate.compiler import cache
from tests.machine.process import PATIENCE

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")
COMPILED = [sys.executable, "-m", "tests.machine.compiled"]
COLD, WARM = "95 0\n", "95 1\n"
HEALED = "Stored compiled code is damaged; it is compiled again, which may take a while.\n"


def start(home, command=COMPILED):
    """A process that keeps its compiled code below `home`."""
    found = {**os.environ, "XDG_CACHE_HOME": str(home)}
    return subprocess.Popen(
        command, env=found, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(home, command=COMPILED):
    """What a process prints and says that keeps its compiled code below `home`."""
    process = start(home, command)
    out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    return out, said


def files(home):
    return sorted(home.rglob("*.nbc"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The home of a cache that one process has filled; what is in its files, by file."""
    home = tmp_path_factory.mktemp("home")
    assert run(home) == (COLD, "")
    return home, {file: file.read_bytes() for file in files(home)}


# What may have become of a file; other: a whole file that has another name.
DAMAGE = {
    "cut": lambda data, other: data[: len(data) // 2],
    "cut to a checksum": lambda data, other: data[: cache.MARK],
    "a byte of the code": lambda data, other: flipped(data, len(data) // 2),
    "a byte of the mark": lambda data, other: flipped(data, 0),
    "empty": lambda data, other: b"",
    "longer": lambda data, other: data + b"\0",
    "nonsense": lambda data, other: b"\x80\x05not a pickle" * 100,
    "foreign": lambda data, other: other,
}


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.long
@pytest.mark.parametrize("damage", ["a byte of the code", "empty", "foreign"])
def test_a_damaged_cache_heals_by_itself_and_says_so_in_one_line(kept, damage):
    home, whole = kept
    others = [*list(whole.values())[1:], next(iter(whole.values()))]
    for (file, data), other in zip(whole.items(), others, strict=True):
        file.write_bytes(DAMAGE[damage](data, other))
    assert run(home) == (COLD, HEALED)
    assert run(home) == (WARM, "")


@pytest.mark.long
def test_what_cannot_be_read_although_it_is_whole_is_compiled_again(kept):
    """As when a library that is no part of the name has changed."""
    home, whole = kept
    for file in whole:
        cache.write(file, b"\x80\x05not a pickle")
    assert run(home) == (COLD, HEALED)
    assert all(cache.read(file) for file in whole)


def test_nothing_is_loaded_whose_checksum_is_wrong(tmp_path, capsys):
    file = tmp_path / "own" / "code.nbc"
    cache.write(file, b"content")
    assert cache.read(file) == b"content"
    for damage in [*DAMAGE.values()][:-1]:
        cache.write(file, b"content")
        file.write_bytes(damage(file.read_bytes(), None))
        assert cache.read(file) is None
        assert not file.exists()
    cache.write(file, b"content")
    os.replace(file, file.with_name("other.nbc"))
    assert cache.read(file.with_name("other.nbc")) is None
    assert cache.read(tmp_path / "nothing") is None


@pytest.mark.long
def test_processes_that_compile_at_once_leave_a_whole_cache(tmp_path):
    processes = [start(tmp_path) for _ in range(3)]
    for process in processes:
        out, said = process.communicate(timeout=PATIENCE)
        assert (out in (COLD, WARM), said) == (True, "")
    assert run(tmp_path) == (WARM, "")
    assert not list(tmp_path.rglob("tmp*"))


# A process that starts another, as a run starts its workers, and tells what both found.
FAMILY = """
import os, subprocess, sys
from tests.machine import compiled
compiled.sum_by_way(compiled.np.arange(5))
child = [sys.executable, "-m", "tests.machine.compiled"]
print(os.environ["SIMULATE_CACHE"])
print(subprocess.run(child, capture_output=True, text=True, check=True))
"""


def a_file(home):
    home.write_text("")


def a_link(home):
    (home.parent / "elsewhere").mkdir(mode=0o700)
    home.mkdir()
    (home / cache.NAME).symlink_to(home.parent / "elsewhere")


def laid(place, mode=0o755, owner=()):
    """Lays a home of caches, or our folder in it, of such a mode and owner."""

    def spoil(home):
        (home / place).mkdir(parents=True)
        (home / place).chmod(mode)
        if owner:
            os.chown(home / place, *owner)

    return spoil


NOBODY = (12345, 12345)
SUPERUSER = os.geteuid() == 0
as_superuser = pytest.mark.skipif(not SUPERUSER, reason="only the superuser gives files away")
as_user = pytest.mark.skipif(SUPERUSER, reason="the superuser may write anywhere")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (a_file, "File exists"),
        (a_link, "is a link to another place"),
        (laid(cache.NAME, 0o777), "other users may write to"),
        (laid(cache.NAME, 0o770), "other users may write to"),
        (laid("", 0o777), "other users may change files in"),
        pytest.param(laid("", 0o770, (-1, 12345)), "other users may change", marks=as_superuser),
        pytest.param(laid(cache.NAME, 0o500), "cannot be written to", marks=as_user),
        pytest.param(laid(cache.NAME, owner=NOBODY), "belongs to another user", marks=as_superuser),
        pytest.param(laid("", owner=NOBODY), "other users may change", marks=as_superuser),
    ],
)
def test_a_cache_that_is_not_the_users_own_is_not_used(tmp_path, monkeypatch, capsys, spoil, why):
    home = tmp_path / "home"
    spoil(home)
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setenv("SIMULATE_CACHE", str(home))
    monkeypatch.setattr(cache.atexit, "register", lambda remove, *rest, **how: None)
    cache.tell_once.cache_clear()
    folder = cache.use(home / cache.NAME / "hash")
    try:
        assert folder.is_dir()
        assert os.environ["SIMULATE_CACHE"] == str(folder.parent.parent) != str(home)
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("warning: compiled code is stored for this command only: ")
        assert why in line
        assert str(home) in line
        assert sorted(tmp_path.rglob("*")) == before
    finally:
        cache.shutil.rmtree(folder.parent.parent)


def test_a_cache_below_a_folder_for_all_is_used_if_it_is_ones_own(tmp_path, monkeypatch, capsys):
    """As in /tmp, where each may remove only what is theirs."""
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o1777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    folder = home / cache.NAME / "hash"
    assert cache.use(folder) == folder
    assert folder.stat().st_mode & 0o777 == folder.parent.stat().st_mode & 0o777 == 0o700
    assert capsys.readouterr().err == ""


@pytest.mark.long
def test_without_a_cache_parent_and_children_share_one_that_goes_with_them(tmp_path):
    """The child finds what the parent has compiled, and says nothing."""
    (tmp_path / "file").write_text("")
    out, said = run(tmp_path / "file" / "cache", [sys.executable, "-c", FAMILY])
    assert said.count("\n") == 1
    assert said.startswith(
        "warning: compiled code is stored for this command only: Not a directory"
    )
    where, _, told = out.partition("\n")
    assert f"stdout={WARM!r}, stderr=''" in told
    assert Path(where).is_absolute() and not Path(where).exists()


@pytest.mark.parametrize("named", ["", "relative/cache"])
def test_the_home_of_caches_is_the_usual_one_unless_another_is_named(monkeypatch, named):
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    monkeypatch.setenv("HOME", "/home/ada")
    assert cache.cache_home() == Path("/home/ada/.cache")


def test_a_home_of_our_own_comes_before_that_of_all_programs(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/all")
    monkeypatch.setenv("SIMULATE_CACHE", "/ours")
    assert cache.cache_home() == Path("/ours")
    monkeypatch.setenv("SIMULATE_CACHE", "relative")
    assert cache.cache_home() == Path("/all")


def test_a_disk_that_takes_no_more_code_is_told_once(tmp_path, capsys):
    cache.tell_once.cache_clear()
    (tmp_path / "file").write_text("")
    for _ in range(2):
        cache.write(tmp_path / "file" / "code.nbc", b"content")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: compiled code could not be kept: ")
