"""Link the code of `play_block` into one LLVM module, before optimisation.

All that leans on inner parts of Numba stands here; `what_is_missing` says whether they are as
needed, and where they are not, no game is made portable.
"""

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulate.compiler import kernels  # loads Numba, and keeps it from the current folder

# isort: split
from llvmlite import binding
from numba.core.datamodel import ArgPacker, default_manager

from simulate.engine.game_engine import GameEngine

NEEDED = "self dmm fe_args"  # arguments of what is called below
# Without observers, logs and designers' code these arguments are None, which removes their code.
NOTHING = ("choosers", "move_buffer", "watch")
# Nothing is ever written to a log that is off, so all that would write goes, and its megabytes.
SILENT = ("log", "workspace.silent")
POINTER, WORKSPACE = "ptr", "workspace"
TRIPLE = "wasm32-unknown-unknown"
# In the memory of a module the tables that LLVM made lie from 0 on, the stack grows down from BASE;
# from there on lie the arguments of each call, then their arrays, then room for a game's own.
BASE, ARGUMENTS = 1 << 20, 4096  # bytes: 8 for each number that `play_block` takes
ROOM = 4088  # where among the arguments the first address stands that is free


class Slot(NamedTuple):
    """A number that the compiled code takes, one of the many that an argument is made of."""

    argument: str  # its name in `play_block`, of a field of the workspace with that
    kind: str  # LLVM's type


@dataclass(frozen=True)
class Linked:
    """One module: entry, the name of the function that is called, and what it takes, in order.

    The first two arguments of the function are where its result and its error are written.
    """

    module: binding.ModuleRef
    entry: str
    slots: tuple[Slot, ...]


def what_is_missing() -> str | None:
    """What a game cannot be made portable without and that is not here; None where all is."""
    if kernels.way is None:
        return "the compiler, which is off"
    if not hasattr(kernels.way, "InnerLibrary"):
        return "the project's own way of compiling"
    code = ArgPacker.__init__.__code__
    if " ".join(code.co_varnames[: code.co_argcount]) != NEEDED:
        return "Numba's `ArgPacker` as it was"
    try:
        target()
    except RuntimeError:
        return "a WebAssembly target in llvmlite"
    return None


def target() -> binding.Target:
    """What LLVM makes browsers' code with.  Raises RuntimeError where llvmlite has none."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding.Target.from_triple(TRIPLE)


def link(engine: GameEngine) -> Linked:
    """All code that a game's `play_block` leads to; inner code comes from the cache."""
    signature = engine.records.play_block(engine.game_row, engine.seat_row)
    library = kernels.kernel(engine.loop.play_block).library_for(signature.args)
    codes = [binding.parse_bitcode(each.bitcode()) for each in library.with_all_called()]
    for code in codes[1:]:
        codes[0].link_in(code)
    slots = [
        Slot(name, POINTER if str(kind).endswith("*") else str(kind))
        for name, given in named(names_of(engine), signature.args)
        for kind in ArgPacker(default_manager, [given]).argument_types  # type: ignore[no-untyped-call]
    ]
    return Linked(codes[0], library.key[-1], tuple(slots))


def names_of(engine: GameEngine) -> tuple[str, ...]:
    """The names of what a game's `play_block` takes."""
    return tuple(inspect.signature(engine.loop.play_block).parameters)


def named(names: Iterable[str], given: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Arguments, or their types, by name; those of a workspace each by its own."""
    for name, each in zip(names, given, strict=True):
        fields = getattr(each, "_fields", getattr(each, "fields", ()))
        if name == WORKSPACE:
            yield from ((f"{name}.{field}", each[k]) for k, field in enumerate(fields))
        else:
            yield name, each
