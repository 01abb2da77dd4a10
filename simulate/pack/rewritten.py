"""The card files of a pack with values that come, go and change; comments and layout stay.

`edited` puts values in the places of others and knows no more; here keys and tables are added and
taken out, by tomlkit.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit.items import InlineTable, Table

from simulate.core.errors import InputError, RunError
from simulate.core.locate import MISSING
from simulate.core.nested import ABOUT
from simulate.core.validate import written
from simulate.pack import alternatives, catalogue, sources
from simulate.pack import cards as card_file
from simulate.pack.card_changes import CardChange, Read
from simulate.pack.document import parsed, read
from simulate.pack.pack import Pack
from simulate.pack.reading import load_folder

OF_VALUES = (*ABOUT, alternatives.KEY)
OTHERWISE = "the changes cannot be written into {file}: make its cards plain tables, as shipped"
NOTHING = "nothing"


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
            found[file] = _changed(document.text, of_file, said)
            _check(file, of_file, parsed(found[file], document.path, file).data)
    return found


def _changed(text: str, changes: Iterable[CardChange], said: Callable[[str], str]) -> str:
    whole: Any = tomlkit.parse(text)
    for change in changes:
        section, name, *way = change.way
        card = whole[section][name]
        _tell(card, sources.dotted(way), change, said)
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


def _tell(card: Any, path: str, change: CardChange, said: Callable[[str], str]) -> None:
    """Say of a card where a value is from; what it said of the value before is no longer so."""
    is_gone = change.after is MISSING
    for about in OF_VALUES:
        if about in card:
            for key in list(_of(card[about], path, whole=is_gone)):
                del card[about][key]
            if not card[about]:
                del card[about]
    if not is_gone:
        before = NOTHING if change.before is MISSING else written(change.before)
        _put(card["source"], path, tomlkit.value(written(said(before))))


def _of(said: Mapping[str, Any], path: str, *, whole: bool) -> Iterator[str]:
    """The keys of what is said of parts of a value; whole: of the value itself, too."""
    for key in said:
        if key.startswith(f"{path}.") or (whole and key == path):
            yield key


def _check(file: str, changes: Iterable[CardChange], data: Mapping[str, Any]) -> None:
    """Raise RunError where the text does not say what it should."""
    for change in changes:
        found = card_file.follow(data, change.way)
        if found != (None if change.after is MISSING else change.after):
            raise RunError(OTHERWISE.format(file=file))


def check(pack: Pack, texts: Mapping[str, str], found: Read) -> Pack:
    """The pack with other texts.  Raises InputError, with the cell of whatever does not fit."""
    files = pack.facts.card_files
    documents = (texts[file] if file in texts else read(pack.folder / file).text for file in files)
    whole = {key: part for text in documents for key, part in tomllib.loads(text).items()}
    sections, _ = alternatives.taken_out(whole)
    model = catalogue.cards_model(pack.game)
    _, problems = card_file.read_cards(model, sections, found.problem)
    if problems:
        raise InputError(problems)
    return load_folder(pack.folder, pack.shown, texts)
