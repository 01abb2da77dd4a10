"""Does a finding about a card hang on guesses on it?  Held against packs that were made up."""

from math import inf
from statistics import NormalDist

import numpy as np
import pytest

from analysis.conclusions.guesses.card_sensitivity import PackedClaim
from analysis.conclusions.guesses.pack_effects import PackEffects, middle, share
from analysis.conclusions.robustness import Claim, key_of
from simulate.store.card_packs import CardPack, TriedCard

pytestmark = pytest.mark.long

KEY = key_of("over_fair_share", {"faction": "orcs"})
CLAIM = Claim(KEY, 0.02, inf)
PATHS = [f"cards.factions.orcs.level_{n}" for n in range(4)]


def packed(packs, value=0.10):
    where = {"faction": "orcs"}
    return PackedClaim(
        TriedCard("over_fair_share", where, "quick", 400, 0.35, value, 0.01, packs), CLAIM
    )


def made(luck, by, alone=0.0, packs=24, error=0.02, value=0.10):
    """Packs in which each guess is another half of the time, with what each adds by that."""
    found = []
    for _ in range(packs):
        moved = [path for path in PATHS if luck.random() < 1 / 2] or PATHS[:1]
        change = sum(by.get(path, alone) for path in moved) + luck.normal(0, error)
        found.append(CardPack(dict.fromkeys(moved, 1), float(change), error))
    return packed(found, value)


def test_the_guess_that_decides_is_named():
    luck = np.random.default_rng(1)
    found = [made(luck, {PATHS[2]: -0.2}) for _ in range(100)]
    assert sum(one.path == PATHS[2] for one in found) >= 97
    assert all(one.has_it and one.hangs and not one.stands for one in found)
    low, high = np.mean([one.range(PATHS[2]) for one in found], axis=0)
    assert low < -0.1 < high and high - low < 0.1


def test_where_no_guess_moves_it_it_stands():
    luck = np.random.default_rng(2)
    found = [made(luck, {}, packs=8, error=0.03) for _ in range(100)]
    assert sum(one.stands and not one.hangs for one in found) >= 90


def test_where_all_guesses_move_it_a_little_none_is_named():
    luck = np.random.default_rng(3)
    found = [made(luck, {}, alone=-0.03) for _ in range(100)]
    assert sum(bool(one.path) for one in found) <= 20
    assert 0.5 < np.mean([one.share.value for one in found]) < 0.9


def test_packs_that_are_mostly_luck_are_too_few_to_say():
    luck = np.random.default_rng(4)
    found = [made(luck, {}, alone=-0.02, packs=8, error=0.08) for _ in range(100)]
    assert sum(one.too_few for one in found) >= 60
    assert not any(one.stands and one.hangs for one in found)


def test_packs_in_which_nothing_came_into_play_are_no_evidence():
    """Every game of them ended as with the card as it is: they would stand by construction."""
    idle = [CardPack({PATHS[n % 3]: n}, 0.0, 0.0) for n in range(20)]
    nothing = packed(idle)
    assert (nothing.packs, nothing.range(), nothing.stands) == ([], None, False)
    assert nothing.too_few and not nothing.hangs
    lost = [CardPack({PATHS[3]: n}, -0.2, 0.01) for n in range(6)]
    assert packed([*idle, *lost]).share.value < 0.1
    assert packed([*idle, *lost]).hangs


def test_a_player_who_does_not_have_a_finding_says_nothing_of_it():
    found = made(np.random.default_rng(5), {}, value=-0.05)
    assert not (found.has_it or found.hangs or found.too_few)


def test_a_single_guess_decides_by_itself():
    for values in (1, 2):  # all that it could be: there are no packs besides these
        one = packed([CardPack({PATHS[0]: n}, -0.15, 0.01) for n in range(values)])
        assert (one.path, one.paths, one.hangs) == (PATHS[0], PATHS[:1], True)
        assert packed([CardPack({PATHS[0]: n}, 0.01, 0.01) for n in range(values)]).stands


def test_what_it_comes_to_is_no_point_where_luck_hides_all_difference():
    """Equal changes with errors: a variance by moments would come out below nought."""
    low, high = packed([CardPack({PATHS[n % 4]: n}, 0.01, 0.05) for n in range(8)]).range()
    assert high - low > 0.02


@pytest.mark.parametrize("packs", [8, 24])
@pytest.mark.parametrize("error", [0.02, 0.05])
@pytest.mark.parametrize("spread", [0.02, 0.06, 0.15])
def test_the_interval_of_the_share_of_packs_holds_it(packs, error, spread):
    """Of all packs that could be drawn, where packs share some luck, too."""
    luck, held, runs, common = np.random.default_rng(6), 0, 200, 0.01
    for _ in range(runs):
        mean = luck.normal(0.05, 0.05)
        real = mean + luck.normal(0, spread, packs)
        values = real + luck.normal(0, error, packs) + luck.normal(0, common)
        told = share(PackEffects(values, np.full(packs, error), common).drawn > CLAIM.low)
        held += told.low <= 1 - NormalDist(mean, spread).cdf(CLAIM.low) <= told.high
    assert held >= 0.9 * runs


def test_the_interval_holds_where_one_guess_decides():
    """Packs of two kinds, which is no bell."""
    luck, held = np.random.default_rng(7), 0
    for _ in range(200):
        values = np.where(luck.random(24) < 0.5, 0.1, -0.1) + luck.normal(0, 0.03, 24)
        told = share(PackEffects(values, np.full(24, 0.03), 0.01).drawn > CLAIM.low)
        held += told.low <= 0.5 <= told.high
    assert held >= 180


def test_what_most_packs_come_to_holds_most():
    luck, held = np.random.default_rng(8), []
    for _ in range(100):
        values = luck.normal(0, 0.05, 24) + luck.normal(0, 0.03, 24)
        low, high = middle(PackEffects(values, np.full(24, 0.03), 0.0).drawn)
        held.append(np.mean((low < (new := luck.normal(0, 0.05, 500))) & (new < high)))
    assert np.mean(held) == pytest.approx(0.8, abs=0.06)
