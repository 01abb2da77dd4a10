"""A studio in this process, and what asks it as a browser does, or as nobody should."""

import asyncio
import json
import threading
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

import uvicorn

from simulate.studio.serve import answered, desk_of, studio_of

PATIENCE = 300  # seconds, to end a test that hangs and no other


class Asked:
    """What was answered: its status, its headers and its text."""

    def __init__(self, answer):
        self.status, self.headers = answer.status, dict(answer.getheaders())
        self.text = answer.read().decode()

    @property
    def data(self):
        return json.loads(self.text)


class Window:
    """A browser at a studio: it enters once, and then sends what the page would."""

    def __init__(self, studio, port, address):
        self.studio, self.port = studio, port
        self.place, self.token = f"127.0.0.1:{port}", address.partition("#")[2]
        self.cookie = self.key = ""

    def send(self, path, body=None, method=None, **headers):
        """Exactly this, but for Host; None takes a header away."""
        held = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        method = method or ("GET" if body is None else "POST")
        given = {"Host": self.place} | {k.replace("_", "-"): v for k, v in headers.items()}
        held.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            if value is not None:
                held.putheader(name, value)
        if body is not None and "Content-Length" not in given:
            held.putheader("Content-Length", str(len(body)))
        held.endheaders()
        if body is not None:
            with suppress(OSError):  # it may be refused before all is sent
                held.send(body)
        try:
            return Asked(held.getresponse())
        finally:
            held.close()

    def own(self, **more):
        """The headers of the page itself."""
        cookie = f"studio-{self.port}={self.cookie}"
        own = {"Cookie": cookie, "x_studio_key": self.key, "Sec_Fetch_Site": "same-origin"}
        return own | more

    def get(self, path, **more):
        return self.send(path, **self.own(**more))

    def post(self, path, data, **more):
        own = self.own(Origin=f"http://{self.place}", Content_Type="application/json")
        return self.send(path, json.dumps(data).encode(), **(own | more))

    def enter(self):
        answer = self.post("/enter", {"token": self.token})
        assert answer.status == 200, answer.text
        self.cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        self.key = answer.data["key"]
        return answer

    def state(self):
        return self.get("/state").data

    def turn(self, what, **more):
        return self.post("/turn", {"revision": self.state()["revision"], "what": what, **more})

    def ended(self, number=1):
        """The job, once it has ended."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            (job,) = [each for each in self.state()["jobs"] if each["number"] == number]
            if job["ended"]:
                return job
            time.sleep(0.1)
        raise AssertionError("it does not end")


@contextmanager
def served(typed, warm=False):
    """A studio of something, in a thread; warm: games are laid down from the start."""
    studio, held, address = studio_of(desk_of(typed, code=False), 0)
    if not warm:
        studio._laid = _nothing
    server = uvicorn.Server(
        uvicorn.Config(studio.app, log_level="error", ws="none", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=lambda: asyncio.run(answered(studio, server, held)))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield Window(studio, held.getsockname()[1], address)
    finally:
        server.should_exit = True
        thread.join()
        held.close()


async def _nothing(whole):
    return {"problem": "nothing is laid down in this test"}
