"""Real searches, killed and interrupted after a quarter, a half, three quarters of their games."""

import re
import signal
import sys
from functools import cache

import pytest

from tests.cli.test_searches_go_on import SEARCHES
from tests.machine.process import Process, linux_only
from tests.machine.test_journal import bytes_of
from tests.own import coins

pytestmark = [pytest.mark.long, linux_only]

# Types a command in a folder; when so many blocks of the search have their files, the signal comes.
# At its end it says how many there were.
COUNTED = """
import os, sys
folder, number, at = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.chdir(folder)
blocks = []

def ask(event, details):
    if event == "os.rename" and "outcomes" in str(details[1]) and "seats-" in str(details[1]):
        blocks.append(details)
        if len(blocks) == at:
            os.kill(os.getpid(), number)

sys.addaudithook(ask)
from simulate.run.workers import pool
pool.ALONE_FIRST = -1.0
from tiny_epic_balance import main
sys.argv = ["simulate", *sys.argv[4:]]
code = main()
print("blocks:", len(blocks), file=sys.stderr)
sys.exit(code)
"""
CODES = {signal.SIGINT: 130, signal.SIGKILL: -9}


def typed(folder, number, at, *words):
    """Exit code of a command, how many blocks it wrote, and what it said."""
    folder.mkdir(exist_ok=True)
    code = [sys.executable, "-P", "-c", COUNTED, str(folder), str(int(number)), str(at), *words]
    ended, said = Process(folder / "it", code).end()
    assert "Traceback" not in said, said
    blocks = re.search(r"blocks: (\d+)", said)
    return ended, int(blocks[1]) if blocks else at, said


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """How many blocks a search has, and its folder, that nobody disturbed."""

    @cache
    def of(words):
        folder = tmp_path_factory.mktemp(words[0])
        coins.lay(folder)
        code, blocks, said = typed(folder, 0, 0, *words, "--quiet", "--jobs", "1", "--out", "it")
        assert code == 0, said
        return blocks, bytes_of(folder / "it")

    return of


# Each signal with each number of processes, and each moment with each signal.
ENDS = [
    (1, signal.SIGKILL, 0.25),
    (2, signal.SIGINT, 0.25),
    (1, signal.SIGINT, 0.5),
    (2, signal.SIGKILL, 0.5),
    (2, signal.SIGKILL, 0.75),
    (2, signal.SIGINT, 0.75),
]


@pytest.mark.parametrize(("jobs", "number", "part"), ENDS)
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_that_ends_goes_on_to_the_same_bytes(whole, tmp_path, name, jobs, number, part):
    """At most one block is played again, and the last line of what is interrupted is true."""
    blocks, expected = whole(SEARCHES[name])
    at, jobs = max(1, round(blocks * part)), ("--jobs", str(jobs), "--quiet")
    code, first, said = typed(tmp_path, number, at, *SEARCHES[name], *jobs, "--out", "it")
    assert code == CODES[number], said
    if number == signal.SIGINT:
        assert f"of this search are kept in it; `simulate {name} --resume it` goes on with" in said
    code, second, said = typed(tmp_path, 0, 0, name, "--resume", "it", *jobs)
    assert code == 0, said
    assert blocks <= first + second <= blocks + 1
    assert bytes_of(tmp_path / "it") == expected


FEW = (coins.FILE, "rules.goal", "--set", "players=2", "--set", "strategy=quick", "--games", "400")
TARGET = ("--seats", "--target", "-0.02,0.02")
OWN = [("advise", *FEW, *TARGET), ("tune", *FEW, *TARGET, "--budget", "4000")]


@pytest.mark.parametrize("part", [0.25, 0.75])
@pytest.mark.parametrize("words", OWN, ids=lambda words: words[0])
def test_a_search_in_an_own_game_goes_on_to_the_same_bytes(whole, tmp_path, words, part):
    """By the text that it has kept: the file says something else by then."""
    blocks, expected = whole(words)
    assert blocks > 4
    at, jobs = max(1, round(blocks * part)), ("--jobs", "2", "--quiet")
    coins.lay(tmp_path)
    code, first, said = typed(tmp_path, signal.SIGKILL, at, *words, *jobs, "--out", "it")
    assert code == -signal.SIGKILL, said
    coins.lay(tmp_path, coins.TEXT.replace("else 2", "else 3"))
    code, second, said = typed(tmp_path, 0, 0, words[0], "--resume", "it", "--allow-code", *jobs)
    assert code == 0, said
    assert blocks <= first + second <= blocks + 1
    assert bytes_of(tmp_path / "it") == expected
