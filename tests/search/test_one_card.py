"""`advise --one`: which single card does it, or how near the nearest comes."""

from dataclasses import replace

import pytest

from analysis.rates.variants import VariantChange
from reports.search.one_card import line
from simulate.pack.edit.steps import stepped
from simulate.search.advise import Advice
from tests.search.test_one_change import EXPERIMENT, made_up

HEALTH, PALADIN = "cards.heroes.ranger.health", "cards.heroes.paladin.health"
ABILITY = "cards.heroes.ranger.abilities.bonded.effects.0.amount"


def told(*kinds, one=True, best=None):
    found, search = made_up(kinds)
    changed = VariantChange(HEALTH, 4, 5)
    found = [replace(each, changes=(changed,)) for each in found]
    lines = line(EXPERIMENT, replace(search, one=one), None if best is None else found[best], found)
    return lines[0]["text"] if lines else ""


def test_the_card_that_does_it_is_named():
    text = told("nothing", "lands", best=1)
    assert text == "Ranger (change 1) brings the only setting into the band."
    assert "may bring" in told("may", best=0) and "--games" in told("may", best=0)


def test_where_none_does_it_the_nearest_is_told():
    text = told("nothing")
    assert text.startswith(
        "no single card brings the only setting into the band; Ranger (change 0)"
    )
    assert text.endswith("comes nearest: 0 of 1 inside, the farthest 20.0 points off (3 players).")


def test_without_the_option_no_line_is_told():
    assert told("lands", one=False, best=0) == ""


@pytest.mark.parametrize(
    "one, paths, may",
    [
        (True, (HEALTH, ABILITY), True),
        (True, (HEALTH, PALADIN), False),
        (False, (HEALTH, PALADIN), True),
    ],
)
def test_two_numbers_may_change_of_one_card_alone(one, paths, may):
    looking = Advice(EXPERIMENT, 1, one=one)
    assert looking._may_pair([stepped(path, 4, 1) for path in paths]) is may
