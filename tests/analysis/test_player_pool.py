"""Players pooled, held against made-up players whose truth is known."""

import numpy as np
import pytest

from analysis.estimators.player_pool import PlayerPool

ERRORS = (0.005, 0.02, 0.04)  # of who played the run, of a second player, of the strongest
STRONGEST = 2


def made(luck, quantities, shared, spread, apart=None, errors=ERRORS):
    """The truth of each player, and what each measured of it.

    apart: by so much the strongest differs from what players share; as the others without it.
    """
    spreads = [spread] * (len(errors) - 1) + [spread if apart is None else apart]
    means = luck.normal(0, 0.05, (1, len(errors)))
    truth = means + luck.normal(0, shared, (quantities, 1))
    truth = truth + luck.normal(0, 1, (quantities, len(errors))) * spreads
    return truth, truth + luck.normal(0, 1, truth.shape) * errors


def pool(values, errors=ERRORS):
    return PlayerPool(values, np.broadcast_to(errors, values.shape))


def told(quantities, shared, spread, repeats, apart=None, claimed=0.02):
    """How often the interval of the strongest holds the truth, how often what is told stands."""
    luck, held, stood = np.random.default_rng(58), [], []
    for _ in range(repeats):
        truth, values = made(luck, quantities, shared, spread, apart)
        pooled = pool(values)
        for each in range(quantities):
            value = pooled.value(each, STRONGEST)
            ends, true = value.estimate(), truth[each, STRONGEST]
            held.append(ends.low <= true <= ends.high)
            if value.chance(claimed, np.inf) >= 0.8:
                stood.append(true > claimed)
    return np.mean(held), np.mean(stood)


@pytest.mark.long
@pytest.mark.parametrize("quantities", [4, 13, 25])
@pytest.mark.parametrize("spread, apart", [(0.01, 0.01), (0.03, 0.03), (0.06, 0.06), (0.01, 0.05)])
def test_the_interval_of_the_strongest_holds_the_truth(quantities, spread, apart):
    """In 400 quantities or so; least often where the strongest alone differs."""
    held, stood = told(quantities, 0.06, spread, 400 // quantities + 1, apart)
    assert held >= 0.91
    assert stood >= 0.85


def test_it_holds_it_in_a_few_also_where_players_do_not_differ():
    held, stood = told(13, 0.06, 0.0, 12)
    assert held >= 0.94 and stood >= 0.9


def test_one_quantity_is_as_its_player_measured_it():
    (value,) = [pool(np.array([[0.2, 0.1, -0.05]])).value(0, STRONGEST)]
    assert value.mean == pytest.approx(-0.05) and value.se == pytest.approx(0.04)


def test_who_measured_little_is_helped_by_players_who_agree():
    luck = np.random.default_rng(3)
    truth, values = made(luck, 25, 0.06, 0.0)
    alike = pool(values).value(0, STRONGEST)
    _, apart = made(luck, 25, 0.06, 0.08)
    assert alike.se < 0.02 < pool(apart).value(0, STRONGEST).se < 0.04
    assert alike.mean == pytest.approx(truth[0, STRONGEST], abs=3 * alike.se)


def test_what_one_did_not_measure_is_told_by_the_others():
    luck = np.random.default_rng(9)
    truth, values = made(luck, 25, 0.06, 0.01)
    values[0, 1] = np.nan
    assert pool(values).value(0, 1).mean == pytest.approx(truth[0, 1], abs=0.03)
    unheard = values.copy()
    unheard[1, 1] += 0.2
    assert pool(unheard).value(1, STRONGEST).mean > pool(values).value(1, STRONGEST).mean


def test_the_spread_between_players_is_found_and_never_surely_none():
    luck = np.random.default_rng(5)
    size, error = pool(made(luck, 40, 0.06, 0.05)[1]).spread
    assert size == pytest.approx(0.05, abs=2.5 * error)
    size, error = pool(made(luck, 4, 0.06, 0.0)[1]).spread
    assert size > 0.004 and error > 0.003


def test_chances_of_two_sides_add_up():
    value = pool(made(np.random.default_rng(7), 5, 0.05, 0.02)[1]).value(2, STRONGEST)
    assert value.chance(-np.inf, 0.01) + value.chance(0.01, np.inf) == pytest.approx(1)
    ends = value.estimate()
    assert value.chance(ends.low, ends.high) == pytest.approx(0.95, abs=1e-6)
