"""The report in a real browser, opened from disk: quiet, complete, and as wide as the screen."""

import csv
import io
import re

import pytest

from reports.tables.sheets import sheets
from tests.analysis.made_up import Recipe
from tests.browsers import PATIENCE
from tests.reports import test_comparison
from tests.reports.conftest import make

pytestmark = pytest.mark.long

WIDE, NARROW = 1400, 360


class Seen:
    """A page that was opened, with all that it said and asked for."""

    def __init__(self, browser, made, width, scheme="light", file="report.html", **more):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **more
        )
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(PATIENCE)
        self.page = context.new_page()
        self.said, self.asked = [], []
        self.page.on("console", lambda m: self.said.append(m.text))
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.goto((made.folder / file).as_uri())

    def run(self, script):
        return self.page.evaluate(script)


@pytest.fixture
def see(browser, made):
    opened = []

    def go(name, width=WIDE, scheme="light", **more):
        opened.append(Seen(browser, made(name), width, scheme, **more))
        return opened[-1]

    yield go
    for seen in opened:
        seen.page.context.close()


LOW_HIGH = re.compile(r"[+-]?[\d.]+%?")
NUMBER = re.compile(r"[+-]?[\d.,]+%?")
LOOKS = [(1280, "light"), (1680, "dark"), (NARROW, "dark")]
RUNS = ["nothing works", "too few games", "all lost", "many cut off", "changes"]
RUNS += ["plans", "contest changes", "few contests", "alone and against"]
PAIRS = ["easier", "stronger crew", "alone and against"]
FIT = """() => [...document.querySelectorAll('.scroll')]
  .filter(s => s.offsetParent && s.scrollWidth > s.clientWidth + 1)
  .map(s => s.querySelector('table').id)"""
TEXTS = """(() => {
  const all = [...document.querySelectorAll('svg text')].filter(
    t => t.getBoundingClientRect().width && !t.classList.contains('place'));
  const size = t => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a;
  const out = t => {
    const a = t.getBoundingClientRect(), b = t.closest('svg').getBoundingClientRect();
    return a.right > b.right + 1 || a.left < b.left - 1;
  };
  return [all.map(size), all.filter(out).map(t => t.textContent)];
})()"""


def assert_sound(seen, width):
    """Quiet, as wide as the screen, folded and unfolded; its text is large, in place and clear."""
    assert len(seen.asked) == 1 and seen.asked[0].startswith("file:")
    sizes, outside = seen.run(TEXTS)
    assert min(sizes, default=12) >= 11.9 and outside == []
    assert seen.run("document.documentElement.scrollWidth") <= width
    worst = seen.run(CONTRAST)  # which unfolds all tables
    assert worst["ratio"] >= 4.5, worst
    assert seen.run("document.documentElement.scrollWidth") <= width
    assert width < 1280 or seen.run(FIT) == [], "a table loses its last column"
    assert seen.said == []


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_a_page_is_sound_and_complete(see, made, name, width, scheme):
    seen = see(name, width, scheme)
    for section in made(name).report["sections"]:
        if section["place"] == "page":
            assert seen.page.locator(f"#{section['id']}").is_visible()
    assert_sound(seen, width)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_two_runs_beside_each_other(browser, tmp_path, name, width, scheme):
    pair = test_comparison.make(tmp_path, *test_comparison.PAIRS[name])
    seen = Seen(browser, pair, width, scheme)
    for section in pair.report["sections"]:
        assert seen.page.locator(f"#{section['id']}").is_visible()
    assert_sound(seen, width)
    seen.page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_numbers_of_all_charts_are_of_one_size(see, width):
    sizes, _ = see("nothing works", width).run(TEXTS)
    assert len(sizes) > 50 and max(sizes) - min(sizes) < 1.5


def test_dark_is_dark_and_light_is_light(see):
    ground = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    assert min(see("too few games", scheme="light").run(ground)) > 200
    assert max(see("too few games", scheme="dark").run(ground)) < 60


def test_a_table_is_sorted_by_its_heading(see):
    seen = see("changes")
    table = "table#t-variants"
    seen.run(UNFOLD)
    names = f"[...document.querySelectorAll('{table} tbody th')].map(e => e.textContent)"
    before = seen.run(names)
    button = seen.page.locator(f"{table} thead button").first
    if button.count() == 0:
        pytest.fail("the table has no buttons to sort by")
    button.click()
    assert seen.run(names) == sorted(before)
    assert seen.page.locator(f"{table} th[aria-sort=ascending]").count() == 1
    button.click()
    assert seen.run(names) == sorted(before, reverse=True)


UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
FORMULAS = [
    "-2+3+cmd|' /C calc'!A0", "+1+cmd|' /C calc'!A0", "=cmd|' /C calc'!A0", "@SUM(1)", "-1-cmd",
    " =1+1", "\u00a0=1+1", "\uff1d1+1", "\uff0b1+1", "\uff0d1+1", "\uff201", "+.5e3", "-1,5%%",
    "--1",
]  # fmt: skip
CATCH = """Object.defineProperty(navigator, 'clipboard', { value: { writeText: text => {
  window.copied = text; return Promise.resolve(); } } })"""


