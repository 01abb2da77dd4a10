"""Numba behind one decorator: compile kernels, cache compiled code, play without the compiler.

`jit` gives the decorators, `kernels` compiles, `cache` keeps, `sources` says of which code a
compiled kernel is, `inner` links inner kernels without compiling them into each caller, `plain`
plays in Python alone.
"""
