"""Faults are planted by a rule, so that nobody chooses them."""

import pytest

from benchmarks.plants import ASKED, EACH, plants
from simulate import pack


@pytest.mark.parametrize("game", ASKED)
def test_twenty_numbers_of_all_kinds_of_cards_go_up_and_down(game):
    found = plants(game)
    assert len({plant.path for plant in found}) == len(found) == EACH
    assert {plant.card.split(".")[1] for plant in found} == set(ASKED[game].kinds)
    ways = [plant.after > plant.before for plant in found]
    assert 8 <= sum(ways) <= 12
    base = pack.load(game)
    for plant in found:
        assert base.value(plant.path) == plant.before != plant.after
        assert base.try_resolve({plant.path: plant.after})[0] is not None
