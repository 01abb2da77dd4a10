"""`simulate compare`: two runs beside each other."""

import json

import pytest

FEW = ("--games", 40, "--jobs", 1, "--set", "players=3")


@pytest.fixture
def two(simulate):
    simulate("run", "defenders", *FEW, "--out", "before")
    changed = ("--set", "rules.capital_start=2")
    simulate("run", "defenders", *FEW, *changed, "--out", "after")


def test_a_change_is_compared_and_the_page_named_last(simulate, here, two):
    ended = simulate("compare", "before", "after")
    assert ended.last_line == "runs/compare-1/report.html"
    report = json.loads((here / "runs/compare-1/report.json").read_text())
    rows = next(t for s in report["sections"] for t in s["tables"] if t["id"] == "differs")["rows"]
    assert [(r["path"], r["before"], r["after"]) for r in rows] == [
        ("rules.capital_start", "0", "2")
    ]
    assert (here / "runs/compare-1/report.html").is_file()
    again = simulate("compare", "before", "after", "--out", "mine")
    assert again.last_line == "mine/report.html"
    pages = [(here / f / "report.html").read_text() for f in ("runs/compare-1", "mine")]
    assert pages[0] == pages[1].replace(" --out mine", "")


def test_what_cannot_be_compared_is_refused_at_once(simulate, refused, here):
    few = ("--games", 4, "--jobs", 1, "--set", "players=2")
    simulate("run", "defenders", *few, "--set", "horde=easy,hard", "--out", "before")
    simulate("run", "defenders", *few, "--set", "horde=epic", "--out", "epic")
    simulate("run", "ultra_kingdoms", *few, "--out", "ultra")
    (here / "full").mkdir()
    (here / "full" / "a").write_text("a")
    text = refused("compare", "befor", "epic", "--out", "full")
    assert "befor: there is no such run; did you mean `before`?" in text
    assert "this folder is not empty" in text
    assert "only runs of one game can be compared" in refused("compare", "before", "ultra")
    text = refused("compare", "before", "epic")
    assert "has no setting in common with before" in text
    assert "(it has: epic horde; there: easy horde; hard horde)" in text
    shard = next((here / "epic" / "games").rglob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-8] + b"damaged!")
    assert "by its checksum" in refused("compare", "before", "epic")


def test_what_neither_run_varies_may_be_what_is_compared(simulate, here):
    few = ("--games", 40, "--jobs", 1, "--set", "horde=easy")
    simulate("run", "defenders", *few, "--set", "players=2", "--out", "two")
    simulate("run", "defenders", *few, "--set", "players=3", "--out", "three")
    simulate("compare", "two", "three", "--out", "out")
    report = json.loads((here / "out/report.json").read_text())
    tables = {t["id"]: t["rows"] for s in report["sections"] for t in s["tables"]}
    assert {"path": "players", "before": "2", "after": "3"} in tables["differs"]
    assert len(tables["compared"]) == 1
