"""What plays a run asks for nothing that Linux alone has: locks have another form elsewhere."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import platformdirs

from simulate.compiler import cache

ROOT = Path(__file__).parents[2]
MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "pty", "tty", "syslog", "crypt", "nis")
OF_OS = (
    "O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "chown", "fchown", "lchown", "fchmod", "fork",
    "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp",
    "getresuid", "getsid", "getuid", "initgroups", "killpg", "lockf", "mkfifo", "mknod", "nice",
    "openpty", "pathconf", "posix_fadvise", "posix_fallocate", "sched_getaffinity",
    "sched_setaffinity", "sendfile", "setgid", "setpgid", "setsid", "setuid", "statvfs", "sysconf",
    "uname", "wait3", "wait4", "WNOHANG", "register_at_fork",
)  # fmt: skip
OF_SIGNAL = (
    "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP",
    "SIGUSR1", "SIGUSR2", "alarm", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt",
    "sigpending", "sigtimedwait", "sigwait",
)  # fmt: skip
ONLY = {"os": OF_OS, "signal": OF_SIGNAL}
ANY_OF_THEM = re.compile(rf"\b({'|'.join((*MODULES, *OF_OS, *OF_SIGNAL))})\b")
# Behind a question whether the system has it, or a failure that is caught.
ASKED = {
    ("simulate/cli/shared/user_config.py", "os.geteuid"),
    ("simulate/compiler/cache.py", "grp"),
    ("simulate/compiler/cache.py", "os.geteuid"),
    ("simulate/compiler/cache.py", "pwd"),
    ("simulate/core/files/budget.py", "resource"),
    ("simulate/core/files/locks.py", "fcntl"),
    ("simulate/core/files/memory.py", "resource"),
    ("simulate/core/signals.py", "signal.SIGHUP"),
    ("simulate/run/workers/cleanup.py", "os.getuid"),
    ("simulate/run/workers/interrupt.py", "signal.pthread_sigmask"),
}

BARE = (
    f"""
MODULES, OF_OS, OF_SIGNAL = {MODULES!r}, {OF_OS!r}, {OF_SIGNAL!r}
"""
    + """
import multiprocessing.util, subprocess, sys, tempfile, types, shutil
import joblib.externals.loky, numba, numpy, platformdirs, polars, pydantic  # each knows its system
import asyncio, concurrent.futures, ctypes, logging, platform, pathlib, random, socket, uuid
held = {}
def locking(number, mode, size):
    import os
    where = os.fstat(number).st_ino
    if where in held and held[where] != number:
        raise OSError("somebody holds it")
    held[where] = number
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
import os, signal
for name in MODULES:
    sys.modules[name] = None
for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
from pathlib import Path
from simulate import store
from simulate.compiler.cache import folder_of
from simulate.run import execute, status
from tests.machine import fake
out = execute(fake.plan(games=300), Path(sys.argv[1]), 1, quiet=True, table="tests.machine.fake",
              turns=False)
store.open_run(out).verify()
assert held and folder_of("simulate.core.streams").is_dir()
print("PLAYED", status(out).games)
"""
)


def used():
    """(file, name) of everything in the packages that not every system has."""
    for folder in ("simulate", "strategies", "analysis", "reports", "tiny_epic_balance"):
        for path in (ROOT / folder).rglob("*.py"):
            file, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            if not ANY_OF_THEM.search(text):
                continue
            for node in ast.walk(ast.parse(text)):
                for name in _names(node):
                    yield file, name


def _names(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name in MODULES]
    if isinstance(node, ast.ImportFrom):
        own = [f"{node.module}.{alias.name}" for alias in node.names]
        return [node.module] * (node.module in MODULES) + [n for n in own if _is_only(n)]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        name = f"{node.value.id}.{node.attr}"
        return [name] * _is_only(name)
    return []


def _is_only(name):
    module, _, own = name.rpartition(".")
    return own in ONLY.get(module, ())


def test_what_some_systems_lack_is_asked_for_first():
    assert {*used()} == ASKED


def test_caches_lie_where_the_system_has_them(monkeypatch, tmp_path):
    monkeypatch.delenv(cache.HOME_VARIABLE, raising=False)
    monkeypatch.delenv(cache.SHARED_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda: tmp_path / "Caches")
    for system in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", system)
        assert cache.cache_home() == tmp_path / "Caches"
    monkeypatch.setenv(cache.HOME_VARIABLE, str(tmp_path / "mine"))
    assert cache.cache_home() == tmp_path / "mine"


def test_a_run_is_played_without_what_linux_alone_has(tmp_path):
    command = [sys.executable, "-c", BARE, str(tmp_path / "run")]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.stdout.split() == ["PLAYED", "600"], ended.stderr
