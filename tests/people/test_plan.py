"""Which games to play next: line-ups, their reasons, and that they are no worse than by lot."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from analysis.people.answer import SURELY
from analysis.people.contest import contest_posterior
from analysis.people.modes import Lineups
from analysis.people.option_agreement import ContestCheck
from analysis.people.plan import (
    DUE,
    FEW,
    OPEN,
    SEVERAL,
    TEAMS,
    TOGETHER,
    KnownStrengths,
    chosen_games,
    evening_plan,
    known_strengths,
)
from analysis.people.simulated import SimulatedStrengths
from analysis.stats.verdicts import Band
from tests.people.made import Party, dealt, grid, played, spread, world

OPTIONS, SEATS, EVENING = 13, 4, 12
BAND = Band(0.19, 0.32)


def made(seed=1, games=20, settings=1, options=OPTIONS):
    """People's games and what is simulated of them."""
    rng = np.random.default_rng(seed)
    truth = world(rng, False, options, settings)
    return played(rng, truth, games, Party()), grid(rng, truth, 60)


def test_half_of_an_evening_tells_most_and_half_is_due():
    file, of = made()
    plan = evening_plan(file, of, None, False, 6, 1)
    assert [game.why for game in plan.games] == [OPEN] * 3 + [DUE] * 3
    assert all(len({*game.options}) == SEATS for game in plan.games)
    assert len({game.options for game in plan.games}) == 6
    assert 0 < plan.wrong_after < plan.wrong_now < OPTIONS
    assert [game.why for game in evening_plan(file, of, None, False, 1, 1).games] == [DUE]


def test_the_same_file_gives_the_same_plan_in_any_order_of_its_rows():
    file, of = made()
    shuffled = replace(file, games=file.games[::-1])
    first = evening_plan(file, of, None, False, 6, 1)
    assert evening_plan(shuffled, of, None, False, 6, 1) == first
    assert evening_plan(file, of, None, False, 6, 2) != first


def test_what_was_never_played_is_due_first():
    file, of = made(games=60)
    kept = [g for g in file.games if all("option0" not in seat.options for seat in g.seats)]
    plan = evening_plan(replace(file, games=tuple(kept)), of, None, False, 2, 1)
    assert "option0" in plan.games[1].options


def test_the_setting_that_was_played_least_is_next():
    file, of = made(games=40, settings=2)
    kept = [g for g in file.games if g.levels["setting"] == 0]
    rare = next(g for g in file.games if g.levels["setting"] == 1)
    plan = evening_plan(replace(file, games=(*kept, rare)), of, None, False, 4, 1)
    assert [game.levels["setting"] for game in plan.games] == [1] * 4


def test_where_people_and_simulation_differ_the_simulation_counts_no_more():
    """Turned round, it gives another plan where both count, and the same by people alone."""
    file, of = made(games=30)
    turned = tuple(
        replace(each, nodes=tuple(replace(n, share=n.share[:, ::-1]) for n in each.nodes))
        for each in of.settings
    )
    other = replace(of, settings=turned)
    assert evening_plan(file, of, None, True, 6, 1) == evening_plan(file, other, None, True, 6, 1)
    assert evening_plan(file, of, None, False, 6, 1) != evening_plan(file, other, None, False, 6, 1)


def test_why_nothing_is_planned():
    rng = np.random.default_rng(1)
    truth = world(rng, True)
    both = played(rng, truth, 9, Party()), grid(rng, truth, 20)
    assert evening_plan(*both, None, False, 6, 1).why_not == TOGETHER
    assert evening_plan(*made(options=SEATS), None, False, 6, 1).why_not == FEW
    file, of = made()
    several = [_with_seats(g, lambda seat: replace(seat, options=("option0", "option1")))
               for g in file.games]  # fmt: skip
    assert evening_plan(replace(file, games=tuple(several)), of, None, False, 6, 1).why_not == (
        SEVERAL
    )
    teams = [_with_seats(g, lambda seat: replace(seat, won=float(seat.seat < 2) / 2))
             for g in file.games]  # fmt: skip
    assert evening_plan(replace(file, games=tuple(teams)), of, None, False, 6, 1).why_not == TEAMS


def _with_seats(game, change):
    return replace(game, seats=tuple(change(seat) for seat in game.seats))


def test_what_games_tell_is_taken_from_the_covariance():
    """As the inverse of the sum of informations has it."""
    rng = np.random.default_rng(1)
    root = rng.normal(size=(6, 6))
    known = KnownStrengths(0.3 * rng.normal(size=6), root @ root.T, -0.3, 0.3)
    line = np.array([0, 2, 5])
    chance = np.exp(known.mean[line]) / np.exp(known.mean[line]).sum()
    info = np.zeros((6, 6))
    info[np.ix_(line, line)] = np.diag(chance) - np.outer(chance, chance)
    after = np.linalg.inv(np.linalg.inv(known.cov) + 4 * info)
    assert np.allclose(known.cov - known.told(line[None], 4.0)[0], after)


