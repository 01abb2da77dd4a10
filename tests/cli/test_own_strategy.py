"""The strategies of the documentation, written into a designer's folder and played."""

import json
import re
from pathlib import Path

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "strategies.md").read_text("utf-8")
TABLE = ("--set", "players=2", "--set", "horde=easy")


def blocks(language):
    return re.findall(rf"^```{language}[^\n]*\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_play_and_code_runs_only_when_it_is_allowed(simulate, refused, here):
    simulate("new", "defenders", "mine")
    own = here / "mine" / "strategies.toml"
    weights, table = (text for text in blocks("toml") if "plan =" in text)
    own.write_text("\n".join([own.read_text("utf-8"), weights, table]), "utf-8")
    (code,) = blocks("python")
    (here / "mine" / "mine.py").write_text(code, "utf-8")
    seats = ("--set", "strategy=hoarder", "--set", "strategy.2=mine")
    run = ("run", "--pack", "mine", *TABLE, *seats, "--games", "20", "--jobs", "1", "--out", "out")
    assert "Python code of mine.py; read it and add --allow-code" in refused(*run)
    (here / "mine" / "mine.py").write_text("def choose(:\n", "utf-8")
    message = refused(*run, "--allow-code")
    assert "mine.py" in message
    assert "SyntaxError" in message
    (here / "mine" / "mine.py").write_text(code, "utf-8")
    simulate(*run, "--allow-code")
    stored = json.loads((here / "out" / "manifest.json").read_text("utf-8"))
    assert stored["pack"]["code"] == {"mine.py": code}
    assert stored["cells"][0]["setting"]["strategy"] == ["hoarder", "mine"]
    # The run keeps the code: it is that code which a replay plays, whatever the file says now.
    (here / "mine" / "mine.py").unlink()
    replay = ("replay", "out", "--game", "0", "--json")
    for words in (replay, ("run", "out", "--again", "2")):
        assert "Python code of mine.py; read it and add --allow-code" in refused(*words)
    log = simulate(*replay, "--allow-code").out
    assert json.loads(log.splitlines()[-1])["event"] == "end"
