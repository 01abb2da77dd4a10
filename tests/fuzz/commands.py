"""Command lines as nobody should type them: each ends by its exit code and in words."""

import shutil
import sys
from contextlib import chdir
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st

from simulate.cli import FINISHED, WRONG_INPUT, _command
from simulate.cli.shared.codes import MISSED, OPEN
from simulate.pack import catalogue
from simulate.run import pilot_run
from tests.fuzz import tally as told
from tests.fuzz.folders import a_folder, full
from tests.fuzz.runs import base, simulate
from tests.fuzz.tally import Tally

JUNK = ("", " ", "x", "-", "--", "-1", "0", "1e9", "é", "\x1b[2J", "a\nb", "x" * 300, "--nothing")
SOME = {
    "--games": ("2", "0", "-3", "1e3", "x", "99999999999999999999"),
    "--until": ("settled", "never", "0.1", "0", "nan", "1e-9"),
    "--guesses": ("2", "8", "x", "-1"),
    "--confirm-with": ("quick", "nobody"),
    "--keep": ("all", "counts", "none"),
    "--seed": ("1", "-1", "x", "18446744073709551616"),
    "--out": ("new", "full", "exp.toml", "exp.toml/x", "/dev/null", "."),
    "--resume": ("run", "nowhere", "full"),
    "--pack": ("pack", "full", "nowhere", "exp.toml", "/"),
    "--set": (
        "players=2", "players=2,3", "players=9", "players", "=", "rules.capital_limit=3,4",
        "cards.heroes.bard.health=x", "strategy=random", "strategy.9=random", "skill=[0,", "x=1",
        "strategies.balanced.weights.relief=1", "rules.capital_limit={}", "horde=easy", "heroes=3",
    ),
    "--target": ("0.4-0.55", "40-55%", "1-0", "x", "nan-nan", "0.4"),
    "--cluster": ("x", "tcp://x:1"),
    "--cell": ("0", "1", "-1", "x", "99"),
    "--game": ("0", "3", "-1", "x", "1e3", "99999999999"),
    "--pick": ("closest", "longest", "x"),
    "--edits": ("1", "0", "x"),
    "--budget": ("1000", "0", "x"),
    "--card": ("heroes", "x"),
    "--like": ("heroes.bard", "x"),
    "--jobs": ("1", "0", "x"),
}  # fmt: skip
PLACES = (
    "run",
    "run",
    "pack",
    "exp.toml",
    "full",
    "nowhere",
    "defenders",
    "kingdoms",
    "defenders/x",
)
NAMED = ("rules", "cards.heroes", "cards", "parameters", "games", "factors", "events", "effects")
# What stands well where an argument bears this name.
RIGHT = {
    "[EXPERIMENT]": (
        "defenders",
        "kingdoms/players",
        "tactics/solo",
        "exp.toml",
        "defenders/cards",
    ),
    "GAME": catalogue.names(),
    "[GAME]": catalogue.names(),
    "[GAME|SCHEMA]": (*catalogue.names(), "report", "answer"),
    "[RUN|FOLDER]": ("run", "."),
    "WHAT": (*NAMED, "strategies", "columns", "experiments", "schema", "pack"),
    "DIR": ("pack", "mine"),
    "DIR|FILE": ("pack", "exp.toml", "defenders/default"),
    "RUN|GAME": ("run", "defenders", "kingdoms"),
    "[PATTERN]...": NAMED[:2],
    "[PATTERN[=LOW..HIGH]]...": (*NAMED[:2], "rules.capital_limit=4..8"),
}
# What keeps a case short: all that would play only says what it would play.
PLAYING = ("run", "ladder", "sensitivity", "advise", "tune", "why", "worth", "exploit")
SHORT = dict.fromkeys(PLAYING, ("--dry-run",))
SHORT |= {"edit": ("--no-play",), "compare": ("--games", "2", "--jobs", "1", "--quiet")}
OURS = ("full", "exp.toml", "pack", "run")
LEFT_OUT = ("doctor",)  # which measures this machine, or looks for another one
SELDOM = ("report", "export", "compare", "new")  # a second each, or many files
KINDS = (FINISHED, WRONG_INPUT, MISSED, OPEN)


@cache
def commands() -> dict[str, Any]:
    found = {name: c for name, c in _command().commands.items() if name not in LEFT_OUT}
    often = {name: c for name, c in found.items() if name not in SELDOM}
    return found | {f"{name} {i}": c for name, c in often.items() for i in range(3)}


@cache
def here() -> Path:
    """A folder with a pack, an experiment, a run, and something else."""
    folder = a_folder() / "here"
    (folder / "full").mkdir(parents=True)
    (folder / "full" / "thesis.txt").write_text("years of work", "utf-8")
    (folder / "exp.toml").write_text(full("defenders"), "utf-8")
    simulate("new", "defenders", folder / "pack")
    shutil.copytree(base("rows"), folder / "run")
    return folder


def tidy() -> None:
    """Away with all that a command has left."""
    for path in here().iterdir():
        if path.name not in OURS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@st.composite
def lines(draw: Any) -> list[str]:
    """A command, some of its options and of others', words where arguments stand."""
    named = draw(st.sampled_from(sorted(commands())))
    name, command = named.partition(" ")[0], commands()[named]
    kinds = [(parameter.param_type_name, parameter) for parameter in command.params]
    options = {max(p.opts, key=len): p for kind, p in kinds if kind == "option"}
    arguments = [p for kind, p in kinds if kind == "argument"]
    words = []
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 2, 3)))):
        option = draw(st.sampled_from(sorted(options) or ["--json"]))
        words.append(option)
        if not getattr(options.get(option), "is_flag", True):
            words.append(
                draw(st.sampled_from((*SOME.get(option, ()), draw(st.sampled_from(JUNK)))))
            )
    for argument in arguments:
        known = RIGHT.get(argument.metavar or argument.name.upper(), ("run",))
        some = draw(st.sampled_from((known, known, known, (*PLACES, *NAMED, *JUNK))))
        words.append(draw(st.sampled_from(some)))
    if draw(st.integers(0, 19)) == 0:
        words.append(draw(st.sampled_from(JUNK)))
    return [name, *words, *SHORT.get(name, ())]


def type_line(_: str, data: st.DataObject, counted: Tally) -> None:
    """One line, typed in a folder of ours; it leaves alone what is not its own."""
    words = data.draw(lines())
    counted.add(told.CASES)
    short = patch.object(pilot_run, "PROBE_SECONDS", 0.0)  # what is foretold is not held here
    with chdir(here()), patch.object(sys, "stdin", StringIO("")), short:
        code, said = simulate(*words, fine=KINDS)
    tidy()
    counted.add(told.REFUSED if code == WRONG_INPUT else told.ACCEPTED)
    assert code != WRONG_INPUT or said.strip(), words
    assert (here() / "full" / "thesis.txt").read_text("utf-8") == "years of work"
