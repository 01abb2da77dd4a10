"""Who is strong in whose hands: what options bring at each level of skill."""

import json
from dataclasses import replace

from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import study
from reports.sections.shares import hands
from reports.sections.shares.hands import Hands
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import LATE, Contest

LEVELS = ["newcomer", "club", 1.0]


def by_skill(run, swept, values):
    """The same run, its swept number being the skill of all who play."""
    manifest = json.loads(json.dumps(run.manifest).replace(f'"{swept}"', '"skill"'))
    for cell in manifest["cells"]:
        cell["levels"]["skill"] = LEVELS[values.index(cell["levels"]["skill"])]
    (factor,) = (f for f in manifest["factors"] if f["name"] == "skill")
    factor |= {"levels": LEVELS, "level_meanings": {"newcomer": "skill 0.4", "club": "skill 0.8"}}
    return replace(run, manifest=manifest)


def test_shares_of_wins_stand_beside_each_other_level_by_level():
    recipe = Contest(games=2_000, players=(3, 4), crews={"auk": 0.7}, late=(0, 1, 2))
    found = study(by_skill(made_up_contest.in_memory(recipe), LATE, (0, 1, 2)))
    section = hands.section(found)
    (table,) = section.tables
    assert [c["label"] for c in table["columns"]] == [
        "Who", "newcomer skill", "club skill", "skill 1.0",
    ]  # fmt: skip
    rows = {row["what"]: row for row in table["rows"]}
    assert len(rows) == 6 * 2 and all(
        rows["The Auks, 3 players"][f"l{i}"]["low"] > 0 for i in range(3)
    )
    (chart,) = section.charts
    assert chart["band"] == [-0.02, 0.02] and len(chart["rows"]) == 4 * hands.MOST_DRAWN
    assert "nobody has compared" in section.words[-1]


def test_what_heroes_add_stands_beside_each_other_level_by_level():
    recipe = Recipe(games=2_000, players=(3,), tides=("calm",), swept="oil", values=(4, 5, 6),
                    each=0.4, keepers={"cleo": 0.6})  # fmt: skip
    found = study(by_skill(made_up.in_memory(recipe), "oil", (4, 5, 6)))
    section = hands.section(found)
    rows = {row["what"]: row for row in section.tables[0]["rows"]}
    assert section.title == "Which keepers are strong in whose hands?"
    assert rows["Cleo"]["l0"]["low"] > 0 and section.charts[0]["band"] is None
    assert [c.tuned.name for c in [found.rated]] == ["skill"] and found.rated.tuned.base == 1.0


def test_a_run_of_one_skill_has_no_such_section():
    assert hands.section(study(made_up.in_memory(Recipe(games=200)))) is None


def test_who_is_strong_in_beginners_hands_alone_is_told():
    points = dict.fromkeys(LEVELS, Estimate(0.1, 0.05, 0.15, 0.025))
    strong, fair = verdicts.STRONG, verdicts.ON_TARGET
    rows = [
        Hands("The Orcs", points, {"newcomer": strong, "club": fair, 1.0: fair}),
        Hands("The Elves", points, dict.fromkeys(LEVELS, strong)),
    ]
    factor = replace(study(by_skill(made_up.in_memory(
        Recipe(games=20, players=(3,), tides=("calm",), swept="oil", values=(4, 5, 6))
    ), "oil", (4, 5, 6))).design.factors[0])  # fmt: skip
    assert hands._told(factor, rows) == [
        "Too strong with newcomer skill and not with skill 1.0: The Orcs."
    ]
