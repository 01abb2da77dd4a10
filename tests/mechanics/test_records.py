"""Records are declared by names and sizes."""

import numpy as np
import pytest

from simulate.core.game.records import record_of

PART = record_of("amount", ("share", "f8"))


def test_a_field_is_a_whole_number_unless_it_says_otherwise():
    whole = record_of(
        "turns", ("health", 4), ("border", 2, 3), ("keys", "u8", 5), ("part", PART, 2)
    )
    found = {name: (whole[name].base, whole[name].shape) for name in whole.names}
    assert found == {
        "turns": (np.dtype("i8"), ()),
        "health": (np.dtype("i8"), (4,)),
        "border": (np.dtype("i8"), (2, 3)),
        "keys": (np.dtype("u8"), (5,)),
        "part": (PART, (2,)),
    }


def test_fields_are_read_and_written_by_name():
    row = np.zeros(1, record_of("turns", ("part", PART, 2)))[0]
    row.turns = 3
    row.part[1].share = 0.5
    assert (row.turns, row.part[1].share, row.part[0].share) == (3, 0.5, 0.0)


def test_a_field_that_would_be_a_method_is_refused():
    with pytest.raises(AssertionError, match="`round` is a method"):
        record_of("turns", "round")
