"""`simulate runs` and `simulate doctor`: what was played here, and on what."""

import json
import shutil

import pytest

from simulate.cli.shared.answer_parts import Answer


@pytest.fixture
def played(here, finished):
    """`runs/` with a run, and with one that cannot be read."""
    shutil.copytree(finished.folder, here / "runs" / "default-1")
    (here / "runs" / "broken").mkdir()
    (here / "runs" / "broken" / "manifest.json").write_text("{")
    (here / "runs" / "photos").mkdir()
    return here / "runs"


def test_the_runs_of_a_folder_are_listed(simulate, played):
    lines = simulate("runs").out.splitlines()
    assert lines[-1] == "as a page with charts in runs: `simulate runs runs --open`"
    lines = [line for line in lines[:-1] if line and line[0] != " "]
    assert [line.split()[:2] for line in lines] == [
        ["runs/default-1", "complete"],
        ["runs/broken", "unread"],
    ]
    assert "120 games" in lines[0] and "Tiny Epic Defenders: default, seed 5" in lines[0]
    assert simulate("runs", "runs").out == simulate("runs").out
    found = json.loads(simulate("runs", "--json").out)
    Answer.model_validate(found)
    assert [one["run"] for one in found["runs"]] == ["runs/default-1"]
    assert found["notes"][0].startswith("runs/broken: ")


def test_searches_that_are_finished_are_listed_too(simulate, here):
    """By what their report says; one that says something else is not read."""
    header = {"title": "A Game", "experiment": "sensitivity", "games": 1_200, "seed": 3}
    for name, said in {"search-1": {"header": header}, "search-2": {"header": 5}}.items():
        (here / "runs" / name / "outcomes").mkdir(parents=True)
        (here / "runs" / name / "report.json").write_text(json.dumps(said))
    lines = [line.split("  ") for line in simulate("runs").out.splitlines()[:-2]]
    whole = ["runs/search-1", "complete", "1,200 games", "A Game: sensitivity, seed 3"]
    assert [word for word in lines[0] if word] == whole
    assert lines[1][:2] == ["runs/search-2", "unread"]
    found = json.loads(simulate("runs", "--json").out)
    Answer.model_validate(found)
    assert [one["experiment"] for one in found["runs"]] == ["sensitivity"]


def test_a_search_that_is_finished_is_told_by_itself(simulate, here):
    (here / "it" / "outcomes").mkdir(parents=True)
    header = {"title": "Tiny Epic Defenders", "experiment": "advice", "games": 20, "seed": 3}
    data = here / "it" / "report.json"
    data.write_text(json.dumps({"header": header}))
    line = "it  complete  20 games  Tiny Epic Defenders: advice, seed 3\n"
    assert simulate("runs", "it").out == line
    assert simulate("runs", ".").out.startswith(f"{line}\nas a page with charts in .: ")
    data.write_text(json.dumps({"header": header}).replace("20", "1e999"))
    for folder in ("it", "."):
        assert (
            "its report.json is not in the format that this program writes"
            in simulate("runs", folder).out
        )


def test_where_nothing_was_played_that_is_said(simulate):
    assert simulate("runs").out == "there are no runs in runs\n"


def test_files_are_compared_of_one_run(simulate, refused, played):
    run = str(played / "default-1")
    assert "files match their checksums" in simulate("runs", run, "--verify").out
    assert "needs the folder of a run" in refused("runs", "--verify")


def test_the_doctor_says_what_there_is_on_this_machine(simulate, refused):
    told = simulate("doctor", "kingdoms").out
    for name in ("tiny-epic-balance", "commit", "sources", "cache", "cores", "memory"):
        assert f"\n{name} " in f"\n{told}"
    assert "(kingdoms)" in told
    assert "goes with --bench" in refused("doctor", "--quick")
