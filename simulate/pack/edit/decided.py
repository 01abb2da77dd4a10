"""Values that a designer decided: they count as neither guesses nor citations.

A source is of the value that it was written for.  So where a pack has another value than the
shipped one, under the shipped source, somebody has changed it and left the source behind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from simulate.core.text.validate import written
from simulate.pack import cards as card_file
from simulate.pack.pack import Pack
from simulate.pack.rules import Rule
from simulate.pack.sources import DESIGNER, kind, of_today, source_for

Card = Mapping[str, Any]
NOWHERE = "nowhere"


def as_decided(pack: Pack, shipped: Pack, *, older: bool) -> Pack:
    """The pack, in which what a person decided says so, and has nothing that it could be instead.

    older: commands of before wrote such values as stand-ins.
    """
    rules = {name: _rule(rule, shipped.rules.get(name), older) for name, rule in pack.rules.items()}
    sections, alternatives = dict(pack.sections), dict(pack.alternatives)
    for section, name, card in card_file.each_card(pack.sections):
        model = card_file.follow(shipped.sections, (section, name))
        said = _said(card, model, older)
        decided = [path for path in _paths(card) if kind(source_for(said, path)) == DESIGNER]
        settled = {**card, "source": said}
        if "ranges" in card:
            settled["ranges"] = _left(card["ranges"], decided)
        if settled != card:
            sections[section] = {**sections[section], name: settled}
        if left := alternatives.pop(f"{section}.{name}", None):
            alternatives[f"{section}.{name}"] = _left(left, decided)
    return replace(pack, rules=rules, sections=sections, alternatives=alternatives, _resolved={})


def as_shipped(shipped: Pack, path: str, value: Any) -> str:
    """The shipped source, where a value is set back to the shipped one; else an empty string."""
    is_set_back = path.startswith(("rules.", "cards.")) and shipped.value(path) == value
    return shipped.source_of(path) if is_set_back else ""


def _rule(rule: Rule, shipped: Rule | None, older: bool) -> Rule:
    source = of_today(rule.source) if older else rule.source
    if shipped is not None and source != rule.source and rule.value == shipped.value:
        source = shipped.source
    elif shipped is not None and source == shipped.source and rule.value != shipped.value:
        source = _changed(source, shipped.value)
    span = None if kind(source) == DESIGNER else rule.range
    return replace(rule, source=source, range=span)


def _said(card: Card, shipped: Card | None, older: bool) -> dict[str, str]:
    """What the sources of a card say of the values that are played."""
    listed = card["source"]
    said = {key: of_today(text) for key, text in listed.items()} if older else dict(listed)
    if shipped is None:
        return said
    before = dict(card_file.values(shipped))
    for path, value in card_file.values(card):
        source, theirs = source_for(said, path), source_for(shipped["source"], path)
        is_same = path in before and before[path] == value
        if is_same and source != source_for(listed, path):
            said[path] = theirs
        elif not is_same and source == theirs:
            said[path] = _changed(source, before.get(path, NOWHERE))
    return said


def _changed(source: str, shipped: Any) -> str:
    return source if kind(source) == DESIGNER else f"{DESIGNER}: {written(shipped)} as shipped"


def _paths(card: Card) -> Iterator[str]:
    return (path for path, _ in card_file.values(card))


def _left(table: Mapping[str, Any], decided: list[str]) -> dict[str, Any]:
    """Entries by path that are of nothing that is decided, nor of what holds it or a part."""
    return {
        key: entry
        for key, entry in table.items()
        if not any(f"{key}.".startswith(f"{p}.") or p.startswith(f"{key}.") for p in decided)
    }
