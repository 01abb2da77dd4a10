"""Which cases of a test are quick."""

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest


def long_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrised test: those named are quick, the others marked `long`."""
    assert not isinstance(cases, (set, frozenset)), "a set has another order in each worker"
    listed = list(cases)
    assert all(case in listed for case in quick), "a quick case is no case"
    return [case if case in quick else marked(case) for case in listed]


def crossed(rows: Iterable[Any], columns: Iterable[Any]) -> list[Any]:
    """Every pair of two lists; quick is each row with the first column, and each column so."""
    first, second = list(rows), list(columns)
    quick = [*product(first, second[:1]), *product(first[:1], second)]
    return long_but(quick, product(first, second))


def marked(case: Any) -> Any:
    """A case, a value or several, that `make verify` runs."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
