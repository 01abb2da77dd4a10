"""`--help` names everything, quickly, and the page of the documentation agrees with it."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from simulate.cli.commands import app
from tests.marks import long_but

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "command-line.md").read_text("utf-8")
COMMANDS = typer.main.get_command(app).commands
HEAVY = (
    "numpy", "numba", "polars", "pandas", "scipy", "statsmodels", "matplotlib", "seaborn",
    "joblib", "jinja2", "rich", "pyarrow",
)  # fmt: skip
COMPLETING = tuple(name for name in HEAVY if name != "rich")  # its texts pass through rich


def options(command):
    return [
        name for parameter in COMMANDS[command].params for name in parameter.opts if name[0] == "-"
    ]


def test_help_names_every_command_with_examples_and_exit_codes(simulate):
    text = simulate("--help").out
    assert all(re.search(rf"^  {command} ", text, re.MULTILINE) for command in COMMANDS)
    assert "simulate run defenders" in text
    for code in ("0  ", "1  ", "2  ", "3  ", "4  ", "130", "143"):
        assert re.search(rf"^    {code}  \w", text, re.MULTILINE), code


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)])
def test_h_is_help_everywhere(simulate, words):
    assert simulate(*words, "-h").out == simulate(*words, "--help").out


@pytest.mark.parametrize("words", [["--wrong"], ["run", "--wrong"], ["ladder", "--wrong"]])
def test_a_wrong_option_is_told_of_help(refused, words):
    assert " --help" in refused(*words).partition("(options: ")[2].partition("\n")[0]


def test_the_version_is_that_of_the_package(simulate):
    for option in ("--version", "-V"):
        assert simulate(option).out == f"simulate {version('tiny-epic-balance')}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_names_every_option_with_an_example(simulate, command):
    text = simulate(command, "--help").out
    assert f"simulate {command}" in text.partition("Example")[2]
    assert all(re.search(rf"^  .*{option}\b", text, re.MULTILINE) for option in options(command))


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["list", "--help"]])
def test_help_loads_nothing_heavy(words):
    """Time on a busy machine says little; what is loaded says why help is quick."""
    code = (
        "import sys\nfrom simulate.cli import main\n"
        f"main({words!r})\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "LOADED []"
    assert "Usage: " in ended.stdout


@pytest.mark.parametrize("typed", long_but({"run "}, ["run ", "run tactics/", "list ", "run --"]))
def test_completing_loads_nothing_heavy(typed):
    """TAB starts a process each time."""
    words = f"simulate {typed}"
    code = (
        "import os, sys\nfrom simulate.cli import main\n"
        f"os.environ.update(_SIMULATE_COMPLETE='complete_bash', COMP_WORDS={words!r}, "
        f"COMP_CWORD='{words.count(' ')}')\n"
        "try:\n    main([])\nexcept SystemExit:\n"
        f"    print('LOADED', [name for name in {COMPLETING!r} if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(ended.stdout.split()) > 5
    assert ended.stdout.splitlines()[-1] == "LOADED []"


def test_no_command_prints_the_help_and_is_wrong_usage(simulate):
    assert "Play:" in simulate(code=2).out


def test_the_page_names_every_command_and_no_other():
    """Options stand in the reference, which is made from the commands."""
    named = re.findall(r"^\| `simulate (\w+)", PAGE, re.MULTILINE)
    assert {*named} == {*COMMANDS}
    assert len(COMMANDS) <= 22


def test_the_page_has_the_exit_codes():
    rows = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
    assert rows == ["0", "1", "2", "3", "4", "130", "143", "129"]
