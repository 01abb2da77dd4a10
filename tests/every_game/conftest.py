"""What holds for the tests of every game."""

import pytest

from simulate.pack import catalogue, configs
from tests.every_game.adapters import OWN_FILES, adapter


@pytest.fixture(autouse=True)
def own_games_known_here_alone(request, monkeypatch):
    """The one that a test is about, while it lasts: other tests ask which games there are."""
    monkeypatch.setattr(catalogue, "_own", {})
    monkeypatch.setattr(configs, "OWN", {})
    game = getattr(request.node, "callspec", None) and request.node.callspec.params.get("game")
    if game in OWN_FILES:
        adapter(game)
