"""Real runs, comparisons and searches: every surface says the same of a finding."""

import html
import json
import re
from types import SimpleNamespace

import polars as pl
import pytest

from analysis.conclusions.ledger import STANDINGS
from reports.text.words import MOST_WORDS
from simulate.pack import catalogue
from tests.reports.surfaces import disagreements

pytestmark = pytest.mark.long

FEW = ("--jobs", "1", "--seed", "11")
EASY = ("--set", "players=2", "--set", "horde=easy")


@pytest.fixture
def said(simulate, here):
    """What was found where a command wrote its report: words -> each surface's own telling."""

    def run(*words, out):
        played = () if words[0] == "compare" else FEW
        answer = json.loads(simulate(*words, *played, "--json", "--out", out).out)
        report = json.loads((here / out / "report.json").read_text("utf-8"))
        page = (here / out / "report.html").read_text("utf-8")
        return SimpleNamespace(
            answer=answer,
            report=report,
            page=re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", page))),
            listed=re.sub(r"\s+", " ", simulate("runs", ".").out),
            shown=simulate("runs", ".", "--json").out,
        )

    return run


def agree(one, *, is_listed=True):
    """Whether the answer, page, list of runs and report hold the same.

    is_listed: a comparison of two finished runs is none itself, and in no list.
    """
    report, badge = one.report, one.report["header"]["badge"]["text"]
    assert one.answer["findings"] == report["findings"]
    assert badge in one.page
    told = re.sub(r"\s+", " ", report["header"]["answer"].replace("`", ""))
    assert told and told.replace("->", "→") in one.page.replace("->", "→")
    if is_listed:
        listed = re.sub(r"\s+", " ", one.listed.replace("`", ""))
        assert badge in one.shown and badge in listed and told in listed
    assert sum(finding["answer"] for finding in report["findings"]) <= 1 or one.answer["facts"]
    for finding in report["findings"]:
        assert finding["line"] and len(finding["line"].split()) <= MOST_WORDS + 1
        assert finding["standing"] in ("", *STANDINGS)
        number, band = finding["number"], finding["band"]
        assert number is None or number["low"] <= number["value"] <= number["high"]
        assert band is None or band["low"] < band["high"]


@pytest.mark.parametrize("game", catalogue.names())
def test_every_surface_of_a_default_run_says_the_same(game, said, simulate, here):
    one = said("run", game, "--games", "60", "--no-second", out="run")
    assert disagreements(one.report) == []
    agree(one)
    simulate("export", "run", "--out", "tables")
    tables = [table for section in one.report["sections"] for table in section["tables"]]
    judged = [t for t in tables if t["id"] in ("difficulty", "shares") and t["rows"]]
    assert judged
    for table in judged:
        written = pl.read_csv(here / "tables" / f"{table['id']}.csv")["Verdict"].to_list()
        assert [v or "" for v in written] == [row["verdict"] or "" for row in table["rows"]]


def test_every_surface_of_a_comparison_says_the_same(said):
    said("run", "defenders", *EASY, "--games", "300", "--no-second", out="one")
    change = ("--set", "cards.heroes.ranger.health=1")
    changed = said("run", "defenders", *EASY, *change, "--games", "300", "--no-second", out="two")
    agree(changed)
    both = said("compare", "one", "two", out="both")
    agree(both, is_listed=False)
    asked = [finding["asked"] for finding in changed.report["findings"]]
    assert asked[0] == "change"
    of_change = [f for f in changed.report["findings"] if f["asked"] == "change"]
    again = {f["line"]: f["number"] for f in both.report["findings"]}
    assert all(f["number"] == again[f["line"]] for f in of_change)
    assert all(f["asked"] == "change" for f in both.report["findings"])


@pytest.mark.parametrize("verb", ["advise", "tune", "sensitivity"])
def test_every_surface_of_a_search_says_the_same(verb, said):
    asked = () if verb == "sensitivity" else ("--target", "0.3-0.5")
    small = ("--budget", "3000") if verb == "tune" else ("--games", "40")
    one = said(verb, "defenders", *EASY, *asked, *small, out="found")
    agree(one)
    assert sum(finding["answer"] for finding in one.report["findings"]) == 1
    assert all(finding["asked"] for finding in one.report["findings"])
