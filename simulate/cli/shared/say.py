"""All output: results to stdout, problems with their place to stderr.

The one module that may print (pyproject.toml).  Commands call `show` for results, `tell` for the
rest, so that stdout can be piped into another program.
"""

import errno
import os
import re
import sys
from contextlib import suppress
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.text.terminal import safe, safe_json

RED, PLAIN = "\033[1;31m", "\033[0m"
IN_FILE = re.compile(r"(.+):(\d+):(\d+)")
WIDTH = 100  # characters of a source line that are shown
MOST_PROBLEMS = 20  # that are told; of the others only how many there are
LONG_WORD, LONGEST = re.compile(r"\S{300,}"), 4_000


def show(*lines: str) -> None:
    """Lines of a result on stdout."""
    for line in lines:
        print(safe(line))


def prompt() -> None:
    """The mark behind which an answer is typed."""
    print("> ", end="", flush=True)


def show_json(data: Any, indent: int | None = None) -> None:
    """A result as JSON on stdout."""
    print(safe_json(data, indent))


def tell(text: str) -> None:
    """One message on stderr, of one line or more; `error:` in front is red on a terminal."""
    text = "\n".join(safe(line) for line in text.split("\n"))
    if text.startswith("error:") and _coloured():
        text = f"{RED}error:{PLAIN}{text.removeprefix('error:')}"
    with suppress(OSError):  # who does not read it misses no result
        print(text, file=sys.stderr, flush=True)


def _coloured() -> bool:
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


def tell_problems(error: InputError) -> None:
    """Every problem with its place, as one message."""
    tell(message(error))


def message(error: InputError) -> str:
    problems = sorted(error.problems, key=_place)
    if len(problems) == 1:
        lines = [f"error: {_sentence(problems[0])}", *_source(problems[0])]
    else:
        lines = [f"error: {len(problems):,} problems{_shared_file(problems)}"]
        for problem in problems[:MOST_PROBLEMS]:
            lines += [f"  {_sentence(problem)}", *_source(problem)]
    if len(problems) > MOST_PROBLEMS:
        lines.append(f"  ... and {len(problems) - MOST_PROBLEMS:,} more")
    if error.hint:
        lines.append(f"hint: {short(error.hint)}")
    return "\n".join(map(safe, lines))


def _sentence(problem: Problem) -> str:
    """Where and what; where nothing was typed, the quotes that stood round it."""
    where = short(problem.where) or '""'
    return f"{where}: {short(problem.what)}"


def short(text: str) -> str:
    """The text with words, and as a whole, of a length that can be read."""
    text = LONG_WORD.sub(lambda match: f"{match[0][:60]}...{match[0][-30:]}", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _place(problem: Problem) -> tuple[bool, str, int, int]:
    """Options as they were typed, then file by file and line by line."""
    match = IN_FILE.fullmatch(problem.where)
    if match is None:
        return (False, "", 0, 0)
    return (True, match[1], int(match[2]), int(match[3]))


def _shared_file(problems: list[Problem]) -> str:
    """ " in FILE" if all problems stand in one file."""
    files = {_place(problem)[1] for problem in problems}
    return f" in {short(files.pop())}" if len(files) == 1 and "" not in files else ""


def _source(problem: Problem) -> list[str]:
    """The line it stands in and carets below, cut to a window where the line is long."""
    if not problem.caret or not problem.source.strip():
        return []
    number = problem.where.rsplit(":", 2)[1]
    first = max(0, problem.caret - WIDTH // 2) if len(problem.source) > WIDTH else 0
    window = problem.source[first : first + WIDTH]
    at = problem.caret - 1 - first
    # A tab stays a tab, so that the caret stands where the terminal puts the character.
    pad = "".join("\t" if letter == "\t" else " " for letter in safe(window[:at]))
    carets = "^" * max(1, len(safe(window[at : at + problem.length])))
    return [f"  {number:>6} | {safe(window)}", f"  {'':>6} | {pad}{carets}"]


def tell_surprise(error: BaseException) -> None:
    """Report an unexpected error; with a traceback only if asked for."""
    what = short(f"{type(error).__name__}: {error}".rstrip(": "))
    if isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
        tell(f"error: the output cannot be written: {error.strerror}")
    elif isinstance(error, OSError) and error.strerror:
        what = short(error.strerror + (f": {error.filename}" if error.filename else ""))
        tell(f"error: {what}\nhint: add --debug to see where it happened")
    else:
        tell(f"error: the program failed ({what})\nhint: add --debug to see where it happened")
