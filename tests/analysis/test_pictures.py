"""Drawings of cards from what a manifest says of them."""

import pytest

from analysis.data.pictures import drawings

SQUARE = [[0, 0], [0, 10], [10, 10]]
DECLARED = {
    "title": "maps", "path": "cards.maps", "size": [88.0, 63.0],
    "shapes": [["regions", "terrain"]], "lines": ["rivers"],
}  # fmt: skip


def drawn(**card):
    """The maps that are drawn of one card."""
    (drawing,) = drawings({"pack": {"cards": {"maps": {"one": card}}}, "pictures": [DECLARED]})
    return drawing.maps


def test_shapes_and_lines_of_a_card_are_drawn():
    (one,) = drawn(regions={"a": {"terrain": "forest", "polygon": SQUARE}}, rivers=[SQUARE])
    assert [(shape.kind, shape.name) for shape in one.shapes] == [("forest", "a")]
    assert len(one.lines) == 1


@pytest.mark.parametrize("odd", [7, "x", [7], [[1]], [[1, "x"]], None])
def test_what_somebody_has_put_in_place_of_a_shape_is_not_drawn(odd):
    whole = {"terrain": "forest", "polygon": SQUARE}
    spoilt = {"terrain": "forest", "polygon": odd}
    (one,) = drawn(regions={"a": whole, "b": spoilt, "c": odd}, rivers=[odd, SQUARE])
    assert [shape.name for shape in one.shapes] == ["a"]
    assert len(one.lines) == 1
    (one,) = drawn(regions=[whole, odd], rivers=odd)
    assert len(one.shapes) == 1
