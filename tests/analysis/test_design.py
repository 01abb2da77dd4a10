"""What a manifest says about what was played."""

import json
from dataclasses import replace

import pytest

from analysis.data.design import Design, plain
from tests.analysis.made_up import Recipe, in_memory

RECIPE = Recipe(games=5)


def _manifest(**changes):
    return in_memory(replace(RECIPE, **changes)).manifest


def _factor(levels, meanings=None, **more):
    manifest = _manifest()
    manifest["factors"] = [
        {"name": "size", "meaning": "", "levels": levels, "crossed": True,
         "level_meanings": meanings or {}, **more}
    ]  # fmt: skip
    cells = manifest["cells"][: len(levels)]
    for cell, level in zip(cells, levels, strict=True):
        cell["levels"] = {"size": level}
    manifest["cells"] = cells
    return Design(manifest).factors[0]


@pytest.mark.parametrize(
    "levels, meanings, more, amounts, unit",
    [
        ([5, 6, 8], {}, {}, (5, 6, 8), ""),
        ([0.1, 0.5], {}, {}, (0.1, 0.5), ""),
        (["few", "many"], {"few": "1 wolf", "many": "3 wolves"}, {}, (1, 3), "wolf"),
        (["few", "many"], {}, {"ordered": True}, (1, 2), ""),
        (
            ["few", "many"],
            {"few": "1 wolf", "many": "3 wolves"},
            {"unit": "beast"},
            (1, 3),
            "beast",
        ),
        (["red", "blue"], {}, {}, (), ""),
        (["red", "blue"], {"red": "2 or 3", "blue": "4"}, {}, (), ""),
        (["many", "few"], {"few": "1 wolf", "many": "3 wolves"}, {}, (), "wolf"),
        ([True, False], {}, {}, (), ""),
    ],
)
def test_ordered_factors(levels, meanings, more, amounts, unit):
    factor = _factor(levels, meanings, **more)
    assert factor.amounts == amounts
    assert factor.unit == unit
    assert factor.ordered == bool(amounts)


def test_levels_come_in_their_natural_order():
    design = Design(_manifest())
    assert design.factors[1].levels == ("calm", "rough", "wild", "storm")
    assert design.tuned.name == "tide"


def test_contexts_differ_in_one_factor_alone():
    design = Design(_manifest(players=(1, 2)))
    players, tide = design.factors
    assert [c.levels for c in design.contexts(tide)] == [{"players": 1}, {"players": 2}]
    assert design.contexts(tide)[1].cells == {"calm": 4, "rough": 5, "wild": 6, "storm": 7}
    assert len(design.contexts(players)) == 4


def test_a_missing_combination_leaves_its_context_smaller():
    manifest = _manifest(players=(1, 2))
    del manifest["cells"][7]
    tide = Design(manifest).factors[1]
    assert list(Design(manifest).contexts(tide)[1].cells) == ["calm", "rough", "wild"]


def test_variants_have_twins():
    design = Design(_manifest(players=(1, 2), tides=("calm",), variants={"rope": 0, "net": 0}))
    assert design.variants == ("rope", "net")
    assert list(design.twins("net")) == [(0, 2), (3, 5)]
    assert [f.name for f in design.factors] == ["players"]


def test_names_come_from_the_cards():
    design = Design(_manifest())
    assert design.name("ada") == "Ada"
    assert design.name("sea_serpent") == "Sea serpent"
    assert design.card_in("keepers", "ada") == "cards.keepers.ada"
    assert design.card_in("tools", "Rope") == "cards.tools.rope"
    assert design.card_in("tools", "ada") is None
    assert design.name_in("tools", "ada") == "Ada"


def test_an_id_of_two_sections_is_known_by_its_section():
    manifest = _manifest()
    manifest["pack"]["cards"]["tools"]["ada"] = {"name": "Adze"}
    design = Design(manifest)
    assert design.card_in("tools", "ada") == "cards.tools.ada"
    assert [design.name_in(each, "ada") for each in ("keepers", "tools")] == ["Ada", "Adze"]
    assert "ada" not in design.names


@pytest.mark.parametrize(
    "text, words", [("sea_serpent", "Sea serpent"), ("Kraken", "Kraken"), ("a", "a")]
)
def test_plain(text, words):
    assert plain(text) == words


@pytest.mark.parametrize("metric", ["won", "win_rate"])
def test_the_band_of_the_target(metric):
    manifest = _manifest()
    manifest["target"]["metric"] = metric
    assert Design(manifest).band.middle == pytest.approx(0.4)
    manifest["target"]["metric"] = "rounds"
    assert Design(manifest).band is None


@pytest.mark.parametrize(
    ("name", "values", "base"),
    [
        ("strategy", ("quick", "random"), "quick"),
        ("skill", (0.5, 1.0), 1.0),
        ("skill", (0.3, 0.5), 0.3),
        ("strategies.quick.weights.x", (1, 2), 1),
    ],
)
def test_with_others_at_the_table_it_is_another_game(name, values, base):
    """What is told over settings is told of one kind of player, of the best if they are there."""
    recipe = Recipe(games=10, players=(2, 3), swept="skill", values=(1, 2))
    manifest = _manifest_of(recipe, name, values)
    design = Design(manifest)
    (factor,) = design.in_question
    assert factor.swept and factor.base == base
    assert {c.levels[name] for c in design.cells if c.number in design.unswept} == {base}


def _manifest_of(recipe, name, values):
    """The manifest of a recipe, its swept number called otherwise."""
    text = json.dumps(in_memory(recipe).manifest).replace('"skill"', f'"{name}"')
    manifest = json.loads(text)
    for cell in manifest["cells"]:
        cell["levels"][name] = values[cell["levels"][name] - 1]
    for factor in manifest["factors"]:
        if factor["name"] == name:
            factor["levels"] = list(values)
    return manifest


def test_a_card_and_an_ability_of_one_have_a_path():
    cards = {"heroes": {"old": {"name": "Old"}, "old_sea": {"abilities": {"dog": {}}}}}
    known = Design({"pack": {"cards": cards}, "cells": []})
    assert known.card_in("heroes", "old") == "cards.heroes.old"
    assert known.card_in("heroes", "old_sea_dog") == "cards.heroes.old_sea.abilities.dog"
    assert known.card_in("heroes", "old_dog") is known.card_in("foes", "old") is None
    for odd in (7, {"abilities": 3}, {"abilities": None}):  # by a stranger's hand
        cards["heroes"]["new"] = odd
        assert known.card_in("heroes", "new_dog") is None
