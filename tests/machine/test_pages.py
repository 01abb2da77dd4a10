"""What is told of pages that play, without a browser and without a look at how long it took."""

import numba
import pytest

from benchmarks import pages
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build


@pytest.mark.parametrize(
    ("game", "player", "found"),
    [
        ("defenders", "balanced", ["players 3, horde medium", "players 3, horde hard"]),
        ("kingdoms", "brisk", ["players 4"]),
        ("dungeons", "quick", ["heroes 3", "heroes 4"]),
        ("dungeons", "balanced", []),
    ],
)
def test_the_usual_and_the_slowest_setting_are_played_unless_they_take_long(game, player, found):
    plan = build(load(RunRequest(game, sets=(f"strategy={player}",))))
    assert [setting for setting, _ in pages.settings(plan, player)] == found


@pytest.fixture(scope="module")
def of():
    """Twenty games of Defenders, where a loop takes a thousandth of a second."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "loop", lambda: 0.001)
        return next(pages.played("defenders", "balanced", 20))


TOOK = {"open": 0.1, "first": 2.0, "second": 1.0}


def told(of, monkeypatch, answer):
    """The row of a browser that answers so, where a loop takes a quarter of a second."""
    monkeypatch.setattr(pages, "module", lambda game: (b"", 0.0))
    monkeypatch.setattr(pages, "loop", lambda: 0.25)
    monkeypatch.setattr(pages, "found", lambda browser, page, held: answer)
    row = pages.speed(of, "Chromium", 2)
    assert row.startswith(f"| {of.name} | 2 | ")
    assert row.count("|") == pages.heads(pages.TIMES).splitlines()[0].count("|")
    return row


def test_a_row_tells_what_a_browser_takes(of, monkeypatch):
    row = told(of, monkeypatch, TOOK | {"rows": of.mark})
    assert row.endswith(f" | 0.10 | 2.00 | 1.00 | 4.00 | {of.native / 4:.2f} |")


def test_a_browser_that_plays_other_games_is_not_measured(of, monkeypatch):
    row = told(of, monkeypatch, TOOK | {"rows": of.mark[::-1]})
    assert "it played other games" in row and "4.00" not in row
