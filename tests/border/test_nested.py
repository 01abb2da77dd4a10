"""Single values of nested tables, with the way to each."""

import pytest

from simulate.core.text.nested import is_drawing, is_place, leaves


@pytest.mark.parametrize(
    "data, drawing",
    [
        ([[0, 0], [9, 0], [9, 9]], True),
        ([[[0, 0], [4, 4]], [[5, 5], [9, 9]]], True),
        ([], False),
        ([1, 2], False),
        ([[1, 2, 3]], False),
        ([["a", "b"]], False),
        ([[{"amount": 1}], [{"amount": 2}]], False),
        ([[0, 0], {"amount": 1}], False),
    ],
)
def test_a_drawing_is_made_of_points(data, drawing):
    assert is_drawing(data) is drawing


def test_everything_but_a_drawing_is_taken_apart():
    card = {"spaces": [[{"amount": 1}], [{"amount": 2}]], "outline": [[0, 0], [1, 1]], "none": []}
    assert list(leaves(card)) == [
        (("spaces", 0, 0, "amount"), 1),
        (("spaces", 1, 0, "amount"), 2),
        (("outline",), [[0, 0], [1, 1]]),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [("0", True), ("12", True), ("²", False), ("٣", False), ("02", False), ("-1", False),
     ("", False), ("9" * 5000, False), ("1\n", False)],
)  # fmt: skip
def test_a_place_is_a_number_as_people_write_it(text, place):
    assert is_place(text) is place
