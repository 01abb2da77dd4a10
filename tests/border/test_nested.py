"""Single values of nested tables, with the way to each."""

import pytest

from simulate.core.nested import is_drawing, leaves


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
