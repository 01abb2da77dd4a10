"""The Python of a stranger's game, wherever it is, runs with --allow-code and never without."""

import json
import shutil
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from simulate.cli import main
from simulate.own.file.reading import know
from simulate.pack import catalogue, configs
from simulate.run.journal import Journal
from simulate.store import PLAYERS, SHIPPED, folders
from tests.cli.test_strangers_files import stop_after_a_block
from tests.cli.test_strangers_journals import sealed
from tests.machine.kills import killed_at, search_killed
from tests.machine.manifests import rewrite

pytestmark = pytest.mark.long

GAME = Path(__file__).parent / "games" / "harbour.py"
LEAVES = "open('ran', 'w').close()\n"  # whatever runs it is seen
ALONE = ("--jobs", "1", "--quiet", "--set", "players=2", "--set", "strategy=random")
MARK = Path("ran")
OF_A_RUN = [
    ("report", "run"), ("runs", "run"), ("runs", "run", "--verify"), ("runs", "."), ("runs",),
    ("replay", "run", "--cell", "0", "--game", "0"), ("replay", "run", "--pick", "closest"),
    ("replay", "run", "--game", "0", "--json", "--legal", "--states"),
    ("replay", "run", "--anyway"),
    ("export", "run"), ("export", "run", "it.xlsx"), ("compare", "run", "run"),
    ("compare", "run", "run", "--json"), ("run", "run"), ("run", "--resume", "run"),
    ("run", "--again", "run"), ("check", "run"), ("check", "run/manifest.json"),
    ("list", "cards", "--pack", "run"), ("list", "cards", "run"), ("edit", "run"),
    ("cards", "export", "run", "it.csv"), ("ladder", "run"), ("sensitivity", "run"),
    ("advise", "run"), ("tune", "run"), ("doctor", "run"), ("new", "run", "mine"),
]  # fmt: skip
OF_A_CUT_RUN = [
    ("run", "--resume", "cut"), ("runs", "cut"), ("report", "cut"), ("compare", "--resume", "cut"),
    ("replay", "cut", "--cell", "0", "--game", "0"), ("compare", "cut", "run"), ("export", "cut"),
    ("sensitivity", "--resume", "cut"),
]  # fmt: skip
OF_A_SEARCH = [
    ("sensitivity", "--resume", "search"), ("advise", "--resume", "search"),
    ("tune", "--resume", "search"), ("runs", "search"), ("report", "search"),
    ("run", "--resume", "search"), ("compare", "--resume", "search"), ("export", "search"),
]  # fmt: skip
OF_A_PACK = [
    ("check", "pack"), ("run", "--pack", "pack"), ("run", "pack"),
    ("list", "cards", "--pack", "pack"), ("edit", "pack", "--no-play"),
    ("advise", "pack"), ("cards", "export", "pack", "it.csv"),
    ("run", "--pack", "pack", "--dry-run"), ("check", "pack", "--upgrade"),
    ("ladder", "--pack", "pack"),
    ("run", "pack/harbour"), ("run", "pack/experiments/default.toml"), ("run", "harbour"),
]  # fmt: skip


@pytest.fixture(scope="module")
def sent(tmp_path_factory):
    """What a stranger sends: a run, one that was cut short, a search, and the pack of his game."""
    folder = tmp_path_factory.mktemp("sent")
    (folder / "harbour.py").write_text(GAME.read_text("utf-8"), "utf-8")
    run = ("run", "harbour.py", *ALONE, "--games", "30", "--no-second", "--out")
    search = ("sensitivity", "harbour.py", "rules.bonus", *ALONE, "--games", "60", "--out")
    quiet = redirect_stdout(StringIO()), redirect_stderr(StringIO())
    with chdir(folder), quiet[0], quiet[1]:
        assert main([*run, "run"]) == 0
        with killed_at("_play", stop_after_a_block):
            main([*run, "cut"])
        with search_killed(1):
            main([*search, "search"])
        shutil.copytree(configs.game_folder("harbour"), "pack")
    return folder


@pytest.fixture
def laid(sent, here, monkeypatch):
    """All of it in an empty folder, with other Python in it, where no own game is known."""
    monkeypatch.setattr(catalogue, "_own", {})
    monkeypatch.setattr(configs, "OWN", {})
    for name in ("run", "cut", "search", "pack"):
        shutil.copytree(sent / name, here / name)
    rewrite(here / "run", lambda manifest: plant(manifest))
    for name in ("cut", "search"):
        forge(here / name / folders.JOURNAL)
    return here


def plant(plan):
    plan["own"]["text"] = LEAVES + plan["own"]["text"]


def forge(journal, change=plant):
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    change(lines[0]["run"])
    journal.write_text("".join(map(sealed, lines)), "utf-8")


@pytest.mark.parametrize("words", OF_A_RUN + OF_A_CUT_RUN + OF_A_SEARCH + OF_A_PACK, ids=" ".join)
def test_no_command_runs_the_python_of_a_stranger(laid, capsys, words):
    (laid / "pack" / "harbour.py").write_text(LEAVES + GAME.read_text("utf-8"), "utf-8")
    code = main([*words])
    told = capsys.readouterr()
    assert not MARK.exists()
    assert code in (0, 2), told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    "words",
    [OF_A_RUN[5], OF_A_CUT_RUN[0], OF_A_SEARCH[0]],
    ids=" ".join,
)  # fmt: skip
def test_it_runs_where_that_is_allowed(laid, capsys, words):
    """So the marks would be seen."""
    assert main([*words]) == 2
    assert "add --allow-code" in capsys.readouterr().err
    main([*words, "--allow-code"])
    assert MARK.exists()


