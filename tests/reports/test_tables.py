"""What tables show and leave out: colour only beyond chance, no column of what nobody had."""

from dataclasses import replace

import pytest

from analysis.description.grouped_tallies import Several, TalliedThing
from analysis.stats import verdicts
from analysis.study import study
from reports.page import view
from reports.sections.description import counted
from reports.sections.rates import contrasts
from reports.sections.shares import held, matchups, player_counts
from reports.text import sanitize
from tests.analysis import made_up_contest
from tests.analysis.made_up_contest import Contest


def test_a_heat_map_has_no_colour_where_chance_explains_it():
    shade = {"key": "m", "label": "Bo", "kind": "shade", "numeric": True}
    sure = view._cell(shade, {"value": -0.05, "low": -0.08, "high": -0.02}, {})
    assert sure["class"] == "num minus" and sure["style"] == "--depth:0.50"
    open_ = view._cell(shade, {"value": -0.05, "low": -0.12, "high": 0.02}, {})
    assert open_["class"] == "num chance" and open_["style"] == ""
    alone = {"value": -0.05, "low": -0.08, "high": -0.02, "sure": False}  # not with all in view
    assert view._cell(shade, alone, {})["class"] == "num chance"
    beats = shade | {"kind": "beats"}
    ends = {"value": 0.6, "games": 99, "few": False}
    assert view._cell(beats, ends | {"low": 0.55, "high": 0.65}, {})["class"] == "num plus"
    assert view._cell(beats, ends | {"low": 0.49, "high": 0.7}, {})["class"] == "num chance"
    few = view._cell(beats, ends | {"low": 0.55, "high": 0.65, "few": True}, {})
    assert few["class"] == "num few"


@pytest.mark.parametrize("name", ["nothing works", "one strong keeper", "too few games"])
def test_pairs_are_coloured_as_their_table_judges_them(made, name):
    run = made(name)
    judged = {row["pair"]: row["verdict"] for row in run.table("company")["rows"]}
    grid = run.table("company-matrix")
    names = {column["key"]: column["label"] for column in grid["columns"]}
    for row in grid["rows"]:
        for key, cell in row.items():
            if isinstance(cell, dict):
                pair = {f"{row['with']} and {names[key]}", f"{names[key]} and {row['with']}"}
                (verdict,) = (judged[each] for each in pair & {*judged})
                assert cell["sure"] == (verdict in verdicts.SHOWN)


def test_seats_stand_in_their_order(made):
    for table in ("seats", "seats-over"):
        for name in ("plans", "one strong crew"):
            rows = [row["what"].split(", ") for row in made(name).table(table)["rows"]]
            assert [seat[::-1] for seat in rows] == sorted(seat[::-1] for seat in rows)


def test_an_arrow_is_one_and_is_never_broken():
    assert sanitize.apart("health 4 -> 3") == sanitize.apart("health 4 \u2192 3")
    assert str(sanitize.name("4 -> 3")) == "<bdi>4\u00a0\u2192\u00a03</bdi>"
    assert "white-space" not in str(view.coded("`a -> b`"))
    assert str(view.coded("-3.7 (-7.2 to 0.0) points")).startswith('<span class="whole">-3.7 (-7.2')


def test_the_most_one_sided_pair_is_told_in_a_sentence(made):
    run = made("in circles")
    (section,) = (s for s in run.report["sections"] if s["id"] == "matchups")
    grid = run.table("matchups-matrix")
    names = {c["key"]: c["label"] for c in grid["columns"]}
    shares = {
        (row["row"], names[key]): cell["value"]
        for row in grid["rows"]
        for key, cell in row.items()
        if isinstance(cell, dict)
    }
    first, second = max(shares, key=shares.get)
    said = " ".join(section["words"])
    assert f"one-sided pair: {first} finish ahead of {second} in " in said
    assert f"than it is: {shares[first, second] * 100:.1f}% is likelier." in said


