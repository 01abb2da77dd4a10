"""What does a run rest on: the rulebook, other people's findings, or our own guesses?"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.core.text.nested import is_place, leaves, printed
from simulate.experiment.context import PRINTED, VARIANT
from simulate.pack.sources import DESIGNER, SOURCE_KINDS, STAND_IN, kind, source_for
from simulate.pack.text.labels import label

NOWHERE = object()  # of a value that is as shipped
DECIDED = f"{DESIGNER}: set in the command"


@dataclass(frozen=True)
class Sources:
    """How many values of one part of the game come from where; designer: a person decided them."""

    part: str
    rulebook: int
    cited: int
    stand_in: int
    fitted: int = 0
    designer: int = 0

    @property
    def guessed(self) -> int:
        """Values that nobody read on a component."""
        return self.stand_in + self.fitted

    @property
    def all(self) -> int:
        """All values of the part."""
        return self.rulebook + self.cited + self.guessed + self.designer


@dataclass(frozen=True)
class StandIn:
    """One guessed value; `why` is what its source says after "stand-in:".

    could: what else it could be, "3 to 6: why", or empty.
    """

    path: str
    name: str
    value: str
    why: str
    could: str = ""


@dataclass(frozen=True)
class ChangedValue:
    """A value of the run that differs from the shipped game."""

    path: str
    shipped: Any
    value: Any


@dataclass(frozen=True)
class UnreadValue:
    """A guessed number that stands on the game itself: whoever owns it can read it off there.

    low, high: what it could be; where: the place on the game.
    """

    path: str
    name: str
    value: int
    low: int
    high: int
    where: str


def sources(manifest: Mapping[str, Any]) -> list[Sources]:
    """The rules first, then every section of cards, as they are played; not of an own game, whose
    values are all its designer's.
    """
    if manifest.get("own"):
        return []
    counted = _counted(manifest)
    parts = [
        Sources(name, *(int(kinds.get(each, 0)) for each in SOURCE_KINDS))
        for name, kinds in counted.items()
    ]
    return [part for part in parts if part.all]


def _counted(manifest: Mapping[str, Any]) -> Mapping[str, Mapping[str, int]]:
    """By part and kind of source: as the pack has it, or with what the command sets."""
    if not set_in_command(manifest):
        stored = manifest.get("provenance", {})
        return {"rules": stored.get("rules", {}), **stored.get("cards", {})}
    counted: dict[str, Counter[str]] = {}
    for path, _, _, source in sourced(manifest):
        part = "rules" if path.startswith("rules.") else path.split(".")[1]
        counted.setdefault(part, Counter())[kind(source)] += 1
    return counted


def stand_ins(manifest: Mapping[str, Any]) -> list[StandIn]:
    """Every value whose source is a stand-in, rules first; a name is no value, as in `sources`."""
    could = ranges(manifest)
    return [
        StandIn(path=path, name=name, value=value, why=_why(source), could=could.get(path, ""))
        for path, name, value, source in sourced(manifest)
        if source.startswith(STAND_IN)
    ]


def ranges(manifest: Mapping[str, Any]) -> dict[str, str]:
    """What guessed numbers could be, in words, by their path; where that holds the number."""
    return {
        path: f"{entry['low']} to {entry['high']}: {entry['why']}"
        for path, _, _, entry in _ranged(manifest)
    }


def asked(manifest: Mapping[str, Any]) -> list[UnreadValue]:
    """Numbers to be read off the game, as far as the run does not change them by itself."""
    entries = manifest.get("pack", {}).get("differences") or []
    changed = {str(entry.get("path", "")) for entry in entries}
    changed.update(*(cell.get("changes") or {} for cell in manifest.get("cells", ())))
    return [
        UnreadValue(path, name, value, entry["low"], high=entry["high"], where=entry["read_off"])
        for path, name, value, entry in _ranged(manifest)
        if entry.get("read_off") and path not in changed
    ]


def open_numbers(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, int, int, int, str]]:
    """(path, name, value, low, high, where to read it off) of each number that could be another."""
    for path, name, value, entry in _ranged(manifest):
        yield path, name, value, entry["low"], entry["high"], entry.get("read_off", "")


def _ranged(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, int, Mapping[str, Any]]]:
    """(path, name, value, range) of each guessed number whose range holds it."""
    pack = manifest.get("pack", {})
    ranges = [(path, rule.get("range")) for path, rule in pack.get("rules", {}).items()]
    for path, _, card in cards_of(pack):
        listed = card.get("ranges", {}).items()
        ranges += [(f"{path}.{inner}", entry) for inner, entry in listed]
    for path, entry in ranges:
        value = printed_value(pack, path)
        if entry and isinstance(value, int) and entry["low"] <= value <= entry["high"]:
            yield path, label(pack, path), value, entry


def sourced(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """(path, name of the card, value in words, source) of every value, rules first.

    The source is of what is played: what the command sets is whoever typed it's.
    """
    pack, typed = manifest.get("pack", {}), set_in_command(manifest)
    for path, rule in pack.get("rules", {}).items():
        value, source = shown(rule.get("value")), typed.get(path) or str(rule.get("source", ""))
        yield path, path.removeprefix("rules."), value, source
    for path, name, card in cards_of(pack):
        listed = card.get("source") or {}
        listed = listed if isinstance(listed, Mapping) else {"*": str(listed)}
        for way, value in leaves(printed(card)):
            inner = ".".join(map(str, way))
            if way[-1] != "name":
                whose = _typed(typed, f"{path}.{inner}") or source_for(listed, inner)
                yield f"{path}.{inner}", name, shown(value), whose


def set_in_command(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Sources of what every printed setting has otherwise than the pack, by path.

    What is set back to the shipped value is from where that is.
    """
    pack = manifest.get("pack", {})
    shipped = {entry["path"]: entry for entry in pack.get("differences") or []}
    cells = [cell.get("changes") or {} for cell in _printed_cells(manifest)]
    found = {}
    for path in set.intersection(*(set(changes) for changes in cells)) if cells else ():
        values = [changes[path] for changes in cells]
        entry = shipped.get(path, {})
        if all(value == entry.get("shipped", NOWHERE) for value in values):
            found[path] = entry.get("source") or DECIDED
        elif all(value != printed_entry(pack, path) for value in values):
            found[path] = DECIDED
    return found


