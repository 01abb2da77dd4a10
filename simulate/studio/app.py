"""What the page asks of the studio, and what it is answered."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from threading import Thread
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from simulate.core.errors import InputError, Problem, command
from simulate.core.files import disk
from simulate.studio import page
from simulate.studio.children import PAGE, Child, Jobs, StudioJob
from simulate.studio.desk import Desk, as_sets
from simulate.studio.guard import ENTER, Guard, Secrets

LOOK = 0.5  # seconds between two looks at files and children
ALIVE = 15.0  # seconds after which a stream says that it is there
LINGER = 1_800.0  # seconds for which a studio without a window stays
TARGET = re.compile(r"-?\d{1,3}(\.\d{1,3})?%?(-|,)-?\d{1,3}(\.\d{1,3})?%?")
ENDED = "the studio ends: no window is open, and nothing is played"
Data = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
# By button: the command, and whether it is of the draft.
PLAYED = {
    "look": True, "confirm": True, "run": False, "shipped": False, "advise": True, "tune": True,
    "why": True, "exploit": True, "playtests": False,
}  # fmt: skip
VERBS = {"look": "compare", "confirm": "compare", "shipped": "compare"}
BESIDE = (PAGE, "guesses.html", "onepage.html")  # pages of reports that name one another
MADE = ("sheet", "export")  # of a report
TRUSTED = ("run", "compare", "exploit")  # verbs that play Python of a pack
OF_LOOK = ("--games", "1000", "--no-second")


class Studio:
    """One subject, its children and its page."""

    def __init__(
        self, desk: Desk | Child, known: Secrets, hosts: tuple[str, ...], cookie: str
    ) -> None:
        self.desk, self.known, self.cookie = desk, known, cookie
        self.state: Data = {}
        self.jobs, self.layer = Jobs(), Child("simulate.studio.laying")
        self.windows, self.seen = 0, time.monotonic()
        self.leave: Callable[[str], None] = lambda why: None
        self.begun: Callable[[], None] = lambda: None
        routes = [Route(path, self._static, methods=["GET"]) for path in page.PARTS]
        routes += [Route("/report/{name}/{file}", self._report, methods=["GET"])]
        asks = {"/state": self._state, "/events": self._events}
        acts = {ENTER: self._enter, "/turn": self._turn, "/play": self._play}
        acts |= {"/lay": self._lay, "/stop": self._stop}
        routes += [Route(path, _told(work), methods=["GET"]) for path, work in asks.items()]
        routes += [Route(path, _told(work), methods=["POST"]) for path, work in acts.items()]
        self.app = Guard(Starlette(routes=routes, lifespan=self._life), known, hosts, cookie)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        works = [loop.create_task(self._watch()), loop.create_task(self._laid(whole=True))]
        Thread(target=self.begun, daemon=True).start()  # to open a browser may take its time
        yield
        for work in works:
            work.cancel()
        await self.layer.end()
        await self.jobs.end()

    async def step(self, asked: Data) -> Data:
        """One step at the desk, and what the page shows then.  Raises InputError."""
        found = await self.desk.ask(asked)
        if "problems" in found:
            raise InputError([Problem(where, what) for where, what in found["problems"]])
        self.state = found or self.state
        return self.state

    async def _watch(self) -> None:
        """Look at the files, and whether a window is open."""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(InputError):
                await self.step({"what": "look"})
            if self.windows or self.jobs.running():
                self.seen = time.monotonic()
            is_kept = self.state["is_folder"] or not self.state["draft"]
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
        commands = _commands({kind: self._command(kind) for kind in self._offered()})
        return {**self.state, "jobs": self._jobs(), "commands": commands}

    def _jobs(self) -> list[Data]:
        return [{**job.shown(), "more": _commands(_more(job))} for job in self.jobs.all]

    async def _events(self, _: Request) -> Response:
        return StreamingResponse(self._stream(), media_type="text/event-stream")

    async def _stream(self) -> AsyncIterator[str]:
        """What changes, while a window is open: the revision, and each child."""
        self.windows += 1
        last, when = "", 0.0
        try:
            while True:
                text = json.dumps({"revision": self.state["revision"], "jobs": self._jobs()})
                if text != last or time.monotonic() - when > ALIVE:
                    last, when = text, time.monotonic()
                    yield f"data: {text}\n\n"
                await asyncio.sleep(LOOK)
        finally:
            self.windows -= 1

    async def _turn(self, request: Request) -> Response:
        """One step at the desk; a window that shows an older state is told first."""
        asked = await _asked(request)
        if asked.get("revision") != self.state["revision"]:
            raise InputError([Problem("", "this window is not up to date: look, then press again")])
        await self.step({**asked, "said": self._confirmed()})
        return JSONResponse(self._shown())

    async def _play(self, request: Request) -> Response:
        asked = await _asked(request)
        match asked:
            case {"kind": str(kind), "number": number}:
                more = _more(self.jobs.of(number))
                if kind not in more:
                    raise InputError([Problem(kind[:300], "goes with a finished run")])
                self.jobs.begin(kind, more[kind], {})
            case {"kind": str(kind), "target": str(target)} if kind in self._offered():
                words = self._command(kind, target, asked.get("of"))
                self.jobs.begin(kind, words, self._draft())
            case _:
                raise InputError([Problem("", "there is no such command")])
        return JSONResponse(self._shown())

    def _offered(self) -> list[str]:
        has = {"shipped": self.state["is_folder"]}
        has |= {kind: bool(self.state["of"][kind]) for kind in self.state["of"]}
        return [kind for kind in PLAYED if has.get(kind, True)]

    def _draft(self) -> Data:
        return {one["path"]: one["after"] for one in self.state["draft"]}

    def _setting(self) -> Data:
        return {one["name"]: one["now"] for one in self.state["settings"]}

    def _command(self, kind: str, target: str = "", of: object = None) -> list[str]:
        """The words of a button.  Raises InputError."""
        verb, draft = VERBS.get(kind, kind), self._draft() if PLAYED[kind] else {}
        words = [verb, *self.state["words"], *as_sets(draft)]
        if target and kind in ("run", "advise", "tune"):
            if not TARGET.fullmatch(target):
                raise InputError([Problem("target", "is a band such as 40-60%")])
            words += ["--target", target]
        if known := list(self.state["of"].get(kind, ())):
            if of is not None and of not in known:
                raise InputError([Problem(kind, "there is no such card or file any more")])
            one = known[0] if of is None else str(of)
            words = [*words, "--of", one] if kind == "why" else [verb, self.state["typed"], one]
        words += [*as_sets(self._setting()), *OF_LOOK] if kind == "look" else []
        words += ["--allow-code"] if self.state["code"] and verb in TRUSTED else []
        return [*words, "--json"]

    def _confirmed(self) -> str:
        """What the last comparison says that played this very draft; nothing without one."""
        draft = self._draft()
        same = [job for job in self.jobs.all if job.kind == "confirm" and job.changes == draft]
        return next((job.first for job in reversed(same) if job.first), "")

    async def _stop(self, request: Request) -> Response:
        self.jobs.of((await _asked(request)).get("number")).stop()
        return JSONResponse({})

    async def _lay(self, request: Request) -> Response:
        return JSONResponse(await self._laid(whole=(await _asked(request)).get("whole") is True))

    async def _laid(self, whole: bool) -> Data:
        """What the page plays by; asked once before there is a page, so that the child is warm."""
        asked = {key: self.state[key] for key in ("typed", "is_folder", "is_own", "files")}
        asked |= {"setting": self._setting(), "changes": self._draft(), "whole": whole}
        return {"revision": self.state["revision"], **await self.layer.ask(asked)}

    async def _report(self, request: Request) -> Response:
        """A page of a command's report: its own, or the one that it names beside it."""
        place, file = self.jobs.page(request.path_params["name"]), request.path_params["file"]
        beside = {each: place.with_name(each) for each in (place.name, *BESIDE)} if place else {}
        if file not in beside or not beside[file].is_file():
            return JSONResponse({"problems": ["there is no such report"]}, 404)
        return Response(disk.read(beside[file]), media_type="text/html")


def _told(work: Handler) -> Handler:
    """Where it is refused, all that is wrong is said."""

    async def told(request: Request) -> Response:
        try:
            return await work(request)
        except InputError as error:
            said = [f"{p.where}: {p.what}" if p.where else p.what for p in error.problems]
            return JSONResponse({"problems": said}, 422)
        except OSError as error:
            return JSONResponse({"problems": [str(error)]}, 500)

    return told


def _more(job: StudioJob) -> dict[str, list[str]]:
    """What can be made of the report of a command that has ended: the words, by button."""
    if not job.ended or job.page is None or job.kind in MADE:
        return {}
    run = str(job.page.parent)
    sheet = {"sheet": ["report", run, "--one-page"]} if job.kind == "run" else {}
    return {**sheet, "export": ["export", run]}


def _commands(every: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """As they are typed, by button."""
    return {kind: command(*(w for w in words if w != "--json")) for kind, words in every.items()}


async def _asked(request: Request) -> Data:
    """What was sent.  Raises InputError where it is no object, or nested without end."""
    try:
        found = disk.parsed((await request.body()).decode())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise InputError([Problem("", "an object in JSON is asked for")])
    return found
