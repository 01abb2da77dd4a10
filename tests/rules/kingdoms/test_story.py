"""What the story says of the end, as docs/log/kingdoms.md has it."""

from simulate.games.kingdoms.log.narrator import Narrator


def test_K_END_5_the_story_says_once_that_the_end_is_near():
    story = Narrator({"names": {}, "state": {"faction": {}, "territory": {}, "dice": {}}})
    told = [story.change("trigger", which, False, True) for which in ("magic", "meeples")]
    assert told == ["The end is near: magic is high enough", "Enough meeples are in play, too"]
