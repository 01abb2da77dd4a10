"""Editors check a pack by schemas, which say yes to what is shipped and no to a wrong key."""

import copy
import json
import re
import tomllib

import pytest

from simulate.experiment import schema
from simulate.pack import catalogue, configs, load_folder
from simulate.pack.text import schemas

GAMES = tuple(catalogue.names())
LIMIT = dict.fromkeys(GAMES, "round_limit") | {"dungeons": "turn_limit"}
MORE = {"maxItems", "maxLength", "maxProperties", "minProperties", "pattern"}
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
NUMBERS = (int, int | float)
KINDS |= {"number": NUMBERS[1]}
SIZES = (("Items", list), ("Length", str), ("Properties", dict))


KEYWORDS = {
    "$defs", "$ref", "additionalProperties", "anyOf", "const", "default", "description", "enum",
    "items", "maximum", "minItems", "minLength", "minimum", "properties", "required", "title",
    "type",
}  # fmt: skip


def keywords(node, inside=False):
    """Keywords of a schema; names of properties and definitions are none."""
    if isinstance(node, dict):
        for name, value in node.items():
            if not inside:
                yield name
            yield from keywords(value, inside=not inside and name in ("properties", "$defs"))
    elif isinstance(node, list):
        for entry in node:
            yield from keywords(entry)


def troubles(value, node, whole, at=""):
    """What a schema has against a value: a small validator for the words that ours use."""
    if "$ref" in node:
        yield from troubles(value, whole["$defs"][node["$ref"].rpartition("/")[2]], whole, at)
    if "anyOf" in node and all([*troubles(value, each, whole)] for each in node["anyOf"]):
        yield f"{at}: none of {len(node['anyOf'])}"
    kind = KINDS[node["type"]] if "type" in node else object
    if not isinstance(value, kind) or (kind in NUMBERS and isinstance(value, bool)):
        yield f"{at}: no {node['type']}"
        return
    if value not in node.get("enum", [value]) or value != node.get("const", value):
        yield f"{at}: {value!r} is none of {node.get('enum', node.get('const'))}"
    for word, sized in SIZES:
        if isinstance(value, sized):
            least, most = node.get(f"min{word}", 0), node.get(f"max{word}", len(value))
            if not least <= len(value) <= most:
                yield f"{at}: {len(value)} of {least} to {most}"
    if isinstance(value, str) and not re.search(node.get("pattern", ""), value):
        yield f"{at}: {value!r}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not node.get("minimum", value) <= value <= node.get("maximum", value):
            yield f"{at}: {value}"
    if isinstance(value, list):
        for number, entry in enumerate(value):
            yield from troubles(entry, node.get("items", {}), whole, f"{at}.{number}")
    if isinstance(value, dict):
        yield from table_troubles(value, node, whole, at)


def table_troubles(value, node, whole, at):
    known, others = node.get("properties", {}), node.get("additionalProperties", True)
    yield from (f"{at}: no {key}" for key in node.get("required", ()) if key not in value)
    for key, entry in value.items():
        if key in known:
            yield from troubles(entry, known[key], whole, f"{at}.{key}")
        elif isinstance(others, dict):
            yield from troubles(entry, others, whole, f"{at}.{key}")
        elif not others:
            yield f"{at}: unknown {key}"


def shipped_files(game):
    """(schema, content) of each file of rules and cards."""
    of_game = schemas.of_game(game)
    for file, head in schemas.heads(game).items():
        text = (configs.game_folder(game) / file).read_text("utf-8")
        kind = head.removeprefix("#:schema ./").partition(".")[0]
        yield of_game[kind], tomllib.loads(text)


