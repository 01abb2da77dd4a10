"""What a studio has played: by commands that are children, and what is laid down for the page."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simulate.cli import main
from simulate.portable.numbers import LaidGame
from simulate.studio import children, laying
from tests.studio.served import served

pytestmark = pytest.mark.long

RANGER = "cards.heroes.ranger.health"
LOOK = " --set players=1 --set horde=medium --games 1000 --no-second"


def asked(**more):
    subject = {"typed": "mine", "is_folder": True, "is_own": False, "files": ""}
    return subject | {"setting": {"players": 3}, "changes": {}, "whole": False} | more


def test_any_number_is_laid_down_for_the_page(mine):
    whole = laying.answered(asked(whole=True))
    assert (
        whole["games"] == 1_000
        and "1,000 games, 3 players, medium horde, the player `quick`" in whole["said"]
        and len(whole["memory"]["rows"]) == 64
    )
    (byte,) = laying.answered(asked(changes={RANGER: 3}))["patch"]
    assert byte[2] == 3
    assert "must be at most 9" in laying.answered(asked(changes={RANGER: 99}))["problem"]


def test_where_a_change_is_more_than_bytes_the_whole_memory_is_laid_down(mine, monkeypatch):
    monkeypatch.setattr(LaidGame, "patch", lambda self, changes: None)
    found = laying.answered(asked(changes={RANGER: 3}))
    assert found["memory"]["rows"] != laying.answered(asked(whole=True))["memory"]["rows"]


@pytest.mark.long
def test_a_setting_that_no_page_plays_is_told(mine):
    teams = asked(typed="tactics", is_folder=False, setting={"mode": "team", "players": 4})
    assert "teams compete" in laying.answered(teams | {"whole": True})["problem"]


def test_the_child_that_lays_games_down_may_break_down(mine):
    with served("mine", warm=True) as window:
        window.enter()
        assert "parts" in window.post("/lay", {"whole": True}).data["memory"]
        window.studio.layer._process.kill()
        assert "broke down" in window.post("/lay", {"whole": False}).data["problem"]
        assert window.post("/lay", {"whole": False}).data["patch"] == []


@pytest.mark.long
def test_a_button_is_a_command_and_its_answer_is_kept_with_the_version(window, mine):
    window.turn("setting", name="players", level=1)
    state = window.turn("turn", changes={RANGER: 3}).data
    assert state["commands"]["confirm"] == f"simulate compare --pack mine --set {RANGER}=3"
    assert state["commands"]["shipped"] == "simulate compare --pack mine"
    assert window.post("/play", {"kind": "look", "target": ""}).status == 200
    job = window.ended()
    assert job["command"] == f"simulate compare --pack mine --set {RANGER}=3{LOOK}"
    assert job["said"]["status"] == "complete" and job["said"]["findings"]
    assert "Ranger" in window.send(job["page"], **window.own(x_studio_key=None)).text
    assert window.send(job["page"]).status == 401  # without the cookie
    window.studio.jobs.all[0].kind = "confirm"
    (version,) = window.turn("keep").data["versions"]
    assert version["said"] == job["said"]["findings"][0]


def test_what_a_command_refuses_is_told_and_ends_nothing_else(window):
    window.post("/play", {"kind": "tune", "target": "60-40%"})
    assert window.ended()["said"]["status"] == "refused"
    assert window.ended()["said"]["problems"]
    assert window.state()["jobs"][0]["page"] == ""


@pytest.mark.long
def test_a_command_is_stopped_and_one_that_is_killed_ends_alone(window):
    for number in (1, 2):
        window.post("/play", {"kind": "run", "target": ""})
        job = window.studio.jobs.all[-1]
        while job.process is None or not job.line:
            time.sleep(0.05)
        job.process.kill() if number == 1 else window.post("/stop", {"number": number})
    assert window.ended(1)["said"]["status"] == "failed"
    assert window.ended(2)["said"]["status"] == "interrupted"
    assert len(window.state()["jobs"]) == 2


def test_no_more_than_four_commands_at_once(window):
    answers = [window.post("/play", {"kind": "run", "target": ""}) for _ in range(5)]
    assert [answer.status for answer in answers] == [200] * 4 + [422]
    assert "at work already" in answers[-1].text


def test_progress_comes_as_events(window):
    stream = window.studio._stream()
    told = []

    async def heard():
        async for event in stream:
            told.append(json.loads(event.removeprefix("data: ")))
            if len(told) == 1:
                await window.studio.step({"what": "turn", "changes": {RANGER: 3}})
            if len(told) == 2:
                await stream.aclose()
                return

    import asyncio

    asyncio.run(heard())
    assert [event["revision"] for event in told] == [0, 1]
    assert window.studio.windows == 0


@pytest.mark.parametrize("body", [{}, {"what": "fly"}, {"what": "turn", "changes": 7}])
def test_nothing_else_can_be_done(window, body):
    answer = window.post("/turn", {"revision": window.state()["revision"], **body})
    assert answer.status == 422


def plays(window, monkeypatch, script):
    """What a button says of a command that is this."""
    monkeypatch.setattr(children, "PYTHON", (sys.executable, "-c", script))
    window.post("/play", {"kind": "run", "target": ""})
    return window.ended()["said"]


def test_a_long_answer_is_read_to_its_end(window, monkeypatch):
    """That of a run is longer than a pipe holds, and comes in parts."""
    said = {"status": "complete", "problems": [], "alerts": [], "findings": [{"text": "x"}]}
    script = f"import json; print(json.dumps({said} | {{'facts': ['y' * 300_000]}}))"
    assert plays(window, monkeypatch, script) == said | {"findings": ["x"]}


def test_a_command_that_cannot_begin_ends(window, monkeypatch):
    said = plays(window, monkeypatch, "\0")
    assert said["status"] == "failed" and "cannot be played" in said["problems"][0]
    assert not window.studio.jobs.running()


def test_a_run_is_seen_from_its_first_look_on(window, monkeypatch, tmp_path):
    """Its page is served as far as it is written, and what it names beside it; nothing else."""
    run = tmp_path / "runs/a"
    script = (
        "import sys, time, pathlib\n"
        f"run = pathlib.Path({str(run)!r}); run.mkdir(parents=True)\n"
        "print(f'Mine: 16 cells, seed 1, 2 processes, into {run}', file=sys.stderr, flush=True)\n"
        "(run / 'report.html').write_text('so far')\n"
        "while not (run / 'end').exists(): time.sleep(0.02)\n"
    )
    monkeypatch.setattr(children, "PYTHON", (sys.executable, "-c", script))
    window.post("/play", {"kind": "run", "target": ""})
    while not (page := window.state()["jobs"][0]["page"]):
        time.sleep(0.05)
    (job,) = window.state()["jobs"]
    assert not job["ended"] and job["more"] == {}
    cookie = window.own(x_studio_key=None)
    assert window.send(page, **cookie).text == "so far"
    (run / "guesses.html").write_text("guesses")
    (run / "manifest.json").write_text("{}")
    beside = [page.replace("report.html", name) for name in ("guesses.html", "manifest.json")]
    assert [window.send(each, **cookie).status for each in beside] == [200, 404]
    (run / "end").touch()
    job = window.ended()
    assert job["more"] == {
        "sheet": f"simulate report {run} --one-page",
        "export": f"simulate export {run}",
    }
    assert window.post("/play", {"kind": "export", "number": 1}).status == 200
    assert window.post("/play", {"kind": "new", "number": 1}).status == 422


def test_games_of_people_are_chosen_among_the_files_of_the_folder(mine):
    (mine / "results.csv").write_text("")
    with served("mine") as window:
        window.enter()
        state = window.state()
    assert state["of"]["playtests"] == {"mine/results.csv": "results.csv"}
    assert state["commands"]["playtests"] == "simulate playtests mine mine/results.csv"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A game of one's own that tells in which process it runs, and a pack of it."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "ours.py"]) == 0
    game = tmp_path / "ours.py"
    game.write_text("import os\nprint('hello')\nRAN_IN = os.getpid()\n" + game.read_text("utf-8"))
    assert main(["new", "ours.py", "my_ours"]) == 0


@pytest.mark.parametrize("typed", ["ours.py", "my_ours"])
def test_the_python_of_ones_own_game_runs_in_children(own, typed):
    with served(typed, warm=True) as window:
        window.enter()
        state = window.state()
        child = window.studio.desk._process.pid
        assert child != os.getpid() and state["is_own"] and state["keeps"] == (typed == "my_ours")
        (row, *_) = [row for table in state["tables"] for row in table["rows"]]
        changes = {row["path"]: row["value"] + 1}
        before = window.post("/lay", {"whole": True}).data
        assert window.turn("turn", changes=changes).data["draft"][0]["after"] == row["value"] + 1
        after = window.post("/lay", {"whole": False}).data
        assert len(before["outcomes"]) == len(after["outcomes"]) == laying.GAMES_OF_OWN
        assert before["read"]["names"] and before["outcomes"] != after["outcomes"]
        kept = window.turn("keep")
        assert kept.status == (200 if typed == "my_ours" else 422), kept.text


def test_where_teams_of_ones_own_game_compete_the_page_says_so():
    game = str(Path(__file__).parents[2] / "docs/examples/silk_and_salt.py")
    told = asked(typed=game, is_folder=False, is_own=True, setting={}, whole=True)
    assert "teams compete" in laying.answered(told)["problem"]


@pytest.mark.parametrize("is_seen", [False, True], ids=["just now", "long ago"])
def test_a_desk_whose_process_broke_down_is_told_and_opened_again(is_seen, own):
    with served("my_ours") as window:
        window.enter()
        process = window.studio.desk._process
        process.kill()
        while is_seen and process.returncode is None:
            time.sleep(0.01)
        assert "broke down" in window.turn("undo").text
        assert window.turn("undo").status == 200


def test_why_is_asked_of_no_other_card(window):
    answer = window.post("/play", {"kind": "why", "target": "", "of": "nobody"})
    assert answer.status == 422 and "no such card" in answer.text


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_a_studio_ends_its_commands_in_order(mine, name):
    """Its exit code is 0, however long they take."""
    script = (
        "import sys, threading, time\n"
        "from simulate.cli import main\n"
        "from simulate.studio import app, children\n"
        "children.PYTHON = (sys.executable, '-c', 'import time\\ntry:\\n '\n"
        '    \'print("begun", file=__import__("sys").stderr, flush=True)\\n\'\n'
        "    ' time.sleep(99)\\nexcept KeyboardInterrupt: time.sleep(0.8)\\n'\n"
        '    \'open("kept", "w").close()\')\n'
        "life = app.Studio._watch\n"
        "async def watch(self):\n"
        "    job = self.jobs.begin('run', [], {})\n"
        "    while not job.line: await app.asyncio.sleep(0.05)\n"
        "    print('at work', flush=True)\n"
        "    await life(self)\n"
        "app.Studio._watch = watch\n"
        "sys.exit(main(['studio', 'mine', '--no-open']))\n"
    )
    words = [sys.executable, "-c", script]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as studio:
        while "at work" not in studio.stdout.readline():
            assert studio.poll() is None
        studio.send_signal(getattr(signal, name))
        _, errors = studio.communicate()
    assert studio.returncode == 0 and "Traceback" not in errors and "Stopped at once" not in errors
    assert (mine.parent / "kept").exists()
