"""Parse untrusted TOML within the budget.

Python's reader of it is written in Python, and what takes it long was found one by one; so a long
text is first read by a process that may take no more than the budget.  A short one costs less to
read than such a process: with each character it makes one element at most.
"""

import re
import sys
import tomllib
from contextlib import suppress
from copy import deepcopy
from functools import lru_cache
from typing import Any

from simulate.core.files import budget
from simulate.core.files.disk import DEEPEST, is_deeper

HERE = 200_000  # characters; the longest text of a pack has 64,000, and takes 0.1 s
# Keys in keys, `a.b.c`, which tomllib reads in a time that grows with the square of their number.
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
TOO_DEEP = re.compile(rf"(?<![\w-])(?:{_PART}){{{DEEPEST}}}")
NESTED = "nested too deeply"
# Longer ones Python neither reads nor writes; in hexadecimal digits it reads them.
LONG_NUMBER = re.compile(r"(?<![\w.])[+-]?(?:0[xob][0-9A-Fa-f_]{2000}|[0-9][0-9_]{2000})")
TOO_LONG = "a number has more than 2,000 digits"


def loads(text: str, shown: str = "") -> dict[str, Any]:
    """What a text says.

    shown: how its file is told.  Raises ValueError where it is no TOML (TOMLDecodeError with the
    place), InputError where it is too much.
    """
    if TOO_DEEP.search(text):
        raise ValueError(NESTED)
    if LONG_NUMBER.search(text):
        raise ValueError(TOO_LONG)
    return deepcopy(_parsed(text, shown))


@lru_cache(maxsize=8)  # one command reads a pack many times
def _parsed(text: str, shown: str) -> dict[str, Any]:
    if len(text) > HERE:
        budget.elsewhere(["simulate.core.files.toml"], text.encode(), shown)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ValueError(NESTED) from None
    if is_deeper(data, DEEPEST):
        raise ValueError(NESTED)
    return data


def main() -> None:
    """Read stdin; errors are left to the parent process."""
    budget.take_no_more()
    try:
        with suppress(ValueError, RecursionError):
            tomllib.loads(sys.stdin.buffer.read().decode())
    except MemoryError:
        sys.exit(budget.NO_MEMORY)


if __name__ == "__main__":
    main()
