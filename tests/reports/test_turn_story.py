"""A newcomer's story: a number turned in the page, and confirmed by the command that it gives."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numba
import pytest

from reports.page import render
from tests.cli.pages import typed
from tests.reports.test_browser import WIDE, Seen

pytestmark = pytest.mark.long

TUTORIAL = "docs/tutorials/turn-a-number.md"
NUMBER, NOW = "Ranger: health", "4"
# So far from 4 that no luck turns the direction round: in the page 12 points go, eleven standard
# errors of 1,000 games on the same luck.  In 4,000 games a hero who brings 9 points (6.4 to 12.3)
# is among the findings, so his health is among the numbers of the page.
VALUE = "1"
POINTS = re.compile(r"([+-][\d.]+) points \(([+-][\d.]+) to ([+-][\d.]+)\)")
ONE_PROCESS = {**os.environ, "SIMULATE_JOBS": "1"}


@pytest.fixture
def typing(tmp_path):
    """The folder of a reader who types commands there: words -> the folder of the report."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")

    def simulate(*words):
        line = [sys.executable, "-m", "simulate.cli", *words]
        here = {"cwd": tmp_path, "env": ONE_PROCESS}
        done = subprocess.run(line, capture_output=True, text=True, **here)
        assert done.returncode == 0, done.stderr
        page = tmp_path / done.stdout.splitlines()[-1]
        assert page.name == render.PAGE
        return page.parent

    return simulate


@pytest.fixture
def opened(browser):
    """A folder -> its report, opened."""
    seen = []

    def see(folder: Path):
        seen.append(Seen(browser, SimpleNamespace(folder=folder), WIDE))
        return seen[-1].page

    yield see
    for each in seen:
        each.page.context.close()


def moved(folder):
    """What a comparison says of how many more games are won, over all of them."""
    facts = json.loads((folder / render.DATA).read_text("utf-8"))["facts"]
    changes = [fact for fact in facts if fact["metric"] == "win_rate_change"]
    return next(fact for fact in changes if not fact["where"])


def copied(command):
    """What a reader has copied who drew the mouse over it."""
    return command.evaluate(
        "code => { getSelection().selectAllChildren(code); return getSelection().toString(); }"
    )


def but_luck_and_value(words):
    """What is typed, but for the seed, what the number is turned to, and that nobody is asked."""
    return re.sub(r"--seed \d+|(?<=health=)\d|--no-second", "", shlex.join(words)).split()


def test_what_is_turned_in_the_page_is_confirmed_by_the_command_of_the_page(typing, opened):
    first, confirming = (
        each.words for each in typed(TUTORIAL) if each.words[1] in ("run", "compare")
    )
    run = typing(*first[1:], "--no-second")
    section = opened(run).locator("#turn")
    assert section.locator("h2").inner_text().startswith("Turn a number")
    labels = section.locator("label").all_inner_texts()
    assert [label for label in labels if label.startswith(NUMBER)], labels
    section.get_by_label(NUMBER).select_option(label=VALUE)
    section.get_by_role("button", name="Play 1,000 games").click()
    section.get_by_text(f"{NUMBER} {NOW} \u2192 {VALUE}: ").wait_for()
    answer = section.get_by_text("Difference on the same luck").inner_text()
    points, low, high = map(float, POINTS.search(answer).groups())
    assert low <= points <= high < 0, answer

    command = copied(section.locator("p", has_text="Confirm it on fresh luck").locator("code"))
    words = shlex.split(command)
    assert words[0] == "simulate"
    assert but_luck_and_value(words) == but_luck_and_value(confirming)
    confirmed = typing(*words[1:])
    assert confirmed.parent == run.parent and confirmed != run
    change = moved(confirmed)
    assert change["low"] <= change["value"] <= change["high"] < 0, change
    page = opened(confirmed)
    question = page.locator(".answer").inner_text().replace("\xa0", " ")
    assert f"{NUMBER} {NOW} \u2192 {VALUE}" in question
    assert (
        "points less"
        in page.get_by_text(f"{NUMBER} {NOW} → {VALUE}: the players").first.inner_text()
    )
