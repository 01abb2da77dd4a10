"""Compile a game to WebAssembly, so that a page plays the same games, byte for byte.

`linked` and `emit` make a module of a game's `play_block`, `wasm` cuts what LLVM wrote; `module`
keeps it, `maker` makes it beside.  `image` is the memory, `numbers` may be turned, where `offered`.
"""

from pathlib import Path


def text_of(name: str) -> str:
    """The text of a file of this room: a script of a page, or what modules are made of."""
    return Path(__file__).with_name(name).read_text("utf-8")
