"""`--json`: one document on stdout, messages on stderr; and `--quiet`."""

import json
import shutil

import pytest

from simulate.cli.shared import answer
from simulate.cli.shared.answer_parts import Answer

FEW = ("--set", "players=2", "--set", "horde=easy", "--games", "40", "--jobs", "1")


def read(ended):
    """The one document on stdout, of the shape that is written down."""
    found = json.loads(ended.out)
    Answer.model_validate(found)
    return found


def test_schemas_are_printed_from_the_models(simulate):
    assert json.loads(simulate("list", "schema", "answer").out) == answer.schema()
    assert "report_format" in json.loads(simulate("list", "schema", "report").out)["properties"]
    usual = simulate("list", "schema").out
    assert json.loads(usual) == json.loads(simulate("list", "schema", "experiment").out)


def test_there_is_no_other_schema(refused):
    assert "did you mean `report`?" in refused("list", "schema", "reprot")


def test_a_run_says_where_it_lies_and_what_was_found(simulate, here):
    ended = simulate("run", "defenders", *FEW, "--json", "--out", "mine")
    found = read(ended)
    assert (found["command"], found["status"]) == ("run", "complete")
    assert found["paths"] == {
        "run": "mine",
        "report": "mine/report.html",
        "data": "mine/report.json",
    }
    report = json.loads((here / "mine" / "report.json").read_text("utf-8"))
    for key in ("alerts", "findings", "lines", "facts"):
        assert found[key] == report[key]
    assert found["facts"][0]["metric"] == "win_rate"
    assert "1 cell of 40 games each" in ended.err


@pytest.mark.long
def test_quiet_says_nothing_but_what_is_wrong(simulate, here):
    loud = simulate("run", "defenders", *FEW, "--out", "loud")
    quiet = simulate("run", "defenders", *FEW, "--quiet", "--out", "quiet")
    assert loud.err and not quiet.err
    assert quiet.out == loud.out.replace("loud/", "quiet/")
    two = ("--set", "players=2,3", "--set", "layout=fixed", "--set", "horde=easy,hard")
    assert "left out" in simulate("run", "defenders", *two, "--games", "4", "--jobs", "1").err
    ended = simulate("run", "defenders", *two, "--games", "4", "--jobs", "1", "--quiet", "--json")
    assert not ended.err and "left out" in read(ended)["notes"][0]
    assert "must be at least 1" in simulate("run", "--games", "0", "--quiet", code=2).err


def test_what_is_refused_is_told_on_both_streams(simulate, here):
    ended = simulate("run", "defenders", "--set", "players=9", "--games", "0", "--json", code=2)
    found = read(ended)
    assert found["status"] == "refused" and not found["facts"]
    assert {p["where"] for p in found["problems"]} == {"--set players=9", "--games 0"}
    assert all(p["what"] in ended.err for p in found["problems"])
    assert not (here / "runs").exists()


def test_a_run_that_is_only_planned_says_what_it_would_be(simulate, here, planned_quickly):
    found = read(simulate("run", "defenders", *FEW, "--dry-run", "--json"))
    assert (found["status"], found["paths"]) == ("planned", {"run": "runs/default-1"})
    assert (found["expected"]["cells"], found["expected"]["games"]) == (1, 40)
    told = {one["kind"]: one for one in found["expected"]["tells"]}
    assert told["levels"]["outside"] > 0.1 and told["levels"]["games"] > 40
    players = found["expected"]["players"]
    assert players["balanced"] > 0 and players["expert"] is None
    assert any("`second` plays" in text for text in found["expected"]["beside"])
    assert not (here / "runs").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [("ladder", "kingdoms/players"), ("ladder", "defenders"), ("run", "defenders/sides")]
)
def test_what_was_set_is_traced_in_every_kind_of_experiment(simulate, planned_quickly, words):
    """Seats and variants too, whether a file names them or the command does."""
    found = read(simulate(*words, "--dry-run", "--json"))
    whence = {part["from"] for part in found["experiment"].values() if "from" in part}
    assert found["status"] == "planned" and "experiment file" in whence


@pytest.mark.long
def test_a_comparison_and_a_failure(simulate, here):
    simulate("run", "defenders", *FEW, "--out", "before")
    simulate("run", "defenders", *FEW, "--set", "rules.capital_start=2", "--out", "after")
    found = read(simulate("compare", "before", "after", "--json"))
    assert found["paths"]["report"] == "runs/compare-1/report.html"
    assert [f["metric"] for f in found["facts"][:2]] == ["win_rate_change", "win_rate_before"]
    shutil.rmtree(here / "after")
    assert read(simulate("compare", "before", "after", "--json", code=2))["status"] == "refused"


def test_a_failure_of_the_machine_is_told(simulate, monkeypatch):
    monkeypatch.setattr("reports.page.render.write", lambda *_: 1 / 0)
    found = read(simulate("run", "defenders", *FEW, "--json", code=1))
    assert found["status"] == "failed"
    assert "the games are finished and kept" in found["problems"][0]["what"]


def test_a_pack_that_was_checked_says_what_differs(simulate, here):
    simulate("new", "defenders", "mine")
    file = here / "mine" / "rules.toml"
    text = file.read_text("utf-8")
    assert "[capital_limit]\nvalue = 6" in text
    file.write_text(text.replace("[capital_limit]\nvalue = 6", "[capital_limit]\nvalue = 7"))
    found = read(simulate("check", "mine", "--json"))
    assert found["status"] == "valid"
    checked = found["checked"]
    assert (checked["kind"], checked["game"], checked["code"]) == ("pack", "defenders", [])
    changed = {"path": "rules.capital_limit", "shipped": 6, "value": 7}
    assert checked["differences"] == [changed | {"source": "cited: TEDAI-csv"}]
    assert checked["cells"]["default"] == 16 and checked["values"]["rulebook"] > 30
    one = read(simulate("check", "mine/experiments/sides.toml", "--pack", "mine", "--json"))
    assert one["checked"]["kind"] == "experiment" and list(one["checked"]["cells"]) == ["sides"]
    file.write_text("nonsense = 1\n")
    problems = read(simulate("check", "mine", "--json", code=2))["problems"]
    assert any("mine/rules.toml" in problem["where"] for problem in problems)


@pytest.mark.parametrize(
    "typed, offered, left_out",
    [
        ("run def", ["defenders"], "dungeons"),
        ("run defenders/c", ["defenders/card_steps", "defenders/cards"], "defenders/steps"),
        ("new ta", ["tactics"], "kingdoms"),
        ("list fe", ["features"], "games"),
        ("list cards ki", ["kingdoms"], "tactics"),
        ("run --dry", ["--dry-run"], "--jobs"),
        ("comp", ["compare"], "check"),
    ],
)
def test_the_shell_completes_what_is_typed(simulate, capsys, monkeypatch, typed, offered, left_out):
    from simulate.cli import main

    words = ["simulate", *typed.split(" ")]
    monkeypatch.setenv("_SIMULATE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    found = capsys.readouterr().out.split()
    assert set(offered) <= set(found) and left_out not in found
