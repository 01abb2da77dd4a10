"""No two files need each other, be it in a function or for a type: one comes before the other."""

import ast
from collections.abc import Iterator

from tests.architecture.test_sources import ROOT, imported, module_of

ROOMS = ("simulate", "strategies", "analysis", "reports")


def needed() -> dict[str, set[str]]:
    """What each module imports of ours: of a package that is what a name of it lies in."""
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    trees = {module_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in files}
    return {module: set(_known(tree, trees)) - {module} for module, tree in trees.items()}


def _known(tree: ast.AST, modules: dict[str, ast.Module]) -> Iterator[str]:
    for name in imported(tree):
        found = name if name in modules else name.rpartition(".")[0]
        if found in modules:
            yield found


def circles(uses: dict[str, set[str]]) -> list[list[str]]:
    """Modules that need each other, however many steps it takes."""
    reached: dict[str, set[str]] = {}
    for module in uses:
        waiting, seen = [module], set[str]()
        while waiting:
            for name in uses[waiting.pop()] - seen:
                seen.add(name)
                waiting.append(name)
        reached[module] = seen
    return sorted(
        {tuple(sorted(m for m in reached[one] if one in reached[m])) for one in uses} - {()}
    )


def test_no_two_files_need_each_other():
    assert circles(needed()) == []


def test_a_circle_is_found_of_any_length():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [("a", "b", "c")]
