"""Numba behind one decorator: compiling kernels, keeping what was compiled, playing without it.

`jit` gives the decorators, `kernels` compiles, `cache` keeps, `sources` says of which code a
compiled kernel is, `inner` links inner kernels without compiling them into each caller, `plain`
plays in Python alone.
"""
