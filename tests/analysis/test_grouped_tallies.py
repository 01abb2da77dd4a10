"""Things alike, cards, deeds and places, counted by hand in four games of two cells."""

from dataclasses import dataclass

import polars as pl
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.description import boards, grouped_tallies

COLUMNS = {
    "games": [
        {"name": "won", "role": "won"},
        {"name": "map", "role": "dealt", "family": "maps"},
        {"name": "storms", "role": "tally", "unit": "storms"},
        {"name": "lit_north", "role": "tally", "unit": "lit", "family": "towers", "option": "n"},
        {"name": "lit_south", "role": "tally", "unit": "lit", "family": "towers", "option": "s"},
    ],
    "seats": [
        {"name": "mate", "role": "option"},
        {"name": "pilot", "role": "option"},
        {"name": "harbour", "role": "chosen", "family": "harbours", "dtype": "str"},
        {"name": "had", "role": "held", "family": "charts", "dtype": "str"},
        {"name": "read", "role": "used", "family": "charts", "dtype": "str"},
        {"name": "mate_fish", "role": "deed", "family": "fish", "of": "mate"},
        {"name": "pilot_fish", "role": "deed", "family": "fish", "of": "pilot"},
        {"name": "mate_at", "role": "place", "unit": "map", "family": "at", "of": "mate"},
        {"name": "pilot_at", "role": "place", "unit": "map", "family": "at", "of": "pilot"},
    ],
}
DEFAULTS = {"dtype": "int16", "meaning": "", "unit": "", "family": "", "option": "", "of": ""}
BAY: dict = {"name": "The Bay", "spaces": {}}
for column, row in ((1, 1), (2, 1), (1, 2)):
    BAY["spaces"][f"{column},{row}"] = {"ground": "sea", "level": row, "area": "", "marks": []}
GAMES = pl.DataFrame(
    {
        "cell": [0, 0, 1, 1],
        "replicate": [0, 1, 0, 1],
        "won": [True, False, True, True],
        "map": ["bay", "bay", "cape", "bay"],
        "storms": [1, 2, 3, 4],
        "lit_north": [0, 0, 1, 1],
        "lit_south": [0, 0, 0, 1],
    }
)
SEATS = pl.DataFrame(
    {
        "cell": [0, 0, 1, 1],
        "replicate": [0, 1, 0, 1],
        "seat": [0, 0, 0, 0],
        "mate": ["ann", "bob", "ann", "bob"],
        "pilot": ["cyd", "cyd", "dot", "ann"],
        "harbour": ["east", "east", "west", "east and west"],
        "had": ["a+b", "a", "", "b"],
        "read": ["b", "", "", "b"],
        "mate_fish": [5, 1, 3, 0],
        "pilot_fish": [2, 4, 6, 10],
        "mate_at": ["1,1", "1,2", "1,1", None],
        "pilot_at": ["1,1", "2,1", "9,9", "1,1"],
    }
)


@dataclass(frozen=True)
class Run:
    manifest: dict

    def games(self, first=0, last=9):
        return GAMES.lazy()

    def seats(self, first=0, last=9):
        return SEATS.lazy()


@pytest.fixture(scope="module")
def counted():
    cells = [
        {"number": n, "levels": {"sea": n}, "setting": {}, "games": 2, "changes": {}, "blanks": []}
        for n in (0, 1)
    ]
    columns = {kind: [DEFAULTS | c for c in found] for kind, found in COLUMNS.items()}
    manifest = {
        "game": "sailing",
        "options": "crew",
        "cells": cells,
        "factors": [],
        "columns": columns,
        "shards": [{"kind": "games", "rows": 4}],
        "boards": {"bay": BAY},
    }
    run = Run(manifest)
    design = Design(manifest)
    return design, count(Blocks(run, design))


def test_tallies_of_a_family_are_means_where_it_is_met(counted):
    """In cell 0 no tower is lit at all, so it is left out; `storms` belongs to no family."""
    (found,) = grouped_tallies.families(*counted)
    assert (found.noun, found.cells) == ("towers", (1,))
    assert [(t.label, t.numbers) for t in found.things] == [("n", (1.0,)), ("s", (0.5,))]


def test_cards_are_shares_of_the_seats(counted):
    (found,) = grouped_tallies.cards(*counted)
    assert [m[0] for m in found.measures] == ["held", "used"]
    assert {t.label: t.numbers for t in found.things} == {"a": (0.5, 0.0), "b": (0.5, 0.5)}
    assert [t.label for t in found.things] == ["b", "a"]


def test_what_was_chosen_is_a_share_of_the_seats(counted):
    (found,) = grouped_tallies.chosen(*counted)
    shares = {t.label: t.numbers[0] for t in found.things}
    assert shares == {"East": 0.5, "East and west": 0.25, "West": 0.25}
    # What nobody chose in a setting where all could is a share of nothing.
    assert all(share is not None for t in found.things for share in t.apart)
    assert 0.0 in [share for t in found.things for share in t.apart]


def test_deeds_belong_to_the_thing_that_did_them(counted):
    """Ann is mate twice and pilot once: 5, 3 and 10 fish."""
    (found,) = grouped_tallies.deeds(*counted)
    fish = {t.label: t.numbers[0] for t in found.things}
    assert fish == {"Ann": 6.0, "Bob": 0.5, "Cyd": 3.0, "Dot": 6.0}


def test_a_seat_that_holds_two_things_counts_for_both(counted):
    _, counts = counted
    held = counts.by_option.group_by("option").agg(pl.col("games").sum())
    assert dict(held.iter_rows()) == {"ann": 3, "bob": 2, "cyd": 2, "dot": 1}


def test_places_are_counted_on_their_own_map(counted):
    """Three of the four games were played on the bay; the cape is not drawn."""
    (board,) = boards.boards(*counted)
    assert board.label == "The Bay" and [*board.spaces] == ["1,1", "2,1", "1,2"]
    (place,) = board.places
    assert place.games == 3
    assert dict(place.spaces) == {"1,1": 3, "1,2": 1, "2,1": 1}
