"""What a stranger wrote stands on the page as letters, by itself, and runs nothing."""

import base64
import hashlib
import json
import re

import pytest

from reports.figures.shapes import read
from reports.page import render
from reports.text.sanitize import LEFTWARD
from simulate.core.text.letters import UNSAFE
from tests.analysis.made_up import Recipe, build
from tests.reports.test_comparison import PAIRS
from tests.reports.test_comparison import make as make_pair
from tests.reports.test_page import Page

TURN = "\u202eknalb\u2066\x1b[2J\x07\u200b\u00ad\u200f\u2028end"
HEBREW = "גיבור 7 חזק"


def reported(folder, evil):
    """The page and the data of a run in which names, questions and notes are a stranger's."""
    recipe = Recipe(games=200, players=(1, 2), variants={evil: -0.4, "net": 0.0})
    folder = build(folder, recipe)
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["question"] = manifest["title"] = manifest["experiment_name"] = evil
    for keeper in ("ada", "cleo"):
        manifest["pack"]["cards"]["keepers"][keeper]["name"] = f"{evil} {keeper}"
    manifest["end_reasons"]["flooded"] = evil
    manifest["factors"][1]["level_meanings"]["calm"] = evil
    file.write_text(json.dumps(manifest))
    render.write_report(folder)
    return (folder / "report.html").read_text("utf-8"), (folder / "report.json").read_text("utf-8")


@pytest.fixture(scope="module")
def turned(tmp_path_factory):
    return reported(tmp_path_factory.mktemp("strangers") / "run", TURN)


def test_signs_that_nobody_sees_are_told_by_their_numbers(turned):
    page, data = turned
    raw = [sign for sign in UNSAFE.findall(page + data) if sign != "\n"]
    assert raw == []
    assert page.count(r"\u202eknalb\u2066\u001b[2J\u0007\u200b\u00ad\u200f\u2028end") > 10
    assert json.loads(data)["header"]["title"] == TURN  # which says the same as before
    drawn = [text for text, stack in Page(page).texts if "svg" in stack]
    assert any(r"\u202eknalb" in text for text in drawn)


def test_figures_tell_them_by_their_numbers_too(turned):
    source, shapes = read(json.loads(turned[1]))
    texts = [text for part in (source, *shapes) for text in strings(part.model_dump())]
    assert any(r"\u202eknalb" in text for text in texts)
    assert [text for text in texts if UNSAFE.search(text)] == []


def strings(data):
    if isinstance(data, dict):
        data = [entry for key, entry in data.items() if key != "key"]  # which is not shown
    if isinstance(data, list | tuple):
        return [text for entry in data for text in strings(entry)]
    return [data] if isinstance(data, str) else []


def test_names_that_run_from_right_to_left_stand_apart(tmp_path):
    """Else they would take along the numbers that stand beside them."""
    page = Page(reported(tmp_path / "run", HEBREW)[0])
    found = [(text, stack) for text, stack in page.texts if LEFTWARD.search(text)]
    flat = [s for text, s in found if not {"bdi", "svg", "title"} & {*s}]
    assert len(found) > 20 and flat == []
    assert not any("bdi" in (value or "") for _, tag in page.tags for value in tag.values())


@pytest.mark.parametrize("name", ["plans", "many cut off"])
def test_every_name_that_heads_a_row_stands_apart(made, name):
    heads = re.findall(r'<th scope="row">(.{0,5})', made(name).page)
    assert len(heads) > 5 and set(heads) == {"<bdi>"}


def policies(page):
    said = "Content-Security-Policy"
    return [of["content"] for _, of in Page(page).tags if of.get("http-equiv") == said]


def assert_quiet(page):
    """The page may load nothing, and run nothing but the script that it came with."""
    (policy,) = policies(page)
    said = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert said["default-src"] == said["base-uri"] == said["form-action"] == "'none'"
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    mark = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert said["script-src"] == f"'sha256-{mark}'"
    assert page.index("Content-Security-Policy") < page.index("<style>") < page.index("<script>")
    assert not any(name.startswith("on") for _, attrs in Page(page).tags for name in attrs)


@pytest.mark.parametrize("name", ["plans", "too few games"])
def test_a_page_may_load_nothing_and_run_its_own_script_alone(made, name):
    assert_quiet(made(name).page)


def test_so_may_a_comparison(tmp_path):
    assert_quiet(make_pair(tmp_path, *PAIRS["easier"]).page)


def test_all_pages_come_from_one_template():
    pages = [path.read_text("utf-8") for path in render.TEMPLATES.glob("*.html.j2")]
    whole = [text for text in pages if "<html" in text]
    assert len(whole) == 1 and "Content-Security-Policy" in whole[0]
