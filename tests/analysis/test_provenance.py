"""Every guess is named once, an outline as a whole."""

from analysis.data.provenance import stand_ins

BAY = {
    "name": "Bay",
    "regions": {"a": {"terrain": "plains", "polygon": [[0, 0], [9, 0], [9, 9]]}},
    "rivers": [[[0, 0], [4, 4]], [[5, 5], [9, 9]]],
    "lines": [],
    "source": {"*": "stand-in: the layout is not known"},
}


def test_an_outline_is_one_guess_and_a_name_is_none():
    found = stand_ins({"pack": {"rules": {}, "cards": {"territories": {"bay": BAY}}}})
    assert {guess.path.removeprefix("cards.territories.bay."): guess.value for guess in found} == {
        "regions.a.terrain": "plains",
        "regions.a.polygon": "3 points",
        "rivers": "2 lines",
    }
    assert {guess.why for guess in found} == {"the layout is not known"}
