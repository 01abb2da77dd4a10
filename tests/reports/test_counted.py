"""What is counted in play: tables that are on no page."""

from types import SimpleNamespace

from analysis.description.acquired import AcquiredThing, Finds
from analysis.description.boards import Board, BoardSpace
from analysis.description.grouped_tallies import SpaceTally
from reports.sections.description import counted


def of(column, family, **often):
    things = (
        AcquiredThing(label, mean, {"2": mean / 2, "3": mean * 1.5})
        for label, mean in often.items()
    )
    return Finds(column, f"{column} by a keeper", family, tuple(things))


def test_what_is_found_stands_with_what_never_was_level_by_level():
    split = SimpleNamespace(name="players", levels=(2, 3))
    finds = (of("revealed", "caves", grotto=0.5, pit=0.0), of("searched", "caves", pit=0.2))
    section = counted.found(SimpleNamespace(finds=finds, design=SimpleNamespace(split=split)))
    assert section.place == "data" and not section.words and not section.charts
    assert [table["id"] for table in section.tables] == ["found-revealed", "found-searched"]
    assert section.tables[0]["rows"] == [
        {"what": "grotto", "all": 0.5, "l0": 0.25, "l1": 0.75},
        {"what": "pit", "all": 0.0, "l0": 0.0, "l1": 0.0},
    ]
    assert counted.found(SimpleNamespace(finds=())) is None


def test_the_spaces_of_a_map_with_most_come_first():
    spaces = {"2,1": BoardSpace("water", ""), "1,2": BoardSpace("plains", "square")}
    fell = SpaceTally("fell", "space on which it fell", {"1,2": 1, "2,1": 4}, 10)
    never = SpaceTally("stood", "space on which it stood", {}, 10)
    board = Board("bay", "The Bay", spaces, (fell, never))
    (section,) = counted.boards(SimpleNamespace(boards=[board]))
    (table,) = section.tables
    rows = [(row["space"], row["ground"], row["area"], row["often"]) for row in table["rows"]]
    assert rows == [("2,1", "water", "", 0.4), ("1,2", "plains", "square", 0.1)]
