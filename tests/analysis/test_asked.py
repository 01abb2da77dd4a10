"""A number that is printed on the game and not known to us is asked of whoever owns it."""

import copy

from analysis.data.provenance import UnreadValue, asked

MAT = "the number on the mat"
MANIFEST = {
    "pack": {
        "rules": {
            "rules.tide": {
                "value": 3,
                "range": {"low": 2, "high": 5, "why": "so", "read_off": MAT},
            },
            "rules.wind": {"value": 3, "range": {"low": 2, "high": 5, "why": "so"}},
        },
        "cards": {
            "boats": {
                "tub": {
                    "name": "Tub",
                    "oars": 4,
                    "ranges": {"oars": {"low": 4, "high": 6, "why": "so", "read_off": "the hull"}},
                }
            }
        },
        "differences": [],
    },
    "cells": [{"number": 0, "changes": {}}],
}


def test_what_can_be_read_off_is_asked_and_nothing_else():
    assert asked(MANIFEST) == [
        UnreadValue("rules.tide", "Tide", 3, 2, 5, MAT),
        UnreadValue("cards.boats.tub.oars", "Tub: oars", 4, 4, 6, "the hull"),
    ]


def test_what_was_put_in_is_not_asked_again():
    mine = copy.deepcopy(MANIFEST)
    mine["pack"]["differences"] = [{"path": "rules.tide", "shipped": 3, "value": 4}]
    mine["cells"][0]["changes"] = {"cards.boats.tub.oars": 5}
    assert asked(mine) == []
