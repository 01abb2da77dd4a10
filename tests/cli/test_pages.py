"""Every command of every page is run, in the order of the page, with few games.

README and tutorials are walked as by a reader who types what stands there and nothing
else.  Other pages name what their reader has (a run, a copy of a game): it is laid out for them.
"""

import importlib
import io
import json
import os
import re
import shutil
import sys
from argparse import ArgumentParser
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from simulate.cli import main
from simulate.cli.commands import app
from simulate.run import bench
from tests.cli import pages
from tests.cli.pages import NOT_RUN, ROOT, game_of, is_run, typed, write

COMMANDS = typer.main.get_command(app)
SHOWN = [page for page in pages.pages() if any(each.words for each in typed(page))]
WALKED = ("README.md", "docs/tutorials/")

MEASURING = re.compile(r"python -m (benchmarks|training|docs\._site)\.")

PLAYING = ("run", "sensitivity", "worth", "why", "exploit", "advise", "tune", "ladder", "compare",
           "edit", "doctor")  # fmt: skip
SEARCHING = ("sensitivity", "advise", "tune")
REPORTING = ("run", "sensitivity", "worth", "why", "exploit", "advise", "tune", "ladder",
             "compare", "report")  # fmt: skip
FEW = {
    "--games": "20",
    "--budget": "1000",
    "--until": "0.2",
    "--guesses": "8",
    "--jobs": "1",
    "--seconds": "1",
}
LESSONS = "400"  # games of one round, at least
SLOW = {"dungeons": "2", "tactics": "2"}  # games of these, but by `quick`
TWO_LEVELS = re.compile(r"^((?:players|heroes)=\d,\d)(?:,\d)*$")
STANDS_FOR = re.compile(r"\[[A-Z]|\b(RUN|GAME|EXPERIMENT|CARD|PATTERN|DIR|FILE)\b")
PATTERN = re.compile(r"(rules|cards|strategies|parameters)\b")  # what is to be changed
ONE_SETTING = ("players=3", "horde=medium")
LEAST = {  # what no option reaches
    "cli.change.game_file.AT_MOST": 2000,
    "run.bench.REPEATS": 1,
    "run.bench.TRY": {False: 0.01},
    "run.bench.WHOLE": {False: 0.01},
    "run.side.guesses.FEWEST": 20,
    "run.ladder.SECONDS": 0.01,
    "run.pilot_run.PROBE_SECONDS": 0.0,
    "run.teaching.choosing.LEAST": 20,
    "run.teaching.training_evaluation.DECIDING": 20,
    "run.teaching.training_evaluation.GAMES": 10,
    "run.teaching.training_evaluation.SLOW_GAMES": 10,
    "search.advise.AS_IT_IS": 60,
    "search.advise.FIRST_ROUND": 10,
    "search.advise.MOST_GAMES": 10,
    "search.confirmation.confirm.FEWEST": 20,
    "search.confirmation.confirm.MOST": 20,
    "search.games.AS_IT_IS": {True: 60, False: 60},
    "search.trial.FIRST_ROUND": 10,
    "search.trial.STEP": 10,
    "search.tune.FIRST": 10,
    "search.tune.LONGEST": 60,
}
FINISHED, MISSED, OPEN = 0, 3, 4  # the last two with --check alone


