"""Compiled games call no function of the C library: its last bits differ between machines.

Looked at is their code for the plainest processor of this kind.  It has no instruction for much
that others have, and so calls all that may be called anywhere.
"""

import functools
import platform
import re

import numba
import numpy as np
import pytest
from llvmlite import binding

from simulate.pack import catalogue
from tests.every_game.adapters import GAMES, adapter
from tests.marks import long_but

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")

GAME_OF = {catalogue.facts(game).package: game for game in GAMES}  # whose kernels are its
OF_PYTHON = re.compile("_?Py|numba_|NRT_")  # Python's and Numba's own; they reckon nothing
MOVES_BYTES = {"memcpy", "memmove", "memset"}  # written by the compiler itself
# One rounding in place of two, or another order: allowed to the compiler by a word.
LOOSE = re.compile(
    r"llvm\.fm(?:a|uladd)|\b(?:fast|contract|reassoc|afn|arcp)\b.* (?:double|float) "
)
ELF = f"{platform.machine().lower()}-unknown-linux-gnu"
SYMBOL = np.dtype(
    [("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("at", "<u8", 2)]
)


def module_of(entry):
    """The code of what Python calls, with everything that is linked into it."""
    (compiled,) = entry.overloads.values()
    return compiled.library._get_module_for_linking()


def called(module):
    """The names of what a module calls and does not hold itself."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    plainest = binding.Target.from_triple(ELF).create_target_machine(cpu="generic", opt=1)
    copy = module.clone()
    copy.triple, copy.data_layout = ELF, str(plainest.target_data)
    emitted = binding.ObjectFileRef.from_data(plainest.emit_object(copy))
    parts = {part.name(): part.data() for part in emitted.sections()}
    names = parts[b".strtab"]
    symbols = np.frombuffer(parts[b".symtab"], SYMBOL)[1:]
    open_ones = symbols["name"][symbols["section"] == 0]
    return {names[at : names.index(b"\0", at)].decode() for at in open_ones}


def foreign(module):
    """What a module calls that is neither Python's nor moves bytes alone."""
    return {name for name in called(module) - MOVES_BYTES if not OF_PYTHON.match(name)}


@pytest.mark.parametrize("package", long_but({"defenders"}, sorted(GAME_OF)))
def test_games_call_nothing_of_the_c_library(package):
    game = GAME_OF[package]
    engine = catalogue.table(game).ENGINE
    catalogue.table(game).compile(adapter(game).prepared({"strategy": "random"}))
    parts = vars(type(engine)).items()
    entries = [
        name
        for name, part in parts
        if isinstance(part, functools.cached_property) and name.startswith("_")
    ]
    assert len(entries) == 4
    for entry in entries:
        module = module_of(getattr(engine, entry))
        assert not foreign(module), entry
        assert not LOOSE.search(str(module)), entry


@numba.njit
def all_that_is_foreign(x, n):
    """What a game could call, but for a test."""
    return np.exp(x) + x**n + np.ceil(x) + x % 3.0 + np.hypot(x, 1.0)


def test_what_is_foreign_is_found():
    all_that_is_foreign(2.5, 3)
    assert foreign(module_of(all_that_is_foreign)) == {"exp", "pow", "ceil", "fmod", "hypot"}


def test_what_is_loose_is_found():
    @numba.njit(fastmath={"contract"})
    def loosely(x):
        return x * x + 1.0

    loosely(2.5)
    assert LOOSE.search(str(module_of(loosely)))
