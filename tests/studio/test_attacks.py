"""Thirteen ways into a studio from elsewhere: none of them is one."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from simulate.core.errors import InputError
from simulate.studio.children import StudioJob
from simulate.studio.desk import Desk
from simulate.studio.subject import subject_of
from tests.studio.served import served

RANGER = "cards.heroes.ranger.health"
TURN = {"what": "turn", "changes": {RANGER: 3}}
ELSEWHERE = "http://evil.example"


@pytest.fixture
def unharmed(window, mine):
    """After each attack nothing has changed, and the page itself may still change it."""
    before = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}
    revision = window.state()["revision"]
    yield window
    assert window.state()["revision"] == revision and not window.state()["jobs"]
    after = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}
    assert after == before
    assert window.turn(**TURN).status == 200


def refused(answer, *allowed):
    assert answer.status in (allowed or (401, 403)), answer.text
    assert set(answer.data) == {"problems"}
    assert answer.headers["x-frame-options"] == "DENY"
    assert "access-control-allow-origin" not in answer.headers


def test_01_a_name_that_is_rebound_to_this_machine(unharmed):
    for host in ("evil.example", f"evil.example:{unharmed.port}", f"localhost:{unharmed.port}", ""):
        refused(unharmed.get("/state", Host=host))
        refused(unharmed.send("/", Host=host))
        refused(unharmed.post("/turn", TURN, Host=host, Origin=f"http://{host}"))


def test_02_a_form_of_another_page(unharmed):
    form = {"Content_Type": "application/x-www-form-urlencoded", "Sec_Fetch_Site": "cross-site"}
    refused(unharmed.post("/turn", TURN, Origin=ELSEWHERE, **form))
    refused(unharmed.post("/turn", TURN, Origin="null", **form))
    refused(unharmed.post("/turn", TURN, Content_Type=form["Content_Type"]), 415)


def test_03_a_fetch_without_cors(unharmed):
    plain = {"Content_Type": "text/plain", "x_studio_key": None}
    refused(unharmed.post("/turn", TURN, Origin=ELSEWHERE, **plain))
    refused(unharmed.post("/turn", TURN, Origin=None, **plain))
    refused(unharmed.send("/turn", b"", "OPTIONS", Origin=ELSEWHERE), 403)
    refused(unharmed.send("/turn", b"", "PUT", **unharmed.own()), 405)


def test_04_a_web_socket(unharmed):
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    key = {"Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    for path in ("/", "/events", "/state"):
        refused(unharmed.get(path, **upgrade, **key))


def test_05_a_picture_that_is_an_address(unharmed):
    """And a cookie alone, which any port of this machine is sent, says nothing either."""
    picture = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Dest": "image", "x_studio_key": None}
    for path in ("/state", "/events", "/turn", "/play", "/studio.js"):
        refused(unharmed.get(path, **picture))
    refused(unharmed.get("/state", x_studio_key=None))
    refused(unharmed.get("/turn", x_studio_key=None))
    assert unharmed.get("/turn").status == 405


def test_06_a_frame(unharmed):
    page = unharmed.send("/", Sec_Fetch_Site="none")
    assert page.status == 200 and page.headers["x-frame-options"] == "DENY"
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
    assert "unsafe-inline" not in policy and "unsafe-eval'" not in policy.replace("wasm-unsafe", "")
    assert "<script>" not in page.text and "style=" not in page.text
    refused(unharmed.send("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="iframe"))


def test_07_another_process_of_this_machine(unharmed):
    """It reads the frame, in which nothing is of anybody, and guesses."""
    script = (
        "import sys, urllib.request as u\n"
        "for path in ('state', 'events', 'report/x'):\n"
        "    try: u.urlopen(sys.argv[1] + path); print('in')\n"
        "    except u.HTTPError as e: print(e.code)\n"
    )
    words = [sys.executable, "-c", script, f"http://{unharmed.place}/"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert said == ["401"] * 3
    for token in ("", "x", unharmed.token[:-1], None, 7, [unharmed.token]):
        refused(unharmed.post("/enter", {"token": token}), 403)
    shell = unharmed.send("/").text
    assert "Ranger" not in shell and unharmed.key not in shell


@pytest.mark.parametrize(
    "path", ["/../etc/passwd",
             "/report/../../mine/rules.toml", "/report/..%2f..%2fmine%2frules.toml",
             "/report/x/rules.toml", "/report/x/..%2freport.html", "/report/x/report.html",
             "/report/%2fetc%2fpasswd", "/report/%C3%A9", "//etc/passwd",
             "/mine/rules.toml", "/studio.css/../app.py"]
)  # fmt: skip
def test_08_a_path_upwards(unharmed, path, monkeypatch):
    with monkeypatch.context() as beside:
        job = StudioJob(1, "run", (), {}, page=Path("mine/report.html"), name="x")
        beside.setattr(unharmed.studio.jobs, "all", [job])
        assert unharmed.get(path).status == 404


def test_08_nor_in_what_is_changed(unharmed):
    for path in (
        "../rules.toml",
        "rules.__class__",
        "cards.heroes",
        "cards.heroes.ranger.name",
        "",
    ):
        answer = unharmed.turn("turn", changes={path: 1})
        assert answer.status == 422 and "is no number of this page" in answer.text
    for kind in ("sheet", "new", "--out", "run --out /tmp/x", "../run"):
        assert unharmed.post("/play", {"kind": kind, "target": ""}).status == 422
    for name in ("../results.csv", "mine/results.csv", "rules.toml", "--template", ""):
        answer = unharmed.post("/play", {"kind": "playtests", "target": "", "of": name})
        assert answer.status == 422
    for target in ("--out=/tmp/x", "1-2 --json", "$(id)", "a", "40-60%\n"):
        assert unharmed.post("/play", {"kind": "run", "target": target}).status == 422


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_09_a_link_out_of_the_folder(mine, tmp_path):
    """Neither what is read nor what is written follows one."""
    secret = tmp_path / "secret.json"
    secret.write_text('{"studio": 1}')
    (mine / "studio.json").symlink_to(secret)
    with pytest.raises(InputError, match="link"):
        Desk(subject_of("mine", code=False))
    (mine / "studio.json").unlink()
    desk = Desk(subject_of("mine", code=False))
    (mine / "studio.json").symlink_to(secret)
    desk.turn({RANGER: 3})  # which puts a file of its own in the place of the link
    assert not (mine / "studio.json").is_symlink()
    cards = tmp_path / "cards.toml"
    (mine / "cards.toml").rename(cards)
    (mine / "cards.toml").symlink_to(cards)
    before = cards.read_bytes()
    for why in ("have just changed", "cannot be read"):
        with pytest.raises(InputError, match=why):
            desk.keep("")
    assert cards.read_bytes() == before and secret.read_text() == '{"studio": 1}'


def test_10_a_second_tab(unharmed):
    """Without the key of the first it is told nothing; with it, it may not change what it does not
    show.
    """
    refused(unharmed.get("/state", x_studio_key="x" * 43))
    late = {"revision": unharmed.state()["revision"] - 1, **TURN}
    answer = unharmed.post("/turn", late)
    assert answer.status == 422 and "not up to date" in answer.text


def test_11_a_token_that_comes_twice(mine):
    """The second is refused; so soon after the first it closes the door, for who came first may
    have been the other.
    """
    with served("mine") as window:
        window.enter()
        refused(window.post("/enter", {"token": window.token}), 403)
        refused(window.get("/state"))
    with served("mine") as window:
        window.enter()
        window.studio.known._used -= 61
        refused(window.post("/enter", {"token": window.token}), 403)
        assert window.get("/state").status == 200


def refuses(window, body, *allowed, **headers):
    """It answers so, or hangs up on what it does not read to the end."""
    try:
        return window.send("/turn", body, **headers).status in allowed
    except (ConnectionResetError, BrokenPipeError):
        return True


def test_12_more_than_any_page_sends(unharmed):
    assert unharmed.post("/turn", {"x": "y" * 300_000}).status == 413
    small = unharmed.own(Origin=f"http://{unharmed.place}", Content_Type="application/json")
    for length in ("-1", "1e9", "", "9" * 30):
        assert refuses(unharmed, b"{}", 400, 411, 413, **small, Content_Length=length)
    both = {**small, "Content_Length": "2", "Transfer_Encoding": "chunked"}
    assert refuses(unharmed, b"{}", 400, 411, **both)
    chunks = HTTPConnection("127.0.0.1", unharmed.port, timeout=60)
    headers = {k.replace("_", "-"): v for k, v in small.items()} | {"Host": unharmed.place}
    with suppress(ConnectionResetError, BrokenPipeError):
        chunks.request("POST", "/turn", iter([b"x" * 1000] * 400), headers, encode_chunked=True)
        assert chunks.getresponse().status == 411
    chunks.close()
    assert unharmed.send("/turn", b"[" * 100_000, **small).status == 422


def test_13_names_that_are_code(mine):
    """They come as text in JSON, and are told as text; the frame holds none."""
    name = "</script><img src=x onerror=alert(1)>"
    cards = mine / "cards.toml"
    text = cards.read_text("utf-8")
    cards.write_text(text.replace('name = "Ranger"', f"name = {json.dumps(name)}", 1), "utf-8")
    with served("mine") as window:
        window.enter()
        answer = window.get("/state")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert any(name in row["name"] for t in answer.data["tables"] for row in t["rows"])
        script = window.send("/studio.js").text
        assert "innerHTML" not in script and "insertAdjacentHTML" not in script
        assert "document.write" not in script and "eval(" not in script
