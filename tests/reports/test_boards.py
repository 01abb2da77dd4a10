"""Maps of square spaces: every space is drawn, cliffs once, and dots where something was."""

import re

from analysis.description.boards import Board, BoardSpace
from analysis.description.grouped_tallies import SpaceTally
from reports.charts import draw
from reports.sections.description.boards import _section

SPACES = tuple(
    BoardSpace(f"{x},{y}", x, y, ground, level, area, marks)
    for x, y, ground, level, area, marks in (
        (1, 1, "plains", 0, "square", ("trigger",)),
        (2, 1, "water", 1, "", ()),
        (1, 2, "plains", 0, "", ("\u2605",)),
        (2, 2, "plains", 1, "", ()),
    )
)


def board(times):
    places = (SpaceTally("fell", "space on which it fell", times, 10),)
    return Board("bay", "The Bay", ("plains", "water"), SPACES, places, {"water": "blue"})


def test_spaces_cliffs_and_marks():
    made = _section(board({"2,1": 4, "1,2": 1}))
    drawn = str(draw(made.charts[0]))
    assert drawn.count("v10h-10z") == len(SPACES) and drawn.count("<use") == 1  # drawn once
    (cliffs,) = re.findall(r'd="([^"]+)" class="cliff"', drawn)
    assert cliffs.count("M") == 2
    assert '<path d="M10 0h10v10h-10z" class="ground s1">' in drawn  # water is blue
    assert "S T." in drawn and "\u2605" in drawn
    assert len(re.findall(r"<circle", drawn)) == 2
    radius = sorted(float(r) for r in re.findall(r' r="([\d.]+)"', drawn))
    assert radius[1] / radius[0] == 2  # four times as often: four times the area


def test_the_table_names_the_spaces_with_most():
    (found,) = _section(board({"2,1": 4, "1,2": 1})).tables
    rows = [(row["space"], row["ground"], row["often"]) for row in found["rows"]]
    assert rows == [("2,1", "water", 0.4), ("1,2", "plains", 0.1)]


def test_where_nothing_was_nothing_is_drawn():
    made = _section(board({}))
    assert len(made.charts[0]["panels"]) == 1 and made.tables == []
