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


def test_the_key_of_a_kind():
    assert [slug(noun) for noun in ("epic foe", "boss", "Heroes")] == ["epic_foe", "boss", "heroes"]
