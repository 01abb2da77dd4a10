"""Check an own game in a process of its own, before it is played."""

import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.own.check.asking import Breach
from simulate.own.check.laws import differs
from simulate.own.check.suspects import out_of_order
from simulate.own.declared import OwnGame
from simulate.own.file.lines import FileLines, at_line
from simulate.pack import configs

GAMES, SECONDS = 50, 2.0  # before a game is played: at most so many, for about so long
ALL_GAMES, ALL_SECONDS = 200, 6.0  # where a check is asked for
WAIT = 300  # seconds for an answer; the process itself looks how long each method takes
HASH_SEEDS = ("1", "2")
CHECKED = "checked"  # in the folder of its pack: which version of the game was well
PROCESS = "simulate.own.check.process"
PLAYED = ("games", "moves", "bounds", "endless", "is_slow")
NOTHING = {"marks": [], **dict.fromkeys(PLAYED, 0)}  # was found yet


@dataclass(frozen=True)
class GameCheck:
    """What is wrong with a game, what is worth a look, and how much was played to see it.

    bounds: how often rules were set to their bounds; endless: how many games did not end; is_slow:
    whether there was no time for all that is looked at.
    """

    problems: list[Problem]
    notes: list[str]
    games: int
    moves: int
    bounds: int
    endless: int = 0
    is_slow: bool = False


def check(own: OwnGame, is_thorough: bool = True) -> GameCheck:
    """Hold a game to its laws, in two processes in which sets have another order."""
    games, seconds = (ALL_GAMES, ALL_SECONDS) if is_thorough else (GAMES, SECONDS)
    asked = {"source": own.source.as_data(), "seconds": seconds, "bounds": is_thorough}
    with ThreadPoolExecutor() as waiting:
        processes = [_started(seed) for seed in HASH_SEEDS]
        try:
            both = ({**asked, "games": games}, {**asked, "games": 0})
            first, second = waiting.map(_answer, processes, both)
        finally:
            for process in processes:
                process.kill()
    found = [Breach(*each) for each in first["found"]]
    if not any(each.is_serious for each in found):
        found += [Breach(*each) for each in second["found"]]
        if what := differs(first["marks"], second["marks"]):
            found.append(Breach(f"{IN_ANOTHER}: {what}", out_of_order(own.source.text)))
    lines = FileLines(own.source.file, own.source.text, own.kind)
    told = [(_problem(lines, each), each.is_serious) for each in found]
    problems = [problem for problem, is_serious in told if is_serious]
    notes = [
        f"{problem.where.rpartition(':')[0]}: {problem.what}"
        for problem, is_serious in told
        if not is_serious
    ]
    return GameCheck(problems, notes, *(first[each] for each in PLAYED))


IN_ANOTHER = (
    "the same game goes another way in another process, such as by the order of a set: go through "
    "`sorted(...)`, or a list"
)


def must_hold(own: OwnGame) -> None:
    """Refuse a game that breaks a law.  A version that passed is not checked again.

    Raises InputError.
    """
    with suppress(OSError, ValueError):
        if disk.text(_kept(own)) == _mark(own):
            return
    if problems := check(own, is_thorough=False).problems:
        raise InputError(problems)
    keep(own)


def keep(own: OwnGame) -> None:
    """Keep that this version of a game was well."""
    with suppress(OSError):
        disk.write(_kept(own), _mark(own))


def _kept(own: OwnGame) -> Path:
    return configs.game_folder(own.name) / CHECKED


def _mark(own: OwnGame) -> str:
    """The version of the game, and of what it is held to."""
    return own.source_hash() + _laws_hash()


def _laws_hash() -> str:
    """Hash of the laws: what was well for others is asked again."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _started(hash_seed: str) -> "subprocess.Popen[str]":
    # -P: a file of the folder at hand must not stand in for one of Python's.
    words = [sys.executable, "-P", "-m", PROCESS]
    pipe, env = subprocess.PIPE, {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, env=env, encoding="utf-8", errors="replace"
    )


def _answer(process: "subprocess.Popen[str]", asked: dict[str, Any]) -> dict[str, Any]:
    """What a process found; where it has ended without a word, that."""
    try:
        out, error = process.communicate(json.dumps(asked), timeout=WAIT)
        answer: dict[str, Any] = json.loads(out)
        return answer
    except subprocess.TimeoutExpired:
        return {**NOTHING, "found": [(f"the game does not end in {WAIT} seconds",)]}
    except ValueError:
        what = f"the game ended the process that played it (code {process.returncode})"
        line = re.search(rf'File "{re.escape(asked["source"]["file"])}", line (\d+)', error)
        return {**NOTHING, "found": [(what, int(line[1]) if line else 0)]}


def _problem(lines: FileLines, found: Breach) -> Problem:
    """At its line, or that of what the sentence names first, or that of the class."""
    line = found.line or lines.named_in(found.what) or lines.line()
    return at_line(lines.file, line, found.what, lines.text)
