"""A game as a WebAssembly module, so that a page can play it: the same games, byte for byte.

`linked` puts the code of a game's `play_block` together, `emit` makes one module of it, `wasm`
reads and cuts what LLVM wrote, `image` lays the arguments of a call down as memory.
"""
