"""Whether people and simulation agree on the options of contests, by a parametric bootstrap.

People's tables stay as they were dealt; who wins is drawn anew, with strengths that lie as far off
as the noise of the grid lets them and with habits of each group.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analysis.people.agreement import (
    FILES,
    HABITS,
    LEAST,
    SHIFTED,
    SIZE,
    ComparedColumn,
    agreement_answer,
    median_column,
    moved,
)
from analysis.people.answer import AgreementAnswer, SideBySide
from analysis.people.contest import winners_of
from analysis.people.modes import Lineups
from analysis.people.played import PlayedArrays
from analysis.people.simulated import SimulatedStrengths, played_lineups
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import rate


@dataclass(frozen=True)
class ContestCheck:
    """Tables of people beside simulated strengths.

    group: int64[games], from 0.  winners: seats that win together.
    """

    tables: Lineups
    group: np.ndarray
    strengths: SimulatedStrengths
    winners: int

    @cached_property
    def chance(self) -> np.ndarray:
        """float64[games, seats], of the win, by the simulation."""
        return self.tables.chances(self.strengths.mean)

    @cached_property
    def spread(self) -> np.ndarray:
        """float64[options], the standard error of its wins, in wins of a whole table."""
        held = self.tables.held
        if self.winners == 1:
            mean = np.einsum("gi,gif->gf", self.chance, held)
            square = np.einsum("gi,gif->gf", self.chance, held**2)
            return np.asarray(np.sqrt(np.maximum((square - mean**2).sum(axis=0), LEAST)))
        won, lost = self._sides
        q = (self.chance * won).sum(axis=1)
        apart = _mean_held(held, won) - _mean_held(held, lost)
        variance = ((q * (1 - q))[:, None] * apart**2).sum(axis=0)
        return np.asarray(np.sqrt(np.maximum(variance, LEAST / self.winners)))

    @property
    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        """bool[games, seats] of those who won together, and of all others."""
        won = self.tables.share > 0
        return won, self.tables.seated & ~won

    def z(self, share: np.ndarray) -> np.ndarray:
        """float64[options], by float64[games, seats] shares of the win."""
        return np.asarray(((share - self.chance).reshape(-1) @ self._rows) / self.spread)

    @cached_property
    def _rows(self) -> np.ndarray:
        """float64[games * seats, options]."""
        return self.tables.held.reshape(-1, self.tables.held.shape[2])

    def made(self, rng: np.random.Generator, shift: np.ndarray) -> np.ndarray:
        """float64[games, seats], shares of the win as the simulation would have them, and luck."""
        options = len(self.strengths.mean)
        root = np.linalg.cholesky(self.strengths.cov)
        strength = self.strengths.mean + root @ rng.normal(size=options) + shift
        habits = HABITS * abs(rng.normal()) * rng.normal(size=(self.group.max() + 1, options))
        own = (strength + habits)[self.group]
        eta = np.einsum("gif,gf->gi", self.tables.held, own)
        eta = np.where(self.tables.seated, eta, -np.inf)
        if self.winners == 1:
            best = (eta + rng.gumbel(size=eta.shape)).argmax(axis=1)
            return np.asarray((best[:, None] == np.arange(eta.shape[1])).astype(float))
        won, lost = self._sides
        e = np.exp(eta - eta.max(axis=1, keepdims=True))
        q = (e * won).sum(axis=1) / e.sum(axis=1)
        first = (rng.random(len(q)) < q)[:, None]
        side = np.where(first, won, lost | (won & ~lost.any(axis=1, keepdims=True)))
        return np.asarray(side / side.sum(axis=1, keepdims=True))


def _mean_held(held: np.ndarray, side: np.ndarray) -> np.ndarray:
    """float64[games, options], what seats of a side have on average."""
    total = np.maximum(side.sum(axis=1), 1)[:, None]
    return np.asarray(np.einsum("gi,gif->gf", side.astype(float), held) / total)


def contest_agreement(
    games: PlayedArrays,
    options: tuple[str, ...],
    strengths: SimulatedStrengths,
    rng: np.random.Generator,
) -> AgreementAnswer:
    """Options of contests: their wins beside those expected at the same tables."""
    tables = played_lineups(games)
    if not len(tables.share):
        return agreement_answer([], np.zeros(0, dtype=bool), np.zeros(0), np.zeros(0), SIZE)
    told = games.told & (games.share.sum(axis=1) > 0)
    check = ContestCheck(tables, games.group[told], strengths, winners_of(tables.share))
    z = check.z(tables.share)
    seats = (tables.held > 0).astype(float)
    met: list[int] = np.flatnonzero(seats.any(axis=(0, 1))).tolist()
    compared = [_compared(check, seats[:, :, i], float(z[i]), options[i]) for i in met]
    tested = np.array([not np.allclose(_apart(tables, i), 0.0) for i in met])
    if not tested.any():
        return agreement_answer(compared, tested, np.zeros(0), np.zeros(0), SIZE)
    asked = np.array(met)[tested]
    none = np.zeros(len(options))
    null = np.array([np.abs(check.z(check.made(rng, none))[asked]).max() for _ in range(FILES)])
    columns = [ComparedColumn("option", None, options[i], seats[:, :, i]) for i in met]
    at = options.index(median_column(columns, tested).option)
    shift, size = _contest_shift(check, seats[:, :, at], at)
    moved_by = np.where(np.arange(len(options)) == at, shift, 0.0)
    files = [np.abs(check.z(check.made(rng, moved_by))[asked]).max() for _ in range(SHIFTED)]
    return agreement_answer(compared, tested, null, np.array(files), size)


def _apart(tables: Lineups, option: int) -> np.ndarray:
    """What each seat has of an option over the mean of its table: 0 where it cannot matter."""
    held = tables.held[:, :, option]
    mean = held.sum(axis=1, keepdims=True) / tables.seated.sum(axis=1, keepdims=True)
    return np.where(tables.seated, held - mean, 0.0)


def _compared(check: ContestCheck, seats: np.ndarray, z: float, option: str) -> SideBySide:
    """One option; seats: float64[games, seats], 1 where it was held."""
    count, times = int(seats.sum()), check.winners
    won = min(float(count), times * float((check.tables.share * seats).sum()))
    expected = min(1.0, times * float((check.chance * seats).sum()) / count)
    return SideBySide("option", rate(won, count, ONE_LOOK), expected, z, option=option)


def _contest_shift(check: ContestCheck, seats: np.ndarray, option: int) -> tuple[float, float]:
    """Log strength that moves the mean share of an option's seats by `SIZE`, and how far."""
    at, times = np.arange(len(check.strengths.mean)) == option, check.winners

    def share_at_shift(shift: float) -> float:
        chance = check.tables.chances(check.strengths.mean + shift * at)
        return times * float((chance * seats).sum() / seats.sum())

    return moved(share_at_shift, share_at_shift(0.0))
