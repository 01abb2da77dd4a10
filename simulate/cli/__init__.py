"""The command `simulate`: parsing, exit codes, and errors as messages.

Typer only parses.  A command returns what is to be done, and it is done here, so that every
failure of it passes through one place.  Results go to stdout, everything else to stderr.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from simulate.core.errors import InputError, RunError

DEBUG = "--debug"
FINISHED, FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _obey([word for word in words if word != DEBUG])
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has seen enough (`simulate list cards | head`).
        _drop_output()
        return FINISHED
    except (Exception, KeyboardInterrupt) as error:
        if DEBUG in words:
            traceback.print_exc()
        return _tell(error)


def _drop_output() -> None:
    """Python writes what is left in the buffer when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(error: BaseException) -> int:
    """The exit code of a failure, after its one message."""
    from simulate.cli import say

    if isinstance(error, KeyboardInterrupt):
        if not error.args:  # a run that is interrupted has said itself what it keeps
            say.tell("interrupted")
        return INTERRUPTED
    if isinstance(error, InputError):
        say.tell_problems(error)
        return WRONG_INPUT
    if isinstance(error, RunError):
        say.tell(f"error: {error}")
    else:
        say.tell_surprise(error)
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
    return FAILED


def _obey(words: list[str]) -> int:
    import typer

    from simulate.cli.commands import app

    # Every mistake in usage is one of these, whichever library Typer parses with.
    usage_error: Any = typer.BadParameter.__mro__[1]
    command = typer.main.get_command(app)
    try:
        action = command.main(words or ["--help"], prog_name="simulate", standalone_mode=False)
    except usage_error as error:
        from simulate.cli.usage import as_input_error

        raise as_input_error(error, words) from error
    if callable(action):
        action()
    return FINISHED if words else WRONG_INPUT