def test_a_copied_table_holds_no_formula(browser, tmp_path):
    """A spreadsheet works out what begins like one: only a whole number may."""
    changes = {name: 0.01 * place for place, name in enumerate(FORMULAS)}
    recipe = Recipe(games=200, players=(3,), tides=("rough",), variants=changes)
    made = make(tmp_path / "copied", recipe)
    seen = Seen(browser, made, WIDE)
    seen.run(CATCH)
    seen.run(UNFOLD)
    seen.page.locator(".tools button", has_text="CSV").first.click()
    rows = list(csv.reader(io.StringIO(seen.run("window.copied"))))
    heads = [sheet.rows[0] for sheet in sheets(made.report)]
    assert rows[0] in heads
    at = next(at for at, name in enumerate(rows[0]) if name.endswith(", low"))
    assert all(LOW_HIGH.fullmatch(cell) for row in rows[1:] for cell in row[at : at + 2])
    names = [row[0] for row in rows[1:]]
    assert {name.removeprefix("'").strip() for name in names} == {f.strip() for f in FORMULAS}
    cells = [cell for row in rows for cell in row]
    assert any(NUMBER.fullmatch(cell) and cell[0] in "+-" for cell in cells)
    risky = [c for c in cells if c.strip()[:1] in [*"=+-@＝＋－＠"] and not NUMBER.fullmatch(c)]
    assert risky == [] and seen.said == []
    seen.page.context.close()


def test_all_that_its_script_does_works_and_is_quiet(see):
    """Sorting, filtering, copying, folds, both colours and paper, under the page's own policy."""
    seen = see("plans")
    seen.run(CATCH)
    seen.run(UNFOLD)
    seen.page.locator("table[data-sort] thead button").first.click()
    for field in seen.page.locator(".tools input").all():
        field.fill("a")
    for button in seen.page.locator(".tools button").all():
        button.click()
    for scheme in ("light", "dark"):
        seen.page.emulate_media(color_scheme=scheme, media="screen")
    assert pages(seen.page.pdf()) > 1
    deep = seen.run(
        "getComputedStyle(document.querySelector('td[style]')).getPropertyValue('--depth')"
    )
    assert 0 < float(deep) <= 1
    assert seen.said == []


def test_a_script_that_is_not_its_own_does_not_run(see):
    """Nor is anything loaded or sent, though somebody found a way to write into the page."""
    seen = see("too few games")
    failed = []
    seen.page.on("requestfailed", lambda asked: failed.append((asked.url, asked.failure)))
    seen.run(
        """() => {
      const add = (tag, set) => {
        document.body.append(Object.assign(document.createElement(tag), set));
      };
      add('script', { textContent: 'window.ran = 1' });
      add('div', { innerHTML: '<img src=x onerror="window.ran = 2">' });
      add('img', { src: 'https://example.org/a.png' });
      add('base', { href: 'https://example.org/' });
      const form = document.createElement('form');
      form.action = 'https://example.org/';
      document.body.append(form);
      form.submit();
    }"""
    )
    seen.page.wait_for_timeout(300)
    assert seen.run("window.ran") is None
    assert ("https://example.org/a.png", "csp") in failed
    assert {why for _, why in failed} == {"csp"}
    assert len(seen.said) >= 3 and all("Content Security Policy" in text for text in seen.said)


def test_everything_can_be_read_without_script(see, made):
    seen = see("changes", java_script_enabled=False)
    rows = seen.page.locator("table#t-variants tbody tr")
    assert rows.count() == len(made("changes").table("variants")["rows"])
    assert seen.page.locator("thead button:not([popovertarget])").count() == 0


@pytest.mark.parametrize("name", ["nothing works", "plans"])
def test_paper_is_white_and_keeps_what_is_folded_folded(see, name):
    seen = see(name, 700, "dark")
    seen.page.emulate_media(media="print")
    assert seen.run("document.documentElement.scrollWidth") <= 700
    assert seen.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not seen.page.locator("nav.contents").is_visible()
    folded = pages(seen.page.pdf())
    assert 3 <= folded <= 12
    seen.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert pages(seen.page.pdf()) > folded


def pages(pdf):
    """Pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_link_unfolds_what_it_leads_to(see):
    seen = see("nothing works")
    is_open = "document.getElementById('deal').open"
    assert not seen.run(is_open)
    seen.run("location.hash = '#deal'")
    seen.page.wait_for_function(is_open)


def test_the_keyboard_reaches_the_findings_first(see):
    seen = see("too few games")
    seen.page.keyboard.press("Tab")
    assert seen.run("document.activeElement.className") == "skip"
    seen.page.keyboard.press("Enter")
    assert seen.run("location.hash") == "#findings"


CONTRAST = """() => {
  const parse = c => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = c => {
    const part = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const [r, g, b] = c.map(v => part(v / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = e => {
    const layers = [];
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      const alpha = c.length > 3 ? c[3] : 1;
      if (alpha > 0) layers.push([c, alpha]);
      if (alpha === 1) break;
    }
    const over = (under, [c, a]) => under.map((u, i) => u * (1 - a) + c[i] * a);
    return layers.reverse().reduce(over, [255, 255, 255]);
  };
  let worst = { ratio: 99 };
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  document.querySelectorAll('body *:not(svg *)').forEach(e => {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || ['SCRIPT', 'STYLE'].includes(e.tagName)) return;
    if (parseFloat(getComputedStyle(e).opacity) < 1) return;
    const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(ground(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const text = e.textContent.trim().slice(0, 60);
    if (ratio < worst.ratio) worst = { ratio, text, at: e.className };
  });
  return worst;
}"""
