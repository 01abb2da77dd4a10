"""A finding has one verdict, and all surfaces count alike."""

import random
from dataclasses import replace

import pytest

from analysis.conclusions.facts import facts
from analysis.conclusions.ledger import VerdictTally
from analysis.conclusions.robustness import Doubts, Players, key_of
from analysis.study import study
from reports.run.document import document
from reports.text.words import MOST_WORDS
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import TIDES, Recipe
from tests.analysis.made_up_contest import CREWS, Contest
from tests.reports.surfaces import ALL, OFF, ON, counts, disagreements


def recipe(seed):
    """A made-up game by luck: together or against each other, few or many games."""
    luck = random.Random(seed)
    games = luck.choice([200, 600, 2_000])
    players = tuple(sorted(luck.sample((2, 3, 4), luck.randint(1, 3))))
    if seed % 2:
        crews = {name: luck.gauss(0, 0.4) for name in CREWS}
        return Contest(games=games, seed=seed, players=players, crews=crews)
    tides = TIDES[: luck.randint(1, 3)]
    return Recipe(games, seed, players, tides, level=luck.gauss(0.5, 1.5))


def told(one):
    module = made_up_contest if isinstance(one, Contest) else made_up
    return study(module.in_memory(one))


def with_another_player(one):
    """The same run, heard by a player to whom all games are alike."""
    other = told(replace(one, seed=one.seed + 1, games=400))
    found = {key_of(fact.metric, fact.where): fact for fact in facts(other)}
    return Doubts(players=Players("second", 400, found))


@pytest.mark.parametrize("seed", range(40))
def test_every_surface_of_a_generated_game_says_the_same(seed):
    one = recipe(seed)
    doubts = with_another_player(one) if seed % 4 < 2 else None
    report = document(told(one), doubts)
    assert disagreements(report) == []
    for finding in report["findings"]:
        assert len(finding["line"].removesuffix(" …").split()) <= MOST_WORDS, finding["line"]


@pytest.fixture(scope="module")
def levels():
    """A run of levels, some of which are off target."""
    return told(Recipe(games=4_000, seed=2, players=(2, 3, 4), level=0.5))


def test_the_counts_are_read_where_there_are_any(levels):
    """The sweep sees what it compares: each surface of a run of levels is among them."""
    seen = counts(document(levels), "settings")
    assert {"table", "table of counts", "facts", "answer", "badge", "findings"} == {*seen}
    assert seen["table"][OFF] and seen["table"][ON] + seen["table"][OFF] <= seen["table"][ALL]


@pytest.mark.parametrize("surface", ["badge", "answer", "finding", "table", "fact", "number"])
def test_a_surface_that_lies_is_noticed(levels, surface):
    report = document(levels)
    tables = {t["id"]: t for section in report["sections"] for t in section["tables"]}
    first = next(f for f in report["findings"] if f["kind"] == "setting")
    off = int(report["header"]["badge"]["text"].split()[0])
    if surface == "badge":
        said = report["header"]["badge"]["text"]
        report["header"]["badge"]["text"] = said.replace(str(off), str(off + 1), 1)
    elif surface == "answer":
        on = report["header"]["answer"].split()[0]
        report["header"]["answer"] = report["header"]["answer"].replace(on, str(int(on) + 1), 1)
    elif surface == "finding":
        report["findings"].remove(first)
    elif surface == "table":
        row = next(r for r in tables["difficulty"]["rows"] if r["verdict"] == first["verdict"])
        row["verdict"] = "on target"
    elif surface == "fact":
        one = next(f for f in report["facts"] if f["verdict"] == first["verdict"])
        one["verdict"] = "on target"
    else:
        first["text"] = first["text"].replace("%", "1%", 1)
    assert disagreements(report)


def test_a_badge_that_counts_for_itself_is_noticed(levels, monkeypatch):
    monkeypatch.setattr(VerdictTally, "off", property(lambda tally: len(tally)))
    assert disagreements(document(levels))
