"""A class's name means one class, but for what each game has of its own; a local says something."""

import ast
from collections import Counter
from collections.abc import Iterator

from simulate.compiler.sources import ROOT
from tests.architecture.test_names import FILES

PACKAGES = ("simulate", "strategies", "analysis", "reports")

# The same room of each game holds the same thing under the same name.
OF_EACH_GAME = {
    "Ability", "CardsModel", "Catalogue", "Effect", "EffectSpec", "EventSerializer", "Hero",
    "Narrator", "Region", "Spell",
}  # fmt: skip


SAYS_NOTHING = {"mine", "here", "there"}


def nodes() -> Iterator[ast.AST]:
    for file in FILES:
        if file.relative_to(ROOT).parts[0] in PACKAGES:
            yield from ast.walk(ast.parse(file.read_text("utf-8")))


def test_no_other_class_name_is_borne_twice():
    names = Counter(node.name for node in nodes() if isinstance(node, ast.ClassDef))
    twice = {name for name, times in names.items() if times > 1}
    assert twice <= OF_EACH_GAME


def test_no_local_and_no_parameter_says_nothing():
    assigned = {node.id for node in nodes() if isinstance(node, ast.Name) and is_stored(node)}
    assigned |= {node.arg for node in nodes() if isinstance(node, ast.arg)}
    assert not assigned & SAYS_NOTHING


def is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
