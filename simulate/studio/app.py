"""What the page asks of the studio, and what it is answered."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import disk
from simulate.studio import page, tables
from simulate.studio.children import Jobs, Layer
from simulate.studio.desk import Desk, as_sets
from simulate.studio.guard import ENTER, Guard, Secrets

LOOK = 0.5  # seconds between two looks at files and children
ALIVE = 15.0  # seconds after which a stream says that it is there
LINGER = 1_800.0  # seconds for which a studio without a window stays
TARGET = re.compile(r"-?\d{1,3}(\.\d{1,3})?%?(-|,)-?\d{1,3}(\.\d{1,3})?%?")
ENDED = "the studio ends: no window is open, and nothing is played"
OWN = "a game of your own is played by its command, not in the page"
Data = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
# By button: the command, and whether it is of the draft.
PLAYED = {
    "look": True, "confirm": True, "run": False, "shipped": False,
    "advise": True, "tune": True, "why": True,
}  # fmt: skip
VERBS = {"look": "compare", "confirm": "compare", "shipped": "compare"}
OF_LOOK = ("--games", "1000", "--no-second")


class Studio:
    """One subject, its children and its page."""

    def __init__(self, desk: Desk, known: Secrets, hosts: tuple[str, ...], cookie: str) -> None:
        self.desk, self.known, self.cookie = desk, known, cookie
        self.jobs, self.layer = Jobs(), Layer()
        self.windows, self.seen = 0, time.monotonic()
        self.leave: Callable[[str], None] = lambda why: None
        routes = [Route(path, self._static, methods=["GET"]) for path in page.PARTS]
        routes += [Route("/report/{name}", self._report, methods=["GET"])]
        routes += [Route(path, _told(work), methods=["GET"]) for path, work in self._asks()]
        routes += [Route(path, _told(work), methods=["POST"]) for path, work in self._acts()]
        self.app = Guard(Starlette(routes=routes, lifespan=self._life), known, hosts, cookie)

    def _asks(self) -> Iterator[tuple[str, Handler]]:
        yield from (("/state", self._state), ("/events", self._events))

    def _acts(self) -> Iterator[tuple[str, Handler]]:
        yield from ((ENTER, self._enter), ("/turn", self._turn), ("/play", self._play))
        yield from (("/lay", self._lay), ("/stop", self._stop))

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        works = [loop.create_task(self._watch()), loop.create_task(self._laid(whole=True))]
        yield
        for work in works:
            work.cancel()
        await self.layer.end()
        await self.jobs.end()

    async def _watch(self) -> None:
        """Look at the files, and whether a window is open."""
        while True:
            await asyncio.sleep(LOOK)
            self.desk.look()
            if self.windows or self.jobs.running():
                self.seen = time.monotonic()
            is_kept = self.desk.subject.is_folder or not self.desk.draft
            if is_kept and time.monotonic() - self.seen > LINGER:
                self.leave(ENDED)

    async def _static(self, request: Request) -> Response:
        kind, text = page.PARTS[request.url.path]
        return Response(text(), media_type=kind)

    async def _enter(self, request: Request) -> Response:
        asked = await _asked(request)
        if not self.known.exchanged(asked.get("token")):
            what = "this address was used already, or is not of this start: begin the studio anew"
            return JSONResponse({"problems": [what]}, 403)
        answer = JSONResponse({"key": self.known.key})
        answer.set_cookie(
            self.cookie, self.known.cookie, httponly=True, samesite="strict", max_age=86_400
        )
        return answer

    async def _state(self, _: Request) -> Response:
        return JSONResponse(self._shown())

    def _shown(self) -> Data:
        jobs = [job.shown() for job in self.jobs.all]
        words = {kind: self._command(kind)[:-1] for kind in PLAYED if self._is_offered(kind)}
        commands = {kind: command(*each) for kind, each in words.items()}
        return {**self.desk.state(), "jobs": jobs, "commands": commands}

    async def _events(self, _: Request) -> Response:
        return StreamingResponse(self._stream(), media_type="text/event-stream")

    async def _stream(self) -> AsyncIterator[str]:
        """What changes, while a window is open: the revision, and each child."""
        self.windows += 1
        last, when = "", 0.0
        try:
            while True:
                jobs = [job.shown() for job in self.jobs.all]
                text = json.dumps({"revision": self.desk.revision, "jobs": jobs})
                if text != last or time.monotonic() - when > ALIVE:
                    last, when = text, time.monotonic()
                    yield f"data: {text}\n\n"
                await asyncio.sleep(LOOK)
        finally:
            self.windows -= 1

    async def _turn(self, request: Request) -> Response:
        """One step at the desk; a window that shows an older state is told first."""
        asked = await _asked(request)
        if asked.get("revision") != self.desk.revision:
            raise InputError([Problem("", "this window is not up to date: look, then press again")])
        match asked:
            case {"what": "turn", "changes": dict(changes)}:
                self.desk.turn(changes)
            case {"what": "undo"}:
                self.desk.turn_back()
            case {"what": "redo"}:
                self.desk.turn_again()
            case {"what": "setting", "name": str(name), "level": level}:
                self.desk.choose(name, level)
            case {"what": "keep"}:
                self.desk.keep(self._confirmed())
            case {"what": "take back"}:
                self.desk.take_back()
            case _:
                raise InputError([Problem("", "nothing of this kind can be done")])
        return JSONResponse(self._shown())

    async def _play(self, request: Request) -> Response:
        asked = await _asked(request)
        match asked:
            case {"kind": "sheet", "number": number}:
                run = self.jobs.of(number).page
                if run is None or self.jobs.of(number).kind != "run":
                    raise InputError([Problem("sheet", "goes with a finished run")])
                self.jobs.begin("sheet", ["report", str(run.parent), "--one-page"], {})
            case {"kind": str(kind), "target": str(target)} if self._is_offered(kind):
                words = self._command(kind, target, asked.get("of"))
                self.jobs.begin(kind, words, self.desk.draft)
            case _:
                raise InputError([Problem("", "there is no such command")])
        return JSONResponse(self._shown())

    def _is_offered(self, kind: str) -> bool:
        subject = self.desk.subject
        has = {"shipped": subject.is_folder, "why": bool(tables.options(subject.pack))}
        return kind in PLAYED and has.get(kind, True)

    def _command(self, kind: str, target: str = "", of: object = None) -> list[str]:
        """The words of a button.  Raises InputError."""
        subject, verb = self.desk.subject, VERBS.get(kind, kind)
        words = [verb, *subject.words, *(as_sets(self.desk.draft) if PLAYED[kind] else [])]
        if target and kind in ("run", "advise", "tune"):
            if not TARGET.fullmatch(target):
                raise InputError([Problem("target", "is a band such as 40-60%")])
            words += ["--target", target]
        if kind == "why":
            known = list(tables.options(subject.pack))
            if of is not None and of not in known:
                raise InputError([Problem("why", "there is no such card any more")])
            words += ["--of", known[0] if of is None else str(of)]
        words += [*as_sets(self.desk.setting()), *OF_LOOK] if kind == "look" else []
        words += ["--allow-code"] if subject.code and verb in ("run", "compare") else []
        return [*words, "--json"]

    def _confirmed(self) -> str:
        """What the last comparison says that played this very draft; nothing without one."""
        draft = self.desk.draft
        same = [job for job in self.jobs.all if job.kind == "confirm" and job.changes == draft]
        return next((job.first for job in reversed(same) if job.first), "")

    async def _stop(self, request: Request) -> Response:
        self.jobs.of((await _asked(request)).get("number")).stop()
        return JSONResponse({})

    async def _lay(self, request: Request) -> Response:
        return JSONResponse(await self._laid(whole=(await _asked(request)).get("whole") is True))

    async def _laid(self, whole: bool) -> Data:
        """What the page plays by; asked once before there is a page, so that the child is warm."""
        subject, revision = self.desk.subject, self.desk.revision
        if subject.is_own:
            return {"problem": OWN}
        asked = {
            "typed": subject.typed,
            "is_folder": subject.is_folder,
            "stamp": subject.stamp,
            "setting": self.desk.setting(),
            "changes": self.desk.draft,
            "whole": whole,
        }
        return {"revision": revision, **await self.layer.ask(asked)}

    async def _report(self, request: Request) -> Response:
        place: Path | None = self.jobs.page(request.path_params["name"])
        if place is None:
            return JSONResponse({"problems": ["there is no such report"]}, 404)
        return Response(disk.read(place), media_type="text/html")


def _told(work: Handler) -> Handler:
    """Where it is refused, all that is wrong is said."""

    async def told(request: Request) -> Response:
        try:
            return await work(request)
        except InputError as error:
            said = [f"{p.where}: {p.what}" if p.where else p.what for p in error.problems]
            return JSONResponse({"problems": said}, 422)
        except (RunError, OSError) as error:
            return JSONResponse({"problems": [str(error)]}, 500)

    return told


async def _asked(request: Request) -> Data:
    """What was sent.  Raises InputError where it is no object, or nested without end."""
    try:
        found = disk.parsed((await request.body()).decode())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise InputError([Problem("", "an object in JSON is asked for")])
    return found
