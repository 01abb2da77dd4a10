"""Learned weights: tables in `learned/`, beside the player that reads them, addressed by name.

A table is CSV: first a comment that says by which command it was made, then the names of its
columns.  Some say which case a row is of, each other one is a fact or a term; an empty cell is 0,
a case without a row has only zeros.  The order of columns and of rows is free: every name is
looked up, so that a fact that is put in between changes no other.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simulate.core.errors import InputError, Problem, nearest

COMMENT = "#"


class Learned(NamedTuple):
    """A table: its path, the columns that identify cases, and the others."""

    file: Path
    cases: Mapping[str, Sequence[str]]
    columns: Sequence[str]


def beside(module: str, name: str) -> Path:
    """The file of a table of the player whose module this is.

    Parameters
    ----------
    module : str
        ``__file__`` of a module of the player.
    name : str
        Of the table, without ``.csv``.

    Returns
    -------
    Path
        Whether it is there is not looked at.

    Examples
    --------
    >>> beside("strategies/dungeons/learned/value.py", "value").as_posix()
    'strategies/dungeons/learned/value.csv'
    """
    return Path(module).with_name(f"{name}.csv")


def columns_of(record: np.dtype, **words: Sequence[str]) -> tuple[str, ...]:
    """The names of a record's numbers as they lie in memory.

    Parameters
    ----------
    record : numpy.dtype
        A record of float64, of arrays with one index and of such records.
    **words : sequence of str
        By field, what the several numbers of a field are called; else they count from 1.

    Returns
    -------
    tuple of str
        One for each number.

    Examples
    --------
    >>> columns_of(np.dtype([("health", "f8"), ("goods", "f8", 2)]), goods=["ore", "food"])
    ('health', 'goods.ore', 'goods.food')
    """
    each = (_names(name, record[name], words) for name in record.names or ())
    return tuple(chain.from_iterable(each))


def _names(name: str, field: np.dtype, words: Mapping[str, Sequence[str]]) -> Iterator[str]:
    kind, shape = field.subdtype or (field, ())
    each = [name]
    if shape:
        assert len(shape) == 1, f"`{name}` has several indices"
        said = words.get(name) or [str(1 + k) for k in range(shape[0])]
        assert len(said) == shape[0], f"`{name}` has {shape[0]} numbers"
        each = [f"{name}.{word}" for word in said]
    inner = columns_of(kind, **words) if kind.names else ()
    for outer in each:
        yield from (f"{outer}.{column}" for column in inner) if inner else [outer]


def load(learned: Learned) -> np.ndarray:
    """The numbers of a table, by case and column.

    Parameters
    ----------
    learned : Learned
        Where the table lies, the words of its cases, its columns.

    Returns
    -------
    float64[case, ..., column]
        In the order of the words, whatever the order of rows and columns in the file; 0 where a
        cell is empty or a case has no row.

    Raises
    ------
    InputError
        If a column is unknown, missing or there twice, a case has two rows, or a cell holds no
        number: with file and line.

    Examples
    --------
    >>> file = Path("table.csv")
    >>> _ = file.write_text("# made by hand\\nact,torch,health\\n2,,0.5\\n", "utf-8")
    >>> load(Learned(file, {"act": ["1", "2"]}, ["health", "torch"])).tolist()
    [[0.0, 0.0], [0.5, 0.0]]
    """
    head, *rows = _lines(learned.file)
    _check_names(learned, *head)
    found = np.zeros((*map(len, learned.cases.values()), len(learned.columns)))
    known: set[tuple[int, ...]] = set()
    for line, cells in rows:
        row = _row(learned, line, head[1], cells)
        case = tuple(
            _code(learned, line, name, row.pop(name), words)
            for name, words in learned.cases.items()
        )
        if case in known:
            raise _wrong(learned, line, "this case has a row already")
        known.add(case)
        found[case] = [_number(learned, line, name, row[name]) for name in learned.columns]
    return found


def _lines(file: Path) -> list[tuple[int, list[str]]]:
    """The lines of a table that are no comment, each with its number."""
    text = file.read_text("utf-8").splitlines()
    rows = ((number, row) for number, row in enumerate(csv.reader(text), 1) if row)
    return [(number, row) for number, row in rows if not row[0].startswith(COMMENT)]


def _check_names(learned: Learned, line: int, head: Sequence[str]) -> None:
    """Refuse a column that is unknown, missing or there twice."""
    names = [*learned.cases, *learned.columns]
    missing = [name for name in names if name not in head]
    for name in head:
        if name not in names:
            raise _wrong(learned, line, f"unknown column `{name}`{nearest(name, missing or names)}")
        if head.count(name) > 1:
            raise _wrong(learned, line, f"column `{name}` appears twice")
    if missing:
        raise _wrong(learned, line, f"column `{missing[0]}` is missing")


def _row(learned: Learned, line: int, head: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells of a row by column."""
    if len(cells) != len(head):
        raise _wrong(learned, line, f"{len(cells)} cells for {len(head)} columns")
    return dict(zip(head, cells, strict=True))


def _code(learned: Learned, line: int, name: str, word: str, words: Sequence[str]) -> int:
    """The place of a word among those that a case may have."""
    if word not in words:
        guess = nearest(word, words) or f" (allowed: {', '.join(words)})"
        raise _wrong(learned, line, f"column `{name}` cannot be `{word}`{guess}")
    return list(words).index(word)


def _number(learned: Learned, line: int, name: str, cell: str) -> float:
    """The number in a cell, 0 in an empty one."""
    try:
        number = float(cell or 0)
    except ValueError:
        number = np.nan
    if not np.isfinite(number):
        raise _wrong(learned, line, f"column `{name}` holds no number: `{cell}`")
    return number


def _wrong(learned: Learned, line: int, what: str) -> InputError:
    return InputError([Problem(f"{learned.file}:{line}", what)])
