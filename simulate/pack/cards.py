"""cards.toml: the game's own model, source and range of every value, changes and blanks."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from pydantic import BaseModel

from simulate.core.errors import Problem, nearest
from simulate.core.game.cardmodel import GuessRange
from simulate.core.text.letters import Known
from simulate.core.text.locate import MISSING, Loc, entry_of
from simulate.core.text.nested import ABOUT, is_place, leaves, printed
from simulate.core.text.validate import Reporter, allowed_keys, check, literal
from simulate.pack import sources
from simulate.pack.sources import Troubles
from simulate.pack.text import bounds

Sections = dict[str, Any]
NOTHING: Mapping[str, Any] = {}


def read_cards(
    model: type[BaseModel],
    sections: Sections,
    report: Reporter,
    before: Mapping[str, Any] = NOTHING,
    known: BaseModel | None = None,
) -> tuple[BaseModel | None, list[Problem]]:
    """The cards as the game's model, or None, and every problem with values and sources.

    before: sections that were right, and known: what was read from them.  A card that is still
    the same object is not looked through again; what cards have against each other is.
    """
    why = partial(bounds.of_card, model)
    cards, problems = check(model, _with_known(sections, before, known), report, why=why)
    if problems and known is not None:  # which are told at their places in the sections
        cards, problems = check(model, sections, report, why=why)
    named = {problem.where for problem in problems}
    problems += [report(loc, what, "key") for loc, what in _ids_alike(sections)]
    for loc, what in source_troubles(sections, before):
        problem = report(loc, what, "value")
        # The game's model may look at sources too; one message a place is enough.
        if problem.where not in named or problem.caret == 0:
            problems.append(problem)
    return cards, problems


def _ids_alike(sections: Sections) -> Iterator[tuple[Loc, str]]:
    """Cards of a section whose ids nobody could tell apart."""
    for section, cards in sections.items():
        known = Known()
        for name in cards if isinstance(cards, Mapping) else ():
            if what := known.refusal(name):
                yield (section, name), f"`{section}.{name}` {what}"


def _with_known(sections: Sections, before: Mapping[str, Any], known: BaseModel | None) -> Sections:
    """The sections with what was read of a card, where it is the card of before."""
    mixed = dict(sections)
    for section, part in sections.items():
        read = getattr(known, section, None)
        if isinstance(read, dict) and isinstance(part, dict):
            old = before[section]
            mixed[section] = {
                name: read[name] if card is old.get(name) else card for name, card in part.items()
            }
    return mixed


def each_card(sections: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(section, id, card) of everything that looks like a card."""
    for section, cards in sections.items():
        if isinstance(cards, Mapping):
            for name, card in cards.items():
                if isinstance(card, Mapping):
                    yield section, name, card


