"""Strip LLVM's object file of linker sections, so that browsers accept it as a module.

Addresses of data begin at 0 and stand in the code already; memory, stack pointer and table of
functions are plain imports.
"""

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, FUNCTION, EXPORT = 0, 2, 3, 7
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
GIVEN = {"__linear_memory", "__stack_pointer", "__indirect_function_table"}
FEWEST = 12  # functions; where LLVM finds a game impossible it leaves two, 419 bytes


class WrongModule(Exception):
    """A module that is no game, or needs what a page cannot give."""


def finished(held: bytes) -> bytes:
    """The module in an object file, looked at.

    Raises
    ------
    WrongModule
        If it asks for a function, has hardly any of its own, or is not built as expected.
    """
    if held[:8] != MAGIC:
        raise WrongModule("LLVM made no WebAssembly")
    kept = [section for section in sections(held) if section[0] != CUSTOM]
    found = {kind: body for kind, body, _ in kept}
    missing = {IMPORT, FUNCTION, EXPORT} - set(found)
    if missing:
        raise WrongModule(f"no section {sorted(missing)}")
    more = sorted(set(imports(found[IMPORT])) - GIVEN)
    if more:
        raise WrongModule(f"it would have to be given {', '.join(more)}")
    count = number(found[FUNCTION], 0)[0]
    if count < FEWEST:
        raise WrongModule(f"LLVM left {count} functions of the game")
    return MAGIC + b"".join(whole for _, _, whole in kept)


def sections(held: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Kind and content of each section, and all of it."""
    begins = len(MAGIC)
    while begins < len(held):
        size, at = number(held, begins + 1)
        yield held[begins], held[at : at + size], held[begins : at + size]
        begins = at + size


def imports(body: bytes) -> Iterator[str]:
    """The names of what a module is to be given."""
    count, at = number(body, 0)
    for _ in range(count):
        _, at = _text(body, at)
        name, at = _text(body, at)
        kind, at = body[at], at + 1
        if kind == OF_FUNCTION:
            _, at = number(body, at)
        elif kind == OF_GLOBAL:
            at += 2
        elif kind in (OF_TABLE, OF_MEMORY):
            at = _past_limits(body, at + (kind == OF_TABLE))
        else:
            raise WrongModule(f"an import of kind {kind}")
        yield name


def _past_limits(body: bytes, at: int) -> int:
    """Behind the least and, where it is said, the greatest size of a memory or table."""
    flags, at = number(body, at)
    for _ in range(2 if flags & 1 else 1):
        _, at = number(body, at)
    return at


def _text(body: bytes, at: int) -> tuple[str, int]:
    size, at = number(body, at)
    return body[at : at + size].decode(), at + size


def number(body: bytes, at: int) -> tuple[int, int]:
    """A whole number (LEB128) and where what follows it begins."""
    value = shift = 0
    while True:
        byte = body[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
