"""What plays a run asks for nothing that Linux alone has: locks have another form elsewhere."""

import subprocess
import sys

BARE = """
import multiprocessing.util, subprocess, sys, tempfile, types, shutil
sys.modules["fcntl"] = None
held = {}
def locking(number, mode, size):
    import os
    where = os.fstat(number).st_ino
    if where in held and held[where] != number:
        raise OSError("somebody holds it")
    held[where] = number
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
import os, signal
del os.O_NOFOLLOW, os.geteuid, signal.pthread_sigmask
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


def test_a_run_is_played_without_what_linux_alone_has(tmp_path):
    command = [sys.executable, "-c", BARE, str(tmp_path / "run")]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.stdout.split() == ["PLAYED", "600"], ended.stderr
