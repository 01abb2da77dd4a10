"""Rows of a sheet of games, brought into one form: a row for each seat of each game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

from simulate.core.errors import MORE, MOST_PROBLEMS, InputError, Problem
from simulate.core.files.sheets import Sheet, Value, place
from simulate.pack.sheets.cells import UnreadableError
from simulate.pack.sheets.sheet_rows import NOTES
from simulate.playtests.terms import GameTerms
from simulate.playtests.written import MOST_LETTERS, text

GAME, DATE, GROUP, SEAT, WON = "game", "date", "group", "seat", "won"
SCORE, ROUNDS, MINUTES = "score", "rounds", "minutes"
NEWCOMER, WHO, LEAVE_OUT = "newcomer", "who", "leave_out"
WINNER, NEWCOMERS = "winner", "newcomers"  # of a row a game: seats or what they hold
OF_GAME = (GAME, DATE, GROUP, ROUNDS, MINUTES, LEAVE_OUT)
OF_SEAT = (WON, SCORE, NEWCOMER, WHO)
OF_A_ROW_A_GAME = (WINNER, NEWCOMERS)
SEATED = re.compile(r"(.+?)[. ]([1-9]\d?)")
MOST_ROWS = 20_000
NEAR = 0.75  # how like a heading a word must be to be a slip of the finger
Read = TypeVar("Read")


@dataclass(frozen=True)
class GameRow:
    """What is written of one seat in one game.

    cells: by heading, those that are filled; game: what rows of one game have in common; seat: from
    1, 0 where it is not written; place: where the row is; columns: what stands behind that place
    for a heading; short: the place in a few letters; at: its number in the file, from 0; shares:
    several who won have each a share of the win, as some files know only who won.
    """

    cells: Mapping[str, Value]
    game: str
    place: str
    short: str
    at: int
    columns: Mapping[str, str] = field(default_factory=dict)
    seat: int = 0
    shares: bool = False

    def where(self, heading: str) -> str:
        """The place of a cell."""
        return self.place + self.columns.get(heading, "")


class Refusals:
    """What is wrong with a file, all of it as far as anybody reads it."""

    def __init__(self) -> None:
        self.problems: dict[Problem, None] = {}

    def add(self, where: str, what: str) -> None:
        """Keep one thing that is wrong.  Raises InputError where there are too many."""
        self.problems[Problem(where, what)] = None
        if len(self.problems) >= MOST_PROBLEMS:
            raise InputError([*self.problems, Problem(where, MORE)])

    def read(self, row: GameRow, heading: str, reader: Callable[[Value], Read]) -> Read | None:
        """What a cell says; None where it is empty, or wrong."""
        if heading not in row.cells:
            return None
        try:
            return reader(row.cells[heading])
        except UnreadableError as error:
            self.add(row.where(heading), str(error))
            return None

    def check(self) -> None:
        """Raise InputError where anything is wrong."""
        if self.problems:
            raise InputError(self.problems)


@dataclass(frozen=True)
class _Heading:
    """What a column is called: a heading, and the number of the seat behind it, 0 for none."""

    name: str
    seat: int = 0


class SheetOfGames:
    """A sheet with a row for each seat, or one for each game: its headings tell which."""

    def __init__(self, sheet: Sheet, terms: GameTerms, refused: Refusals) -> None:
        self.sheet, self.terms, self.refused = sheet, terms, refused
        self.left_out: list[str] = []
        self.misspelt: set[str] = set()
        self.columns = self._columns()
        names = {heading.name for heading in self.columns.values()}
        by_seat = any(heading.seat for heading in self.columns.values())
        self.is_row_a_game = by_seat or (WINNER in names and SEAT not in names)

    def rows(self) -> list[GameRow]:
        """A row for each seat; what is wrong with cells and headings is among the refusals."""
        for (row, column), what in sorted(self.sheet.wrong.items()):
            if column in self.columns:
                self.refused.add(place(self.sheet, row, column), what)
        if not self._has_what_it_needs():
            return []
        filled = [n for n, row in enumerate(self.sheet.rows) if n and self._cells(row)]
        if len(filled) > MOST_ROWS:
            what = f"has {len(filled):,} rows; at most {MOST_ROWS:,} are read"
            raise InputError([Problem(f"{self.sheet.file}, sheet {self.sheet.name}", what)])
        if self.is_row_a_game:
            return [each for number in filled for each in self._of_game(number)]
        return [each for number in filled for each in self._of_seat(number)]

    def _known(self) -> dict[str, str]:
        """Headings that may stand above a column, by how they are compared."""
        held = [self.terms.option] if self.terms.option else []
        factors = [factor.name for factor in self.terms.factors]
        known = [*factors, *held, *OF_GAME, SEAT, *OF_SEAT, *OF_A_ROW_A_GAME]
        return {_plain(name): name for name in known}

    def _columns(self) -> dict[int, _Heading]:
        """Which column holds what; those of somebody's own are left out."""
        found: dict[int, _Heading] = {}
        for column, cell in enumerate(self.sheet.rows[0] if self.sheet.rows else ()):
            if cell is None or not str(cell).strip():
                self._refuse_unheaded(column)
                continue
            heading = self._heading(column, str(cell))
            if heading is None:
                continue
            if heading in found.values():
                what = f"`{str(cell).strip()}` stands above two columns"
                self.refused.add(place(self.sheet, 0, column), what)
            found[column] = heading
        return found

    def _refuse_unheaded(self, column: int) -> None:
        rows = self.sheet.rows[1:]
        if any(column < len(row) and row[column] not in (None, "") for row in rows):
            self.refused.add(place(self.sheet, 0, column), "has no heading")

    def _heading(self, column: int, said: str) -> _Heading | None:
        """The heading that a text means; None for a column of somebody's own, which is kept."""
        plain, known = _plain(said), self._known()
        held = {_plain(self.terms.option): self.terms.option} if self.terms.option else {}
        by_seat = {**dict(zip(OF_SEAT, OF_SEAT, strict=True)), **held}
        if plain in known:
            return _Heading(known[plain])
        match = SEATED.fullmatch(said.strip())
        name, seat = (_plain(match[1]), int(match[2])) if match else (plain, 0)
        if seat and name in by_seat:
            return _Heading(by_seat[name], seat)
        near = get_close_matches(name[:MOST_LETTERS], [*(by_seat if seat else known)], 1, NEAR)
        if near and plain not in NOTES:
            self.misspelt.add(near[0])
            meant = f"{near[0]}.{seat}" if seat else near[0]
            what = f"there is no column `{said.strip()}`; did you mean `{meant}`?"
            self.refused.add(place(self.sheet, 0, column), what)
        else:
            self.left_out.append(said.strip()[:MOST_LETTERS])
        return None

    def _has_what_it_needs(self) -> bool:
        """Whether the columns are there without which nothing is told."""
        names = {heading.name for heading in self.columns.values()} | self.misspelt
        where = place(self.sheet, 0)
        before = len(self.refused.problems)
        if not self.is_row_a_game and GAME not in names:
            what = "has no column `game`, which tells the rows of one game from those of others"
            self.refused.add(where, what)
        if names.isdisjoint({WON, WINNER}):
            self.refused.add(where, "has no column `won`, or, of a row a game, `winner`")
        for heading in OF_A_ROW_A_GAME if not self.is_row_a_game else ():
            if heading in names:
                what = f"`{heading}` goes with a row a game; in a row a seat write `won` and "
                self.refused.add(where, f"{what}`newcomer`")
        if self.is_row_a_game and SEAT in names:
            what = "`seat` goes with a row a seat; in a row a game its number stands behind the "
            self.refused.add(where, f"{what}heading, as in `{self.terms.option or WHO}.1`")
        return len(self.refused.problems) == before and not self.misspelt

    def _cells(self, row: Sequence[Value]) -> dict[_Heading, Value]:
        """What is filled of a row."""
        pairs = ((heading, row[n]) for n, heading in self.columns.items() if n < len(row))
        return {h: cell for h, cell in pairs if cell is not None and str(cell).strip()}

    def _places(self, seat: int = 0) -> dict[str, str]:
        """What stands behind the place of a row for each heading."""
        of_all = place(self.sheet, 0)
        return {
            heading.name: place(self.sheet, 0, column).removeprefix(of_all)
            for column, heading in self.columns.items()
            if heading.seat in (0, seat)
        }

    def _of_seat(self, number: int) -> Iterator[GameRow]:
        """A row of a sheet with a row for each seat."""
        cells = {heading.name: c for heading, c in self._cells(self.sheet.rows[number]).items()}
        row = GameRow(cells, "", **self._here(number), columns=self._places())
        if GAME not in cells:
            self.refused.add(row.where(GAME), "this row does not say of which game it is")
            return
        if (game := self.refused.read(row, GAME, text)) is not None:
            yield GameRow(cells, game, **self._here(number), columns=self._places())

    def _of_game(self, number: int) -> Iterator[GameRow]:
        """The seats of a game that is told in one row."""
        cells = self._cells(self.sheet.rows[number])
        whole = {heading.name: cell for heading, cell in cells.items() if not heading.seat}
        seats = max((heading.seat for heading in cells), default=0)
        where = self._here(number)
        first = GameRow(whole, "", **where, columns=self._places())
        before = len(self.refused.problems)
        players = self.refused.read(first, self.terms.who_plays, self._players)
        for seat in range(1, max(seats, players or 0) + 1):
            own = {heading.name: cell for heading, cell in cells.items() if heading.seat == seat}
            columns = self._places(seat)
            yield GameRow({**whole, **own}, first.short, **where, columns=columns, seat=seat)
        if not (seats or players) and len(self.refused.problems) == before:
            what = f"does not tell who played: fill `{self.terms.option or WHO}.1` and so on, or "
            self.refused.add(first.place, f"{what}`{self.terms.who_plays}`")

    def _players(self, cell: Value) -> int:
        factor = next(f for f in self.terms.factors if f.name == self.terms.who_plays)
        return int(self.terms.level(factor, cell))

    def _here(self, number: int) -> dict[str, Any]:
        return {"place": place(self.sheet, number), "short": f"row {number + 1}", "at": number}


def _plain(said: str) -> str:
    """A heading without capitals and spaces."""
    return re.sub(r"[\s_-]+", "_", said.strip().lower())
