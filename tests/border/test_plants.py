"""Changes are planted by a rule, so that nobody chooses them."""

import pytest

from benchmarks.plants import SCENES, plants
from simulate import pack


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_numbers_of_all_kinds_of_cards_and_of_rules_go_up_and_down(scene):
    found = plants(scene)
    assert len({plant.path for plant in found}) == len(found) == scene.cards + len(scene.rules)
    cards = [plant.path for plant in found if plant.path.startswith("cards.")]
    assert {path.split(".")[1] for path in cards} == set(scene.kinds)
    ways = [plant.after > plant.before for plant in found[: scene.cards]]
    assert scene.cards // 2 <= sum(ways) <= scene.cards // 2 + 1
    base = pack.load(scene.game)
    for plant in found:
        assert base.value(plant.path) == plant.before != plant.after
        assert base.try_resolve({plant.path: plant.after})[0] is not None


def test_there_are_33_in_all_titles():
    assert sum(len(plants(scene)) for scene in SCENES) == 33
    assert len({scene.game for scene in SCENES}) == 5
