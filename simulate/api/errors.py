"""`simulate.Error`: the exception that reports all problems in terms of the Python call."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from simulate.core.errors import InputError, Problem, RunError

OPTION = re.compile(r"^--([a-z-]+) (.*)$")


class Error(Exception):
    """What is wrong with a call, every problem of it, or why the machine failed.

    Parameters
    ----------
    message : str
        All of it in sentences, as the command says it.
    problems : iterable of Problem
        Where and what, one for each; none where the machine failed.

    Attributes
    ----------
    problems : tuple of Problem
        Each with `where`, in the words of the call, and `what`.

    Examples
    --------
    >>> import simulate
    >>> try:
    ...     simulate.play("defenders", players=9)
    ... except simulate.Error as error:
    ...     print(error.problems[0].where)
    ...     print(error.problems[0].what)
    players=9
    `players` cannot be 9 (allowed: 1, 2, 3, 4)
    """

    __module__ = "simulate"  # where it is found, and what a traceback calls it

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        self.problems = tuple(problems)
        super().__init__(message)


@contextmanager
def as_error(places: Mapping[str, str] | None = None) -> Iterator[None]:
    """What goes wrong inside as one `Error`; places: options, and what the call has for them."""
    from simulate.cli.shared.say import message

    try:
        yield
    except InputError as error:
        problems = [
            replace(problem, where=_place(problem.where, places or {}))
            for problem in error.problems
        ]
        text = message(InputError(problems, error.hint)).removeprefix("error: ")
        raise Error(text, problems) from None
    except RunError as error:
        raise Error(str(error)) from None


def _place(where: str, places: Mapping[str, str]) -> str:
    """`--set players=9` was `players=9` in the call, `--games 0` was `games=0`."""
    for typed in sorted(places, key=len, reverse=True):
        where = where.replace(typed, places[typed])
    return OPTION.sub(lambda match: f"{match[1].replace('-', '_')}={match[2]}", where)
