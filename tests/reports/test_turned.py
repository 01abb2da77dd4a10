"""Turn a number: a report in which a browser plays games of the run again, changed."""

import base64
import hashlib
import json
import re
import shlex
import subprocess
import sys

import numba
import numpy as np
import pytest

from analysis.stats import intervals
from reports import render, turned, words
from simulate.cli import main
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue
from simulate.portable import text_of
from simulate.portable.offered import GAMES, offered
from tests.reports import test_browser
from tests.reports.conftest import Made
from tests.reports.test_browser import CONTRAST, NARROW, WIDE, Seen
from tests.reports.test_strangers import policies

browser = test_browser.browser
LARGEST = 450_000  # bytes of the page
SEED = 7
RUN = ("--set", "players=3", "--set", "horde=medium", "--games", str(GAMES), "--seed", str(SEED))


def plan(game="defenders", *sets, games=GAMES, **more):
    return build(load(RunRequest(game, games=str(games), sets=sets, plain=True, **more), []))


def test_settings_whose_players_are_quick_are_offered():
    (cell,) = offered(plan())
    assert cell.setting["strategy"][0] == "balanced"
    assert [c.levels for c in offered(plan("defenders", "players=1,2"))] == [
        {"players": 1},
        {"players": 2},
    ]


SLOW = ["defenders", "strategy=expert"]
CHANGED = ["defenders", "rules.capital_limit=5,7"]
OTHERS = ["defenders", "strategies.balanced.weights.relief=2.0"]


@pytest.mark.parametrize(
    ("words", "games"),
    [(SLOW, GAMES), (OTHERS, GAMES), (["defenders"], GAMES - 1), (["kingdoms"], GAMES)],
)
def test_nothing_is_offered_of_slow_or_changed_players_few_games_and_other_titles(words, games):
    assert list(offered(plan(*words, games=games))) == []


def test_of_numbers_that_are_compared_only_the_pack_itself_is_offered():
    cells = plan(*CHANGED).cells
    assert len(cells) == 2 and all(cell.changes for cell in cells)
    assert list(offered(plan(*CHANGED))) == []


def test_data_in_the_page_can_end_no_script():
    held = render._held({"</script><!--": "&<b>"})
    assert not set("<>&") & set(held)
    assert json.loads(held) == {"</script><!--": "&<b>"}


def test_a_page_without_the_section_may_compile_nothing(made):
    for page in (made("too few games").page, made("changes").page):
        assert "wasm-unsafe-eval" not in page and "turn-play" not in page


