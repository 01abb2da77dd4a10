"""Turn a number: a report in which a browser plays games of the run again, changed."""

import base64
import hashlib
import json
import re
import shlex
import subprocess
import sys
from types import SimpleNamespace

import numba
import numpy as np
import pytest

from analysis.stats import intervals
from analysis.stats.verdicts import Band
from reports.page import render
from reports.run import what_if
from reports.text import words
from simulate.cli import main
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build, seated
from simulate.pack import catalogue
from simulate.portable import image, text_of
from simulate.portable.offered import FEWEST, GAMES, offered
from simulate.run.runner import execute
from tests.reports.conftest import Made
from tests.reports.test_browser import CONTRAST, NARROW, WIDE, Seen
from tests.reports.test_strangers import policies

LARGEST = 450_000  # bytes of the page
SEED = 7
RUNS = {
    "defenders": ("players=3", "horde=medium"),
    "ultra_kingdoms": ("players=3", "strategy=quick"),
    "dungeons": ("heroes=2", "strategy=nimble"),  # too slow for a page: another plays there
}


def plan(game="defenders", *sets, games=GAMES, **more):
    return build(load(RunRequest(game, games=str(games), sets=sets, plain=True, **more), []))


def test_settings_whose_players_are_quick_are_offered():
    (cell,) = offered(plan())
    assert cell.setting["strategy"][0] == "balanced"
    assert [c.levels for c in offered(plan("defenders", "players=1,2"))] == [
        {"players": 1},
        {"players": 2},
    ]


SLOW = ["tactics", "mode=solo", "players=1"]
COMPARED = ["kingdoms", "strategy=balanced,expert"]
MIXED = ["kingdoms", "strategy.2=expert"]
UNSURE = ["kingdoms", "skill=0.6"]  # a game that is told would be of a stand-in as unsure
CHANGED = ["defenders", "rules.capital_limit=5,7"]
OTHERS = ["defenders", "strategies.balanced.weights.relief=2.0"]


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (SLOW, GAMES),
        (COMPARED, GAMES),
        (MIXED, GAMES),
        (UNSURE, GAMES),
        (OTHERS, GAMES),
        (["defenders"], FEWEST - 1),
    ],
)
def test_nothing_is_offered_of_slow_compared_or_changed_players_and_few_games(words, games):
    assert list(offered(plan(*words, games=games))) == []


def test_where_players_are_too_slow_a_quick_one_stands_in():
    (cell,) = offered(plan("defenders", "strategy=expert"))
    assert cell.setting["strategy"] == ["balanced"] * 3
    (cell,) = offered(plan("kingdoms", "players=4"))
    assert cell.setting["strategy"] == ["brisk"] * 4
    cells = list(offered(plan("dungeons", "heroes=2,3,4")))
    assert [(c.levels["heroes"], set(c.setting["strategy"])) for c in cells] == [
        (2, {"quick"}),
        (3, {"quick"}),
    ]


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


