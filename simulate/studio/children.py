"""What works beside the page: commands as processes of their own, and the one that lays games down.

A child that breaks down ends nothing else, and goes on when the window is closed.
"""

import asyncio
import json
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem, command

PYTHON = (sys.executable, "-P", "-m")  # -P: no file of the folder at hand stands in for Python's
MOST_AT_ONCE, MOST_LISTED = 4, 40
LINE = 64 * 1024 * 1024  # bytes, of what a child answers
FINDINGS = 8  # that are shown
PAGE = "report.html"
PLACE = re.compile(r", into (.+)")  # as a run says where it is played, before anything else
PATIENCE = 10.0  # seconds for a child to end when the studio does
BROKE = "it ended before it answered (exit code {}); the studio goes on, and so may you"
BROKEN = "a process that works beside this page broke down; what you do next begins it again"
Data = dict[str, Any]


@dataclass
class StudioJob:
    """A command that is, or was, a child.

    kind: the button; words: behind `simulate`; changes: the draft that it is of; line: the last of
    its progress; said: its answer; page: where its report lies, of a run from its first look on;
    name: what the page asks that by; is_told: whether it was told to end.
    """

    number: int
    kind: str
    words: Sequence[str]
    changes: Data
    process: asyncio.subprocess.Process | None = None
    line: str = ""
    said: Data = field(default_factory=dict)
    page: Path | None = None
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    began: float = field(default_factory=time.time)
    ended: bool = False
    is_told: bool = False

    def shown(self) -> Data:
        """What the page is told of it."""
        return {
            "number": self.number,
            "kind": self.kind,
            "command": command(*(word for word in self.words if word != "--json")),
            "line": self.line,
            "seconds": round(time.time() - self.began),
            "ended": self.ended,
            "said": self.said,
            **self._report(),
        }

    def _report(self) -> Data:
        """The address of what is written of its report so far, and when that was."""
        try:
            written = self.page.stat().st_mtime_ns if self.page else 0
        except OSError:
            written = 0
        page = f"/report/{self.name}/{self.page.name}" if self.page and written else ""
        return {"page": page, "written": str(written)}

    @property
    def first(self) -> str:
        """The first sentence of its answer."""
        findings = self.said.get("findings", [])
        return str(findings[0]) if findings else ""

    async def play(self) -> None:
        """Start it, and wait for its end."""
        pipe = asyncio.subprocess.PIPE
        try:
            self.process = await asyncio.create_subprocess_exec(
                *PYTHON, "simulate.cli", *self.words,
                stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe,
                limit=LINE, start_new_session=True,
            )  # fmt: skip
            assert self.process.stdout is not None
            _, answer = await asyncio.gather(self._hear(), _whole(self.process.stdout))
            code = await self.process.wait()
            self.said = _said(answer, code, self.line)
            self.page = _page(self.kind, self.words, answer, code) or self.page
        except (OSError, ValueError) as error:  # of a machine that begins no more processes, say
            self.said = {"status": "failed", "problems": [f"it cannot be played: {error}"]}
        self.ended = True

    def stop(self) -> None:
        """End it as Ctrl-C does: it keeps what is finished."""
        self.is_told = True
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT)

    async def _hear(self) -> None:
        assert self.process is not None and self.process.stderr is not None
        async for line in self.process.stderr:
            if text := line.decode("utf-8", "replace").strip():
                self.line = text[:300]
                if self.kind == "run" and self.page is None and (place := PLACE.search(text)):
                    self.page = Path(place[1]) / PAGE


async def _whole(stream: asyncio.StreamReader) -> bytes:
    """All that comes to its end, but for what is beyond any answer."""
    text = bytearray()
    while part := await stream.read(LINE):
        text += part[: LINE - len(text)]
    return bytes(text)


