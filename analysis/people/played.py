"""People's games as arrays, in an order of their own: shuffled rows give the same arrays."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.people.grid import Grid
from simulate.playtests.records import Playtests, TableGame, TableSeat

UNKNOWN = -1e9  # sorts before all that is written


@dataclass(frozen=True)
class PlayedArrays:
    """Games of people, those of a group one after the other; `seats` is that of the largest table.

    setting: int64[games], place in the grid.  group: int64[games], from 0, rising.  won:
    float64[games], 1 where a co-operative game was won.  seated: bool[games, seats].  share:
    float64[games, seats], of the win, sums to 1 where anybody won.  held: float64[games, seats,
    options], 1 where a seat had it.  told: bool[games], whether the options of all seats are
    known; else `held` is 0.  score: float64[games, seats], NaN where not written.  newcomer:
    float64[games, seats], 1 where marked.  rounds: float64[games], NaN where not written.
    together: whether games are won or lost as a whole.
    """

    setting: np.ndarray
    group: np.ndarray
    won: np.ndarray
    seated: np.ndarray
    share: np.ndarray
    held: np.ndarray
    told: np.ndarray
    score: np.ndarray
    newcomer: np.ndarray
    rounds: np.ndarray
    together: bool

    @property
    def groups(self) -> int:
        """How many groups played."""
        return int(self.group[-1]) + 1 if len(self.group) else 0

    @property
    def starts(self) -> np.ndarray:
        """int64[groups], the first game of each."""
        return np.searchsorted(self.group, np.arange(self.groups))

    @property
    def players(self) -> np.ndarray:
        """int64[games], seats at the table."""
        return np.asarray(self.seated.sum(axis=1))

    @property
    def newcomers(self) -> np.ndarray:
        """float64[games], the share of the table that is marked as newcomers, 0..1."""
        return np.asarray(self.newcomer.sum(axis=1) / self.players)

    @property
    def used(self) -> np.ndarray:
        """int64[settings], the settings of the grid that were played."""
        return np.unique(self.setting)


def arrays(played: Playtests, grid: Grid) -> tuple[PlayedArrays, tuple[str, ...]]:
    """The games whose setting the grid holds, of one kind, and notes on those left out.

    Parameters
    ----------
    played : Playtests
        What people played.
    grid : Grid
        Their settings, simulated.

    Returns
    -------
    (PlayedArrays, tuple of str)
        Of a file with co-operative games and contests the kind that has more games.
    """
    at = {game.name: _setting_of(game.levels, grid) for game in played.games}
    known = [game for game in played.games if at[game.name] is not None]
    together = [game for game in known if grid.settings[_sure(at[game.name])].together]
    is_together = 2 * len(together) >= len(known)
    chosen = [g for g in known if grid.settings[_sure(at[g.name])].together == is_together]
    places = {game.name: _sure(at[game.name]) for game in chosen}
    notes = _notes(len(played.games) - len(known), len(known) - len(chosen), is_together)
    return _filled(_ordered(chosen, places, grid), places, grid, is_together), notes


def _notes(strange: int, other: int, together: bool) -> tuple[str, ...]:
    """What is said of games that do not count."""
    notes = []
    if strange:
        notes.append(f"{strange} games of settings that were not simulated are left out")
    if other:
        kind = "contests" if together else "co-operative games"
        notes.append(f"{other} {kind} are left out: one answer tells of one kind")
    return tuple(notes)


def _sure(place: int | None) -> int:
    """A place that is known to be there."""
    assert place is not None
    return place


def _setting_of(levels: Mapping[str, Any], grid: Grid) -> int | None:
    """The place of the setting in the grid, None where it was not simulated."""
    for place, setting in enumerate(grid.settings):
        if all(levels.get(name) == level for name, level in setting.levels.items()):
            return place
    return None


def _seat_key(seat: TableSeat) -> tuple[Any, ...]:
    """What a seat is sorted by: all that counts of it, and not where it sat."""
    score = UNKNOWN if seat.score is None else seat.score
    return tuple(sorted(seat.options)), seat.won, score, bool(seat.newcomer)


def _game_key(game: TableGame, place: int) -> tuple[Any, ...]:
    """What a game is sorted by: all that counts of it, and not its name."""
    rounds = UNKNOWN if game.rounds is None else game.rounds
    return place, tuple(sorted(map(_seat_key, game.seats))), rounds


def _ordered(
    games: list[TableGame], places: Mapping[str, int], grid: Grid
) -> list[tuple[int, TableGame]]:
    """The number of the group and the game, in an order that no name and no row decides."""
    groups = defaultdict(list)
    for game in games:
        groups[game.group].append((_game_key(game, places[game.name]), game))
    for members in groups.values():
        members.sort(key=lambda both: both[0])
    ranked = sorted(groups.values(), key=lambda members: [key for key, _ in members])
    return [(number, game) for number, members in enumerate(ranked) for _, game in members]


def _filled(
    ordered: list[tuple[int, TableGame]], places: Mapping[str, int], grid: Grid, together: bool
) -> PlayedArrays:
    """The arrays of games in their order."""
    games = [game for _, game in ordered]
    seats = max((len(game.seats) for game in games), default=1)
    shape = (len(games), seats)
    found = PlayedArrays(
        setting=np.array([places[game.name] for game in games], dtype=np.int64),
        group=np.array([number for number, _ in ordered], dtype=np.int64),
        won=np.array([float(game.is_won) for game in games]),
        seated=np.zeros(shape, dtype=bool),
        share=np.zeros(shape),
        held=np.zeros((*shape, len(grid.options))),
        told=np.zeros(len(games), dtype=bool),
        score=np.full(shape, np.nan),
        newcomer=np.zeros(shape),
        rounds=np.array([np.nan if g.rounds is None else float(g.rounds) for g in games]),
        together=together,
    )
    number = {option: i for i, option in enumerate(grid.options)}
    for row, game in enumerate(games):
        _fill(found, row, sorted(game.seats, key=_seat_key), number)
    return found


def _fill(found: PlayedArrays, row: int, seats: list[TableSeat], number: Mapping[str, int]) -> None:
    """One game's seats, in place."""
    total = sum(seat.won for seat in seats)
    found.told[row] = bool(number) and all(
        seat.options and all(option in number for option in seat.options) for seat in seats
    )
    for i, seat in enumerate(seats):
        found.seated[row, i] = True
        found.share[row, i] = seat.won / total if total else 0.0
        found.score[row, i] = np.nan if seat.score is None else seat.score
        found.newcomer[row, i] = bool(seat.newcomer)
        if found.told[row]:
            for option in seat.options:
                found.held[row, i, number[option]] += 1
