"""The pages on effects say what the vocabularies say, cell by cell."""

from collections.abc import Collection
from importlib import import_module
from typing import Any

import pytest

from simulate.mechanics.effects import Word
from simulate.pack import configs

# Of each page, the columns of its table that follow from the entries.
PAGES = ("kingdoms", "dungeons", "tactics")
MOMENTS_FIRST = ("kingdoms", "dungeons")


def among(allowed: Collection[str], known: Collection[str], between: str) -> str:
    """Words that are allowed; of many, those that are not."""
    missing = [word for word in known if word not in allowed]
    if len(allowed) > 9 and len(missing) < 4:
        return "any" + (f" but {', '.join(missing)}" if missing else "")
    return between.join(allowed)


def takes(vocabulary: Any, do: str) -> str:
    """What an effect takes: `amount` 1..4 damage; `who` self \\| other (optional)."""
    spec, parts = vocabulary[do], []
    for key, allowed in spec.choices(vocabulary.says).items():
        said = vocabulary.says.get(key)
        words = said.words if isinstance(said, Word) else allowed
        text = among([word.replace(" to ", "..") for word in allowed], words, " \\| ")
        unit = f" {spec.unit}" if key == "amount" and spec.unit else ""
        parts.append(f"`{key}` {text}{unit}{' (optional)' if key in spec.optional else ''}")
    return "; ".join(parts) or "nothing"


@pytest.mark.parametrize("game", PAGES)
def test_a_page_says_of_every_effect_what_its_entry_says(game):
    vocabulary = import_module(f"simulate.games.{game}.cards.vocabulary")
    page = (configs.folder().parent / "docs" / f"{game}-effects.md").read_text(encoding="utf-8")
    for do, spec in vocabulary.EFFECTS.items():
        moments = among(spec.when, vocabulary.MOMENTS, ", ")
        middle = [moments, takes(vocabulary.EFFECTS, do)]
        if game not in MOMENTS_FIRST:
            middle.reverse()
        hook = [f"`{spec.hook}`"] if hasattr(spec, "hook") else []
        cells = [f"`{do}`", spec.meaning, *middle, *hook, spec.asks or "none"]
        assert f"| {' | '.join(cells)} |" in page
