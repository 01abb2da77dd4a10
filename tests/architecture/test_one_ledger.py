"""Verdicts are counted, and standings given, in the ledger alone: two surfaces cannot differ."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SURFACES = ("reports", "simulate/cli", "simulate/api")
GIVEN = {"verdict", "verdicts", "now", "was", "given"}  # what verdicts are called
STANDINGS = (
    *("hangs on a guess", "hangs on who plays", "differs, inside the band"),
    "needs more games",
)


def counts(tree):
    """Lines that count verdicts, by `count`, `sum` or `Counter`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        is_sum = isinstance(node.func, ast.Name) and node.func.id in ("sum", "Counter")
        if (name == "count" or is_sum) and any(map(_names_verdicts, node.args)):
            yield node.lineno


def _names_verdicts(node):
    """Whether an expression holds one of the words of verdicts, or a field that is one."""
    inside = [*ast.walk(node)]
    named = {n.id for n in inside if isinstance(n, ast.Name)} & {"verdicts"}
    return bool(named or {n.attr for n in inside if isinstance(n, ast.Attribute)} & {"verdict"})


def files():
    return [path for folder in SURFACES for path in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_surface_counts_verdicts_or_gives_a_standing(path):
    tree = ast.parse(path.read_text("utf-8"))
    assert [*counts(tree)] == []
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    assert not {*STANDINGS} & {text for text in texts if isinstance(text, str)}


def test_a_count_is_seen():
    for text in (
        "kinds.count(verdicts.ON_TARGET)",
        "sum(d.verdict == verdicts.MORE for d in cells)",
        "sum(one.verdict in OFF for one in x)",
    ):
        assert [*counts(ast.parse(text))] == [1]
    assert [*counts(ast.parse("text.count('a'); sum(x.games for x in y)"))] == []
