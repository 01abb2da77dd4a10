"""How many games are played: a number of them, or as many as an interval needs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate import store
from simulate.run import execute
from simulate.run.precision import MIN_GAMES, Rounds, WinTally, games_needed, half_width
from simulate.run.workers import pool
from simulate.run.workers.blocks import BlockPlayer, Done, job_of
from tests.machine import fake


@given(games=st.integers(1, 10**6), share=st.floats(0, 1))
def test_the_half_width_is_that_of_the_wilson_interval(games, share):
    from scipy.stats import binomtest

    wins = round(share * games)
    interval = binomtest(wins, games).proportion_ci(method="wilson")
    assert half_width(wins, games) == pytest.approx((interval.high - interval.low) / 2, abs=1e-9)


@pytest.mark.parametrize(("width", "games"), [(0.01, 9_604), (0.005, 38_415), (0.001, 960_365)])
def test_games_needed_for_an_even_chance(width, games):
    """Close to the sample sizes of the plain interval; Wilson's is a little narrower."""
    assert games_needed(width) == pytest.approx(games, abs=5)


@given(width=st.floats(0.0005, 0.4), rate=st.floats(0, 1))
def test_games_needed_is_the_first_number_that_does(width, rate):
    games = games_needed(width, rate)
    assert half_width(rate * games, games) <= width
    assert games <= 2 or half_width(rate * (games - 1), games - 1) > width


def play(plan, out, jobs=1):
    return store.open_run(execute(plan, out, jobs, quiet=True, table=fake.__name__))


def games_of(run):
    return {cell["number"]: cell["games"] for cell in run.manifest["cells"]}


def test_games_are_exactly_so_many_in_every_cell(tmp_path):
    run = play(fake.plan(players=(1, 2, 3), games=1_237), tmp_path / "run")
    assert games_of(run) == {0: 1_237, 1: 1_237, 2: 1_237}
    counts = run.games().group_by("cell").len().collect()
    assert set(counts["len"]) == {1_237}
    assert run.games().unique(["cell", "replicate"]).collect().height == 3 * 1_237


# Cells that win 40%, 60% and 90% of their games: near an even chance, the most are needed.
UNEVEN = {"players": (1, 3, 6), "precision": 0.02, "games": 50_000}


def test_precision_is_reached_in_every_cell_and_no_further(tmp_path):
    run = play(fake.plan(**UNEVEN), tmp_path / "run")
    rounds = Rounds(fake.plan(**UNEVEN))
    games = run.games().group_by("cell").agg(won="won", n="won").collect()
    for cell, won, _ in games.iter_rows():
        won = np.array(won)
        assert half_width(won.sum(), len(won)) <= 0.02
        before = len(won) - rounds.round
        assert before < MIN_GAMES or half_width(won[:before].sum(), before) > 0.02
        assert len(won) % rounds.round == 0
        assert len(won) == games_of(run)[cell]
    assert games_of(run)[2] < games_of(run)[0]


@pytest.mark.long
def test_precision_plays_the_same_games_with_any_number_of_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    one, two = (play(fake.plan(**UNEVEN), tmp_path / str(jobs), jobs) for jobs in (1, 2))
    assert games_of(one) == games_of(two)
    assert one.shards == two.shards


def test_no_cell_goes_beyond_the_most(tmp_path):
    plan = fake.plan(players=(1, 3), precision=0.001, games=3_333)
    assert games_of(play(plan, tmp_path / "run")) == {0: 3_333, 1: 3_333}


def test_a_wide_precision_still_plays_the_least(tmp_path):
    run = play(fake.plan(players=(1,), precision=0.2), tmp_path / "run")
    assert MIN_GAMES <= games_of(run)[0] < 2 * MIN_GAMES


def test_results_are_looked_at_only_after_a_whole_round(tmp_path):
    """Within a round a narrow interval stops nothing, whatever came in first."""
    plan = fake.plan(players=(1, 6), precision=0.02)
    player = BlockPlayer(job_of(plan, tmp_path, fake.__name__))
    for folder in (
        "tmp",
        "games/cell-0",
        "games/cell-1",
        "seats/cell-0",
        "seats/cell-1",
    ):
        (tmp_path / folder).mkdir(parents=True)
    rounds = Rounds(plan)
    for blocks in rounds:
        cells = [cell for cell in (0, 1) if not rounds.finished(cell)]
        played = dict.fromkeys(cells, 0)
        for block in blocks:
            played[block.cell] += block.count
            rounds.score.add(player.play(block))
        assert set(played.values()) == {rounds.round}


@pytest.mark.parametrize("precision", [0.001, 0.005, 0.02])
def test_a_round_of_one_cell_has_work_for_several_processes(precision):
    rounds = Rounds(fake.plan(players=(1,), precision=precision, games=10**6))
    assert len(list(next(iter(rounds)))) == rounds.blocks_a_round >= 3


def test_a_competitive_game_counts_the_share_of_every_option(tmp_path):
    plan = fake.plan(players=(3,), cooperative=False, rivals=True, precision=0.02)
    run = play(plan, tmp_path / "run")
    rounds = Rounds(plan)
    seats = run.seats().collect()

    def widest(games):
        held = seats.filter(seats["replicate"] < games).group_by("hero")
        shares = held.agg(n="win_share", won="win_share").rows()
        return max(half_width(sum(won), len(n)) for _, n, won in shares)

    games = games_of(run)[0]
    assert widest(games) <= 0.02
    assert games - rounds.round < MIN_GAMES or widest(games - rounds.round) > 0.02


def test_a_tie_counts_as_parts_of_a_win():
    score = WinTally([0])
    score.add(Done(0, 4, {"elf": (2.5, 4), "orc": (1.5, 4)}, ()))
    score.add(Done(0, 2, {"elf": (2, 2)}, ()))
    assert score.width(0) == max(half_width(4.5, 6), half_width(1.5, 4))
    assert score.games == {0: 6}


@pytest.mark.long
def test_intervals_of_runs_that_stop_by_precision_hold_the_truth():
    """Stopping on width, not on a result, keeps what 95% promises.

    2,000 runs at a rate of 0.3: with a true coverage of 95% fewer than 1,860 intervals (93%)
    hold it with probability 4e-5.
    """
    from scipy.stats import binomtest

    luck = np.random.default_rng(20)
    plan = fake.plan(players=(1,), precision=0.02)
    held = 0
    for _ in range(2_000):
        rounds = Rounds(plan)
        won = 0
        for blocks in rounds:
            for block in blocks:
                wins = int(luck.binomial(block.count, 0.3))
                won += wins
                rounds.score.add(Done(0, block.count, {"": (wins, block.count)}, ()))
        games = rounds.score.games[0]
        interval = binomtest(won, games).proportion_ci(method="wilson")
        held += interval.low <= 0.3 <= interval.high
    assert held >= 1_860


def test_what_is_left_falls_to_nothing():
    plan = fake.plan(players=(1, 2), precision=0.02)
    rounds = Rounds(plan)
    assert rounds.games_left() == pytest.approx(2 * games_needed(0.02), rel=0.2)
    for blocks in rounds:
        for block in blocks:
            tally = {"": (block.count // 2, block.count)}
            rounds.score.add(Done(block.cell, block.count, tally, ()))
    assert rounds.games_left() == 0


def test_what_is_left_of_a_number_of_games_is_exact():
    rounds = Rounds(fake.plan(players=(1, 2), games=700))
    assert rounds.games_left() == 1_400
    rounds.score.add(Done(1, 250, {"": (1, 250)}, ()))
    assert rounds.games_left() == 1_150
