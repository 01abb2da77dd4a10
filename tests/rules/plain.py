"""Records of the kernels as plain Python reads them.

A record is asked for its fields one by one, which takes as long as ten lines of a referee.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np


def plain(record: Any) -> SimpleNamespace:
    """All fields of a record as they are now: numbers, and arrays."""
    return SimpleNamespace(**dict(zip(record.dtype.names, record.item(), strict=True)))


def plain_rows(rows: np.ndarray) -> list[SimpleNamespace]:
    """All fields of several records."""
    names = rows.dtype.names
    return [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows.tolist()]


def in_python(kernel: Any) -> Any:
    """What a kernel says, of plain records too: to hand it real ones takes longer than it needs."""
    return getattr(kernel, "py_func", kernel)
