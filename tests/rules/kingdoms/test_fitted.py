"""Levels that were set by play are the ones that docs/kingdoms-factions.md lists, and say so."""

import re

import pytest

from simulate.pack import load
from simulate.pack.edit.unfitted import load_unfitted
from tests.rules.kingdoms.cell import EDITIONS
from tests.rules.shipped import read
from tests.rules.test_ledger import ROOT

PAGE = (ROOT / "docs" / "kingdoms-factions.md").read_text("utf-8")
MOST_IN_RANGES = 12  # a range that is wider says nothing


def on_the_page(mark):
    """{faction's printed name, level}: the rows that the page marks so."""
    chapters = re.findall(r"### (.+?)\n(.*?)(?=\n### |\Z)", PAGE, re.DOTALL)
    return {
        (name, int(row[0][0]))
        for name, text in chapters
        for row in re.findall(r"^\| (\d.*?) \|(.*)$", text, re.MULTILINE)
        if mark in row[0] or mark in row[1]
    }


@pytest.mark.parametrize("edition, count", zip(EDITIONS, (14, 21), strict=True))
def test_every_level_that_was_set_by_play_says_so(edition, count):
    factions = read(edition, "cards")["factions"]
    said = {
        (factions[path.split(".")[2]]["name"], int(path.split(".")[4].removeprefix("level_")))
        for path in load(edition).fits()
    }
    here = {faction["name"] for faction in factions.values()}
    shown = {row for row in on_the_page("set by play") if row[0] in here}
    assert said == shown and len(said) == count


def test_no_known_level_was_fitted():
    known = on_the_page("(known)")
    assert known and not known & on_the_page("set by play")


@pytest.mark.parametrize("edition", EDITIONS)
def test_ten_open_numbers_say_what_they_could_be(edition):
    ranges = [
        *(rule.range for rule in load(edition).rules.values() if getattr(rule, "range", None)),
        *(
            found
            for faction in load(edition).cards.factions.values()
            for found in faction.ranges.values()
        ),
    ]
    assert len(ranges) == 10
    assert all(0 < r.high - r.low < MOST_IN_RANGES and len(r.why) > 20 for r in ranges)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_pack_of_the_values_before_is_the_first_reckoning(edition):
    before = load_unfitted(f"{edition}/unfitted").cards.factions
    [one] = before["centaurs"].abilities["level_3"].effects
    assert (one.do, one.amount, one.side) == ("war_discount", 2, "attack")
    two = before["halflings"].abilities["level_3"].effects
    assert [effect.do for effect in two] == ["cheaper", "place_at"]
