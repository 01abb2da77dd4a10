"""`--check`: the exit code of what a designer expects, for continuous integration."""

import json

import pytest

FEW = ("--games", 300, "--jobs", 1, "--set", "strategy=guardian", "--set", "horde=easy")
EXPERIMENT = """\
game = "defenders"
[fixed]
players = 3
[[expect]]
name = "winnable"
metric = "win_rate"
where = { players = 3 }
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
        ("low = 0.0\nhigh = 1.0\n", "met", 0),
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


def test_a_miss_comes_before_what_is_not_known(simulate, here, expecting):
    open_ = '[[expect]]\nmetric = "length"\nlow = 6.0\nhigh = 6.000001\n'
    target = expecting("high = 0.001\n" + open_)
    simulate("run", target, *FEW, "--out", "out", "--check", code=3)
    told = json.loads((here / "out/report.json").read_text("utf-8"))["expectations"]
    assert [one["verdict"] for one in told] == ["missed", "not enough games"]


def test_nothing_to_check_is_wrong_usage(refused, expecting):
    text = refused("run", "defenders", "--check")
    assert "--check: there is nothing to check: no [[expect]] of the experiment is played" in text
    text = refused("run", expecting("low = 0.5\n"), "--set", "players=2", "--check")
    assert "there is nothing to check" in text


def test_what_is_wrong_with_an_expectation_is_shown_in_its_line(refused, expecting):
    text = refused("run", expecting('low = 0.5\n[[expect]]\nmetric = "wins"\nlow = 1\n'))
    assert "mine.toml:10:10" in text
    assert "win_rate" in text and '`expect.1.metric` cannot be "wins"' in text
