"""Expectations in a report: the table, the lines, and the data for machines."""

from dataclasses import replace

import pytest

from analysis.conclusions.expected import expected
from analysis.conclusions.guard import worse
from analysis.conclusions.one_answer import compare
from analysis.data.joined import join
from analysis.study import study
from reports.comparison.regressions import sentences
from reports.page.render import summary_of
from tests.analysis import made_up
from tests.analysis.made_up import Recipe


@pytest.fixture
def rows(made):
    return {row["what"]: row for row in made("expectations").table("expectations")["rows"]}


def test_the_table_is_the_first_after_the_findings(made):
    report = made("expectations").report
    assert report["sections"][0]["tables"][0]["id"] == "expectations"
    assert not made("changes").has("expected")


def test_every_expectation_has_its_words(rows):
    told = {what: (row["wanted"], row["verdict"]) for what, row in rows.items()}
    assert told == {
        "friendly: 2 players": ("at least 45.0%", "met"),
        "friendly: 3 players": ("at least 45.0%", "met"),
        "games won: 2 players": ("20.0-40.0%", "missed"),
        "what the change adds: rope, 2 players": ("at most -10.0 points", "met"),
        "what the change adds: rope, 3 players": ("at most -10.0 points", "met"),
        "mean length: 2 players": ("2 to 12 rounds", "met"),
        "games that end so: wreck sunk, 3 players": ("at least 90.0%", "missed"),
        "tight: 2 players": ("58.0-62.0%", "not enough games"),
    }
    assert rows["tight: 2 players"]["more"] > 0 and rows["friendly: 2 players"]["more"] == 0


def test_a_share_says_whose_it_is(made):
    whats = [row["what"] for row in made("expected shares").table("expectations")["rows"]]
    assert whats == [
        "share of the wins: The Egrets, 3 players",
        "share of the wins: The Egrets, 4 players",
        "over the fair share: Seat 1, 3 players",
        "what the change adds: The Egrets, no oars, 3 players",
        "what the change adds: The Egrets, no oars, 4 players",
    ]


def test_what_is_missed_and_what_is_open_is_said_first(made, rows):
    report = made("expectations").report
    missed, open_, met = report["lines"][:3]
    assert [line["label"] for line in (missed, open_, met)] == [
        "Expectations missed", "Expectations open", "Expectations met",
    ]  # fmt: skip
    found = rows["games won: 2 players"]["found"]
    assert f"ames won: 2 players {found}, expected 20.0-40.0%" in missed["text"]
    assert f"run {rows['tight: 2 players']['more']:,} more games" in open_["text"]
    assert "Expectations missed: " in str(summary_of(report))


def test_machines_read_what_people_read(made, rows):
    data = made("expectations").report["expectations"]
    assert [entry["verdict"] for entry in data] == [row["verdict"] for row in rows.values()]
    assert data[2] | {"value": 0, "low": 0, "high": 0} == {
        "name": "", "metric": "win_rate", "where": {"players": 2}, "expected_low": 0.2,
        "expected_high": 0.4, "value": 0, "low": 0, "high": 0, "verdict": "missed",
        "games": 2_000, "more_games": 0,
    }  # fmt: skip
    facts = [f for f in made("expectations").report["facts"] if "expectation" in f["where"]]
    assert [(f["value"], f["verdict"]) for f in facts] == [(e["value"], e["verdict"]) for e in data]


def test_an_expectation_that_is_missed_after_a_change_is_told_with_both_numbers():
    limit = ({"metric": "win_rate", "name": "hard", "high": 0.5, "cells": [0]},)
    before = Recipe(games=3_000, players=(2,), tides=("calm",), level=0.6, expect=limit)
    runs = [made_up.in_memory(recipe) for recipe in (before, replace(before, level=1.4))]
    alone = [study(run) for run in runs]
    (said,) = sentences([w for w in worse(compare(join(*runs)), *alone) if w.why == "missed"])
    first, second = (expected(run)[0].number.value for run in alone)
    assert said.startswith(f"Hard: the only setting {second:.1%} (")
    assert f", expected at most 50.0%; before {first:.1%} (" in said and said.endswith("), met")
