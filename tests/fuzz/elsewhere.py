"""Cases played in processes of their own: with bounds checked, or by plain Python.

A process is kept for the next case.  One that dies, or does not answer, fails the case.
"""

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.machine.process import ROOT

PATIENCE = 600  # seconds; only a game without an end takes so long
CHECKED = {"NUMBA_BOUNDSCHECK": "1"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}


class Elsewhere:
    """A process that plays one case after the other, in another way than this one."""

    def __init__(self, **environment: str) -> None:
        self.environment = environment
        self._process: subprocess.Popen[str] | None = None

    def rows_mark(self, case: Mapping[str, Any]) -> str:
        """The mark of the rows of a case; AssertionError with what went wrong."""
        process = self._process or self._start()
        process.stdin.write(json.dumps(case) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], PATIENCE)[0]:
            self.end()
            raise AssertionError(f"not played in {PATIENCE} s ({self.environment}): {case}")
        line = process.stdout.readline()
        if not line:
            code = process.wait()
            self._errors.seek(0)
            said = self._errors.read()[-2_000:]
            self._process = None
            raise AssertionError(f"ended with {code} ({self.environment}): {case}\n{said}")
        answer = json.loads(line)
        assert "failed" not in answer, f"{self.environment}: {case}\n{answer['failed']}"
        return answer["mark"]

    def _start(self) -> subprocess.Popen[str]:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.player"],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        return self._process

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@cache
def elsewhere(**environment: str) -> Elsewhere:
    """The one process of its kind."""
    found = Elsewhere(**environment)
    atexit.register(found.end)
    return found
