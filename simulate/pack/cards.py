"""cards.toml: the game's own model, the source of every value, changes and blanks."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from simulate.core.errors import Problem, nearest
from simulate.core.nested import is_place, leaves
from simulate.pack import sources
from simulate.pack.sources import Troubles
from simulate.toml.locate import MISSING, Loc, entry_of
from simulate.toml.validate import Reporter, allowed_keys, check, literal

Tables = dict[str, Any]


def read_cards(
    model: type[BaseModel], tables: Tables, report: Reporter
) -> tuple[BaseModel | None, list[Problem]]:
    """The cards as the game's model, or None, and every problem with values and sources."""
    cards, problems = check(model, tables, report)
    named = {problem.where for problem in problems}
    for loc, what in source_troubles(tables):
        problem = report(loc, what, "value")
        # The game's model may look at sources too; one message a place is enough.
        if problem.where not in named or problem.caret == 0:
            problems.append(problem)
    return cards, problems


def each_card(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(section, id, card) of everything that looks like a card."""
    for section, cards in tables.items():
        if isinstance(cards, Mapping):
            for name, card in cards.items():
                if isinstance(card, Mapping):
                    yield section, name, card


def values(card: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """(path inside the card, value) of everything but its sources."""
    for way, value in leaves({k: v for k, v in card.items() if k != "source"}):
        yield sources.dotted(way), value


def source_troubles(tables: Tables) -> Troubles:
    """Values without a source, sources of nothing, and sources that say nothing."""
    found: Troubles = []
    for section, name, card in each_card(tables):
        listed = card.get("source")
        if not isinstance(listed, Mapping):
            continue
        paths = [path for path, _ in values(card)]
        keys = {*paths, *card}  # an empty list holds no value and still may have a source
        for key, text in listed.items():
            loc = (section, name, "source", key)
            if not sources.is_source(text):
                what = f"the source of `{key}` {sources.MUST} (found {literal(text)})"
                found.append((loc, what))
            if key != "*" and not any(path == key or path.startswith(f"{key}.") for path in keys):
                what = f"source of `{key}`: this card has no such value{nearest(key, paths)}"
                found.append((loc, what))
        for path in paths:
            if not sources.source_for(listed, path):
                what = f"`{section}.{name}.{path}` has no source; add it to `source` of the card"
                found.append(((section, name, *_way(path)), what))
    return found


def _way(path: str) -> Loc:
    return tuple(int(part) if is_place(part) else part for part in path.split("."))


def changed(
    model: type[BaseModel], tables: Tables, changes: Mapping[str, Any], blanks: Iterable[str]
) -> tuple[Tables, Troubles]:
    """A copy with the changes made; troubles are keyed by the path or blank as it was given.

    changes: path below `cards.` -> value.
    """
    tables = copy.deepcopy(tables)
    troubles: Troubles = []
    for path, value in changes.items():
        what = _set(model, tables, path, value)
        if what:
            troubles.append(((path,), what))
    for blank in blanks:
        what = _blank(tables, blank)
        if what:
            troubles.append(((blank,), what))
    return tables, troubles


def _set(model: type[BaseModel], tables: Tables, path: str, value: Any) -> str:
    """Set the value at `path` in place; the reason when there is no such place."""
    loc = real_way(tables, path)
    table = follow(tables, loc[:-1])
    last = loc[-1]
    exists = follow(tables, loc) is not None
    addable = isinstance(table, dict) and len(loc) > 2 and last in allowed_keys(model, loc[:-1])
    if "source" in loc or not (exists or addable):
        known = [
            f"cards.{section}.{name}.{inner}"
            for section, name, card in each_card(tables)
            for inner, _ in values(card)
        ]
        return f"there is no value `cards.{path}`{nearest(f'cards.{path}', known)}"
    table[last] = copy.deepcopy(value)
    return ""


def real_way(tables: Mapping[str, Any], path: str) -> Loc:
    """The path in parts; a number is an index only where there is a list."""
    way: list[str | int] = []
    here: Any = tables
    for part in path.split("."):
        key: str | int = int(part) if isinstance(here, list) and is_place(part) else part
        way.append(key)
        here = follow(here, (key,))
    return tuple(way)


def follow(data: Any, loc: Loc) -> Any:
    """What stands at `loc`, or None."""
    for part in loc:
        data = entry_of(data, part)
        if data is MISSING:
            return None
    return data


def _blank(tables: Tables, name: str) -> str:
    """Empty the abilities of a card, or take one ability away, in place."""
    section, card, ability = _find_blank(tables, name)
    if not card:
        known = [f"{kind}.{key}" for kind, key, entry in each_card(tables) if "abilities" in entry]
        guess = nearest(name, known) or nearest(name, [key.partition(".")[2] for key in known])
        return f"there is no card with abilities called `{name}`{guess}"
    entry = tables[section][card]
    if ability:
        if ability not in entry["abilities"]:
            guess = nearest(ability, list(entry["abilities"]))
            return f"`{section}.{card}` has no ability `{ability}`{guess}"
        del entry["abilities"][ability]
    else:
        entry["abilities"] = {}
    paths = [path for path, _ in values(entry)]
    entry["source"] = {
        key: text
        for key, text in entry.get("source", {}).items()
        if key == "*" or any(path == key or path.startswith(f"{key}.") for path in paths)
    }
    return ""


def _find_blank(tables: Tables, name: str) -> tuple[str, str, str]:
    """(section, card, ability or "") of `[cards.][section.]card[.abilities.ability]`."""
    parts = name.removeprefix("cards.").split(".")
    for section, card, entry in each_card(tables):
        if not isinstance(entry.get("abilities"), Mapping):
            continue
        for start in ([section, card], [card]):
            rest = parts[len(start) :]
            if (
                parts[: len(start)] == start
                and len(rest) in (0, 2)
                and rest[:1] in ([], ["abilities"])
            ):
                return section, card, rest[1] if rest else ""
    return "", "", ""