def test_pairs_that_never_met_and_pairs_of_few_games_are_said():
    found = study(made_up_contest.in_memory(Contest(games=200, players=(2,)))).contest.matchups
    said = matchups._untold(replace(found, apart=(("Auk", "Dodo"),), pairs=found.pairs[:3]))
    assert said[0] == "1 pair never met at a table, so nothing is told of it: Auk and Dodo."
    assert said[1].startswith("3 of 3 pairs met in fewer than 30 games: what is likely of them")
    many = tuple((one, "Dodo") for one in "ABCDE")
    text = matchups._untold(replace(found, apart=many, pairs=()))[0]
    assert text.startswith("5 pairs never met") and "D and Dodo" in text and "E and" not in text


MET = {("egret", other): 0.5 for other in ("auk", "bittern", "coot", "dunlin", "fulmar")}


def test_options_stand_by_number_of_players_where_these_are_crossed():
    """Egrets gain from whoever else is there."""
    told = study(made_up_contest.in_memory(Contest(games=6_000, players=(2, 4), beats=MET)))
    section = player_counts.section(told)
    (grid,) = section.tables
    assert [column["label"] for column in grid["columns"]] == ["Crews", "2 players", "4 players"]
    first = grid["rows"][0]
    assert first["row"] == "The Egrets" and first["p1"]["value"] > first["p0"]["value"] > 0.05
    assert "The Egrets +" in section.words[0] and "points with 4 players" in section.words[0]
    alone = study(made_up_contest.in_memory(Contest(games=100, players=(3,))))
    assert player_counts.section(alone) is None


def test_no_pair_is_one_sided_where_chance_explains_all():
    found = study(made_up_contest.in_memory(Contest(games=200, players=(2,)))).contest.matchups
    even = [replace(p, ahead=replace(p.ahead, value=0.55, low=0.4, high=0.7)) for p in found.pairs]
    assert even and "No pair" in matchups._one_sided(replace(found, pairs=even))


def test_best_and_worst_together_are_told_where_they_are_shown(made):
    (section,) = (s for s in made("nothing works").report["sections"] if s["id"] == "options")
    shown = [r for r in made("nothing works").table("company")["rows"] if "effect" in r["verdict"]]
    told = [text for text in section["words"] if "together" in text or "No two" in text]
    assert told and (shown or "No two are shown to help or hinder each other." in told)
    assert contrasts._best_and_worst([]) == "No two are shown to help or hinder each other."


def test_points_that_nobody_had_have_no_column():
    found = study(made_up_contest.in_memory(Contest(games=50)))
    parts = {"fish": 3.0, "crown": 0.0, "town": 0.0}
    groups = tuple(replace(p, parts=parts) for p in found.contest.points.options)
    found.contest = replace(found.contest, points=replace(found.contest.points, options=groups))
    section = held.points(found)
    labels = [c["label"] for c in section.tables[0]["columns"]]
    assert "fish" in labels and "crown" not in labels


def test_what_nobody_did_has_no_column_by_option():
    found = study(made_up_contest.in_memory(Contest(games=50)))
    (tally,) = found.tallies
    never = replace(tally, column="never", by_option=dict.fromkeys(tally.by_option, 0.0))
    found.tallies = [tally, never]
    section = counted.tallies(found)
    assert [len(t["columns"]) for t in section.tables[1:]] == [2]
    assert len(section.tables[0]["rows"]) == 2


def test_what_never_happened_to_a_thing_has_no_column():
    found = study(made_up_contest.in_memory(Contest(games=50)))
    things = (TalliedThing("Quay", (2.0, 0.0), ()), TalliedThing("Reef", (1.0, 0.0), ()))
    cells = tuple(c.number for c in found.design.base)
    group = Several("areas", (("mean", "taken"), ("mean", "razed")), things, cells)
    table = counted._things(found, group, "areas")
    assert [c["key"] for c in table["columns"]] == ["what", "m0"]
