"""The page of a folder with runs in a real browser: quiet, complete, as wide as the screen."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulate.cli.look.versions import versions, write_index
from simulate.store import CONFIRMED, OUTCOMES
from tests.analysis.made_up import Recipe
from tests.reports.conftest import CONTESTS, RUNS, make
from tests.reports.test_browser import TEXTS, WIDE, Seen, assert_sound, pages

pytestmark = pytest.mark.long

PHONE = 390
CHANGED = Recipe(games=200, players=(3,), tides=("rough",), variants={"rope": -0.4})


@dataclass(frozen=True)
class Folder:
    """A folder with runs and its page."""

    folder: Path


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """Two versions, a search with the run that confirmed it, a contest, and what is no run yet."""
    home = tmp_path_factory.mktemp("versions") / "runs"
    one = make(home / "default-1", RUNS["too few games"])
    shutil.copytree(one.folder, home / "default-2")
    search = home / "advise-1"
    (search / OUTCOMES).mkdir(parents=True)
    shutil.copy(one.folder / "report.json", search)
    make(search / CONFIRMED, CHANGED)
    (search / "report.html").write_text(one.page, "utf-8")
    make(home / "contest-1", CONTESTS["few contests"])
    shutil.copytree(one.folder, home / "half")
    (home / "half" / "report.json").unlink()
    assert write_index(home, versions(path for path in home.iterdir())) is not None
    return Folder(home)


@pytest.fixture
def see(browser, index):
    opened = []

    def go(width, scheme="light"):
        opened.append(Seen(browser, index, width, scheme, file="index.html"))
        return opened[-1]

    yield go
    for seen in opened:
        seen.page.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "dark")])
def test_it_is_sound_and_complete(see, width, scheme):
    seen = see(width, scheme)
    titles = seen.page.locator("h2").all_inner_texts()
    for asked in ("How often are", "What does each card bring?", "What share of the wins"):
        assert any(asked in title for title in titles), titles
    assert seen.page.locator("svg .zero").count() > 0, "differences have a line of none"
    assert seen.page.locator("svg .dot.good").count() > 0, "what confirmed a change is told apart"
    assert len(seen.run(TEXTS)[0]) > 50
    assert_sound(seen, width)


def test_each_link_leads_to_a_report_that_is_there(see, index):
    seen = see(WIDE)
    links = seen.run("[...document.querySelectorAll('td a')].map(a => a.href)")
    places = [index.folder / name / "report.html" for name in (
        "default-1", "default-2", "advise-1", f"advise-1/{CONFIRMED}", "contest-1")]  # fmt: skip
    assert {*links} == {place.as_uri() for place in places}
    seen.page.locator("td a").first.click()
    seen.page.wait_for_load_state()
    assert seen.page.locator("#findings").count() == 1 and seen.said == []


def test_paper_is_white_and_no_wider(see):
    seen = see(700, "dark")
    seen.page.emulate_media(media="print")
    assert seen.run("document.documentElement.scrollWidth") <= 700
    assert seen.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert 1 <= pages(seen.page.pdf()) <= 12
