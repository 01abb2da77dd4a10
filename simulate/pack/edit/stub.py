"""A new card: a copy of a shipped one under a new name."""

import json
import re
from collections.abc import Mapping
from typing import Any

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.text.letters import in_toml, look
from simulate.core.text.nested import printed
from simulate.core.text.validate import key_written, written
from simulate.pack import cards as card_file
from simulate.pack.pack import Pack
from simulate.pack.reading import files
from simulate.pack.sources import DESIGNER
from simulate.pack.text.document import read
from simulate.pack.text.nouns import slug

BEGUN = "# A card of your own: as"


def kinds(pack: Pack) -> list[str]:
    """The sections whose cards have names."""
    named = {section for section, _, card in card_file.each_card(pack.sections) if card.get("name")}
    return [section for section in pack.sections if section in named]


def with_card(pack: Pack, kind: str, name: str, like: str | None) -> tuple[str, str, str]:
    """(file, its text with the card, path of the card).

    kind: `artifact` or `artifacts`; like: the id of the card to copy, the shortest if None.
    Raises InputError with all that is wrong with kind, name and like.
    """
    section = _section(pack, kind)
    have = {
        key: card for where, key, card in card_file.each_card(pack.sections) if where == section
    }
    key, problems = slug_of(name), []
    if not key:
        problems.append(Problem(name or "NAME", "a card needs a name of letters or digits"))
    names = {look(str(card.get("name", ""))): other for other, card in have.items()}
    if key in have or look(name) in names:
        what = f"there is {section}.{names.get(look(name), key)} already; choose another name"
        problems.append(Problem(name, what))
    if like is not None and like not in have:
        what = f"{section} has no such card{nearest(like, list(have))} ({', '.join(have)})"
        problems.append(Problem(f"--like {like}", what))
    if problems:
        raise InputError(problems)
    model = like or min(have, key=lambda each: len(json.dumps(printed(have[each]))))
    for file in files(pack.game):
        document = read(pack.folder / file)
        if section in document.data and file not in ("rules.toml", "strategies.toml"):
            text = document.text.rstrip("\n")
            card = _renamed(printed(have[model]), str(have[model]["name"]), name)
            added = _card(section, key, card, str(model))
            return file, f"{text}\n\n{added}", f"cards.{section}.{key}"
    raise KeyError(section)


def _renamed(entry: Any, old: str, new: str) -> Any:
    """A card under another name, which its only ability may bear too."""
    if isinstance(entry, Mapping):
        return {key: _renamed(inner, old, new) for key, inner in entry.items()}
    return new if entry == old else entry


def slug_of(name: str) -> str:
    """The id of a card with this name: "Warm Blanket" is `warm_blanket`."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def _section(pack: Pack, kind: str) -> str:
    """The section that is meant: `artifacts`, `artifact`; heroes, hero."""
    known = kinds(pack)
    for section in known:
        if kind in (section, slug(section), section.removesuffix("s"), section.removesuffix("es")):
            return section
    what = f"{pack.facts.title} has no such cards{nearest(kind, known)} ({', '.join(known)})"
    raise InputError([Problem(f"--card {kind}", what)])


def _card(section: str, key: str, card: Mapping[str, Any], model: str) -> str:
    """The text of a card; whose values are those of another one."""
    why = f"{DESIGNER}: begun as {section}.{model}; say here what a value is meant to be"
    begun = f"{BEGUN} {section}.{model} until you change it.\n"
    return begun + card_text((section, key), card, why)


def card_text(way: tuple[str, str], card: Mapping[str, Any], source: str) -> str:
    """The TOML text of a card, all of whose values have one source."""
    head = f"[{'.'.join(map(key_written, (*way, 'source')))}]"
    return "\n".join([*_table(way, card), head, f'"*" = {in_toml(source)}', ""])


def _table(way: tuple[str, ...], entries: Mapping[str, Any]) -> list[str]:
    inner = {key: entry for key, entry in entries.items() if isinstance(entry, Mapping)}
    lines = [f"[{'.'.join(map(key_written, way))}]"]
    lines += [
        f"{key_written(key)} = {written(entry)}"
        for key, entry in entries.items()
        if key not in inner
    ]
    for key, entry in inner.items():
        lines += _table((*way, key), entry)
    return lines
