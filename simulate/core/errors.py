"""The errors that commands report: wrong input and failures of the machine.

Raised at the border alone (files, options, disk), never in a kernel.  `InputError` holds all that
is wrong at once, `RunError` what became of a run; `simulate.cli` prints them and ends with the
exit code that belongs to them.
"""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

MOST_PROBLEMS = 200  # that are told of one file: nobody reads more
MORE = f"more than {MOST_PROBLEMS} things are wrong; look at these first"


@dataclass(frozen=True)
class Problem:
    """One thing wrong with the input: where, what, and how to mend it.

    where: "file:line:column", or the option as typed (`--set rules.capital=7`).
    what: a sentence with the value found and what is allowed.
    source: the line of the file it stands in, or empty; caret: column from 1, 0 for none.
    """

    where: str
    what: str
    source: str = ""
    caret: int = 0
    length: int = 1


class InputError(Exception):
    """Wrong usage or input: exit code 2, every problem named, nothing written."""

    def __init__(self, problems: Iterable[Problem], hint: str = "") -> None:
        self.problems = list(problems)
        self.hint = hint
        super().__init__("; ".join(f"{p.where}: {p.what}" for p in self.problems))


class RunError(Exception):
    """A failure of ours or of the machine: exit code 1, one message, finished work kept."""


class GivenUp(RunError):
    """There was more to play than anybody waits for."""


def command(*words: object) -> str:
    """A command of ours as a person can paste it: names with spaces in quotes."""
    return shlex.join(["simulate", *map(str, words)])


def nearest(name: str, known: Sequence[str]) -> str:
    """ "; did you mean `x`?" for the known name closest to `name`, or an empty string."""
    close = get_close_matches(str(name), [str(k) for k in known], n=1, cutoff=0.55)
    return f"; did you mean `{close[0]}`?" if close else ""
