"""The one place that sets compile options, and the cache folder that cannot go stale."""

import hashlib
import inspect
import os
import shutil
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simulate.core.cache import NAME, cache_home, use
from simulate.core.inner import Kernel, declared

ROOT = Path(__file__).resolve().parents[2]
KERNEL_FOLDERS = (
    "simulate/core",
    "simulate/mechanics",
    "simulate/games",
    "simulate/table",
    "strategies",
)
DAYS_KEPT = 30


def _sources(folder: Path) -> list[Path]:
    """Python files, and ledgers: kernels hold the numbers of rules as constants."""
    return [path for kind in ("*.py", "*.toml") for path in folder.rglob(kind)]


def source_hash(package: str | None = None) -> str:
    """Hash of every source file that a kernel is made of: the same text, the same hash.

    package: of one game; without it, of all games.  No game uses another's sources.
    """
    games = {path.name for path in (ROOT / "simulate/games").iterdir() if path.is_dir()}
    others = games - {package} if package else set()
    digest = hashlib.blake2b(digest_size=8)
    for folder in KERNEL_FOLDERS:
        for path in sorted(_sources(ROOT / folder)):
            name = path.relative_to(ROOT)
            if others.isdisjoint(name.with_suffix("").parts):
                digest.update(name.as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Folder of compiled kernels for exactly these sources and this way of compiling.

    Numba's own cache looks only at the file a function is written in: edit a rule, and a
    cached caller in another file goes on playing the old one.  A folder named after the
    hash of all sources cannot go stale.  Bounds-checked code gets a folder of its own,
    because Numba does not tell the two apart.
    """
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return cache_home() / NAME / (source_hash() + checked)


def _prepare_cache() -> None:
    folder = use(cache_folder())
    numba.config.CACHE_DIR = str(folder)
    os.utime(folder)
    _forget_old(folder.parent)


def _forget_old(parent: Path) -> None:
    """Another checkout may be using its own folder, so only long unused ones go."""
    limit = time.time() - DAYS_KEPT * 86400
    for folder in parent.iterdir():
        with suppress(FileNotFoundError):  # another process forgets it, too
            if folder.lstat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


if numba.config.DISABLE_JIT:
    # Streams wrap around on purpose; NumPy scalars would warn at every draw.
    np.seterr(over="ignore")
else:
    _prepare_cache()

# The tuple of strategies is a tuple of function types, which Numba calls experimental.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)


def kernel(function_or_signature: Any) -> Any:
    """Compile a function for the kernels: `@kernel`, or `@kernel(signature)` at import.

    With the compiler off (NUMBA_DISABLE_JIT=1) the function stays plain Python.
    """
    if inspect.isfunction(function_or_signature):
        return _compiled(function_or_signature)
    return lambda function: _compiled(
        # A function with a signature may be handed on as a value, which needs a wrapper.
        function, function_or_signature, no_cfunc_wrapper=False, _nrt=not _is_ours(function)
    )  # fmt: skip


def inner_kernel(function: Any) -> Any:
    """As `kernel`, for the small functions inside hot loops: their code goes into the callers'.

    Numba's calls are dear, and LLVM by itself leaves a function outside that has several
    callers: a sixth of the time of a game of Tiny Epic Defenders was spent on calling.
    """
    return _compiled(function, forceinline=True)


def scratch_kernel(function: Any) -> Any:
    """As `kernel`, for functions that make an array, or are handed one by such a function.

    Only these count who holds an array, and free it when nobody does.
    """
    return _compiled(function, _nrt=True)


def is_compiled_for(function: Any, signature: Any) -> bool:
    """Whether a function is compiled for a signature; with the compiler off every one is."""
    return numba.config.DISABLE_JIT or signature.args in getattr(function, "overloads", ())


def _is_ours(function: Any) -> bool:
    """Whether a function is the project's; a designer's own strategy may make arrays."""
    return function.__module__.partition(".")[0] in ("simulate", "strategies", "tests")


def _compiled(function: Any, signature: Any = None, **options: Any) -> Any:
    """By default without reference counts: arrays belong to the Python caller, and counting who
    holds them took between a fifth and a half of the time of a game.
    """
    if numba.config.DISABLE_JIT:
        return function
    usual = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
    options = {**usual, **options}
    if signature is None:
        return Kernel(function, {"nopython": True, "boundscheck": None, **options})
    return declared(function, signature, options)
