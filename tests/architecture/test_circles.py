"""No two files need each other, nor two folders side by side; and a folder holds 15 modules."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.architecture.test_sources import ROOT, imported, module_of

ROOMS = ("simulate", "strategies", "analysis", "reports")


@cache
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


def test_no_two_folders_side_by_side_need_each_other():
    modules = needed()
    between = set()
    for module, others in modules.items():
        for other in others:
            pair = apart(module.split("."), other.split("."))
            if pair and all(any(m.startswith(f"{room}.") for m in modules) for room in pair):
                between.add(pair)
    assert [pair for pair in between if pair[::-1] in between] == []


def apart(one: list[str], other: list[str]) -> tuple[str, str] | None:
    """Where two names part below what they share: `a.b.c` and `a.d.e` at `a.b` and `a.d`."""
    same = next((i for i, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), 0)
    return (".".join(one[: same + 1]), ".".join(other[: same + 1])) if same else None


def test_a_folder_holds_no_more_modules_than_can_be_looked_through():
    """Fifteen, and no more than sixteen rooms in `simulate`."""
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    folders = Counter(path.parent for path in files if not path.stem.startswith("__"))
    assert {str(f): n for f, n in folders.items() if n > 15 and "games" not in f.parts} == {}
    assert len([p for p in (ROOT / "simulate").iterdir() if (p / "__init__.py").is_file()]) <= 16


def test_a_circle_is_found_of_any_length():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [("a", "b", "c")]
