"""The one place that sets compile options, and the cache folder that cannot go stale."""

import functools
import hashlib
import inspect
import os
import shutil
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import numba
import numpy as np

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


def source_hash() -> str:
    """Hash of every source file that a kernel is made of: the same text, the same hash."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in KERNEL_FOLDERS:
        for path in sorted(_sources(ROOT / folder)):
            digest.update(path.relative_to(ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Folder of compiled kernels for exactly these sources and this way of compiling.

    Numba's own cache looks only at the file a function is written in: edit a rule, and a
    cached caller in another file goes on playing the old one.  A folder named after the
    hash of all sources cannot go stale.  Bounds-checked code gets a folder of its own,
    because Numba does not tell the two apart.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return home / "tiny-epic-balance" / (source_hash() + checked)


def _prepare_cache() -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old(folder.parent)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="tiny-epic-balance-"))
    numba.config.CACHE_DIR = str(folder)


def _forget_old(parent: Path) -> None:
    """Another checkout may be using its own folder, so only long unused ones go."""
    limit = time.time() - DAYS_KEPT * 86400
    for folder in parent.iterdir():
        if folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


if numba.config.DISABLE_JIT:
    # Streams wrap around on purpose; NumPy scalars would warn at every draw.
    np.seterr(over="ignore")
else:
    _prepare_cache()

# The tuple of strategies is a tuple of function types, which Numba calls experimental.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)

# Without reference counts: arrays belong to the Python caller, and counting who holds them took
# between a fifth and a half of the time of a game.
_compile = functools.partial(numba.njit, cache=True, nogil=True, error_model="numpy", _nrt=False)
# Only functions with a signature are handed on as values: the others need no wrapper for that.
_called = functools.partial(_compile, no_cfunc_wrapper=True)


def _one_for_all_constants(dispatcher: Any) -> Any:
    """Let every call with a constant share the code for int64.

    Numba otherwise compiles a function anew for each combination of constants it is called
    with: the log's `write` alone 183 times, and the first run took a minute longer.
    """
    plain = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        unliteral = numba.core.types.unliteral
        return plain(
            tuple(unliteral(arg) for arg in args),
            {name: unliteral(arg) for name, arg in kws.items()},
        )

    dispatcher.get_call_template = get_call_template
    return dispatcher


def kernel(function_or_signature: Any) -> Any:
    """Compile a function for the kernels: `@kernel`, or `@kernel(signature)` at import.

    With the compiler off (NUMBA_DISABLE_JIT=1) the function stays plain Python.
    """
    compile_ = _called if inspect.isfunction(function_or_signature) else _compile
    return _made(compile_, function_or_signature)


def inner_kernel(function: Any) -> Any:
    """As `kernel`, for the small functions inside hot loops: their code goes into the callers'.

    Numba's calls are dear, and LLVM by itself leaves a function outside that has several
    callers: a sixth of the time of a game of Tiny Epic Defenders was spent on calling.
    """
    return _made(functools.partial(_called, forceinline=True), function)


def scratch_kernel(function: Any) -> Any:
    """As `kernel`, for functions that make an array, or are handed one by such a function.

    Only these count who holds an array, and free it when nobody does.
    """
    return _made(functools.partial(_called, _nrt=True), function)


def _made(compile_: Any, function_or_signature: Any) -> Any:
    compiled = compile_(function_or_signature)
    if numba.config.DISABLE_JIT:
        return compiled
    if callable(getattr(compiled, "get_call_template", None)):
        return _one_for_all_constants(compiled)
    return lambda function: _one_for_all_constants(compiled(function))