@pytest.mark.parametrize("run", ["run", "cut"])
@pytest.mark.parametrize("is_typed", [False, True])
def test_beside_an_own_file_no_other_text_runs(laid, capsys, run, is_typed):
    """A file that came with the run, and is the same, was not typed; a typed one is another."""
    text = GAME.read_text("utf-8")
    (laid / "harbour.py").write_text(text if is_typed else LEAVES + text, "utf-8")
    words = ("harbour.py", "--run", run) if is_typed else (run,)
    assert main(["replay", *words, "--cell", "0", "--game", "0"]) == 2
    says = f"this is not the file that {run} has played" if is_typed else "add --allow-code"
    assert says in capsys.readouterr().err
    assert not MARK.exists()


HOSTILE = {
    "a path out of the folder": ({"file": "../../other.py"}, "has the name of its file"),
    "a game of the toolkit": ({"file": "defenders.py"}, "has the name of its file"),
    "no file": ({"file": ""}, "is not a path of a game file"),
    "letters that move the cursor": ({"file": "har\x1b[2Jbour.py"}, "is not a path of a game file"),
    "no text": ({"text": None}, "own.text`"),
    "a number": ({"file": 5}, "own.file`"),
    "cards that are none": ({"cards": [1]}, "own.cards`"),
    "players that are none": ({"players": 5}, "own.players`"),
    "a key more": ({"code": "1"}, "own.code`"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_a_manifest_says_of_a_game_is_looked_at(laid, capsys, case):
    changes, what = HOSTILE[case]
    rewrite(laid / "run", lambda manifest: manifest["own"].update(changes))
    forge(laid / "cut" / folders.JOURNAL, lambda plan: plan["own"].update(changes))
    for words in (OF_A_RUN[5], OF_A_RUN[0], OF_A_CUT_RUN[0]):
        for allowed in ([], ["--allow-code"] * (words[0] != "report")):
            assert main([*words, *allowed]) == 2
            assert what in capsys.readouterr().err
    assert not MARK.exists()


def test_a_game_may_not_be_no_table(laid, capsys):
    rewrite(laid / "run", lambda manifest: manifest.update(own="harbour.py"))
    assert main(["report", "run"]) == 2
    assert "`own`" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["defenders", "kingdoms"])
def test_a_game_of_the_toolkit_is_not_played_by_somebody_elses_text(laid, capsys, game):
    def change(manifest):
        manifest["game"] = game
        manifest["own"]["file"] = f"{game}.py"

    rewrite(laid / "run", change)
    for allowed in ([], ["--allow-code"]):
        assert main(["replay", "run", "--game", "0", *allowed]) == 2
    assert "is the name of a game of this toolkit" in capsys.readouterr().err
    assert not MARK.exists()


def test_a_text_that_no_memory_holds_is_refused(laid, capsys):
    rewrite(laid / "run", lambda manifest: manifest["own"].update(text="#" * 100_000_000))
    assert main(["replay", "run", "--game", "0", "--allow-code"]) == 2
    assert "too large" in capsys.readouterr().err


def test_a_file_that_is_typed_is_not_that_of_a_run(laid, capsys):
    """Who has run his own game has not allowed another of that name."""
    Path("harbour.py").write_text(GAME.read_text("utf-8"), "utf-8")
    know("harbour.py")
    assert main(["replay", "run", "--game", "0"]) == 2
    assert not MARK.exists()


@pytest.mark.parametrize("name", [PLAYERS, SHIPPED])
def test_what_another_run_played_beside_it_is_not_taken_for_its_own(
    here, capsys, monkeypatch, name
):
    """Laid, finished, into a run that was cut short while it played its own."""
    Path("harbour.py").write_text(GAME.read_text("utf-8"), "utf-8")
    words = ["run", "harbour.py", *ALONE[:5], "--games", "300", "--set", "strategy=greedy"]
    words += ["--set", "rules.bonus=3", "--confirm-with", "steady"]
    assert main([*words, "--seed", "7", "--out", "other"]) == 0
    add = Journal.add

    def adding(self, block, done):
        if self.path.parent.name == name:
            raise OSError("no room")
        add(self, block, done)

    with monkeypatch.context() as during:
        during.setattr(Journal, "add", adding)
        assert main([*words, "--out", "cut"]) == 1
    shutil.rmtree(here / "cut" / name, ignore_errors=True)
    shutil.copytree(here / "other" / name, here / "cut" / name)
    capsys.readouterr()
    assert main(["run", "--resume", "cut"]) == 2
    assert "started differently, so it cannot be continued: `" in capsys.readouterr().err
    shutil.rmtree(here / "cut" / name)
    assert main(["run", "--resume", "cut"]) == 0


def test_a_finished_run_is_gone_on_with_in_a_word(laid, capsys):
    """Nothing is left to play; what it says of its games is no other plan."""
    Path("harbour.py").write_text(GAME.read_text("utf-8"), "utf-8")
    assert main(["run", "harbour.py", *ALONE, "--games", "30", "--no-second", "--out", "own"]) == 0
    assert main(["run", "--resume", "own"]) == 0
    assert "own/report.html" in capsys.readouterr().out
