"""The page of each game in a real browser: for everybody, as wide as its cards, short on paper."""

import pytest

from reports.page import render
from simulate.cli import main
from simulate.pack import catalogue
from tests.reports.conftest import Made
from tests.reports.test_browser import Seen, pages

pytestmark = pytest.mark.long

LOOKS = [(1280, "light"), (390, "dark")]  # colours do not change with the width
UNFOLD = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
TOO_WIDE = """[...document.querySelectorAll('section *')].filter(e => {
  const card = e.closest('section').getBoundingClientRect(), own = e.getBoundingClientRect();
  return own.width && !e.closest('caption, svg') && own.right > card.right + 1;
}).map(e => e.tagName + ' ' + (e.id || e.className) + ' ' + e.textContent.slice(0, 40))"""
SMALLEST = """Math.min(...[...document.querySelectorAll('svg text')]
  .filter(t => t.getBoundingClientRect().width)
  .map(t => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a))"""


@pytest.fixture(scope="module", params=catalogue.names())
def played(request, tmp_path_factory):
    """A run of the game's default experiment by the random player."""
    folder = tmp_path_factory.mktemp(request.param) / "run"
    words = ["run", request.param, "--set", "strategy=random", "--games", "60", "--quiet"]
    assert main([*words, "--out", str(folder)]) == 0
    return Made(folder, {}, (folder / "report.html").read_text("utf-8"))


@pytest.fixture
def look(browser, played):
    """Opens the page with everything unfolded."""
    opened = []

    def go(width, scheme="light"):
        opened.append(Seen(browser, played, width, scheme))
        opened[-1].run(UNFOLD)
        return opened[-1]

    yield go
    for seen in opened:
        seen.page.context.close()


@pytest.fixture(scope="module")
def violations():
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )

    def found(page):
        response = axe.Axe().run(page).response
        assert len(response["passes"]) > 20
        return [(v["id"], n["html"]) for v in response["violations"] for n in v["nodes"]]

    return found


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing(look, violations, width, scheme):
    assert violations(look(width, scheme).page) == []


def test_axe_would_find_something(look, violations):
    seen = look(1280)
    seen.run("document.querySelectorAll('section ~ section').forEach(s => { s.remove(); })")
    seen.run("document.querySelector('h2').innerHTML = '<img src=\"data:,\"><a href=\"#\"></a>'")
    assert {"image-alt", "link-name"} <= {name for name, _ in violations(seen.page)}


def test_no_element_is_wider_than_its_card(look):
    assert look(1280).run(TOO_WIDE) == []


def test_the_page_is_no_wider_than_a_phone(look):
    assert look(390).run("document.documentElement.scrollWidth") <= 390


def test_guesses_are_read_on_a_phone_without_a_scroll(browser, played):
    seen = Seen(browser, played, 390)
    page = (played.folder / "guesses.html").as_uri()
    seen.page.goto(page)
    assert seen.page.title().endswith(": guesses") and seen.run(TOO_WIDE) == []
    seen.page.context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_no_text_of_a_board_or_chart_is_smaller_than_12_pixels(look, width):
    assert look(width).run(SMALLEST) >= 11.9


FIRST_CHART = {1280: 350, 390: 450}  # pixels down a screen so wide: in its upper half
TOP = "document.querySelector('.picture svg').getBoundingClientRect().top"
CLEAR = """[...document.querySelectorAll('.findings summary')].map(e => {
  const [a, b] = ['.line', '.chip'].map(c => e.querySelector(c).getBoundingClientRect());
  return a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left;
})"""


@pytest.mark.parametrize("width", FIRST_CHART)
def test_the_first_screen_begins_with_the_picture(browser, played, width):
    seen = Seen(browser, played, width)
    assert seen.run(TOP) <= FIRST_CHART[width]
    assert all(seen.run(CLEAR))
    seen.page.context.close()


def test_the_sheet_is_one_side_of_a4_for_everybody(browser, played, violations):
    sheet = render.write_sheet(played.folder)
    seen = Seen(browser, played, 1280, file=sheet.name)
    assert violations(seen.page) == []
    assert seen.said == []
    assert pages(seen.page.pdf(prefer_css_page_size=True)) == 1
    seen.page.context.close()


def test_it_is_short(browser, played):
    seen = Seen(browser, played, 1280)
    assert len(played.page.encode()) < 600_000
    assert 3 <= pages(seen.page.pdf(format="A4")) <= 12
    seen.page.context.close()
