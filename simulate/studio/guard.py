"""Who may ask the studio: its own page, in the browser that came with the token, and nobody else.

The address that is printed holds a token behind `#`, which no server and no log is sent.  The page
gives it back once, for a cookie and a key: the cookie shows the browser, the key the page (a cookie
alone reaches every port of this machine).  What changes is asked by POST with both, as JSON.
"""

import secrets
import time
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 256 * 1024  # bytes
RACE = 60.0  # seconds
KEY = "x-studio-key"
ENTER = "/enter"
OPEN = ("/", "/studio.css", "/report.css", "/studio.js", ENTER)  # what holds nothing of anybody's
REPORT = "/report/"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
# A report brings a policy of its own, as it does from a disk; here it is kept off this address.
OF_REPORT = (
    "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'none'; form-action 'none'"
)
HEADERS = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Secrets:
    """The token of a start, and what it was exchanged for."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self._used = 0.0
        self._renew()

    def _renew(self) -> None:
        self.cookie, self.key = secrets.token_urlsafe(32), secrets.token_urlsafe(32)

    def exchanged(self, token: object) -> bool:
        """Whether this is the token, for the first time: the second time it is nothing.

        A browser is begun with the address, which others on this machine may read: where two come
        with it at nearly the same time, nobody knows who was first, and neither is let in.
        """
        if not (isinstance(token, str) and _same(token, self.token)):
            return False
        if self._used:
            if time.monotonic() - self._used < RACE:
                self._renew()
            return False
        self._used = time.monotonic()
        return True


class Guard:
    """Let through what the page asks; refuse the rest with a sentence."""

    def __init__(self, app: ASGIApp, known: Secrets, hosts: tuple[str, ...], cookie: str) -> None:
        self.app, self.known, self.hosts, self.cookie = app, known, hosts, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refusal = self._refusal(scope)
        is_report = str(scope["path"]).startswith(REPORT)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if is_report:  # a page of no origin is no part of a group of pages
                    del headers["cross-origin-opener-policy"]
                headers["content-security-policy"] = OF_REPORT if is_report else POLICY
            await send(message)

        if refusal:
            status, why = refusal
            await JSONResponse({"problems": [why]}, status)(scope, receive, sent)
            return
        await self.app(scope, receive, sent)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers, method, path = Headers(scope=scope), scope["method"], str(scope["path"])
        if headers.get("host") not in self.hosts or len(headers.getlist("host")) != 1:
            return 403, "this address is not the studio's"
        own = f"http://{headers['host']}"
        if "origin" in headers and headers["origin"] != own:
            return 403, "another page asks"
        is_typed = method == "GET" and (path == "/" or path.startswith(REPORT))
        allowed = ("same-origin", "none") if is_typed else ("same-origin",)
        if headers.get("sec-fetch-site", "same-origin") not in allowed:
            return 403, "another page asks"
        if "upgrade" in headers:
            return 403, "there are no sockets"
        if method == "POST":
            if refusal := _of_post(headers):
                return refusal
        elif method != "GET":
            return 405, "only GET and POST"
        return None if path in OPEN else self._stranger(headers, path)

    def _stranger(self, headers: Headers, path: str) -> tuple[int, str] | None:
        """Why who asks is not the page."""
        cookies: Mapping[str, str] = cookie_parser(headers.get("cookie", ""))
        has_cookie = _same(cookies.get(self.cookie, ""), self.known.cookie)
        has_key = path.startswith(REPORT) or _same(headers.get(KEY, ""), self.known.key)
        if has_cookie and has_key:
            return None
        return 401, "open the address that the terminal shows"


def _of_post(headers: Headers) -> tuple[int, str] | None:
    if "origin" not in headers:
        return 403, "another program asks"
    if headers.get("content-type") != "application/json":
        return 415, "only JSON is taken"
    length = headers.get("content-length", "")
    # Of a body in parts the length says nothing; of any other the server reads no more than that.
    if "transfer-encoding" in headers or not length.isascii() or not length.isdecimal():
        return 411, "the length must be said"
    return (413, "too much was sent") if len(length) > 9 or int(length) > MOST_BODY else None


def _same(given: str, known: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), known.encode())
