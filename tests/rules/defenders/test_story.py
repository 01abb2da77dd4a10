"""The story of a game says who goes where."""

from simulate.games.defenders.log.narrator import Narrator

SETUP = {"names": {}, "state": {"hero": {"0": "commander", "1": "bard"}}}


def moved(seat):
    return {"what": "place", "of": str(seat), "from": "capital", "to": "plains"}


def test_who_is_taken_along_is_told_to_move_as_well():
    story = Narrator(SETUP)
    words = {"action": "move", "seat": 0, "target": "plains", "ability": "commander.deploy"}
    told = story.move(words | {"hero": 1, "paid": {"points": 1, "health": 0}})
    assert told.strip().startswith("Commander (1) moves to the Plains")
    assert "for Bard (2)" in told
    assert story.effect(moved(0)) == ""
    assert story.effect(moved(1)).strip() == "Bard (2): Capital -> Plains"


def test_who_is_called_is_told_once():
    story = Narrator(SETUP)
    told = story.move({"action": "place hero", "seat": 0, "hero": 1, "target": "plains"})
    assert told.strip() == "Bard (2) is called to the Plains"
    assert story.effect(moved(1)) == ""
