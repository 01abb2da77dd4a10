"""Plain names of pack values: "Cleric HEAL: heal", "Fight damage"."""

import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.files import disk
from simulate.core.text.nested import is_place

if TYPE_CHECKING:
    from simulate.pack.pack import Pack

PHRASES = Path(__file__).with_name("labels.toml")
THINGS, EFFECTS = "abilities", "effects"  # a table of things by their ids; what one does
DEED, AMOUNT = "do", "amount"  # of an effect: what it does says what there is more or less of


def label(pack: "Pack | Mapping[str, Any]", path: str) -> str:
    """Words for a path as `--set` takes it, or for a card or ability that is blank.

    pack: a pack, or what a manifest keeps of one (`as_manifest`).  A parameter is called as its
    `label` says, else by its key; a value of a card by the names printed there.
    """
    text = within(pack, path)
    return text[:1].upper() + text[1:]


def within(pack: "Pack | Mapping[str, Any]", path: str) -> str:
    """The label as it stands in the middle of a sentence: what is no name begins small."""
    kind, _, rest = path.partition(".")
    if kind == "rules" and rest:
        return _rule_label(pack, path) or _words(rest)
    if kind == "strategies" and rest:
        return _of_strategy(rest.split("."))
    sections = pack["cards"] if isinstance(pack, Mapping) else pack.sections
    section, _, inner = (rest if kind == "cards" else path).partition(".")
    card, _, inside = inner.partition(".")
    known = sections.get(section)
    if isinstance(known, Mapping) and isinstance(known.get(card), Mapping):
        return _of_card(known, card, inside.split(".") if inside else [])
    return _words(rest if kind == "cards" and rest else path)


def _rule_label(pack: "Pack | Mapping[str, Any]", path: str) -> str:
    if isinstance(pack, Mapping):
        return str(pack["rules"].get(path, {}).get("label", ""))
    rule = pack.rules.get(path.removeprefix("rules."))
    return rule.label if rule else ""


def _of_strategy(parts: list[str]) -> str:
    name, what, *rest = [*parts, ""]
    if what == "weights" and rest[0]:
        return f"`{name}`: weight of {_lower(rest[0])}"
    said = " ".join(_lower(part) for part in parts[1:])
    return f"`{name}`: {said}" if said else f"`{name}`"


def _called(cards: Mapping[str, Any], card: str) -> str:
    """The name printed on a card; its id where another card of its kind has the same name."""
    name = cards[card].get("name")
    if name and _names(cards).count(name) == 1:
        return str(name)
    words = _words(card)
    return words[:1].upper() + words[1:]


def _names(cards: Mapping[str, Any]) -> list[Any]:
    return [other.get("name") for other in cards.values() if isinstance(other, Mapping)]


def _short(cards: Mapping[str, Any], name: str) -> str:
    """A name without what it adds behind a comma, where nobody else is called so."""
    short = name.partition(", ")[0]
    alike = [str(other).partition(", ")[0] for other in _names(cards)].count(short)
    return short if alike == 1 else name


def _of_card(cards: Mapping[str, Any], card: str, way: list[str]) -> str:
    """The names on the way, then the words of what has no name."""
    names, words, ends = [_called(cards, card)], list[str](), list[str]()
    entry: Any = cards[card]
    for key in way:
        holder, entry = entry, _entry(entry, key)
        if key in _known("ends"):
            ends.append(_known("ends")[key])
            words += [EFFECTS] if isinstance(entry, list) else []
        elif isinstance(holder, list):
            words[-1:] = _place(holder, key, words[-1] if words else "")
        elif isinstance(entry, Mapping) and ("name" in entry or words[-1:] == [THINGS]):
            names.append(_thing(holder, key))
            words = words[:-1] if words[-1:] == [THINGS] else words
        elif key == AMOUNT and isinstance(holder, Mapping) and DEED in holder:
            deed = str(holder[DEED])
            words = words[:-1] if words[-1:] == [_lower(deed)] else words
            told = _known("deeds").get(deed, _lower(deed))
            of_rivals = holder.get("who") == "rivals"
            words.append(_known("of_rivals").get(deed, told) if of_rivals else told)
        else:
            words.append(_lower(key))
    said = " ".join(filter(None, [_phrase(way) or " ".join(words), *ends]))
    names[:-1] = [_short(cards, name) for name in names[:-1]]
    once = {name.casefold(): name for name in reversed(names)}  # the first spelling stays
    called = " ".join(once[key] for key in dict.fromkeys(map(str.casefold, names)))
    return f"{called}: {said}" if said else called


def _phrase(way: Sequence[str]) -> str:
    """What `labels.toml` says of the value at a way below its card, or nothing."""
    for pattern, words in _known("ways").items():
        parts = pattern.split(".")
        if len(parts) == len(way) and all(map(fnmatchcase, way, parts)):
            places = [str(int(key) + 1) for key in way if is_place(key)]
            return words.format(*places)
    return ""


def _known(table: str) -> dict[str, str]:
    """A table of `labels.toml`, which says what its keys and words are."""
    return _tables()[table]


@cache
def _tables() -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = tomllib.loads(disk.text(PHRASES))
    return tables


def _thing(holder: Mapping[str, Any], key: str) -> str:
    """The name of one of several; with its id where another has the same name."""
    name = str(holder[key].get("name", _lower(key)))
    others = [other for other in holder.values() if isinstance(other, Mapping)]
    alike = [other.get("name") for other in others].count(name)
    return f"{name} ({_lower(key)})" if alike > 1 else name


def _place(holder: list[Any], place: str, word: str) -> list[str]:
    """One of several alike: the only one is not counted, and what it does tells it best."""
    outer = [word] if word.isdigit() else []  # the place of a list in a list of lists
    if not is_place(place) or int(place) >= len(holder):
        return [word, place]
    if not all(isinstance(entry, Mapping) for entry in holder):
        return [_one(word), str(int(place) + 1)]
    if len(holder) == 1:
        return [*outer, *([word] if word not in (EFFECTS, *outer) else [])]
    deeds = [str(entry.get(DEED, "")) for entry in holder]
    deed = deeds[int(place)]
    if deed and deeds.count(deed) == 1:
        return [*outer, _lower(deed)]
    return [_one(word), str(int(place) + 1)]


def _one(word: str) -> str:
    return word.removesuffix("es" if word.endswith("xes") else "s")


def _entry(holder: Any, key: str) -> Any:
    if isinstance(holder, Mapping):
        return holder.get(key)
    if isinstance(holder, list) and is_place(key) and int(key) < len(holder):
        return holder[int(key)]
    return None


def _words(path: str) -> str:
    """A path as words; one that a word before it said already is said once."""
    said = _lower(path.replace(".", " ")).split()
    once = [word for word, before in zip(said, ["", *said], strict=False) if word != before]
    return " ".join(once)


def _lower(key: str) -> str:
    return key.replace("_", " ")