def values(card: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """(path inside the card, value) of everything that is printed on it."""
    for way, value in leaves(printed(card)):
        yield sources.dotted(way), value


def without_sources(sections: Mapping[str, Any]) -> Sections:
    """The sections with what is played of every card."""
    plain = {
        name: dict(part) if isinstance(part, Mapping) else part for name, part in sections.items()
    }
    for section, name, card in each_card(sections):
        plain[section][name] = printed(card)
    return plain


def source_troubles(sections: Sections, before: Mapping[str, Any] = NOTHING) -> Troubles:
    """Values without a source, sources of nothing, and sources that say nothing.

    before: sections whose cards are not looked through again.
    """
    troubles: Troubles = []
    for section, name, card in each_card(sections):
        listed = card.get("source")
        if not isinstance(listed, Mapping) or card is follow(before, (section, name)):
            continue
        paths = [path for path, _ in values(card)]
        for key, text in listed.items():
            loc = (section, name, "source", key)
            if must := sources.refusal(text):
                troubles.append((loc, f"the source of `{key}` {must} (found {literal(text)})"))
            elif sources.kind(text) == sources.FITTED and not _one_value(card, key):
                what = f"`{key}`: what was fitted is one value or one list, not a table of them"
                troubles.append((loc, what))
            if not _is_printed(card, key):
                what = f"source of `{key}`: this card has no such value{nearest(key, paths)}"
                troubles.append((loc, what))
        for path in paths:
            if not sources.source_for(listed, path):
                what = f"`{section}.{name}.{path}` has no source; add it to `source` of the card"
                troubles.append(((section, name, *_way(path)), what))
    return troubles


def _is_printed(card: Mapping[str, Any], key: str) -> bool:
    """Whether the key of a source names what is on the card; an empty list may have a source."""
    return key == "*" or follow(printed(card), real_way(card, key)) is not None


def _one_value(card: Mapping[str, Any], key: str) -> bool:
    """Whether the key of a source names what stands after one `=` in the file."""
    way = real_way(card, key)
    return key != "*" and not isinstance(follow(card, way), Mapping)


def fits(sections: Mapping[str, Any]) -> Iterator[tuple[str, sources.Fit]]:
    """(path below `cards.`, what its source says) of everything on the cards that was fitted."""
    for section, name, key, fit in sources_of_fits(sections):
        yield f"{section}.{name}.{key}", fit


def sources_of_fits(sections: Mapping[str, Any]) -> Iterator[tuple[str, str, str, sources.Fit]]:
    """(section, card, key of its source, what that says) of what was fitted."""
    for section, name, card in each_card(sections):
        for key, text in card.get("source", {}).items():
            if fit := sources.fit_of(text):
                yield section, name, key, fit


def ranges(sections: Mapping[str, Any]) -> Iterator[tuple[str, GuessRange]]:
    """(path below `cards.`, what the value could be); where it holds the value as it is now."""
    for section, name, card in each_card(sections):
        for path, entry in card.get("ranges", {}).items():
            span, value = GuessRange(**entry), follow(card, real_way(card, path))
            if isinstance(value, int) and span.low <= value <= span.high:
                yield f"{section}.{name}.{path}", span


def range_problems(
    model: type[BaseModel], sections: Sections, report: Reporter, strict: bool
) -> list[Problem]:
    """What is wrong with the ranges of cards that are right by themselves.

    strict: each range must hold its value; else one that does not says nothing any more.
    """
    problems = []
    ends: dict[int, dict[str, int]] = {0: {}, 1: {}}
    for section, name, card in each_card(sections):
        for path, entry in card.get("ranges", {}).items():
            loc, span = (section, name, "ranges", path), GuessRange(**entry)
            what = _range_trouble(card, path, span, strict)
            if what:
                problems.append(report(loc, what, "value"))
            for end, value in enumerate((span.low, span.high)) if not what else ():
                ends[end][f"{section}.{name}.{path}"] = value
    for changes in ends.values():
        moved, _ = changed(model, sections, changes, ()) if changes else (sections, [])
        problems += check(model, moved, report)[1] if changes else []
    return problems


def _range_trouble(card: Mapping[str, Any], path: str, span: GuessRange, strict: bool) -> str:
    value = dict(values(card)).get(path)
    if value is None:
        known = [known for known, _ in values(card)]
        return f"range of `{path}`: this card has no such value{nearest(path, known)}"
    if isinstance(value, bool) or not isinstance(value, int):
        return f"range of `{path}`: only a whole number has one (found {literal(value)})"
    if sources.kind(sources.source_for(card["source"], path)) not in sources.OPEN:
        return f"range of `{path}`: {sources.KNOWN_HAS_NO_RANGE}"
    return f"range of `{path}`: {what}" if (what := sources.ends(span, value, strict)) else ""


def _way(path: str) -> Loc:
    return tuple(int(part) if is_place(part) else part for part in path.split("."))


def changed(
    model: type[BaseModel], sections: Sections, changes: Mapping[str, Any], blanks: Iterable[str]
) -> tuple[Sections, Troubles]:
    """A copy with the changes made; troubles are keyed by the path or blank as it was given.

    changes: path below `cards.` -> value.  Cards that nothing names are those of before: most
    packs are changed by one number, hundreds of times.
    """
    sections = {
        name: dict(part) if isinstance(part, dict) else copy.deepcopy(part)
        for name, part in sections.items()
    }
    own: set[tuple[str, str]] = set()
    troubles: Troubles = []
    for path, value in changes.items():
        _copy_card(sections, own, *path.split(".")[:2])
        what = _set(model, sections, path, value)
        if what:
            troubles.append(((path,), what))
    for blank in blanks:
        _copy_card(sections, own, *_find_blank(sections, blank)[:2])
        what = _blank(sections, blank)
        if what:
            troubles.append(((blank,), what))
    return sections, troubles


def _copy_card(sections: Sections, own: set[tuple[str, str]], section: str, card: str = "") -> None:
    """Put a copy of a card in its place, which is the caller's own from then on."""
    cards = sections.get(section)
    if isinstance(cards, dict) and card in cards and (section, card) not in own:
        cards[card] = copy.deepcopy(cards[card])
        own.add((section, card))


def _set(model: type[BaseModel], sections: Sections, path: str, value: Any) -> str:
    """Set the value at `path` in place; the reason when there is no such place."""
    loc = real_way(sections, path)
    holder = follow(sections, loc[:-1])
    last = loc[-1]
    exists = follow(sections, loc) is not None
    addable = isinstance(holder, dict) and len(loc) > 2 and last in allowed_keys(model, loc[:-1])
    if any(part in ABOUT for part in loc) or not (exists or addable):
        known = [
            f"cards.{section}.{name}.{inner}"
            for section, name, card in each_card(sections)
            for inner, _ in values(card)
        ]
        unknown = f"there is no value `cards.{path}`{nearest(f'cards.{path}', known)}"
        return _beyond(sections, loc) or unknown
    holder[last] = copy.deepcopy(value)
    card = follow(sections, loc[:2])
    if isinstance(value, list | dict) and isinstance(card, dict):
        _forget(card)
    return ""


def _beyond(sections: Sections, loc: Loc) -> str:
    """Where the way leaves a list, and how a list is made longer or shorter; or an empty string."""
    missing = (end for end in range(len(loc)) if follow(sections, loc[: end + 1]) is None)
    known = next(missing, 0)
    entries = follow(sections, loc[:known])
    if not isinstance(entries, list):
        return ""
    path = f"cards.{sources.dotted(loc[:known])}"
    return (
        f"`{path}` is a list of {len(entries)}, counted from 0, and has no `{loc[known]}`; "
        f"to make it longer or shorter set it whole (it is {literal(entries)})"
    )


def _forget(card: dict[str, Any]) -> None:
    """Take out what a card says, in place, of values that are no longer on it."""
    for about in ABOUT:
        if isinstance(said := card.get(about), dict):
            card[about] = {key: entry for key, entry in said.items() if _is_printed(card, key)}


def real_way(sections: Mapping[str, Any], path: str) -> Loc:
    """The path in parts; a number is an index only where there is a list."""
    way: list[str | int] = []
    entry: Any = sections
    for part in path.split("."):
        key: str | int = int(part) if isinstance(entry, list) and is_place(part) else part
        way.append(key)
        entry = follow(entry, (key,))
    return tuple(way)


def follow(data: Any, loc: Loc) -> Any:
    """What stands at `loc`, or None."""
    for part in loc:
        data = entry_of(data, part)
        if data is MISSING:
            return None
    return data


def _blank(sections: Sections, name: str) -> str:
    """Empty the abilities of a card, or take one ability away, in place."""
    section, card, ability = _find_blank(sections, name)
    if several := _several(sections, name):
        return f"`{name}` stands in several sections: {several}"
    if not card:
        known = [
            f"{kind}.{key}" for kind, key, entry in each_card(sections) if "abilities" in entry
        ]
        guess = nearest(name, known) or nearest(name, [key.partition(".")[2] for key in known])
        return f"there is no card with abilities called `{name}`{guess}"
    entry = sections[section][card]
    if ability:
        if ability not in entry["abilities"]:
            guess = nearest(ability, list(entry["abilities"]))
            return f"`{section}.{card}` has no ability `{ability}`{guess}"
        del entry["abilities"][ability]
    else:
        entry["abilities"] = {}
    _forget(entry)
    return ""


def _find_blank(sections: Sections, name: str) -> tuple[str, str, str]:
    """(section, card, ability or "") of `[cards.][section.]card[.abilities.ability]`."""
    return next(_blanks(sections, name), ("", "", ""))


def _several(sections: Sections, name: str) -> str:
    """The cards that a bare id may mean, where there are several."""
    found = [f"{section}.{card}" for section, card, _ in _blanks(sections, name)]
    return "" if len(found) < 2 else ", ".join(f"`{each}`" for each in found)


def _blanks(sections: Sections, name: str) -> Iterator[tuple[str, str, str]]:
    """Every card, or ability of one, that may be meant."""
    parts = name.removeprefix("cards.").split(".")
    for section, card, entry in each_card(sections):
        if not isinstance(entry.get("abilities"), Mapping):
            continue
        for start in ([section, card], [card]):
            rest = parts[len(start) :]
            if (
                parts[: len(start)] == start
                and len(rest) in (0, 2)
                and rest[:1] in ([], ["abilities"])
            ):
                yield section, card, rest[1] if rest else ""
