"""`--check`: the exit code of what a designer expects, for continuous integration."""

import json

import pytest

from simulate import store
from tests.analysis import made_up
from tests.analysis.made_up import Recipe

pytestmark = pytest.mark.long

FEW = ("--games", 300, "--jobs", 1, "--set", "strategy=guardian", "--set", "horde=easy")
EXPERIMENT = """\
game = "defenders"
[fixed]
players = 3
[[target]]
why = "winnable"
metric = "win_rate"
where = { players = 3 }
check = true
"""


@pytest.fixture
def expecting(here):
    """Writes an experiment with what is expected of its win rate."""

    def write(band):
        (here / "mine.toml").write_text(EXPERIMENT + band, "utf-8")
        return "mine.toml"

    return write


def found(folder):
    (one,) = json.loads((folder / "report.json").read_text("utf-8"))["expectations"]
    return one


@pytest.mark.parametrize(
    "band, verdict, code",
    [
        pytest.param("low = 0.0\nhigh = 1.0\n", "met", 0, marks=pytest.mark.long),
        ("low = 0.0\nhigh = 0.001\n", "missed", 3),
        ("low = 0.0\nhigh = HERE\n", "not enough games", 4),
    ],
)
def test_the_exit_code_says_whether_all_is_met(simulate, here, expecting, band, verdict, code):
    if "HERE" in band:
        simulate("run", expecting("low = 0.0\n"), *FEW, "--out", "first")
        band = band.replace("HERE", str(found(here / "first")["value"] + 0.001))
    ended = simulate("run", expecting(band), *FEW, "--out", "out", "--check", code=code)
    assert found(here / "out")["verdict"] == verdict
    assert ended.last_line == "out/report.html"
    heading = {"met": "met", "missed": "missed", "not enough games": "open"}[verdict]
    assert f"Expectations {heading}: Winnable: " in ended.out


def test_without_the_flag_a_miss_is_a_finding_as_any_other(simulate, expecting):
    simulate("run", expecting("high = 0.001\n"), *FEW, "--out", "out", code=0)


@pytest.mark.long
def test_a_miss_comes_before_what_is_not_known(simulate, here, expecting):
    simulate("run", expecting("high = 0.001\n"), *FEW, "--out", "first")
    known = json.loads((here / "first/report.json").read_text("utf-8"))["facts"]
    mean = next(fact["value"] for fact in known if fact["metric"] == "rounds_mean")
    # A band about the mean itself, narrower than any interval of so few games.
    open_ = f"low = {mean - 0.001}\nhigh = {mean + 0.001}\n"
    open_ = f'[[target]]\ncheck = true\nmetric = "length"\n{open_}'
    target = expecting("high = 0.001\n" + open_)
    simulate("run", target, *FEW, "--out", "out", "--check", code=3)
    told = json.loads((here / "out/report.json").read_text("utf-8"))["expectations"]
    assert [one["verdict"] for one in told] == ["missed", "not enough games"]


def test_nothing_to_check_is_wrong_usage(refused, expecting):
    text = refused("run", "defenders", "--check")
    assert "--check: there is nothing to check: no [[target]] with `check = true` is played" in text
    text = refused("run", expecting("low = 0.5\n"), "--set", "players=2", "--check")
    assert "there is nothing to check" in text


def test_what_is_wrong_with_an_expectation_is_shown_in_its_line(refused, expecting):
    text = refused("run", expecting('low = 0.5\n[[target]]\nmetric = "wins"\nlow = 1\n'))
    assert "mine.toml:11:10" in text
    assert "win_rate" in text and '`target.1.metric` cannot be "wins"' in text


def test_json_has_the_same_exit_code(simulate, expecting):
    words = ("run", expecting("high = 0.001\n"), *FEW, "--out", "out", "--check", "--json")
    ended = simulate(*words, code=3)
    facts = [f for f in json.loads(ended.out)["facts"] if f["metric"] == "expected_win_rate"]
    assert [fact["verdict"] for fact in facts] == ["missed"]


@pytest.fixture
def lighthouses(here, monkeypatch):
    """Writes a made-up run, so that nothing need be played."""
    monkeypatch.setattr(
        store.StoredRun, "verify", lambda self: None
    )  # its files are not as runs' are

    def build(name, **recipe):
        (here / name).mkdir()
        kept = Recipe(games=3_000, players=(2,), tides=("calm",), **recipe)
        made_up.build(here / name, kept)

    return build


def test_a_worsening_ends_with_three_and_says_what(simulate, here, lighthouses):
    lighthouses("before", level=0.65)
    lighthouses("after", level=1.4)
    ended = simulate("compare", "before", "after", "--check", code=3)
    assert "Worse after the change: The only setting: " in ended.out
    assert "on target before and off target now" in ended.out
    assert ended.last_line == "runs/compare-1/report.html"
    (said,) = json.loads((here / "runs/compare-1/report.json").read_text("utf-8"))["worse"]
    assert said in ended.out
    assert "--check" in (here / ended.last_line).read_text("utf-8")
    simulate("compare", "before", "after", code=0)
    assert simulate("compare", "before", "after", "--check", "--json", code=3).out[0] == "{"
    ended = simulate("compare", "after", "before", "--check", code=0)
    assert "Worse after the change: Nothing, for certain." in ended.out


def test_where_nothing_could_be_worse_a_guard_is_refused(refused, lighthouses):
    lighthouses("before", target=None)
    lighthouses("after", target=None, level=1.4)
    text = refused("compare", "before", "after", "--check")
    assert "--check: nothing could be worse: the runs have no [[target]] that both have" in text
