"""A class's name means one class, but for what each game has of its own; a local says something."""

import ast
from collections import Counter

import pytest

from simulate.compiler.sources import ROOT
from tests.architecture.test_names import FILES

PACKAGES = ("simulate", "strategies", "analysis", "reports")

# The same room of each game holds the same thing under the same name.
OF_EACH_GAME = {
    "Ability", "CardsModel", "Catalogue", "Effect", "EffectSpec", "EventSerializer", "Hero",
    "Narrator", "Region", "Spell",
}  # fmt: skip


SAYS_NOTHING = {"mine", "here", "there"}


@pytest.fixture(scope="module")
def said() -> tuple[Counter[str], set[str]]:
    """How many classes bear each name, and the names of locals and parameters."""
    classes: Counter[str] = Counter()
    others: set[str] = set()
    for file in FILES:
        if file.relative_to(ROOT).parts[0] in PACKAGES:
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    classes[node.name] += 1
                elif isinstance(node, ast.arg):
                    others.add(node.arg)
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    others.add(node.id)
    return classes, others


def test_no_other_class_name_is_borne_twice(said):
    twice = {name for name, times in said[0].items() if times > 1}
    assert twice <= OF_EACH_GAME


def test_no_local_and_no_parameter_says_nothing(said):
    assert said[1] and not said[1] & SAYS_NOTHING