def _said(answer: bytes, code: int, line: str) -> Data:
    """The answer of a command, as short as the page needs it."""
    try:
        said = json.loads(answer)
        problems = [f"{p['where']}: {p['what']}".lstrip(": ") for p in said["problems"]]
        findings = [str(finding["text"]) for finding in said["findings"]]
        return {
            "status": str(said["status"]),
            "problems": problems[:FINDINGS],
            "alerts": [str(alert["text"]) for alert in said["alerts"]],
            "findings": findings[:FINDINGS],
        }
    except (ValueError, LookupError, TypeError):
        if code == 0:  # of a command that has no JSON
            return {
                "status": "complete",
                "findings": answer.decode("utf-8", "replace").split("\n")[-2:-1],
            }
        return {"status": "failed", "problems": [line or BROKE.format(code), BROKE.format(code)]}


def _page(kind: str, words: Sequence[str], answer: bytes, code: int) -> Path | None:
    """The report that a command wrote."""
    from reports.page.render import SHEET

    if kind == "sheet" and code == 0:
        return Path(words[1]) / SHEET
    with suppress(ValueError, LookupError, TypeError):
        page = Path(json.loads(answer)["paths"]["report"])
        return page if page.is_file() else None
    return None


class Jobs:
    """All commands of a studio, the newest last."""

    def __init__(self) -> None:
        self.all: list[StudioJob] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = 0

    def begin(self, kind: str, words: Sequence[str], changes: Mapping[str, Any]) -> StudioJob:
        """One more.  Raises InputError where too many are at work."""
        if len(self.running()) >= MOST_AT_ONCE:
            what = f"{MOST_AT_ONCE} commands are at work already: wait for one, or stop it"
            raise InputError([Problem(kind, what)])
        self._count += 1
        job = StudioJob(self._count, kind, words, dict(changes))
        ended = [each for each in self.all if each.ended]
        for old in ended[: max(0, len(self.all) + 1 - MOST_LISTED)]:
            self.all.remove(old)
        self.all.append(job)
        task = asyncio.get_running_loop().create_task(job.play())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def running(self) -> list[StudioJob]:
        """Those that are at work."""
        return [job for job in self.all if not job.ended]

    def of(self, number: object) -> StudioJob:
        """The one of a number.  Raises InputError."""
        for job in self.all:
            if job.number == number:
                return job
        raise InputError([Problem("job", "there is no such command any more")])

    def page(self, name: str) -> Path | None:
        """The report that is asked for by its name, which nobody can guess."""
        given = name.encode("utf-8", "replace")
        same = (job for job in self.all if secrets.compare_digest(job.name.encode(), given))
        return next((job.page for job in same), None)

    def stop(self) -> None:
        """Tell all to end that were not told so far: a second time would end them at once."""
        for job in self.running():
            if not job.is_told:
                job.stop()

    async def end(self) -> None:
        """Stop all, and wait until they have kept what is finished."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)


def answer_all(work: Callable[[Data], Data]) -> None:
    """In a child: answer requests, a line each, until nobody asks more.

    What a game's own Python prints is no answer: it goes where errors go.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answers.write(json.dumps(work(json.loads(line))) + "\n")
        answers.flush()


class Child:
    """A child that answers (`answer_all`); begun when first asked, and again where it broke down.

    words: its module, and what that is given.
    """

    def __init__(self, *words: str) -> None:
        self._words = words
        self._process: asyncio.subprocess.Process | None = None
        self._is_over = False
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, asked: Mapping[str, Any]) -> Data:
        """Its answer; where it broke down, a problem that says so."""
        async with self._one_at_a_time:
            try:
                process = await self._ready()
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                await process.stdin.drain()
                found: Data = json.loads(await process.stdout.readline())
                return found
            except (OSError, ValueError):
                await self.end()
                return {"problem": BROKEN, "problems": [["", BROKEN]]}

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._is_over or (self._process is not None and self._process.returncode is not None):
            raise OSError  # it broke down since: what it had to remember is gone, which is told
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *PYTHON, *self._words,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, limit=LINE, start_new_session=True,
            )  # fmt: skip
        return self._process

    def stop(self) -> None:
        """Answer nothing more: whoever waits is told at once."""
        self._is_over = True
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def end(self) -> None:
        """End it; the next question begins another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
