"""One of several things, and what it is called as a key."""

import pytest

from simulate.pack.text.nouns import one_of, slug


@pytest.mark.parametrize(
    "several, one",
    [
        ("factions", "faction"),
        ("heroes", "hero"),
        ("territories", "territory"),
        ("bosses", "boss"),
        ("boss", "boss"),
        ("epic foe", "epic foe"),
    ],
)
def test_one_of_several(several, one):
    assert one_of(several) == one


@pytest.mark.parametrize(
    "noun, key",
    [
        ("epic foe", "epic_foe"),
        ("boss", "boss"),
        ("Heroes", "heroes"),
        ("territories", "territory"),
        ("side of the Ruins", "side_of_the_ruins"),
        ("dummy's faction", "dummys_faction"),
    ],
)
def test_the_key_of_a_kind(noun, key):
    assert slug(noun) == key