def made(shared, game):
    """A run with its report, as the command leaves it."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")

    def made(folder):
        sets = [word for each in RUNS[game] for word in ("--set", each)]
        words = ["run", game, *sets, "--games", str(GAMES), "--seed", str(SEED)]
        out = folder / "run"
        typed = [*words, "--no-second", "--jobs", "1", "--quiet", "--out", str(out)]
        simulate = [sys.executable, "-m", "simulate.cli", *typed]
        subprocess.run(simulate, check=True, capture_output=True)
        report = json.loads((out / render.DATA).read_text("utf-8"))
        return Made(out, report, (out / render.PAGE).read_text("utf-8"))

    return shared(f"run of {game} that plays", made)


@pytest.fixture(scope="module")
def run(shared):
    """A run of Defenders."""
    return made(shared, "defenders")


@pytest.fixture(scope="module")
def contest(shared):
    """A run of Ultra in which three compete."""
    return made(shared, "ultra_kingdoms")


@pytest.fixture(scope="module")
def slow(shared):
    """A run of Dungeons whose players are too slow for a page."""
    return made(shared, "dungeons")


@pytest.fixture
def see(browser, run):
    opened = []

    def go(width=WIDE, scheme="light", of=None, **more):
        opened.append(Seen(browser, of or run, width, scheme, **more))
        return opened[-1]

    yield go
    for seen in opened:
        seen.page.context.close()


def held_of(page):
    return json.loads(re.search(r'id="turn-held">(.*?)</script>', page)[1])


def native(game, changes, strategy=None):
    """Games and seats as the command plays the first of a run, perhaps with another player."""
    base = plan(game, *RUNS[game])
    (cell,) = base.cells
    setting = seated(cell, base.pack, strategy).setting if strategy else cell.setting
    module, pack = catalogue.table(game), base.pack.resolve(changes)
    return module.play_block(module.prepare(pack, setting), SEED, 0, GAMES)


def won(game, changes, strategy=None):
    """Which of the first games are won: 0 or 1 each."""
    return native(game, changes, strategy)[0]["won"].astype(int)


def last(number):
    """The last value of a number: what a person sees, and path and value as the command has it."""
    value = number["values"][-1]
    path, _, text = value["set"].removeprefix("--set ").partition("=")
    return value, {path: int(text)}


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
    value, change = last(number)
    turn(seen, 0, value["text"])
    said = answer(seen)
    before, after = won("defenders", {}), won("defenders", change)
    old, new = (intervals.rate(won.sum(), GAMES) for won in (before, after))
    rates = [words.share_range(r.value, r.low, r.high) for r in (new, old)]
    gap = difference(before, after)
    assert f"{number['label']} {number['now']} \u2192 {value['text']}: " in said
    assert f"Difference on the same luck: {gap}." in said
    assert f"Before: won {rates[1]} " in said and f"After: won {rates[0]} " in said
    now_won, now_lost = (int((after - before == sign).sum()) for sign in (1, -1))
    turned_games = (
        f"{now_won + now_lost} of 1,000 games turned: {now_won} now won, {now_lost} now lost"
    )
    assert turned_games in said
    more = np.flatnonzero(after - before == (1 if now_won >= now_lost else -1))
    assert f"{value['set']} --game {more[0]}" in said and "Trial 1 since" in said
    assert seen.said == []
    assert [url for url in seen.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert "Trial 2 since" in again(seen)


def difference(before, after):
    """As it is told, of games that were played on the same luck."""
    gaps = after - before
    gap = intervals.bonett_price_interval(
        float(gaps.mean()), float(gaps.var()) / len(gaps), len(gaps), 1.0
    )
    return f"{words.signed(gap.value)} points ({words.signed(gap.low)} to {words.signed(gap.high)})"


def in_words_of_all(told, largest):
    """What chance makes of the largest of so many differences, by the intervals of the lines."""
    from scipy.stats import norm

    assert largest == pytest.approx(norm.isf(0.025 / len(told)))
    shown = []
    for name, (gap, *_) in told.items():
        _, low, high = (float(number) for number in re.findall(r"[-+]?[\d.]+", gap))
        if abs(low + high) / 2 > largest / norm.isf(0.025) * (high - low) / 2:
            shown.append(name)
    of = f"the largest of {len(told)} differences"
    none = f"No difference is shown: chance alone makes {of} as large as this."
    return f"More than chance makes of {of}: {', '.join(shown)}." if shown else none


@pytest.mark.long
def test_shares_before_and_after_are_those_of_the_command(contest, see):
    """A line for each faction, that of the turned card first; and who else wins which games."""
    seen = see(of=contest)
    held = held_of(contest.page)
    number = held["numbers"][0]
    value, change = last(number)
    turn(seen, 0, value["text"])
    said = answer(seen)
    (_, before), (_, after) = native("ultra_kingdoms", {}), native("ultra_kingdoms", change)
    codes, labels = before["faction"]
    assert codes.tolist() == after["faction"][0].tolist(), "the same deal"
    seen.page.locator(".turn-result summary", has_text="3 more").click()
    lines = seen.page.locator(".turn-result tbody tr").all()
    told = {line.locator("th").inner_text(): line.locator("td").all_inner_texts() for line in lines}
    assert in_words_of_all(told, held["read"]["largest"]) in said
    assert len(told) == len(set(codes)) and held["read"]["names"][number["of"]] == next(iter(told))
    for code, name in enumerate(held["read"]["names"]):
        old, new = (seats["win_share"][codes == code] for seats in (before, after))
        ends = [intervals.rate(share.sum(), len(share)) for share in (old, new)]
        shares = [
            words.share_range(float(part.mean()), rate.low, rate.high)
            for part, rate in zip((old, new), ends, strict=True)
        ]
        found = verdict(ends[1], held["band"], 1 / 3)
        line = [difference(old, new), *shares, found, str(len(old))]
        assert told[name] == line, labels[code]
    one, other = (seats["win_share"].reshape(GAMES, -1) for seats in (before, after))
    games = np.flatnonzero((one != other).any(axis=1))
    assert f"{len(games)} of 1,000 games turned: somebody else wins." in said
    assert f"--game {games[0]}" in said
    assert seen.said == []


def verdict(share, band, fair):
    low, high = (end + fair for end in band)
    if low <= share.low and share.high <= high:
        return "\u2713 on target"
    above, below = share.low > high, share.high < low
    return "\u25b2 too strong" if above else "\u25bc too weak" if below else "? not enough games"


@pytest.mark.long
def test_where_another_player_stands_in_it_is_said_and_its_games_are_told(slow, see, capsys):
    """The command that tells a game names it; the one that confirms is by the run's own player."""
    seen = see(of=slow)
    value, change = last(held_of(slow.page)["numbers"][0])
    assert "nimble, who played this run, plays otherwise" in seen.page.locator("#turn").inner_text()
    turn(seen, 0, value["text"])
    said = answer(seen)
    before, after = (won("dungeons", changes, "quick") for changes in ({}, change))
    assert difference(before, after) in said and "quick in every seat" in said
    assert "No verdict against the target: quick plays otherwise than nimble of this run." in said
    assert seen.page.locator(".turn-result .chip").count() == 0
    confirm, replay = commands(seen)
    assert "--set strategy=quick" in replay and "--set strategy=nimble" in confirm
    assert main([*shlex.split(replay)[1:], "--json"]) == 0, capsys.readouterr().err
    assert bool(after[int(shlex.split(replay)[-1])]) == (
        '"boss_defeated"' in capsys.readouterr().out
    )


