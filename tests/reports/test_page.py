"""The page as a file: valid, self-contained, small, the same bytes every time."""

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from itertools import groupby

import pytest

from reports.page import render
from reports.sections.order import MOVES, QUESTIONS
from reports.text import glossary, words
from simulate.compiler.sources import ROOT
from simulate.core.files import disk
from simulate.store import open_run
from tests.analysis.made_up import Recipe, build, in_memory
from tests.reports.conftest import ALL, make, placed

VOID = {"meta", "link", "br", "img", "input", "hr", "col"}
HEADINGS = ("h1", "h2", "h3")


class Page(HTMLParser):
    """What the tests need to know of a page; unbalanced tags fail."""

    def __init__(self, text):
        super().__init__()
        self.text, self.open, self.texts, self.tags, self.headings = text, [], [], [], []
        self.tables, self.svgs = [], []
        self.feed(text)
        assert self.open == []
        self.ids = [attrs["id"] for _, attrs in self.tags if "id" in attrs]
        links = ("src", "href", "action", "xlink:href")
        self.urls = [attrs[k] for _, attrs in self.tags for k in links if k in attrs]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if tag == "table":
            self.tables.append({"caption": False, "heads": 0, "scoped": 0})
        if tag == "caption":
            self.tables[-1]["caption"] = True
        if tag == "th":
            self.tables[-1]["heads"] += 1
            self.tables[-1]["scoped"] += attrs.get("scope") in ("col", "row")
        if tag == "svg":
            self.svgs.append(attrs | {"inside": []})
        if tag in ("title", "desc") and "svg" in self.open:
            self.svgs[-1]["inside"].append((tag, attrs.get("id")))
        if tag in HEADINGS:
            self.headings.append([tag, ""])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()

    def handle_data(self, data):
        self.texts.append((data, tuple(self.open)))
        if self.open and self.open[-1] in HEADINGS:
            self.headings[-1][1] += data

    def under(self, *tags):
        """The texts of its headings."""
        return [text.replace("#", "").strip() for tag, text in self.headings if tag in tags]


def assert_valid(page, beside=("data:,",)):
    """For everyone to read, each heading a question, and no address that leads outside."""
    assert len(page.ids) == len(set(page.ids))
    assert page.tables and all(t["caption"] for t in page.tables)
    assert all(t["heads"] == t["scoped"] > 0 for t in page.tables)
    assert all(text.endswith("?") for text in page.under("h2")), page.headings
    assert all(url.startswith("#") or url in beside for url in page.urls)
    assert {url[1:] for url in page.urls if len(url) > 1 and url[0] == "#"} <= set(page.ids)


@pytest.mark.parametrize("name", ALL)
def test_a_page_is_valid_small_and_in_order(made, name):
    """Data stand on none, and what is asked stands there once, with few questions."""
    run = made(name)
    page = Page(run.page)
    assert_valid(page, ("data:,", render.GUESSES))
    assert len(run.page.encode()) < 400_000
    assert not re.search(r"https?://|@import|url\((?!#)", run.page)
    for svg in (each for each in page.svgs if "aria-hidden" not in each):
        assert svg["role"] == "img"
        assert [t for t, _ in svg["inside"]] == ["title", "desc"]
        assert svg["aria-labelledby"].split() == [i for _, i in svg["inside"]]
    asked = page.under("h2", "h3")
    assert len(page.under("h1")) == 1 and 5 < len(asked) <= 8
    assert all(text.endswith("?") for text in asked) and len(set(asked)) == len(asked)
    placed = [s["question"] for s in run.report["sections"] if s["place"] == "page"]
    assert [*dict.fromkeys(placed)] == [q for q, _ in groupby(placed)], "each question once"
    assert {*placed} <= {*QUESTIONS}
    for section in run.report["sections"]:
        shown = [t["id"] for t in section["tables"] if f"t-{t['id']}" in page.ids]
        assert bool(shown) == (section["place"] == "page") or not section["tables"], section["id"]


def test_every_chart_has_a_table(made):
    for section in made("nothing works").report["sections"]:
        if section["charts"]:
            assert section["tables"], section["id"]


def test_the_sections_are_there(made):
    report = made("nothing works").report
    assert placed(report, "page") == [
        "difficulty", "options", "steps", "deal", "length", "ends", "closeness", "feel",
        "sources", "checks", "method", "again", "samples", "data",
    ]  # fmt: skip
    assert placed(report, "data") == ["target", "settled", "tallies", "division", "found"]
    assert placed(report, "guesses") == ["guesses"]
    assert report["report_format"] == 1


