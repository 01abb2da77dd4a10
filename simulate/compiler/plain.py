"""Compile kernels in Numba's usual way: the same games, but several times slower to compile.

For a version of Numba whose inner parts are not as `simulate.compiler.inner` needs them.  What is
made of a game's kernels (`simulate.engine.loop`) is then compiled anew in each process.
"""

from typing import Any

from simulate.compiler.cache import folder_of
from simulate.compiler.jit import numba

# Numba looks only at the file a function is written in: an edit of any game compiles all.
numba.config.CACHE_DIR = str(folder_of("any"))


def made(function: Any, options: dict[str, Any]) -> Any:
    """A kernel, compiled when it is first called."""
    return numba.njit(cache=_is_kept(function), **options)(function)


def declared(function: Any, signature: Any, options: dict[str, Any]) -> Any:
    """A function compiled for one signature, at once; it may be handed on as a value."""
    return numba.njit(signature, cache=_is_kept(function), **options)(function)


def _is_kept(function: Any) -> bool:
    """Whether Numba can find a function's code again: it looks up what is made of kernels by all
    that these are made of, which cannot be written down.
    """
    return function.__closure__ is None
