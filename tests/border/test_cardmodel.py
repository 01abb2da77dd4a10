"""What the models of every game's cards share."""

import copy
from functools import reduce
from importlib import import_module
from operator import getitem

import pytest

from simulate.core.errors import Problem
from simulate.core.text.validate import check
from simulate.pack import catalogue, load


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


@pytest.mark.parametrize(
    ("module", "effect", "wrong"),
    [
        ("defenders.cards.model", {"do": "lower_threat", "where": "hear", "amount": 1}, "where"),
        ("defenders.cards.model", {"do": "lower_threat", "where": "here", "amount": 99}, "amount"),
        ("kingdoms.cards.model", {"when": "patroll", "do": "march", "amount": 1}, "when"),
        ("kingdoms.cards.model", {"when": "quest", "do": "march", "amount": 9}, "amount"),
        ("dungeons.cards.abilities", {"do": "damage", "amount": 99, "who": "self"}, "amount"),
        ("tactics.cards.abilities", {"do": "survives", "amount": 2, "who": "self"}, "who"),
    ],
)
def test_what_does_not_go_with_an_effect_is_pointed_at(module, effect, wrong):
    model = import_module(f"simulate.games.{module}").Effect
    _, problems = check(model, effect, at)
    assert [problem.where for problem in problems] == [wrong]


@pytest.mark.parametrize(
    ("game", "section"),
    [
        ("defenders", "heroes"),
        ("defenders", "foes"),
        ("kingdoms", "factions"),
        ("dungeons", "bosses"),
        ("tactics", "units"),
        ("tactics", "tactics"),
    ],
)
def test_two_cards_of_one_name_are_refused(game, section):
    """A report names things as the card does: the second would be taken for the first."""
    tables = copy.deepcopy(load(game).sections)
    first, second = list(tables[section])[:2]
    tables[section][second]["name"] = tables[section][first]["name"]
    _, problems = check(catalogue.cards_model(game), tables, at)
    assert [problem.where for problem in problems] == [f"{section}.{second}.name"]
    assert "a report could not tell them apart" in problems[0].what


def at_way(tables, way):
    """The table that holds the last part of a way, and that part."""
    *parts, last = (int(part) if part.isdigit() else part for part in way.split("."))
    return reduce(getitem, parts, tables), last


@pytest.mark.parametrize(
    ("game", "way", "change", "said"),
    [
        (
            "defenders",
            "heroes.paladin.abilities.retribute.when",
            lambda when: "defense",
            "did you mean `defend`?",
        ),
        ("kingdoms", "territories.card_1_plain.regions.a.borders.2", lambda border: "e", ""),
        ("tactics", "scrolls.glade.spaces.3", lambda row: row.replace("F", "Z", 1), ""),
    ],
)
def test_a_wrong_moment_border_or_letter_of_a_map_is_pointed_at(game, way, change, said):
    tables = copy.deepcopy(load(game).sections)
    table, last = at_way(tables, way)
    if last == len(table):
        table.append("")
    table[last] = change(table[last])
    _, (problem,) = check(catalogue.cards_model(game), tables, at)
    assert problem.where == way and said in problem.what
