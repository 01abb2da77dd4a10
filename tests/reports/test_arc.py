"""What is said of the arc of the game."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from analysis.description.win_probability import NOTHING, Arc, Arcs, CurvePoint, Suspense
from analysis.stats.intervals import Estimate, rate
from reports.findings import arc as findings
from reports.sections.description import arc as section


class Study:
    """As much of a study as is asked for."""

    def __init__(
        self, *all, knows=0.2, off=0.0, shut=0, strategies=("quick", "quick"), knew=0.1, cells=()
    ):
        self.arcs = Arcs(all, cells, (), knows, knew, off, 12, shut, settings=8, few=shut // 2)
        setting = {"strategy": list(strategies), "skill": [1.0, 1.0]}
        self.design = SimpleNamespace(
            base=[SimpleNamespace(setting=setting, skills=setting["skill"])]
        )


def mean(value):
    return Estimate(value, value - 0.01, value + 0.01, 0.005)


def contest(half=500, **more):
    points = tuple(
        CurvePoint(part, rate(half, 1_000), None, None) for part in (0, 0.25, 0.5, 0.75, 1)
    )
    told = {
        "decided": mean(0.97), "early": rate(1, 1_000), "open": rate(900, 1_000),
        "before": rate(250, 1_000), "rest_lost": None, "comebacks": rate(120, 1_000),
        "changes": mean(2.5), "points": points, "suspense": TENSE,
    }  # fmt: skip
    return Arc(None, 1_000, 4, False, **(told | more))


TENSE = Suspense(mean(1.2), mean(0.9), mean(0.7), ((mean(0.1), mean(0.1)),))


def together(**more):
    points = tuple(CurvePoint(part, None, mean(0.6), mean(0.4)) for part in (0, 0.25, 0.5, 0.75, 1))
    told = {
        "decided": mean(0.7), "early": rate(200, 1_000), "open": rate(100, 1_000),
        "before": None, "rest_lost": mean(0.4), "comebacks": rate(80, 500), "changes": None,
        "points": points, "suspense": TENSE,
    }  # fmt: skip
    return Arc(more.pop("cell", None), 1_000, 2, True, **(told | more))


def test_nothing_is_said_of_a_run_that_saw_no_turns():
    study = Study()
    study.arcs = NOTHING
    assert section.section(study) is None
    assert list(findings.findings(study)) == []


def test_arcs_of_several_settings_say_of_which():
    pair = replace(contest(700), sides=2, levels={"players": 2})
    study = Study(pair, replace(contest(900), levels={"players": 4}))
    shown = section.section(study)
    assert shown.words[0].startswith("2 players: Whoever is ahead after half")
    assert [row["setting"] for row in shown.tables[0]["rows"]] == ["2 players", "4 players"]
    assert "(2 players; 2 sides; line" in shown.charts[0]["panels"][0]["title"]
    (runaway,) = findings.findings(study)
    assert runaway.text.startswith("A runaway leader with 4 players: ")
    assert runaway.rows == (("arc", "4 players"),)


def test_who_is_ahead_and_how_often_that_changes():
    words = section.section(Study(contest())).words
    assert words[0].startswith("Whoever is ahead after half of the turns wins 50.0% (46.9-53.1)")
    assert words[0].endswith("an even chance is 25.0%.")
    assert "changes hands 2.5 times a game" in words[1] and "below 12.5%" in words[1]
    assert words[2] == "90.0% (88.0-91.7) of the games are still open in their last turn."
    assert "1,000 games of this run" in words[-1] and "12 columns" in words[-1]


def test_who_stands_best_before_the_first_turn_is_told_and_measured_from():
    pair = replace(contest(715, before=rate(800, 1_000)), sides=2, levels={"players": 2})
    shown = section.section(Study(pair))
    assert "what is dealt, wins 80.0% (77.4-82.4); an even chance is 50.0%." in shown.words[0]
    assert shown.tables[0]["rows"][0]["before"] == 0.8
    fair = replace(pair, before=rate(510, 1_000))
    assert "three quarters; an even chance is 50.0%." in section.section(Study(fair)).words[0]
    ahead = {"points": contest(850).points}
    assert list(findings.findings(Study(replace(pair, **ahead)))) == [], "known before"
    assert len(list(findings.findings(Study(replace(fair, **ahead))))) == 1


def test_what_is_dealt_tells_of_games_before_their_first_turn():
    start, *others = together().points
    start = replace(start, won=mean(0.35), lost=mean(0.22))
    words = section.section(Study(together(points=(start, *others)))).words
    assert "lost; before the first turn, after the deal, it is 35.0% and 22.0%." in words[0]


def test_arcs_at_an_end_are_told_by_what_is_left():
    told = section.section(Study(contest(open=rate(29_999, 30_000)))).words[2]
    assert told == "All but 1 of the games are still open in their last turn."


def test_players_together_are_told_when_games_are_lost():
    words = section.section(Study(together(), shut=2)).words
    assert "60.0% in games that end won and 40.0%" in words[0]
    assert words[2] == (
        "On average the result is sure after 70.0% of the turns, and 20.0% (17.6-22.6) of the "
        "games are sure before their middle; lost games go on for 40.0% (39.0-41.0) of their turns "
        "after they are lost."
    )
    assert words[3].startswith("Left out: 2 of 8 settings, with more than")
    assert words[3].endswith("won or lost.")


def test_settings_that_no_sentence_counts_stand_in_the_table_by_themselves():
    cell = SimpleNamespace(levels={"players": 2})
    told = section.section(Study(together(), shut=6, cells=(together(cell=cell),)))
    assert "6 of 8 settings" in told.words[3]
    assert told.words[3].endswith("; the table has each.")
    seen = "3 settings of which fewer than 40 games are seen by turns are not shown."
    assert told.notes == [seen]
    assert section.section(Study(together())).notes == []


@pytest.mark.parametrize("off, warned", [(0.0, False), (0.05, True)])
def test_chances_that_are_off_are_told_with_a_warning(off, warned):
    assert ("take it roughly" in section.section(Study(contest(), off=off)).words[-1]) == warned


def test_what_knows_nothing_says_so_first():
    words = section.section(Study(contest(), knows=0.01)).words
    assert words[0] == section.NOTHING_YET


def test_a_runaway_leader_and_games_that_drag_on_are_findings():
    assert list(findings.findings(Study(contest(), together(rest_lost=mean(0.1))))) == []
    (runaway,) = findings.findings(Study(contest(half=800)))
    assert runaway.text.startswith("A runaway leader: whoever is ahead after half of the turns")
    unlike = Study(contest(half=800), strategies=("quick", "random"))
    assert list(findings.findings(unlike)) == [], "there the better player is ahead"
    (dragging,) = findings.findings(Study(together()))
    assert dragging.text == (
        "Lost games drag on: 40.0% (39.0-41.0) of their turns are played after they are lost."
    )
    for finding in (runaway, dragging):
        rows = section.section(Study(contest(half=800))).tables[0]["rows"]
        assert finding.rows == (("arc", rows[0]["setting"]),)