class Contest:
    """A contest that evenings are played of; all by a seed of its own."""

    def __init__(self, seed: int, tau: float, is_reversed: bool, is_planned: bool) -> None:
        rng = np.random.default_rng(seed)
        strength = spread(rng, OPTIONS, 0.35)
        self.people = (-1 if is_reversed else 1) * strength + spread(rng, OPTIONS, tau)
        noise = 0.1 * rng.normal(size=OPTIONS)
        self.simulated = SimulatedStrengths(strength + noise, 0.01 * np.eye(OPTIONS))
        self.none = SimulatedStrengths(np.zeros(OPTIONS), np.zeros((OPTIONS, OPTIONS)))
        self.rng = np.random.default_rng([seed, is_planned])
        self.lineups = np.unique(np.sort(dealt(self.rng, 700, SEATS, OPTIONS), axis=1), axis=0)
        self.lines = np.zeros((0, SEATS), dtype=np.int64)
        self.share = np.zeros((0, SEATS))

    @property
    def tables(self) -> Lineups:
        """All that was played."""
        held = np.eye(OPTIONS)[self.lines]
        return Lineups(held, np.ones(self.share.shape, bool), self.share, np.ones(len(held)))

    def known(self, simulated: SimulatedStrengths) -> KnownStrengths:
        """By what was played."""
        return known_strengths(contest_posterior(self.tables, simulated), BAND, SEATS)

    def play(self, lines: np.ndarray) -> None:
        """So many games."""
        luck = self.people[lines] + self.rng.gumbel(size=lines.shape)
        won = (luck.argmax(axis=1)[:, None] == np.arange(SEATS)).astype(float)
        self.lines = np.concatenate([self.lines, lines])
        self.share = np.concatenate([self.share, won])

    def planned(self) -> np.ndarray:
        """The line-ups of the next evening."""
        known = self.known(self.none if self._differs() else self.simulated)
        count = self.tables.held.sum(axis=1)
        every = {0: self.lineups}
        games, _ = chosen_games(known, count.T @ count, {0: 0}, every, EVENING, self.rng)
        return np.array([line for _, line in games])

    def _differs(self) -> bool:
        if not len(self.lines):
            return False
        group = np.arange(len(self.lines)) // EVENING
        check = ContestCheck(self.tables, group, self.simulated, 1)
        none = np.zeros(OPTIONS)
        null = [np.abs(check.z(check.made(self.rng, none))).max() for _ in range(99)]
        far = np.abs(check.z(self.share)).max()
        return bool((1 + np.sum(np.array(null) >= far)) / 100 <= SURELY)

    def wrong(self) -> float:
        """The share of options whose likeliest verdict is wrong."""
        known = self.known(self.simulated)
        sd = np.sqrt(np.diag(known.cov))
        above, below = ndtr((known.mean - known.high) / sd), ndtr((known.low - known.mean) / sd)
        said = np.stack([below, 1 - above - below, above]).argmax(axis=0) - 1
        true = self.people - self.people.mean()
        return float(np.mean(said != (true > known.high).astype(int) - (true < known.low)))


def _wrong(is_planned: bool, sets: int, evenings: int, tau: float, is_reversed: bool) -> np.ndarray:
    """float64[sets, evenings], after each evening."""
    found = np.zeros((sets, evenings))
    for seed in range(sets):
        contest = Contest(seed, tau, is_reversed, is_planned)
        for number in range(evenings):
            by_lot = dealt(contest.rng, EVENING, SEATS, OPTIONS)
            contest.play(contest.planned() if is_planned else by_lot)
            found[seed, number] = contest.wrong()
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "tau, is_reversed", [(0.1, False), (0.3, False), (0.6, False), (0.15, True)]
)
def test_planned_evenings_are_no_worse_than_evenings_dealt_by_lot(tau, is_reversed):
    """A plan that is as good as lots misses by luck less than one time in a hundred."""
    sets, evenings = 40, 4
    planned, by_lot = (_wrong(how, sets, evenings, tau, is_reversed) for how in (True, False))
    worse = (planned - by_lot)[:, 1:].mean(axis=1)
    error = float(worse.std() / np.sqrt(sets))
    print(f"tau {tau}, reversed {is_reversed}: {100 * worse.mean():+.1f} +- {100 * error:.1f}")
    print("wrong %:", 100 * planned.mean(axis=0), 100 * by_lot.mean(axis=0))
    assert worse.mean() <= 0.02 + 2 * error
