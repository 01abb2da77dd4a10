"""One game that people played, as whatever reads people's games hands it over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PlayedSeat:
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
class PlayedGame:
    """A game that people played to its end.

    place: where it stands ("row 7").  group: who played, as the file calls them; games of one group
    are not taken for independent.  levels: what varies from setting to setting, by factor, with the
    number of players; each setting is one that the game can play.
    """

    name: str
    place: str
    group: str
    levels: Mapping[str, Any]
    seats: tuple[PlayedSeat, ...]
    date: str = ""
    rounds: int | None = None
    minutes: float | None = None

    @property
    def together(self) -> bool:
        """Whether all won; of a co-operative game."""
        return all(seat.won == 1 for seat in self.seats)


@dataclass(frozen=True)
class Playtests:
    """A file of games that people played, those that count.

    setting: the factors that are the same in all games, such as `map`.  notes: what was left out,
    merged or taken for something, a sentence each.  has_groups: whether the file tells who played;
    else each date, or each game, is taken for a group.
    """

    file: str
    games: tuple[PlayedGame, ...]
    notes: tuple[str, ...] = ()
    has_groups: bool = True
