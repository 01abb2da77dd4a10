"""What the models of every game's cards share."""

from importlib import import_module

import pytest

from simulate.core.errors import Problem
from simulate.toml.validate import check


def at(loc, what, on="value"):
    return Problem(".".join(map(str, loc)), what)


@pytest.mark.parametrize(
    ("module", "effect", "wrong"),
    [
        ("defenders.cards.model", {"who": "nobdy"}, ["do", "who"]),
        ("kingdoms.cards.model", {"when": "patrl", "who": "rivls"}, ["do", "when", "who"]),
        ("dungeons.cards.abilities", {"who": "nobdy"}, ["do", "who"]),
        ("tactics.cards.abilities", {"who": "nobdy", "way": "upp"}, ["do", "who", "way"]),
    ],
)
def test_a_wrong_effect_does_not_hide_words_that_no_effect_takes(module, effect, wrong):
    model = import_module(f"simulate.games.{module}").Effect
    _, problems = check(model, {"do": "xyz", **effect}, at)
    assert [problem.where for problem in problems] == wrong
    assert problems[0].what.startswith("no effect is called `xyz`; allowed: ")
    for key, problem in zip(wrong[1:], problems[1:], strict=True):
        assert problem.what.startswith(f"no effect takes `{key}` = {effect[key]!r}")
        assert "; allowed: " in problem.what


def test_words_that_some_effect_takes_are_not_in_the_way_of_a_wrong_effect():
    model = import_module("simulate.games.defenders.cards.model").Effect
    _, problems = check(model, {"do": "xyz", "who": "self"}, at)
    assert [problem.where for problem in problems] == ["do"]
