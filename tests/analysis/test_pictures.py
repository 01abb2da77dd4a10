"""What maps are made of, from what a manifest says of them."""

import pytest

from analysis.data.pictures import drawings

SQUARE = [[0, 0], [0, 10], [10, 10]]
DECLARED = {"title": "maps", "path": "cards.maps", "shapes": [["regions", "terrain"]]}


def counted(**card):
    """The kinds of shapes of one card."""
    (drawing,) = drawings({"pack": {"cards": {"maps": {"one": card}}}, "pictures": [DECLARED]})
    return dict(drawing.maps["one"])


def test_shapes_of_a_card_are_counted_by_kind():
    regions = {name: {"terrain": "forest", "polygon": SQUARE} for name in "ab"}
    assert counted(regions=regions | {"c": {"polygon": SQUARE}}) == {"forest": 2, "regions": 1}


@pytest.mark.parametrize("odd", [7, "x", None])
def test_what_somebody_has_put_in_place_of_a_shape_is_not_counted(odd):
    whole = {"terrain": "forest", "polygon": SQUARE}
    spoilt = {"terrain": "forest", "polygon": odd}
    assert counted(regions={"a": whole, "b": spoilt, "c": odd}) == {"forest": 1}
    assert counted(regions=[whole, odd]) == {"forest": 1}
