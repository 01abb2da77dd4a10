"""What is wrong with what was given, when it is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from simulate.core.errors import InputError, Problem


def problems_of(ask: Callable[..., Any], *given: Any, **more: Any) -> list[Problem]:
    """The problems for which a call is refused, as it must be."""
    with pytest.raises(InputError) as caught:
        ask(*given, **more)
    return caught.value.problems
