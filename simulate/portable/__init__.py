"""A game as a WebAssembly module, so that a page can play it: the same games, byte for byte.

`linked` puts the code of a game's `play_block` together, `emit` makes one module of it, `wasm`
reads and cuts what LLVM wrote, `image` lays the arguments of a call down as memory.
"""

from pathlib import Path


def scripts() -> tuple[str, str]:
    """What plays in a worker, and what asks it and tells the answer."""
    player, turn = (Path(__file__).with_name(name) for name in ("player.js", "turn.js"))
    return player.read_text("utf-8"), turn.read_text("utf-8")
