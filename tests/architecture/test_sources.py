"""The cache of compiled code trusts that no game uses another's sources; this is so."""

import ast
from collections.abc import Iterator
from pathlib import Path

from simulate.compiler.sources import KERNEL_SOURCES, ROOT, games_of
from tests.architecture.test_kernels import is_kernel


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST) -> Iterator[str]:
    """Full names of all that a file imports, wherever in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level
            yield from (f"{node.module}.{name.name}" for name in node.names)


def uses(folder: str) -> Iterator[tuple[str, str, bool]]:
    """Module, what it imports, and whether kernels are written in it."""
    for path in sorted((ROOT / folder).rglob("*.py")) or [ROOT / folder]:
        text = path.read_text(encoding="utf-8")
        if folder == "tests" and "kernel" not in text:
            continue
        tree = ast.parse(text)
        kernels = any(isinstance(n, ast.FunctionDef) and is_kernel(n) for n in ast.walk(tree))
        yield from ((module_of(path), name, kernels) for name in imported(tree))


def is_below(name: str, folder: str) -> bool:
    return f"{name}.".startswith(folder.removesuffix(".py").replace("/", ".") + ".")


def is_ours(name: str) -> bool:
    return is_below(name, "simulate") or is_below(name, "strategies")


def test_kernels_are_made_of_what_their_hash_is_made_of():
    """Of no other game's sources, and of none that are not hashed."""
    found = [use for folder in KERNEL_SOURCES for use in uses(folder)]
    assert len(found) > 1000
    for module, name, _ in found:
        if is_ours(name):
            assert any(is_below(name, folder) for folder in KERNEL_SOURCES), (module, name)
            assert games_of(name) <= games_of(module), (module, name)


MARKED = "tests.every_game.watch"  # makes watchers that bear a mark of the file of their laws


def test_kernels_of_tests_are_made_of_their_own_file_and_their_game():
    found = [(module, name) for module, name, kernels in uses("tests") if kernels]
    assert len({module for module, _ in found}) > 5
    for module, name in found:
        assert not is_below(name, "tests") or is_below(name, MARKED), (module, name)
        assert not is_ours(name) or games_of(name) <= games_of(module), (module, name)
