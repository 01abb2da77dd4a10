"""The command `simulate`: parsing, exit codes, and errors as messages.

Typer only parses.  A command returns what is to be done, and it is done here, so that every
failure of it passes through one place.  Results go to stdout, everything else to stderr.
"""

import errno
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simulate.cli.shared.codes import FAILED, FINISHED, WRONG_INPUT
from simulate.core import names, signals
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.files import memory

DEBUG = "--debug"
POLARS = ("polars", "pyo3_runtime")  # whose panics are no Exception
# What plays or draws, and takes much memory.
LARGE = (
    "run", "report", "compare", "sensitivity", "worth", "why", "exploit", "advise", "tune",
    "ladder", "replay",
    "export", "edit", "doctor", "learn",
)  # fmt: skip
# Matrices here are small: threads of NumPy's that wait for work took half the time of a command.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
UNREACHABLE = (errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    with signals.ends_in_order(_tell_text):
        return _ended(arguments)


def _ended(arguments: Sequence[str] | None) -> int:
    words = [str(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    debug = DEBUG in words
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    _open_streams()
    try:
        names.check()
        command = _command()
        words, debug = _without_debug(words, {*_options_with_a_value(command)})
        _refuse_half_letters(words)
        code = _with_stores(command, words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader closed the pipe (`simulate list cards | head`).
        _drop_output()
        return FINISHED
    except BaseException as error:
        if not isinstance(error, Exception | KeyboardInterrupt) and not _is_of_polars(error):
            raise
        if debug:
            from simulate.cli.shared import say

            say.tell(traceback.format_exc().rstrip("\n"))
        code = _tell(_as_input_error(error, words) or error)
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        return code


def _with_stores(command: Any, words: list[str]) -> int:
    """Obey, with runs in object stores at hand as folders."""
    if not any("://" in word for word in words):
        return _obey(command, words)
    from simulate.store.remote import at_hand

    with at_hand(words) as local_words:
        return _obey(command, local_words)


def _as_input_error(error: BaseException, words: Sequence[str]) -> InputError | None:
    """A path that was typed and that the system will not look at, as the wrong input that it is."""
    if not isinstance(error, OSError) or not isinstance(error.filename, str):
        return None
    typed = any(error.filename.startswith(str(Path(word))) for word in words if word)
    if error.errno == errno.ENAMETOOLONG or (typed and error.errno in UNREACHABLE):
        return InputError([Problem(error.filename, str(error.strerror).lower())])
    return None


def _is_of_polars(error: BaseException | None) -> bool:
    return type(error).__module__.startswith(POLARS)


def _open_streams() -> None:
    """What is written to a stream that was closed for us (`>&-`) is written nowhere."""
    for name in ("stdin", "stdout", "stderr"):  # in the order of their numbers
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every letter


def _drop_output() -> None:
    """Python writes what is left in the buffer when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse_half_letters(words: Sequence[str]) -> None:
    """A name that is no UTF-8 could not be written into a manifest, a README or a report."""
    halves = [word for word in words if any("\ud800" <= letter <= "\udfff" for letter in word)]
    if halves:
        raise InputError(Problem(word, "is not UTF-8 text") for word in halves)


def _without_debug(words: Sequence[str], with_value: set[str]) -> tuple[list[str], bool]:
    """The words without `--debug`, and whether it was there: not as the value of an option."""
    seen: set[int] = set()
    places = iter(enumerate(words))
    for at, word in places:
        if word == "--":
            break
        if word == DEBUG:
            seen.add(at)
        elif word in with_value:
            next(places, None)
    return [word for at, word in enumerate(words) if at not in seen], bool(seen)


def _options_with_a_value(command: Any) -> Iterator[str]:
    for each in command.commands.values():
        for option in each.params:
            if option.param_type_name == "option" and not option.is_flag:
                yield from option.opts


def _tell_text(text: str) -> None:
    from simulate.cli.shared import say

    say.tell(text)


def _tell(error: BaseException) -> int:
    """The exit code of a failure, after its one message."""
    from simulate.cli.shared import say

    if isinstance(error, KeyboardInterrupt):
        if not error.args:  # a run that is interrupted has said itself what it keeps
            say.tell("interrupted")
        return signals.exit_code()
    if isinstance(error, MemoryError):
        say.tell("error: memory ran out; finished games are kept")
        say.tell("hint: allow more (`ulimit -v`, the container), or play fewer games")
        return FAILED
    if isinstance(error, InputError):
        say.tell_problems(error)
        return WRONG_INPUT
    if isinstance(error, RunError | names.StrangerError):
        say.tell(f"error: {error}")
    else:
        say.tell_surprise(error)
    return FAILED


def _command() -> Any:
    import typer

    from simulate.cli.commands import app

    return typer.main.get_command(app)


def _obey(command: Any, words: list[str]) -> int:
    import typer

    # Every mistake in usage is one of these, whichever library Typer parses with.
    usage_error: Any = typer.BadParameter.__mro__[1]
    try:
        action = command.main(words or ["--help"], prog_name="simulate", standalone_mode=False)
    except usage_error as error:
        from simulate.cli.usage import as_input_error

        raise as_input_error(error, words) from error
    if callable(action):
        _check_what_is_there(words)
        return action() or FINISHED
    return FINISHED if words else WRONG_INPUT


def _check_what_is_there(words: Sequence[str]) -> None:
    """A folder to work in, and memory.  Raises InputError."""
    try:
        os.getcwd()
    except OSError:
        what = "this folder was removed; `cd` to a folder that exists and repeat the command"
        raise InputError([Problem("the current folder", what)]) from None
    if words[0] in LARGE:
        memory.check()
