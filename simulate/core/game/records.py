"""Records with named fields, read as attributes by kernels and by plain Python.

Every state, move, feature and row of a game is one.  Fields are int64 unless a game says
otherwise, so that a kernel is compiled for one type alone.
"""

from typing import Any

import numpy as np


def record_of(*fields: Any) -> np.dtype:
    """A type of record.

    fields: a name (a whole number), or name and sizes (whole numbers by one index or several), or
    name, type and sizes: `"turns"`, `("health", SEATS)`, `("keys", "u8", PURPOSES)`.
    """
    return np.dtype((np.record, np.dtype([_field(field) for field in fields], align=True)))


def blank(record: np.dtype, **others: int) -> Any:
    """A record of -1, NONE, in all fields but some."""
    made = np.zeros(1, record)
    for name in record.names or ():
        made[name] = others.get(name, -1)
    return made[0]


def _field(field: Any) -> tuple[str, Any, tuple[int, ...]]:
    name, *rest = (field,) if isinstance(field, str) else field
    assert not hasattr(np.record, name), f"in plain Python `{name}` is a method of every record"
    kind = "i8" if not rest or isinstance(rest[0], int) else rest.pop(0)
    return name, kind, tuple(rest)
