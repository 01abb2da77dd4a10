"""A record of floats as an array: written by field name, summed by position.

What a player works out has names where it is written (`x.capital = ...`); where a learned number
for each is multiplied with it, the same memory is one array.
"""

from typing import Any

import numpy as np

from simulate.compiler.jit import numba

EACH = np.dtype("f8").itemsize


def _viewed(record: Any) -> Any:
    """float64[...]: the memory of a record whose fields are all fractions, not a copy."""
    return record.view((np.float64, record.dtype.itemsize // EACH))


def _are_fractions(kind: Any) -> bool:
    """Whether a record holds fractions alone, in records and arrays inside it too."""
    if isinstance(kind, numba.types.NestedArray):
        return _are_fractions(kind.dtype)
    if isinstance(kind, numba.types.Record):
        return all(_are_fractions(kind.typeof(name)) for name in kind.fields)
    return bool(kind == numba.types.float64)


@numba.extending.intrinsic
def _compiled(typing: Any, record: Any) -> Any:
    if not (isinstance(record, numba.types.Record) and _are_fractions(record)):
        raise numba.core.errors.TypingError(f"no record of fractions alone: {record}")
    row = numba.types.NestedArray(numba.types.float64, (record.size // EACH,))

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = numba.np.arrayobj.make_array(row)(context, builder)
        whole = numba.types.intp
        numba.np.arrayobj.populate_array(
            made,
            data=builder.bitcast(arguments[0], made.data.type),
            shape=[context.get_constant(whole, row.shape[0])],
            strides=[context.get_constant(whole, EACH)],
            itemsize=context.get_constant(whole, EACH),
            meminfo=None,
        )
        return made._getvalue()

    return row(record), code


numbers_of = _viewed if numba.config.DISABLE_JIT else _compiled