def each_table(data):
    if isinstance(data, dict):
        yield data
    for entry in (
        data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    ):
        yield from each_table(entry)


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_files_are_right_and_a_wrong_key_or_number_is_told(game):
    for whole, data in shipped_files(game):
        assert [*troubles(data, whole, whole)] == []
        spoilt = copy.deepcopy(data)
        tables = [t for t in each_table(spoilt) if "value" in t or "do" in t or "name" in t]
        assert len(tables) > 10
        for table in tables[:: max(1, len(tables) // 40)]:
            table["gmaes"] = 1
            assert any(
                "gmaes" in what or "none of" in what for what in troubles(spoilt, whole, whole)
            )
            del table["gmaes"]


@pytest.mark.parametrize("game", GAMES)
def test_a_parameter_keeps_its_bounds_and_its_source(game):
    whole, data = next(shipped_files(game))
    assert [*troubles({**data, "game": game}, whole, whole)] == []
    assert [*troubles({**data, "game": "chess"}, whole, whole)]
    for name, value in ((LIMIT[game], 10**6), (LIMIT[game], "5"), (LIMIT[game], True)):
        wrong = {**data, name: {**data[name], "value": value}}
        assert len([*troubles(wrong, whole, whole)]) == 1
    assert [*troubles({**data, LIMIT[game]: {**data[LIMIT[game]], "source": "me"}}, whole, whole)]
    assert [*troubles({**data, LIMIT[game]: {**data[LIMIT[game]], "max": 9999}}, whole, whole)]
    without = {key: entry for key, entry in data.items() if key != LIMIT[game]}
    assert [*troubles(without, whole, whole)] == [f": no {LIMIT[game]}"]


@pytest.mark.parametrize("game", GAMES)
def test_effects_are_words_of_the_vocabulary_within_what_they_take(game):
    whole, data = [*shipped_files(game)][1]
    first = next(table for table in each_table(data) if isinstance(table.get("do"), str))
    wrong = [{"do": "hael"}] + [{"amount": 10**6}] * ("amount" in first)
    for change in wrong:
        before = dict(first)
        first.update(change)
        assert [*troubles(data, whole, whole)], change
        first.clear()
        first.update(before)


@pytest.mark.parametrize("game", GAMES)
def test_schemas_use_words_that_every_draft_reads_alike_and_tell_what_keys_mean(game):
    for whole in schemas.of_game(game).values():
        assert {*keywords(whole)} <= KEYWORDS | MORE
        assert '"null"' not in json.dumps(whole)
    rules = schemas.rules_schema(game)
    said = {f"#/$defs/{name}" for name, part in rules["$defs"].items() if part["description"]}
    assert all("description" in each or each["$ref"] in said for each in each_property(rules))


def each_property(node):
    for about in node.get("properties", {}).values():
        yield about
        yield from each_property(about)


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_names_its_schemas_and_is_a_pack(tmp_path, game):
    from simulate.cli.change.packs import new_command

    folder = tmp_path / "mine"
    new_command(game, str(folder))
    for file, head in schemas.heads(game).items():
        assert (folder / file).read_text("utf-8").startswith(head)
        named = folder / head.removeprefix("#:schema ./").rstrip("\n")
        assert json.loads(named.read_text("utf-8")) in schemas.of_game(game).values()
    assert load_folder(folder).game == game


def test_they_are_printed(capsys):
    from simulate.cli.change.packs import schema_command

    for game in GAMES:
        for kind, whole in schemas.of_game(game).items():
            schema_command(f"{game}/{kind}")
            assert json.loads(capsys.readouterr().out) == whole


def test_the_schema_uses_only_words_that_every_draft_reads_alike(shipped):
    assert set(keywords(schema())) <= KEYWORDS


def test_the_schema_says_yes_to_an_experiment_and_no_to_a_wrong_one(experiment):
    whole = schema()
    good = {
        "game": "toy", "games": 5, "factors": {"players": [1, 2], "rules.x": [1]},
        "fixed": {"mode": "easy", "strategy": "random", "skill": 0.5},
        "lineup": [{"strategies": ["random"]}], "target": [{"low": 0.3, "high": 0.7}],
        "variant": [{"name": "x", "blank": "horn"}, {"name": "y", "blank": ["a"], "set": {}}],
    }  # fmt: skip
    assert [*troubles(good, whole, whole)] == []
    wrong = [
        {"gmaes": 5}, {"games": 0}, {"games": "5"}, {"game": "toi"}, {"factors": {"players": [9]}},
        {"factors": {"players": 2}}, {"fixed": {"mode": "esay"}}, {"variant": [{"blank": "horn"}]},
        {"target": [{"low": "2"}]}, {"target": {"low": 0.3, "high": 0.4}},
        {"variant": [{"name": "x", "blank": 3}]},
    ]  # fmt: skip
    for change in wrong:
        assert [*troubles({**good, **change}, whole, whole)], change
