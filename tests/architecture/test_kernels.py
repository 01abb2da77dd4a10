"""Kernels call each other downwards only: no recursion, which Numba's cache cannot keep."""

import ast

from simulate import configs

ROOT = configs.folder().parent
FOLDERS = ("simulate/core", "simulate/mechanics", "simulate/games", "simulate/table", "strategies")


def calls() -> dict[str, set[str]]:
    """Function name -> names it calls, over all kernel folders."""
    found: dict[str, set[str]] = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and is_kernel(node):
                    called = {
                        n.func.id
                        for n in ast.walk(node)
                        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
                    }
                    found.setdefault(node.name, set()).update(called)
    return found


def is_kernel(node: ast.FunctionDef) -> bool:
    names = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
    return not {"kernel", "inner_kernel"}.isdisjoint(names)


def test_no_recursion():
    """A kernel that reached itself crashed the process when it was loaded from the cache."""
    graph = calls()
    assert len(graph) > 100
    for start in graph:
        reached, todo = set(), [start]
        while todo:
            for name in graph.get(todo.pop(), ()):
                assert name != start, f"{start} can call itself"
                if name in graph and name not in reached:
                    reached.add(name)
                    todo.append(name)


def test_packages_that_make_no_arrays_make_none():
    """Nobody counts there who holds an array: one made inside a kernel would never be freed."""
    from simulate.core.compiler import MAKING_NO_ARRAYS

    makers = {"zeros", "empty", "ones", "full", "array", "arange", "zeros_like", "empty_like"}
    looked = 0
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if MAKING_NO_ARRAYS.isdisjoint(parts):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and is_kernel(node):
                    of_numpy = {
                        n.attr
                        for n in ast.walk(node)
                        if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "np"
                    }
                    assert of_numpy.isdisjoint(makers), f"{path}: {node.name}"
                    looked += 1
    assert looked > 100


def test_no_field_is_named_like_a_method():
    """With the compiler off, `s.round` would be the method of a NumPy record."""
    import numpy as np

    from simulate.games.defenders.cards.tables import TABLES
    from simulate.games.defenders.moves.move import MOVE
    from simulate.games.defenders.state.record import STATE
    from simulate.games.dungeons.cards import tables as dungeons_tables
    from simulate.games.dungeons.moves import move as dungeons_move
    from simulate.games.dungeons.state import record as dungeons_record
    from strategies.defenders.features import FEATURES
    from strategies.defenders.outlook import OUTLOOK, WEIGHTS

    dungeons = (dungeons_tables.TABLES, dungeons_record.STATE, dungeons_move.MOVE)
    for record in (TABLES, STATE, MOVE, WEIGHTS, OUTLOOK, FEATURES, *dungeons):
        assert not set(record.names) & set(dir(np.record)), record
