"""Messages on stderr: what is wrong, where it stands, and what would be right."""

import os
import re
import sys

from simulate.core.errors import InputError, Problem

RED, PLAIN = "\033[1;31m", "\033[0m"
IN_FILE = re.compile(r"(.+):(\d+):(\d+)")
CONTROL = re.compile(r"[^\t\x20-\x7e\x80-\U0010ffff]")  # would move the cursor or ring a bell
WIDTH = 100  # characters of a source line that are shown


def tell(text: str) -> None:
    """One message on stderr; `error:` in front is red on a terminal."""
    if text.startswith("error:") and _coloured():
        text = f"{RED}error:{PLAIN}{text.removeprefix('error:')}"
    print(text, file=sys.stderr, flush=True)


def _coloured() -> bool:
    if os.environ.get("FORCE_COLOR"):
        return True
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


def tell_problems(error: InputError) -> None:
    """Every problem with its place, as one message."""
    tell(message(error))


def message(error: InputError) -> str:
    problems = sorted(error.problems, key=_place)
    if len(problems) == 1:
        lines = [f"error: {problems[0].where}: {problems[0].what}", *_source(problems[0])]
    else:
        lines = [f"error: {len(problems)} problems{_shared_file(problems)}"]
        for problem in problems:
            lines += [f"  {problem.where}: {problem.what}", *_source(problem)]
    if error.hint:
        lines.append(f"hint: {error.hint}")
    return "\n".join(lines)


def _place(problem: Problem) -> tuple[bool, str, int, int]:
    """Options as they were typed, then file by file and line by line."""
    found = IN_FILE.fullmatch(problem.where)
    if found is None:
        return (False, "", 0, 0)
    return (True, found[1], int(found[2]), int(found[3]))


def _shared_file(problems: list[Problem]) -> str:
    """ " in FILE" if all problems stand in one file."""
    files = {_place(problem)[1] for problem in problems}
    return f" in {files.pop()}" if len(files) == 1 and "" not in files else ""


def _source(problem: Problem) -> list[str]:
    """The line it stands in and carets below, cut to a window where the line is long."""
    if not problem.caret or not problem.source.strip():
        return []
    number = problem.where.rsplit(":", 2)[1]
    first = max(0, problem.caret - WIDTH // 2) if len(problem.source) > WIDTH else 0
    window = CONTROL.sub("?", problem.source[first : first + WIDTH])
    at = problem.caret - 1 - first
    # A tab stays a tab, so that the caret stands where the terminal puts the character.
    pad = "".join("\t" if letter == "\t" else " " for letter in window[:at])
    carets = "^" * max(1, min(problem.length, len(window) - at))
    return [f"  {number:>6} | {window}", f"  {'':>6} | {pad}{carets}"]


def tell_surprise(error: BaseException) -> None:
    """A failure nobody foresaw; no traceback unless it is asked for."""
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, OSError) and error.strerror:
        what = error.strerror + (f": {error.filename}" if error.filename else "")
        tell(f"error: {what}\nhint: add --debug to see where it happened")
    else:
        tell(f"error: the program failed ({what})\nhint: add --debug to see where it happened")
