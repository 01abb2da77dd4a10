"""Games made of their rows, each checked against the game that was played."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from simulate.core.files.sheets import Value
from simulate.core.game.facts import Factor
from simulate.core.text.letters import look, unreadable
from simulate.pack.sheets.cells import UnreadableError
from simulate.playtests import written
from simulate.playtests.records import TableGame, TableSeat
from simulate.playtests.rows import (
    DATE,
    GAME,
    GROUP,
    LEAVE_OUT,
    MINUTES,
    NEWCOMER,
    NEWCOMERS,
    ROUNDS,
    SCORE,
    SEAT,
    WHO,
    WINNER,
    WON,
    GameRow,
    Refusals,
)
from simulate.playtests.terms import GameTerms
from simulate.playtests.written import several, text

CLOSE = 0.02  # to 1, of shares that were rounded
Read = TypeVar("Read")
Reader = Callable[[Value], Read]


@dataclass(frozen=True)
class FoundGame:
    """A game that was made of rows.

    where: the cell of its name.  named: whether the file gives it one.  untold: factors that the
    file does not tell.
    """

    game: TableGame
    where: str
    named: bool
    untold: tuple[str, ...]


class GameMaker:
    """Makes games of rows; what is wrong goes to the refusals.

    left_out: games that the file itself leaves out.  seatless: those whose rows tell no seats.
    told: how many games there are, whatever is wrong with them.
    """

    def __init__(self, terms: GameTerms, rows: Sequence[GameRow], refused: Refusals) -> None:
        self.terms, self.refused = terms, refused
        self._who = self._numbers(rows)
        self._games: dict[str, list[GameRow]] = {}
        for row in rows:
            self._games.setdefault(look(row.game), []).append(row)
        self.told = len(self._games)
        self.left_out: list[str] = []
        self.seatless = 0

    def found(self) -> list[FoundGame]:
        """The games that count, those that came first in the file first."""
        made = [self._game(rows) for rows in self._games.values()]
        return [game for game in made if game is not None]

    def _numbers(self, rows: Sequence[GameRow]) -> dict[str, int]:
        """A number for each person: no name goes further than this."""
        names = {look(str(row.cells[WHO]).strip()) for row in rows if WHO in row.cells}
        return {name: number for number, name in enumerate(sorted(names), start=1)}

    def _game(self, rows: list[GameRow]) -> FoundGame | None:
        """One game; None where it is left out, or something is wrong with it."""
        before = len(self.refused.problems)
        if self._agreed(rows, LEAVE_OUT, written.yes_no):
            self.left_out.append(rows[0].short)
            return None
        name = self._agreed(rows, GAME, _name) or rows[0].short
        date = self._agreed(rows, DATE, written.date) or ""
        group = self._agreed(rows, GROUP, _name) or ""
        rounds = self._agreed(rows, ROUNDS, lambda cell: written.whole(cell, 1))
        minutes = self._agreed(rows, MINUTES, lambda cell: written.number(cell, 0))
        told = self._told(rows)
        rows = self._seated(rows)
        is_fine = len(self.refused.problems) == before
        setting = self._setting(rows, told) if is_fine else self._likely(rows, told)
        seats = self._seats(rows, setting)
        if len(self.refused.problems) > before:
            return None
        game = TableGame(
            name=name,
            place=_span(rows),
            group=group,
            levels=self.terms.levels_of(setting),
            seats=seats,
            date=date,
            rounds=rounds,
            minutes=minutes,
        )
        untold = tuple(f.name for f in self.terms.chosen if f.name not in told)
        return FoundGame(game, rows[0].where(GAME), GAME in rows[0].cells, untold)

    # What all rows of a game say

    def _agreed(self, rows: Sequence[GameRow], heading: str, reader: Reader[Read]) -> Read | None:
        """What the rows of a game say of it, as one; rows may leave it empty."""
        said: Read | None = None
        first = rows[0]
        for row in rows:
            each = self.refused.read(row, heading, reader)
            if each is None:
                continue
            if said is None:
                said, first = each, row
            elif each != said:
                what = f"`{heading}` is {_shown(each)} in this row and {_shown(said)} in "
                what += f"{first.short}: it is one game, `{row.game}`"
                self.refused.add(row.where(heading), what)
        return said

    def _told(self, rows: Sequence[GameRow]) -> dict[str, Any]:
        """The levels that the file tells."""
        said = {f.name: self._agreed(rows, f.name, self._level_of(f)) for f in self.terms.factors}
        return {name: level for name, level in said.items() if level is not None}

    def _level_of(self, factor: Factor) -> Reader[Any]:
        return lambda cell: self.terms.level(factor, cell)

    def _setting(self, rows: Sequence[GameRow], told: Mapping[str, Any]) -> dict[str, Any]:
        """The setting of a game; what is wrong with it is told."""
        who_plays, first = self.terms.who_plays, rows[0]
        players = told.get(who_plays, len(rows))
        if players != len(rows):
            what = f"`{who_plays}` is {players}, and {len(rows)} seats are told of (`{first.game}`)"
            self.refused.add(first.where(who_plays), what)
        allowed = next(f.levels for f in self.terms.factors if f.name == who_plays)
        if players not in allowed:
            these = ", ".join(map(str, allowed))
            what = f"there is no game of {players} seats (`{who_plays}` may be {these})"
            self.refused.add(first.where(who_plays), what)
            return {}
        setting, refusal = self.terms.setting({**told, who_plays: players})
        if refusal:
            self.refused.add(first.place, f"such a game cannot be played: {refusal}")
        return setting

    def _likely(self, rows: Sequence[GameRow], told: Mapping[str, Any]) -> dict[str, Any]:
        """The setting as far as it can be read, to tell what else is wrong; empty if it cannot."""
        factor = next(f for f in self.terms.factors if f.name == self.terms.who_plays)
        if len(rows) not in factor.levels:
            return {}
        return self.terms.setting({**told, factor.name: len(rows)})[0]

    # Seats

    def _seated(self, rows: list[GameRow]) -> list[GameRow]:
        """The rows in the order of seats; without seats as they stand in the file."""
        if all(row.seat for row in rows):  # a row a game
            return rows
        seats = [self.refused.read(row, SEAT, lambda cell: written.whole(cell, 1)) for row in rows]
        if not any(SEAT in row.cells for row in rows):
            self.seatless += len(rows) > 1
            return rows
        taken: dict[int, GameRow] = {}
        for row, seat in zip(rows, seats, strict=True):
            if SEAT not in row.cells:
                self.refused.add(row.where(SEAT), "has no seat, though other rows of its game have")
            elif seat in taken:
                what = f"seat {seat} of game `{row.game}` stands in {taken[seat].short} already"
                self.refused.add(row.where(SEAT), what)
            elif seat is not None:
                taken[seat] = row
        ordered = [taken[seat] for seat in sorted(taken)]
        if taken and len(taken) == len(rows) != max(taken):
            missing = next(n for n in range(1, max(taken)) if n not in taken)
            what = f"game `{rows[0].game}` has a seat {max(taken)}, but no row of seat {missing}"
            self.refused.add(taken[max(taken)].where(SEAT), what)
        return ordered if len(ordered) == len(rows) else rows

    def _seats(self, rows: Sequence[GameRow], setting: Mapping[str, Any]) -> tuple[TableSeat, ...]:
        """What each seat held and won."""
        options, scores, newcomers = self._read_seats(rows)
        before = len(self.refused.problems)
        self._check_options(rows, options)
        if setting and len(self.refused.problems) == before and len(options) == len(rows):
            if refusal := self.terms.refuse_options(setting, options):
                self.refused.add(rows[0].place, f"such a game cannot be played: {refusal}")
        won = self._won(rows, options, setting) if setting else []
        newcomers = self._marked(rows, options, newcomers)
        if len(won) != len(rows):
            return ()
        return tuple(
            TableSeat(
                seat=seat,
                won=won[seat],
                options=options[seat],
                score=scores[seat],
                newcomer=newcomers[seat],
                who=self._who.get(look(str(row.cells.get(WHO, "")).strip())),
            )
            for seat, row in enumerate(rows)
        )

    def _read_seats(
        self, rows: Sequence[GameRow]
    ) -> tuple[list[tuple[str, ...]], list[float | None], list[bool | None]]:
        """Options, score and newcomer of each seat."""
        read, heading = self.refused.read, self.terms.option
        options = [read(row, heading, self.terms.options) or () if heading else () for row in rows]
        scores = [read(row, SCORE, written.number) for row in rows]
        return options, scores, [read(row, NEWCOMER, written.yes_no) for row in rows]

    def _check_options(self, rows: Sequence[GameRow], options: Sequence[tuple[str, ...]]) -> None:
        """Nothing stands before two seats of which there is one in the box."""
        holder: dict[str, GameRow] = {}
        for row, held in zip(rows, options, strict=True):
            for option in held if self.terms.is_one_of_each else ():
                if option in holder:
                    other = holder[option]
                    seat = f"in {other.short}" if other.at != row.at else f"at seat {other.seat}"
                    what = f"`{option}` is {seat} of this game already: there is one of each"
                    self.refused.add(row.where(self.terms.option), what)
                holder.setdefault(option, row)

    def _named(
        self, row: GameRow, heading: str, options: Sequence[tuple[str, ...]]
    ) -> set[int] | None:
        """Seats that a cell names by number or by what they hold; None where it is wrong."""
        found: set[int] = set()
        for part in self.refused.read(row, heading, several) or ():
            if part.isdigit() and 0 < int(part) <= len(options):
                found.add(int(part) - 1)
                continue
            try:
                if part.isdigit() or not self.terms.option:
                    raise UnreadableError(f"there is no seat {part} (1 to {len(options)})")
                held = self.terms.options(part)
                seats = [seat for seat, each in enumerate(options) if each == held]
                if len(seats) != 1:
                    raise UnreadableError(f"`{part}` is at {len(seats)} seats: write the number")
                found.add(seats[0])
            except UnreadableError as error:
                self.refused.add(row.where(heading), str(error))
                return None
        return found

    def _marked(
        self,
        rows: Sequence[GameRow],
        options: Sequence[tuple[str, ...]],
        newcomers: list[bool | None],
    ) -> list[bool | None]:
        """Who was new, as a row a game tells it in one cell."""
        if NEWCOMERS not in rows[0].cells:
            return newcomers
        if str(rows[0].cells[NEWCOMERS]).strip().lower() in ("none", "no", "-"):
            return [False] * len(rows)
        named = self._named(rows[0], NEWCOMERS, options)
        return [seat in (named or ()) for seat in range(len(rows))]

    # Who won

    def _won(
        self,
        rows: Sequence[GameRow],
        options: Sequence[tuple[str, ...]],
        setting: Mapping[str, Any],
    ) -> list[float]:
        """Each seat's share of the win; nothing where something is wrong."""
        if self.terms.is_together(setting):
            return self._won_together(rows)
        if WINNER in rows[0].cells and all(row.seat for row in rows):
            named = self._named(rows[0], WINNER, options)
            if named is None:
                return []
            shares: list[float | None] = [float(seat in named) for seat in range(len(rows))]
            return self._shared(rows, shares, may_share=True)
        before = len(self.refused.problems)
        shares = [self.refused.read(row, WON, written.share) for row in rows]
        if len(self.refused.problems) > before:
            return []
        return self._shared(rows, shares, rows[0].shares or self.terms.has_sides)

    def _won_together(self, rows: Sequence[GameRow]) -> list[float]:
        won = [self.refused.read(row, WON, written.yes_no) for row in rows]
        first = next((n for n, each in enumerate(won) if each is not None), None)
        if first is None:
            if not any(WON in row.cells for row in rows):
                what = f"does not say whether game `{rows[0].game}` was won: all win or lose as one"
                self.refused.add(rows[0].where(WON), f"{what}, so write `won`")
            return []
        for row, each in zip(rows, won, strict=True):
            if each not in (None, won[first]):
                said = {True: "won", False: "lost"}
                what = f"says {said[bool(each)]}, and {rows[first].short} {said[bool(won[first])]}"
                what += f": in game `{row.game}` all win or lose as one"
                self.refused.add(row.where(WON), what)
                return []
        return [float(bool(won[first]))] * len(rows)

    def _shared(
        self, rows: Sequence[GameRow], shares: Sequence[float | None], may_share: bool
    ) -> list[float]:
        """Shares of a contest, which add up to one win."""
        given = [share or 0.0 for share in shares]
        total, winners = sum(given), sum(share == 1 for share in given)
        where = rows[0].where(WON if WON in rows[0].columns else WINNER)
        if total == 0:
            what = f"nobody won game `{rows[0].game}`: write who did, or leave the game out"
            self.refused.add(where, f"{what} (`{LEAVE_OUT}`)")
            return []
        if winners == total > 1 and may_share:
            return [share / total for share in given]
        if winners > 1:
            what = f"{winners} seats won game `{rows[0].game}`; if they share the win, in a tie or "
            self.refused.add(where, f"{what}as a team, write {1 / winners:.2g} for each")
            return []
        if abs(total - 1) > CLOSE:
            what = f"the shares of the win of game `{rows[0].game}` add up to {total:.3g}, not to 1"
            self.refused.add(where, what)
            return []
        return [share / total for share in given]


def unplayed(terms: GameTerms, games: Sequence[TableGame]) -> tuple[list[str], int]:
    """Printed names of options that nobody held, and how many seats do not tell theirs."""
    held = Counter(option for game in games for seat in game.seats for option in seat.options)
    untold = sum(not seat.options for game in games for seat in game.seats)
    return [name for option, name in terms.option_names.items() if option not in held], untold


def _name(cell: Value) -> str:
    """A name of a game or a group.  Raises UnreadableError for one that nobody can read."""
    said = text(cell)
    if what := unreadable(said):
        raise UnreadableError(what)
    return said


def _shown(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _span(rows: Sequence[GameRow]) -> str:
    """Where a game stands: row 7, or rows 7 to 10."""
    first, last = min(rows, key=lambda row: row.at), max(rows, key=lambda row: row.at)
    if first.at == last.at or not first.short.startswith("row "):
        return first.short
    return f"rows {first.at + 1} to {last.at + 1}"