def test_what_was_asked_stands_before_the_questions_of_the_game(made):
    sections = {name: made(name).report["sections"] for name in ("changes", "nothing works")}
    assert (sections["changes"][0]["id"], sections["changes"][0]["question"]) == ("variants", MOVES)
    assert sections["nothing works"][0]["id"] == "difficulty"


def test_only_the_first_part_of_a_question_is_in_view(made):
    run, before = made("nothing works"), ""
    for section in run.report["sections"]:
        if section["place"] == "page":
            folded = f'<details class="part" id="{section["id"]}">' in run.page
            assert folded == (section["question"] == before), section["id"]
            before = section["question"]


def test_a_finding_whose_numbers_are_on_no_page_leads_to_their_line(made):
    run = made("plans")
    told = [f for f in run.report["findings"] if f["section"] in placed(run.report, "data")]
    assert told and run.page.count('<a href="#data">See the numbers</a>') == len(told)
    named = {row["table"] for row in run.table("data")["rows"]}
    assert {table for found in told for table, _ in found["rows"]} <= named


def test_guesses_stand_in_a_page_beside_it(made):
    run = made("nothing works")
    beside = (run.folder / render.GUESSES).read_text()
    Page(beside)
    rows = run.table("stand-ins")["rows"]
    assert rows and "guesses.html" in run.page
    assert 'data-label="Why a guess"' in beside  # on a phone each row stands below the last
    for row in rows:
        assert row["path"] in beside
        assert f"<code>{row['path']}</code>" not in run.page


def test_the_same_run_gives_the_same_bytes(made, tmp_path):
    run = made("one strong keeper")
    copy = tmp_path / "elsewhere"
    shutil.copytree(run.folder, copy)
    written = (render.DATA, render.PAGE, render.GUESSES)
    for name in written:
        (copy / name).unlink()
    render.write_report(copy)
    for name in written:
        assert (copy / name).read_bytes() == (run.folder / name).read_bytes()


