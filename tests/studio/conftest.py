"""A pack of one's own, and a studio of it whose page has entered."""

import pytest

from simulate.cli import main
from tests.studio.served import served


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "defenders", "mine"]) == 0
    return tmp_path / "mine"


@pytest.fixture
def window(mine):
    with served("mine") as window:
        window.enter()
        yield window
