"""What the models of every game's cards share."""

import copy
from importlib import import_module

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


def test_an_unknown_moment_of_an_ability_names_the_nearest():
    tables = copy.deepcopy(load("defenders").sections)
    tables["heroes"]["paladin"]["abilities"]["retribute"]["when"] = "defense"
    _, (problem,) = check(catalogue.cards_model("defenders"), tables, at)
    assert problem.where == "heroes.paladin.abilities.retribute.when"
    assert "did you mean `defend`?" in problem.what


def test_trouble_with_a_drawing_points_at_its_line():
    tables = copy.deepcopy(load("kingdoms").sections)
    tables["territories"]["card_1_plain"]["regions"]["a"]["borders"].append("e")
    _, (problem,) = check(catalogue.cards_model("kingdoms"), tables, at)
    assert problem.where == "territories.card_1_plain.regions.a.borders.2"


def test_a_wrong_letter_on_a_map_points_at_its_row():
    tables = copy.deepcopy(load("tactics").sections)
    spaces = tables["scrolls"]["glade"]["spaces"]
    spaces[3] = spaces[3].replace("F", "Z", 1)
    _, (problem,) = check(catalogue.cards_model("tactics"), tables, at)
    assert problem.where == "scrolls.glade.spaces.3"
