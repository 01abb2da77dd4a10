"""A class's name means one class, but for what each game has of its own."""

import ast
from collections import Counter

from simulate.compiler.sources import ROOT
from tests.architecture.test_names import FILES

PACKAGES = ("simulate", "strategies", "analysis", "reports")

# The same room of each game holds the same thing under the same name.
OF_EACH_GAME = {
    "Ability", "CardsModel", "Catalogue", "Effect", "EffectSpec", "EventSerializer", "Hero",
    "Narrator", "Region", "Spell",
}  # fmt: skip


def test_no_other_class_name_is_borne_twice():
    names = Counter(
        node.name
        for file in FILES
        if file.relative_to(ROOT).parts[0] in PACKAGES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    twice = {name for name, times in names.items() if times > 1}
    assert twice <= OF_EACH_GAME