def _typed(typed: Mapping[str, str], path: str) -> str:
    """The source of a value that is set, by itself or as a part of what is."""
    whole = (each for each in typed if f"{path}.".startswith(f"{each}."))
    return next((typed[each] for each in whole), "")


def cards_of(pack: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(path, name, card) of everything in the sections of cards that looks like a card."""
    for section, cards in pack.get("cards", {}).items():
        for key, card in cards.items() if isinstance(cards, Mapping) else ():
            if isinstance(card, Mapping):
                yield f"cards.{section}.{key}", str(card.get("name", key)), card


def printed_value(pack: Mapping[str, Any], path: str) -> Any:
    """The value that the run's pack has at a path, or None where there is no such place."""
    if path in pack.get("rules", {}):
        return pack["rules"][path].get("value")
    entry = entry_at(pack, path)
    return entry if not isinstance(entry, Mapping | list) else None


def printed_entry(pack: Mapping[str, Any], path: str) -> Any:
    """The value, list or table that the run's pack has at a path, or None."""
    rule = pack.get("rules", {}).get(path)
    return entry_at(pack, path) if rule is None else rule.get("value")


def shipped_value(manifest: Mapping[str, Any], path: str) -> Any:
    """The value that the shipped game has at a path, also where the run's pack has another."""
    pack = manifest.get("pack", {})
    differs = {entry["path"]: entry["shipped"] for entry in pack.get("differences", ())}
    return differs.get(path, printed_value(pack, path))


def entry_at(table: Any, path: str) -> Any:
    """What stands at a path of nested tables and lists, or None."""
    for part in path.split("."):
        if isinstance(table, list) and is_place(part) and int(part) < len(table):
            table = table[int(part)]
        elif isinstance(table, Mapping) and part in table:
            table = table[part]
        else:
            return None
    return table


def printed_card(manifest: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The card at `cards.section.id`, empty where there is none."""
    section: Any = manifest.get("pack", {})
    for part in path.split("."):
        section = section.get(part, {}) if isinstance(section, Mapping) else {}
    return section if isinstance(section, Mapping) else {}


def _why(source: str) -> str:
    return source.removeprefix(STAND_IN).lstrip(": ").strip()


def shown(value: Any) -> str:
    if isinstance(value, list):
        lines = bool(value) and isinstance(value[0][0], list)
        return f"{len(value)} {'lines' if lines else 'points'}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def changed(manifest: Mapping[str, Any]) -> list[ChangedValue]:
    """Values of the run that are not as shipped: edited in its pack, or set for every cell."""
    pack = manifest.get("pack", {})
    changes = {
        path: ChangedValue(path, rule["shipped"], rule["value"])
        for path, rule in pack.get("rules", {}).items()
        if "shipped" in rule and rule["shipped"] != rule["value"]
    }
    for entry in pack.get("differences") or []:
        path = entry.get("path", "")
        value = entry.get("yours", entry.get("value"))
        changes.setdefault(path, ChangedValue(path, entry.get("shipped"), value))
    for path, value in _set_everywhere(manifest).items():
        shipped = changes[path].shipped if path in changes else printed_value(pack, path)
        changes[path] = ChangedValue(path, shipped, value)
    return list(changes.values())


def _set_everywhere(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """What the run itself set; what a variant changes besides is its own."""
    cells = [cell.get("changes") or {} for cell in _printed_cells(manifest)]
    shared = set.intersection(*(set(c) for c in cells)) if cells else set()
    return {k: cells[0][k] for k in sorted(shared) if all(c[k] == cells[0][k] for c in cells)}


def _printed_cells(manifest: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Settings without a change that the run compares."""
    stored: Sequence[Mapping[str, Any]] = manifest.get("cells", ())
    return [c for c in stored if c.get("levels", {}).get(VARIANT, PRINTED) == PRINTED] or stored
