"""Add, change and remove values in card files; comments and layout stay.

`edited` puts values in the places of others and knows no more; here keys and tables are added and
taken out, by tomlkit.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit.items import InlineTable, Table

from simulate.core.errors import InputError, RunError
from simulate.core.files import toml
from simulate.core.text.locate import MISSING, Loc, locate
from simulate.core.text.nested import ABOUT
from simulate.core.text.validate import written
from simulate.pack import alternatives, catalogue, sources
from simulate.pack import cards as card_file
from simulate.pack.edit.decided import as_shipped
from simulate.pack.edit.stub import BEGUN, card_text
from simulate.pack.pack import Pack
from simulate.pack.reading import load, load_folder
from simulate.pack.sheets.card_changes import CardChange, Read
from simulate.pack.text.document import Document, parsed, read

OF_VALUES = (*ABOUT, alternatives.KEY)
OTHERWISE = "the changes cannot be written into {file}: make its cards plain tables, as shipped"
NOTHING = "nothing"
NEWLINE = "\n"


def texts(pack: Pack, changes: Iterable[CardChange], said: Callable[[str], str]) -> dict[str, str]:
    """The text of each file that changes, by name.

    said: the source of a value, by the value before as it was written.
    """
    of_sections: dict[str, list[CardChange]] = {}
    for change in changes:
        of_sections.setdefault(str(change.way[0]), []).append(change)
    found = {}
    for file in pack.facts.card_files:
        document = read(pack.folder / file)
        of_file = [c for name, some in of_sections.items() if name in document.data for c in some]
        if of_file:
            values = [c for c in of_file if not c.is_whole]
            text = _changed(document.text, values, said, load(pack.game))
            for change in of_file:
                text = _with_card(text, change, said) if change.is_whole else text
            _check(document, text, of_file)
            found[file] = text
    return found


def _changed(
    text: str, changes: Iterable[CardChange], said: Callable[[str], str], shipped: Pack
) -> str:
    whole: Any = tomlkit.parse(text)
    for change in changes:
        section, name, *way = change.way
        card = whole[section][name]
        back = as_shipped(shipped, change.path, change.after)
        _tell(card, sources.dotted(way), change, back, said)
        holder = card
        for part in way[:-1]:
            if isinstance(part, str) and part not in holder:
                holder[part] = tomlkit.inline_table()
            holder = holder[part]
        if change.after is MISSING:
            del holder[way[-1]]
        else:
            _put(holder, way[-1], _value(change.after, way, holder))
    return tomlkit.dumps(whole)


def _with_card(text: str, change: CardChange, said: Callable[[str], str]) -> str:
    """The text with a card behind the others of its kind, or without one and all that is in it."""
    if change.after is MISSING:
        for start, end in reversed(_stretches(text, change.way)):
            before, after = text[:start], text[end:]
            before = before.removesuffix(_begun(before))
            if before.endswith(2 * NEWLINE):
                after = after.lstrip(NEWLINE)
            text = before + after if after else before.rstrip(NEWLINE) + NEWLINE
        return text
    section, name = map(str, change.way)
    *_, (_, end) = _stretches(text, (section,))
    added = card_text((section, name), change.after, said(NOTHING))
    before = text[:end].rstrip(NEWLINE)
    return f"{before}\n\n{added}{text[end:]}"


def _begun(text: str) -> str:
    """The line at the end that `simulate edit --card` has put above a card."""
    *_, last = text.splitlines(keepends=True) or [""]
    return last if last.startswith(BEGUN) else ""


def _stretches(text: str, way: Loc) -> list[tuple[int, int]]:
    """Where whole lines of a card or of a kind stand, from the first to where another begins."""
    found: list[tuple[int, int]] = []
    was_own = False
    for loc, mark in sorted(locate(text).items(), key=lambda item: item[1].key.start):
        is_own = loc[: len(way)] == way
        if is_own:
            start = text.rfind(NEWLINE, 0, mark.key.start) + 1
            end = text.find(NEWLINE, mark.value.end) + 1 or len(text)
            if was_own:
                start, end = found[-1][0], max(end, found.pop()[1])
            found.append((start, end))
        was_own = is_own or (was_own and loc == way[: len(loc)])
    return found


def _put(table: Any, key: str | int, value: Any) -> None:
    """Set a value; a new one stands before the comments at the end, which are of what follows."""
    rest: list[Any] = []
    if isinstance(table, Table) and key not in table:
        body = table.value.body
        while body and body[-1][0] is None:
            rest.insert(0, body.pop())
    table[key] = value
    if rest:
        table.value.body.extend(rest)


def _value(value: Any, way: list[str | int], holder: Any) -> Any:
    """A value as it stands in the file: a table of its own, or behind one `=`."""
    if not isinstance(value, Mapping) or len(way) < 2 or isinstance(holder, InlineTable):
        return tomlkit.value(written(value))
    table = tomlkit.table()
    for key, entry in value.items():
        table.add(key, tomlkit.value(written(entry)))
    return table


def _tell(card: Any, path: str, change: CardChange, back: str, said: Callable[[str], str]) -> None:
    """Say of a card where a value is from; what it said of the value before is no longer so.

    back: its source where it is set back to the shipped value.
    """
    is_gone = change.after is MISSING
    for about in OF_VALUES:
        if about in card:
            for key in list(_of(card[about], path, whole=is_gone)):
                del card[about][key]
            if not card[about]:
                del card[about]
    if not is_gone:
        before = NOTHING if change.before is MISSING else written(change.before)
        _put(card["source"], path, tomlkit.value(written(back or said(before))))


def _of(said: Mapping[str, Any], path: str, *, whole: bool) -> Iterator[str]:
    """The keys of what is said of parts of a value; whole: of the value itself, too."""
    for key in said:
        if key.startswith(f"{path}.") or (whole and key == path):
            yield key


def _check(document: Document, text: str, changes: Iterable[CardChange]) -> None:
    """Raise RunError where the text does not say what it should, and else what it said before."""
    whole: dict[str, Any] = copy.deepcopy(document.data)
    for change in changes:
        holder: Any = whole
        for part in change.way[:-1]:
            holder = holder.setdefault(part, {}) if isinstance(part, str) else holder[part]
        if change.after is MISSING:
            del holder[change.way[-1]]
        else:
            holder[change.way[-1]] = change.after
    try:
        found = parsed(text, document.path, document.path.name).data
    except InputError:
        found = {}
    if _played(found) != _played(whole):
        raise RunError(OTHERWISE.format(file=document.path.name))


def _played(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is on the cards, without what they say of it."""
    return card_file.without_sources(alternatives.taken_out(data)[0])


def check(pack: Pack, texts: Mapping[str, str], found: Read) -> Pack:
    """The pack with other texts.  Raises InputError, with the cell of whatever does not fit."""
    files = pack.facts.card_files
    documents = (texts[file] if file in texts else read(pack.folder / file).text for file in files)
    whole = {key: part for text in documents for key, part in toml.loads(text).items()}
    sections, _ = alternatives.taken_out(whole)
    model = catalogue.cards_model(pack.game)
    _, problems = card_file.read_cards(model, sections, found.problem)
    if problems:
        raise InputError(problems)
    return load_folder(pack.folder, pack.shown, texts)
