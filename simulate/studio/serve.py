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
from simulate.studio.desk import Desk
from simulate.studio.subject import subject_of

if TYPE_CHECKING:
    from simulate.studio.app import Studio

MISSING = (
    "needs starlette and uvicorn beside the others: `pip install starlette uvicorn`, or with pipx "
    "`pipx install --force '.[studio]'` in the folder of the project"
)
LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
Say = Callable[[str], None]


def studio_of(desk: Desk, port: int) -> "tuple[Studio, socket.socket, str]":
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
    subject = subject_of(typed, code)
    subject.take()
    studio, held, address = studio_of(Desk(subject), port)
    config = uvicorn.Config(
        studio.app, log_level="error", access_log=False, ws="none", server_header=False,
        date_header=False, proxy_headers=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    server = uvicorn.Server(config)

    def leave(why: str = "") -> None:
        if why:
            say(why)
        studio.jobs.stop()
        server.should_exit = True

    studio.leave = leave
    server.capture_signals = partial(_ended_by, leave)  # type: ignore[method-assign]
    say(f"The studio of {subject.typed}, on this machine alone: {address}")
    say("It opens in one browser; Ctrl-C ends it.")
    show(address)
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[held]))


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
            return held
        except OSError as error:
            held.close()
            why = why or (error.strerror or str(error))
    raise InputError([Problem(f"--port {port}", f"cannot be used: {why}; another number, or none")])
