"""`simulate compare`: two runs beside each other."""

import json

import pytest

pytestmark = pytest.mark.long

FEW = ("--games", 40, "--jobs", 1, "--set", "players=3")


@pytest.fixture
def two(simulate):
    simulate("run", "defenders", *FEW, "--out", "before")
    changed = ("--set", "rules.capital_start=2")
    simulate("run", "defenders", *FEW, *changed, "--out", "after")


@pytest.mark.long
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


def test_quietly_only_the_answer_is_said(simulate, here):
    ended = simulate("compare", "defenders", *FEW, "--set", "rules.capital_start=2", "--quiet")
    assert ended.err == "" and ended.last_line == "runs/compare-1/report.html"


def test_a_change_is_played_and_compared_in_one_go(simulate, here):
    change = ("--set", "rules.capital_start=2")
    ended = simulate("compare", "defenders", *FEW, *change)
    assert ended.last_line == "runs/compare-1/report.html"
    asked = "What does it change: threat on the Capital City at the start 0 → 2?"
    assert ended.out.splitlines()[1] == asked
    report = json.loads((here / "runs/compare-1/report.json").read_text())
    assert report["header"]["question"] == asked
    # The games are kept, and are those of two runs made one by one.
    simulate("run", "defenders", *FEW, *change, "--out", "alone")
    tables = [sorted((here / run / "games").rglob("*.parquet"))
              for run in ("alone", "runs/compare-1/after")]  # fmt: skip
    assert [f.read_bytes() for f in tables[0]] == [f.read_bytes() for f in tables[1]]
    before = json.loads((here / "runs/compare-1/before/manifest.json").read_text())
    assert before["cells"][0]["changes"] == {}


def test_a_dry_run_says_what_a_comparison_would_be(simulate, here, planned_quickly):
    change = ("--set", "cards.foes.dragon.health=12", "--set", "players=2", "--dry-run")
    words = ("--games", "400", "--set", "horde=easy,hard", *change)
    out = simulate("compare", "defenders", *words).out
    assert "games   1,600  (2 cells of 400 games each, with the change and without it)" in out
    assert "2 differences judged together: 400 games show one of" in out
    data = json.loads(simulate("compare", "defenders", *words, "--json").out)
    assert data["status"] == "planned" and data["expected"]["games"] == 1600
    assert [told["kind"] for told in data["expected"]["tells"]] == ["changes"]
    assert not (here / "runs").exists()


def test_a_pack_is_compared_with_the_shipped_game(simulate, here):
    simulate("new", "defenders", "mine/")
    rules = here / "mine/rules.toml"
    text = rules.read_text("utf-8")
    rules.write_text(
        text.replace("[capital_start]\nvalue = 0", "[capital_start]\nvalue = 1"), "utf-8"
    )
    simulate("compare", "--pack", "mine/", *FEW, "--out", "out")
    report = json.loads((here / "out/report.json").read_text())
    assert report["header"]["question"].endswith("Capital City at the start 0 → 1?")


@pytest.mark.long
def test_both_sides_take_the_same_of_what_is_set_for_the_folder(simulate, here):
    """The shipped experiment before the change, and the pack's own after it."""
    simulate("new", "defenders", "mine")
    rules = here / "mine" / "rules.toml"
    rules.write_text(rules.read_text().replace("value = 6", "value = 7", 1))
    first = here / "mine" / "experiments" / "default.toml"
    first.write_text(first.read_text().replace("games = 20000", "games = 60"))
    (here / "simulate.toml").write_text("seed = 5\ngames = 40\nstrategy = 'random'\n", "utf-8")
    told = simulate("compare", "--pack", "mine", "--jobs", "1").err
    assert "strategy random; not games, seed, which the experiment sets" in told
    assert told.count(", seed 1, 1 process, into ") == 2


def test_a_new_card_is_one_change(simulate, here):
    simulate("new", "defenders", "mine/")
    simulate("edit", "mine/", "Warm Blanket", "--card", "artifact")
    simulate("compare", "--pack", "mine/", *FEW, "--out", "out")
    report = json.loads((here / "out/report.json").read_text())
    assert report["header"]["question"] == "What does it change: the new card Warm Blanket?"


def test_a_comparison_without_a_change_is_refused(simulate, refused):
    assert "names no change" in refused("compare", "defenders")
    assert "names no change" in refused("compare", "defenders", "--set", "players=3")
    several = refused("compare", "defenders", "--set", "rules.capital_start=1,2")
    assert "`simulate run` compares several" in several
    simulate("run", "defenders", *FEW, "--out", "one")
    text = refused("compare", "one", "one", "--games", 5, "--set", "rules.capital_start=1")
    assert text.count("finished runs are not played again") == 2


def test_what_cannot_be_compared_is_refused_at_once(simulate, refused, here):
    few = ("--games", 4, "--jobs", 1, "--set", "players=2", "--set", "strategy=random")
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


@pytest.mark.long
def test_what_neither_run_varies_may_be_what_is_compared(simulate, here):
    few = ("--games", 40, "--jobs", 1, "--set", "horde=easy")
    simulate("run", "defenders", *few, "--set", "players=2", "--out", "two")
    simulate("run", "defenders", *few, "--set", "players=3", "--out", "three")
    simulate("compare", "two", "three", "--out", "out")
    report = json.loads((here / "out/report.json").read_text())
    tables = {t["id"]: t["rows"] for s in report["sections"] for t in s["tables"]}
    row = next(row for row in tables["differs"] if row["path"] == "players")
    assert (row["what"], row["before"], row["after"]) == ("Players", "2", "3")
    assert len(tables["compared"]) == 1
