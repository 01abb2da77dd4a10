"""The compile decorators, `@kernel` and others: the only place that sets compile options.

Every game, every strategy and the engine import their decorators from here, never from Numba.  An
option that is changed here makes every game compile anew.
"""

import inspect
import os
import warnings
from typing import Any

import numpy as np

from simulate.compiler.cache import tell_once
from simulate.compiler.jit import numba
from simulate.compiler.sources import is_ours

WAY = "SIMULATE_COMPILER"  # `plain`, and Numba compiles games in its usual way

if numba.config.DISABLE_JIT:
    # Streams wrap around on purpose; NumPy scalars would warn at every draw.
    np.seterr(over="ignore")


def _why_not() -> str | None:
    """The part of Numba that is not as `simulate.compiler.inner` needs it, if any."""
    try:
        from simulate.compiler import inner

        return inner.what_is_missing()
    except (ImportError, AttributeError, TypeError) as error:
        return str(error)


def choose() -> Any:
    """The compiling module: `inner`, or `plain` with one warning where `inner` does not work."""
    if os.environ.get(WAY) != "plain":
        why = _why_not()
        if why is None:
            from simulate.compiler import inner

            return inner
        tell_once(
            f"warning: Numba {numba.__version__} is not known here ({why}): it compiles games in "
            "its usual way, which takes minutes; the games are the same"
        )
        os.environ[WAY] = "plain"  # for the processes that this one starts
    from simulate.compiler import plain

    return plain


way: Any = None if numba.config.DISABLE_JIT else choose()

# The tuple of strategies is a tuple of function types, which Numba calls experimental.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)


def kernel(function_or_signature: Any) -> Any:
    """Compile a function for the kernels: `@kernel`, or `@kernel(signature)` at import.

    With the compiler off (NUMBA_DISABLE_JIT=1) the function stays plain Python.

    Parameters
    ----------
    function_or_signature : function or Numba signature
        What is compiled when it is first called; or the types of its arguments and of what it
        returns, such as `STRATEGY` of `simulate.engine.GAME`, for a strategy of your own.

    Returns
    -------
    callable
        The compiled function; of a signature a decorator that compiles at once.

    Raises
    ------
    numba.core.errors.TypingError
        If the function does what kernels cannot, or returns another type than its signature.

    Notes
    -----
    What a compiled function can do: numbers, tuples, and arrays of NumPy.  Its code must stand in
    a file.  docs/strategies.md has an example, which a test plays.
    """
    if inspect.isfunction(function_or_signature):
        return _compiled(function_or_signature)
    return lambda function: _compiled(
        # A function with a signature may be handed on as a value, which needs a wrapper.  A
        # designer's own strategy may make arrays.
        function, function_or_signature, no_cfunc_wrapper=False, _nrt=not is_ours(function)
    )  # fmt: skip


def inner_kernel(function: Any) -> Any:
    """As `kernel`, for the small functions inside hot loops: their code goes into the callers'.

    Numba's calls are dear, and LLVM by itself leaves a function outside that has several
    callers: a sixth of the time of a game of Tiny Epic Defenders was spent on calling.
    """
    return _compiled(function, forceinline=True)


def allocating_kernel(function: Any) -> Any:
    """As `kernel`, for functions that make an array, or are handed one by such a function.

    Only these count who holds an array, and free it when nobody does.
    """
    return _compiled(function, _nrt=True)


def closure_kernel(function: Any, module: str) -> Any:
    """As `kernel`, for a function that is created from each game's kernels.

    `module` must keep it under the function's own name: by both it is found in the cache again.
    """
    return kernel(named(function, module, function.__name__))


def named(function: Any, module: str, name: str) -> Any:
    """A made function under a name of its own: two games' would be taken for one."""
    function.__module__, function.__qualname__ = module, name
    return function


def cache_typeof(record: Any) -> Any:
    """Mark a NamedTuple of arrays that kernels are handed: Numba looks once at each kind of it.

    By itself it goes through every field of every record again at each call, for milliseconds.
    """
    known: dict[Any, Any] = {}

    @numba.extending.typeof_impl.register(record)
    def type_of(value: Any, context: Any) -> Any:
        looks = _looks_of(value)
        if looks not in known:
            known[looks] = numba.extending.typeof_impl.dispatch(tuple)(value, context)
        return known[looks]

    return record


def _looks_of(value: Any) -> Any:
    """All that Numba's type of an array, a record, a kernel or a tuple of them depends on."""
    if isinstance(value, tuple):
        return (type(value), *map(_looks_of, value))
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.num
    if isinstance(value, np.void):
        return value.dtype
    return value


def is_compiled_for(function: Any, signature: Any) -> bool:
    """Whether a function is compiled for a signature; with the compiler off every one is."""
    return numba.config.DISABLE_JIT or signature.args in getattr(function, "overloads", ())


def _compiled(function: Any, signature: Any = None, **options: Any) -> Any:
    """By default without reference counts: arrays belong to the Python caller, and counting who
    holds them took between a fifth and a half of the time of a game.
    """
    if numba.config.DISABLE_JIT:
        return function
    usual = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
    options = {**usual, **options}
    if signature is None:
        return way.made(function, options)
    return way.declared(function, signature, options)
