"""What holds for every test: its examples are the same each time, its game is compiled once."""

import os
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", derandomize=False, max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# What plays a game without naming it plays Defenders.
GAMES = ("kingdoms", "dungeons", "tactics", "defenders", "cli", "machine")


class ByGame(LoadScopeScheduling):
    """Hands the tests of a game to one worker: two would each compile the game for themselves."""

    def _split_scope(self, nodeid: str) -> str:
        """The game that a test plays, else its file."""
        name = nodeid.removeprefix("tests/")
        found = next((game for game in GAMES if game in name), name.partition("::")[0])
        return "defenders" if found in ("cli", "machine") else found


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGame:
    """Which worker runs which test."""
    return ByGame(config, log)
