"""Change a few values in the files of a pack; every other character stays.

Comments and order are the designer's.  Used where a command writes into a copy of a game: answers
to `simulate edit`, and the packs that a search advises.
"""

from collections.abc import Callable, Mapping
from typing import Any

from simulate.core.errors import InputError
from simulate.core.text.letters import in_toml
from simulate.core.text.locate import Loc, TextSpan
from simulate.core.text.validate import written
from simulate.pack import cards as card_file
from simulate.pack import sources
from simulate.pack.edit.decided import as_shipped
from simulate.pack.pack import Pack
from simulate.pack.reading import files, load
from simulate.pack.sources import DESIGNER, OPEN
from simulate.pack.text.document import Document, read
from simulate.pack.text.formats import Edit, edited

Said = Callable[[str], str]  # the value before, as it was written -> the source of the new one


def designer(why: str) -> Said:
    """The source of a value that a person decided: `designer: 4 before; why`."""
    return lambda before: f"{DESIGNER}: {before} before; {why}"


def texts(
    pack: Pack, changes: Mapping[str, Any], said: Said, *, set_back: bool = True
) -> dict[str, str]:
    """The text of each file of the pack's folder, by name, with the changes in it.

    changes: path of a rule or a card as `--set` takes it -> value.  said: what the source of each
    changed value says; of what is set back to the shipped value the shipped one, if `set_back`.
    What is known now loses its range.
    Raises KeyError for a path that no file of the folder writes out.
    """
    changed = {}
    left = dict(changes)
    for file in files(pack.game):
        document = read(pack.folder / file)
        edits: list[Edit] = []
        for path in list(left):
            back = as_shipped(load(pack.game), path, left[path]) if set_back else ""
            tell = (lambda _, back=back: back) if back else said
            edits_of_path = _edits(document, file, path, left[path], tell)
            edits += edits_of_path
            if edits_of_path:
                del left[path]
        changed[file] = edited(document.text, edits)
    if left:
        raise KeyError(next(iter(left)))
    return changed


def _edits(document: Document, file: str, path: str, value: Any, said: Said) -> list[Edit]:
    """What makes one change in one file; nothing where the file does not hold the value."""
    kind, _, rest = path.partition(".")
    if kind == "rules":
        return (
            _of_rule(document, tuple(rest.split(".")), value, said) if file == "rules.toml" else []
        )
    section, card, inner = rest.split(".", 2)
    entry = document.data.get(section, {}).get(card)
    if kind != "cards" or file in ("rules.toml", "strategies.toml") or entry is None:
        return []
    way = card_file.real_way(entry, inner)
    place: Loc = (section, card, *way)
    if place not in document.marks:
        return []
    before = _written(document, place)
    source = said(before)
    source_place = (section, card, "source")
    edits = [(document.marks[place].value, written(value))]
    edits += _no_range(document, (section, card, "ranges", inner), source)
    edits += _nothing_inside(document, (section, card), inner)
    source = in_toml(source)
    if (*source_place, inner) in document.marks:
        return [*edits, (document.marks[(*source_place, inner)].value, source)]
    return [*edits, _new_source(document, source_place, inner, source)]


def _of_rule(document: Document, loc: Loc, value: Any, said: Said) -> list[Edit]:
    value_at, source_at = (*loc, "value"), (*loc, "source")
    if value_at not in document.marks:
        return []
    source = said(_written(document, value_at))
    return [
        (document.marks[value_at].value, written(value)),
        (document.marks[source_at].value, in_toml(source)),
        *_no_range(document, (*loc, "range"), source),
    ]


def _no_range(document: Document, place: Loc, source: str) -> list[Edit]:
    """What takes out the range of a value that is known now."""
    if place not in document.marks or sources.kind(source) in OPEN:
        return []
    return [_taken_out(document, place, "this range")]


def _nothing_inside(document: Document, card: Loc, inner: str) -> list[Edit]:
    """What takes out sources and ranges of single values in a list that is changed as a whole."""
    return [
        _taken_out(document, place, f"this entry of `{place[2]}`")
        for place in document.marks
        if len(place) == 4
        and place[:2] == card
        and place[2] in ("source", "ranges")
        and str(place[3]).startswith(f"{inner}.")
    ]


def _taken_out(document: Document, place: Loc, what: str) -> Edit:
    """What takes out an entry with its line."""
    mark = document.marks[place]
    line = document.text.rfind("\n", 0, mark.key.start) + 1
    end = document.text.find("\n", mark.value.end) + 1 or len(document.text)
    if document.text[line : mark.key.start].strip():
        what = f"remove {what} first: it shares a line with others"
        raise InputError([document.problem(place, what, "key")])
    return TextSpan(line, end), ""


def _new_source(document: Document, source_place: Loc, inner: str, source: str) -> Edit:
    """A source of its own for a value that shared one, before the first that is there."""
    first = min(
        mark.key.start
        for loc, mark in document.marks.items()
        if loc[: len(source_place)] == source_place and len(loc) == len(source_place) + 1
    )
    line = document.text.rfind("\n", 0, first) + 1
    alone = not document.text[line:first].strip()
    entry = f"{in_toml(inner)} = {source}{chr(10) if alone else ', '}"
    return TextSpan(first, first), entry


def _written(document: Document, place: Loc) -> str:
    span = document.marks[place].value
    return document.text[span.start : span.end].strip()
