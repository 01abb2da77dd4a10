"""Kernels call each other downwards only: no recursion, which Numba's cache cannot keep."""

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simulate.pack import catalogue, configs

ROOT = configs.folder().parent
FOLDERS = ("simulate/core", "simulate/mechanics", "simulate/games", "simulate/engine", "strategies")


Trees = dict[Path, ast.Module]


@pytest.fixture(scope="module")
def trees() -> Trees:
    """The files in which kernels may be written."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def calls(trees: Trees) -> dict[str, set[str]]:
    """Kernel, by module and name -> the functions it calls, likewise, over all kernel folders."""
    graph: dict[str, set[str]] = {}
    for path, tree in trees.items():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        known = names_in(tree, module)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and is_kernel(node):
                called = {name_of(n.func, known) for n in ast.walk(node) if is_call(n)}
                graph[f"{module}.{node.name}"] = called - {None}
    return graph


def names_in(tree: ast.Module, module: str) -> dict[str, str]:
    """What the names of a file stand for: what it imports and its own functions."""
    own = {n.name: f"{module}.{n.name}" for n in tree.body if isinstance(n, ast.FunctionDef)}
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return own | imported


def is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


def name_of(called: ast.expr, known: dict[str, str]) -> str | None:
    """`step` or `turn.step` as the module and name that it stands for."""
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        room = known.get(called.value.id)
        return room and f"{room}.{called.attr}"
    return known.get(called.id) if isinstance(called, ast.Name) else None


def is_kernel(node: ast.FunctionDef) -> bool:
    names = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
    return not {"kernel", "inner_kernel", "allocating_kernel"}.isdisjoint(names)


def test_no_recursion(trees: Trees):
    """A kernel that reached itself crashed the process when it was loaded from the cache."""
    graph = calls(trees)
    assert len(graph) > 1000 and sum(map(len, graph.values())) > 2000
    for start in graph:
        reached, todo = set(), [start]
        while todo:
            for name in graph.get(todo.pop(), ()):
                assert name != start, f"{start} can call itself"
                if name in graph and name not in reached:
                    reached.add(name)
                    todo.append(name)


def kernels(trees: Trees) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every kernel with its place; a function inside another is made into one by each game."""
    for path, tree in trees.items():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        made = {inner for outer in functions for inner in functions_in(outer)}
        for function in functions:
            if is_kernel(function) or function in made:
                yield f"{path.relative_to(ROOT)}:{function.lineno}", function


def functions_in(outer: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    return (n for n in ast.walk(outer) if isinstance(n, ast.FunctionDef) and n is not outer)


def test_kernels_reckon_with_functions_of_our_own(trees: Trees):
    """`math` and `**` lead to the C library, which differs between machines.

    What is compiled, `test_links` looks at; a constant power leads there in plain Python alone.
    """
    for place, function in kernels(trees):
        for node in ast.walk(function):
            if isinstance(node, ast.BinOp | ast.AugAssign):
                assert not isinstance(node.op, ast.Pow | ast.MatMult), f"{place}: use power()"
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "math":
                assert node.attr == "sqrt", f"{place}: math.{node.attr}"


def test_no_field_is_named_like_a_method():
    """With the compiler off, `s.round` would be the method of a NumPy record."""
    rooms = {catalogue.facts(game).package for game in catalogue.names()}
    files = [
        file
        for game in sorted(rooms)
        for file in (
            f"simulate.games.{game}.state.record",
            f"simulate.games.{game}.cards.tables",
            f"simulate.games.{game}.moves.move",
            f"strategies.{game}.features",
            f"strategies.{game}.outlook",
        )
        if importlib.util.find_spec(file)
    ]
    held = [each for file in files for each in vars(importlib.import_module(file)).values()]
    records = [each for each in held if isinstance(each, np.dtype) and each.names]
    logs = [catalogue.table(game).RECORDS.log for game in catalogue.names()]
    assert len(records) > 12
    for record in (*records, *logs, *(log["lines"].base for log in logs)):
        assert not set(record.names) & set(dir(np.record)), record


SCALARS = ("int64", "uint64", "float64", "int8", "uint8", "uint32", "sqrt", "floor")


def kernels_by_name(trees: Trees) -> dict[str, list[tuple[ast.FunctionDef, bool]]]:
    """Function name -> its kernels, and whether each counts who holds an array."""
    found: dict[str, list[tuple[ast.FunctionDef, bool]]] = {}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and is_kernel(node):
                names = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
                found.setdefault(node.name, []).append((node, "allocating_kernel" in names))
    return found


def made_in(node: ast.FunctionDef, handing: set[str]) -> set[str]:
    """Variables of a kernel that hold an array which it made, or was handed by `handing`."""
    made = set()
    for line in ast.walk(node):
        if not isinstance(line, ast.Assign):
            continue
        calls = [n.func for n in ast.walk(line.value) if isinstance(n, ast.Call)]
        makes = any(
            isinstance(f, ast.Attribute)
            and isinstance(f.value, ast.Name)
            and f.value.id == "np"
            and f.attr not in SCALARS
            for f in calls
        )
        handed = any(isinstance(f, ast.Name) and f.id in handing for f in calls)
        if makes or handed or is_part_of(line.value, made):
            made |= {n.id for target in line.targets for n in ast.walk(target) if hasattr(n, "id")}
    return made


def is_part_of(value: ast.expr, made: set[str]) -> bool:
    """Whether an expression is slices of arrays, one at least of an array made here."""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return any(
        isinstance(part, ast.Subscript)
        and isinstance(part.slice, ast.Slice)
        and isinstance(part.value, ast.Name)
        and part.value.id in made
        for part in parts
    )


def handed_back(node: ast.FunctionDef) -> set[str]:
    """Variables that a kernel returns as they are, alone or in a tuple."""
    found = set()
    for line in ast.walk(node):
        if isinstance(line, ast.Return) and line.value is not None:
            parts = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
            found |= {part.id for part in parts if isinstance(part, ast.Name)}
    return found


def test_who_is_handed_an_array_frees_it(trees: Trees):
    """A plain kernel counts no references: an array that it is handed would never be freed."""
    kernels = kernels_by_name(trees)
    handing: set[str] = set()
    while True:
        more = {
            name
            for name, nodes in kernels.items()
            for node, scratch in nodes
            if scratch and made_in(node, handing) & handed_back(node)
        }
        if more <= handing:
            break
        handing |= more
    assert {"scratch", "reach"} <= handing
    for name, nodes in kernels.items():
        for node, scratch in nodes:
            assert scratch or not made_in(node, handing), f"{name} must be a allocating_kernel"
