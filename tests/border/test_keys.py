"""Whoever writes a pack is told of every key what it means."""

import pytest

from reports.tables.shape import schema as report_schema
from simulate.cli.shared.answer import schema as answer_schema
from simulate.experiment import schema as experiment_schema
from simulate.pack import catalogue, load
from simulate.pack.text import keys
from simulate.pack.text.labels import label


def silent(schema):
    """Keys of a schema that do not say what they mean."""
    for part, spec in (("", schema), *schema.get("$defs", {}).items()):
        for key, about in spec.get("properties", {}).items():
            if not about.get("description"):
                yield f"{part}.{key}"


@pytest.mark.parametrize("game", catalogue.names())
def test_every_key_of_a_card_says_what_it_means(game):
    assert [*silent(keys.cards_schema(game))] == []


def test_every_key_of_an_experiment_says_what_it_means():
    assert [*silent(experiment_schema())] == []


def test_every_meaning_is_of_a_key_that_there_is():
    for owner, said in keys._words().items():
        known = set()
        for game in catalogue.names():
            if owner in (keys.EVERY, catalogue.facts(game).package):
                schema = catalogue.cards_model(game).model_json_schema()
                for part, spec in ((keys.WHOLE, schema), *schema["$defs"].items()):
                    known |= {*spec.get("properties", {})}
                    known |= {f"{part}.{key}" for key in spec.get("properties", {})}
        assert set(said) <= known, owner


@pytest.mark.parametrize("game", catalogue.names())
def test_every_number_of_the_rules_has_a_label(game):
    pack = load(game)
    for path in pack.rules:
        assert label(pack, f"rules.{path}") not in ("", path, f"rules.{path}")


def test_every_key_of_what_programs_read_says_what_it_means():
    assert [*silent(report_schema())] == [] == [*silent(answer_schema())]
