"""A browser that is begun anew, looks at one page of this machine, and posts what it found."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from tests.browsers import FLAGS

PATIENCE = 900  # seconds
# What begins each browser, and what it is told; {} is a new folder.  Playwright drives only the
# newest Firefox, so a page speaks for itself in both.
BROWSERS = {
    "Chromium": (("chromium", "chromium-browser", "google-chrome"), [*FLAGS, "--user-data-dir={}"]),
    "Firefox": (("firefox", "firefox-esr"), ["--headless", "--no-remote", "--profile", "{}"]),
}
# What a new Firefox would do besides.
QUIET = """\
user_pref("app.normandy.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("services.settings.server", "data:,");
"""


def program(browser: str) -> str | None:
    """Where a browser lies, if it is on this machine."""
    return next(filter(None, map(shutil.which, BROWSERS[browser][0])), None)


def version(browser: str) -> str:
    """What it says that it is."""
    words = [str(program(browser)), "--version"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def found(browser: str, page: bytes, held: Any) -> Mapping[str, Any]:
    """What a page posts to `/found`; `held` is what it is given as `/held`.

    Raises
    ------
    RuntimeError
        If the page posts an `error`, or the browser nothing at all.
    """
    posted: Queue[Mapping[str, Any]] = Queue()
    texts = {"/": page, "/held": json.dumps(held).encode()}
    with served(texts, posted) as address, begun(browser, address):
        try:
            told = posted.get(timeout=PATIENCE)
        except Empty:
            told = {"error": f"nothing came in {PATIENCE} seconds"}
    if "error" in told:
        raise RuntimeError(told["error"])
    return told


@contextmanager
def served(texts: Mapping[str, bytes], posted: Queue[Mapping[str, Any]]) -> Iterator[str]:
    """The address of a server of some texts, which keeps what is posted."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path in texts else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(texts.get(self.path, b""))

        def do_POST(self) -> None:
            posted.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def begun(browser: str, address: str) -> Iterator[None]:
    """A browser at an address, which ends at the end with all that it began."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text(QUIET)
        words = [str(program(browser)), *(w.replace("{}", folder) for w in BROWSERS[browser][1])]
        none = subprocess.DEVNULL
        process = subprocess.Popen(
            [*words, address], stdin=none, stdout=none, stderr=none, start_new_session=True
        )
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