@pytest.mark.parametrize("page", SHOWN)
def test_every_command_of_the_page_is_one(page):
    """Names and options of a command; what they name, walking finds out."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for each in typed(page):
        if each.words[:1] == ("simulate",) and not each.words[1].startswith("--"):
            action = COMMANDS.main(list(each.words[1:]), standalone_mode=False)
            assert callable(action) or "--help" in each.words, (each.line, each.command)
        if "make" in each.words:
            assert each.words[-1] in targets, (each.line, each.command)
        assert is_run(each) <= (each.words[:1] in ((), ("simulate",))), (each.line, each.command)
        assert not (is_run(each) and STANDS_FOR.search(each.command)), (each.line, each.command)
        assert not is_run(each) or "..." not in each.words, (each.line, each.command)
    assert {*pages.mentions(page)} <= {*COMMANDS.commands}


def test_the_list_of_what_is_not_run_holds_nothing_else():
    shown = [each.command for page in SHOWN for each in typed(page)]
    assert [what for what in NOT_RUN if not any(re.match(what, each) for each in shown)] == []
    tutorials = [
        each for page in SHOWN if page.startswith("docs/tutorials/") for each in typed(page)
    ]
    assert len([each for each in tutorials if each.words and is_run(each)]) > 30
    assert len([each for each in tutorials if each.file]) >= 4


@pytest.mark.long
@pytest.mark.parametrize("page", SHOWN)
def test_a_page_is_walked(page, here, monkeypatch, reader):
    for name, least in LEAST.items():
        monkeypatch.setattr(f"simulate.{name}", least)
    monkeypatch.setattr(bench, "starts", lambda command: (bench.Took(9, 9), bench.Took(1, 1)))
    walked = page.startswith(WALKED)
    left = [each for each in typed(page) if "run" in each.words and not is_run(each)]
    for each in typed(page):
        if each.file:
            write(here / each.file, each.text)
        elif is_run(each) and (reader.asks(each) or walked):
            reader.lay(page, each, walked and not left)
            monkeypatch.setattr(sys, "stdin", io.StringIO("=\n" if each.stdin else ""))
            walk(page, each)


def walk(page, each):
    """One command with few games: it ends as it should, and prints what the pages say it does."""
    words = with_few_games(each.words, page)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words[1:])
    said = f"{page}:{each.line}: {each.command}\n{err.getvalue()}"
    assert code in ((FINISHED, MISSED, OPEN) if "--check" in words else (FINISHED,)), said
    assert "Traceback" not in err.getvalue(), said
    lines = out.getvalue().splitlines()
    assert lines, said
    if "--quiet" in words:
        assert err.getvalue() == "", said
    if "--json" in words:
        told = [json.loads(line) for line in (lines if words[1] == "replay" else ["".join(lines)])]
        what = "experiment" if "--dry-run" in words else "facts"
        assert words[1] == "replay" or told[0][what], said
    elif words[1] in REPORTING and not {"--help", "--dry-run"} & {*words}:
        name = "onepage.html" if "--one-page" in words else "report.html"
        assert Path(lines[-1]).name == name and Path(lines[-1]).is_file(), said


def with_few_games(words, page):
    """The same command, with few games and one process."""
    words, said = list(words), " ".join(words)
    if words[1] == "learn" and not {"--seconds", "--games", "--help"} & {*words}:
        words += ["--seconds", FEW["--seconds"]]
    for option, few in FEW.items():
        if option in words:
            words[words.index(option) + 1] = few
    if words[1] == "learn" and "--games" in words:
        words[words.index("--games") + 1] = LESSONS
    if words[1] not in PLAYING or {"--resume", "--dry-run", "--help"} & {*words}:
        return words
    if words[1] == "compare" and "--pack" not in words and "--set" not in words:
        return words
    if words[1] not in ("doctor", "exploit") and "--games" not in words:
        words += ["--games", FEW["--games"]]
    if words[1] in ("tune", "exploit") and "--budget" not in words:
        words += ["--budget", FEW["--budget"]]
    if "--jobs" not in words:
        words += ["--jobs", FEW["--jobs"]]
    game = game_of(f"{said} {page}")
    if game in SLOW and ("quick" not in said or "expert" in said) and "--games" in words:
        words[words.index("--games") + 1] = SLOW[game]
    if words[1] in SEARCHING and game in SLOW and "strategy=" not in said:
        words += ["--set", "strategy=quick"]
    if words[1] in SEARCHING:
        if not any(PATTERN.match(word) and a != "--set" for a, word in pairwise(words)):
            words.append("cards.units.oriel" if "--one" in words else "rules")
        words = [TWO_LEVELS.sub(r"\1", word) for word in words]
    if words[1] in SEARCHING and game == "defenders":
        for setting in ONE_SETTING:
            if setting.partition("=")[0] + "=" not in said:
                words += ["--set", setting]
    return words


RUN = "run defenders --set players=2,3 --set horde=easy,medium --games 20 --jobs 1 --quiet --out"
EXPERIMENT = """game = "defenders"
games = 20
[factors]
players = [2, 3]
[[target]]
check = true
low = 0.3
high = 0.7
"""
OF_A_FILE = "--games 20 --jobs 1 --no-second --quiet --out"
EXAMPLES = ROOT / "docs" / "examples"
OF_OWN = 'game = "my_game"\n'


class Reader:
    """Who looks something up on a page: has runs and copies, and asks nothing twice.

    asked: a folder in which every worker sees what was asked already.
    """

    def __init__(self, folder, asked):
        self.run, self.asked = folder / "run", asked

    def asks(self, each):
        """Whether this was not asked on another page; what writes a named folder always is."""
        if each.words[1] not in PLAYING or "--out" in each.words:
            return True
        try:
            (self.asked / sha256(repr(each.words).encode()).hexdigest()).mkdir(parents=True)
        except FileExistsError:
            return False
        return True

    def lay(self, page, each, walked):
        """Lays out what the command names; for a walk only packs, which few games do not find.

        What a page plays on a cluster is played by no test, so such a page is not only walked.
        """
        words = each.words
        laid = [word for word in words if not word.startswith("--")][-1] if "new" in words else ""
        is_own = not walked and "my_game.py" in words
        if is_own:  # which lies in another folder than what asks of a title
            Path("simulate.toml").unlink(missing_ok=True)
        for before, word in pairwise(words):
            path = Path(word)
            if word.endswith("/packs/1") and (is_own or not path.exists()):
                shutil.rmtree(path, ignore_errors=True)
                quietly("new", "my_game.py" if is_own else game_of(f"{each.command} {page}"), word)
            elif walked or word.startswith("--"):
                continue
            elif before == "--run":  # of the file that is named first
                shutil.rmtree(path, ignore_errors=True)
                quietly("run", words[2], *OF_A_FILE.split(), word)
            elif before == "--out" or word == laid:
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            elif not path.exists() or (path.suffix == ".toml" and "my_game.py" in words):
                self.make(word, path, "my_game" if "my_game.py" in words else "defenders")

    def make(self, word, path, game):
        if word == "my_pack":  # of a designer's own game
            quietly("new", "my_game.py", word)
        elif re.fullmatch(r"my_[a-z]+/?", word):
            quietly("new", game_of(word), word)
            if game_of(word) == "defenders":  # with the strategies of the page on them
                for block in typed("docs/strategies.md"):
                    if block.file:
                        write(Path(block.file), block.text)
        elif re.fullmatch(r"before|after|runs/[a-z0-9-]+", word):
            if not self.run.exists():
                quietly(*RUN.split(), str(self.run))
            shutil.copytree(self.run, path)
        elif word.endswith(".toml"):
            path.write_text(OF_OWN if game == "my_game" else EXPERIMENT, "utf-8")
        elif (EXAMPLES / word).is_file():
            shutil.copy(EXAMPLES / word, path)
        elif re.fullmatch(r"my_[a-z]+\.py", word):
            quietly("new", word, *(["--together"] if word == "my_coop.py" else []))


def quietly(*words):
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert main(list(words)) == FINISHED, words


@pytest.fixture(scope="session")
def reader(tmp_path_factory):
    every = tmp_path_factory.getbasetemp()
    every = every.parent if "PYTEST_XDIST_WORKER" in os.environ else every
    return Reader(tmp_path_factory.mktemp("reader"), every / "asked")


def test_a_file_of_a_page_takes_the_place_of_its_table_or_is_added(tmp_path):
    path = Path(tmp_path, "new", "a.toml")
    write(path, "[a]\nx = 1\n")
    write(path, "[b]\ny = 1\n")
    write(path, "[b]\ny = 2\n")
    assert path.read_text() == "[a]\nx = 1\n\n[b]\ny = 2\n"


MEASURES = sorted(
    {each.words for page in SHOWN for each in typed(page) if MEASURING.match(each.command)}
)


@pytest.mark.long
@pytest.mark.parametrize("words", MEASURES, ids=lambda words: " ".join(words[2:]))
def test_what_measures_takes_the_words_that_the_page_gives_it(words, monkeypatch):
    class UnderstoodError(Exception):
        pass

    def reading(parse):
        def read(self, *given):
            parse(self, *given)
            raise UnderstoodError

        return read

    for name in ("parse_args", "parse_intermixed_args"):
        monkeypatch.setattr(ArgumentParser, name, reading(getattr(ArgumentParser, name)))
    monkeypatch.setattr(sys, "argv", list(words[2:]))
    module = importlib.import_module(words[2])
    if hasattr(module, "__path__"):
        module = importlib.import_module(f"{words[2]}.__main__")
    with pytest.raises(UnderstoodError):
        module.main()
