"""JSON Schemas of the files of a pack, for editors.

What no schema can say (what goes together, what an ability may do when) `simulate check` says.
"""

from collections.abc import Iterator
from typing import Any

from simulate.core.game.cardmodel import GuessRange
from simulate.mechanics.effects import Word, YesNo
from simulate.pack import alternatives, catalogue, load
from simulate.pack.rules import Rule
from simulate.pack.sources import SOURCE_KINDS
from simulate.pack.text import formats, keys

Schema = dict[str, Any]
RULES, CARDS = "rules", "cards"
SOURCE: Schema = {"type": "string", "pattern": f"^({'|'.join(SOURCE_KINDS)}): "}
WHENCE = "where the value is from: rulebook, cited, stand-in, fitted or designer, a colon, and why"
ABOUT: Schema = {
    "note": {"type": "string", "description": "a remark"},
    "label": {"type": "string", "description": "its name in reports"},
    "source": SOURCE | {"description": WHENCE},
}  # what each parameter says of itself


def file_name(kind: str) -> str:
    """How the schema of rules or cards is called beside them."""
    return f"{kind}.schema.json"


def heads(game: str) -> dict[str, str]:
    """The first line of each file of a pack that has a schema beside it."""
    of_files = {"rules.toml": RULES, **dict.fromkeys(catalogue.facts(game).card_files, CARDS)}
    return {file: f"#:schema ./{file_name(kind)}\n" for file, kind in of_files.items()}


def of_game(game: str) -> dict[str, Schema]:
    """The schemas of a game's rules and cards."""
    return {RULES: rules_schema(game), CARDS: cards_schema(game)}


def rules_schema(game: str) -> Schema:
    """JSON Schema of rules.toml: each parameter with its bounds."""
    whole = _group(f"Rules of {catalogue.facts(game).title}")
    whole["properties"]["game"] = {"enum": [game], "description": "the game of this pack"}
    whole["properties"][formats.KEY] = {
        "type": "integer",
        "minimum": 1,
        "maximum": formats.FORMAT,
        "description": "the version of the pack's keys; `simulate check PACK --upgrade` updates it",
    }
    for name, rule in load(game).rules.items():
        *groups, last = name.split(".")
        holder = whole
        for group in groups:
            _add(holder, group, _group(f"{group.replace('_', ' ')}, each"))
            holder = holder["properties"][group]
        _add(holder, last, _parameter(rule))
    return plain_optional(whole | {"$defs": {"GuessRange": _span(), **ABOUT}})


def _group(meaning: str) -> Schema:
    return {"type": "object", "description": meaning, "additionalProperties": False,
            "properties": {}, "required": []}  # fmt: skip


def _add(holder: Schema, name: str, part: Schema) -> None:
    if name not in holder["properties"]:
        holder["properties"][name] = part
        holder["required"].append(name)


def _parameter(rule: Rule) -> Schema:
    """A parameter: its value may be changed, its bounds say what is allowed."""
    fixed = {"unit": rule.unit, "min": rule.min, "max": rule.max, "choices": list(rule.choices)}
    fixed["guard"] = rule.guard or None
    said = {name: _only(value) for name, value in fixed.items() if value not in (None, "", [])}
    meaning = ". ".join(filter(None, (rule.label or rule.path, rule.note)))
    value = _value(rule) | {"description": f"{meaning}; {rule.allowed()}"}
    about = {name: {"$ref": f"#/$defs/{name}"} for name in ABOUT}
    properties = {"value": value, **said, **about}
    if rule.kind == "int":
        properties["range"] = {"$ref": "#/$defs/GuessRange"}
    return {"type": "object", "description": meaning, "additionalProperties": False,
            "properties": properties, "required": ["value", "source"]}  # fmt: skip


def _only(value: Any) -> Schema:
    return {"enum": [value], "description": "as programmed; do not change it"}


def _value(rule: Rule) -> Schema:
    if rule.kind == "bool":
        return {"type": "boolean"}
    if rule.kind == "choice":
        return {"enum": list(rule.choices)}
    return {"type": "integer", "minimum": rule.min, "maximum": rule.max}


def _span() -> Schema:
    span = GuessRange.model_json_schema()
    span["description"] = "possible values, if it is a guess"
    for key, about in span["properties"].items():
        about["description"] = keys.meaning(f"GuessRange.{key}")
    return span


def cards_schema(game: str) -> Schema:
    """JSON Schema of a file of cards: which keys, how much, which words.

    Where cards lie in several files each may have any section, so none of them must be there.
    """
    whole = keys.cards_schema(game)
    for part in whole.get("$defs", {}).values():
        properties = part.get("properties", {})
        if "do" in properties:
            _say_effects(game, properties)
        if properties.get("source", {}).get("type") == "object":
            properties["source"]["additionalProperties"] = SOURCE
            properties[alternatives.KEY] = _alternatives()
    if len(catalogue.facts(game).card_files) > 1:
        whole.pop("required", None)
    return plain_optional(whole)


def _alternatives() -> Schema:
    """What a card may say of guesses that are no whole numbers."""
    values = {"type": "array", "minItems": 1, "description": "possible values, each complete"}
    why = {"type": "string", "minLength": 1, "description": "why these"}
    entry = _group("possible values of a guess")
    entry |= {"properties": {"values": values, "why": why}, "required": ["values", "why"]}
    meaning = "possible values of a guess that is not a whole number, by its path in the card"
    return {"type": "object", "description": meaning, "additionalProperties": entry}


def _say_effects(game: str, properties: Schema) -> None:
    """The words and numbers of a vocabulary, in place: of all its effects together."""
    vocabulary = catalogue.effects(game)
    properties["do"]["enum"] = list(vocabulary)
    for key, says in vocabulary.says.items():
        allowed = [spec.takes[key] for spec in vocabulary.values() if key in spec.takes]
        bounds: Schema = {}
        if isinstance(says, Word):
            bounds["enum"] = list(dict.fromkeys(word for words in allowed for word in words))
        elif not isinstance(says, YesNo):
            ends = [end for low_high in allowed for end in low_high]
            bounds |= {"minimum": min(ends), "maximum": max(ends)}
        for kind in _kinds(properties.get(key, {})):
            kind |= bounds


def _kinds(about: Schema) -> Iterator[Schema]:
    """What a key may be, but for nothing at all."""
    for kind in about.get("anyOf", [about] if about else []):
        if kind.get("type") != "null":
            yield kind


def plain_optional(schema: Schema) -> Schema:
    """`x | None` is written as `x` alone, as TOML has no null.  In place; the same schema.

    A table that is made where none is written says nothing to who writes one.
    """
    _take_out_null(schema)
    if isinstance(schema.get("default"), dict) and "default" not in schema.get("properties", ()):
        del schema["default"]
    for entry in schema.values():
        for part in entry if isinstance(entry, list) else [entry]:
            if isinstance(part, dict):
                plain_optional(part)
    return schema


def _take_out_null(table: Schema) -> None:
    choices = table.get("anyOf")
    if isinstance(choices, list) and {"type": "null"} in choices:
        del table["anyOf"]
        table.pop("default", None)
        others = [entry for entry in choices if entry != {"type": "null"}]
        table.update(others[0] if len(others) == 1 else {"anyOf": others})
