"""What holds for every test: its examples are the same each time, its game is compiled once."""

import os

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", derandomize=False, max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# What plays a game without naming it plays Defenders.
GAMES = ("kingdoms", "dungeons", "tactics", "defenders", "cli", "machine")


def group_of(item: pytest.Item) -> str:
    """The game that a test plays, else its file.

    Tests of a game share a worker: side by side, each worker would compile the game for itself.
    """
    name = item.nodeid.removeprefix("tests/")
    found = next((game for game in GAMES if game in name), item.path.name)
    return "defenders" if found in ("cli", "machine") else found


def pytest_itemcollected(item: pytest.Item) -> None:
    """Tell the workers which tests belong together (`--dist loadgroup`)."""
    item.add_marker(pytest.mark.xdist_group(group_of(item)))