def again(seen):
    seen.page.locator("#turn-play button", has_text="Play").click()
    seen.page.get_by_text("Trial 2 since").wait_for()
    return seen.page.locator(".turn-result").inner_text()


def commands(seen):
    """What confirms, and what tells a game."""
    return [code.inner_text() for code in seen.page.locator(".turn-result code:has(span)").all()]


@pytest.mark.long
def test_commands_of_an_answer_can_be_typed(run, see, capsys):
    seen = see()
    numbers = held_of(run.page)["numbers"]
    turn(seen, 0, numbers[0]["values"][0]["text"])
    answer(seen)
    confirm, replay = commands(seen)
    for command in (f"{replay} --json", f"{confirm} --dry-run"):
        typed = shlex.split(command)
        assert typed[0] == "simulate"
        assert main(typed[1:]) == 0, capsys.readouterr().err
    assert f"--seed {SEED} " in replay and f"--seed {SEED} " not in confirm


def test_where_better_players_win_far_more_a_page_judges_nothing(monkeypatch):
    """As the report of the same run; and a level that was set by play is on target by that."""
    cell, judge = SimpleNamespace(number=0), SimpleNamespace
    monkeypatch.setattr(what_if, "_own", lambda plan, cell: cell)
    monkeypatch.setattr(what_if, "_player", lambda cell: "balanced")

    def target(behind, fitted):
        design = SimpleNamespace(bands={0: Band(0.5, 0.7)}, cells=[cell])
        fits = judge(level=lambda cell: fitted)
        study = SimpleNamespace(design=design, judge=judge(behind=lambda cell: behind, fits=fits))
        return what_if._target(study, None, cell, {"won": []})

    assert target(None, None)["said"]["on"]["text"] == "on target"
    assert target(None, "by play")["said"]["on"]["text"] == "on target because we set it so"
    assert target("a gap", None) == {"unjudged": what_if.BEHIND}


@pytest.mark.long
def test_an_answer_to_other_values_says_so(run, see):
    seen = see()
    texts = [value["text"] for value in held_of(run.page)["numbers"][0]["values"]]
    turn(seen, 0, texts[0])
    answer(seen)
    told = seen.page.locator("#turn-play [role=status]")
    assert told.inner_text() == ""
    turn(seen, 0, texts[-1])
    assert told.inner_text() == "The answer below is to other values."
    assert seen.page.locator(".turns label.turned").count() == 1
    seen.page.locator("#turn-play button", has_text="as it is").click()
    assert seen.page.locator(".turns label.turned").count() == 0


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
    assert "plays 1,000 games" in off.page.locator("#turn").inner_text()
    assert off.page.locator("#turn noscript p").inner_text().startswith("Script is switched off")
    assert off.page.locator(".turns").count() == 0
    seen = see()
    seen.page.emulate_media(media="print")
    assert not seen.page.locator(".turns").is_visible()
    assert "plays 1,000 games" in seen.page.locator("#turn").inner_text()


@pytest.mark.long
def test_a_report_of_a_run_from_elsewhere_waits_for_no_compiler(run, monkeypatch):
    study, _ = render.studied(run.folder)
    assert what_if.turned(run.folder, study)
    monkeypatch.setattr(catalogue.table("defenders"), "has_compiled", lambda: False)
    assert what_if.turned(run.folder, study) is None


@pytest.fixture
def short(tmp_path, monkeypatch):
    """A short run of quick games, and its study; whatever module is made, nobody plays it."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")
    monkeypatch.setattr(what_if, "_module", lambda game: b"module")
    few = plan("defenders", "players=2", "horde=easy", "strategy=quick", games=FEWEST)
    execute(few, tmp_path / "run", 1, quiet=True, turns=False)
    return tmp_path / "run", render.studied(tmp_path / "run")[0]


def test_a_shorter_run_says_how_many_of_the_games_it_has_played(short):
    found = what_if.turned(*short)
    told = f"on the luck of this run, which itself played the first {FEWEST} of them ("
    assert f"plays 1,000 games with them {told}" in found["words"][0]
    assert found["held"]["games"] == GAMES


def test_of_a_run_whose_games_are_too_long_nothing_is_turned(short, monkeypatch):
    """Anybody's pack may have such games; its report is soon written, and says why."""
    monkeypatch.setattr(image, "MOST_MOVES", 20)
    found = what_if.turned(*short)
    assert found["held"] is None and "more moves than a page plays" in found["words"][0]
    page = render.html(render.build(short[0]), turned=found)
    assert found["words"][0] in page
    assert "wasm-unsafe-eval" not in page and "turn-play" not in page


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
    assert len(held_of(run.page)["numbers"]) <= what_if.MOST_NUMBERS
