"""Compare a spreadsheet with the cards of a pack.

Tables may hold a part of the cards and of the columns: what is not there stays as it is, but that
cards without a row may be taken out where this is asked for.  A row of a new id is a new card.  All
that cannot be read is told at once with its sheet, row and column.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from simulate.core.errors import MORE, MOST_PROBLEMS, InputError, Problem, nearest
from simulate.core.files.sheets import Sheet, Spot, Value, place
from simulate.core.text.locate import MISSING, Loc, entry_of
from simulate.core.text.nested import ABOUT, printed
from simulate.pack import cards as card_file
from simulate.pack import catalogue, sources
from simulate.pack.edit import widths
from simulate.pack.edit.stub import slug_of
from simulate.pack.pack import Pack
from simulate.pack.sheets import card_sheets, cells, headings
from simulate.pack.sheets.cells import DO, UnreadableError
from simulate.pack.sheets.headings import ID, Heading
from simulate.pack.sheets.sheet_rows import SheetRow, is_no_card, is_own_column

Card = dict[str, Any]
AS_ID = re.compile(r"[a-z0-9_-]+")
NO_ID = "not an id of a card: small letters, digits and `_`, such as `{slug}`"
CLOSE = 0.8  # a slip of the finger, of 1
MOST_CARDS = 300  # of a kind; the largest has a fifth
MOST_TOLD = 20
ENDS = f"more than {MOST_CARDS:,} cards, or {MOST_PROBLEMS} things that are wrong: read no further"
MOST_OF = 2  # of as many cards one must stay, or be new
PART = (
    "a sheet of a part of the cards leaves the others as they are without it. With it, it must "
    "hold each card that stays, and at least half of them (else take the others out of the pack's "
    "file, or a half at a time)"
)
RENAMED = "A new card stands beside the row of the old one; with `--remove` it replaces that"


@dataclass(frozen=True)
class CardChange:
    """A value of a card, or a whole one, that is another; MISSING on the side without it."""

    way: Loc
    before: Any
    after: Any

    @property
    def is_whole(self) -> bool:
        """Whether a card comes or goes."""
        return len(self.way) == 2

    @property
    def path(self) -> str:
        """As `--set` takes it."""
        return f"cards.{sources.dotted(self.way)}"


@dataclass
class Read:
    """What was read.

    places: where the value at a way into the sections stands, in words.  added: what is said of
    a new card, by its kind and id; whole: where cards come and go.
    """

    changes: list[CardChange] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    places: dict[Loc, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    added: dict[Loc, str] = field(default_factory=dict)
    whole: list[str] = field(default_factory=list)

    def problem(self, loc: Loc, what: str, on: str = "value") -> Problem:
        """A problem at the cell of a value, or of the nearest one around it."""
        what += self.added.get(loc[:2], "")
        for length in range(len(loc), 0, -1):
            if loc[:length] in self.places:
                return Problem(self.places[loc[:length]], what)
        whole = self.whole[0] if self.whole else sources.dotted(("cards", *loc))
        return Problem(whole, what)

    def comes_or_goes(self, change: CardChange, where: str) -> None:
        """Add a whole card, or take it out; where: its row, or its table."""
        self.changes.append(change)
        self.whole.append(where)
        self.places.setdefault(change.way[:1], where)


def read(pack: Pack, sheets: Sequence[Sheet], file: str, *, remove: bool = False) -> Read:
    """All changes.  Raises InputError with all that is wrong with the tables.

    remove: cards of a table that have no row there are taken out.
    """
    found = looked_through(pack, sheets, file, remove=remove)
    if found.problems:
        raise InputError(found.problems)
    return found


def looked_through(pack: Pack, sheets: Sequence[Sheet], file: str, *, remove: bool = False) -> Read:
    """All changes that can be read, and all that is wrong with the tables."""
    found = Read()
    kinds = card_sheets.of_kinds(pack.sections)
    known = [sheet for sheet in sheets if _is_of_cards(sheet, kinds, found)]
    if not known and not found.problems:
        what = f"holds no table of cards ({', '.join(kinds)}), with `{ID}` above its first column"
        found.problems.append(Problem(file, what))
    first: dict[str, Sheet] = {}
    for sheet in known:
        if first.setdefault(sheet.name, sheet) is not sheet:
            what = f"{sheet.name} stand in {first[sheet.name].file} already; keep one of the two"
            found.problems.append(Problem(f"{sheet.file}, sheet {sheet.name}", what))
            continue
        _CardTable(pack, sheet, kinds[sheet.name], found, remove).read()
    return found


def _is_of_cards(sheet: Sheet, kinds: Mapping[str, Any], found: Read) -> bool:
    """Whether a table is one of cards; another one may stand beside them, but not by mistake."""
    if sheet.name in kinds:
        return True
    where = f"{sheet.file}, sheet {sheet.name}"
    close = f"{nearest(sheet.name, list(kinds))} ({', '.join(kinds)})"
    if sheet.rows and sheet.rows[0] and _text(sheet.rows[0][0]) == ID:
        found.problems.append(Problem(where, f"no kind of cards of this game has this name{close}"))
    else:
        found.notes.append(f"{where}: not a kind of cards, skipped")
    return False


def _text(value: Value) -> str:
    return str(value).strip() if value is not None else ""


def _at(row: Sequence[Value], column: int) -> str:
    return _text(row[column]) if column < len(row) else ""


class _CardTable:
    """One table, read against the cards of its kind."""

    def __init__(
        self,
        pack: Pack,
        sheet: Sheet,
        cards: Mapping[str, Mapping[str, Any]],
        found: Read,
        remove: bool,
    ) -> None:
        self.pack, self.sheet, self.cards, self.found = pack, sheet, cards, found
        self.remove = remove
        self.effects = catalogue.effects(pack.game)
        self.kinds = card_sheets.columns(cards)
        self.columns: dict[Heading, int] = {}
        self.wrong: list[tuple[Spot, str]] = []
        self.without_row: list[str] = []
        self.no_cards: set[int] = set()  # rows of totals and notes
        self.own: set[int] = set()  # columns of somebody's own

    def read(self) -> None:
        """Add what differs, and what is wrong, to what was found."""
        if self.sheet.remark:
            self.found.notes.append(f"{self.sheet.file}: {self.sheet.remark}")
        if self.sheet.hidden:
            what = f"{self.sheet.hidden}: hidden in the file, and read as what is shown is"
            self.found.notes.append(f"{self.sheet.file}, sheet {self.sheet.name}: {what}")
        if self._read_headings():
            self._read_rows()
        for (row, column), what in self.sheet.wrong.items():
            if row not in self.no_cards and column not in self.own:
                self.wrong.append(((row, column), what))
        if len(self.wrong) > MOST_PROBLEMS:
            self.wrong = [*sorted(self.wrong)[:MOST_PROBLEMS], ((0, 0), MORE)]
        found = (Problem(place(self.sheet, *spot), what) for spot, what in sorted(self.wrong))
        self.found.problems += found

    def _read_rows(self) -> None:
        seen: dict[str, int] = {}
        at = self.columns[(ID,)]
        ids = {_at(row, at) for row in self.sheet.rows[1:]}
        self.without_row = [name for name in self.cards if name not in ids]
        named = (row for row, line in enumerate(self.sheet.rows) if AS_ID.fullmatch(_at(line, at)))
        last = max(named, default=0)
        unfit: dict[int, list[str]] = {}
        for (row, _), what in self.sheet.wrong.items():
            unfit.setdefault(row, []).append(what)
        for row, values in enumerate(self.sheet.rows[1:], start=1):
            is_filled = any(map(_text, values))
            other = self._as_row(values, row > last, unfit.get(row, []))
            if (is_filled or row in unfit) and is_no_card(other):
                self._leave_out(row)
            elif is_filled:
                self._read_row(row, values, seen)
            if len(seen) > MOST_CARDS or len(self.wrong) > MOST_PROBLEMS:
                told = sorted(self.wrong)[:MOST_PROBLEMS]
                found = [Problem(place(self.sheet, *spot), what) for spot, what in told]
                raise InputError([Problem(place(self.sheet, row), ENDS), *found])
        self._tell_rest()

    def _read_headings(self) -> bool:
        """Which column holds what; false where that cannot be told."""
        before = len(self.wrong)
        texts = list(map(_text, self.sheet.rows[0])) if self.sheet.rows else []
        if ID not in texts:
            what = f"the column `{ID}` is missing; it names the card of each row"
            self.wrong.append(((0, 0), what))
            return False
        for column, text in enumerate(texts):
            below = (row[column] for row in self.sheet.rows[1:] if column < len(row))
            if not text and not any(map(_text, below)):
                continue
            heading = headings.read(text)
            if heading in self.columns:
                self.wrong.append(((0, column), f"`{text}` stands above two columns"))
            elif what := self._unknown(text, heading):
                if is_own_column(text, heading, self._known()):
                    self.own.add(column)
                    continue
                self.wrong.append(((0, column), what))
                if len(self.wrong) > MOST_PROBLEMS:
                    break
            self.columns[heading] = column
        if self.own:
            first = place(self.sheet, 0, min(self.own))
            named = ", ".join(f"`{texts[column]}`" for column in sorted(self.own)[:MOST_TOLD])
            what = f"{named}: not a value of these cards, skipped"
            self.found.notes.append(f"{first}: {what}")
        return len(self.wrong) == before

    def _as_row(self, values: Sequence[Value], is_last: bool, wrong: list[str]) -> SheetRow:
        at = self.columns[(ID,)]
        cells = [value for n, value in enumerate(values) if n != at and n not in self.own]
        name = _at(values, at)
        return SheetRow(name, name in self.cards, is_last, cells, wrong)

    def _leave_out(self, row: int) -> None:
        self.no_cards.add(row)
        if len(self.no_cards) <= MOST_TOLD:
            what = "totals or a note, not a card; skipped"
            self.found.notes.append(f"{place(self.sheet, row)}: {what}")

    def _known(self) -> list[str]:
        return [ID, *map(headings.written, self.kinds)]

    def _unknown(self, text: str, heading: Heading) -> str:
        """Why there is no such column, or an empty string."""
        if heading == (ID,) or heading in self.kinds:
            return ""
        if not text:
            return "this column has no heading"
        if heading[0] in ABOUT:
            return f"`{heading[0]}` is kept in the files of the pack, not in a spreadsheet"
        way = ["" if isinstance(part, int) else part for part in heading]
        if widths.part(self.pack.game, [self.sheet.name, "", *way]) and all(heading):
            return ""
        known = self._known()
        return f"`{text}` is not a value of these cards{nearest(text, known)} ({', '.join(known)})"

    def _read_row(self, row: int, values: Sequence[Value], seen: dict[str, int]) -> None:
        at = self.columns[(ID,)]
        name = _at(values, at)
        if not name:
            self.wrong.append(((row, at), f"this row has no `{ID}`"))
        elif name in seen:
            self.wrong.append(((row, at), f"`{name}` stands in row {seen[name] + 1} already"))
        elif name not in self.cards and (what := self._is_no_new(name)):
            self.wrong.append(((row, at), what))
        else:
            seen[name] = row
            way = (self.sheet.name, name)
            self.found.places[way] = place(self.sheet, row)
            if name not in self.cards:
                self.found.added[way] = f" (a new card{nearest(name, list(self.cards))})"
            _Row(self, row, values, name).read()

    def _is_no_new(self, name: str) -> str:
        """Why an id that no card has is not that of a new one, or an empty string."""
        if not AS_ID.fullmatch(name):
            return f"`{name}` is {NO_ID.format(slug=slug_of(name) or 'warm_blanket')}"
        close = get_close_matches(name, self.without_row, n=1, cutoff=CLOSE)
        if self.remove or not close:
            return ""
        meant = nearest(name, close)
        return f"there is no card `{name}` in {self.sheet.name}{meant} {RENAMED}"

    def _tell_rest(self) -> None:
        """Say what stays as it is since it is not there, and which values are results."""
        where = f"{self.sheet.file}, sheet {self.sheet.name}"
        gone_cards = self.without_row
        if gone_cards and self.remove:
            self._take_out(gone_cards, where)
        elif gone_cards:
            what = f"no row, left as they are: {', '.join(gone_cards)}"
            self.found.notes.append(f"{where}: {what} (`--remove` deletes such cards)")
        gone = [headings.written(heading) for heading in self.kinds if heading not in self.columns]
        if gone:
            self.found.notes.append(f"{where}: no column {', '.join(gone)}; left as it is")
        if formulas := self.sheet.formulas:
            what = "a formula" if len(formulas) == 1 else f"{len(formulas)} formulas from here on"
            first = place(self.sheet, *formulas[0])
            self.found.notes.append(f"{first}: {what}; the last result was taken")

    def _take_out(self, gone: Sequence[str], where: str) -> None:
        """Take cards out; not most of them, as then the sheet may hold a part of the cards."""
        of = f"{len(gone):,} of {len(self.cards):,} {self.sheet.name}"
        if MOST_OF * (len(self.cards) - len(gone) + self._new()) < len(self.cards):
            what = (
                f"{of} have no row, and `--remove` would take them out: {', '.join(gone)}; {PART}"
            )
            self.found.problems.append(Problem(where, what))
            return
        self.found.notes.append(f"{where}: {of} have no row and are taken out")
        for name in gone:
            change = CardChange((self.sheet.name, name), printed(self.cards[name]), MISSING)
            self.found.comes_or_goes(change, where)

    def _new(self) -> int:
        """How many cards the sheet adds."""
        return sum(way[0] == self.sheet.name for way in self.found.added)


class _Row:
    """One card as a row has it."""

    def __init__(self, table: _CardTable, row: int, values: Sequence[Value], name: str) -> None:
        self.table, self.row, self.values, self.name = table, row, values, name
        self.is_new = name not in table.cards
        self.old: Card = {} if self.is_new else printed(table.cards[name])
        self.new: Card = _bare(table.cards) if self.is_new else copy.deepcopy(self.old)

    def read(self) -> None:
        """Add what differs to what was found."""
        before = len(self.table.wrong)
        for heading in self._counted():
            self._name_tables(heading)
        for heading, column in self.table.columns.items():
            if heading != (ID,) and not isinstance(heading[-1], int):
                self._set(heading, column)
        if len(self.table.wrong) > before:
            return
        way, found = (self.table.sheet.name, self.name), self.table.found
        if self.is_new:
            change = CardChange(way, MISSING, self.new)
            found.comes_or_goes(change, place(self.table.sheet, self.row))
        else:
            found.changes += _differences(way, self.old, self.new)

    def _cell(self, heading: Heading) -> Value:
        """What stands under a heading; nothing where it is blank."""
        column = self.table.columns[heading]
        value = self.values[column] if column < len(self.values) else None
        return None if isinstance(value, str) and not value.strip() else value

    def _counted(self) -> list[Heading]:
        """Where tables stand that are counted, the outer ones first."""
        found = (heading[:-1] for heading in self.table.columns if isinstance(heading[-1], int))
        return sorted(dict.fromkeys(found), key=len)

    def _name_tables(self, heading: Heading) -> None:
        """Give the counted tables at a place of the card the ids that the row has for them."""
        columns = {h: c for h, c in self.table.columns.items() if h[:-1] == heading}
        columns = {h: c for h, c in columns.items() if isinstance(h[-1], int)}
        way = self._way(heading)
        old = {} if way is None else card_file.follow(self.new, way) or {}
        if way is None or not isinstance(old, dict):
            return
        names = {c: _text(self._cell(h)) for h, c in columns.items() if self._cell(h) is not None}
        for column, name in names.items():
            if list(names.values()).count(name) > 1:
                self._wrong(column, f"`{name}` stands twice in this row")
        if len(old) > len(columns):
            what = f"`{self.name}` has {len(old)} {sources.dotted(way)}, and the table columns for"
            self._wrong(min(columns.values()), f"{what} {len(columns)}")
        if names or old:
            self._put(way, {name: old.get(name, {}) for name in names.values()})
        for column, name in names.items():
            self._at((*way, name), column)

    def _way(self, heading: Heading) -> Loc | None:
        """The way below the card that a heading means in this row; None where it has no such."""
        way: list[str] = []
        for number, part in enumerate(heading):
            if isinstance(part, int):
                counted = heading[: number + 1]
                name = _text(self._cell(counted)) if counted in self.table.columns else ""
                if not name:
                    return None
                way.append(name)
            else:
                way.append(part)
        return tuple(way)

    def _set(self, heading: Heading, column: int) -> None:
        """Put the value of a cell into the card, or take it out where the cell is blank."""
        way, cell = self._way(heading), self._cell(heading)
        if way is None:
            if cell is not None:
                what = "has a value, and what it belongs to has no id in this row"
                self._wrong(column, what)
            return
        self._at(way, column)
        if cell is None:
            _take_out(self.new, way)
            return
        kind = self.table.kinds.get(heading) or cells.kind_of(str(heading[-1]), ())
        try:
            self._put(way, cells.read(cell, kind, self.table.effects))
        except UnreadableError as error:
            self._wrong(column, f"`{headings.written(heading)}`: {error}")

    def _wrong(self, column: int, what: str) -> None:
        self.table.wrong.append(((self.row, column), what))

    def _put(self, way: Loc, value: Any) -> None:
        holder = self.new
        for part in way[:-1]:
            inner = holder.setdefault(str(part), {})
            if not isinstance(inner, dict):
                return
            holder = inner
        holder[str(way[-1])] = value

    def _at(self, way: Loc, column: int) -> None:
        """Remember where a value stands."""
        loc = (self.table.sheet.name, self.name, *way)
        self.table.found.places[loc] = place(self.table.sheet, self.row, column)


def _bare(cards: Mapping[str, Mapping[str, Any]]) -> Card:
    """What a new card has before its row is read: the tables that every card has."""
    first, *others = cards.values()
    tables = [key for key, value in printed(first).items() if isinstance(value, Mapping)]
    return {key: {} for key in tables if all(isinstance(c.get(key), Mapping) for c in others)}


def _take_out(card: Card, way: Loc) -> None:
    """Take a value out, and the table that held nothing else."""
    holder = card_file.follow(card, way[:-1])
    if isinstance(holder, dict) and way[-1] in holder:
        del holder[way[-1]]
        if not holder and len(way) > 1:
            _take_out(card, way[:-1])


def _differences(way: Loc, old: Any, new: Any) -> Iterator[CardChange]:
    """What differs, table by table; a list whose entries are others is one value."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _differences((*way, key), entry_of(old, key), entry_of(new, key))
    elif isinstance(old, list) and _is_shaped_like(old, new):
        for number, entries in enumerate(zip(old, new, strict=True)):
            yield from _differences((*way, number), *entries)
    elif old is MISSING or new is MISSING or not cells.alike(old, new):
        yield CardChange(way, old, new)


def _is_shaped_like(old: Any, new: Any) -> bool:
    """Whether two lists hold the same effects, which say the same keys."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old.keys() == new.keys() and old.get(DO) == new.get(DO)
    if not (isinstance(old, list) and isinstance(new, list) and len(old) == len(new)):
        return False
    return all(map(_is_shaped_like, old, new))