@pytest.fixture(scope="module")
def run(shared):
    """A run of Defenders with its report, as the command leaves it."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")

    def made(folder):
        words = ["run", "defenders", *RUN, "--no-second", "--jobs", "1", "--quiet"]
        out = folder / "run"
        simulate = [sys.executable, "-m", "simulate.cli", *words, "--out", str(out)]
        subprocess.run(simulate, check=True, capture_output=True)
        report = json.loads((out / render.DATA).read_text("utf-8"))
        return Made(out, report, (out / render.PAGE).read_text("utf-8"))

    return shared("run that plays", made)


@pytest.fixture
def see(browser, run):
    opened = []

    def go(width=WIDE, scheme="light", **more):
        opened.append(Seen(browser, run, width, scheme, **more))
        return opened[-1]

    yield go
    for seen in opened:
        seen.page.context.close()


def held_of(page):
    return json.loads(re.search(r'id="turn-held">(.*?)</script>', page)[1])


def native(changes):
    """Which of the first games are won, as the command plays them: 0 or 1 each."""
    (cell,) = plan("defenders", "players=3", "horde=medium").cells
    module = catalogue.table("defenders")
    pack = plan("defenders").pack.resolve(changes)
    games, _ = module.play_block(module.prepare(pack, cell.setting), SEED, 0, GAMES)
    return games["won"].astype(int)


def turn(seen, at, text):
    seen.page.locator(".turns select").nth(at).select_option(label=text)


def answer(seen):
    """What is told after the button was pressed."""
    seen.page.locator("#turn-play button", has_text="Play").click()
    seen.page.locator(".turn-result .aside").wait_for()
    return seen.page.locator(".turn-result").inner_text()


@pytest.mark.long
def test_before_and_after_are_those_of_the_command(run, see):
    """Rates, difference, verdict, games that turned, and what to type: all as Python has them."""
    seen = see()
    number = held_of(run.page)["numbers"][0]
    value = number["values"][-1]
    turn(seen, 0, value["text"])
    said = answer(seen)
    path, _, text = value["set"].removeprefix("--set ").partition("=")
    before, after = native({}), native({path: int(text)})
    old, new = (intervals.rate(won.sum(), GAMES) for won in (before, after))
    gap = difference(before, after)
    rates = [words.share_range(r.value, r.low, r.high) for r in (new, old)]
    points = (
        f"{words.signed(gap.value)} points ({words.signed(gap.low)} to {words.signed(gap.high)})"
    )
    change = f"{number['label']} {number['now']} \u2192 {value['text']}"
    assert f"{change}: won {rates[0]} instead of {rates[1]}, {points} on the same luck." in said
    games = np.flatnonzero(before != after)
    assert f"{len(games)} games of 1,000 turned" in said
    assert re.search(r"--game (\d+)", said)[1] in map(str, games)
    assert f"{value['set']} --game" in said and "Looks so far: 1." in said
    assert seen.said == []
    assert [url for url in seen.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert "Looks so far: 2." in again(seen)


def difference(before, after):
    gaps = after - before
    return intervals.bonett_price_interval(
        float(gaps.mean()), float(gaps.var()) / GAMES, GAMES, 1.0
    )


def again(seen):
    seen.page.locator("#turn-play button", has_text="Play").click()
    seen.page.get_by_text("Looks so far: 2.").wait_for()
    return seen.page.locator(".turn-result").inner_text()


@pytest.mark.long
def test_commands_of_an_answer_can_be_typed(run, see, capsys):
    seen = see()
    numbers = held_of(run.page)["numbers"]
    turn(seen, 0, numbers[0]["values"][0]["text"])
    answer(seen)
    replay, confirm = seen.page.locator(".turn-result code").all_inner_texts()
    for command in (f"{replay} --json", f"{confirm} --dry-run"):
        typed = shlex.split(command)
        assert typed[0] == "simulate"
        assert main(typed[1:]) == 0, capsys.readouterr().err
    assert f"--seed {SEED} " in replay and f"--seed {SEED} " not in confirm


@pytest.mark.long
def test_more_than_was_tried_together_is_not_played(run, see):
    seen = see()
    held = held_of(run.page)
    for at in range(held["most"] + 1):
        turn(seen, at, held["numbers"][at]["values"][0]["text"])
    seen.page.locator("#turn-play button", has_text="Play").click()
    assert "at most" in seen.page.locator("#turn-play [role=status]").inner_text()
    seen.page.locator("#turn-play button", has_text="as it is").click()
    seen.page.locator("#turn-play button", has_text="Play").click()
    assert "Choose another value" in seen.page.locator("#turn-play [role=status]").inner_text()
    assert seen.page.locator(".turn-result").inner_text() == ""


@pytest.mark.long
def test_a_browser_that_plays_other_games_is_not_believed(browser, run, tmp_path):
    changed = run.page.replace(held_of(run.page)["rows"], "0" * 64)
    (tmp_path / "report.html").write_text(changed, "utf-8")
    seen = Seen(browser, Made(tmp_path, run.report, changed), WIDE)
    turn(seen, 0, held_of(changed)["numbers"][0]["values"][0]["text"])
    seen.page.locator("#turn-play button", has_text="Play").click()
    seen.page.get_by_text("its games are not those of the command").wait_for()
    assert seen.page.locator(".turn-result").inner_text() == ""
    seen.page.context.close()


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_it_works_by_keyboard_on_any_width_in_both_colours(run, see, width, scheme):
    seen = see(width, scheme)
    assert len(run.page.encode()) <= LARGEST
    seen.page.locator(".turns select").first.focus()
    seen.page.keyboard.press("ArrowUp")
    for _ in held_of(run.page)["numbers"]:
        seen.page.keyboard.press("Tab")
    assert seen.run("document.activeElement.tagName") == "BUTTON"
    seen.page.keyboard.press("Enter")
    seen.page.locator(".turn-result .aside").wait_for()
    assert seen.page.locator(".turn-result").get_attribute("aria-live") == "polite"
    assert seen.run("document.documentElement.scrollWidth") <= width
    assert seen.run(CONTRAST)["ratio"] >= 4.5
    assert seen.said == []


@pytest.mark.long
def test_without_script_and_on_paper_it_says_what_it_would_do(see):
    off = see(java_script_enabled=False)
    assert "plays the first 1,000 games" in off.page.locator("#turn").inner_text()
    assert off.page.locator("#turn noscript p").inner_text().startswith("Script is switched off")
    assert off.page.locator(".turns").count() == 0
    seen = see()
    seen.page.emulate_media(media="print")
    assert not seen.page.locator(".turns").is_visible()
    assert "plays the first 1,000 games" in seen.page.locator("#turn").inner_text()


@pytest.mark.long
def test_a_report_of_a_run_from_elsewhere_waits_for_no_compiler(run, monkeypatch):
    study, _ = render.studied(run.folder)
    assert turned.turned(run.folder, study)
    monkeypatch.setattr(catalogue.table("defenders"), "has_compiled", lambda: False)
    assert turned.turned(run.folder, study) is None


@pytest.mark.long
def test_only_the_page_that_plays_may_compile(run):
    """And its own script, whose mark covers the worker's text, is still all that it may run."""
    (policy,) = policies(run.page)
    said = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    (script,) = re.findall(r"<script>(.*?)</script>", run.page, re.DOTALL)
    mark = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert said["script-src"] == f"'sha256-{mark}' 'wasm-unsafe-eval'"
    assert (said["worker-src"], said["default-src"]) == ("blob:", "'none'")
    assert json.dumps(text_of("player.js")) in script
    beside = run.folder / render.GUESSES
    assert beside.is_file() and "wasm-unsafe-eval" not in beside.read_text("utf-8")
    assert "turn" not in run.report, "the data of a report are those of any other"
    assert len(held_of(run.page)["numbers"]) <= turned.MOST_NUMBERS
