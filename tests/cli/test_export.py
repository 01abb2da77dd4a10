"""`simulate export` as a designer types it."""

import json
import shutil

import pytest

from simulate.core.files.sheets import read
from tests.marks import long_but
from tests.reports.conftest import RUNS, make


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make(tmp_path_factory.mktemp("export") / "made", RUNS["too few games"]).folder


@pytest.fixture
def run(made, here):
    """A report with nothing beside it, as `sensitivity`, `advise` and `compare` leave it."""
    (here / "run").mkdir()
    shutil.copy(made / "report.json", here / "run")
    return here / "run"


@pytest.mark.long
def test_charts_and_tables_go_into_the_run_and_are_written_anew(simulate, here):
    run = here / "run"
    setting = ("--set", "strategy=random", "--set", "players=2", "--games", "20", "--jobs", "1")
    simulate("run", "defenders", *setting, "--out", run)
    ended = simulate("export", run)
    paths = ended.out.splitlines()
    assert str(run / "export" / "difficulty.csv") in paths
    assert str(run / "export" / "chart-difficulty.svg") in paths and ended.err == ""
    held = {p.name: p.read_bytes() for p in (run / "export").iterdir()}
    assert sorted(held) == sorted(path.rpartition("/")[2] for path in paths)
    assert simulate("export", run).out == ended.out
    assert {p.name: p.read_bytes() for p in (run / "export").iterdir()} == held
    simulate("report", run)


@pytest.mark.long
def test_a_folder_with_other_things_is_left_alone(simulate, here, run):
    (here / "slides").mkdir()
    (here / "slides" / "talk.txt").write_text("mine")
    ended = simulate("export", run, "--out", "slides", code=2)
    assert "not empty" in ended.err
    assert [path.name for path in (here / "slides").iterdir()] == ["talk.txt"]
    (here / "file").write_text("mine")
    assert "this is a file" in simulate("export", run, "--out", "file", code=2).err
    assert "needs the name" in simulate("export", run, "--out", "", code=2).err
    simulate("export", run, "--out", "new/folder")
    assert (here / "new" / "folder" / "chart-difficulty.png").is_file()


def test_a_folder_that_may_not_be_written_is_named(simulate, here, run, monkeypatch):
    monkeypatch.setattr("simulate.store.folders.os.access", lambda *_: False)
    ended = simulate("export", run, "--out", "new", code=2)
    assert "no permission to write" in ended.err and not (here / "new").exists()


@pytest.mark.parametrize(
    ("file", "text"),
    long_but(
        {("manifest.json", "{")},
        [("manifest.json", "{"), ("manifest.json", "[]"), ("manifest.json", '{"seed": 3}')],
    ),
)
def test_a_broken_run_is_refused(simulate, run, file, text):
    (run / file).write_text(text)
    assert "manifest.json" in simulate("export", run, code=2).err
    assert not (run / "export").exists()


@pytest.mark.parametrize("text", ["{", "[1]", '{"header": 3, "sections": []}', "[" * 100_000])
def test_a_report_of_strangers_is_refused(simulate, here, text):
    (here / "search").mkdir()
    (here / "search" / "report.json").write_text(text)
    ended = simulate("export", "search", code=2)
    assert "report.json: is not in the format that this program writes" in ended.err


def test_a_report_without_a_chart_is_told(simulate, run):
    report = json.loads((run / "report.json").read_text())
    report["sections"] = []
    (run / "report.json").write_text(json.dumps(report))
    assert "has no chart and no table" in simulate("export", run, "--out", "other", code=2).err


def test_a_folder_that_is_none_is_named(simulate):
    assert "there is no such run" in simulate("export", "nowhere", code=2).err


@pytest.mark.parametrize("file", ["results.xlsx", "results.ods"])
def test_the_tables_are_a_spreadsheet(simulate, here, run, file):
    assert simulate("export", run, file).out == f"{file}\n"
    names = [sheet.name for sheet in read(here / file, file)]
    assert "difficulty" in names and names[-1] == "columns"
    assert "is there already" in simulate("export", run, file, code=2).err


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["results.csv"], "without it each table is a CSV"),
        (["results.xlsx", "--out", "slides"], "name it or FILE"),
        (["nowhere/results.xlsx"], "there is no folder"),
        ([""], "must end with"),
    ],
)
def test_what_is_no_spreadsheet_is_refused(simulate, here, run, words, what):
    before = sorted(here.rglob("*"))
    assert what in simulate("export", run, *words, code=2).err
    assert sorted(here.rglob("*")) == before
