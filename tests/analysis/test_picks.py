"""What seats choose one after another: by whom it was chosen, and where it cannot be told apart."""

import numpy as np
import polars as pl
import pytest

from analysis.data.design import Cell
from analysis.data.frames import Frame, Slice
from analysis.data.reading import CellRows
from analysis.estimators.fair import Fair
from analysis.shares.held.picks import Picking
from reports.sections.shares.picks import _plainly

COLUMN = {"name": "berth_choice", "of": "berth", "family": "berths"}
BERTHS = ("east", "west")
GAMES = 4_000
CELL = Cell(0, {"tide": "low"}, {}, GAMES, True, {}, ())


def picked(by_lot, free, lead):
    """Two boats; lead: how much oftener the east wins; free: whether the first may err."""
    luck = np.random.default_rng(5)
    first = luck.integers(0, 2, GAMES) if by_lot else np.zeros(GAMES, int)
    wrong = luck.random(GAMES) < 0.3 if free else np.zeros(GAMES, bool)
    east = np.where(wrong, 1 - first, first)  # seat that lies in the east
    won = np.where(luck.random(GAMES) < 0.5 + lead, east, 1 - east)
    seats = np.tile([0, 1], (GAMES, 1))
    rows = pl.DataFrame(
        {
            "replicate": np.repeat(np.arange(GAMES), 2),
            "berth": ["east" if s == e else "west" for e in east for s in (0, 1)],
            "berth_choice": [1 if s == f else 2 for f in first for s in (0, 1)],
            "win_share": [float(s == w) for w in won for s in (0, 1)],
        }
    )
    part = CellRows(0, 0, GAMES, np.arange(GAMES))
    picking = Picking(COLUMN, BERTHS, [0], 2)
    frame = Frame(part, np.arange(GAMES), seats, rows, "win_share")
    picking.add(Slice([frame], [frame]))
    return picking.result(Fair(np.array([0.5])))[0]


def over(found, label, place):
    return next(p.over.value for p in found.picks if (p.label, p.place) == (label, place))


def test_a_start_that_one_seat_always_takes_is_one_thing_with_it():
    found = picked(by_lot=False, free=False, lead=0.1)
    assert found.fixed and found.first_place == 1
    assert [(h.seat, h.label, h.share) for h in found.habits] == [(0, "east", 1), (1, "west", 1)]
    told = " ".join(_plainly(found, CELL))
    assert "seat 1 took east and seat 2 took west in every game" in told
    assert "seat and start are one thing in this run" in told
    assert "seat 1 in place 1" in told


def test_with_an_order_by_lot_seats_and_starts_part():
    found = picked(by_lot=True, free=True, lead=0.1)
    assert not found.fixed and not found.habits and not list(_plainly(found, CELL))
    assert over(found, "east", 0) == pytest.approx(0.1, abs=0.03)
    assert over(found, "east", 1) == pytest.approx(0.1, abs=0.03)
    first = next(p.over.value for p in found.places if p.place == 1)
    assert first == pytest.approx(0.04, abs=0.03), "0.7 x 0.1 - 0.3 x 0.1"


def test_seats_that_nearly_always_take_the_same_are_named():
    found = picked(by_lot=False, free=True, lead=0.0)
    assert found.fixed and not found.habits
    assert "always chose in the same place" in " ".join(_plainly(found, CELL))
