"""What does a run rest on: the rulebook, other people's findings, or our own guesses?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.core.nested import is_place, leaves

KINDS = ("rulebook", "cited", "stand-in")
STAND_IN = "stand-in"


@dataclass(frozen=True)
class Sources:
    """How many values of one part of the game come from where."""

    part: str
    rulebook: int
    cited: int
    stand_in: int

    @property
    def all(self) -> int:
        """All values of the part."""
        return self.rulebook + self.cited + self.stand_in


@dataclass(frozen=True)
class StandIn:
    """One guessed value; `why` is what its source says after "stand-in:"."""

    path: str
    name: str
    value: str
    why: str


@dataclass(frozen=True)
class Changed:
    """A value of the run that differs from the shipped game."""

    path: str
    shipped: Any
    value: Any


def sources(manifest: Mapping[str, Any]) -> list[Sources]:
    """The rules first, then every section of cards."""
    counted = manifest.get("provenance", {})
    parts = [("rules", counted.get("rules", {})), *counted.get("cards", {}).items()]
    made = [Sources(name, *(int(found.get(kind, 0)) for kind in KINDS)) for name, found in parts]
    return [part for part in made if part.all]


def stand_ins(manifest: Mapping[str, Any]) -> list[StandIn]:
    """Every value whose source is a stand-in, rules first; a name is no value, as in `sources`."""
    pack = manifest.get("pack", {})
    found = [
        StandIn(path, path.removeprefix("rules."), _shown(rule.get("value")), _why(rule["source"]))
        for path, rule in pack.get("rules", {}).items()
        if str(rule.get("source", "")).startswith(STAND_IN)
    ]
    for section, cards in pack.get("cards", {}).items():
        for card, values in cards.items() if isinstance(cards, Mapping) else ():
            if isinstance(values, Mapping):
                found += _of_card(f"cards.{section}.{card}", values)
    return found


def _of_card(path: str, card: Mapping[str, Any]) -> Iterator[StandIn]:
    listed = card.get("source") or {}
    listed = listed if isinstance(listed, Mapping) else {"*": str(listed)}
    for way, value in leaves({k: v for k, v in card.items() if k != "source"}):
        inner = ".".join(map(str, way))
        source = _source_of(listed, inner)
        if source.startswith(STAND_IN) and way[-1] != "name":
            name = str(card.get("name", path.rpartition(".")[2]))
            yield StandIn(f"{path}.{inner}", name, _shown(value), _why(source))


def printed_value(pack: Mapping[str, Any], path: str) -> Any:
    """The value that the run's pack has at a path, or None where there is no such place."""
    if path in pack.get("rules", {}):
        return pack["rules"][path].get("value")
    here: Any = pack
    for part in path.split("."):
        if isinstance(here, list) and is_place(part) and int(part) < len(here):
            here = here[int(part)]
        elif isinstance(here, Mapping) and part in here:
            here = here[part]
        else:
            return None
    return here if not isinstance(here, Mapping | list) else None


def printed_card(manifest: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The card at `cards.section.id`, empty where there is none."""
    here: Any = manifest.get("pack", {})
    for part in path.split("."):
        here = here.get(part, {}) if isinstance(here, Mapping) else {}
    return here if isinstance(here, Mapping) else {}


def _source_of(listed: Mapping[str, str], path: str) -> str:
    """The longest listed path that `path` begins with wins; `*` is the rest."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        if prefix in listed:
            return str(listed[prefix])
    return str(listed.get("*", ""))


def _why(source: str) -> str:
    return source.removeprefix(STAND_IN).lstrip(": ").strip()


def _shown(value: Any) -> str:
    if isinstance(value, list):
        lines = bool(value) and isinstance(value[0][0], list)
        return f"{len(value)} {'lines' if lines else 'points'}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def changed(manifest: Mapping[str, Any]) -> list[Changed]:
    """Values of the run that are not as shipped: edited in its pack, or set for every cell."""
    pack = manifest.get("pack", {})
    found = {
        path: Changed(path, rule["shipped"], rule["value"])
        for path, rule in pack.get("rules", {}).items()
        if "shipped" in rule and rule["shipped"] != rule["value"]
    }
    for entry in pack.get("differences") or []:
        path = entry.get("path", "")
        value = entry.get("yours", entry.get("value"))
        found.setdefault(path, Changed(path, entry.get("shipped"), value))
    for path, value in _set_everywhere(manifest).items():
        shipped = found[path].shipped if path in found else printed_value(pack, path)
        found[path] = Changed(path, shipped, value)
    return list(found.values())


def _set_everywhere(manifest: Mapping[str, Any]) -> dict[str, Any]:
    cells = [cell.get("changes") or {} for cell in manifest["cells"]]
    shared = set.intersection(*(set(c) for c in cells)) if cells else set()
    return {k: cells[0][k] for k in sorted(shared) if all(c[k] == cells[0][k] for c in cells)}
