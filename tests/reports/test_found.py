"""What is found, in one way or in several."""

from types import SimpleNamespace

from analysis.description.acquired import AcquiredThing, Finds
from reports.sections.description import found


def made(*finds):
    split = SimpleNamespace(name="players", levels=(2, 3))
    design = SimpleNamespace(split=split, manifest={"game": "lighthouse", "cells": []})
    return found.section(SimpleNamespace(finds=finds, design=design))


def of(column, family, **often):
    ordered = sorted(often.items(), key=lambda entry: -entry[1])
    things = (
        AcquiredThing(label, mean, {"2": mean / 2, "3": mean * 1.5}) for label, mean in ordered
    )
    return Finds(column, f"{column} by a keeper", family, tuple(things))


def test_what_is_found_in_one_way_has_a_table_with_what_never_was():
    section = made(of("tools", "tools", rope=0.5, net=0.0))
    (table,) = section.tables
    assert table["rows"] == [
        {"what": "rope", "all": 0.5, "l0": 0.25, "l1": 0.75},
        {"what": "net", "all": 0.0, "l0": 0.0, "l1": 0.0},
    ]
    assert section.words[0].startswith("Tools: most often rope (in a game 0.50 times), least often")
    assert not table["folded"]


def test_what_is_found_in_several_ways_stands_side_by_side_and_level_by_level_below():
    section = made(
        of("revealed", "caves", grotto=0.9, pit=0.8, shore=0.0),
        of("searched", "caves", grotto=0.4, pit=0.0, shore=0.0),
    )
    together, *apart = section.tables
    assert [column["label"] for column in together["columns"]] == ["Caves", "Revealed", "Searched"]
    assert together["rows"] == [
        {"what": "grotto", "revealed": 0.9, "searched": 0.4},
        {"what": "pit", "revealed": 0.8},  # the shore was never met at all
    ]
    assert [(table["folded"], len(table["rows"])) for table in apart] == [(True, 2), (True, 1)]
    assert section.words[0] == (
        "Caves, revealed: most often grotto (in a game 0.90 times), least often pit (0.80)."
    )
    assert "`simulate run lighthouse/cards`" in section.words[1]
    assert len(section.words) == 2  # of one searched cave nothing is compared
