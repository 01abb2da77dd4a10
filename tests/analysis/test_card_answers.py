"""Does a finding about a card hang on guesses on it?  Held against packs that were made up."""

from math import inf

import numpy as np
import pytest

from analysis.conclusions.card_answers import CardAnswer
from analysis.conclusions.robustness import Claim, key_of
from simulate.store.card_packs import CardPack, TriedCard

KEY = key_of("over_fair_share", {"faction": "orcs"})
CLAIM = Claim(KEY, 0.02, inf)
PATHS = [f"cards.factions.orcs.level_{n}" for n in range(4)]


def answer(luck, by, alone=0.0, packs=24, error=0.02, value=0.10):
    """Packs in which each guess is another half of the time, with what each adds by that."""
    made = []
    for _ in range(packs):
        moved = [path for path in PATHS if luck.random() < 1 / 2] or PATHS[:1]
        change = sum(by.get(path, alone) for path in moved) + luck.normal(0, error)
        made.append(CardPack(dict.fromkeys(moved, 1), float(change), error))
    tried = TriedCard("over_fair_share", {"faction": "orcs"}, "quick", 400, 0.35, value, 0.01, made)
    return CardAnswer(tried, CLAIM)


def test_the_guess_that_decides_is_named():
    luck = np.random.default_rng(1)
    found = [answer(luck, {PATHS[2]: -0.2}) for _ in range(100)]
    assert sum(one.decides == PATHS[2] for one in found) >= 97
    assert all(one.has_it and not one.is_clear for one in found)
    low, high = np.mean([one.won(PATHS[2]) for one in found], axis=0)
    assert low == pytest.approx(0.15, abs=0.03) and high == pytest.approx(0.15, abs=0.03)


def test_where_no_guess_moves_it_it_stands():
    luck = np.random.default_rng(2)
    found = [answer(luck, {}, packs=8, error=0.06) for _ in range(100)]
    assert sum(one.standing >= 0.9 and not one.decides for one in found) >= 90


def test_where_all_guesses_move_it_a_little_none_is_named():
    luck = np.random.default_rng(3)
    found = [answer(luck, {}, alone=-0.03) for _ in range(100)]
    assert sum(bool(one.decides) for one in found) <= 20
    assert 0.5 < np.mean([one.standing for one in found]) < 0.9


def test_a_player_who_does_not_have_a_finding_says_nothing_of_it():
    assert not answer(np.random.default_rng(4), {}, value=-0.05).has_it


def test_a_single_guess_decides_by_itself():
    packs = [CardPack({PATHS[0]: n}, -0.15, 0.01) for n in range(2)]
    tried = TriedCard("over_fair_share", {"faction": "orcs"}, "quick", 400, 0.35, 0.1, 0.01, packs)
    one = CardAnswer(tried, CLAIM)
    assert (one.decides, one.drawn, one.is_clear) == (PATHS[0], PATHS[:1], True)
