"""Which cases of a test are quick."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def long_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrised test: those named are quick, the others marked `long`."""
    listed = list(cases)
    assert all(case in listed for case in quick), "a quick case is no case"
    return [case if case in quick else marked(case) for case in listed]


def marked(case: Any) -> Any:
    """A case, a value or several, that `make verify` runs."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)
