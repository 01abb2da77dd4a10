"""What a value of a pack is called in plain words: "Cleric HEAL: amount", "Fight damage"."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simulate.core.nested import is_place

if TYPE_CHECKING:
    from simulate.pack.pack import Pack

THINGS, EFFECTS = "abilities", "effects"  # a table of things by their ids; what one does


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
        return _of_card(known[card], _called(known, card), inside.split(".") if inside else [])
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
    others = [other for other in cards.values() if isinstance(other, Mapping)]
    alike = [other.get("name") for other in others].count(name)
    if name and alike == 1:
        return str(name)
    words = _words(card)
    return words[:1].upper() + words[1:]


def _of_card(card: Mapping[str, Any], name: str, way: list[str]) -> str:
    """The names on the way, then the words of what has no name."""
    names, words = [name], list[str]()
    here: Any = card
    for key in way:
        holder, here = here, _entry(here, key)
        if isinstance(holder, list):
            words[-1:] = _place(holder, key, words[-1] if words else "")
        elif isinstance(here, Mapping) and ("name" in here or words[-1:] == [THINGS]):
            names.append(_thing(holder, key))
            words = words[:-1] if words[-1:] == [THINGS] else words
        else:
            words.append(_lower(key))
    said = " ".join(dict.fromkeys(names))
    return f"{said}: {' '.join(words)}" if words else said


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
        return [word, str(int(place) + 1)]
    if len(holder) == 1:
        return [*outer, *([word] if word not in (EFFECTS, *outer) else [])]
    deeds = [str(entry.get("do", "")) for entry in holder]
    mine = deeds[int(place)]
    if mine and deeds.count(mine) == 1:
        return [*outer, _lower(mine)]
    one = word.removesuffix("es" if word.endswith("xes") else "s")
    return [one, str(int(place) + 1)]


def _entry(here: Any, key: str) -> Any:
    if isinstance(here, Mapping):
        return here.get(key)
    if isinstance(here, list) and is_place(key) and int(key) < len(here):
        return here[int(key)]
    return None


def _words(path: str) -> str:
    """A path as words; one that a word before it said already is said once."""
    said = _lower(path.replace(".", " ")).split()
    once = [word for word, before in zip(said, ["", *said], strict=False) if word != before]
    return " ".join(once)


def _lower(key: str) -> str:
    return key.replace("_", " ")
