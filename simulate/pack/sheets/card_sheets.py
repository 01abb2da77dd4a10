"""The cards of a pack as spreadsheet tables: a table for each kind, a row for each card."""

from collections.abc import Iterator, Mapping
from typing import Any

from simulate.core.files.sheets import Sheet
from simulate.core.text.nested import printed
from simulate.pack import cards as card_file
from simulate.pack import catalogue, sources
from simulate.pack.edit import widths
from simulate.pack.pack import Pack
from simulate.pack.sheets import cells, headings
from simulate.pack.sheets.cells import CellKind
from simulate.pack.sheets.headings import ID, Heading

ROW_WORDS = {"minimum": "at least", "maximum": "at most"}
OF_EFFECTS = "effects, with ; between; what each takes: `simulate list effects {game}`"
OF_ID = "the id of the card: do not change it"


def sheets(pack: Pack) -> list[Sheet]:
    """Every kind of cards as a table, with what is said of values as notes."""
    return [_sheet(pack, section, cards) for section, cards in of_kinds(pack.sections).items()]


def of_kinds(sections: Mapping[str, Any]) -> dict[str, dict[str, Mapping[str, Any]]]:
    """The cards by kind and id."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for section, name, card in card_file.each_card(sections):
        found.setdefault(section, {})[name] = card
    return found


def columns(cards: Mapping[str, Mapping[str, Any]]) -> dict[Heading, CellKind]:
    """The columns of a kind of cards, and what their cells hold."""
    of_each = [dict(headings.of_card(printed(card))) for card in cards.values()]
    kinds = {}
    for heading in headings.together(of_each):
        alike = any_number(heading)
        values = (v for one in of_each for other, v in one.items() if any_number(other) == alike)
        kinds[heading] = cells.kind_of(str(heading[-1]), values)
    return kinds


def any_number(heading: Heading) -> Heading:
    """The heading of whichever of counted tables: of the first, the second and so on."""
    return tuple(0 if isinstance(part, int) else part for part in heading)


def _sheet(pack: Pack, section: str, cards: Mapping[str, Mapping[str, Any]]) -> Sheet:
    kinds, effects = columns(cards), catalogue.effects(pack.game)
    sheet = Sheet(section, [[ID, *map(headings.written, kinds)]])
    sheet.notes[0, 0] = OF_ID
    for column, (heading, kind) in enumerate(kinds.items(), start=1):
        if note := _of_column(pack.game, section, heading, kind):
            sheet.notes[0, column] = note
    for row, (name, card) in enumerate(cards.items(), start=1):
        values = dict(headings.of_card(printed(card)))
        shown = (cells.shown(values[h], kinds[h], effects) if h in values else None for h in kinds)
        sheet.rows.append([cells.shown(name, CellKind.WORD, effects), *shown])
        for column, heading in enumerate(kinds, start=1):
            if heading in values and not isinstance(heading[-1], int):
                sheet.notes[row, column] = "\n".join(_about(card, _path(card, heading)))
    return sheet


def _of_column(game: str, section: str, heading: Heading, kind: CellKind) -> str:
    """What is said of a column: what it is, and its bounds."""
    if kind in (CellKind.EFFECTS, CellKind.LINES):
        return OF_EFFECTS.format(game=game)
    said = widths.part(game, [section, "", *("" if isinstance(p, int) else p for p in heading)])
    parts = [said.get("description", "")]
    parts += [f"{words} {said[key]}" for key, words in ROW_WORDS.items() if key in said]
    parts += [f"one of {', '.join(map(str, said['enum']))}"] if "enum" in said else []
    return "; ".join(filter(None, parts))


def _path(card: Mapping[str, Any], heading: Heading) -> str:
    """The path inside the card at which the value under a heading stands."""
    way: list[str] = []
    for part in heading:
        names = card_file.follow(card, tuple(way)) if isinstance(part, int) else ()
        way.append(list(names)[part - 1] if isinstance(part, int) else part)
    return sources.dotted(way)


def _about(card: Mapping[str, Any], path: str) -> Iterator[str]:
    """What the card says of a value: its source, its range, and those of parts of it."""
    listed = card.get("source", {})
    yield sources.source_for(listed, path)
    inside = f"{path}."
    for key, text in listed.items():
        if key.startswith(inside):
            yield f"{key.removeprefix(inside)}: {text}"
    for key, span in card.get("ranges", {}).items():
        if key == path or key.startswith(inside):
            yield f"could be {span['low']} to {span['high']}: {span['why']}"
