"""One game that people played, as whatever reads people's games hands it over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TableSeat:
    """What one person did in a game.

    seat: from 0.  options: ids of the hero, the faction or the units, empty where nobody wrote
    them down.  won: share of the win, 0..1; in a co-operative game that of all.  score, newcomer:
    None where not written.  who: a number for a person, the same in every game of the file, and
    never a name.
    """

    seat: int
    won: float
    options: tuple[str, ...] = ()
    score: float | None = None
    newcomer: bool | None = None
    who: int | None = None


@dataclass(frozen=True)
class TableGame:
    """A game that people played to its end.

    place: where it stands ("row 7").  group: who played, as the file calls them; games of one group
    are not taken for independent.  levels: the game's factors of setting by name (`players`,
    `horde`), all of them that the file tells and the usual level of the others; each is a setting
    that the game can play.  rounds, minutes: None where not written.
    """

    name: str
    place: str
    group: str
    levels: Mapping[str, Any]
    seats: tuple[TableSeat, ...]
    date: str = ""
    rounds: int | None = None
    minutes: float | None = None

    @property
    def is_won(self) -> bool:
        """Whether a co-operative game was won."""
        return all(seat.won == 1 for seat in self.seats)


@dataclass(frozen=True)
class Playtests:
    """A file of games that people played, those that count.

    notes: what was left out,
    merged or taken for something, a sentence each.  has_groups: whether the file tells who played;
    else each date, or each game, is taken for a group.
    """

    file: str
    games: tuple[TableGame, ...]
    notes: tuple[str, ...] = ()
    has_groups: bool = True
