"""Faults that are planted in real games come out first; what does nothing comes out as nothing."""

import pytest

import simulate
from analysis.stats.verdicts import BIG, SHOWN

pytestmark = pytest.mark.long

FAIR = {"strategy": "quick", "jobs": 2}


def compared(game, path, value, games, **who):
    """The report of a game as it is beside the game with one value changed."""
    before = simulate.play(game, games=games, **who)
    after = simulate.play(game, games=games, set={path: value}, **who)
    return simulate.compare(before, after).report()


def test_a_faction_with_three_times_the_income_is_finding_one(here):
    income = "cards.factions.dwarves.abilities.level_2.effects.0.amount"
    report = compared("kingdoms", income, 3, 16_000, players=3, **FAIR)
    assert report.findings[0].startswith("Dwarves ") and "1 → 3: wins " in report.findings[0]


def test_a_unit_that_moves_twice_as_far_is_finding_one(here):
    who = {"players": 2, "mode": "competitive", **FAIR}
    report = compared("tactics", "cards.units.gamelyn.movement", 8, 1_500, **who)
    assert (
        report.findings[0].startswith("Gamelyn: movement ")
        and "points more often" in report.findings[0]
    )


def test_a_hero_with_two_more_health_is_finding_one_where_it_is_asked_of(here):
    """In its own games, beside all games."""
    who = {"players": 3, "horde": "medium", "strategy": "guardian", "jobs": 2}
    report = compared("defenders", "cards.heroes.ranger.health", 6, 3_000, **who)
    assert "Ranger: health 4 → 6" in report.data["header"]["question"]
    first = report.data["findings"][0]
    assert first["verdict"] == BIG and first["text"].startswith("Ranger: health 4 → 6: ")
    assert " more often with it (" in first["text"] and "; of all games +" in first["text"]


def test_a_hero_with_two_more_health_is_the_first_that_a_run_names(here):
    who = {"players": 3, "horde": "medium", "strategy": "guardian", "jobs": 2}
    run = simulate.play("defenders", games=3_000, set={"cards.heroes.ranger.health": 6}, **who)
    first = run.report().data["findings"][0]
    assert first["verdict"] == BIG
    assert first["text"].startswith("Ranger: health 4 → 6: the players win ")


def test_a_foe_with_twice_the_health_makes_it_harder_for_certain(here):
    who = {"players": 3, "horde": "medium", "strategy": "guardian", "jobs": 2}
    report = compared("defenders", "cards.foes.dragon.health", 20, 3_000, **who)
    assert report.findings[0].startswith("Dragon: health 10 → 20: the players win ")
    assert " less often " in report.findings[0]


def test_a_boss_with_half_as_much_health_again_is_finding_one(here):
    who = {"heroes": 3, "strategy": "quick", "jobs": 2}
    report = compared("dungeons", "rules.boss_health", 12, 1_000, **who)
    assert "points less often" in report.findings[0]  # no verdict on levels: `quick` is far below
    assert report.data["findings"][0]["verdict"] == BIG
    assert "health of the boss 8 → 12. " in report.findings[0].replace("Health", "health")


def test_a_card_that_does_nothing_comes_out_as_nothing_in_95_of_100(here):
    """The Ranger's health, where no Ranger plays, on another luck: whatever is told is an alarm.

    All that is told of a change is one answer with an error below 5% (docs/statistics.md).
    """
    who = {"players": 3, "horde": "medium", "party": "sorcerer+druid+cleric"}
    who |= {"strategy": "guardian", "games": 500, "jobs": 1}
    nothing = {"cards.heroes.ranger.health": 8}
    alarms = 0
    for seed in range(60):
        before = simulate.play("defenders", seed=seed + 1, **who)
        after = simulate.play("defenders", seed=seed + 1_001, set=nothing, **who)
        compared = simulate.compare(before, after)
        told = bool(compared.facts()["verdict"].is_in(SHOWN).any())
        alarms += told or any(f["kind"] == "length" for f in compared.report().data["findings"])
    assert alarms <= 6  # below 3 are expected: binomial, more than 6 of 60 in 3 of 100
