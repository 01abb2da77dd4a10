"""Lines of a game file that what was seen in play may come from, and what all games share."""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from simulate.own.declared import OwnGame

CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
           "setdefault", "sort", "update"}  # fmt: skip
SETS = {"set", "frozenset", "intersection", "union", "difference", "symmetric_difference"}
AS_THEY_LIE = {"list", "tuple", "iter", "enumerate", "next"}


class Shared:
    """Names of a file that functions change, as they were before games, and its caches."""

    def __init__(self, own: OwnGame) -> None:
        self.lines = shared_names(own.source.text)
        self._names = vars(sys.modules[own.kind.__module__])
        self._before = {name: self._names[name] for name in self.lines if name in self._names}
        self._before = deepcopy(self._before)
        within = [*self._names.values(), *vars(own.kind).values()]
        self._caches = [each for each in within if hasattr(each, "cache_clear")]

    @contextmanager
    def afresh(self) -> Iterator[None]:
        """All is as it was before games, and afterwards as it is now."""
        now = {name: self._names[name] for name in self._before}
        self._names.update(deepcopy(self._before))
        for each in self._caches:
            each.cache_clear()
        try:
            yield
        finally:
            self._names.update(now)


def shared_names(text: str) -> dict[str, int]:
    """What of a file outlives a game: names of the file that functions change, and methods that
    keep what they once answered; each with a line.
    """
    tree = ast.parse(text)
    of_file = _stored([node for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)
                       for node in ast.walk(each)])  # fmt: skip
    found: dict[str, int] = {}
    for function in (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)):
        nodes = [*ast.walk(function)]
        stands = {name for each in nodes if isinstance(each, ast.Global) for name in each.names}
        stored, arguments = (
            _stored(nodes),
            [each.arg for each in nodes if isinstance(each, ast.arg)],
        )
        lasting = of_file.keys() - (stored.keys() - stands) - {*arguments}
        found |= {name: line for name, line in _changed(nodes) if name in lasting}
        found |= {name: line for name, line in stored.items() if name in stands}
        for by in function.decorator_list if "self" in arguments else ():
            found |= {function.name: by.lineno} if "cache" in ast.unparse(by) else {}
    return found


def _stored(nodes: list[ast.AST]) -> dict[str, int]:
    names = (each for each in nodes if isinstance(each, ast.Name))
    return {name.id: name.lineno for name in names if isinstance(name.ctx, ast.Store)}


def _changed(nodes: list[ast.AST]) -> Iterator[tuple[str, int]]:
    """Names of which something is written, removed or added."""
    for each in nodes:
        of: Any = None
        if isinstance(each, ast.Subscript | ast.Attribute) and not isinstance(each.ctx, ast.Load):
            of = each.value
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            of = each.func.value if each.func.attr in CHANGES else None
        while isinstance(of, ast.Subscript | ast.Attribute):
            of = of.value
        if isinstance(of, ast.Name):
            yield of.id, of.lineno


def out_of_order(text: str) -> int:
    """The first line that goes through a set, or asks for `hash` or `id`; 0 for none."""
    nodes: list[Any] = [*ast.walk(ast.parse(text))]
    sets = {
        ast.unparse(target)
        for each in nodes
        if isinstance(each, ast.Assign) and _is_set(each.value)
        for target in each.targets
    }
    lines = []
    for node in nodes:
        through = [node.iter] if isinstance(node, ast.For | ast.comprehension) else []
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            through = node.args if name in AS_THEY_LIE else []
            lines += [node.lineno] if name in ("hash", "id") else []
        lines += [it.lineno for it in through if _is_set(it) or ast.unparse(it) in sets]
    return min(lines, default=0)


def _is_set(node: ast.AST) -> bool:
    is_made = isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in SETS
    return is_made or isinstance(node, ast.Set | ast.SetComp)
