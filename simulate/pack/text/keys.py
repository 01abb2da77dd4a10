"""Descriptions of card keys (`keys.toml`)."""

from functools import cache
from pathlib import Path
from typing import Any

from simulate.pack import catalogue
from simulate.pack.text.document import read

FILE = Path(__file__).with_name("keys.toml")
EVERY = "every"
WHOLE = "CardsModel"


def cards_schema(game: str) -> dict[str, Any]:
    """JSON Schema of the card files of a game, every key with its meaning.

    A key that says itself what it means keeps that; one of which nobody has said it has none.
    """
    schema = catalogue.cards_model(game).model_json_schema()
    said = _words()[EVERY] | _words().get(catalogue.facts(game).package, {})
    for part, spec in ((WHOLE, schema), *schema.get("$defs", {}).items()):
        for key, about in spec.get("properties", {}).items():
            meaning = said.get(f"{part}.{key}", said.get(key))
            if meaning:
                about.setdefault("description", meaning)
    return schema


def meaning(key: str) -> str:
    """What a key of every game means."""
    return _words()[EVERY][key]


@cache
def _words() -> dict[str, dict[str, str]]:
    """Game (or "every") -> key, or part and key -> meaning."""
    words: dict[str, dict[str, str]] = read(FILE).data
    return words
