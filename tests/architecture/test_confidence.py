"""Every interval of a report is made as sure as its run asks for, by whoever makes it."""

import ast
from collections.abc import Iterator
from pathlib import Path

from simulate.pack import configs

ROOT = configs.folder().parent
# What makes an interval, or all intervals of a table, and after how many arguments it is told
# how sure they must be.
MAKERS = {
    "Ratios": 3, "Split": 2, "combination": 3, "difference": 4, "effect": 4, "cautious": 5,
    "mean": 3, "of_numbers": 3, "rate": 3, "told_apart": 3, "widening": 2, "wilson": 3,
}  # fmt: skip


def unsaid(path: Path) -> Iterator[tuple[str, int]]:
    """Intervals that are made without saying how sure they must be."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        said = len(node.args) + sum(isinstance(arg, ast.Starred) for arg in node.args)
        named = any(word.arg == "confidence" for word in node.keywords)
        if said < MAKERS.get(node.func.id, 0) and not named:
            yield path.name, node.lineno


def test_intervals_of_the_analysis_say_how_sure_they_must_be():
    rooms = [path for path in (ROOT / "analysis").rglob("*.py") if path.parent.name != "stats"]
    assert [found for path in rooms for found in unsaid(path)] == []


def test_nothing_is_said_from_above():
    files = [path for folder in ("analysis", "reports") for path in (ROOT / folder).rglob("*.py")]
    assert [path.name for path in files if "ContextVar" in path.read_text(encoding="utf-8")] == []
