"""Changes are planted by a rule, so that nobody chooses them; planted plans can be played."""

import pytest

from benchmarks.broken import PLANTS, SOUND, USUAL, PlanSought, gain, page, plan_of
from benchmarks.plants import SCENES, plants
from simulate import pack
from training.duel import seated


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


@pytest.mark.parametrize("one", [*PLANTS, *SOUND], ids=lambda one: one.name)
def test_every_game_with_or_without_a_planted_plan_is_one_setting(one):
    plan = plan_of(one)
    assert len(plan.cells) == 1 and bool(one.plan) == bool(one.why)
    assert set(one.sets) >= set(plan.cells[0].changes)


def test_a_planted_plan_gains_what_an_outsider_said_it_does():
    caravan = next(one for one in PLANTS if one.name == "caravan")
    plan = plan_of(caravan)
    known = seated(plan.pack_for(plan.cells[0]), [caravan.plan, USUAL])
    value, half = gain(plan, known, caravan.plan, 120)
    assert value - half > 5  # it gains 25 points
    assert gain(plan, known, USUAL, 60)[0] == pytest.approx(0)


def told(name, gain, breaks):
    gain = None if gain is None else (gain, 1.0)
    return PlanSought(name, gain, (5.0, 4.0, 6.0), breaks, "plays", 900, 7.0, "2026-11-30")


def test_the_page_of_planted_plans_counts_the_alarms_that_are_false():
    sound = [told("lamps", 4.0, True), told("tactics", 0.5, True), told("harbour", None, False)]
    text = "\n".join(page([told("caravan", 25.0, True)], sound))
    assert "Found: 1 of 1." in text and "| lamps |" in text and "| harbour |" not in text
    assert "broken: 2; " in text and "does not surely gain anything: 1." in text
