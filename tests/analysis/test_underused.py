"""What the holders of one thing hardly ever do, though all others do it."""

from types import SimpleNamespace

import polars as pl
import pytest

from analysis.conclusions.robustness import Players
from analysis.description.underused import means, shunned
from reports.text.caveats import _play, shuns


def design(**more):
    columns = [{"name": "swims", "meaning": "times it swam"}, {"name": "dives", "meaning": ""}]
    return SimpleNamespace(
        manifest={"options": "crews", "own": {"file": "race.py"}} | more,
        base=[SimpleNamespace(number=0), SimpleNamespace(number=1)],
        columns=lambda table, role: columns if role == "tally" else ["crew"],
        option_section="crews",
        name_in=lambda section, name: name.title(),
    )


def counts(**sums):
    """Of each thing, times that it did either in 1,000 seats of two cells."""
    rows = [
        {"cell": cell, "option": name, "games": 500, "swims": swims // 2, "dives": dives // 2}
        for name, (swims, dives) in sums.items()
        for cell in (0, 1)
    ]
    return SimpleNamespace(by_option=pl.DataFrame(rows))


def test_who_alone_hardly_does_what_all_others_do_is_told():
    known = counts(auk=(20, 900), coot=(310, 800), egret=(1_200, 700))
    (one,) = shunned(design(), known)
    assert (one.name, one.deed, one.often) == ("Auk", "times it swam", 0.02)
    assert (one.least, one.most) == (0.31, 1.2)
    assert shuns(one) == (
        "Hardly ever counted of who holds Auk, and often of all others: times it swam (0.02 a "
        "game, the others 0.3-1.2)"
    )
    assert means(design(), known)["egret", "dives"] == pytest.approx(0.7)


@pytest.mark.parametrize(
    "known",
    [
        {"auk": (100, 900), "coot": (310, 800), "egret": (1_200, 700)},  # a third as often
        {"auk": (0, 900), "coot": (90, 800), "egret": (1_200, 700)},  # one of them hardly does it
        {"auk": (0, 900)},
    ],
)
def test_what_others_do_seldom_or_twice_as_often_is_not(known):
    assert shunned(design(), counts(**known)) == ()


def test_few_seats_say_nothing():
    known = counts(auk=(20, 900), coot=(310, 800))
    few = SimpleNamespace(by_option=known.by_option.with_columns(games=pl.lit(70)))
    assert shunned(design(), few) == () and means(design(), few) == {}


def told(**parts):
    empty = {"tallies": ["some"], "chosen": [], "cards": [], "shunned": [], "design": design()}
    return SimpleNamespace(**(empty | parts))


def test_a_finding_on_it_says_so_with_what_the_second_player_does():
    known = shunned(design(), counts(auk=(20, 900), coot=(310, 800)))
    about = ("over_fair_share", {"players": 2, "crews": "auk"})
    (line,) = _play(about, told(shunned=known), None)
    assert "Play: Hardly ever counted of who holds Auk, and" in line
    assert "`simulate learn race.py --seconds 120` teaches them more" in line
    did = Players("look_ahead", 100, {}, did={("auk", "swims"): 0.84})
    (line,) = _play(about, told(shunned=known), did)
    assert "the others 0.3); in the hands of `look_ahead` 0.84. If that" in line
    both = {("auk", "swims"): 0.05, ("coot", "swims"): 0.5}  # it is how the card is
    assert list(_play(about, told(shunned=known), Players("look_ahead", 100, {}, did=both))) == []
    assert list(_play(("over_fair_share", {"crews": "coot"}), told(shunned=known), did)) == []