@pytest.mark.parametrize("failing", [render.DATA, render.PAGE])
def test_a_report_that_cannot_be_written_leaves_the_old_one(made, tmp_path, monkeypatch, failing):
    run = shutil.copytree(made("few contests").folder, tmp_path / "run")
    (run / render.DATA).write_text("old")
    (run / render.PAGE).write_text("old")
    before = {path: path.stat().st_mtime_ns for path in run.rglob("*")}
    write = disk.write

    def write_half(path, text):
        if path.name == failing:
            write(path, text[: len(text) // 2])
            raise OSError(27, "File too large")
        return write(path, text)

    monkeypatch.setattr(disk, "write", write_half)
    with pytest.raises(OSError, match="File too large"):
        render.write_report(run)
    assert [(run / name).read_text() for name in (render.DATA, render.PAGE)] == ["old", "old"]
    after = {path: path.stat().st_mtime_ns for path in run.rglob("*")}
    assert after == before


def test_the_page_is_made_from_the_data_alone(made):
    run = made("changes")
    assert render.html(json.loads((run.folder / render.DATA).read_text())) == run.page


def test_the_size_does_not_grow_with_the_games(made, tmp_path):
    few = make(tmp_path / "few", Recipe(games=300))
    many = made("nothing works")
    assert len(many.page) < 1.25 * len(few.page)
    assert len(many.page.encode()) < 300_000


@pytest.mark.long
def test_under_a_megabyte_with_many_settings_and_changes(tmp_path):
    """16 settings with 12 changes each, and a separate run of 100 changes."""
    crossed = {f"change {i}": 0.02 * i for i in range(12)}
    big = make(tmp_path / "crossed", Recipe(games=100, variants=crossed))
    assert len(big.page.encode()) < 1_000_000
    many = {f"change {i}": 0.005 * i for i in range(100)}
    wide = make(tmp_path / "many", Recipe(games=200, players=(3,), tides=("calm",), variants=many))
    assert len(wide.page.encode()) < 500_000


def test_words_from_outside_are_escaped(tmp_path):
    folder = build(tmp_path / "run", Recipe(games=50))
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["question"] = manifest["title"] = '<script>alert(1)</script> & "more"'
    manifest["pack"]["cards"]["keepers"]["ada"]["name"] = "<b>Ada</b>"
    manifest["end_reasons"]["flooded"] = "<img src=x>"
    manifest["factors"][1]["level_meanings"]["calm"] = "<i>1 wave"
    file.write_text(json.dumps(manifest))
    text = render.write_report(folder).read_text()
    Page(text)
    for evil in ("<script>alert", "<b>Ada", "<img", "<i>1 wave"):
        assert evil not in text


def test_a_game_with_scores_gets_the_sections_that_fit(tmp_path, monkeypatch):
    """No win column, as in a competitive game: lengths, ends and checks, no difficulty."""
    run = in_memory(replace(Recipe(games=200), target=None))
    manifest = run.manifest
    for column in manifest["columns"]["games"]:
        if column["role"] in ("won", "margin"):
            column["role"] = "chosen"
    folder = build(tmp_path / "run", Recipe(games=200, target=None))
    stored = json.loads((folder / "manifest.json").read_text())
    stored |= {"columns": manifest["columns"], "cooperative": False}
    (folder / "manifest.json").write_text(json.dumps(stored))
    report = render.build(folder)
    assert [s["id"] for s in report["sections"]] == [
        "length", "ends", "feel", "sources", "checks", "method", "again", "samples", "data",
        "tallies", "found", "guesses",
    ]  # fmt: skip
    Page(render.html(report))


def test_a_run_without_a_finished_game(tmp_path):
    folder = build(
        tmp_path / "run", Recipe(games=20, players=(2,), tides=("calm",), status="partial")
    )
    stored = json.loads((folder / "manifest.json").read_text())
    stored["shards"] = []
    stored["cells"][0]["games"] = 0
    (folder / "manifest.json").write_text(json.dumps(stored))
    assert open_run(folder).manifest["shards"] == []
    report = render.build(folder)
    assert report["alerts"][0]["text"].startswith("No game was finished")
    Page(render.html(report))
    assert "No game was finished" in str(render.summary_of(report))


def test_levels_that_are_tables_are_shown_as_they_were_typed(tmp_path):
    """`--set cards.….effects=[[…],[…]]`."""
    levels = [
        [{"do": "heal", "amount": 1}],
        [{"do": "heal", "amount": 2}, {"do": "bail", "who": "all"}],
    ]
    folder = build(tmp_path / "run", Recipe(games=20, players=(2, 3), tides=("calm",)))
    stored = json.loads((folder / "manifest.json").read_text())
    path = "cards.keepers.cleo.abilities.tend.effects"
    for cell, level in zip(stored["cells"], levels, strict=True):
        cell["levels"] = {path: level}
        cell["changes"] = {path: level}
    factor = next(entry for entry in stored["factors"] if entry["name"] == "players")
    factor |= {"name": path, "levels": levels}
    stored["experiment"] = {"factors": {path: levels}}
    (folder / "manifest.json").write_text(json.dumps(stored))
    report = render.build(folder)
    said = json.dumps(report).replace('\\"', '"')
    assert "'do'" not in said and '"do"' not in said
    assert 'abilities tend effects [{do = "heal", amount = 1}]' in said
    assert '[{do = "heal", amount = 2}, {do = "bail", who = "all"}]' in said
    Page(render.html(report))


@pytest.mark.parametrize("name", ALL)
def test_no_number_is_minus_nothing_and_what_to_look_at_is_one_box_of_lines(made, name):
    run = made(name)
    page = re.sub(
        r'<path[^>]*>|points="[^"]*"', "", (run.folder / "report.html").read_text("utf-8")
    )
    assert not re.search(r"(?<![0-9])-0\.0+(?![0-9])", page)
    assert page.count('<div class="alert amber">') <= 1
    looks = [alert["text"] for alert in run.report["alerts"] if alert["level"] == "amber"]
    assert page.count("<b>Look</b>") == len(looks)
    red = [alert for alert in run.report["alerts"] if alert["level"] == "red"]
    assert page.count('<p class="alert red">') == len(red)


def test_what_a_page_asks_for_is_told_on_it_and_in_the_docs(made):
    docs = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    assert all(f"| {word.name} | {word.text} |" in docs for word in glossary.TERMS)
    asked = set()
    for name in ("nothing works", "plans", "changes"):
        page = (made(name).folder / "report.html").read_text("utf-8")
        opens = set(re.findall(r'popovertarget="([^"]+)"', page))
        assert opens <= set(re.findall(r'<div popover class="word" id="([^"]+)"', page))
        asked |= opens
    assert len(asked) > 6


@pytest.mark.parametrize("verdict", words.VERDICTS.values())
def test_each_verdict_but_what_is_good_to_know_has_its_word(verdict):
    silent = {"good to know", "met", "missed", "nothing of its own", "only beside what stands out"}
    silent.add("on target because we set it so")
    assert (glossary.term(verdict.word) is None) == (verdict.word in silent)
