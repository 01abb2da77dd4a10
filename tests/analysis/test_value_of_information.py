"""Which guess to look up first?  Held against worlds in which it is known what decides."""

from itertools import product
from math import inf

import numpy as np
import pytest

from analysis.conclusions.guesses.card_sensitivity import PackedClaim
from analysis.conclusions.guesses.value_of_information import PackedVerdict, look_ups, of_card
from analysis.conclusions.robustness import Claim, key_of
from simulate.store.card_packs import CardPack, TriedCard

GUESSES, PACKS, ERROR = 12, 24, 0.04
VALUE, LOW = 0.10, 0.02
# What the guesses of each card take off a finding of 10 points, of which 8 are beyond its band.
# Two hang on one guess each, one on either of two, one on both together; two hang on none.
PLANTED = [
    {0: 0.15},
    {1: 0.15},
    {2: 0.12, 3: 0.12},
    {4: 0.05, 5: 0.05},
    {},
    {6: 0.04},
]


def path(card, guess):
    return f"cards.heroes.h{card}.g{guess}"


def tried(card, takes, luck):
    """Packs with half of the guesses another, measured with luck."""
    packs = []
    for _ in range(PACKS):
        moved = [guess for guess in range(GUESSES) if luck.random() < 1 / 2]
        change = luck.normal(-sum(takes.get(guess, 0) for guess in moved), ERROR)
        packs.append(CardPack({path(card, guess): 1 for guess in moved}, float(change), ERROR))
    where = {"hero": f"h{card}"}
    one = TriedCard("over_fair_share", where, "quick", 200, 0.35, VALUE, 0.01, packs)
    return of_card(PackedClaim(one, Claim(key_of("over_fair_share", where), LOW, inf)))


def left_open(takes, known):
    """How far a verdict is really open once some guesses are known, on average over these."""
    deciding = [guess for guess in takes if guess not in known]
    opens = []
    for of_known in product((0, 1), repeat=len(known)):
        gone = sum(takes[guess] * is_other for guess, is_other in zip(known, of_known, strict=True))
        stands = [
            VALUE - gone - sum(takes[g] * m for g, m in zip(deciding, moved, strict=True)) > LOW
            for moved in product((0, 1), repeat=len(deciding))
        ]
        opens.append(4 * np.mean(stands) * (1 - np.mean(stands)))
    return float(np.mean(opens))


def settled(paths):
    """What part of all that really hangs is settled by some guesses."""
    before = sum(left_open(takes, []) for takes in PLANTED)
    after = 0.0
    for card, takes in enumerate(PLANTED):
        known = [guess for guess in takes if path(card, guess) in paths]
        after += left_open(takes, known)
    return (before - after) / before


@pytest.fixture(scope="module")
def told():
    """Forty lucks of the same world."""
    lucks = map(np.random.default_rng, range(40))
    return [look_ups([tried(*one, luck) for one in enumerate(PLANTED)]) for luck in lucks]


def test_the_first_three_settle_half_of_what_hangs(told):
    parts = [settled([one.path for one in found.first]) for found in told]
    assert np.mean(parts) >= 0.5 and np.quantile(parts, 0.1) > 0.3


def test_any_three_settle_next_to_nothing():
    luck, all_ = np.random.default_rng(1), list(product(range(len(PLANTED)), range(GUESSES)))
    parts = [settled([path(*all_[n]) for n in luck.choice(len(all_), 3)]) for _ in range(40)]
    assert np.mean(parts) < 0.1


def test_what_decides_alone_comes_first(told):
    alone = {path(0, 0), path(1, 1)}
    assert sum({one.path for one in found.each[:2]} == alone for found in told) >= 36


def test_what_is_open_and_what_is_settled_are_told_as_they_are(told):
    real = sum(left_open(takes, []) for takes in PLANTED)
    assert np.mean([found.open for found in told]) == pytest.approx(real, rel=0.1)
    assert np.mean([found.each[0].settles for found in told]) == pytest.approx(1.0, abs=0.1)
    assert np.mean([found.part for found in told]) == pytest.approx(0.64, abs=0.15)


def test_of_one_guess_alone_the_card_as_it_is_is_the_other_half():
    """Every pack has another value: only the shipped one stands on our side."""
    packs = [CardPack({path(0, 0): n}, -0.3, 0.01) for n in range(9)]
    where = {"hero": "h0"}
    one = TriedCard("over_fair_share", where, "quick", 200, 0.35, VALUE, 0.01, packs)
    verdict = of_card(PackedClaim(one, Claim(key_of("over_fair_share", where), LOW, inf)))
    assert look_ups([verdict]).first[0].path == path(0, 0)


def verdict(values, **moved):
    claim = Claim(key_of("over_fair_share", {}), LOW, inf)
    values = np.array(values)
    return PackedVerdict(claim, values, float(values.std()), 0.005, moved)


def test_a_guess_that_moves_several_verdicts_counts_for_each():
    moved = np.arange(24) % 2 == 1
    one = verdict(0.1 - 0.16 * moved, a=moved)
    other = verdict(-0.06 + 0.16 * moved, a=moved, b=np.roll(moved, 6))
    found = look_ups([one, other])
    assert (found.verdicts, found.first[0].path) == (2, "a")
    assert found.first[0].settles > 1.6


def test_where_nothing_is_open_nothing_is_named():
    assert look_ups([verdict([0.1] * 24, a=np.arange(24) < 12)]).first == ()
    assert look_ups([]).part == 0.0
