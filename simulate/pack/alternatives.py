"""Alternative values of guesses that are not whole numbers.

A table `alternatives` beside `ranges`: by the path inside the card whole values, and why these.  It
is taken out as the cards are read: what is played never sees it.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from simulate.core.errors import Problem, nearest
from simulate.core.game.cardmodel import Strict
from simulate.core.text.validate import Reporter, check
from simulate.pack import cards as card_file
from simulate.pack.sources import KNOWN_HAS_NO_RANGE, OPEN, kind, source_for

KEY = "alternatives"
MOST = 100  # of one value


class Alternatives(Strict):
    """What a guess could be, by an argument that does not look at results."""

    values: Annotated[list[Any], Field(min_length=1, max_length=MOST)]
    why: Annotated[str, Field(min_length=1)]


Said = dict[str, dict[str, Any]]  # by section, card


def taken_out(sections: Mapping[str, Any]) -> tuple[dict[str, Any], Said]:
    """(the sections without it, what each card of each section says)."""
    said: Said = {}
    for section, name, card in card_file.each_card(sections):
        if KEY in card:
            said.setdefault(section, {})[name] = card[KEY]
    return {key: _without(part, said.get(key, {})) for key, part in sections.items()}, said


def _without(part: Any, said: Mapping[str, Any]) -> Any:
    if not said:
        return part
    return {
        name: {key: v for key, v in card.items() if key != KEY} if name in said else card
        for name, card in part.items()
    }


def values_of(said: Said) -> dict[str, dict[str, list[Any]]]:
    """The values by `section.card` and the path inside it, of what is right."""
    return {
        f"{section}.{name}": {path: entry["values"] for path, entry in table.items()}
        for section, cards in said.items()
        for name, table in cards.items()
    }


class _CardSaying(Strict):
    """A card, of which this alone is looked at."""

    alternatives: dict[str, Alternatives]


def problems(
    model: type[BaseModel], sections: dict[str, Any], said: Said, report: Reporter
) -> list[Problem]:
    """What is wrong with it on cards that are right by themselves."""
    found = []
    for section, cards in said.items():
        for name, table in cards.items():
            wrong = check(_CardSaying, {KEY: table}, report, base=(section, name))[1]
            found += wrong or _of_card(model, sections, (section, name), table, report)
    return found


def _of_card(
    model: type[BaseModel],
    sections: dict[str, Any],
    place: tuple[str, str],
    table: Mapping[str, Mapping[str, Any]],
    report: Reporter,
) -> list[Problem]:
    """Paths of nothing, of what is known, and values that the card may not have."""
    section, name = place
    card, found = sections[section][name], []
    for path, entry in table.items():
        loc, what = (*place, KEY, path), _trouble(card, path)
        for value in entry["values"] if not what else ():
            moved, _ = card_file.changed(model, sections, {f"{section}.{name}.{path}": value}, ())
            wrong = check(model, moved, report)[1]
            what = what or next((each.what for each in wrong), "")
        if what:
            found.append(report(loc, f"alternatives of `{path}`: {what}", "value"))
    return found


def _trouble(card: Mapping[str, Any], path: str) -> str:
    if card_file.follow(card, card_file.real_way(card, path)) is None:
        return f"this card has no such value{nearest(path, [p for p, _ in card_file.values(card)])}"
    if kind(source_for(card["source"], path)) not in OPEN:
        return KNOWN_HAS_NO_RANGE
    return ""
