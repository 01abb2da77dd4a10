"""Start a studio, say where it is, and end it."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from simulate.core import signals
from simulate.core.errors import InputError, Problem
from simulate.studio.children import Child
from simulate.studio.desk import CODE, Desk, opened
from simulate.studio.subject import FOLDER, is_own

if TYPE_CHECKING:
    import uvicorn

    from simulate.studio.app import Studio

MISSING = (
    "needs starlette and uvicorn beside the others: `pip install starlette uvicorn`, or with pipx "
    "`pipx install --force '.[studio]'` in the folder of the project"
)
LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
Say = Callable[[str], None]


def desk_of(typed: str | None, code: bool) -> Desk | Child:
    """What is asked of what was named; of a game of one's own a child is.  Raises InputError."""
    if is_own(typed or FOLDER):
        return Child("simulate.studio.desk", typed or FOLDER, CODE if code else "")
    return opened(typed, code)


def studio_of(desk: Desk | Child, port: int) -> "tuple[Studio, socket.socket, str]":
    """A studio behind its guard, its socket, and the address with the token.  Raises InputError."""
    from simulate.studio.app import Studio
    from simulate.studio.guard import Secrets

    held = _bound(port)
    host, number, *_ = held.getsockname()
    place = f"[{host}]:{number}" if ":" in host else f"{host}:{number}"
    known = Secrets()
    studio = Studio(desk, known, (place,), f"studio-{number}")
    return studio, held, f"http://{place}/#{known.token}"


def serve(typed: str | None, port: int, code: bool, say: Say, show: Callable[[str], None]) -> None:
    """Answer the page until Ctrl-C, or until no window is open and nothing is played.

    typed: what was named; port: 0 for any; say: takes a line for the terminal; show: opens an
    address.  Raises InputError.
    """
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise InputError([Problem("studio", MISSING)]) from None
    studio, held, address = studio_of(desk_of(typed, code), port)
    config = uvicorn.Config(
        studio.app, log_level="error", access_log=False, ws="none", server_header=False,
        date_header=False, proxy_headers=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    server = uvicorn.Server(config)

    def leave(why: str = "") -> None:
        if why:
            say(why)
        studio.jobs.stop()
        studio.layer.stop()
        server.should_exit = True

    studio.leave = leave
    server.capture_signals = partial(_ended_by, leave)  # type: ignore[method-assign]

    def begun() -> None:
        say(f"The studio of {studio.state['typed']}, on this machine alone: {address}")
        say("It opens in one browser; Ctrl-C ends it.")
        show(address)

    studio.begun = begun
    with held, suppress(KeyboardInterrupt):
        asyncio.run(answered(studio, server, held))


async def answered(studio: "Studio", server: "uvicorn.Server", held: socket.socket) -> None:
    """Until it is ended.  Raises InputError where the game cannot be opened."""
    try:
        await studio.step({"what": "open"})
        await server.serve(sockets=[held])
    finally:
        await studio.desk.end()


@contextmanager
def _ended_by(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, Ctrl-C, a termination and a closed terminal call it, each alike.

    `uvicorn` would not hear the last, and raises the others once more when all is done, which is
    taken for a second press.
    """
    before = {one: signal.signal(one, lambda *_: stop()) for one in signals.answered()}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _bound(port: int) -> socket.socket:
    """A socket of this machine alone.  Raises InputError."""
    why = ""
    for family, host in LOOPBACK:
        held = socket.socket(family)
        try:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind((host, port))
            held.listen()  # whoever comes at once waits, and is not refused
            return held
        except OSError as error:
            held.close()
            why = why or (error.strerror or str(error))
    raise InputError([Problem(f"--port {port}", f"cannot be used: {why}; another number, or none")])
