"""Made-up answers on people's games, and what they were reckoned from."""

from dataclasses import replace

import numpy as np

from analysis.people.answer import (
    AgreementAnswer,
    BothAnswer,
    PeopleAnswer,
    SideBySide,
    SkillAnswer,
    ThreeEstimates,
)
from analysis.people.grid import Grid, GridNode, GridSetting
from analysis.stats.intervals import Estimate, rate
from analysis.stats.verdicts import MORE, ON_TARGET, STRONG, WEAK
from reports.search.playtests import document
from simulate.experiment import RunRequest, load
from simulate.playtests.records import Playtests

HEROES = ("ranger", "cleric", "barbarian", "druid", "sorceress", "paladin", "warrior", "rogue")
COMMAND = "simulate playtests defenders results.csv"
NOTES = ("row 7 is left out: nobody wrote down who won", "rows 3 and 9 look like one game")
EVIL = "<b>`x`</b> \u202eknalb =cmd|' /C calc'!A0 \x1b[2J"


def near(value, width=0.14):
    return Estimate(value, max(0.0, value - width / 2), min(1.0, value + width / 2), width / 4)


def options(names=HEROES):
    """An answer on each: the first surely too weak, the second too strong, the third inside."""
    given = {0: (0.22, 0.97, 0.01, WEAK), 1: (0.62, 0.94, 0.93, STRONG), 2: (0.44, 0.04, 0.02,
             ON_TARGET)}  # fmt: skip
    told = []
    for place, name in enumerate(names):
        both, off, above, verdict = given.get(place, (0.40 + place / 100, 0.4, 0.2, MORE))
        people = rate(round(10 * (both + 0.1)) - place % 3, 20 - place % 7)
        told.append(ThreeEstimates(name, people, near(both + 0.1, 0.04), near(both - 0.05, 0.3),
                                   near(both), off, above, verdict))  # fmt: skip
    return tuple(told)


SETTINGS = (
    SideBySide("setting", rate(5, 14), 0.46, -0.9, {"players": 2, "horde": "easy"}),
    SideBySide("setting", rate(9, 28), 0.31, 0.1, {"players": 4, "horde": "medium"}),
)
RANGER = SideBySide("option", rate(4, 17), 0.43, -1.6, option="ranger")
AGREES = PeopleAnswer(
    games=42,
    groups=14,
    skill=SkillAnswer(near(0.6, 0.4), "family", ("results",)),
    agreement=AgreementAnswer((*SETTINGS, RANGER), 0.31, RANGER, 0.33, 0.19),
    both=BothAnswer(options(), (0.4, 0.5), 118.3, Estimate(0.31, 0.08, 0.9, 0.2)),
    notes=("each date is taken for a group",),
)
FAR = replace(RANGER, people=rate(1, 30), z=-4.2)
CONTEST = replace(
    AGREES,
    skill=SkillAnswer(None, why_not="winners alone do not tell how well people play"),
    agreement=AgreementAnswer((RANGER,), 0.31, RANGER, 0.33, 0.19),
)
ANSWERS = {
    "agrees": AGREES,
    "differs": replace(AGREES, agreement=AgreementAnswer((*SETTINGS, FAR), 0.004, FAR, 0.33, 0.4)),
    "many games": replace(AGREES, agreement=replace(AGREES.agreement, noticed=0.97)),
    "contest": CONTEST,
    "newcomers": replace(
        CONTEST, skill=replace(AGREES.skill, by=("scores", "newcomers"), newcomers=near(0.4, 0.4))
    ),
    "no options": replace(
        AGREES, agreement=AgreementAnswer(SETTINGS, 0.5, SETTINGS[0], 0.33, 0.5), both=None
    ),
    "nothing to compare": replace(
        CONTEST, agreement=AgreementAnswer((), 1.0, None, 0.33, 0.0), both=None, notes=()
    ),
    "never played": replace(
        AGREES,
        both=replace(AGREES.both, estimates=tuple(
            replace(one, people=rate(0, 0)) for one in AGREES.both.estimates), worth=None),
    ),
}  # fmt: skip


def grid(together=True, kind="heroes", names=None):
    """Two settings at two places of skill, of 30 games each."""
    options_ = HEROES if kind else ()
    games, seats = 30, 2
    nodes = tuple(
        GridNode(
            place,
            np.full((games, seats), place),
            np.zeros(games if together else 0),
            np.zeros((games, seats, len(options_)), bool),
            np.zeros((games, seats)),
            np.full((games, seats), np.nan),
            np.ones(games),
        )
        for place in (0.4, 0.8)
    )
    levels = ({"players": 2, "horde": "easy"}, {"players": 4, "horde": "medium"})
    settings = tuple(GridSetting(each, together, nodes) for each in levels)
    printed = names or {one: one.capitalize() for one in options_}
    return Grid(kind, options_, printed, settings, {"family": 0.6})


def told(name, names=None, file="results.csv"):
    """The report of an answer by its name."""
    answer = ANSWERS[name]
    is_contest = name in ("contest", "newcomers", "nothing to compare")
    kind = "" if answer.both is None else "factions" if is_contest else "heroes"
    experiment = load(RunRequest("defenders/steps"), [])
    played = Playtests(file, (), NOTES if answer.notes else ())
    return document(experiment, played, grid(not is_contest, kind, names), answer, COMMAND)
