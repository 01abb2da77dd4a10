"""Searches in a designer's own game that were killed go on to the bytes of undisturbed ones."""

import signal

import pytest

from tests.cli.test_searches_killed import typed
from tests.machine.process import linux_only
from tests.machine.test_journal import bytes_of
from tests.own import coins

pytestmark = [pytest.mark.long, linux_only]

FEW = (coins.FILE, "rules.goal", "--set", "players=2", "--set", "strategy=quick", "--games", "400")
TARGET = ("--seats", "--target", "-0.02,0.02")
SEARCHES = {
    "advise": ("advise", *FEW, *TARGET),
    "tune": ("tune", *FEW, *TARGET, "--budget", "4000"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """How many blocks a search has, and its folder, that nobody disturbed."""
    made = {}

    def of(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            coins.lay(folder)
            words = (*SEARCHES[name], "--quiet", "--jobs", "1", "--out", "it")
            code, blocks, said = typed(folder, 0, 0, *words)
            assert code == 0, said
            made[name] = blocks, bytes_of(folder / "it")
        return made[name]

    return of


@pytest.mark.parametrize("part", [0.25, 0.75])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_in_an_own_game_goes_on_to_the_same_bytes(whole, tmp_path, name, part):
    """By the text that it has kept: the file says something else by then."""
    blocks, expected = whole(name)
    assert blocks > 4
    at, jobs = max(1, round(blocks * part)), ("--jobs", "2", "--quiet")
    coins.lay(tmp_path)
    code, first, said = typed(tmp_path, signal.SIGKILL, at, *SEARCHES[name], *jobs, "--out", "it")
    assert code == -signal.SIGKILL, said
    coins.lay(tmp_path, coins.TEXT.replace("else 2", "else 3"))
    code, second, said = typed(tmp_path, 0, 0, name, "--resume", "it", "--allow-code", *jobs)
    assert code == 0, said
    assert blocks <= first + second <= blocks + 1
    assert bytes_of(tmp_path / "it") == expected
