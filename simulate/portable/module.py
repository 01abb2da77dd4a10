"""The cached WebAssembly module of each version of a game."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from simulate.compiler.cache import folder_of, read, write
from simulate.pack import catalogue
from simulate.portable import text_of

MADE_BY = ("llvmlite", "numba")
MADE_IN = ("emit.py", "linked.py", "runtime.ll", "wasm.py")


def module_of(game: str) -> bytes:
    """A game's `play_block` as a WebAssembly module: from the cache, or made now.

    Raises WrongModule as `emit`.
    """
    from simulate.portable.emit import emit
    from simulate.portable.engines import engine_of
    from simulate.portable.linked import link

    kept = read(path_of(game))
    if kept is None:
        kept = emit(link(engine_of(game)))
        write(path_of(game), kept)
    return kept


def path_of(game: str) -> Path:
    """The cache path of the module, for exactly these sources of the game and the compiler."""
    return folder_of(catalogue.room(game).table) / "portable" / f"play_block.{_stamp()}.wasm"


@cache
def _stamp() -> str:
    """A mark of all that makes modules."""
    digest = hashlib.blake2b(repr([(name, version(name)) for name in MADE_BY]).encode())
    for name in MADE_IN:
        digest.update(text_of(name).encode())
    return digest.hexdigest()[:16]
