"""`simulate studio`: a page in the browser in which numbers are changed."""

import webbrowser

from simulate.cli.shared.say import show, tell
from simulate.core.errors import InputError, Problem

PORTS = range(1 << 16)


def studio_command(target: str | None, port: str | None, is_silent: bool, code: bool) -> None:
    """Answer the page until it is ended; is_silent: no browser is opened."""
    from simulate.studio.serve import serve

    serve(target, _port(port), code, show, _unopened if is_silent else _opened)


def _port(typed: str | None) -> int:
    """The port; 0 for any.  Raises InputError."""
    if typed is None:
        return 0
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 6 and int(typed) in PORTS):
        raise InputError([Problem(f"--port {typed}", f"must be a whole number up to {PORTS[-1]}")])
    return int(typed)


def _unopened(address: str) -> None:
    """The address is printed, and no more."""


def _opened(address: str) -> None:
    try:
        is_open = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        tell("no browser was found: open the address above")
